"""What goods are made of."""

from __future__ import annotations

from bot.games.noria.box import GOODS, Kind
from bot.games.noria.costs import recipe
from render.canvas import Canvas
from render.noria.signs import glyph, unit
from render.theme import INK, LINE, TRAY, Box


def recipes(canvas: Canvas, box: Box) -> None:
    """A column for each good: its pictogram, below it what one of it costs."""
    left, top, right, bottom = box
    canvas.panel(box, TRAY, 14, edge=None, shadow=False)
    step, middle = (right - left) / len(GOODS), (top + bottom) / 2
    for index, good in enumerate(GOODS):
        x = left + (index + 0.5) * step
        if index:
            canvas.fill((left + index * step - 1, top + 20, left + index * step + 1, bottom - 20), LINE)
        canvas.stamp(glyph(good, 22, INK, TRAY), x, middle - 24)
        units: list[Kind] = [kind for kind, count in recipe(good).items() for _ in range(count)]
        for place, kind in enumerate(units):
            canvas.stamp(unit(kind, 14), x + (place - (len(units) - 1) / 2) * 31, middle + 34)
