"""Positions of Thurn and Taxis in a line or two: cities by their ids, seats parted by strokes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from bot.games.chance import Chance
from bot.games.contract import Event, Refusal, Seat
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.moves import Closed, TaxisMove, Tile
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.turn import CARDS

CHANCE = Chance(bytes(range(32)))
A, B, C, D = map(Seat, range(4))


def cities(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def by_seat(text: str) -> list[list[str]]:
    return [part.split() for part in text.split("/")]


def table(routes: str = "/", hands: str = "", offices: str = "", **more: Any) -> TaxisState:
    seats = routes.count("/") + 1
    given = {name: by_seat(text) for name, text in (("hands", hands), ("offices", offices)) if text}
    lists = {name: [*entries, *[[]] * (seats - len(entries))] for name, entries in given.items()}
    more = {
        name: cities(value) if isinstance(value, str) and name in PILES else value
        for name, value in more.items()
    }
    return GAME.restore(msgspec.json.encode({"routes": by_seat(routes), **lists, **more}))


PILES = ("deck", "discard", "display")


def others(*used: str) -> str:
    left = Counter(CARDS)
    left.subtract(cities(" ".join(used).replace("/", " ")))
    return " ".join(left.elements())


def play(state: TaxisState, *moves: TaxisMove) -> TaxisState:
    return told(state, *moves)[0]


def told(state: TaxisState, *moves: TaxisMove) -> tuple[TaxisState, list[Event]]:
    events: list[Event] = []
    for move in moves:
        step = GAME.apply(state, state.active, move, CHANCE)
        GAME.check(step.state)
        state, events = step.state, [*events, *step.events]
    return state, events


def refused(state: TaxisState, move: TaxisMove, seat: Seat | None = None) -> str:
    with pytest.raises(Refusal) as caught:
        GAME.apply(state, state.active if seat is None else seat, move, CHANCE)
    return caught.value.code


def closed(events: list[Event]) -> Closed:
    (event,) = [event for event in events if isinstance(event, Closed)]
    return event


def tiles(text: str) -> list[Tile]:
    """`"baden 3, length_5 2"` as tiles."""
    return [Tile(stack, int(value)) for stack, value in (part.split() for part in text.split(",") if part)]


def hand(state: TaxisState, seat: Seat) -> str:
    return " ".join(state.hands[seat])


def route(state: TaxisState, seat: Seat) -> str:
    return " ".join(state.routes[seat])
