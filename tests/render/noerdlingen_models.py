"""Moments of Nördlingen for the tests of pictures: played by the rules, or fuller than any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec
from picture_models import NAMES

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import (
    Decline,
    NoerdlingenOptions,
    NoerdlingenState,
    NoerdlingenView,
    WallMode,
)
from bot.games.noerdlingen.town import Cell, Crossing
from bot.text import words
from bot.view_model import ViewModel

Noerdlingen = ViewModel[NoerdlingenView]
SEATS = (3, 4)
MODES: tuple[WallMode, ...] = ("solid", "gate", "road")
STAGES = ("placing", "choosing", "drawing", "bonus", "late", "left", "over")


def played(seats: int, seed: int = 0, **options: Any) -> Iterator[NoerdlingenState]:
    """Every state of a game of people who take each bonus and otherwise do anything."""
    rng = Random(f"{seats} {seed}")
    chance = Chance(rng.randbytes(32))
    state = GAME.setup(NoerdlingenOptions(date="0519", **options), seats, chance)
    yield state
    while GAME.outcome(state) is None:
        moves = list(GAME.legal(state, state.active))
        kept = [move for move in moves if not isinstance(move, Decline)]
        state = GAME.apply(state, state.active, rng.choice(kept or moves), chance).state
        yield state


@cache
def moment(seats: int, stage: str, mode: WallMode = "solid") -> NoerdlingenState:
    """A typical moment of a game with so many seats."""
    for seed in range(30):
        for state in played(seats, seed, wall_mode=mode):
            if _is(state, stage):
                return state
    raise LookupError(f"no {stage} with {seats} seats")


def _is(state: NoerdlingenState, stage: str) -> bool:
    match stage:
        case "placing":
            return state.phase == "place" and any(state.soldiers)
        case "choosing":
            return state.phase == "choose" and state.round > 2 and len(state.waiting) == 1
        case "drawing":
            return state.phase == "draw" and state.round > 2 and len(state.waiting) == 1
        case "bonus":
            return state.phase == "bonus" and state.round > 1
        case "late":
            return state.phase == "draw" and len(state.territories) > 9
        case "left":
            return state.phase == "draw" and any(state.left)
        case _:
            return state.phase == "over"


def view_model(
    seats: int, stage: str, locale: str, *, seat: int | None = None, mode: WallMode = "solid"
) -> Noerdlingen:
    """A moment as one reader sees it."""
    return shown(moment(seats, stage, mode), locale, seat=seat)


def active(seats: int, stage: str, locale: str, mode: WallMode = "solid") -> Noerdlingen:
    """A moment as the player sees it whose turn it is."""
    return view_model(seats, stage, locale, seat=moment(seats, stage, mode).active, mode=mode)


def shown(state: NoerdlingenState, locale: str, *, seat: int | None = None) -> Noerdlingen:
    """A state as one reader sees it."""
    viewer = None if seat is None else Seat(seat)
    view, outcome = GAME.view(state, viewer), GAME.outcome(state)
    return ViewModel(1, 1, view, NAMES[: state.seats], words(locale), viewer, outcome=outcome)


def table(
    soldiers: Sequence[Sequence[Crossing]],
    lines: Sequence[Sequence[Crossing]] = (),
    number: int = 0,
    **more: Any,
) -> NoerdlingenState:
    """A position with these soldiers by seat and borders by their corners; with a number it is seat 0's turn
    to draw it, else to choose."""
    given = {"soldiers": soldiers, "polylines": lines, "date": "0519", **more}
    if number:
        given = {"numbers": [number], **given}
    return GAME.restore(msgspec.json.encode(given))


@cache
def crowded() -> NoerdlingenState:
    """Every crossing inside taken, nine territories shared by two or three, tiny churches among them."""
    lands: dict[tuple[Cell, ...], tuple[int, ...]] = {
        ((6, 3),): (0, 1),
        ((2, 6),): (0, 1, 2),
        ((2, 2), (3, 2)): (1, 3),
        ((5, 7), (6, 7)): (0, 1, 2),
        ((4, 4),): (2, 3),
        ((0, 3), (0, 4), (0, 5)): (0, 3),
        ((3, 9), (4, 9), (5, 9)): (0, 1, 3),
        ((7, 3), (7, 4)): (3,),
        ((5, 3),): (3,),
        ((2, 1),): (0,),
        ((3, 0), (4, 0), (5, 0), (3, 1), (4, 1), (5, 1)): (1, 2),
    }
    inside = the_town().points(the_town().inner)
    return table(
        [inside[seat::4] for seat in range(4)],
        sorted({edge for cells in lands for edge in _around(cells)}),
        numbers=[3, 4, 1, 6],
        active=0,
        round=5,
        territories=[{"cells": cells, "owners": owners} for cells, owners in lands.items()],
    )


def _around(cells: tuple[Cell, ...]) -> Iterator[tuple[Crossing, Crossing]]:
    # The roads between these cells and the rest of the town.
    town = the_town()
    for x, y in cells:
        sides = {
            (x - 1, y): ((x, y), (x, y + 1)),
            (x + 1, y): ((x + 1, y), (x + 1, y + 1)),
            (x, y - 1): ((x, y), (x + 1, y)),
            (x, y + 1): ((x, y + 1), (x + 1, y + 1)),
        }
        for beyond, edge in sides.items():
            if beyond not in cells and town.holds(town.cells, beyond):
                yield edge
