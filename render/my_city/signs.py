"""The little pictures of a sheet, and the sign of each row of the score sheet, made of what it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from PIL import Image

from render.my_city import colours
from render.pen import Paint, Pen, Point, grow, kept, sprite
from render.theme import CARD, INK, LOSS, WHITE, Box, Colour

Draw = Callable[[Pen, float, float, float], None]
"""Draws a sign on a cell: the pen, the middle of the cell, its side."""


def _at(x: float, y: float, side: float, points: Sequence[Point]) -> list[Point]:
    # Points of a cell that reaches from -0.5 to 0.5 both ways.
    return [(x + px * side, y + py * side) for px, py in points]


def _bar(pen: Pen, at: Point, side: float, box: Box, radius: float, fill: Paint) -> None:
    # A box of such a cell; the radius of its corners is a share of the side, too.
    left, top, right, bottom = box
    (x, y), corner = at, radius * side
    pen.rounded((x + left * side, y + top * side, x + right * side, y + bottom * side), corner, fill)


def _outlined(pen: Pen, points: list[Point], side: float, fill: Paint) -> None:
    pen.polygon(grow(points, 0.028 * side), INK)
    pen.polygon(points, fill)


def mountain(pen: Pen, x: float, y: float, side: float) -> None:
    """A large peak with snow before a smaller one."""
    pen.polygon(_at(x, y, side, ((0.2, -0.1), (0.45, 0.33), (-0.05, 0.33))), colours.PEAK)
    pen.polygon(_at(x, y, side, ((-0.1, -0.32), (0.29, 0.33), (-0.45, 0.33))), colours.PEAK)
    snow = ((-0.1, -0.32), (0.03, -0.1), (-0.03, -0.04), (-0.1, -0.11), (-0.16, -0.03), (-0.22, -0.1))
    pen.polygon(_at(x, y, side, snow), colours.SNOW)


def forest(pen: Pen, x: float, y: float, side: float) -> None:
    """Dense firs: nothing is built here."""
    for across, down, high in ((-0.2, 0.06, 0.56), (0.2, 0.06, 0.56), (0.0, 0.1, 0.74)):
        _fir(pen, x + across * side, y + (down + 0.26) * side, high * side)


def _fir(pen: Pen, x: float, low: float, high: float) -> None:
    ground = colours.GROUNDS["forest"]
    for grown, fill in ((high * 0.05, ground), (0.0, colours.FIR)):
        for top, foot, half in ((1.0, 0.5, 0.2), (0.74, 0.12, 0.28)):
            shape = [
                (x, low - top * high),
                (x + half * high, low - foot * high),
                (x - half * high, low - foot * high),
            ]
            pen.polygon(grow(shape, grown) if grown else shape, fill)
    pen.rounded((x - high * 0.05, low - high * 0.13, x + high * 0.05, low), 0, colours.FIR)


def tree(pen: Pen, x: float, y: float, side: float) -> None:
    """A single leafy tree."""
    _bar(pen, (x, y), side, (-0.055, 0, 0.055, 0.36), 0.02, colours.TRUNK)
    pen.disc(x, y - 0.08 * side, 0.27 * side, INK)
    pen.disc(x, y - 0.08 * side, 0.24 * side, colours.LEAF)
    pen.disc(x - 0.09 * side, y - 0.16 * side, 0.07 * side, colours.LEAF_LIGHT)


def rock(pen: Pen, x: float, y: float, side: float) -> None:
    """A grey boulder."""
    shape = ((-0.13, -0.2), (0.12, -0.22), (0.28, 0.02), (0.32, 0.24), (-0.32, 0.24), (-0.26, 0.0))
    light = ((-0.13, -0.2), (0.12, -0.22), (0.03, -0.02), (-0.18, 0.02))
    dark = ((0.12, -0.22), (0.28, 0.02), (0.32, 0.24), (0.1, 0.24), (0.03, -0.02))
    _outlined(pen, _at(x, y, side, shape), side, colours.STONE)
    pen.polygon(_at(x, y, side, light), colours.STONE_LIGHT)
    pen.polygon(_at(x, y, side, dark), colours.STONE_DARK)


def well(pen: Pen, x: float, y: float, side: float) -> None:
    """A round well seen from above."""
    for radius, fill in ((0.36, INK), (0.33, colours.RING), (0.23, INK), (0.205, colours.WATER)):
        pen.disc(x, y, radius * side, fill)
    pen.disc(x - 0.07 * side, y - 0.07 * side, 0.05 * side, colours.RIVER_LIGHT)


def water(pen: Pen, x: float, y: float, side: float) -> None:
    """Waves: flooded."""
    for down in (-0.24, 0.0, 0.24):
        points: list[Point] = []
        for step in range(25):
            along = -0.4 + 0.8 * step / 24
            points.append((x + along * side, y + (down + 0.06 * sin(along * 4 * pi / 0.8)) * side))
        pen.line(points, 0.07 * side, colours.RIVER_EDGE)
        pen.line(points, 0.035 * side, WHITE)


def plateau(pen: Pen, x: float, y: float, side: float) -> None:
    """A flat-topped rise: two steps with a level top."""
    low = _at(x, y, side, ((-0.24, -0.02), (0.24, -0.02), (0.38, 0.27), (-0.38, 0.27)))
    high = _at(x, y, side, ((-0.17, -0.24), (0.17, -0.24), (0.25, 0.02), (-0.25, 0.02)))
    _outlined(pen, low, side, colours.STEP)
    _outlined(pen, high, side, colours.MEADOW)


def woodland(pen: Pen, x: float, y: float, side: float) -> None:
    """A pile of logs: this forest may be cleared."""
    rings = ((0.195, INK), (0.165, colours.BARK), (0.125, colours.WOOD), (0.05, colours.BARK))
    for across, down in ((-0.17, 0.14), (0.17, 0.14), (0.0, -0.15)):
        for radius, fill in rings:
            pen.disc(x + across * side, y + down * side, radius * side, fill)


def gold(pen: Pen, x: float, y: float, side: float) -> None:
    """Three nuggets that glitter."""
    nugget = ((-0.12, -0.1), (0.07, -0.13), (0.16, 0.02), (0.1, 0.13), (-0.13, 0.13), (-0.17, 0.02))
    glint = ((-0.12, -0.1), (0.07, -0.13), (0.0, 0.0))
    for across, down in ((-0.16, 0.15), (0.18, 0.16), (0.02, -0.1)):
        middle = x + across * side, y + down * side
        _outlined(pen, _at(*middle, side, nugget), side, colours.GOLD)
        pen.polygon(_at(*middle, side, glint), colours.GOLD_LIGHT)
    spark, reach = list[Point](), 0.12 * side
    for index in range(8):
        radius, turn = reach * 0.3 if index % 2 else reach, index * pi / 4
        spark.append((x + 0.23 * side + radius * sin(turn), y - 0.24 * side - radius * cos(turn)))
    pen.polygon(grow(spark, reach * 0.22), INK)
    pen.polygon(spark, colours.GOLD)


def bandit(pen: Pen, x: float, y: float, side: float) -> None:
    """A masked face under a broad hat, on a dark disc."""
    pen.disc(x, y, 0.42 * side, INK)
    pen.disc(x, y + 0.09 * side, 0.24 * side, colours.SKIN)
    _bar(pen, (x, y), side, (-0.27, 0, 0.27, 0.13), 0.03, INK)
    for across in (-0.1, 0.1):
        pen.disc(x + across * side, y + 0.065 * side, 0.04 * side, WHITE)
    hat = _at(x, y, side, ((-0.17, -0.34), (0.17, -0.34), (0.2, -0.07), (-0.2, -0.07)))
    pen.polygon(grow(hat, 0.02 * side), WHITE)
    _bar(pen, (x, y), side, (-0.38, -0.13, 0.38, -0.01), 0.05, WHITE)
    pen.polygon(hat, colours.BANDIT)
    _bar(pen, (x, y), side, (-0.36, -0.11, 0.36, -0.03), 0.04, colours.BANDIT)


def enclosed(pen: Pen, x: float, y: float, side: float) -> None:
    """A bandit behind bars: all sides of his cell are closed."""
    bandit(pen, x, y, side)
    for across in (-0.26, -0.087, 0.087, 0.26):
        left, high = x + (across - 0.035) * side, 0.4 * side
        pen.rounded((left - 1, y - high - 1, left + 0.07 * side + 1, y + high + 1), 0.03 * side, INK)
        pen.rounded((left, y - high, left + 0.07 * side, y + high), 0.03 * side, colours.STONE_LIGHT)


def sawmill(pen: Pen, x: float, y: float, side: float) -> None:
    """A house with the blade of a saw."""
    _bar(pen, (x, y), side, (-0.46, -0.46, 0.46, 0.46), 0.1, INK)
    _bar(pen, (x, y), side, (-0.41, -0.41, 0.41, 0.41), 0.07, colours.SAWMILL)
    points: list[Point] = []
    for index in range(24):
        angle, radius = index * pi / 12, 0.32 if index % 2 else 0.24
        points.append((x + radius * side * cos(angle), y + radius * side * sin(angle)))
    pen.polygon(grow(points, 0.02 * side), INK)
    pen.polygon(points, CARD)
    pen.disc(x, y, 0.08 * side, INK)


def fortress(pen: Pen, x: float, y: float, side: float) -> None:
    """A keep with battlements."""
    # The right half from the middle down, then the left one up.
    half = (
        *((0.075, -0.32), (0.075, -0.21), (0.15, -0.21), (0.15, -0.32)),
        *((0.3, -0.32), (0.3, -0.06), (0.24, 0.0), (0.24, 0.33)),
    )
    keep = (*half, *[(-across, down) for across, down in reversed(half)])
    _outlined(pen, _at(x, y, side, keep), side, CARD)
    _bar(pen, (x, y), side, (-0.075, 0.08, 0.075, 0.34), 0.07, INK)


def cross(pen: Pen, x: float, y: float, side: float) -> None:
    """The cross of a church."""
    wide = 0.055 * side
    pen.rounded((x - wide, y - 0.33 * side, x + wide, y + 0.33 * side), 0.02 * side, INK)
    pen.rounded((x - 0.2 * side, y - 0.2 * side, x + 0.2 * side, y - 0.2 * side + 2 * wide), 0.02 * side, INK)


def bag(pen: Pen, x: float, y: float, side: float) -> None:
    """A full bag, tied at the top, a coin on it."""
    half = ((0.14, -0.16), (0.3, 0.02), (0.37, 0.24), (0.28, 0.4))
    body = (*half, *[(-across, down) for across, down in reversed(half)])
    neck = ((-0.22, -0.42), (0.0, -0.34), (0.22, -0.42), (0.13, -0.17), (-0.13, -0.17))
    _outlined(pen, _at(x, y, side, body), side, colours.STEP)
    _outlined(pen, _at(x, y, side, neck), side, colours.STEP)
    _bar(pen, (x, y), side, (-0.18, -0.2, 0.18, -0.12), 0.04, colours.TRUNK)
    pen.disc(x, y + 0.14 * side, 0.17 * side, INK)
    pen.disc(x, y + 0.14 * side, 0.14 * side, colours.GOLD)


TERRAIN: dict[str, Draw] = {
    "mountain": mountain,
    "forest": forest,
    "tree": tree,
    "rock": rock,
    "well": well,
    "water": water,
    "plateau": plateau,
    "woodland": woodland,
    "gold": gold,
}
"""What is printed, by kind; meadow is the empty cell."""


_SIGNS: dict[str, Draw] = {
    **TERRAIN,
    "bandit": bandit,
    "enclosed": enclosed,
    "sawmill": sawmill,
    "fortress": fortress,
    "church": cross,
    "bag": bag,
}


def sign(name: str, side: int) -> Image.Image:
    """A sign of a sheet by itself."""

    def paint(pen: Pen) -> None:
        _SIGNS[name](pen, side / 2, side / 2, side)

    return sprite(("city sign", name, side), side, side, paint)


_PLAIN = {
    "trees": "tree",
    "rocks": "rock",
    "wells": "well",
    "woodland": "woodland",
    "bandits": "bandit",
    "gold_bags": "bag",
}
_ALL = {
    "gold_all_built": "gold",
    "all_trees_built": "tree",
    "all_rocks_built": "rock",
    "all_meadow_built": "",
    "first_plateau": "plateau",
    "first_woodland": "woodland",
    "first_gold": "gold",
}
"""Rows that are won when the last of something is built over."""


def row_sign(key: str, side: int) -> Image.Image:
    """The sign of a row, so many pixels wide and high."""
    if key in _PLAIN:
        return sign(_PLAIN[key], side)
    if key in _ALL:
        return kept(("all of a kind", key, side), lambda: _badged(key, side))
    return sprite(("row sign", key, side), side, side, lambda pen: _DRAWN[key](pen, side))


def _badged(key: str, side: int) -> Image.Image:
    image = (sign(_ALL[key], side) if _ALL[key] else row_sign("empty_meadow", side)).copy()
    first = key.startswith("first_")

    def badge(pen: Pen) -> None:
        x, y, radius = side * 0.74, side * 0.74, side * 0.25
        pen.disc(x, y, radius + 1.5, CARD)
        pen.disc(x, y, radius, INK)
        if first:
            pen.rounded((x - side * 0.035, y - radius * 0.62, x + side * 0.035, y + radius * 0.62), 0, CARD)
            pen.line([(x - side * 0.09, y - radius * 0.3), (x, y - radius * 0.6)], side * 0.07, CARD)
        else:
            pen.line(_at(x, y, radius, ((-0.5, 0), (-0.1, 0.4), (0.5, -0.35))), radius * 0.28, CARD)

    image.alpha_composite(sprite(("badge", first, side), side, side, badge))
    return image


def _meadow(pen: Pen, side: int) -> None:
    pen.rounded((side * 0.1, side * 0.1, side * 0.9, side * 0.9), 2, colours.FRAME)
    pen.rounded((side * 0.17, side * 0.17, side * 0.83, side * 0.83), 0, colours.MEADOW)


def _groups(pen: Pen, side: int) -> None:
    for x, y in ((0.3, 0.28), (0.72, 0.5), (0.3, 0.74)):
        for half, colour in ((0.2 * side + 0.05 * side, INK), (0.2 * side, colours.TYPES["residential"])):
            box = (x * side - half, y * side - half, x * side + half, y * side + half)
            pen.rounded(box, 2, colour)


def _whole(pen: Pen, side: int) -> None:
    middle = side / 2
    for radius, colour in ((0.47, INK), (0.42, CARD)):
        pen.disc(middle, middle, radius * side, colour)
    for x, y in ((0.36, 0.36), (0.64, 0.36), (0.36, 0.64), (0.64, 0.64)):
        half = 0.125 * side
        box = (x * side - half, y * side - half, x * side + half, y * side + half)
        pen.rounded(box, 2, INK)
        pen.rounded((box[0] + 1.5, box[1] + 1.5, box[2] - 1.5, box[3] - 1.5), 1, colours.TYPES["residential"])


def _church_row(pen: Pen, side: int) -> None:
    pen.rounded((side * 0.08, side * 0.08, side * 0.92, side * 0.92), 5, INK)
    pen.rounded((side * 0.13, side * 0.13, side * 0.87, side * 0.87), 4, colours.CHURCH)
    cross(pen, side / 2, side / 2, side)


def _box(pen: Pen, side: int, *, ticked: bool) -> None:
    pen.rounded((side * 0.12, side * 0.12, side * 0.88, side * 0.88), 6, INK)
    if not ticked:
        pen.rounded((side * 0.19, side * 0.19, side * 0.81, side * 0.81), 4, CARD)


def _passes(pen: Pen, side: int) -> None:
    _box(pen, side, ticked=True)
    pen.rounded((side * 0.3, side * 0.45, side * 0.7, side * 0.55), 1, CARD)


def _never(pen: Pen, side: int) -> None:
    _box(pen, side, ticked=False)
    pen.line([(side * 0.08, side * 0.92), (side * 0.92, side * 0.08)], side * 0.09, LOSS)


_DRAWN: dict[str, Callable[[Pen, int], None]] = {
    "empty_meadow": _meadow,
    "largest_groups": _groups,
    "complete_groups": _whole,
    "churches": _church_row,
    "passes": _passes,
    "never_passed": _never,
}


def badge(good: bool, fill: Colour, radius: int = 17) -> Image.Image:
    """A disc with a tick for what may be built, with a cross for what may not."""
    side = 2 * radius + 6

    def paint(pen: Pen) -> None:
        middle, thick = side / 2, radius * 0.27
        pen.disc(middle, middle, radius + 2, CARD)
        pen.disc(middle, middle, radius, fill)
        tick = ((-0.47, 0.03), (-0.15, 0.35), (0.47, -0.35))
        crossed = (((-0.42, 0.42), (0.42, -0.42)), ((-0.42, -0.42), (0.42, 0.42)))
        for line in (tick,) if good else crossed:
            pen.line(_at(middle, middle, radius, line), thick, WHITE)

    return sprite(("ghost badge", good, fill, radius), side, side, paint)
