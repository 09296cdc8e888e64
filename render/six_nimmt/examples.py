"""Examples for the rules of 6 nimmt!: where cards go, by the differences to the ends of the rows."""

from collections.abc import Iterable, Sequence

from bot.games.six_nimmt.deck import heads
from bot.games.six_nimmt.placing import fitting_row, nearest_ends
from bot.text import Words
from render.canvas import Canvas
from render.parts import badge
from render.six_nimmt.cards import ACCENT, card, horn, slot
from render.theme import INK, MUTED, NEWS, NEWS_PALE, NUMBER, TITLE, TRAY, Box

_ROWS = ((12,), (37,), (43,), (58,))
_PLACED = (14, 44)
_BOTH_SIDES = ((17,), (5, 9, 49), (64, 70), (90, 95))
_NEAREST = 58
_LOW, _TAKEN = 5, ((12, 20, 24), (37, 40), (43, 44, 47, 51), (55, 66))
_SLOT, _STEP, _HIGH = 82, 90, 95


def place(canvas: Canvas, words: Words, box: Box) -> None:
    """Four rows, two cards, and how much higher than each end these are."""
    columns = [box[2] - 470, box[2] - 226]
    for left, number in zip(columns, _PLACED, strict=True):
        card(canvas, number, (left + 68, box[1], left + 158, box[1] + 92), NUMBER)
    for index, row in enumerate(_ROWS):
        placed = [number for number in _PLACED if fitting_row(_ROWS, number) == index]
        y = box[1] + 108 + index * _HIGH
        _row(canvas, box[0], y, index, (*row, *placed), 5, placed)
        for left, number in zip(columns, _PLACED, strict=True):
            end = row[-1]
            told = f"{number} − {end} = {number - end}" if end < number else f"{end} > {number}"
            _difference(canvas, left, y, told, lit=number in placed, off=end > number)


def sides(canvas: Canvas, words: Words, box: Box) -> None:
    """Four rows that grow at both ends, a card, and its difference to the ends where it fits."""
    left = box[2] - 290
    card(canvas, _NEAREST, (left + 100, box[1], left + 190, box[1] + 92), NUMBER)
    (nearest,) = nearest_ends(_BOTH_SIDES, _NEAREST)
    for index, row in enumerate(_BOTH_SIDES):
        y, lit = box[1] + 108 + index * _HIGH, index == nearest.row
        before = row[0] > _NEAREST
        one, other = (row[0], _NEAREST) if before else (_NEAREST, row[-1])
        shown = ((_NEAREST, *row) if before else (*row, _NEAREST)) if lit else row
        _row(canvas, box[0], y, index, shown, 7, (_NEAREST,), shift=not (lit and before))
        _difference(canvas, left + 36, y, f"{one} − {other} = {one - other}", lit=lit)


def low(canvas: Canvas, words: Words, box: Box) -> None:
    """A card that is lower than all rows; what each of them costs, and how the cheapest begins anew."""
    cheapest, left = min(_TAKEN, key=heads), box[2] - 500
    card(canvas, _LOW, (left + 22, box[1], left + 112, box[1] + 92), NUMBER)
    for index, row in enumerate(_TAKEN):
        y, lit = box[1] + 108 + index * _HIGH, row is cheapest
        _row(canvas, box[0], y, index, row, 5, row if lit else ())
        canvas.stamp(horn(30), left + 40, y + 42)
        canvas.text(left + 68, y + 42, str(heads(row)), NUMBER, INK if lit else MUTED, bold=True)
        if lit:
            canvas.stamp(badge(True, ACCENT, 15), left + 136, y + 42)
            canvas.text(left + 204, y + 42, "→", NUMBER, INK, bold=True, anchor="m")
            card(canvas, _LOW, (left + 254, y + 7, left + 254 + _SLOT, y + 77), NUMBER, lit=True)


def _row(
    canvas: Canvas,
    left: float,
    y: float,
    index: int,
    cards: Sequence[int],
    slots: int,
    lit: Iterable[int],
    *,
    shift: bool = False,
) -> None:
    """A row with its number and its cards, one place further to the right if it is shifted."""
    lit = tuple(lit)
    canvas.text(left + 16, y + 42, str(index + 1), NUMBER, MUTED, bold=True, anchor="m")
    canvas.panel((left + 44, y, left + 52 + slots * _STEP, y + 84), TRAY, 12, edge=None, shadow=False)
    for at in range(slots):
        cell = (left + 52 + at * _STEP, y + 7, left + 52 + at * _STEP + _SLOT, y + 77)
        number = at - shift
        if 0 <= number < len(cards):
            card(canvas, cards[number], cell, NUMBER, lit=cards[number] in lit)
        else:
            slot(canvas, cell)


def _difference(canvas: Canvas, left: float, y: float, told: str, *, lit: bool, off: bool = False) -> None:
    if lit:
        canvas.panel((left, y + 12, left + 226, y + 72), NEWS_PALE, 12, edge=NEWS, shadow=False)
        canvas.stamp(badge(True, ACCENT, 15), left + 226, y + 12)
    canvas.text(left + 113, y + 42, told, TITLE, MUTED if off else INK, bold=lit, anchor="m")


EXAMPLES = {"place": place, "low": low, "sides": sides}
