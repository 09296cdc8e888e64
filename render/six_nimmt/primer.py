"""Six scenes that tell 6 nimmt! in a minute, drawn from its own cards."""

from PIL import Image

from bot.games.six_nimmt.deck import heads
from bot.text import Words, plus
from render.canvas import Canvas
from render.parts import crown
from render.pen import Pen, sprite
from render.seats import token
from render.six_nimmt.cards import ACCENT, DANGER, card, horn, slot
from render.theme import BIG, CARD, INK, MUTED, NEWS, NUMBER, TITLE, TRAY, Box, Colour, mix

_TRICK = ((12, 2), (37, 3), (58, 0), (99, 1))
"""The cards of the trick of all scenes but one, and whose they are."""
_CHOSEN = 58
_ROWS = ((9, 25, 34), (46, 51))
_FULL = (45, 55, 65, 85, 95)
_LOW, _LOW_ROWS = 2, ((9, 25, 34), (46,), (61, 70))
_TOTALS = ((0, 21), (1, 48), (2, 71))
_LIMIT = 66
PALE = mix(ACCENT, CARD, 0.4)
"""The bars of those who have not won."""


def choose(canvas: Canvas, words: Words, box: Box) -> None:
    """A hand with the chosen card raised, and what the others have chosen, face down."""
    left, top, right, _ = box
    for index, (number, _) in enumerate(_TRICK):
        x, lit = left + 4 + index * 90, number == _CHOSEN
        y = top + (10 if lit else 36)
        card(canvas, number, (x, y, x + 82, y + 116), NUMBER, foot=TITLE, lit=lit)
    for index, seat in enumerate((1, 2)):
        x = right - 172 + index * 90
        canvas.panel((x, top + 36, x + 82, top + 152), ACCENT, 10, edge=INK)
        token(canvas, seat, x + 41, top + 94, 24)


def order(canvas: Canvas, words: Words, box: Box) -> None:
    """The cards of a trick from the lowest to the highest."""
    step = (box[2] - box[0] - 96) / (len(_TRICK) - 1)
    for index, (number, seat) in enumerate(_TRICK):
        x, y = box[0] + 4 + index * step, box[1] + 24
        card(canvas, number, (x, y, x + 90, y + 124), BIG, foot=TITLE)
        token(canvas, seat, x + 6, y + 4, 22)
        if index:
            canvas.stamp(arrow(MUTED), x - (step - 90) / 2, y + 62)


def place(canvas: Canvas, words: Words, box: Box) -> None:
    """Two rows; a card is laid beside the closest lower one."""
    for index, cards in enumerate(_ROWS):
        top = box[1] + index * 90
        canvas.panel((box[0], top, box[2], top + 82), TRAY, 12, edge=None, shadow=False)
        laid = (*cards, 37) if index == 0 else cards
        for at in range(5):
            x = box[0] + 12 + at * 108
            cell = (x, top + 8, x + 92, top + 74)
            if at < len(laid):
                card(canvas, laid[at], cell, NUMBER, lit=laid[at] == 37)
            else:
                slot(canvas, cell)
    token(canvas, 3, box[0] + 12 + 3 * 108 + 4, box[1] + 12, 20)


def sixth(canvas: Canvas, words: Words, box: Box) -> None:
    """A sixth card, and what the five before it cost."""
    left, top, right, _ = box
    canvas.panel((left, top - 4, right, top + 116), DANGER, 12, edge=None, shadow=False)
    for index, number in enumerate((*_FULL, 99)):
        x = left + 12 + index * 90
        card(canvas, number, (x, top + 4, x + 78, top + 108), NUMBER, foot=TITLE, lit=index == len(_FULL))
    token(canvas, 1, left + 12 + 5 * 90 + 4, top + 8, 19)
    end = left + 12 + 4 * 90 + 78
    for line in (
        (left + 12, top + 144, end, top + 149),
        (left + 12, top + 124, left + 17, top + 149),
        (end - 5, top + 124, end, top + 149),
    ):
        canvas.fill(line, INK)
    canvas.pill((left + 12 + end) / 2, top + 146, plus(heads(_FULL)), NUMBER, NEWS, INK, height=50)


def low(canvas: Canvas, words: Words, box: Box) -> None:
    """A card below every row, and the row that is taken for it."""
    left, top, right, _ = box
    card(canvas, _LOW, (left + 12, top + 26, left + 108, top + 150), BIG, foot=TITLE, lit=True)
    token(canvas, 2, left + 16, top + 30, 22)
    canvas.stamp(arrow(NEWS), left + 156, top + 88)
    for index, cards in enumerate(_LOW_ROWS):
        y, taken = top + 1 + index * 58, index == 1
        row = (left + 206, y, right - 6, y + 54)
        canvas.panel(row, CARD if taken else TRAY, 10, edge=None, shadow=False, lit=taken)
        for at, number in enumerate(cards):
            x = row[0] + 14 + at * 78
            card(canvas, number, (x, y + 5, x + 66, y + 49), TITLE)
        if taken:
            canvas.pill(right - 60, y + 27, plus(heads(cards)), TITLE, NEWS, INK, height=42)


def count(canvas: Canvas, words: Words, box: Box) -> None:
    """Totals as bars, the limit across them, the lowest one crowned."""
    left, top, right, _ = box
    start, end = left + 62, right - 130
    for index, (seat, total) in enumerate(_TOTALS):
        y, best = top + 26 + index * 58, index == 0
        token(canvas, seat, left + 28, y, 22)
        canvas.panel((start, y - 19, end, y + 19), TRAY, 8, edge=None, shadow=False)
        reach = start + (end - start) * total / 80
        canvas.panel((start, y - 19, reach, y + 19), ACCENT if best else PALE, 8, edge=None, shadow=False)
        if best:
            crown(canvas, reach + 34, y, 42)
        canvas.stamp(horn(36), right - 96, y)
        canvas.text(right - 8, y, str(total), NUMBER, INK, bold=True, anchor="r")
    limit = start + (end - start) * _LIMIT / 80
    canvas.fill((limit - 2, top - 2, limit + 2, top + 174), INK)


def arrow(colour: Colour) -> Image.Image:
    """A plain arrow to the right."""
    edge = 2.5 if colour == NEWS else 0

    def paint(pen: Pen) -> None:
        for grown, fill in ((edge, INK), (0.0, colour)) if edge else ((0.0, colour),):
            wide = 7 + 2 * grown
            long, high = (40, 17) if edge else (28, 12)
            pen.stroke([(8, 24), (8 + long, 24)], wide, fill)
            tip = 12 + long + high
            pen.polygon(
                [
                    (8 + long - 6 - grown, 24 - high - 2 * grown),
                    (tip + 1.5 * grown - 6, 24),
                    (8 + long - 6 - grown, 24 + high + 2 * grown),
                ],
                fill,
            )

    return sprite(("primer arrow", colour), 72 if edge else 48, 48, paint)


SCENES = (choose, order, place, sixth, low, count)
