"""The pictograms of Noria, each drawn around a middle with a radius: what discs do, resources, goods."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Literal, NamedTuple

from render.pen import Pen, Point
from render.theme import Colour


class Part(NamedTuple):
    """A piece of a pictogram, in units of its radius around its middle."""

    kind: Literal["shape", "bar", "disc", "line"]
    points: Sequence[Point]
    """Of a bar two opposite corners, of a disc the middle."""
    size: float = 0
    """The radius of a disc or of a bar's corners, the width of a line."""
    hole: bool = False
    """Whether the ground shows through."""


def draw(pen: Pen, name: str, x: float, y: float, radius: float, fill: Colour, ground: Colour) -> None:
    """A pictogram; `ground` shows through its openings."""
    for kind, points, size, hole in GLYPHS[name]:
        colour = ground if hole else fill
        at = [(x + u * radius, y + v * radius) for u, v in points]
        match kind:
            case "shape":
                pen.polygon(at, colour)
            case "bar":
                pen.rounded((*at[0], *at[1]), size * radius, colour)
            case "disc":
                pen.disc(*at[0], size * radius, colour)
            case "line":
                pen.line(at, size * radius, colour)


def _shape(*points: Point, hole: bool = False) -> Part:
    return Part("shape", points, 0, hole)


def _bar(
    left: float, top: float, right: float, bottom: float, size: float = 0, *, hole: bool = False
) -> Part:
    return Part("bar", ((left, top), (right, bottom)), size, hole)


def _disc(x: float, y: float, radius: float, *, hole: bool = False) -> Part:
    return Part("disc", ((x, y),), radius, hole)


def _blade(turn: float) -> Part:
    angle = pi * (turn - 0.5)
    along, across = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
    blade = ((0.0, -0.12), (0.62, -0.4), (0.98, -0.1), (0.8, 0.26), (0.0, 0.16))
    return _shape(*[(along[0] * u + across[0] * v, along[1] * u + across[1] * v) for u, v in blade])


_BOLT = _shape((0.22, -1), (-0.62, 0.14), (-0.1, 0.14), (-0.26, 1), (0.62, -0.28), (0.08, -0.28), (0.46, -1))
_ARC = [pi * (1 + step / 24) for step in range(25)]
_MUSHROOM = (
    _shape(*[(0.96 * cos(turn), 0.08 + 0.98 * 0.96 * sin(turn)) for turn in _ARC], (0.96, 0.2), (-0.96, 0.2)),
    _bar(-0.3, 0.1, 0.3, 0.94, 0.22),
)
_CRYSTAL = (
    _shape((0, -1), (0.6, -0.46), (0, -0.2), (-0.6, -0.46)),
    *[
        _shape((side * 0.08, -0.02), (side * 0.7, -0.3), (side * 0.56, 0.66), (side * 0.08, 0.98))
        for side in (-1, 1)
    ],
)
_WINDOWS = [
    _bar(x, y - 0.1, x + 0.16, y + 0.12, hole=True) for y in (-0.66, -0.22, 0.22, 0.6) for x in (0.18, 0.5)
]
GLYPHS: dict[str, Sequence[Part]] = {
    "energy": (_BOLT,),
    "mycelium": _MUSHROOM,
    "obsidian": _CRYSTAL,
    "E": (_BOLT,),
    "M": _MUSHROOM,
    "O": _CRYSTAL,
    # City: a house before a tower.
    "C": (
        _bar(0.02, -0.95, 0.8, 0.92),
        *_WINDOWS,
        _shape((-0.92, 0.02), (-0.42, -0.46), (0.08, 0.02), (0.08, 0.92), (-0.92, 0.92), hole=True),
        _shape((-0.84, 0.08), (-0.42, -0.32), (0.0, 0.08), (0.0, 0.92), (-0.84, 0.92)),
        _bar(-0.54, 0.42, -0.28, 0.93, hole=True),
    ),
    # Journey: a boat under sail.
    "J": (
        _shape((-0.96, 0.36), (0.96, 0.36), (0.58, 0.9), (-0.58, 0.9)),
        _shape((-0.08, -0.95), (-0.08, 0.2), (-0.84, 0.2)),
        _shape((0.1, -0.7), (0.72, 0.2), (0.1, 0.2)),
    ),
    # Tool: a hammer.
    "T": (
        Part("line", ((-0.74, 0.84), (0.3, -0.3)), 0.3),
        _shape((-0.18, -0.62), (0.3, -1.0), (0.98, -0.28), (0.56, 0.16)),
    ),
    # Bonus: a cross.
    "B": (_bar(-0.26, -0.88, 0.26, 0.88, 0.1), _bar(-0.88, -0.26, 0.88, 0.26, 0.1)),
    "sail": (
        _shape((-0.04, -0.98), (-0.04, 0.5), (-0.86, 0.5)),
        _shape((0.14, -0.6), (0.76, 0.5), (0.14, 0.5)),
        _bar(-0.92, 0.64, 0.92, 0.9, 0.1),
    ),
    "compass": (
        _disc(0, 0, 0.96),
        _disc(0, 0, 0.74, hole=True),
        _shape((0, -0.62), (0.24, 0), (0, 0.62), (-0.24, 0)),
    ),
    "propeller": (*map(_blade, (0, 2 / 3, 4 / 3)), _disc(0, 0, 0.28, hole=True), _disc(0, 0, 0.18)),
    "lamp": (
        _disc(0, -0.3, 0.68),
        _shape((-0.42, 0.1), (0.42, 0.1), (0.3, 0.5), (-0.3, 0.5)),
        _bar(-0.3, 0.56, 0.3, 0.72, 0.06),
        _bar(-0.22, 0.8, 0.22, 0.96, 0.06),
    ),
    "piston": (
        _bar(-0.66, -0.92, 0.66, -0.16, 0.12),
        _bar(-0.66, -0.62, 0.66, -0.5, hole=True),
        _bar(-0.17, -0.2, 0.17, 0.5),
        _disc(0, 0.62, 0.34),
        _disc(0, 0.62, 0.14, hole=True),
    ),
    # An open book.
    "knowledge": [
        _shape((side * 0.06, -0.5), (side * 0.98, -0.82), (side * 0.98, 0.5), (side * 0.06, 0.82))
        for side in (-1, 1)
    ],
    "factory": (
        _shape(
            *((-0.96, 0.86), (-0.96, -0.9), (-0.56, -0.9), (-0.5, -0.06), (-0.02, -0.4), (-0.02, -0.02)),
            *((0.46, -0.38), (0.46, -0.02), (0.96, -0.38), (0.96, 0.86)),
        ),
    ),
}
"""By resource, kind of disc, good, and the two that players have besides."""
