"""`python -m bot bench --kills N`: real processes of the bot are killed at random moments while people press
and reminders are due.

Every choice that was confirmed to somebody has to be stored, nothing may be posted twice, and everybody gets
the reminder that is due.
"""

import asyncio
import json
import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

from bot.bench.copies import add_due_tables, opened, original
from bot.bench.crowd import Crowd, served, town
from bot.bench.discord_server import Request, components, until
from bot.bench.dues import Reminders
from bot.bench.figures import Figure, Target
from bot.bench.processes import BotProcess
from bot.store import Repositories
from bot.text import words

GROUPS, PEOPLE = ("nimmt", "nimmt", "taxis"), 8
"""The tables of each bot. At 6 nimmt! the answer to a choice names it: that can be held against the log."""
CHOICE, CHOSEN = "nimmt.step", "six_nimmt.panel.chosen"
"""What is pressed to choose a card, and the words by which the bot says that it is chosen."""
REMINDERS = 3
"""So many are due whenever a bot starts."""
LIFE, LONGEST = 120, 20.0
"""Requests that a bot makes at most before it dies, and seconds that it has for them."""
START, EARLY = 1.0, 0.1
"""Seconds after which a bot dies at most that dies while it starts, and how often one does."""
PAUSE = 0.02
"""Seconds between two presses, and at most from the last request to the kill."""
CALM, PATIENCE = 2.0, 120.0
NONE = Target("<=", 0)


class Fact(NamedTuple):
    """A choice that was confirmed to somebody."""

    table: int
    turn: int
    user: int
    card: int


@dataclass(slots=True)
class Witness:
    """What people have seen of one bot through all of its lives."""

    crowd: Crowd
    facts: set[Fact] = field(default_factory=set[Fact])
    reminders: Reminders = field(default_factory=Reminders)

    def on_request(self, request: Request) -> None:
        """Notes a choice whose answer says that it is chosen, and a reminder."""
        self.reminders.on_request(request)
        parts = request.path.split("/")
        if parts[1] not in ("interactions", "webhooks") or request.status >= 400:
            return
        number = self.crowd.server.backend.interaction_tokens.get(parts[3])
        press = next((press for press in self.crowd.presses if press.record.id == number), None)
        if press is None or press.action != CHOICE or "choose/" not in press.custom_id:
            return
        card = int(press.custom_id.rpartition("/")[2])
        if words(None)(CHOSEN, card=card) in str(request.body):
            table, turn = map(int, press.custom_id.split(":")[2:4])
            self.facts.add(Fact(table, turn, press.seat.user, card))

    def posted_twice(self) -> int:
        """How many posts say the same again: of one table and turn, in one place."""
        counted: Counter[tuple[str, str]] = Counter()
        for message in self.crowd.server.posted:
            first = next(iter(components(message)), None)
            if first is not None:
                counted[message["channel_id"], first["custom_id"]] += 1
        return counted.total() - len(counted)


async def figures(folder: Path, *, kills: int) -> list[Figure]:
    """So many kills, by as many bots side by side as there are processors."""
    lanes = max(min(os.cpu_count() or 1, kills), 1)
    share = [kills // lanes + (lane < kills % lanes) for lane in range(lanes)]
    found = await asyncio.gather(
        *(_lane(folder / f"crashes-{lane}.sqlite3", many, lane) for lane, many in enumerate(share))
    )
    facts, lost, reminded, twice, errors = map(sum, zip(*found, strict=True))
    name, due = f"{kills:,} kills", kills * REMINDERS
    return [
        Figure("kills", f"{name}: confirmed choices", facts, "", Target(">=", 1)),
        Figure("kills", f"{name}: lost", lost, "", NONE),
        Figure("kills", f"{name}: people reminded of {due:,}", reminded, "", Target(">=", due)),
        Figure("kills", f"{name}: posted twice", twice, "", NONE),
        Figure("kills", f"{name}: errors in the log", errors, "", NONE),
    ]


async def _lane(database: Path, kills: int, seed: int) -> tuple[int, int, int, int, int]:
    """One bot after the other on the same database: facts, lost ones, people reminded, posts too many, errors
    in the log."""
    rng, server = Random(seed), town(PEOPLE, len(GROUPS))
    async with opened(database) as (store, service):
        table = await original(store, service)
    async with served(server, database, seed=seed) as (crowd, bot):
        witness = Witness(crowd)
        server.listeners.append(witness.on_request)
        await crowd.sit_down(GROUPS)
        for number in range(kills):
            await _press(crowd, rng.randint(1, LIFE), rng)
            await bot.kill()
            crowd.forget()
            async with opened(database) as (store, _):
                await add_due_tables(store, server, table, REMINDERS)
            await _start(bot, rng)
            _show_progress(number + 1, kills, seed)
        await until(lambda: len(witness.reminders) == kills * REMINDERS, seconds=PATIENCE)
        await crowd.calm(CALM, patience=PATIENCE)
        await bot.stop()
    log = bot.log.read_text(encoding="utf-8")
    lost = await _lost(database, witness.facts)
    return len(witness.facts), lost, len(witness.reminders), witness.posted_twice(), log.count("Traceback")


async def _press(crowd: Crowd, requests: int, rng: Random) -> None:
    """People press until the bot has made so many requests, and a moment longer."""
    last, end = crowd.requests + requests, perf_counter() + LONGEST
    while crowd.requests < last and perf_counter() < end:
        if any(seat.free for seat in crowd.seats):
            crowd.press_something()
        await asyncio.sleep(rng.uniform(0, 2 * PAUSE))
    await asyncio.sleep(rng.uniform(0, PAUSE))


async def _start(bot: BotProcess, rng: Random) -> None:
    """A new bot; now and then one that dies while it starts comes first."""
    if rng.random() < EARLY:
        await bot.launch()
        await asyncio.sleep(rng.uniform(0, START))
        await bot.kill()
    await bot.start()


async def _lost(database: Path, facts: set[Fact]) -> int:
    """How many of the facts the log does not know."""
    async with opened(database) as (store, _):
        logged = [await store.read(partial(_logged, table=table)) for table in {fact.table for fact in facts}]
    return len(facts.difference(*logged))


async def _logged(stored: Repositories, table: int) -> list[Fact]:
    """The choices in the log of a table."""
    users = {seat.seat: seat.user or 0 for seat in await stored.seats.at(table)}
    row = await stored.tables.get(table)
    assert row is not None
    made = [(step, json.loads(step.move)) for step in await stored.log.between(table, 0, row.version)]
    return [
        Fact(table, step.turn, users[step.seat], move["card"])
        for step, move in made
        if move["move"] == "choose"
    ]


def _show_progress(done: int, kills: int, lane: int) -> None:
    """Progress in ten steps."""
    if done * 10 // kills > (done - 1) * 10 // kills:
        sys.stderr.write(f"bot {lane + 1}: {done} of {kills} kills\n")
