"""Towns with their post offices."""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image

from bot.games.contract import Seat
from render.canvas import Canvas
from render.pen import Pen, sprite
from render.theme import CARD, INK, NEWS, Box
from render.thurn_and_taxis.labels import UPWARDS
from render.thurn_and_taxis.signs import HOUSE, office
from render.thurn_and_taxis.terrain import at

_WIDE, _HIGH = HOUSE
_IN_ROW = 2


def block(city: str, count: int) -> Box:
    """The ground that a town with so many post offices covers."""
    x, y = at(city)
    half, up = _WIDE / 2 * min(max(count, 1), _IN_ROW), _HIGH / 2
    second = _HIGH if count > _IN_ROW else 0
    above, below = (second, 0) if city in UPWARDS else (0, second)
    return x - half, y - up - above, x + half, y + up + below


def town(canvas: Canvas, city: str, seats: Collection[Seat], lit: Collection[Seat], *, reached: bool) -> None:
    """A town: a ring without post offices, else a house for each; `lit` are new houses, `reached` lights
    the town itself."""
    x, y = at(city)
    if reached:
        canvas.stamp(_halo(len(seats)), *_middle(block(city, len(seats))))
    if not seats:
        canvas.stamp(_ring(), x, y)
    for index, seat in enumerate(seats):
        row, column = divmod(index, _IN_ROW)
        in_row = min(len(seats) - row * _IN_ROW, _IN_ROW)
        across = (column - (in_row - 1) / 2) * _WIDE
        down = row * _HIGH * (-1 if city in UPWARDS else 1)
        canvas.stamp(office(seat, lit=seat in lit), x + across, y + down)
    canvas.mark(block(city, len(seats)) if seats else (x - 10, y - 10, x + 10, y + 10))


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _ring() -> Image.Image:
    def paint(pen: Pen) -> None:
        pen.disc(15, 15, 14, CARD)
        pen.disc(15, 15, 12, INK)
        pen.disc(15, 15, 9, CARD)
        pen.disc(15, 15, 4, INK)

    return sprite("town ring", 30, 30, paint)


def _halo(count: int) -> Image.Image:
    wide = 26 if not count else _WIDE * min(count, _IN_ROW) + 7
    high = 26 if not count else _HIGH * (1 + (count > _IN_ROW)) + 7
    radius = 21 if not count else 12

    def paint(pen: Pen) -> None:
        pen.rounded((0, 0, wide + 16, high + 16), radius + 2, INK)
        pen.rounded((2, 2, wide + 14, high + 14), radius, NEWS)
        pen.rounded((8, 8, wide + 8, high + 8), max(radius - 6, 6), CARD)

    return sprite(("town halo", wide, high), wide + 16, high + 16, paint)
