"""The little pictures of a sheet, and the sign of each row of the score sheet, made of what it is about."""

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from PIL import Image

from render.my_city import colours
from render.pen import Pen, Point, grow, kept, sprite
from render.theme import CARD, INK, LOSS, WHITE, Box, Colour

Stroke = Callable[[Pen, float, float, float], None]
"""Draws a part of a sign on a cell: the pen, the middle of the cell, its side. Places and lengths are shares
of the side, counted from the middle."""
Strokes = tuple[Stroke, ...]


def _disc(fill: Colour, x: float, y: float, radius: float) -> Stroke:
    return lambda pen, mx, my, side: pen.disc(mx + x * side, my + y * side, radius * side, fill)


def _bar(fill: Colour, box: Box, radius: float = 0, *, corner: float = 0, rim: float = 0) -> Stroke:
    """A box whose corners are round; `corner` and `rim` are pixels by which its radius and it are larger."""
    left, top, right, bottom = box

    def paint(pen: Pen, x: float, y: float, side: float) -> None:
        first = x + left * side - rim, y + top * side - rim
        pen.rounded((*first, x + right * side + rim, y + bottom * side + rim), radius * side + corner, fill)

    return paint


def _form(fill: Colour, points: Sequence[Point], grown: float = 0) -> Stroke:
    def paint(pen: Pen, x: float, y: float, side: float) -> None:
        form = _at(x, y, side, points)
        pen.polygon(grow(form, grown * side) if grown else form, fill)

    return paint


def _line(fill: Colour, points: Sequence[Point], width: float) -> Stroke:
    return lambda pen, x, y, side: pen.line(_at(x, y, side, points), width * side, fill)


def _moved(x: float, y: float, *strokes: Stroke) -> Stroke:
    return lambda pen, mx, my, side: draw(pen, strokes, mx + x * side, my + y * side, side)


def _at(x: float, y: float, side: float, points: Sequence[Point]) -> list[Point]:
    return [(x + px * side, y + py * side) for px, py in points]


def _outlined(fill: Colour, *points: Point) -> Strokes:
    return _form(INK, points, 0.028), _form(fill, points)


def _fir(across: float, low: float, high: float) -> Strokes:
    """A tree of two tiers, so high, with an edge of ground."""
    found = list[Stroke]()
    for grown, fill in ((high * 0.05, colours.GROUNDS["forest"]), (0.0, colours.FIR)):
        for top, foot, half in ((1.0, 0.5, 0.2), (0.74, 0.12, 0.28)):
            right, left = (across + half * high, low - foot * high), (across - half * high, low - foot * high)
            found.append(_form(fill, ((across, low - top * high), right, left), grown))
    stem = _bar(colours.FIR, (across - high * 0.05, low - high * 0.13, across + high * 0.05, low))
    return (*found, stem)


def _wave(down: float) -> Strokes:
    along = [-0.4 + 0.8 * step / 24 for step in range(25)]
    points = [(x, down + 0.06 * sin(x * 4 * pi / 0.8)) for x in along]
    return _line(colours.RIVER_EDGE, points, 0.07), _line(WHITE, points, 0.035)


def _mirrored(*half: Point) -> list[Point]:
    """The right half of a form from the middle on, then the left one back."""
    return [*half, *[(-across, down) for across, down in reversed(half)]]


def _star(fill: Colour, count: int, radii: tuple[float, float], grown: float = 0) -> Stroke:
    """A star or a saw whose points have these radii by turns."""

    def paint(pen: Pen, x: float, y: float, side: float) -> None:
        turns = [(radii[index % 2] * side, index * 2 * pi / count) for index in range(count)]
        points = [(x + radius * cos(turn), y + radius * sin(turn)) for radius, turn in turns]
        pen.polygon(grow(points, grown * side) if grown else points, fill)

    return paint


_RINGS = ((0.195, INK), (0.165, colours.BARK), (0.125, colours.WOOD), (0.05, colours.BARK))
_LOG = [_disc(fill, 0, 0, radius) for radius, fill in _RINGS]
_NUGGET: Strokes = (
    *_outlined(
        colours.GOLD, (-0.12, -0.1), (0.07, -0.13), (0.16, 0.02), (0.1, 0.13), (-0.13, 0.13), (-0.17, 0.02)
    ),
    _form(colours.GOLD_LIGHT, ((-0.12, -0.1), (0.07, -0.13), (0.0, 0.0))),
)
_HAT: Sequence[Point] = ((-0.17, -0.34), (0.17, -0.34), (0.2, -0.07), (-0.2, -0.07))
_BANDIT: Strokes = (
    _disc(INK, 0, 0, 0.42),
    _disc(colours.SKIN, 0, 0.09, 0.24),
    _bar(INK, (-0.27, 0, 0.27, 0.13), 0.03),
    *[_disc(WHITE, across, 0.065, 0.04) for across in (-0.1, 0.1)],
    *(_form(WHITE, _HAT, 0.02), _bar(WHITE, (-0.38, -0.13, 0.38, -0.01), 0.05)),
    *(_form(colours.BANDIT, _HAT), _bar(colours.BANDIT, (-0.36, -0.11, 0.36, -0.03), 0.04)),
)
"""A masked face under a broad hat, on a dark disc."""
_BARS = [(across - 0.035, -0.4, across - 0.035 + 0.07, 0.4) for across in (-0.26, -0.087, 0.087, 0.26)]
CROSS: Strokes = (_bar(INK, (-0.055, -0.33, 0.055, 0.33), 0.02), _bar(INK, (-0.2, -0.2, 0.2, -0.09), 0.02))
_SQUARE = colours.TYPES["residential"]

TERRAIN: dict[str, Strokes] = {
    "mountain": (
        _form(colours.PEAK, ((0.2, -0.1), (0.45, 0.33), (-0.05, 0.33))),
        _form(colours.PEAK, ((-0.1, -0.32), (0.29, 0.33), (-0.45, 0.33))),
        _form(
            colours.SNOW,
            ((-0.1, -0.32), (0.03, -0.1), (-0.03, -0.04), (-0.1, -0.11), (-0.16, -0.03), (-0.22, -0.1)),
        ),
    ),
    "forest": (*_fir(-0.2, 0.32, 0.56), *_fir(0.2, 0.32, 0.56), *_fir(0, 0.36, 0.74)),
    "tree": (
        _bar(colours.TRUNK, (-0.055, 0, 0.055, 0.36), 0.02),
        *(_disc(INK, 0, -0.08, 0.27), _disc(colours.LEAF, 0, -0.08, 0.24)),
        _disc(colours.LEAF_LIGHT, -0.09, -0.16, 0.07),
    ),
    "rock": (
        *_outlined(
            colours.STONE,
            *((-0.13, -0.2), (0.12, -0.22), (0.28, 0.02), (0.32, 0.24), (-0.32, 0.24), (-0.26, 0.0)),
        ),
        _form(colours.STONE_LIGHT, ((-0.13, -0.2), (0.12, -0.22), (0.03, -0.02), (-0.18, 0.02))),
        _form(colours.STONE_DARK, ((0.12, -0.22), (0.28, 0.02), (0.32, 0.24), (0.1, 0.24), (0.03, -0.02))),
    ),
    "well": (
        *(_disc(INK, 0, 0, 0.36), _disc(colours.RING, 0, 0, 0.33)),
        *(_disc(INK, 0, 0, 0.23), _disc(colours.WATER, 0, 0, 0.205)),
        _disc(colours.RIVER_LIGHT, -0.07, -0.07, 0.05),
    ),
    "water": (*_wave(-0.24), *_wave(0), *_wave(0.24)),
    "plateau": (
        *_outlined(colours.STEP, (-0.24, -0.02), (0.24, -0.02), (0.38, 0.27), (-0.38, 0.27)),
        *_outlined(colours.MEADOW, (-0.17, -0.24), (0.17, -0.24), (0.25, 0.02), (-0.25, 0.02)),
    ),
    "woodland": tuple([_moved(*at, *_LOG) for at in ((-0.17, 0.14), (0.17, 0.14), (0, -0.15))]),
    "gold": (
        *[_moved(*at, *_NUGGET) for at in ((-0.16, 0.15), (0.18, 0.16), (0.02, -0.1))],
        _moved(0.23, -0.24, _star(INK, 8, (0.12, 0.036), 0.0264), _star(colours.GOLD, 8, (0.12, 0.036))),
    ),
}
"""What is printed, by kind; meadow is the empty cell."""
FORTRESS: Strokes = (
    *_outlined(
        CARD,
        *_mirrored(
            *((0.075, -0.32), (0.075, -0.21), (0.15, -0.21), (0.15, -0.32)),
            *((0.3, -0.32), (0.3, -0.06), (0.24, 0.0), (0.24, 0.33)),
        ),
    ),
    _bar(INK, (-0.075, 0.08, 0.075, 0.34), 0.07),
)
_SIGNS: dict[str, Strokes] = {
    **TERRAIN,
    "bandit": _BANDIT,
    # All sides of his cell are closed.
    "enclosed": (
        *_BANDIT,
        *[
            bar
            for box in _BARS
            for bar in (_bar(INK, box, 0.03, rim=1), _bar(colours.STONE_LIGHT, box, 0.03))
        ],
    ),
    "sawmill": (
        *(
            _bar(INK, (-0.46, -0.46, 0.46, 0.46), 0.1),
            _bar(colours.SAWMILL, (-0.41, -0.41, 0.41, 0.41), 0.07),
        ),
        *(_star(INK, 24, (0.24, 0.32), 0.02), _star(CARD, 24, (0.24, 0.32)), _disc(INK, 0, 0, 0.08)),
    ),
    "fortress": FORTRESS,
    "church": CROSS,
    "bag": (
        *_outlined(colours.STEP, *_mirrored((0.14, -0.16), (0.3, 0.02), (0.37, 0.24), (0.28, 0.4))),
        *_outlined(colours.STEP, (-0.22, -0.42), (0.0, -0.34), (0.22, -0.42), (0.13, -0.17), (-0.13, -0.17)),
        _bar(colours.TRUNK, (-0.18, -0.2, 0.18, -0.12), 0.04),
        *(_disc(INK, 0, 0.14, 0.17), _disc(colours.GOLD, 0, 0.14, 0.14)),
    ),
    "empty_meadow": (
        _bar(colours.FRAME, (-0.4, -0.4, 0.4, 0.4), corner=2),
        _bar(colours.MEADOW, (-0.33, -0.33, 0.33, 0.33)),
    ),
    "largest_groups": tuple(
        [
            _bar(fill, (x - half, y - half, x + half, y + half), corner=2)
            for x, y in ((-0.2, -0.22), (0.22, 0), (-0.2, 0.24))
            for half, fill in ((0.25, INK), (0.2, _SQUARE))
        ]
    ),
    "complete_groups": (
        *(_disc(INK, 0, 0, 0.47), _disc(CARD, 0, 0, 0.42)),
        *[
            _bar(fill, (x - 0.125, y - 0.125, x + 0.125, y + 0.125), corner=corner, rim=rim)
            for x, y in ((-0.14, -0.14), (0.14, -0.14), (-0.14, 0.14), (0.14, 0.14))
            for fill, corner, rim in ((INK, 2, 0), (_SQUARE, 1, -1.5))
        ],
    ),
    "churches": (
        _bar(INK, (-0.42, -0.42, 0.42, 0.42), corner=5),
        *(_bar(colours.CHURCH, (-0.37, -0.37, 0.37, 0.37), corner=4), *CROSS),
    ),
    "passes": (
        _bar(INK, (-0.38, -0.38, 0.38, 0.38), corner=6),
        _bar(CARD, (-0.2, -0.05, 0.2, 0.05), corner=1),
    ),
    "never_passed": (
        *(_bar(INK, (-0.38, -0.38, 0.38, 0.38), corner=6), _bar(CARD, (-0.31, -0.31, 0.31, 0.31), corner=4)),
        _line(LOSS, ((-0.42, 0.42), (0.42, -0.42)), 0.09),
    ),
}


def draw(pen: Pen, strokes: Sequence[Stroke], x: float, y: float, side: float) -> None:
    """Draws a sign on a cell: the pen, the middle of the cell, its side."""
    for stroke in strokes:
        stroke(pen, x, y, side)


def sign(name: str, side: int) -> Image.Image:
    """A sign of a sheet or of a row by itself."""
    key = ("city sign", name, side)
    return sprite(key, side, side, lambda pen: draw(pen, _SIGNS[name], side / 2, side / 2, side))


_ROWS = {
    "trees": "tree",
    "rocks": "rock",
    "wells": "well",
    "bandits": "bandit",
    "gold_bags": "bag",
}
_ALL = {
    "gold_all_built": "gold",
    "all_trees_built": "tree",
    "all_rocks_built": "rock",
    "all_meadow_built": "empty_meadow",
    "first_plateau": "plateau",
    "first_woodland": "woodland",
    "first_gold": "gold",
}
"""Rows that are won when the last of something is built over."""
_TICK: Sequence[Point] = ((-0.5, 0), (-0.1, 0.4), (0.5, -0.35))


def row_sign(key: str, side: int) -> Image.Image:
    """The sign of a row, so many pixels wide and high."""
    if key in _ALL:
        return kept(("all of a kind", key, side), lambda: _badged(key, side))
    return sign(_ROWS.get(key, key), side)


def _badged(key: str, side: int) -> Image.Image:
    image, first = sign(_ALL[key], side).copy(), key.startswith("first_")

    def badge(pen: Pen) -> None:
        x, y, radius = side * 0.74, side * 0.74, side * 0.25
        pen.disc(x, y, radius + 1.5, CARD)
        pen.disc(x, y, radius, INK)
        if first:
            pen.rounded((x - side * 0.035, y - radius * 0.62, x + side * 0.035, y + radius * 0.62), 0, CARD)
            pen.line([(x - side * 0.09, y - radius * 0.3), (x, y - radius * 0.6)], side * 0.07, CARD)
        else:
            pen.line(_at(x, y, radius, _TICK), radius * 0.28, CARD)

    image.alpha_composite(sprite(("badge", first, side), side, side, badge))
    return image
