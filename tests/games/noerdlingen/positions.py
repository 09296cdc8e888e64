"""Positions of City of Nördlingen in a line or two: seats S, O and T, the first one to draw."""

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.games.contract import Seat
from bot.games.noerdlingen.board import draws
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import (
    Closed,
    Draw,
    NoerdlingenOptions,
    NoerdlingenState,
    Territory,
)
from tests.games.in_turn import CHANCE, Turns

S, O, T, D = map(Seat, range(4))  # noqa: E741 - the circle of the rules
Line = Sequence[tuple[int, int]]
_TURNS = Turns(GAME)
told, play, refused = _TURNS.told, _TURNS.play, _TURNS.refused


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


def closed(state: NoerdlingenState, start: tuple[int, int], steps: str) -> list[Territory]:
    """The territories that a draw of the active seat makes."""
    _, events = told(state, Draw(start, steps))
    return [event.territory for event in events if isinstance(event, Closed)]


def new(seats: int = 3, **options: Any) -> NoerdlingenState:
    """A fresh game."""
    return GAME.setup(NoerdlingenOptions(**options), seats, CHANCE)
