"""Positions of City of Nördlingen in a line or two: seats S, O and T, the first one to draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from bot.games.chance import Chance
from bot.games.contract import Event, Refusal, Seat
from bot.games.noerdlingen.board import draws
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import (
    Closed,
    Draw,
    NoerdlingenMove,
    NoerdlingenOptions,
    NoerdlingenState,
    Territory,
)

CHANCE = Chance(bytes(range(32)))
S, O, T, D = map(Seat, range(4))  # noqa: E741 - the circle of the rules
Line = Sequence[tuple[int, int]]


def table(
    soldiers: Sequence[Line] = (),
    lines: Sequence[Line] = (),
    number: int = 0,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> NoerdlingenState:
    """A position with these soldiers by seat and borders by their corners; with a number the star is to draw
    it, else it is the turn to choose."""
    given = {"soldiers": soldiers, "polylines": lines, "options": options or {}, "date": "0519", **more}
    if number:
        given = {"numbers": [number], **given}
    return GAME.restore(msgspec.json.encode(given))


def ways(state: NoerdlingenState) -> dict[str, tuple[int, int]]:
    """All ways to draw the chosen border by their steps, with the crossing at the end."""
    return {path.steps: path.end for path in draws(state)}


def play(state: NoerdlingenState, *moves: NoerdlingenMove) -> NoerdlingenState:
    """The position after these moves of whoever's turn it is."""
    return told(state, *moves)[0]


def told(state: NoerdlingenState, *moves: NoerdlingenMove) -> tuple[NoerdlingenState, list[Event]]:
    """The position after these moves, and all events."""
    events: list[Event] = []
    for move in moves:
        step = GAME.apply(state, state.active, move, CHANCE)
        GAME.check(step.state)
        state, events = step.state, [*events, *step.events]
    return state, events


def closed(state: NoerdlingenState, start: tuple[int, int], steps: str) -> list[Territory]:
    """The territories that a draw of the active seat makes."""
    _, events = told(state, Draw(start, steps))
    return [event.territory for event in events if isinstance(event, Closed)]


def refused(state: NoerdlingenState, move: NoerdlingenMove, seat: Seat | None = None) -> Refusal:
    """Why the move is refused."""
    with pytest.raises(Refusal) as caught:
        GAME.apply(state, state.active if seat is None else seat, move, CHANCE)
    return caught.value


def new(seats: int = 3, **options: Any) -> NoerdlingenState:
    """A fresh game."""
    return GAME.setup(NoerdlingenOptions(**options), seats, CHANCE)
