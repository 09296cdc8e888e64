"""Positions of My City in a line or two: sheets as `"r D1 D2, c E1"`, one letter for each kind."""

from importlib.resources import files
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.contract import Event, Refusal, Seat
from bot.games.my_city.cells import Roll, label
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import legal_spots
from bot.games.my_city.moves import Build, MyCityMove, MyCityState, Pass, Stop
from bot.games.my_city.scoring import Row, rows

CHANCE = Chance(bytes(range(32)))
A, B, C = map(Seat, range(3))
KINDS = {"r": "residential", "i": "industrial", "p": "public", "c": "church", "f": "fortress"}
PRINTED: dict[str, Any] = msgspec.json.decode(
    files("tests.games.my_city").joinpath("printed.json").read_bytes()
)
"""What the rules file gives as data: worked examples, golden games, counts, features."""
COMPASS = Roll("L2", "R6", "residential")
FACES = {
    "I1": ("L2", "R5"),
    "I2": ("L4", "R5"),
    "I3": ("L2", "R2"),
    "V3": ("L1", "R5"),
    "I4": ("L6", "R2"),
    "L4": ("L1", "R1"),
    "O4": ("L4", "R3"),
    "L5": ("L1", "R2"),
    "U5": ("L1", "R3"),
}
"""A pair of faces for each shape."""


def cells(text: str) -> tuple[str, ...]:
    """`"D1 D2"` as a tuple."""
    return tuple(text.split())


def at(*cells: str) -> Build:
    """The move that builds on these cells."""
    return Build(cells)


def roll(shape: str, kind: str = "r") -> Roll:
    """Dice that show this shape and type."""
    left, right = FACES[shape]
    return Roll(left, right, KINDS[kind])  # pyright: ignore[reportArgumentType]


def drawn(text: str) -> list[dict[str, Any]]:
    """`"r D1 D2, c E1"` as structures."""
    parts = [part.split() for part in text.split(",") if part.strip()]
    return [{"kind": KINDS[kind], "cells": cells} for kind, *cells in parts]


def sheet(text: str = "", **more: Any) -> dict[str, Any]:
    """A sheet with these structures."""
    return {"drawn": drawn(text), **more}


def table(episode: int, *sheets: str | dict[str, Any], **more: Any) -> MyCityState:
    """A position in an episode with these sheets, one for each seat; whatever else is not given follows."""
    given = [sheet(item) if isinstance(item, str) else item for item in sheets or ("",)]
    if isinstance(more.get("roll"), Roll):
        more["roll"] = msgspec.to_builtins(more["roll"])
    return GAME.restore(msgspec.json.encode({"episode": episode, "sheets": given, **more}))


def rolled(state: MyCityState, now: Roll) -> MyCityState:
    """The same position with other dice."""
    return replace(state, roll=now)


def play(state: MyCityState, *moves: MyCityMove, seat: Seat = A) -> MyCityState:
    """The position after these moves of a seat."""
    return told(state, *[(seat, move) for move in moves])[0]


def told(state: MyCityState, *moves: tuple[Seat, MyCityMove]) -> tuple[MyCityState, list[Event]]:
    """The position after these moves, and all events."""
    events: list[Event] = []
    for seat, move in moves:
        step = GAME.apply(state, seat, move, CHANCE)
        GAME.check(step.state)
        state, events = step.state, [*events, *step.events]
    return state, events


def refused(state: MyCityState, move: MyCityMove, seat: Seat = A) -> str:
    """Why the move is refused."""
    with pytest.raises(Refusal) as caught:
        GAME.apply(state, seat, move, CHANCE)
    assert move not in GAME.legal(state, seat)
    return caught.value.code


def accepted(state: MyCityState, move: MyCityMove, seat: Seat = A) -> bool:
    """Whether the move is legal; `legal` and `apply` are asked both."""
    try:
        GAME.apply(state, seat, move, CHANCE)
    except Refusal:
        assert move not in GAME.legal(state, seat)
        return False
    assert move in GAME.legal(state, seat)
    return True


def row(state: MyCityState, key: str, seat: Seat = A) -> Row:
    """One row of a seat's score sheet as it stands."""
    return next(row for row in rows(state, seat) if row.key == key)


def points(state: MyCityState, seat: Seat = A) -> dict[str, int]:
    """All rows of a seat's score sheet as it stands, and their total."""
    found = {row.key: row.points for row in rows(state, seat)}
    return {**found, "total": sum(found.values())}


def spots(state: MyCityState, seat: Seat = A) -> set[str]:
    """Where the seat may build, each as its cells in a line."""
    return {" ".join(cells) for cells in legal_spots(state, seat)}


def labels(spots: list[list[int]]) -> tuple[str, ...]:
    """Cells of the data by their labels."""
    return tuple(label((row, column)) for row, column in spots)


PASS, STOP = Pass(), Stop()
PLATEAU = "r F10, r F9 F8, r F7 F6, r F5, r F4 F3, r E3, r D3, r C3, r A3 B3, r D2, r C2"
"""All of the plateau of episode 7 but C1."""
