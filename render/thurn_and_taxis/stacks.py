"""The stacks of bonus tiles in the empty corner of the map: what for, the next value, how many are left."""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image

from bot.games.thurn_and_taxis.view import TaxisView, stacks
from bot.text import Words
from render import fonts
from render.canvas import Canvas
from render.pen import Pen, sprite
from render.theme import INK, MUTED, NAME, NEWS, NUMBER, PAPER, Box
from render.thurn_and_taxis.signs import TAG, tag

BOX: Box = (578, 899, 810, 1081)
_STEP = 75
_ROWS = 44
_MOST = 4


def tiles(canvas: Canvas, view: TaxisView, words: Words, lit: Collection[str]) -> None:
    """All ten stacks; those from which a tile was just taken are lit."""
    left, top, right, _ = BOX
    canvas.panel(BOX, PAPER, 14)
    title = fonts.fit(words("thurn_and_taxis.picture.tiles"), _STEP * 2 - 10, NAME, True)
    canvas.text(left + 14, top + 25, title, NAME, MUTED, bold=True)
    places = [(left + 5 + column * _STEP, top + 25 + row * _ROWS) for row in (1, 2, 3) for column in range(3)]
    places.append((right - 2 - _STEP, top + 25))
    for (stack, values), (x, y) in zip(stacks(view), places, strict=True):
        if stack in lit:
            canvas.stamp(_band(), x + _STEP / 2 - 1, y)
        tag(canvas, stack, x + 3 + TAG / 2, y, nine=view.options.all_regions == "all_nine")
        _left(canvas, values, x, y)


def _left(canvas: Canvas, values: tuple[int, ...], left: float, y: float) -> None:
    # The next value, and a pip for each tile that is left.
    text = str(values[0]) if values else "–"
    canvas.text(left + TAG + 19, y, text, NUMBER, INK if values else MUTED, bold=True, anchor="m")
    canvas.stamp(_pips(len(values)), left + _STEP - 5, y)


def _pips(count: int) -> Image.Image:
    def paint(pen: Pen) -> None:
        for index in range(count):
            pen.rounded((0, 33 - index * 9, 6, 39 - index * 9), 2, MUTED)

    return sprite(("pips", count), 6, 40, paint)


def _band() -> Image.Image:
    def paint(pen: Pen) -> None:
        pen.rounded((0, 0, _STEP, _ROWS), 10, NEWS)

    return sprite("lit stack", _STEP, _ROWS, paint)
