"""Thurn and Taxis in the header, in the lobby, and the colours its pictures live on."""

from __future__ import annotations

from render.canvas import Canvas
from render.games import Style
from render.pen import Pen, sprite
from render.shades import kept
from render.theme import WHITE
from render.thurn_and_taxis.colours import ACCENT, BED, COAST, LOST, OUTSIDE, REGIONS, ROAD, SHORE
from render.thurn_and_taxis.signs import carriage, horn, house, tag
from render.thurn_and_taxis.still import DISC, still


def emblem(canvas: Canvas, x: float, y: float) -> None:
    """A post horn in a white disc."""

    def paint(pen: Pen) -> None:
        pen.disc(23, 23, 23, WHITE)

    canvas.stamp(sprite("taxis emblem", 46, 46, paint), x, y)
    canvas.stamp(horn(30), x + 1, y + 1)


def sign(canvas: Canvas, row: str, x: float, y: float) -> bool:
    """The sign of a scoring row: the carriage, a house, a stack of tiles."""
    if row == "carriage":
        canvas.stamp(carriage(44), x, y)
    elif row == "unplaced":
        canvas.stamp(house(36), x, y)
    else:
        tag(canvas, row.removeprefix("tile_"), x, y)
    return True


STYLE = Style(
    key="thurn_and_taxis",
    accent=ACCENT,
    emblem=emblem,
    still=still,
    sign=sign,
    colours=(*REGIONS.values(), OUTSIDE, COAST, SHORE, ROAD, BED, LOST, DISC),
    shades=kept("thurn_and_taxis"),
)
