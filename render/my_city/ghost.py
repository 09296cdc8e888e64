"""The ghost of a building on the own sheet: green with a tick, red with a cross, amber once it is chosen."""

from __future__ import annotations

from PIL import Image

from bot.games.my_city.cells import known, spot
from bot.games.my_city.legal import task_of
from bot.games.my_city.moves import Build
from bot.games.my_city.preview import Proposal
from bot.games.my_city.view import MyCityView
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.my_city import colours
from render.my_city.sheet import stand
from render.my_city.structures import Look
from render.my_city.terrain import border
from render.pen import Pen, sprite
from render.theme import CARD, INK, NEWS, WHITE, Colour

_RADIUS = 17


def ghost(
    canvas: Canvas, model: ViewModel[MyCityView], shown: Proposal, left: int, top: int, cell: int
) -> None:
    """The proposed building on the sheet that begins in this corner; cells that don't exist are left out."""
    assert isinstance(shown.choice, Build), "only a building has a ghost"
    assert model.seat is not None, "a sheet belongs to a seat"
    asked = task_of(model.view, model.seat)
    cells = tuple(label for label in shown.choice.cells if known(label))
    if asked is None or not cells:
        return
    band = colour(shown)
    stand(canvas, asked.kind, cells, left, top, cell, Look(band, ghost=True))
    row, column = spot(cells[0])
    x, y = left + border(cell) + column * cell + 14, top + border(cell) + row * cell + 14
    canvas.stamp(badge(shown.refusal is None, INK if band == NEWS else band), x, y)


def colour(shown: Proposal) -> Colour:
    """Of the band around a proposal."""
    if shown.refusal is not None:
        return colours.BAD
    return NEWS if shown.made else colours.GOOD


def badge(good: bool, fill: Colour, radius: int = _RADIUS) -> Image.Image:
    """A disc with a tick for what may be built, with a cross for what may not."""
    side = 2 * radius + 6

    def paint(pen: Pen) -> None:
        middle, reach, thick = side / 2, radius * 0.42, radius * 0.27
        pen.disc(middle, middle, radius + 2, CARD)
        pen.disc(middle, middle, radius, fill)
        if good:
            tick = ((-0.47, 0.03), (-0.15, 0.35), (0.47, -0.35))
            pen.line([(middle + x * radius, middle + y * radius) for x, y in tick], thick, WHITE)
            return
        for way in (-1, 1):
            pen.line(
                [(middle - reach, middle - way * reach), (middle + reach, middle + way * reach)], thick, WHITE
            )

    return sprite(("ghost badge", good, fill, radius), side, side, paint)
