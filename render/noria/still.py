"""A small drawing for the lobby: a wheel with its discs, an airship on its way."""

from __future__ import annotations

from math import cos, pi, sin

from bot.games.noria.wheel import Disc
from render.canvas import Canvas
from render.noria.colours import ACCENT, WAITING
from render.noria.signs import disc, ship
from render.pen import Pen, sprite
from render.theme import CARD, INK, PAPER, Box, mix

GROUND = mix(PAPER, ACCENT, 0.1)
_RADIUS = 122
_DISCS = (
    (44, 0.5, Disc("J")),
    (44, 1.5, Disc("B", upgraded=True)),
    (92, 0.25, Disc("C")),
    (92, 0.75, Disc("T")),
    (92, 1.25, Disc("E")),
    (92, 1.75, Disc("O")),
)
"""Radius, angle in turns of pi, and what lies there."""


def still(canvas: Canvas, box: Box) -> None:
    """The wheel in the middle, ships beside it."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    radius = min(box[2] - box[0], box[3] - box[1]) / 2

    def ground(pen: Pen) -> None:
        pen.disc(radius, radius, radius, GROUND)

    canvas.stamp(sprite(("noria ground", radius), 2 * radius, 2 * radius, ground), x, y)
    side = 2 * _RADIUS + 8
    canvas.stamp(sprite("noria still", side, side, _wheel), x, y)
    for reach, turn, one in _DISCS:
        canvas.stamp(disc(one, 25), x + reach * cos(pi * turn), y + reach * sin(pi * turn))
    canvas.stamp(ship("energy", 70), x - 162, y - 84)
    canvas.stamp(ship("mycelium", 58), x + 166, y - 40)
    canvas.stamp(ship("obsidian", 58), x - 160, y + 74)
    canvas.mark((x - 190, y - 120, x + 190, y + 120))


def _wheel(pen: Pen) -> None:
    middle = _RADIUS + 4.0
    for radius in (_RADIUS, 68):
        pen.disc(middle, middle, radius, INK)
        for start, fill in ((pi, WAITING), (0.0, CARD)):
            arc = [start + pi * step / 60 for step in range(61)]
            pen.polygon([(middle + (radius - 2) * cos(a), middle + (radius - 2) * sin(a)) for a in arc], fill)
    pen.rounded((2, middle - 1.5, 2 * middle - 2, middle + 1.5), 0, INK)
