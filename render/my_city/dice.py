"""The three dice with their half circles put together, and the shape that they ask for."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image

from bot.games.my_city.city import LEFT, RIGHT, Kind, Spot, Type
from bot.games.my_city.shapes import Form, Roll
from render.canvas import Canvas
from render.my_city import colours
from render.my_city.structures import margin, structure
from render.pen import Pen, grow, sprite
from render.theme import CARD, INK, NEWS, WHITE

_SINGLE: Form = ((0, 0),)


def dice(canvas: Canvas, roll: Roll, left: float, top: float, side: int) -> float:
    """The blue dice touching, then the white one; says where they end."""
    y = top + side / 2
    for index, die in enumerate((LEFT[roll.left], RIGHT[roll.right])):
        body = _compass(side) if die.compass else _blue(die.cells, side)
        canvas.stamp(body, left + (index + 0.5) * side, y)
    canvas.stamp(_joint(side), left + side, y)
    white = left + 2 * side + side * 0.2
    canvas.stamp(_white(roll.type, side), white + side / 2, y)
    canvas.mark((left, top, white + side, top + side))
    return white + side


def shape(canvas: Canvas, kind: Kind, form: Form, x: float, y: float, cell: int) -> None:
    """The structure that is asked for, its middle at a point."""
    canvas.stamp(structure(kind, form, cell), x, y)
    across, down = (cell * (1 + max(side)) / 2 for side in list(zip(*form, strict=True))[::-1])
    canvas.mark((x - across, y - down, x + across, y + down))


def _body(pen: Pen, side: float) -> None:
    pen.rounded((0, 0, side, side), 0.12 * side, INK)
    pen.rounded((2.5, 2.5, side - 2.5, side - 2.5), 0.1 * side, colours.DIE)


def _blue(cells: tuple[Spot, ...], side: int) -> Image.Image:
    def paint(pen: Pen) -> None:
        _body(pen, side)
        wide, gap = 0.32 * side, 0.075 * side
        start = (side - 2 * wide - gap) / 2
        for row in (0, 1):
            for column in (0, 1):
                x, y = start + column * (wide + gap), start + row * (wide + gap)
                fill = WHITE if (row, column) in cells else colours.SOCKET
                pen.rounded((x, y, x + wide, y + wide), 0.05 * side, fill)

    return sprite(("blue die", cells, side), side, side, paint)


def _compass(side: int) -> Image.Image:
    def paint(pen: Pen) -> None:
        _body(pen, side)
        compass(pen, side / 2, side / 2, 0.36 * side)

    return sprite(("compass die", side), side, side, paint)


def compass(pen: Pen, x: float, y: float, radius: float) -> None:
    """A needle that points to the north, on a white disc."""
    pen.disc(x, y, radius * 1.08, INK)
    pen.disc(x, y, radius, WHITE)
    for quarter in range(4):
        angle = quarter * pi / 2
        pen.disc(x + radius * 0.86 * sin(angle), y + radius * 0.86 * cos(angle), radius * 0.07, INK)
    wide, long = radius * 0.26, radius * 0.8
    whole = [(x, y - long), (x + wide, y), (x, y + long), (x - wide, y)]
    pen.polygon(grow(whole, radius * 0.06), INK)
    pen.polygon([(x, y - long), (x + wide, y), (x - wide, y)], colours.BAD)
    pen.polygon([(x, y + long), (x - wide, y), (x + wide, y)], CARD)


def _joint(side: int) -> Image.Image:
    # The two half circles that make one when the dice lie side by side.
    radius = 0.125 * side
    wide = 2 * round(radius + 3)

    def paint(pen: Pen) -> None:
        pen.disc(wide / 2, wide / 2, radius + 1, INK)
        pen.disc(wide / 2, wide / 2, radius - 1.5, NEWS)
        pen.rounded((wide / 2 - 1, 2, wide / 2 + 1, wide - 2), 0, INK)

    return sprite(("joint of dice", side), wide, wide, paint)


def _white(kind: Type, side: int) -> Image.Image:
    def paint(pen: Pen) -> None:
        pen.rounded((0, 0, side, side), 0.12 * side, INK)
        pen.rounded((2.5, 2.5, side - 2.5, side - 2.5), 0.1 * side, CARD)

    cell = round(0.74 * side)
    face = sprite(("white die", kind, side), side, side, paint).copy()
    around = margin(cell)
    place = round(side / 2 - cell / 2) - around
    face.alpha_composite(structure(kind, _SINGLE, cell), (place, place))
    return face
