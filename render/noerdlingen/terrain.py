"""The town as cut paper: meadow, streets, blocks, the wall with its towers; drawn once for a map."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from PIL import Image

from bot.games.noerdlingen.moves import WallMode
from bot.games.noerdlingen.paths import standing
from bot.games.noerdlingen.town import Cell, Town
from render.noerdlingen.colours import (
    BATTLEMENT,
    BLOCK,
    EAVES,
    GLOW,
    GUIDE,
    LEAVES,
    MEADOW,
    ROOFS,
    STONE,
    STREET,
    TOWER,
    TOWER_LIGHT,
    TREE,
)
from render.noerdlingen.frame import MAP, Frame, frame
from render.pen import Pen, Point, kept
from render.theme import INK, Colour

_WALL = 24
_TEETH = 4
"""Battlements along an edge of the wall."""
_DASH = 9
Paint = Callable[[Pen, Town, Frame], None]


def ground(town: Town) -> Image.Image:
    """The meadow, the streets and the blocks of a town."""
    return kept(("noerdlingen ground", town), lambda: _painted(town, _ground).convert("RGB"))


def wall(town: Town, mode: WallMode) -> Image.Image:
    """The wall of a town, to be laid over whatever lies on the ground."""

    def paint(pen: Pen, town: Town, place: Frame) -> None:
        _wall(pen, town, place, mode)

    return kept(("noerdlingen wall", town, mode), lambda: _painted(town, paint))


def _painted(town: Town, paint: Paint) -> Image.Image:
    left, top, right, bottom = MAP
    pen = Pen(round(right - left), round(bottom - top))
    paint(pen, town, frame(town).moved(-left, -top))
    return pen.finish()


def _ground(pen: Pen, town: Town, place: Frame) -> None:
    pen.rounded((0, 0, MAP[2] - MAP[0], MAP[3] - MAP[1]), 0, MEADOW)
    for cell in _far(town):
        _tree(pen, place, cell)
    _guides(pen, town, place)
    ring = _ring(town, place)
    _stroke(pen, ring, place.scaled(_WALL + 24), GLOW)
    pen.polygon(ring, STREET)
    churches = {cell for church, _ in town.churches for cell in church.cells}
    for cell in town.points(town.cells):
        if cell not in churches:
            _block(pen, place, cell)


def _ring(town: Town, place: Frame) -> list[Point]:
    corners = town.file.wall_polygon
    return [place.at(corner) for corner in (*corners, corners[0])]


def _stroke(pen: Pen, points: Sequence[Point], wide: float, colour: Colour) -> None:
    pen.line(points, wide, colour)
    for x, y in points:
        pen.disc(x, y, wide / 2, colour)


def _far(town: Town) -> Iterator[Cell]:
    # Cells beside the town that touch it nowhere, not even at a corner.
    lattice = town.file.lattice
    for row in range(lattice.cell_rows):
        for column in range(lattice.cell_columns):
            around = [(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
            if not any(town.holds(town.cells, cell) for cell in around):
                yield column, row


def _tree(pen: Pen, place: Frame, cell: Cell) -> None:
    # Two of different size, the other way round in each second cell.
    x, y = place.middle(cell)
    turn = 1 if (cell[0] + cell[1]) % 2 else -1
    for across, down, radius in ((-13 * turn, 6, 15), (14 * turn, -8, 10)):
        left, top = x + place.scaled(across), y + place.scaled(down)
        pen.disc(left, top, place.scaled(radius), TREE)
        pen.disc(left - place.scaled(2), top - place.scaled(2.5), place.scaled(radius * 0.68), LEAVES)


def _guides(pen: Pen, town: Town, place: Frame) -> None:
    # From each coordinate to the first crossing of its line.
    points = town.points(town.crossings)
    for x in {x for x, _ in points}:
        to = place.at((x, min(y for column, y in points if column == x)))
        _dashes(pen, (to[0], place.at((0, 0))[1] - place.scaled(14)), to)
    for y in {y for _, y in points}:
        to = place.at((min(x for x, row in points if row == y), y))
        _dashes(pen, (place.at((0, 0))[0] - place.scaled(14), to[1]), to)


def _dashes(pen: Pen, start: Point, end: Point) -> None:
    (x, y), (to_x, to_y) = start, end
    half = 0.9
    while x < to_x or y < to_y:
        if y == to_y:
            pen.rounded((x, y - half, x + _DASH, y + half), 0, GUIDE)
            x += 2 * _DASH
        else:
            pen.rounded((x - half, y, x + half, y + _DASH), 0, GUIDE)
            y += 2 * _DASH


def _block(pen: Pen, place: Frame, cell: Cell) -> None:
    # A block of houses under one roof; every second ridge runs the other way.
    def inset(by: float) -> tuple[float, float, float, float]:
        left, top, right, bottom = place.box(cell)
        side = place.scaled(by)
        return left + side, top + side, right - side, bottom - side

    pen.rounded(inset(9), place.scaled(7), EAVES)
    pen.rounded(inset(11), place.scaled(5.5), BLOCK)
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
        pen.polygon([corners[index], *side, corners[(index + 1) % 4]], ROOFS[shade])


def _wall(pen: Pen, town: Town, place: Frame, mode: WallMode) -> None:
    ring, wide = _ring(town, place), place.scaled(_WALL)
    _stroke(pen, ring, wide + 5, INK)
    _stroke(pen, ring, wide, STONE)
    if mode == "road":
        _stroke(pen, ring, wide * 0.42, STREET)
    else:
        for x, y in _teeth(ring, place.cell / _TEETH):
            side = place.scaled(5)
            pen.rounded((x - side, y - side, x + side, y + side), place.scaled(2), BATTLEMENT)
    stands = standing(town, mode) & ~town.inner
    for corner in town.file.wall_polygon:
        if not town.holds(stands, corner) and _outward(town, corner):
            _tower(pen, place, *place.at(corner))
    for crossing in town.points(stands):
        _gate(pen, place, *place.at(crossing))


def _teeth(ring: Sequence[Point], step: float) -> Iterator[Point]:
    # Evenly along each side, none on a corner.
    for (x, y), (to_x, to_y) in pairwise(ring):
        count = round((abs(to_x - x) + abs(to_y - y)) / step)
        for index in range(count):
            share = (index + 0.5) / count
            yield x + (to_x - x) * share, y + (to_y - y) * share


def _outward(town: Town, corner: tuple[int, int]) -> bool:
    x, y = corner
    around = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]
    return sum(town.holds(town.cells, cell) for cell in around) == 1


def _tower(pen: Pen, place: Frame, x: float, y: float) -> None:
    # A round tower from above: battlements, within them the roof.
    for radius, colour in ((19.5, INK), (17.5, BATTLEMENT), (13.5, INK), (12.5, TOWER)):
        pen.disc(x, y, place.scaled(radius), colour)
    shift = place.scaled(2.5)
    pen.disc(x - shift, y - shift, place.scaled(7), TOWER_LIGHT)


def _gate(pen: Pen, place: Frame, x: float, y: float) -> None:
    # Where a soldier may stand on the wall.
    for radius, colour in ((14, INK), (12, STONE), (9, STREET)):
        pen.disc(x, y, place.scaled(radius), colour)
