"""A few cells of a made-up sheet with what stands on them: in the lobby and where rules are told."""

from typing import NamedTuple

from bot.games.my_city.cells import Form
from bot.games.my_city.city import Kind, Spot
from render.canvas import Canvas
from render.my_city.sheet import PLAIN, Look, ground, margin, river, structure

_KINDS = {".": "meadow", "F": "forest", "M": "mountain", "R": "rock", "T": "tree", "W": "well"}


class Built(NamedTuple):
    """A structure whose form begins in a cell."""

    kind: Kind
    form: Form
    at: Spot
    look: Look = PLAIN


class Patch(NamedTuple):
    """Rows of cells, a letter for each; the river between them; what is built, the last one on top."""

    rows: tuple[str, ...]
    river: tuple[Spot, ...] = ()
    built: tuple[Built, ...] = ()

    def size(self, cell: int) -> tuple[int, int]:
        """How wide and high it lies."""
        return len(self.rows[0]) * cell, len(self.rows) * cell


def lay(canvas: Canvas, patch: Patch, left: int, top: int, cell: int) -> None:
    """Draws a patch from a corner on."""
    for row, line in enumerate(patch.rows):
        for column, letter in enumerate(line):
            tile = ground(_KINDS[letter], cell)
            canvas.image.paste(tile, (left + column * cell, top + row * cell), tile)
    if patch.river:
        stream(canvas, patch, left, top, cell)
    around = margin(cell)
    for kind, form, (row, column), look in patch.built:
        body = structure(kind, form, cell, look)
        canvas.image.paste(body, (left + column * cell - around, top + row * cell - around), body)


def stream(canvas: Canvas, patch: Patch, left: int, top: int, cell: int) -> None:
    """Draws the river of a patch alone."""
    line, (across, down) = river((patch.river,), cell, patch.size(cell), 0)
    canvas.image.paste(line, (left + across, top + down), line)
