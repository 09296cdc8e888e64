"""What people have been told while a bot is killed again and again, and what its database knows of it."""

import json
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from bot.bench.crowd import Crowd, Press
from bot.bench.discord_server import Request, components
from bot.bench.dues import Reminders
from bot.store import Repositories
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
        number = self.crowd.server.backend.interaction_tokens.get(parts[3])
        press = next((press for press in self.crowd.presses if press.record.id == number), None)
        if press is not None:
            self._answered(press, str(request.body))
            if parts[1] == "webhooks":
                self.settled.add(press.key)

    def _answered(self, press: Press, said: str) -> None:
        fact = chosen(press)
        if fact is not None and words(None)(CHOSEN, card=fact.card) in said:
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
