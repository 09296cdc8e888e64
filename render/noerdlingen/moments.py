"""What highlights of City of Nördlingen are about: the cells of a territory, in the tint of its owner."""

from bot.games.chronicle import Highlight
from bot.text import Words
from render.canvas import Canvas
from render.pen import Pen, sprite
from render.theme import BIG, INK, LINE, SEATS, WHITE, Box, mix

_DRAWN = ("territory", "cells", "last", "given")


def moment(canvas: Canvas, words: Words, one: Highlight, box: Box) -> bool:
    """Draws the cells of a territory into a box, its number in their midst; False for other ones."""
    if one.key not in _DRAWN:
        return False
    cells = list(zip(map(int, one.pieces[::2]), map(int, one.pieces[1::2]), strict=True))
    left, top, right, bottom = box
    lefts, tops = zip(*cells, strict=True)
    wide, high = max(lefts) - min(lefts) + 1, max(tops) - min(tops) + 1
    side = int(min(46, (right - left - 110) / wide, (bottom - top - 8) / high))
    tint = mix(SEATS[one.seat], WHITE, 0.45)

    def paint(pen: Pen) -> None:
        for grow, fill in ((4, INK), (0, tint)):
            for x, y in cells:
                across, down = 6 + (x - min(lefts)) * side, 6 + (y - min(tops)) * side
                pen.rounded((across - grow, down - grow, across + side + grow, down + side + grow), 0, fill)
        for x, y in cells:
            across, down = 6 + (x - min(lefts)) * side, 6 + (y - min(tops)) * side
            pen.rounded((across + side - 1, down, across + side, down + side), 0, LINE)
            pen.rounded((across, down + side - 1, across + side, down + side), 0, LINE)

    image = sprite(("territory", one.seat, one.pieces, side), wide * side + 12, high * side + 12, paint)
    middle, y = (left + right) / 2, (top + bottom) / 2
    canvas.stamp(image, middle - 50, y)
    canvas.text(middle - 50 + image.width / 2 + 22, y, str(one.n), BIG, bold=True)
    return True
