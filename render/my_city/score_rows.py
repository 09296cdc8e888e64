"""The score sheet as a list: a sign and a label for each row, what it gives, what a choice would change."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.contract import Seat
from bot.games.my_city import sentences_of_score
from bot.games.my_city.preview import points
from bot.games.my_city.scoring import Row
from bot.games.my_city.sentences_of_score import plus
from bot.games.my_city.view import MyCityView
from bot.text import signed
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.my_city import colours
from render.my_city.row_signs import row_sign
from render.seats import token
from render.theme import BIG, CARD, HINT, INK, LINE, LOSS, MUTED, NAME, NUMBER, PAPER, Box

City = ViewModel[MyCityView]
_TOTAL = 78
_HIGHEST = 64
_PROGRESS = ("first_", "all_", "gold_all")
"""Rows that give all or nothing: how far they have come is printed."""


def score_rows(canvas: Canvas, model: City, now: Sequence[Row], after: Sequence[Row], box: Box) -> None:
    """The rows with the total below; pills show by how much `after` differs from `now`."""
    left, top, right, bottom = box
    canvas.panel(box, PAPER, 16)
    step = min((bottom - top - _TOTAL - 14) / len(now), _HIGHEST)
    for index, (old, new) in enumerate(zip(now, after, strict=True)):
        y = top + 6 + (index + 0.5) * step
        _row(canvas, model, old, new, left + 18, right - 20, y, rule=index + 1 < len(now), step=step)
    _total(canvas, model, now, after, (left + 10, bottom - _TOTAL, right - 10, bottom - 10))


def _row(
    canvas: Canvas,
    model: City,
    old: Row,
    new: Row,
    left: float,
    right: float,
    y: float,
    *,
    rule: bool,
    step: float,
) -> None:
    change = new.points - old.points
    colour = LOSS if new.points < 0 else INK
    edge = right - canvas.text(right, y, _value(new), NUMBER, colour, bold=True, anchor="r") - 12
    if change:
        edge = canvas.pill(edge, y, plus(change), anchor="r", height=36)[0] - 10
    sign = row_sign(new.key, 38)
    canvas.stamp(sign, left + 20, y)
    start = left + 50
    edge = _progress(canvas, model, new, edge, y)
    label = sentences_of_score.row_name(new.key, model.words)
    size = fonts.largest(label, NAME, edge - start)
    canvas.text(start, y, fonts.fit(label, edge - start, size), size, MUTED)
    if rule:
        line = y + step / 2
        canvas.fill((left, line - 1, right, line), LINE)


def _value(row: Row) -> str:
    return f"+{row.points}" if row.points > 0 else signed(row.points)


def _progress(canvas: Canvas, model: City, row: Row, edge: float, y: float) -> float:
    # How far a row that gives all or nothing has come, or who was first; says where that begins.
    if not row.key.startswith(_PROGRESS) or not row.parts:
        return edge
    kind = row.key.removeprefix("first_")
    gone = next((bonus for bonus in model.view.bonuses if bonus.kind == kind), None)
    if gone is not None and row.key.startswith("first_"):
        return winners(canvas, gone.seats, edge, y)
    part = row.parts[0]
    return edge - canvas.text(edge, y, f"{part.have}/{part.need}", HINT, INK, bold=True, anchor="r") - 10


def winners(canvas: Canvas, seats: Sequence[Seat], right: float, y: float) -> float:
    """The symbols of those who have won something, their right edge there; says where they begin."""
    step = 32 if len(seats) <= 4 else 26
    for index, seat in enumerate(reversed(seats)):
        token(canvas, seat, right - 16 - index * step, y, 12.5)
    return right - step * len(seats) - 8


def _total(canvas: Canvas, model: City, now: Sequence[Row], after: Sequence[Row], box: Box) -> None:
    left, top, right, bottom = box
    canvas.panel(box, colours.ACCENT, 12, edge=None, shadow=False)
    canvas.panel((left + 3, top + 3, right - 3, bottom - 3), CARD, 10, edge=None, shadow=False)
    y, total = (top + bottom) / 2, points(tuple(after))
    change = total - points(tuple(now))
    edge = right - 18 - canvas.text(right - 18, y, signed(total), BIG, INK, bold=True, anchor="r") - 14
    if change:
        edge = canvas.pill(edge, y, plus(change), NAME, anchor="r", height=42)[0] - 10
    label = model.words("my_city.picture.after" if change else "picture.total")
    canvas.text(left + 18, y, fonts.fit(label, edge - left - 18, NAME, True), NAME, INK, bold=True)
