"""Positions of My City, dice and moves as text: sheets as `"r D1 D2, c E1"`, one letter for each kind."""

from importlib.resources import files
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.contract import Event, Refusal, Seat
from bot.games.my_city.cells import Roll, cells_of, label, mask_of
from bot.games.my_city.city import EPISODES
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import legal_spots
from bot.games.my_city.moves import Begin, Build, Finish, MyCityMove, MyCityState, Pass, Sheet, Stop
from bot.games.my_city.scoring import Row, rows
from bot.games.my_city.site import site_of

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


def roll(text: str) -> Roll:
    """Dice that show this shape and type (`"I1 p"`; `"I1"` is residential), or `"compass"`."""
    if text == "compass":
        return COMPASS
    shape, kind = [*text.split(), "r"][:2]
    left, right = FACES[shape]
    return Roll(left, right, KINDS[kind])  # pyright: ignore[reportArgumentType]


def move(text: str) -> MyCityMove:
    """`"pass"`, `"stop"`, `"finish"`, `"begin 7"`, or the cells to build on."""
    match text.split():
        case ["pass"]:
            return PASS
        case ["stop"]:
            return STOP
        case ["finish"]:
            return Finish()
        case ["begin", episode]:
            return Begin(int(episode))
        case where:
            return Build(tuple(where))


def drawn(text: str) -> list[dict[str, Any]]:
    """`"r D1 D2, c E1"` as structures."""
    parts = [part.split() for part in text.split(",") if part.strip()]
    return [{"kind": KINDS[kind], "cells": cells} for kind, *cells in parts]


def filled(episode: int, *free: str) -> str:
    """A sheet on which all but these cells is built over, cell by cell, each beside the one before."""
    left = site_of(episode, Sheet(bandits=EPISODES[episode].printed_bandits)).free & ~mask_of(free)
    return ", ".join([f"{'rip'[place % 3]} {cell}" for place, cell in enumerate(cells_of(left))])


def sheet(text: str = "", **more: Any) -> dict[str, Any]:
    """A sheet with these structures."""
    return {"drawn": drawn(text), **more}


def table(episode: int, *sheets: str | dict[str, Any], dice: str = "", **more: Any) -> MyCityState:
    """A position in an episode with these sheets, one for each seat; whatever else is not given follows."""
    given = [sheet(item) if isinstance(item, str) else item for item in sheets or ("",)]
    if dice:
        more["roll"] = roll(dice)
    return GAME.restore(msgspec.json.encode({"episode": episode, "sheets": given, **more}))


def rolled(state: MyCityState, now: Roll) -> MyCityState:
    """The same position with other dice."""
    return replace(state, roll=now)


def told(state: MyCityState, text: str) -> tuple[MyCityState, list[Event]]:
    """The position after these moves, and all events: `"A D1 D2; B pass"`, of seat A without a letter.
    `"dice I1"` lets the dice show something else."""
    events: list[Event] = []
    for part in text.split(";"):
        first, *rest = part.split()
        if first == "dice":
            state = rolled(state, roll(" ".join(rest)))
            continue
        seat, made = ("ABC".index(first), " ".join(rest)) if first in "ABC" else (A, part)
        step = GAME.apply(state, Seat(seat), move(made), CHANCE)
        GAME.check(step.state)
        state, events = step.state, [*events, *step.events]
    return state, events


def play(state: MyCityState, text: str) -> MyCityState:
    """The position after these moves."""
    return told(state, text)[0]


def why(state: MyCityState, text: str, seat: Seat = A) -> str:
    """Why the move is refused, nothing where it is legal; `legal` and `apply` are asked both."""
    try:
        GAME.apply(state, seat, move(text), CHANCE)
    except Refusal as refusal:
        assert move(text) not in GAME.legal(state, seat)
        return refusal.code
    assert move(text) in GAME.legal(state, seat)
    return ""


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
CHURCHES = "c C3 D3 E3, c C4 D4 C5 D5, c B6 C6 D6 C7"
"""All three of episode 4, in their order."""
PLATEAU = "r F10, r F9 F8, r F7 F6, r F5, r F4 F3, r E3, r D3, r C3, r A3 B3, r D2, r C2"
"""All of the plateau of episode 7 but C1."""
