"""The patterns of the regions: what tells them apart where their colours do not, on map, cards and tiles."""

from collections.abc import Iterator, Sequence
from math import ceil, floor, hypot

from render.pen import Pen, Point
from render.theme import Colour

_LINES: dict[str, tuple[Point, ...]] = {
    "baden": ((0, 1),),
    "wuerttemberg": ((1, -1),),
    "hohenzollern": ((1, 1),),
    "baiern": ((1, 1), (1, -1)),
    "salzburg_land": ((1, 0),),
}
"""The directions of lines through the whole ground; Polen is plain."""
_FIGURES: dict[str, tuple[tuple[Point, ...], ...]] = {
    "boehmen": (((0, 0), (0, 0)),),
    "schweiz": (((-0.3, 0), (0.3, 0)), ((0, -0.3), (0, 0.3))),
    "tyrol": (((-0.32, 0.18), (0, -0.18), (0.32, 0.18)),),
}
"""Dots, plus signs and roofs, in steps around their middle."""
_DOT = 0.16


def pattern(pen: Pen, region: str, ground: Sequence[Point], step: float, wide: float, colour: Colour) -> None:
    """Draws the pattern of a region on a convex ground, its lines so far apart and so wide."""
    for along in _LINES.get(region, ()):
        for start, end in _across(ground, along, step):
            pen.line([start, end], wide, colour)
    for x, y in _lattice(ground, step) if region in _FIGURES else ():
        for figure in _FIGURES[region]:
            points = [(x + across * step, y + down * step) for across, down in figure]
            if not all(_inside(ground, point) for point in points):
                continue
            if region == "boehmen":
                pen.disc(x, y, _DOT * step, colour)
            else:
                pen.line(points, wide, colour)


def _across(ground: Sequence[Point], along: Point, step: float) -> Iterator[tuple[Point, Point]]:
    """Lines in a direction from edge to edge of the ground; they go on in the grounds beside it. Every row of
    pixels repeats itself after whole ones, so that files are smaller."""
    length = hypot(*along)
    step = round(step * length) / length
    dx, dy = along[0] / length, along[1] / length
    offsets = [y * dx - x * dy for x, y in ground]
    for number in range(ceil(min(offsets) / step), floor(max(offsets) / step) + 1):
        offset = number * step
        cuts: list[float] = []
        for (ax, ay), (bx, by) in zip(ground, [*ground[1:], ground[0]], strict=True):
            a, b = ay * dx - ax * dy - offset, by * dx - bx * dy - offset
            if (a < 0) != (b < 0):
                share = a / (a - b)
                cuts.append((ax + (bx - ax) * share) * dx + (ay + (by - ay) * share) * dy)
        if len(cuts) == 2:
            first, last = ((reach * dx - offset * dy, reach * dy + offset * dx) for reach in sorted(cuts))
            yield first, last


def _lattice(ground: Sequence[Point], step: float) -> Iterator[Point]:
    """Points in rows, every second one half a step on."""
    xs, ys = zip(*ground, strict=True)
    for row in range(floor(min(ys) / step), ceil(max(ys) / step) + 1):
        for column in range(floor(min(xs) / step) - 1, ceil(max(xs) / step) + 1):
            yield (column + (row % 2) / 2) * step, row * step


def _inside(ground: Sequence[Point], point: Point) -> bool:
    sides = {
        (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) >= 0
        for (ax, ay), (bx, by) in zip(ground, [*ground[1:], ground[0]], strict=True)
    }
    return len(sides) == 1
