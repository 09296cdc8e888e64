"""Where a town lies in the picture: whatever its map, it fills the same room."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bot.games.noerdlingen.town import Cell, Crossing, Town
from render.pen import Point
from render.theme import HINT, NUMBER, SIZES, TITLE, Box

HEIGHT = 1030
MAP: Box = (16, 92, 844, 1014)
"""The meadow around the town."""
ABOVE, BESIDE = 48, 26
"""How far from the town its coordinates stand."""
_ROOM: Box = (102, 170, 822, 970)
"""What the town itself may fill, the middle of its wall included."""
_MOST = 104
_DIGITS = 0.73
"""How much of a size its digits are high."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The pixels of a town; crossings lie on whole ones."""

    cell: int
    left: int
    top: int

    def moved(self, right: float, down: float) -> Frame:
        """The same town elsewhere."""
        return Frame(self.cell, round(self.left + right), round(self.top + down))

    def at(self, crossing: Crossing) -> Point:
        """The middle of a crossing."""
        return self.left + crossing[0] * self.cell, self.top + crossing[1] * self.cell

    def box(self, cell: Cell) -> Box:
        """The square of a cell, to the middle of the roads around."""
        x, y = self.at(cell)
        return x, y, x + self.cell, y + self.cell

    def middle(self, cell: Cell) -> Point:
        """The middle of a cell."""
        x, y = self.at(cell)
        return x + self.cell / 2, y + self.cell / 2

    def scaled(self, pixels: float) -> float:
        """A measure that is given for cells of 80 pixels."""
        return pixels * self.cell / 80

    @property
    def half(self) -> int:
        """Half the width of a border."""
        return max(round(self.scaled(7)), 3)

    @property
    def soldier(self) -> float:
        """The radius of a soldier."""
        return max(round(self.scaled(18)), 8)

    @property
    def size(self) -> int:
        """The size of what is written into a cell."""
        return next((one for one in (NUMBER, TITLE) if one * _DIGITS <= self.cell * 0.45), HINT)

    @property
    def label(self) -> int:
        """The size of the coordinates."""
        fitting = [one for one in SIZES if HINT <= one <= NUMBER and one * _DIGITS + 6 <= self.cell]
        return max(fitting, default=HINT)


@cache
def frame(town: Town) -> Frame:
    """The town in the middle of its room, as large as it fits."""
    columns, rows = town.file.lattice.cell_columns, town.file.lattice.cell_rows
    left, top, right, bottom = map(int, _ROOM)
    cell = min(_MOST, (right - left) // columns, (bottom - top) // rows)
    return Frame(
        cell=cell,
        left=left + (right - left - cell * columns) // 2,
        top=top + (bottom - top - cell * rows) // 2,
    )
