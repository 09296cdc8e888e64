"""The ten seats: a colour and a symbol each, drawn as the piece itself."""

from math import acos, cos, pi, sin

from PIL import Image

from render.canvas import Canvas
from render.pen import Pen, Point, curve, grow, sprite
from render.theme import CARD, INK, MUTED, SEATS, Colour, fade

OUTLINE = 2.4
RIM = 2.5


def _star() -> tuple[Point, ...]:
    points: list[Point] = []
    for index in range(10):
        radius = 0.52 if index % 2 else 1.12
        angle = -pi / 2 + index * pi / 5
        points.append((radius * cos(angle), radius * sin(angle) + 0.06))
    return tuple(points)


def _drop() -> tuple[Point, ...]:
    # The round part, joined to the point above it by the two tangents.
    middle, radius, top = 0.26, 0.70, -1.12
    reach = acos(radius / (middle - top))
    start, end = -pi / 2 + reach, 1.5 * pi - reach
    return ((0.0, top), *curve(0.0, middle, radius, radius, start, end, 40))


_ARM, _LONG = 0.34, 0.98
POLYGONS: dict[int, tuple[Point, ...]] = {
    1: ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
    2: ((0, -1.04), (1, 0.74), (-1, 0.74)),
    3: ((0, -1.10), (0.86, 0), (0, 1.10), (-0.86, 0)),
    4: _star(),
    5: (
        (-_ARM, -_LONG),
        (_ARM, -_LONG),
        (_ARM, -_ARM),
        (_LONG, -_ARM),
        (_LONG, _ARM),
        (_ARM, _ARM),
        (_ARM, _LONG),
        (-_ARM, _LONG),
        (-_ARM, _ARM),
        (-_LONG, _ARM),
        (-_LONG, -_ARM),
        (-_ARM, -_ARM),
    ),
    6: tuple((cos(index * pi / 3), sin(index * pi / 3)) for index in range(6)),
    8: _drop(),
    9: ((-1.08, -0.46), (1.08, -0.46), (1.08, 0.46), (-1.08, 0.46)),
}
"""By seat, clockwise on the screen, for a token of radius 1; the circle and the ring are not among them."""
_DISCS = {0: 0.88, 7: 0.92}
_HOLE = 0.40


def token(canvas: Canvas, seat: int, x: float, y: float, radius: float, *, rim: bool = True) -> None:
    """The piece of a seat; without the rim where it lies on a card."""
    canvas.stamp(piece(seat, radius, RIM if rim else 0.0), x, y)
    reach = radius * 0.9
    canvas.mark((x - reach, y - reach, x + reach, y + reach))


def faded(canvas: Canvas, seat: int, x: float, y: float, radius: float) -> None:
    """The symbol of a seat that nobody has taken."""
    canvas.stamp(_piece(seat, radius, 0, fade(seat), MUTED, CARD), x, y)


def piece(seat: int, radius: float, rim: float = RIM) -> Image.Image:
    """The sprite of a seat's piece."""
    return _piece(seat, radius, rim, SEATS[seat], INK, CARD)


def _piece(
    seat: int, radius: float, rim: float, colour: Colour, outline: Colour, around: Colour
) -> Image.Image:
    side = 2 * round(radius * 1.3 + 6)

    def paint(pen: Pen) -> None:
        half = OUTLINE / 2
        if rim:
            _shape(pen, side, seat, radius, half + rim, around)
        _shape(pen, side, seat, radius, half, outline)
        _shape(pen, side, seat, radius, -half, colour)
        if seat == 7:
            pen.disc(side / 2, side / 2, radius * _HOLE + half, outline)
            pen.disc(side / 2, side / 2, radius * _HOLE - half, (0, 0, 0, 0))

    return sprite(("piece", seat, radius, rim, colour, outline, around), side, side, paint)


def _shape(pen: Pen, side: float, seat: int, radius: float, by: float, fill: Colour) -> None:
    middle = side / 2
    if seat in _DISCS:
        pen.disc(middle, middle, _DISCS[seat] * radius + by, fill)
        return
    points = [(middle + x * radius, middle + y * radius) for x, y in POLYGONS[seat]]
    pen.polygon(grow(points, by), fill)
