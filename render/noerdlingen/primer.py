"""Six scenes that tell City of Nördlingen in a minute, drawn from its own pieces."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise, product

from PIL import Image

from bot.games.contract import Seat
from bot.games.noerdlingen.board import numbers
from bot.games.noerdlingen.town import Cell, Crossing, the_town
from bot.text import Words
from render.canvas import Canvas
from render.noerdlingen import lands, signs
from render.noerdlingen.colours import ACCENT, BORDER, PALE, STONE
from render.noerdlingen.terrain import Frame, block
from render.noerdlingen.town_map import lines
from render.parts import badge, crown
from render.pen import rings, sprite
from render.seats import token
from render.theme import CARD, INK, LINE, LOSS, MUTED, NEWS, NUMBER, PAPER, TITLE, Box

_TAKEN = {2: 0, 3: 1, 5: 2}
"""Numbers and who has taken them."""
_OWN, _NEW = 1, 3
"""The seat that draws, and its number."""
_CELLS = 8
"""Cells of the territory that is counted."""
_CHURCH = 5
_COUNTED = ((1, 3), (0, 2), (2, 1))


def choose(canvas: Canvas, words: Words, box: Box) -> None:
    """The six numbers with their borders; taken ones carry the piece of their taker, one of them is new."""
    wide, gap = 82, 11.4
    for index, number in enumerate(numbers(the_town())):
        left = box[0] + index * (wide + gap)
        card, lit = (left, box[1] + 12, left + wide, box[3] - 2), number == _NEW
        taken = number in _TAKEN and not lit
        canvas.panel(card, PAPER if taken else CARD, 12, edge=LINE, lit=lit)
        middle = left + wide / 2
        ink = MUTED if taken else INK
        canvas.text(middle - 8, box[1] + 46, str(number), NUMBER, ink, bold=True, anchor="m")
        shape = signs.base(number, wide - 14, 86, 32, colour=PALE if taken else BORDER)
        canvas.stamp(shape, middle, box[1] + 116)
        if number in _TAKEN:
            token(canvas, _TAKEN[number], left + wide - 6, box[1] + 20, 18)


def draw(canvas: Canvas, words: Words, box: Box) -> None:
    """A border from one's own soldier along the roads, with the new soldier at its end."""
    place = town(canvas, box, 56, (9, 3))
    border(canvas, place, ((2, 2), (3, 2), (4, 2), (4, 1)), lit=True)
    soldier(canvas, place, (2, 2), _OWN)
    soldier(canvas, place, (4, 1), _OWN, lit=True)


def end(canvas: Canvas, words: Words, box: Box) -> None:
    """Three ends of a border: a free crossing, another soldier, the wall."""
    wide = (box[2] - box[0] - 24) / 3
    for index in range(3):
        left, y = box[0] + index * (wide + 12), (box[1] + box[3]) / 2 + 14
        canvas.panel((left, box[1], left + wide, box[3]), CARD, 14, shadow=False)
        x = left + wide * 0.72
        if index == 2:
            canvas.panel((x - 16, box[1] + 14, x + 16, box[3] - 14), STONE, 6, edge=INK, shadow=False)
        reach = x - 20 if index == 2 else x
        canvas.panel((left + 30, y - 7, reach, y + 7), BORDER, 7, edge=None, shadow=False)
        if index == 0:
            canvas.stamp(_new(36), x, y)
        if index < 2:
            token(canvas, (_OWN, 0)[index], x, y, 26)
        canvas.stamp(badge(not index, ACCENT if not index else LOSS, 24), left + 36, box[1] + 36)


def close(canvas: Canvas, words: Words, box: Box) -> None:
    """A border that closes a part of the town off; the bigger part stays open."""
    place = town(canvas, box, 43, (12, 4))
    land(canvas, place, _OWN, _block((4, 1)))
    border(canvas, place, ((3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (8, 2)))
    border(canvas, place, ((4, 1), (4, 2), (4, 3), (5, 3), (6, 3)))
    border(canvas, place, ((6, 3), (7, 3), (8, 3), (8, 2)), lit=True)
    for at, seat in (((3, 1), 0), ((8, 1), 0), ((4, 3), _OWN), ((6, 3), _OWN)):
        soldier(canvas, place, at, seat)
    soldier(canvas, place, (8, 2), _OWN, lit=True)


def own(canvas: Canvas, words: Words, box: Box) -> None:
    """Soldiers on the border of a territory, counted; the most of them win it."""
    for row, (seat, count) in enumerate(_COUNTED):
        y = box[1] + 30 + row * 56
        for index in range(count):
            token(canvas, seat, box[0] + 38 + index * 56, y, 23)
        canvas.text(box[0] + 228, y, str(count), NUMBER, INK, bold=True, anchor="m")
        if not row:
            crown(canvas, box[0] + 290, y, 48)
    left = box[2] - 168
    canvas.panel((left, box[1] + 6, box[2] - 6, box[1] + 166), CARD, 12, lit=True)
    tile = lands.ground((Seat(_OWN),), 144)
    canvas.stamp(tile, (left + box[2] - 6) / 2, box[1] + 86)
    token(canvas, _OWN, (left + box[2] - 6) / 2, box[1] + 86, 36)


def count(canvas: Canvas, words: Words, box: Box) -> None:
    """A territory with a church, and what it is worth."""
    part = (box[0], box[1], box[0] + 282, box[3])
    place = town(canvas, part, 43, (6, 4))
    land(canvas, place, _OWN, _block((1, 1)))
    top, low = [(x, 1) for x in range(1, 6)], [(x, 3) for x in range(5, 0, -1)]
    border(canvas, place, (*top, (5, 2), *low, (1, 2), (1, 1)))
    x, y = place.at((2, 2))
    canvas.stamp(signs.church(40), x - 10, y)
    canvas.text(x + 30, y, str(_CHURCH), NUMBER, INK, bold=True, anchor="m", halo=CARD)
    token(canvas, _OWN, place.at((4, 2))[0] + 2, y, 22)
    middle, room = (part[2] + box[2]) / 2 + 6, box[2] - part[2] - 14
    cells = words("noerdlingen.primer.cells", n=_CELLS)
    church = words("noerdlingen.primer.church", n=_CHURCH)
    canvas.text(middle, box[1] + 28, cells, NUMBER, INK, bold=True, anchor="m", room=room)
    canvas.text(middle, box[1] + 82, church, TITLE, INK, bold=True, anchor="m", room=room)
    canvas.pill(middle, box[1] + 140, f"= {_CELLS + _CHURCH}", NUMBER, NEWS, INK, height=54, padding=20)


def town(canvas: Canvas, box: Box, cell: int, size: tuple[int, int]) -> Frame:
    """Blocks in so many columns and rows, and the roads between them; where its crossings lie."""
    canvas.panel(box, CARD, 14, shadow=False)
    wide, high = size[0] * cell, size[1] * cell
    place = Frame(cell, round((box[0] + box[2] - wide) / 2), round((box[1] + box[3] - high) / 2))
    for at in product(range(size[0]), range(size[1])):
        odd = sum(at) % 2
        alone = Frame(cell, 0, -odd * cell)
        tile = sprite(("primer block", cell, odd), cell, cell, partial(block, place=alone, cell=(0, odd)))
        canvas.stamp(tile, *place.middle(at))
    return place


def land(canvas: Canvas, place: Frame, owner: int, cells: Iterable[Cell]) -> None:
    """The cells of a territory."""
    tile = lands.ground((Seat(owner),), place.cell)
    for cell in cells:
        canvas.stamp(tile, *place.middle(cell))


def _block(first: Cell) -> list[Cell]:
    """The territory of all scenes: two rows of four cells, by the first one."""
    return [(first[0] + x, first[1] + y) for x, y in product(range(_CELLS // 2), range(2))]


def border(canvas: Canvas, place: Frame, way: Sequence[Crossing], *, lit: bool = False) -> None:
    """A border along its crossings; lit, it is new."""
    along = list(pairwise(way))
    for half, colour in ((13, INK), (11, NEWS)) if lit else ():
        lines(canvas, place, map(_rising, along), half, colour)
    lines(canvas, place, map(_rising, along), 7, BORDER)


def _rising(edge: tuple[Crossing, Crossing]) -> tuple[Crossing, Crossing]:
    return min(edge), max(edge)


def soldier(canvas: Canvas, place: Frame, at: Crossing, seat: int, *, lit: bool = False) -> None:
    """A soldier on its crossing; lit, it is new."""
    if lit:
        canvas.stamp(_new(26), *place.at(at))
    token(canvas, seat, *place.at(at), 18)


def _new(radius: int) -> Image.Image:
    return rings(("primer soldier", radius), 2 * radius + 4, (radius, INK), (radius - 2, NEWS))


SCENES = (choose, draw, end, close, own, count)
