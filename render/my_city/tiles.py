"""The rows of a score sheet as tiles, three in a row, the total last: for portrait pictures."""

from collections.abc import Sequence

from bot.games.my_city.scoring import Row, points_of
from bot.games.my_city.sentences_of_score import City
from bot.text import plus, signed
from render import fonts
from render.canvas import Canvas
from render.my_city import colours
from render.my_city.rows import progress
from render.my_city.signs import row_sign
from render.theme import CARD, EDGE, HUGE, INK, LOSS, NUMBER, PAPER, TALL, TITLE, WHITE, WIDTH, Box

_HIGH, _GAP = 112, 10
_IN_ROW = 3
_SIGN = 72


def tiles_height(count: int) -> int:
    """How high so many tiles stand, with the total."""
    # The total is two tiles wide at least.
    return (-(-(count + 2) // _IN_ROW)) * (_HIGH + _GAP) - _GAP


def tiles(canvas: Canvas, model: City, now: Sequence[Row], after: Sequence[Row], top: float) -> None:
    """The tiles from a height on; pills show by how much `after` differs from `now`."""
    left, wide = float(EDGE), WIDTH - 2 * EDGE
    whole, rest = divmod(len(now), _IN_ROW)
    for index, (old, new) in enumerate(zip(now, after, strict=True)):
        row, place = divmod(index, _IN_ROW)
        # Two in the last row share it, since the total needs more than a third.
        in_row = 2 if row == whole and rest == 2 else _IN_ROW
        each = (wide - (in_row - 1) * _GAP) / in_row
        x, y = left + place * (each + _GAP), top + row * (_HIGH + _GAP)
        _tile(canvas, model, old, new, (x, y, x + each, y + _HIGH))
    start = left + (wide + _GAP) / _IN_ROW if rest == 1 else left
    low = top + tiles_height(len(now)) - _HIGH
    _total(canvas, model, now, after, (start, low, WIDTH - EDGE, low + _HIGH))


def _tile(canvas: Canvas, model: City, old: Row, new: Row, box: Box) -> None:
    left, top, right, bottom = box
    y, change = (top + bottom) / 2, new.points - old.points
    canvas.panel(box, CARD if change else PAPER, 14, lit=change != 0)
    canvas.stamp(row_sign(new.key, _SIGN), left + 18 + _SIGN / 2, y)
    value = f"+{new.points}" if new.points > 0 else signed(new.points)
    colour = LOSS if new.points < 0 else INK
    edge = right - 20 - canvas.text(right - 20, y, value, TALL, colour, bold=True, anchor="r") - 14
    if change:
        edge = canvas.pill(edge, y, plus(change), NUMBER, anchor="r", height=56)[0] - 10
    if edge - left - 18 - _SIGN > 90:
        progress(canvas, model, new, edge, y, TITLE)


def _total(canvas: Canvas, model: City, now: Sequence[Row], after: Sequence[Row], box: Box) -> None:
    left, top, right, bottom = box
    canvas.panel(box, colours.ACCENT, 14, edge=None)
    y, total = (top + bottom) / 2, points_of(after)
    change = total - points_of(now)
    edge = right - 24 - canvas.text(right - 24, y, signed(total), HUGE, WHITE, bold=True, anchor="r") - 20
    if change:
        edge = canvas.pill(edge, y, plus(change), NUMBER, anchor="r", height=60)[0] - 16
    label = model.words("my_city.picture.after" if change else "picture.total")
    size = fonts.largest(label, NUMBER, edge - left - 28)
    canvas.text(left + 28, y, label, size, WHITE, bold=True, room=edge - left - 28)
