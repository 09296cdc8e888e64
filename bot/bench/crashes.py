"""`python -m bot bench --kills N`: real processes of the bot are killed at random moments while people press,
plan, change what they have chosen, and reminders are due.

Every choice and every wish of a plan that was confirmed to somebody has to be stored, nothing may be made or
posted twice, a grace has to end, and everybody gets the reminder that is due.
"""

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from bot.bench.copies import add_due_tables, opened, original
from bot.bench.crowd import Crowd, Press, meaning, served, town
from bot.bench.discord_server import Request, components, until
from bot.bench.dues import Reminders
from bot.bench.figures import Figure, Target
from bot.bench.processes import BotProcess
from bot.store import Repositories, Store
from bot.tables.plans import plan_of
from bot.text import words

CHOICE, CHOSEN = "nimmt.step", "six_nimmt.panel.chosen"
"""What is pressed to choose a card, and the words by which the bot says that it is chosen. At 6 nimmt! these
name the card: they can be held against the log."""
WISH, PLANNED = "plans.wish", "plan.title"
"""What is picked to add to a plan, and the words above one that has something in it."""


class Fact(NamedTuple):
    """A choice that was confirmed to somebody."""

    table: int
    turn: int
    user: int
    card: int

    @property
    def decision(self) -> tuple[int, int, int]:
        """Which decision it was about."""
        return self[:3]


class Wish(NamedTuple):
    """Something of a plan, confirmed to somebody: `turn` is that of the menu in which it was picked."""

    table: int
    turn: int
    user: int
    wish: str


class Held(NamedTuple):
    """A choice that was confirmed during a grace."""

    since: float
    """When it was pressed."""
    cards: set[int]
    """It, and all that may have been chosen instead of it since."""


@dataclass(slots=True)
class Witness:
    """What people have seen of one bot through all of its lives."""

    crowd: Crowd
    facts: set[Fact] = field(default_factory=set[Fact])
    """Each of them has to be in the log."""
    held: dict[Fact, Held] = field(default_factory=dict[Fact, Held])
    """Of each of them, or of what may have replaced it, one has to be in the log."""
    wishes: dict[tuple[int, int], Wish] = field(default_factory=dict[tuple[int, int], Wish])
    """The newest one of each person at each table."""
    settled: set[str] = field(default_factory=set[str])
    """Presses that were answered by more than the promise of an answer."""
    planned: int = 0
    """Wishes that were confirmed."""
    reminders: Reminders = field(default_factory=Reminders)

    def on_request(self, request: Request) -> None:
        """Notes a choice or a wish whose answer confirms it, and a reminder."""
        self.reminders.on_request(request)
        parts = request.path.split("/")
        if parts[1] not in ("interactions", "webhooks") or request.status >= 400:
            return
        press = self.crowd.press_of(parts[3])
        if press is not None:
            self._answered(press, request.body or {})
            if parts[1] == "webhooks":
                self.settled.add(press.key)

    def _answered(self, press: Press, body: dict[str, Any]) -> None:
        fact, said = chosen(press), str(body)
        # A press that comes too late is answered by the present panel, and there the same card may be chosen.
        turns = {meaning(control)[1] for control in components(body.get("data") or body)}
        if (
            fact is not None
            and (not turns or fact.turn in turns)
            and words(None)(CHOSEN, card=fact.card) in said
        ):
            if _grace() in said:
                self.held[fact] = Held(press.at, {fact.card})
            else:
                self.facts.add(fact)
        elif press.action == WISH and words(None)(PLANNED) in said:
            table, turn = map(int, press.custom_id.split(":")[2:4])
            self.wishes[table, press.seat.user] = Wish(table, turn, press.seat.user, press.values[0])
            self.planned += 1

    def look_back(self) -> None:
        """Before the presses of a life are forgotten: which choices and wishes may have been replaced by
        others, also by such as were never answered."""
        pressed: dict[tuple[int, int, int], list[tuple[int, Press]]] = {}
        for press in self.crowd.presses:
            if (fact := chosen(press)) is not None:
                pressed.setdefault(fact.decision, []).append((fact.card, press))
        for fact, (since, cards) in self.held.items():
            later = pressed.get(fact.decision, [])
            cards.update(card for card, press in later if (press.answered or since) >= since)
        for press in self.crowd.presses:
            if press.action == WISH and press.key not in self.settled:
                self.wishes.pop((int(press.custom_id.split(":")[2]), press.seat.user), None)

    def posted_twice(self) -> int:
        """How many posts say the same again: of one table and turn, in one place."""
        counted: Counter[tuple[str, str]] = Counter()
        for message in self.crowd.server.posted:
            first = next(iter(components(message)), None)
            if first is not None:
                counted[message["channel_id"], first["custom_id"]] += 1
        return counted.total() - len(counted)

    @property
    def tables(self) -> set[int]:
        """Where choices were confirmed."""
        return {fact.table for fact in (*self.facts, *self.held)}

    def lost(self, logged: Collection[Fact]) -> int:
        """How many confirmed choices, those of a grace with all that may have replaced them, are not among
        what was logged."""
        replaced = [{fact._replace(card=card) for card in held.cards} for fact, held in self.held.items()]
        return len(self.facts.difference(logged)) + sum(each.isdisjoint(logged) for each in replaced)

    async def lost_wishes(self, tx: Repositories) -> int:
        """How many confirmed wishes stand in no plan although their people have not moved since; from now on
        these are no longer looked for."""
        gone = [key for key, wish in self.wishes.items() if not await _stands(tx, wish)]
        for key in gone:
            del self.wishes[key]
        return len(gone)


def chosen(press: Press) -> Fact | None:
    """The choice that a press is about; None for others."""
    if press.action != CHOICE or "choose/" not in press.custom_id:
        return None
    table, turn = map(int, press.custom_id.split(":")[2:4])
    return Fact(table, turn, press.seat.user, int(press.custom_id.rpartition("/")[2]))


def _grace() -> str:
    """How the line begins that says when choices are revealed."""
    return words(None)("table.grace", left="\0").partition("\0")[0]


async def _stands(tx: Repositories, wish: Wish) -> bool:
    """Whether a wish is in its plan, or has become pointless: its person has moved since, whether by the plan
    or by hand, nothing of it was possible, or the game is over."""
    seat = next((seat for seat in await tx.seats.at(wish.table) if seat.user == wish.user), None)
    row = await tx.tables.get(wish.table)
    if seat is None or row is None or not row.status.active:
        return True
    plan, newest = plan_of(seat), await tx.log.newest_of(wish.table, seat.seat)
    moved = newest is not None and newest.turn > wish.turn
    return moved or seat.held is not None or plan.ended or any(wish.wish in step for step in plan.steps)


async def logged(tx: Repositories, table: int) -> list[Fact]:
    """The choices in the log of a table, in order."""
    users = {seat.seat: seat.user or 0 for seat in await tx.seats.at(table)}
    row = await tx.tables.get(table)
    assert row is not None
    made = [(step, json.loads(step.move)) for step in await tx.log.between(table, 0, row.version)]
    return [
        Fact(table, step.turn, users[step.seat], move["card"])
        for step, move in made
        if move["move"] == "choose"
    ]


def made_twice(made: Iterable[Fact]) -> int:
    """How many choices of a log repeat the one before them of the same decision."""
    cards: dict[tuple[int, int, int], list[int]] = {}
    for fact in made:
        cards.setdefault(fact.decision, []).append(fact.card)
    return sum(one == other for each in cards.values() for one, other in pairwise(each))


async def waiting(tx: Repositories, channels: Iterable[int]) -> tuple[int, list[datetime]]:
    """How many people at the tables of these channels have planned a step, and when each choice there that
    is held back is to be revealed."""
    tables = [row for channel in channels if (row := await tx.tables.in_channel(channel)) is not None]
    seats = [seat for row in tables for seat in await tx.seats.at(row.id)]
    return sum(bool(plan_of(seat).steps) for seat in seats), [seat.reveal for seat in seats if seat.reveal]


GROUPS, PEOPLE = ("nimmt", "nimmt", "taxis"), 8
"""The tables of each bot. At 6 nimmt! the answer to a choice names it: that can be held against the log."""
GRACE, PLANS, AWAY = 3, 0.2, 15.0
"""Seconds of grace, how often somebody plans instead of pressing what leads on, and seconds for which they
may then leave everything to their plan."""
REMINDERS = 3
"""So many are due whenever a bot starts."""
LIFE, LONGEST = 120, 20.0
"""Requests that a bot makes at most before it dies, and seconds that it has for them."""
START, EARLY = 1.0, 0.1
"""Seconds after which a bot dies at most that dies while it starts, and how often one does."""
PAUSE = 0.02
"""Seconds between two presses, and at most from the last request to the kill."""
CALM, PATIENCE = GRACE + 1.0, 120.0
SOME, NONE = Target(">=", 1), Target("<=", 0)
COUNTED = (
    ("confirmed choices", SOME),
    ("lost", NONE),
    ("choices made twice", NONE),
    ("confirmed wishes of plans", SOME),
    ("wishes lost", NONE),
    ("while a plan waited", SOME),
    ("during a grace", SOME),
    ("graces that did not end", NONE),
    ("posted twice", NONE),
    ("errors in the log", NONE),
)
"""What is counted, and how much of it there has to be."""


async def figures(folder: Path, *, kills: int) -> list[Figure]:
    """So many kills, by as many bots side by side as there are processors."""
    lanes = max(min(os.cpu_count() or 1, kills), 1)
    share = [kills // lanes + (lane < kills % lanes) for lane in range(lanes)]
    found = await asyncio.gather(
        *(_lane(folder / f"crashes-{lane}.sqlite3", many, lane) for lane, many in enumerate(share))
    )
    due = kills * REMINDERS
    counted = [(name, sum(each[name] for each in found), target) for name, target in COUNTED]
    reminded = sum(each["reminded"] for each in found)
    counted.append((f"people reminded of {due:,}", reminded, Target(">=", due)))
    return [Figure("kills", f"{kills:,} kills: {name}", value, "", target) for name, value, target in counted]


async def _lane(database: Path, kills: int, seed: int) -> Counter[str]:
    """One bot after the other on the same database: how often there was what."""
    rng, server, found = Random(seed), town(PEOPLE, len(GROUPS)), Counter[str]()
    async with opened(database) as (store, service):
        table = await original(store, service)
    async with served(server, database, seed=seed) as (crowd, bot):
        witness = Witness(crowd)
        server.listeners.append(witness.on_request)
        await crowd.sit_down(GROUPS, grace=GRACE)
        for number in range(kills):
            await _press(crowd, rng.randint(1, LIFE), rng)
            await bot.kill()
            witness.look_back()
            crowd.forget()
            async with opened(database) as (store, _):
                found["wishes lost"] += await store.read(witness.lost_wishes)
                plans, held = await store.read(partial(waiting, channels=_channels(crowd)))
                found["while a plan waited"] += plans > 0
                found["during a grace"] += bool(held)
                await add_due_tables(store, server, table, REMINDERS)
            await _start(bot, rng)
            _show_progress(number + 1, kills, seed)
        await until(lambda: len(witness.reminders) == kills * REMINDERS, seconds=PATIENCE)
        await crowd.calm(CALM, patience=PATIENCE)
        witness.look_back()
        calm = datetime.now(UTC)
        await bot.stop()
    found["errors in the log"] = bot.errors()
    found["reminded"], found["posted twice"] = len(witness.reminders), witness.posted_twice()
    async with opened(database) as (store, _):
        await _compare(store, witness, found)
        _, held = await store.read(partial(waiting, channels=_channels(crowd)))
        found["graces that did not end"] = sum(reveal <= calm for reveal in held)
    return found


async def _compare(store: Store, witness: Witness, found: Counter[str]) -> None:
    """Holds all that was confirmed against the database."""
    logs = [await store.read(partial(logged, table=table)) for table in witness.tables]
    found["confirmed choices"] = len(witness.facts) + len(witness.held)
    found["lost"] = witness.lost({fact for log in logs for fact in log})
    found["choices made twice"] = sum(map(made_twice, logs))
    found["confirmed wishes of plans"] = witness.planned
    found["wishes lost"] += await store.read(witness.lost_wishes)


def _channels(crowd: Crowd) -> list[int]:
    return [table.channel for table in crowd.tables]


async def _press(crowd: Crowd, requests: int, rng: Random) -> None:
    """People press and plan until the bot has made so many requests, and a moment longer."""
    last, end = crowd.requests + requests, perf_counter() + LONGEST
    while crowd.requests < last and perf_counter() < end:
        if any(seat.free for seat in crowd.seats):
            planned = crowd.press_on_plan(WISH) if rng.random() < PLANS else crowd.press_something()
            if planned is not None and planned.action == WISH:
                planned.seat.away = perf_counter() + rng.choice((0, AWAY))
        await asyncio.sleep(rng.uniform(0, 2 * PAUSE))
    await asyncio.sleep(rng.uniform(0, PAUSE))


async def _start(bot: BotProcess, rng: Random) -> None:
    """A new bot; now and then one that dies while it starts comes first."""
    if rng.random() < EARLY:
        await bot.launch()
        await asyncio.sleep(rng.uniform(0, START))
        await bot.kill()
    await bot.start()


def _show_progress(done: int, kills: int, lane: int) -> None:
    """Progress in ten steps."""
    if done * 10 // kills > (done - 1) * 10 // kills:
        sys.stderr.write(f"bot {lane + 1}: {done} of {kills} kills\n")
