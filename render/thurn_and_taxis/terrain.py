"""The land of Thurn and Taxis as cut paper: regions, coast and roads, drawn once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import hypot
from typing import NamedTuple

from PIL import Image

from bot.games.thurn_and_taxis.land import CITIES, LAND
from render.pen import Pen, Point
from render.theme import WHITE, Box, Colour
from render.thurn_and_taxis.signs import BED, COAST, GROUNDS, OUTSIDE, ROAD, SHORE

MAP: Box = (16, 92, 812, 1084)
"""Where the map lies in the picture."""
_SEAM = 5.5
_STEPS = 10

_OUTLINE: tuple[Point, ...] = (
    (62, 330),
    (88, 262),
    (150, 214),
    (222, 176),
    (296, 146),
    (372, 158),
    (424, 214),
    (476, 238),
    (540, 214),
    (592, 150),
    (640, 84),
    (700, 40),
    (880, 40),
    (880, 240),
    (800, 272),
    (768, 326),
    (790, 384),
    (880, 430),
    (880, 640),
    (822, 740),
    (796, 818),
    (738, 868),
    (650, 896),
    (572, 936),
    (546, 1000),
    (540, 1140),
    (352, 1140),
    (344, 1060),
    (312, 1024),
    (268, 1040),
    (218, 1066),
    (140, 1066),
    (60, 1048),
    (-40, 1020),
    (-40, 800),
    (40, 760),
    (58, 660),
    (64, 560),
    (52, 440),
)
"""The coast, clockwise; points beyond the map let the land run on."""
_WEIGHTS = {"sigmaringen": 8000.0, "stuttgart": 5000.0, "ingolstadt": -13500.0}
"""A city with a weight takes ground from its neighbours, one below 0 leaves them some, so that the names of
small regions find room."""


class Site(NamedTuple):
    """A point to which the ground around belongs."""

    x: float
    y: float
    region: str
    weight: float


class Edge(NamedTuple):
    """A corner of a cell; the side that begins there meets the cell of `beyond` (None: the margin)."""

    x: float
    y: float
    beyond: int | None


def at(city: str) -> Point:
    """Where a city lies in the picture."""
    return 36 + 0.752 * CITIES[city].x, 101 + 0.965 * CITIES[city].y


def outline() -> list[Point]:
    """The coast as a smooth line."""
    count = len(_OUTLINE)
    return [
        _between([_OUTLINE[(index + step) % count] for step in (-1, 0, 1, 2)], part / _STEPS)
        for index in range(count)
        for part in range(_STEPS)
    ]


def _between(points: Sequence[Point], share: float) -> Point:
    # Catmull-Rom: through every point, without corners.
    def along(a: float, b: float, c: float, d: float) -> float:
        return 0.5 * (
            2 * b
            + (c - a) * share
            + (2 * a - 5 * b + 4 * c - d) * share**2
            + (3 * b - a - 3 * c + d) * share**3
        )

    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points
    return along(x0, x1, x2, x3), along(y0, y1, y2, y3)


@cache
def cells() -> tuple[tuple[str, tuple[Edge, ...]], ...]:
    """The ground of every city: its region and the corners, clockwise."""
    sites = [Site(*at(city.id), city.region, _WEIGHTS.get(city.id, 0)) for city in LAND.cities]
    left, top, right, bottom = MAP
    whole = [Edge(x, y, None) for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))]
    return tuple((site.region, tuple(_cell(site, sites, whole))) for site in sites)


def _cell(site: Site, sites: Sequence[Site], whole: list[Edge]) -> list[Edge]:
    corners = whole
    for index, other in enumerate(sites):
        if other != site:
            corners = _clipped(corners, site, other, index)
    return corners


def _clipped(corners: list[Edge], site: Site, other: Site, index: int) -> list[Edge]:
    # What of a cell is nearer to its own site than to another one.
    def nearer(x: float, y: float) -> float:
        own = (x - site.x) ** 2 + (y - site.y) ** 2 - site.weight
        return (x - other.x) ** 2 + (y - other.y) ** 2 - other.weight - own

    kept: list[Edge] = []
    for place, here in enumerate(corners):
        there = corners[(place + 1) % len(corners)]
        start, end = nearer(here.x, here.y), nearer(there.x, there.y)
        if start >= 0:
            kept.append(here)
        if (start >= 0) != (end >= 0):
            share = start / (start - end)
            x, y = here.x + (there.x - here.x) * share, here.y + (there.y - here.y) * share
            kept.append(Edge(x, y, index if start >= 0 else here.beyond))
    return kept


@cache
def terrain() -> Image.Image:
    """The map without names and pieces."""
    left, top, right, bottom = MAP
    pen = Pen(round(right - left), round(bottom - top))
    for region, corners in cells():
        pen.polygon([_moved((edge.x, edge.y)) for edge in corners], GROUNDS[region])
    for start, end in _seams():
        _stroke(pen, [_moved(start), _moved(end)], _SEAM, WHITE)
    coast = [_moved(point) for point in outline()]
    _sea(pen, coast, right - left, bottom - top)
    for start, end in LAND.roads:
        _stroke(pen, [_moved(at(start)), _moved(at(end))], 11, BED)
    for start, end in LAND.roads:
        _stroke(pen, [_moved(at(start)), _moved(at(end))], 6.5, ROAD)
    return pen.finish().convert("RGB")


def _moved(point: Point) -> Point:
    return point[0] - MAP[0], point[1] - MAP[1]


def _seams() -> Iterator[tuple[Point, Point]]:
    grounds = cells()
    for region, corners in grounds:
        for place, here in enumerate(corners):
            if here.beyond is not None and grounds[here.beyond][0] != region:
                there = corners[(place + 1) % len(corners)]
                yield (here.x, here.y), (there.x, there.y)


def _sea(pen: Pen, coast: list[Point], width: float, height: float) -> None:
    # Everything around the land: one ring, cut open between its two rims.
    left, top, right, bottom = -60.0, -60.0, width + 60, height + 60
    around = [(left, top), (left, bottom), (right, bottom), (right, top), (left, top)]
    pen.polygon([*coast, coast[0], *around, coast[0]], OUTSIDE)
    for distance, wide, colour in ((13, 3, SHORE), (0, 6, COAST)):
        line = _outside(coast, distance)
        _stroke(pen, [*line, line[0]], wide, colour)


def _outside(coast: list[Point], distance: float) -> list[Point]:
    # The coast moved outwards, smoothed by leaving out what would turn back.
    count = len(coast)
    moved: list[Point] = []
    for index, (x, y) in enumerate(coast):
        (ax, ay), (bx, by) = coast[index - 3], coast[(index + 3) % count]
        length = hypot(bx - ax, by - ay) or 1.0
        moved.append((x + distance * (by - ay) / length, y - distance * (bx - ax) / length))
    return moved


def _stroke(pen: Pen, points: Sequence[Point], wide: float, colour: Colour) -> None:
    pen.line(points, wide, colour)
    for x, y in (points[0], points[-1]):
        pen.disc(x, y, wide / 2, colour)
