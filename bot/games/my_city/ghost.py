"""A building that is tried out on the sheet: moved, turned, flipped, always within the sheet."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

import msgspec

from bot.games.contract import Refusal
from bot.games.my_city.cells import (
    COLUMNS,
    ROWS,
    Cells,
    Form,
    known,
    label,
    ordered,
    orientations,
    oriented,
    shape_of,
    spot,
)
from bot.games.my_city.city import Spot

Step = Literal["left", "up", "down", "right", "turn", "flip"]
STEPS: tuple[Step, ...] = ("left", "up", "down", "right", "turn", "flip")
_WAYS: dict[str, Spot] = {"left": (0, -1), "up": (-1, 0), "down": (1, 0), "right": (0, 1)}
_WRITTEN = re.compile(r"(?P<at>[A-H][0-9]{1,2})/(?P<turn>[0-3])(?P<flip>f?)")


class Ghost(msgspec.Struct, frozen=True):
    """Where a shape would stand: its upper left cell (the first one of its top row), how many quarter turns
    clockwise it is turned, and whether it was flipped before."""

    at: str
    turn: int = 0
    flip: bool = False

    def __str__(self) -> str:
        """As a control carries it: `D4/1f`."""
        return f"{self.at}/{self.turn}{'f' * self.flip}"

    def cells(self, shape: str) -> Cells:
        """The cells of this shape there. Refusals: no_such_cell {cell}, off_sheet {cell}."""
        if not known(self.at):
            raise Refusal("no_such_cell", cell=self.at)
        form = oriented(shape, self.turn, self.flip)
        top, left = _corner(self, form)
        if not _fits(top, ROWS, form, 0) or not _fits(left, COLUMNS, form, 1):
            raise Refusal("off_sheet", cell=self.at)
        return ordered(label((top + row, left + column)) for row, column in form)

    def steered(self, shape: str, step: Step) -> Ghost:
        """One cell further, a quarter turn clockwise, or mirrored as it is seen; never outside the sheet."""
        corner = _corner(self, oriented(shape, self.turn, self.flip))
        match step:
            case "turn":
                return _placed(shape, corner, (self.turn + 1) % 4, self.flip)
            case "flip":
                return _placed(shape, corner, -self.turn % 4, not self.flip)
            case _:
                down, right = _WAYS[step]
                return _placed(shape, (corner[0] + down, corner[1] + right), self.turn, self.flip)

    def inside(self, shape: str) -> Ghost:
        """The same, moved onto the sheet where it reaches over the edge."""
        return _placed(shape, _corner(self, oriented(shape, self.turn, self.flip)), self.turn, self.flip)


@lru_cache(maxsize=4096)
def ghost_of(cells: Cells) -> Ghost:
    """The ghost that covers these cells, with as few turns as possible and flipped only if it must be.
    Refusals: wrong_shape."""
    shape = shape_of(map(spot, cells))
    if shape is None:
        raise Refusal("wrong_shape")
    wanted = ordered(cells)
    return next(ghost for ghost in _ghosts_at(wanted[0]) if ghost.inside(shape).cells(shape) == wanted)


def ways(shape: str, at: str) -> tuple[Cells, ...]:
    """All different ways in which a shape can lie with its upper left cell there; none where each of them
    reaches over the edge. Refusals: no_such_cell {cell}."""
    if not known(at):
        raise Refusal("no_such_cell", cell=at)
    found = [ghost.cells(shape) for ghost in _ghosts_at(at) if ghost.inside(shape) == ghost]
    return tuple(dict.fromkeys(found))


def ghost_from(text: str) -> Ghost | None:
    """What a control carries; None if it is no ghost, or one on a cell that doesn't exist."""
    found = _WRITTEN.fullmatch(text)
    if found is None or not known(found["at"]):
        return None
    return Ghost(found["at"], int(found["turn"]), bool(found["flip"]))


def changes(shape: str, step: Literal["turn", "flip"]) -> bool:
    """Whether turning, or flipping, ever makes a difference to a shape."""
    forms = orientations(shape)
    if step == "turn":
        return len(forms) > 1
    return any(oriented(shape, -turn % 4, True) != oriented(shape, turn, False) for turn in range(4))


def _ghosts_at(at: str) -> list[Ghost]:
    """The ghosts of a cell, those with few turns first, flipped ones last."""
    return [Ghost(at, turn, flip) for flip in (False, True) for turn in range(4)]


def _corner(ghost: Ghost, form: Form) -> Spot:
    """The upper left corner of the rectangle round the ghost; it may lie outside the sheet."""
    row, column = spot(ghost.at)
    return row - form[0][0], column - form[0][1]


def _fits(first: int, size: int, form: Form, axis: int) -> bool:
    return 0 <= first <= size - 1 - max([cell[axis] for cell in form])


def _placed(shape: str, corner: Spot, turn: int, flip: bool) -> Ghost:
    """The ghost whose rectangle begins there, or as near as the sheet allows."""
    form = oriented(shape, turn, flip)
    height, width = (1 + max(side) for side in zip(*form, strict=True))
    top, left = min(max(corner[0], 0), ROWS - height), min(max(corner[1], 0), COLUMNS - width)
    return Ghost(label((top + form[0][0], left + form[0][1])), turn, flip)
