"""The little pictures of a sheet: one for each kind of terrain, and for what may be printed or sit on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from render.my_city import colours
from render.pen import Paint, Pen, Point, grow
from render.theme import CARD, INK, WHITE

Draw = Callable[[Pen, float, float, float], None]
"""Draws a sign on a cell: the pen, the middle of the cell, its side."""


def _at(x: float, y: float, side: float, points: Sequence[Point]) -> list[Point]:
    # Points of a cell that reaches from -0.5 to 0.5 both ways.
    return [(x + px * side, y + py * side) for px, py in points]


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
    pen.rounded((x - 0.055 * side, y, x + 0.055 * side, y + 0.36 * side), 0.02 * side, colours.TRUNK)
    pen.disc(x, y - 0.08 * side, 0.27 * side, INK)
    pen.disc(x, y - 0.08 * side, 0.24 * side, colours.LEAF)
    pen.disc(x - 0.09 * side, y - 0.16 * side, 0.07 * side, colours.LEAF_LIGHT)


def rock(pen: Pen, x: float, y: float, side: float) -> None:
    """A grey boulder."""
    shape = _at(
        x, y, side, ((-0.13, -0.2), (0.12, -0.22), (0.28, 0.02), (0.32, 0.24), (-0.32, 0.24), (-0.26, 0.0))
    )
    _outlined(pen, shape, side, colours.STONE)
    pen.polygon(
        _at(x, y, side, ((-0.13, -0.2), (0.12, -0.22), (0.03, -0.02), (-0.18, 0.02))), colours.STONE_LIGHT
    )
    pen.polygon(
        _at(x, y, side, ((0.12, -0.22), (0.28, 0.02), (0.32, 0.24), (0.1, 0.24), (0.03, -0.02))),
        colours.STONE_DARK,
    )


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
    for across, down in ((-0.17, 0.14), (0.17, 0.14), (0.0, -0.15)):
        middle, level = x + across * side, y + down * side
        for radius, fill in (
            (0.195, INK),
            (0.165, colours.BARK),
            (0.125, colours.WOOD),
            (0.05, colours.BARK),
        ):
            pen.disc(middle, level, radius * side, fill)


def gold(pen: Pen, x: float, y: float, side: float) -> None:
    """Three nuggets that glitter."""
    nugget = ((-0.12, -0.1), (0.07, -0.13), (0.16, 0.02), (0.1, 0.13), (-0.13, 0.13), (-0.17, 0.02))
    for across, down in ((-0.16, 0.15), (0.18, 0.16), (0.02, -0.1)):
        shape = _at(x + across * side, y + down * side, side, nugget)
        _outlined(pen, shape, side, colours.GOLD)
        pen.polygon(
            _at(x + across * side, y + down * side, side, ((-0.12, -0.1), (0.07, -0.13), (0.0, 0.0))),
            colours.GOLD_LIGHT,
        )
    _spark(pen, x + 0.23 * side, y - 0.24 * side, 0.12 * side)


def _spark(pen: Pen, x: float, y: float, reach: float) -> None:
    points: list[Point] = []
    for index in range(8):
        radius = reach * 0.3 if index % 2 else reach
        points.append((x + radius * sin(index * pi / 4), y - radius * cos(index * pi / 4)))
    pen.polygon(grow(points, reach * 0.22), INK)
    pen.polygon(points, colours.GOLD)


def bandit(pen: Pen, x: float, y: float, side: float) -> None:
    """A masked face under a broad hat, on a dark disc."""
    pen.disc(x, y, 0.42 * side, INK)
    pen.disc(x, y + 0.09 * side, 0.24 * side, colours.SKIN)
    pen.rounded((x - 0.27 * side, y + 0.0 * side, x + 0.27 * side, y + 0.13 * side), 0.03 * side, INK)
    for across in (-0.1, 0.1):
        pen.disc(x + across * side, y + 0.065 * side, 0.04 * side, WHITE)
    hat = _at(x, y, side, ((-0.17, -0.34), (0.17, -0.34), (0.2, -0.07), (-0.2, -0.07)))
    pen.polygon(grow(hat, 0.02 * side), WHITE)
    pen.rounded((x - 0.38 * side, y - 0.13 * side, x + 0.38 * side, y - 0.01 * side), 0.05 * side, WHITE)
    pen.polygon(hat, colours.BANDIT)
    pen.rounded(
        (x - 0.36 * side, y - 0.11 * side, x + 0.36 * side, y - 0.03 * side), 0.04 * side, colours.BANDIT
    )


def enclosed(pen: Pen, x: float, y: float, side: float) -> None:
    """A bandit behind bars: all sides of his cell are closed."""
    bandit(pen, x, y, side)
    for across in (-0.26, -0.087, 0.087, 0.26):
        left, high = x + (across - 0.035) * side, 0.4 * side
        pen.rounded((left - 1, y - high - 1, left + 0.07 * side + 1, y + high + 1), 0.03 * side, INK)
        pen.rounded((left, y - high, left + 0.07 * side, y + high), 0.03 * side, colours.STONE_LIGHT)


def sawmill(pen: Pen, x: float, y: float, side: float) -> None:
    """A house with the blade of a saw."""
    pen.rounded((x - 0.46 * side, y - 0.46 * side, x + 0.46 * side, y + 0.46 * side), 0.1 * side, INK)
    pen.rounded(
        (x - 0.41 * side, y - 0.41 * side, x + 0.41 * side, y + 0.41 * side), 0.07 * side, colours.SAWMILL
    )
    points: list[Point] = []
    for index in range(24):
        angle, radius = index * pi / 12, 0.32 if index % 2 else 0.24
        points.append((x + radius * side * cos(angle), y + radius * side * sin(angle)))
    pen.polygon(grow(points, 0.02 * side), INK)
    pen.polygon(points, CARD)
    pen.disc(x, y, 0.08 * side, INK)


def fortress(pen: Pen, x: float, y: float, side: float) -> None:
    """A keep with battlements."""
    keep = (
        *((-0.3, -0.32), (-0.15, -0.32), (-0.15, -0.21), (-0.075, -0.21), (-0.075, -0.32), (0.075, -0.32)),
        *(
            (0.075, -0.21),
            (0.15, -0.21),
            (0.15, -0.32),
            (0.3, -0.32),
            (0.3, -0.06),
            (0.24, 0.0),
            (0.24, 0.33),
        ),
        *((-0.24, 0.33), (-0.24, 0.0), (-0.3, -0.06)),
    )
    _outlined(pen, _at(x, y, side, keep), side, CARD)
    pen.rounded((x - 0.075 * side, y + 0.08 * side, x + 0.075 * side, y + 0.34 * side), 0.07 * side, INK)


def cross(pen: Pen, x: float, y: float, side: float) -> None:
    """The cross of a church."""
    wide = 0.055 * side
    pen.rounded((x - wide, y - 0.33 * side, x + wide, y + 0.33 * side), 0.02 * side, INK)
    pen.rounded((x - 0.2 * side, y - 0.2 * side, x + 0.2 * side, y - 0.2 * side + 2 * wide), 0.02 * side, INK)


def bag(pen: Pen, x: float, y: float, side: float) -> None:
    """A full bag, tied at the top, a coin on it."""
    body = (
        (-0.14, -0.16),
        (0.14, -0.16),
        (0.3, 0.02),
        (0.37, 0.24),
        (0.28, 0.4),
        (-0.28, 0.4),
        (-0.37, 0.24),
        (-0.3, 0.02),
    )
    neck = ((-0.22, -0.42), (0.0, -0.34), (0.22, -0.42), (0.13, -0.17), (-0.13, -0.17))
    _outlined(pen, _at(x, y, side, body), side, colours.STEP)
    _outlined(pen, _at(x, y, side, neck), side, colours.STEP)
    pen.rounded(
        (x - 0.18 * side, y - 0.2 * side, x + 0.18 * side, y - 0.12 * side), 0.04 * side, colours.TRUNK
    )
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
