"""A small drawing for the lobby: a corner of a sheet with three buildings and the river."""

from __future__ import annotations

from bot.games.my_city.city import Kind
from bot.games.my_city.shapes import Form
from render.canvas import Canvas
from render.my_city import colours
from render.my_city.structures import margin, structure
from render.my_city.terrain import ground, river
from render.pen import Pen, sprite
from render.theme import Box

_CELL = 62
_GRID = ("....F", "T...F", "....R")
_KINDS = {".": "meadow", "F": "forest", "T": "tree", "R": "rock"}
_BUILT: tuple[tuple[Kind, Form, tuple[int, int]], ...] = (
    ("residential", ((0, 0), (0, 1)), (0, 0)),
    ("public", ((0, 0), (1, 0), (1, 1)), (1, 1)),
    ("industrial", ((0, 0), (0, 1), (1, 1)), (0, 2)),
)


def still(canvas: Canvas, box: Box) -> None:
    """A round piece of the table, on it the corner of a sheet."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    radius = min(box[2] - box[0], box[3] - box[1]) / 2

    def disc(pen: Pen) -> None:
        pen.disc(radius, radius, radius, colours.DISC)

    canvas.stamp(sprite(("disc", radius, colours.DISC), 2 * radius, 2 * radius, disc), x, y)
    wide, high = 5 * _CELL, 3 * _CELL
    left, top = round(x - wide / 2), round(y - high / 2)
    canvas.panel((left - 6, top - 6, left + wide + 6, top + high + 6), colours.FRAME, 6, edge=None)
    for row, line in enumerate(_GRID):
        for column, letter in enumerate(line):
            tile = ground(_KINDS[letter], _CELL)
            canvas.image.paste(tile, (left + column * _CELL, top + row * _CELL), tile)
    canvas.stamp(river((((0, 4), (1, 4), (1, 2), (3, 2)),), _CELL, (wide, high), 0), x, y)
    around = margin(_CELL)
    for kind, form, (row, column) in _BUILT:
        body = structure(kind, form, _CELL)
        canvas.image.paste(body, (left + column * _CELL - around, top + row * _CELL - around), body)
    canvas.mark((left - 6, top - 6, left + wide + 6, top + high + 6))
