"""A building that is tried out on the sheet: moved, turned, flipped, always within the sheet; and typed."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal

import msgspec

from bot.games.contract import Refusal
from bot.games.my_city import cells
from bot.games.my_city.cells import COLUMNS, ROWS, Cells, Form, known, label, oriented, spot
from bot.games.my_city.city import Spot

Step = Literal["left", "up", "down", "right", "turn", "flip"]
STEPS: tuple[Step, ...] = ("left", "up", "down", "right", "turn", "flip")
_WAYS: dict[Step, Spot] = {"left": (0, -1), "up": (-1, 0), "down": (1, 0), "right": (0, 1)}
_WRITTEN = re.compile(r"(?P<at>[A-H][0-9]{1,2})/(?P<turn>[0-3])(?P<flip>f?)")
_BETWEEN = re.compile(r"[\s,、，;；・+]+")
_CELL = re.compile(r"([A-Z])-?([0-9]{1,2})|([0-9]{1,2})-?([A-Z])")
_LONGEST = 40
"""Characters that are repeated of what nobody understood."""


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
        if self.inside(shape) != self:
            raise Refusal("off_sheet", cell=self.at)
        form = oriented(shape, self.turn, self.flip)
        top, left = _corner(self, form)
        return cells.ordered(label((top + row, left + column)) for row, column in form)

    def steered(self, shape: str, step: Step) -> Ghost:
        """One cell further, a quarter turn clockwise, or mirrored as it is seen; never outside the sheet."""
        top, left = _corner(self, oriented(shape, self.turn, self.flip))
        match step:
            case "turn":
                return _placed(shape, (top, left), (self.turn + 1) % 4, self.flip)
            case "flip":
                return _placed(shape, (top, left), -self.turn % 4, not self.flip)
            case _:
                down, right = _WAYS[step]
                return _placed(shape, (top + down, left + right), self.turn, self.flip)

    def inside(self, shape: str) -> Ghost:
        """The same, moved onto the sheet where it reaches over the edge."""
        return _placed(shape, _corner(self, oriented(shape, self.turn, self.flip)), self.turn, self.flip)


@lru_cache(maxsize=4096)
def ghost_of(spots: Cells) -> Ghost:
    """The ghost that covers these cells, with as few turns as possible and flipped only if it must be.
    Refusals: wrong_shape."""
    shape = cells.shape_of(map(spot, spots))
    if shape is None:
        raise Refusal("wrong_shape")
    wanted = cells.ordered(spots)
    return next(ghost for ghost in _ghosts_at(wanted[0]) if ghost.inside(shape).cells(shape) == wanted)


def ways(shape: str, at: str) -> tuple[Cells, ...]:
    """All different ways in which a shape can lie with its upper left cell there; none where each of them
    reaches over the edge. Refusals: no_such_cell {cell}."""
    if not known(at):
        raise Refusal("no_such_cell", cell=at)
    found = [ghost.cells(shape) for ghost in _ghosts_at(at) if ghost.inside(shape) == ghost]
    return tuple(dict.fromkeys(found))


def changes(shape: str, step: Literal["turn", "flip"]) -> bool:
    """Whether turning, or flipping, ever makes a difference to a shape."""
    if step == "turn":
        return len(cells.orientations(shape)) > 1
    return any(oriented(shape, -turn % 4, True) != oriented(shape, turn, False) for turn in range(4))


def ghost_from(text: str) -> Ghost | None:
    """What a control carries; None if it is no ghost, or one on a cell that doesn't exist."""
    found = _WRITTEN.fullmatch(text)
    if found is None or not known(found["at"]):
        return None
    return Ghost(found["at"], int(found["turn"]), bool(found["flip"]))


def spot_from(text: str) -> Ghost | Cells:
    """The cells that somebody means, or a whole ghost as it is suggested (`D4/1f`).
    Refusal: no_such_cell {cell}."""
    at, _, turned = _folded(text).partition("/")
    if ghost := ghost_from(f"{at}/{turned.lower()}"):
        return ghost
    found: list[str] = []
    for part in typed_parts(text) or [text]:
        written = _CELL.fullmatch(part)
        cell = f"{written[1] or written[4]}{int(written[2] or written[3])}" if written else part
        if not known(cell):
            cut = part if len(part) <= _LONGEST else f"{part[: _LONGEST - 1].rstrip()}…"
            raise Refusal("no_such_cell", cell=cut)
        found.append(cell)
    return tuple(found)


def typed_parts(text: str) -> list[str]:
    """A list of cells that somebody types, split, in capitals and narrow letters."""
    return [part for part in _BETWEEN.split(_folded(text)) if part]


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().upper()


def _ghosts_at(at: str) -> list[Ghost]:
    """The ghosts of a cell, those with few turns first, flipped ones last."""
    return [Ghost(at, turn, flip) for flip in (False, True) for turn in range(4)]


def _corner(ghost: Ghost, form: Form) -> Spot:
    """The upper left corner of the rectangle round the ghost; it may lie outside the sheet."""
    row, column = spot(ghost.at)
    return row - form[0][0], column - form[0][1]


def _placed(shape: str, corner: Spot, turn: int, flip: bool) -> Ghost:
    """The ghost whose rectangle begins there, or as near as the sheet allows."""
    form = oriented(shape, turn, flip)
    height, width = cells.extent(form)
    top, left = min(max(corner[0], 0), ROWS - height), min(max(corner[1], 0), COLUMNS - width)
    return Ghost(label((top + form[0][0], left + form[0][1])), turn, flip)
