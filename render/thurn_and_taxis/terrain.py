"""The land of Thurn and Taxis as cut paper: regions, coast and roads, drawn once."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from PIL import Image

from bot.games.thurn_and_taxis.land import CITIES, LAND
from render.pen import Pen, Point
from render.theme import TABLE, WHITE, Box, Colour
from render.thurn_and_taxis.patterns import pattern
from render.thurn_and_taxis.signs import BED, COAST, GROUNDS, ON_MAP, OUTSIDE, ROAD, SHORE, VEIL, lines_on

MAP: Box = (16, 92, 812, 1084)
"""Where the map lies in the picture."""
_BEYOND = 160
"""So far the land runs on beyond the map, for pictures of a part of it."""
FARTHEST: Box = (-174, -68, 1001, 1247)
"""What pictures of a part of it may show."""
ZOOM = 1.6
"""How far these enlarge it at most."""
_STRIPS = 8
_SEAM = 5.5
_PATTERN = 36
"""From one line of a region's pattern to the next."""
_STEPS = 10
_EDGE = [0] * 64 + [128] * 128 + [255] * 64
"""The edge of a road has one step, so that files are smaller."""

_COAST = """
62,330 88,262 150,214 222,176 296,146 372,158 424,214 476,238 540,214 592,150 640,84 700,40 880,40 880,240
800,272 768,326 790,384 880,430 880,640 822,740 796,818 738,868 650,896 572,936 546,1000 540,1140 352,1140
344,1060 312,1024 268,1040 218,1066 140,1066 60,1048 -40,1020 -40,800 40,760 58,660 64,560 52,440
"""
"""Clockwise; points beyond the map let the land run on."""
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
    points = [tuple(map(int, point.split(","))) for point in _COAST.split()]

    def along(four: Sequence[int], share: float) -> float:
        # Catmull-Rom: through every point, without corners.
        a, b, c, d = four
        near, far = 2 * a - 5 * b + 4 * c - d, 3 * b - a - 3 * c + d
        return 0.5 * (2 * b + (c - a) * share + near * share**2 + far * share**3)

    found: list[Point] = []
    for index in range(len(points)):
        xs, ys = zip(*[points[(index + step) % len(points)] for step in (-1, 0, 1, 2)], strict=True)
        shares = [part / _STEPS for part in range(_STEPS)]
        found += [(along(xs, share), along(ys, share)) for share in shares]
    return found


@cache
def cells() -> tuple[tuple[str, tuple[Edge, ...]], ...]:
    """The ground of every city: its region and the corners, clockwise."""
    sites = [Site(*at(city.id), city.region, _WEIGHTS.get(city.id, 0)) for city in LAND.cities]
    left, top, right, bottom = MAP[0] - _BEYOND, MAP[1] - _BEYOND, MAP[2] + _BEYOND, MAP[3] + _BEYOND
    whole = [Edge(x, y, None) for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))]
    found: list[tuple[str, tuple[Edge, ...]]] = []
    for site in sites:
        corners = whole
        for index, other in enumerate(sites):
            if other != site:
                corners = _clipped(corners, site, other, index)
        found.append((site.region, tuple(corners)))
    return tuple(found)


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
    return land(left, top, round(right - left), round(bottom - top), 1)


@cache
def _whole() -> Image.Image:
    """All of the land and what is beyond it, enlarged and under a veil; drawn in strips to save memory."""
    left, top, right, bottom = FARTHEST
    image = Image.new("RGB", (round((right - left) * ZOOM), round((bottom - top) * ZOOM)))
    high = image.height // _STRIPS
    for strip in range(_STRIPS):
        part = land(left, top + strip * high / ZOOM, image.width, high, ZOOM)
        image.paste(Image.blend(part, Image.new("RGB", part.size, TABLE), VEIL), (0, strip * high))
    return image


def veiled(left: float, top: float, wide: int, high: int, zoom: float) -> Image.Image:
    """What of the land is right of and below a point, under a veil; so wide and high once it is enlarged."""
    x, y = (left - FARTHEST[0]) * ZOOM, (top - FARTHEST[1]) * ZOOM
    part = x, y, x + wide / zoom * ZOOM, y + high / zoom * ZOOM
    return _whole().resize((wide, high), Image.Resampling.HAMMING, part)


def land(left: float, top: float, wide: int, high: int, zoom: float) -> Image.Image:
    """What of the land is right of and below a point, so wide and high once it is enlarged."""

    def moved(point: Point) -> Point:
        return (point[0] - left) * zoom, (point[1] - top) * zoom

    pen = Pen(wide, high, OUTSIDE)
    for region, corners in cells():
        ground = [moved((edge.x, edge.y)) for edge in corners]
        pen.polygon(ground, GROUNDS[region])
        pattern(pen, region, ground, _PATTERN * zoom, 2.0 * zoom, lines_on(region, ON_MAP))
    for region, corners in cells():
        for here, there in pairwise([*corners, corners[0]]):
            if here.beyond is not None and cells()[here.beyond][0] != region:
                _stroke(pen, [moved((here.x, here.y)), moved((there.x, there.y))], _SEAM * zoom, WHITE)
    _sea(pen, [moved(point) for point in outline()], moved, zoom)
    image = pen.finish()
    for broad, colour in ((11, BED), (6.5, ROAD)):
        roads = Pen(wide, high, stencil=True)
        for start, end in LAND.roads:
            _stroke(roads, [moved(at(start)), moved(at(end))], broad * zoom, colour)
        image.paste(colour, mask=roads.finish().point(_EDGE))
    return image


def _sea(pen: Pen, coast: list[Point], moved: Callable[[Point], Point], zoom: float) -> None:
    # Everything around the land: one ring, cut open between its two rims.
    (left, top), (right, bottom) = moved((MAP[0] - 600, MAP[1] - 600)), moved((MAP[2] + 600, MAP[3] + 600))
    around = [(left, top), (left, bottom), (right, bottom), (right, top), (left, top)]
    pen.polygon([*coast, coast[0], *around, coast[0]], OUTSIDE)
    for distance, wide, colour in ((13, 3, SHORE), (0, 6, COAST)):
        line = _outside(coast, distance * zoom)
        _stroke(pen, [*line, line[0]], wide * zoom, colour)


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
