"""The stacks of bonus tiles in the empty corner of the map: what for, the next value, how many are left."""

from __future__ import annotations

from collections.abc import Collection

from bot.games.thurn_and_taxis.view import TaxisView
from bot.text import Words
from render import fonts
from render.canvas import Canvas
from render.pen import Pen, sprite
from render.theme import INK, MUTED, NAME, NEWS, NUMBER, PAPER, Box
from render.thurn_and_taxis.facts import stacks
from render.thurn_and_taxis.signs import TAG, tag

BOX: Box = (578, 899, 810, 1081)
_STEP = 75
_ROWS = 44
_MOST = 4


def tiles(canvas: Canvas, view: TaxisView, words: Words, lit: Collection[str]) -> None:
    """All ten stacks; those from which a tile was just taken are lit."""
    left, top, right, _ = BOX
    canvas.panel(BOX, PAPER, 14)
    *others, last = stacks(view)
    title = fonts.fit(words("thurn_and_taxis.picture.tiles"), _STEP * 2 - 10, NAME, True)
    canvas.text(left + 14, top + 25, title, NAME, MUTED, bold=True)
    _stack(canvas, *last, right - 2 - _STEP, top + 25, lit)
    for index, (stack, values) in enumerate(others):
        row, column = divmod(index, 3)
        _stack(canvas, stack, values, left + 5 + column * _STEP, top + 25 + (row + 1) * _ROWS, lit)


def _stack(
    canvas: Canvas, stack: str, values: tuple[int, ...], left: float, y: float, lit: Collection[str]
) -> None:
    if stack in lit:
        canvas.stamp(_band(), left + _STEP / 2 - 1, y)
    tag(canvas, stack, left + 3 + TAG / 2, y)
    text = str(values[0]) if values else "–"
    canvas.text(left + TAG + 19, y, text, NUMBER, INK if values else MUTED, bold=True, anchor="m")
    canvas.stamp(_pips(len(values)), left + _STEP - 5, y)


def _pips(count: int):
    def paint(pen: Pen) -> None:
        for index in range(count):
            pen.rounded((0, 33 - index * 9, 6, 39 - index * 9), 2, MUTED)

    return sprite(("pips", count), 6, 40, paint)


def _band():
    def paint(pen: Pen) -> None:
        pen.rounded((0, 0, _STEP, _ROWS), 10, NEWS)

    return sprite("lit stack", _STEP, _ROWS, paint)
