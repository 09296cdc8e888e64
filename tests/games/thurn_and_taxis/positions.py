"""Positions of Thurn and Taxis in a line or two: cities by their ids, seats parted by strokes."""

from collections import Counter
from typing import Any

import msgspec

from bot.games.contract import Event, Seat
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.moves import Closed, TaxisMove, Tile
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.turn import CARDS
from tests.games.in_turn import CHANCE as CHANCE, Turns

A, B, C, D = map(Seat, range(4))
_TURNS = Turns(GAME)
told, play = _TURNS.told, _TURNS.play


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


def refused(state: TaxisState, move: TaxisMove, seat: Seat | None = None) -> str:
    """Why the move is refused."""
    return _TURNS.refused(state, move, seat).code


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
