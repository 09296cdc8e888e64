"""The politicians of a chamber as small squares: moved down, still above, out of the game."""

from __future__ import annotations

from PIL import Image

from bot.games.noria.box import POLITICIANS
from bot.games.noria.state import Seats
from render.pen import Pen, sprite
from render.theme import CARD, INK, MUTED

_STEP = 21


def politicians(seats: Seats) -> Image.Image:
    """Full squares below, hollow ones above, crosses for those that have left."""
    marks = "f" * seats.lower + "h" * seats.upper + "x" * seats.removed

    def paint(pen: Pen) -> None:
        for index, mark in enumerate(marks):
            _mark(pen, mark, 10 + index * _STEP, 10)

    return sprite(("politicians", marks), POLITICIANS * _STEP, 20, paint)


def _mark(pen: Pen, mark: str, x: float, y: float) -> None:
    if mark == "x":
        for one, other in (((-6, -6), (6, 6)), ((-6, 6), (6, -6))):
            pen.line([(x + one[0], y + one[1]), (x + other[0], y + other[1])], 2.6, MUTED)
        return
    pen.rounded((x - 8, y - 8, x + 8, y + 8), 3, INK)
    if mark == "h":
        pen.rounded((x - 5.6, y - 5.6, x + 5.6, y + 5.6), 1.5, CARD)
