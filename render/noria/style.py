"""Noria in the header, in the lobby, and the colours its pictures live on."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image

from bot.games.noria.box import BOX
from render.canvas import Canvas
from render.games import Style
from render.noria.colours import ACCENT, ALL, GROUNDS
from render.noria.signs import unit
from render.noria.still import GROUND, still
from render.pen import Pen, sprite
from render.shades import kept
from render.theme import CARD, TABLE, WHITE


def emblem(canvas: Canvas, x: float, y: float) -> None:
    """A wheel with six places and a hub."""

    def paint(pen: Pen) -> None:
        pen.disc(23, 23, 23, WHITE)
        pen.disc(23, 23, 18, ACCENT)
        for index in range(6):
            angle = pi / 6 + index * pi / 3
            pen.disc(23 + 15 * cos(angle), 23 + 15 * sin(angle), 5.4, WHITE)
        pen.disc(23, 23, 8, WHITE)
        pen.disc(23, 23, 4.4, ACCENT)

    canvas.stamp(sprite("noria emblem", 46, 46, paint), x, y)


def sign(canvas: Canvas, row: str, x: float, y: float) -> bool:
    """The sign of a scoring row: what its path is paid with; for the last two the highest and the lowest
    of all levels."""
    if row in ("spec", "div"):
        canvas.stamp(_levels(high=row == "spec"), x, y)
        return True
    kinds = next(steps for path, steps in BOX.path_cost.items() if path.lower() == row).kinds[:2]
    for index, kind in enumerate(kinds):
        radius = 17 if len(kinds) == 1 else 11
        canvas.stamp(unit(kind, radius, TABLE), x + (index - (len(kinds) - 1) / 2) * 24, y)
    return True


def _levels(*, high: bool) -> Image.Image:
    """Four bars, the highest or the lowest one filled."""

    def paint(pen: Pen) -> None:
        for index, height in enumerate((20, 34, 12, 26)):
            left = 2 + index * 10
            meant = height == (34 if high else 12)
            pen.rounded((left, 40 - height, left + 8, 40), 2, ACCENT)
            if not meant:
                pen.rounded((left + 1.8, 41.8 - height, left + 6.2, 38.2), 1, CARD)

    return sprite(("noria levels", high), 44, 42, paint)


STYLE = Style(
    key="noria",
    accent=ACCENT,
    emblem=emblem,
    still=still,
    sign=sign,
    colours=(*ALL, *GROUNDS, GROUND),
    shades=kept("noria"),
)
