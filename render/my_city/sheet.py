"""A player's sheet: what is printed, the bandits, what was drawn, what is news or only proposed."""

from __future__ import annotations

from collections.abc import Collection

from bot.games.my_city.cells import COLUMNS, ROWS, Cells, cells_of, spot
from bot.games.my_city.city import Kind
from bot.games.my_city.site import site_of
from bot.games.my_city.view import Sheet
from render.canvas import Canvas
from render.my_city.structures import LIT, PLAIN, Look, margin, structure
from render.my_city.terrain import border, formed, sign, terrain
from render.theme import INK, NUMBER


def sheet(
    canvas: Canvas, episode: int, own: Sheet, left: int, top: int, cell: int, *, lit: Collection[int] = ()
) -> None:
    """The sheet with its frame from this corner on; structures of these numbers are news."""
    image = terrain(episode, cell)
    canvas.image.paste(image, (left, top))
    canvas.mark((left, top, left + image.width, top + image.height))
    _bandits(canvas, episode, own, left, top, cell)
    ordered = sorted(enumerate(own.drawn), key=lambda item: item[0] in lit)
    for number, item in ordered:
        stand(canvas, item.kind, item.cells, left, top, cell, LIT if number in lit else PLAIN)


def stand(canvas: Canvas, kind: Kind, cells: Cells, left: int, top: int, cell: int, look: Look) -> None:
    """A structure on a sheet that begins in this corner."""
    form, (row, column) = formed([spot(label) for label in cells])
    body = structure(kind, form, cell, look)
    around = margin(cell) - border(cell)
    canvas.image.paste(body, (left + column * cell - around, top + row * cell - around), body)


def _bandits(canvas: Canvas, episode: int, own: Sheet, left: int, top: int, cell: int) -> None:
    site = site_of(episode, own)
    for name in own.bandits:
        mark = sign("bandit" if name in site.loose_bandits() else "enclosed", cell)
        (label,) = cells_of(site.layout.bandits[name])
        row, column = spot(label)
        at = left + border(cell) + column * cell, top + border(cell) + row * cell
        canvas.image.paste(mark, at, mark)


def coordinates(canvas: Canvas, left: int, top: int, cell: int) -> None:
    """Letters above and numbers to the left of a sheet that begins in this corner."""
    edge = border(cell)
    for column in range(COLUMNS):
        x = left + edge + (column + 0.5) * cell
        canvas.text(x, top - 27, "ABCDEFGH"[column], NUMBER, INK, bold=True, anchor="m")
    for row in range(ROWS):
        y = top + edge + (row + 0.5) * cell
        canvas.text(left - 10, y, str(row + 1), NUMBER, INK, bold=True, anchor="r")
