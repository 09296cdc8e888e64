"""How often of 36 rolls each shape comes, below the own sheet; the one asked for is lit."""

from __future__ import annotations

from PIL import Image

from bot.games.contract import Seat
from bot.games.my_city.legal import task_of
from bot.games.my_city.preview import compass_counts, odds
from bot.games.my_city.shapes import Form, orientations
from bot.games.my_city.view import MyCityView
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.my_city.dice import compass
from render.pen import Pen, sprite
from render.theme import HINT, INK, MUTED, NEWS_PALE, PAPER, Box

_CELL = 10


def paint(canvas: Canvas, model: ViewModel[MyCityView], seat: Seat, box: Box) -> None:
    """A little drawing of each shape with its number."""
    left, top, right, bottom = box
    canvas.panel(box, PAPER, 14)
    y = (top + bottom) / 2
    label = model.words("my_city.picture.odds")
    x = left + 16 + canvas.text(left + 16, y, label, HINT, MUTED) + 12
    items = [(shape, str(count), _drawn(shape)) for shape, count in odds(model.view, seat)]
    wide = [image.width + 6 + fonts.width(count, HINT, True) for _, count, image in items]
    gap = (right - 12 - x - sum(wide)) / len(items)
    now = _now(model.view, seat)
    for (shape, count, image), room in zip(items, wide, strict=True):
        if shape == now:
            lit = (x - 1, top + 8, x + room + gap, bottom - 8)
            canvas.panel(lit, NEWS_PALE, 10, edge=INK, shadow=False)
        canvas.stamp(image, x + gap / 2 + image.width / 2, y)
        canvas.text(x + gap / 2 + image.width + 6, y, count, HINT, INK, bold=True)
        x += room + gap


def _now(view: MyCityView, seat: Seat) -> str | None:
    asked = task_of(view, seat)
    if asked is None:
        return None
    return "compass" if compass_counts(view) and asked.kind in ("church", "fortress") else asked.shape


def _drawn(shape: str) -> Image.Image:
    if shape == "compass":
        return sprite("small compass", 32, 32, lambda pen: compass(pen, 16, 16, 14))
    form: Form = orientations(shape)[0]
    height, width = (_CELL * (1 + max(side)) + 2 for side in zip(*form, strict=True))

    def paint(pen: Pen) -> None:
        for row, column in form:
            x, y = column * _CELL, row * _CELL
            pen.rounded((x + 0.5, y + 0.5, x + _CELL + 1, y + _CELL + 1), 1, PAPER)
            pen.rounded((x + 1, y + 1, x + _CELL, y + _CELL), 1.5, INK)

    return sprite(("small shape", shape), width, height, paint)
