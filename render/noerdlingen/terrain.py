"""The town as cut paper, drawn once for a map: meadow, streets, blocks, the wall; and where it lies."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise, product

from PIL import Image

from bot.games.noerdlingen.board import standing
from bot.games.noerdlingen.moves import WallMode
from bot.games.noerdlingen.town import Cell, Crossing, Town
from render.noerdlingen import colours
from render.pen import Pen, Point, kept
from render.theme import HINT, INK, NUMBER, SIZES, TITLE, Box, Colour

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


_WALL = 24
_TEETH = 4
"""Battlements along an edge of the wall."""
_DASH = 9
_TOWER = ((19.5, INK), (17.5, colours.BATTLEMENT), (13.5, INK), (12.5, colours.TOWER))
"""A round tower from above: battlements, within them the roof."""
_GATE = ((14, INK), (12, colours.STONE), (9, colours.STREET))
"""Where a soldier may stand on the wall."""


def ground(town: Town) -> Image.Image:
    """The meadow, the streets and the blocks of a town."""
    return kept(("noerdlingen ground", town), lambda: _painted(town, _ground).convert("RGB"))


def wall(town: Town, mode: WallMode) -> Image.Image:
    """The wall of a town, to be laid over whatever lies on the ground."""
    return kept(("noerdlingen wall", town, mode), lambda: _painted(town, partial(_wall, mode=mode)))


def _painted(town: Town, paint: Callable[[Pen, Town, Frame], None]) -> Image.Image:
    left, top, right, bottom = MAP
    place = frame(town)
    pen = Pen(right - left, bottom - top)
    paint(pen, town, replace(place, left=round(place.left - left), top=round(place.top - top)))
    return pen.finish()


def _ground(pen: Pen, town: Town, place: Frame) -> None:
    pen.rounded((0, 0, MAP[2] - MAP[0], MAP[3] - MAP[1]), 0, colours.MEADOW)
    lattice = town.file.lattice
    for x, y in product(range(lattice.cell_columns), range(lattice.cell_rows)):
        # Beside the town, touching it nowhere, not even at a corner.
        if not any(town.holds(town.cells, cell) for cell in product((x - 1, x, x + 1), (y - 1, y, y + 1))):
            _tree(pen, place, (x, y))
    _guides(pen, town, place)
    ring = _ring(town, place)
    pen.stroke(ring, place.scaled(_WALL + 24), colours.GLOW)
    pen.polygon(ring, colours.STREET)
    churches = {cell for church, _ in town.churches for cell in church.cells}
    for cell in town.points(town.cells):
        if cell not in churches:
            block(pen, place, cell)


def _ring(town: Town, place: Frame) -> list[Point]:
    corners = town.file.wall_polygon
    return [place.at(corner) for corner in (*corners, corners[0])]


def _tree(pen: Pen, place: Frame, cell: Cell) -> None:
    # Two of different size, the other way round in each second cell.
    x, y = place.middle(cell)
    turn = 1 if (cell[0] + cell[1]) % 2 else -1
    for across, down, radius in ((-13 * turn, 6, 15), (14 * turn, -8, 10)):
        left, top = x + place.scaled(across), y + place.scaled(down)
        pen.disc(left, top, place.scaled(radius), colours.TREE)
        pen.disc(left - place.scaled(2), top - place.scaled(2.5), place.scaled(radius * 0.68), colours.LEAVES)


def _guides(pen: Pen, town: Town, place: Frame) -> None:
    """Dashes from each coordinate to the first crossing of its line."""
    points, half = town.points(town.crossings), 0.9
    left, top = (side - place.scaled(14) for side in place.at((0, 0)))
    for x in {x for x, _ in points}:
        across, end = place.at((x, min(y for column, y in points if column == x)))
        for y in _steps(top, end):
            pen.rounded((across - half, y, across + half, y + _DASH), 0, colours.GUIDE)
    for row in {y for _, y in points}:
        end, down = place.at((min(x for x, y in points if y == row), row))
        for x in _steps(left, end):
            pen.rounded((x, down - half, x + _DASH, down + half), 0, colours.GUIDE)


def _steps(start: float, end: float) -> Iterator[float]:
    while start < end:
        yield start
        start += 2 * _DASH


def block(pen: Pen, place: Frame, cell: Cell) -> None:
    """A block of houses under one roof; every second ridge runs the other way."""

    def inset(by: float) -> tuple[float, float, float, float]:
        left, top, right, bottom = place.box(cell)
        side = place.scaled(by)
        return left + side, top + side, right - side, bottom - side

    pen.rounded(inset(9), place.scaled(7), colours.EAVES)
    pen.rounded(inset(11), place.scaled(5.5), colours.BLOCK)
    left, top, right, bottom = inset(16)
    ridge = place.scaled(17)
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if (cell[0] + cell[1]) % 2:
        one, other = (left + ridge, (top + bottom) / 2), (right - ridge, (top + bottom) / 2)
        sides = [one, other], [other], [other, one], [one]
    else:
        one, other = ((left + right) / 2, top + ridge), ((left + right) / 2, bottom - ridge)
        sides = [one], [one, other], [other], [other, one]
    # Clockwise from the top; the light comes from there and from the left.
    for index, (side, shade) in enumerate(zip(sides, (0, 2, 3, 1), strict=True)):
        pen.polygon([corners[index], *side, corners[(index + 1) % 4]], colours.ROOFS[shade])


def _wall(pen: Pen, town: Town, place: Frame, mode: WallMode) -> None:
    ring, wide = _ring(town, place), place.scaled(_WALL)
    pen.stroke(ring, wide + 5, INK)
    pen.stroke(ring, wide, colours.STONE)
    if mode == "road":
        pen.stroke(ring, wide * 0.42, colours.STREET)
    else:
        for x, y in _teeth(ring, place.cell / _TEETH):
            side = place.scaled(5)
            pen.rounded((x - side, y - side, x + side, y + side), place.scaled(2), colours.BATTLEMENT)
    stands = standing(town, mode) & ~town.inner
    for corner in town.file.wall_polygon:
        x, y = corner
        around = [town.holds(town.cells, cell) for cell in product((x - 1, x), (y - 1, y))]
        if not town.holds(stands, corner) and sum(around) == 1:
            x, y = place.at(corner)
            _rings(pen, place, (x, y), _TOWER)
            shift = place.scaled(2.5)
            pen.disc(x - shift, y - shift, place.scaled(7), colours.TOWER_LIGHT)
    for crossing in town.points(stands):
        _rings(pen, place, place.at(crossing), _GATE)


def _rings(pen: Pen, place: Frame, at: Point, rings: Sequence[tuple[float, Colour]]) -> None:
    for radius, colour in rings:
        pen.disc(*at, place.scaled(radius), colour)


def _teeth(ring: Sequence[Point], step: float) -> Iterator[Point]:
    # Evenly along each side, none on a corner.
    for (x, y), (to_x, to_y) in pairwise(ring):
        count = round((abs(to_x - x) + abs(to_y - y)) / step)
        for index in range(count):
            share = (index + 0.5) / count
            yield x + (to_x - x) * share, y + (to_y - y) * share
