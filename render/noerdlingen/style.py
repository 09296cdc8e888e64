"""City of Nördlingen in the header, in the lobby, and the colours its pictures live on."""

from __future__ import annotations

from render.canvas import Canvas
from render.games import Style
from render.noerdlingen import colours
from render.noerdlingen.colours import ACCENT
from render.noerdlingen.signs import church
from render.noerdlingen.still import DISC, still
from render.pen import Pen, sprite
from render.shades import kept
from render.theme import WHITE


def emblem(canvas: Canvas, x: float, y: float) -> None:
    """A gate with battlements in a white disc."""

    def paint(pen: Pen) -> None:
        pen.disc(23, 23, 23, WHITE)
        pen.rounded((12, 14, 34, 35), 1.5, ACCENT)
        for left in (12, 20.25, 28.5):
            pen.rounded((left, 9.5, left + 5.5, 18), 1, ACCENT)
        pen.disc(23, 27, 4.6, WHITE)
        pen.rounded((18.4, 27, 27.6, 35), 0, WHITE)

    canvas.stamp(sprite("noerdlingen emblem", 46, 46, paint), x, y)


def sign(canvas: Canvas, row: str, x: float, y: float) -> bool:
    """The sign of a scoring row."""
    if row == "churches":
        canvas.stamp(church(40), x, y)
        return True
    return False


STYLE = Style(
    key="noerdlingen",
    accent=ACCENT,
    emblem=emblem,
    still=still,
    sign=sign,
    colours=(*colours.FLAT, DISC),
    shades=kept("noerdlingen"),
)
