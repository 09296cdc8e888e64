"""The pictograms of Noria, each drawn around a middle with a radius: what discs do, resources, goods."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from render.pen import Pen, Point
from render.theme import Colour


class Nib:
    """A pen that draws in units of a radius around a middle."""

    def __init__(self, pen: Pen, x: float, y: float, radius: float, fill: Colour, ground: Colour) -> None:
        self._pen, self._x, self._y, self._unit = pen, x, y, radius
        self.fill, self.ground = fill, ground

    def shape(self, points: Sequence[Point], fill: Colour | None = None) -> None:
        """A polygon."""
        corners = [(self._x + x * self._unit, self._y + y * self._unit) for x, y in points]
        self._pen.polygon(corners, self.fill if fill is None else fill)

    def bar(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        fill: Colour | None = None,
        *,
        round: float = 0,
    ) -> None:
        """A rectangle, its corners rounded if wanted."""
        unit = self._unit
        box = (self._x + left * unit, self._y + top * unit, self._x + right * unit, self._y + bottom * unit)
        self._pen.rounded(box, round * unit, self.fill if fill is None else fill)

    def disc(self, x: float, y: float, radius: float, fill: Colour | None = None) -> None:
        """A circle."""
        unit = self._unit
        colour = self.fill if fill is None else fill
        self._pen.disc(self._x + x * unit, self._y + y * unit, radius * unit, colour)

    def line(self, points: Sequence[Point], width: float) -> None:
        """A line."""
        corners = [(self._x + x * self._unit, self._y + y * self._unit) for x, y in points]
        self._pen.line(corners, width * self._unit, self.fill)


def _arc(x: float, y: float, radius: float, start: float, end: float, flat: float = 1) -> list[Point]:
    # Points along part of an ellipse, angles in turns of pi, clockwise from the right.
    return [
        (
            x + radius * cos(pi * (start + (end - start) * step / 24)),
            y + flat * radius * sin(pi * (start + (end - start) * step / 24)),
        )
        for step in range(25)
    ]


def bolt(nib: Nib) -> None:
    """Energy."""
    nib.shape(((0.22, -1), (-0.62, 0.14), (-0.1, 0.14), (-0.26, 1), (0.62, -0.28), (0.08, -0.28), (0.46, -1)))


def mushroom(nib: Nib) -> None:
    """Mycelium."""
    nib.shape([*_arc(0, 0.08, 0.96, 1, 2, 0.98), (0.96, 0.2), (-0.96, 0.2)])
    nib.bar(-0.3, 0.1, 0.3, 0.94, round=0.22)


def crystal(nib: Nib) -> None:
    """Obsidian."""
    nib.shape(((0, -1), (0.6, -0.46), (0, -0.2), (-0.6, -0.46)))
    for side in (-1, 1):
        nib.shape(
            ((side * 0.08, -0.02), (side * 0.7, -0.3), (side * 0.56, 0.66), (side * 0.08, 0.98)),
        )


def town(nib: Nib) -> None:
    """City: a house before a tower."""
    nib.bar(0.02, -0.95, 0.8, 0.92)
    for y in (-0.66, -0.22, 0.22, 0.6):
        for x in (0.18, 0.5):
            nib.bar(x, y - 0.1, x + 0.16, y + 0.12, nib.ground)
    nib.shape(((-0.92, 0.02), (-0.42, -0.46), (0.08, 0.02), (0.08, 0.92), (-0.92, 0.92)), nib.ground)
    nib.shape(((-0.84, 0.08), (-0.42, -0.32), (0.0, 0.08), (0.0, 0.92), (-0.84, 0.92)))
    nib.bar(-0.54, 0.42, -0.28, 0.93, nib.ground)


def boat(nib: Nib) -> None:
    """Journey: a boat under sail."""
    nib.shape(((-0.96, 0.36), (0.96, 0.36), (0.58, 0.9), (-0.58, 0.9)))
    nib.shape(((-0.08, -0.95), (-0.08, 0.2), (-0.84, 0.2)))
    nib.shape(((0.1, -0.7), (0.72, 0.2), (0.1, 0.2)))


def hammer(nib: Nib) -> None:
    """Tool."""
    nib.line(((-0.74, 0.84), (0.3, -0.3)), 0.3)
    nib.shape(((-0.18, -0.62), (0.3, -1.0), (0.98, -0.28), (0.56, 0.16)))


def cross(nib: Nib) -> None:
    """Bonus."""
    nib.bar(-0.26, -0.88, 0.26, 0.88, round=0.1)
    nib.bar(-0.88, -0.26, 0.88, 0.26, round=0.1)


def sail(nib: Nib) -> None:
    """A good: two sails on a spar."""
    nib.shape(((-0.04, -0.98), (-0.04, 0.5), (-0.86, 0.5)))
    nib.shape(((0.14, -0.6), (0.76, 0.5), (0.14, 0.5)))
    nib.bar(-0.92, 0.64, 0.92, 0.9, round=0.1)


def compass(nib: Nib) -> None:
    """A good."""
    nib.disc(0, 0, 0.96)
    nib.disc(0, 0, 0.74, nib.ground)
    nib.shape(((0, -0.62), (0.24, 0), (0, 0.62), (-0.24, 0)))


def propeller(nib: Nib) -> None:
    """A good: three blades."""
    for turn in (0, 2 / 3, 4 / 3):
        angle = pi * (turn - 0.5)
        along, across = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
        blade = ((0.0, -0.12), (0.62, -0.4), (0.98, -0.1), (0.8, 0.26), (0.0, 0.16))
        nib.shape([(along[0] * u + across[0] * v, along[1] * u + across[1] * v) for u, v in blade])
    nib.disc(0, 0, 0.28, nib.ground)
    nib.disc(0, 0, 0.18)


def lamp(nib: Nib) -> None:
    """A good: a bulb."""
    nib.disc(0, -0.3, 0.68)
    nib.shape(((-0.42, 0.1), (0.42, 0.1), (0.3, 0.5), (-0.3, 0.5)))
    nib.bar(-0.3, 0.56, 0.3, 0.72, round=0.06)
    nib.bar(-0.22, 0.8, 0.22, 0.96, round=0.06)


def piston(nib: Nib) -> None:
    """A good: a head on its rod."""
    nib.bar(-0.66, -0.92, 0.66, -0.16, round=0.12)
    nib.bar(-0.66, -0.62, 0.66, -0.5, nib.ground)
    nib.bar(-0.17, -0.2, 0.17, 0.5)
    nib.disc(0, 0.62, 0.34)
    nib.disc(0, 0.62, 0.14, nib.ground)


def book(nib: Nib) -> None:
    """Knowledge: an open book."""
    for side in (-1, 1):
        nib.shape(((side * 0.06, -0.5), (side * 0.98, -0.82), (side * 0.98, 0.5), (side * 0.06, 0.82)))


def factory(nib: Nib) -> None:
    """A factory."""
    nib.shape(
        (
            *((-0.96, 0.86), (-0.96, -0.9), (-0.56, -0.9), (-0.5, -0.06), (-0.02, -0.4), (-0.02, -0.02)),
            *((0.46, -0.38), (0.46, -0.02), (0.96, -0.38), (0.96, 0.86)),
        )
    )


GLYPHS: dict[str, Callable[[Nib], None]] = {
    "energy": bolt,
    "mycelium": mushroom,
    "obsidian": crystal,
    "E": bolt,
    "M": mushroom,
    "O": crystal,
    "C": town,
    "J": boat,
    "T": hammer,
    "B": cross,
    "sail": sail,
    "compass": compass,
    "propeller": propeller,
    "lamp": lamp,
    "piston": piston,
    "knowledge": book,
    "factory": factory,
}
"""By resource, kind of disc, good, and the two that players have besides."""
