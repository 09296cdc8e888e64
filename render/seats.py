"""The ten seats: a colour and a symbol each, drawn as the piece itself; and the icons that people may choose
instead of the symbol."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
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
_chosen: ContextVar[Sequence[str]] = ContextVar("icons", default=())
"""By seat, of the picture that is being drawn."""


def _outline(path: str) -> tuple[Point, ...]:
    """The points of corners `x y` and arcs `x y radius start end`, whose angles are twelfths of a turn from
    the right, clockwise."""
    points: list[Point] = []
    for part in path.split(","):
        x, y, *arc = map(float, part.split())
        if arc:
            radius, start, end = arc
            points += curve(x, y, radius, radius, start * pi / 6, end * pi / 6, 14)
        else:
            points.append((x, y))
    return tuple(points)


_PATHS = {
    "heart": "-.48 -.3 .52 4.9 11.2, .48 -.3 .52 6.8 13.1, 0 1.02",
    "crown": "-1 .8, -1.06 -.72, -.5 0, 0 -.98, .5 0, 1.06 -.72, 1 .8",
    "moon": ".05 0 1 2.1 9.9, .62 0 .92 8.6 3.4",
    "leaf": "-.495 -.495 1.45 -.54 3.54, .495 .495 1.45 5.46 9.54",
    "cat": "-.84 -1.06, -.3 -.66, .3 -.66, .84 -1.06, 0 .1 .9 11.2 18.8",
    "house": "0 -1.06, 1.08 -.06, .74 -.06, .74 .9, .26 .9, .26 .3, -.26 .3, -.26 .9, -.74 .9, -.74 -.06,"
    " -1.08 -.06",
    "fish": "-.25 .55 .9 7.28 10.2, 1.06 -.66, .84 0, 1.06 .66, -.25 -.55 .9 1.8 4.72",
    "bolt": ".36 -1.12, -.74 .18, -.1 .18, -.36 1.12, .74 -.22, .08 -.22",
    "flower": "0 -.62 .42 5.6 12.4, .59 -.19 .42 8 14.8, .36 .5 .42 10.4 17.2, -.36 .5 .42 12.8 19.6,"
    " -.59 -.19 .42 15.2 22",
    "bell": "0 -.36 .6 6 12, .62 .3, .98 .66, .3 .66, 0 .7 .3 .2 5.8, -.3 .66, -.98 .66, -.62 .3",
    "mushroom": "0 -.02 1 6 12, .34 .12, .42 .94, -.42 .94, -.34 .12, -1 .12",
    "ghost": "0 -.2 .82 6 12, .82 .98, .42 .62, 0 .98, -.42 .62, -.82 .98",
}
ICONS = {name: _outline(path) for name, path in _PATHS.items()}
"""What people may choose, clockwise on the screen, for a token of radius 1: no seat has these by itself."""


@contextmanager
def shown_as(icons: Sequence[str]) -> Generator[None]:
    """Draws the pieces of seats with these icons by seat, "" for the symbol of the seat."""
    token = _chosen.set(icons)
    try:
        yield
    finally:
        _chosen.reset(token)


def icon_of(seat: int) -> str:
    """The icon of a seat in the picture that is being drawn, "" where it has its own symbol."""
    icons = _chosen.get()
    return icons[seat] if seat < len(icons) and icons[seat] in ICONS else ""


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
    icon = icon_of(seat)

    def paint(pen: Pen) -> None:
        half = OUTLINE / 2
        if rim:
            _shape(pen, side, seat, icon, radius, half + rim, around)
        _shape(pen, side, seat, icon, radius, half, outline)
        _shape(pen, side, seat, icon, radius, -half, colour)
        if seat == 7 and not icon:
            pen.disc(side / 2, side / 2, radius * _HOLE + half, outline)
            pen.disc(side / 2, side / 2, radius * _HOLE - half, (0, 0, 0, 0))

    return sprite(("piece", icon or seat, radius, rim, colour, outline, around), side, side, paint)


def _shape(pen: Pen, side: float, seat: int, icon: str, radius: float, by: float, fill: Colour) -> None:
    middle = side / 2
    if seat in _DISCS and not icon:
        pen.disc(middle, middle, _DISCS[seat] * radius + by, fill)
        return
    outline = ICONS[icon] if icon else POLYGONS[seat]
    points = [(middle + x * radius, middle + y * radius) for x, y in outline]
    pen.polygon(grow(points, by), fill)
