"""The four rows as they lie on the table."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.contract import Seat
from bot.games.six_nimmt.deck import heads
from bot.text import Words
from render.canvas import Canvas
from render.seats import token
from render.six_nimmt.cards import ACCENT, DANGER, card, ends, row_sum, slot
from render.six_nimmt.facts import ROW_LENGTH
from render.theme import BIG, HINT, INK, MUTED, NAME, TRAY, WHITE, Box, Colour

HEIGHT = 158
STEP = 168
_CARD = (106, 140)
_FIRST, _EACH = 63, 122
_SUM = 48


def trays(canvas: Canvas, left: float, right: float, top: float, count: int) -> None:
    """The grounds with empty places, for the layer below."""
    for number in range(1, count + 1):
        box = _box(number, left, right, top)
        canvas.panel(box, TRAY, 16, edge=None, shadow=False)
        _places(canvas, box, 0)


def _places(canvas: Canvas, box: Box, taken: int) -> None:
    """The empty places behind so many cards."""
    for place in range(taken, ROW_LENGTH):
        x, y = box[0] + _FIRST + place * _EACH + 4, box[1] + 13
        slot(canvas, (x, y, x + _CARD[0] - 8, y + _CARD[1] - 8))


def row(
    canvas: Canvas,
    words: Words,
    number: int,
    cards: tuple[int, ...],
    owners: Mapping[int, Seat],
    *,
    left: float,
    right: float,
    top: float,
    both_ends: bool = False,
    lit: bool = False,
) -> None:
    """One row with its cards; new ones are lit and carry the piece of their owner. The row itself is lit
    where a replay shows that something happens there."""
    box = _box(number, left, right, top)
    full = len(cards) == ROW_LENGTH
    if lit:
        around = (box[0] - 4, box[1] - 4, box[2] + 4, box[3] + 4)
        canvas.panel(around, DANGER if full else TRAY, 18, shadow=False, lit=True)
        _places(canvas, box, len(cards))
    elif full:
        canvas.panel(box, DANGER, 16, edge=None, shadow=False)
    _label(canvas, words, number, box, INK if full else MUTED)
    for place, one in enumerate(cards):
        x, y = box[0] + _FIRST + place * _EACH, box[1] + 9
        card(canvas, one, (x, y, x + _CARD[0], y + _CARD[1]), BIG, foot=NAME, lit=one in owners)
    for place, one in enumerate(cards):
        if one in owners:
            token(canvas, owners[one], box[0] + _FIRST + place * _EACH + 4, box[1] + 13, 19)
    if both_ends:
        last = box[0] + _FIRST + (len(cards) - 1) * _EACH + _CARD[0]
        ends(canvas, box[0] + _FIRST, last, box[1] + 9 + _CARD[1] * 0.82, cards)
    middle = right - _SUM
    row_sum(canvas, middle, box[1] + 79, heads(cards))
    if full:
        canvas.pill(
            middle, box[1] + 128, words("six_nimmt.picture.full"), HINT, ACCENT, WHITE, edge=None, padding=14
        )
    else:
        text = words("six_nimmt.picture.cards", n=len(cards))
        canvas.text(middle, box[1] + 128, text, HINT, MUTED, anchor="m")


def _box(number: int, left: float, right: float, top: float) -> Box:
    y = top + (number - 1) * STEP
    return left, y, right, y + HEIGHT


def _label(canvas: Canvas, words: Words, number: int, box: Box, colour: Colour) -> None:
    x = box[0] + 28
    canvas.text(x, box[1] + 50, words("six_nimmt.picture.row"), HINT, colour, anchor="m")
    canvas.text(x, box[1] + 98, str(number), BIG, INK, bold=True, anchor="m")
