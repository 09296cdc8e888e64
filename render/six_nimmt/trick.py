"""The ribbon above the rows: the newest trick as a line of cards, lowest first, where each went."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.six_nimmt.view import NimmtView, Placement
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.parts import quiet_arrow
from render.seats import token
from render.six_nimmt.cards import card, plus, slot
from render.six_nimmt.facts import is_laying, is_professional, laid_in_order
from render.theme import BIG, CARD, HINT, INK, LINE, MUTED, NAME, NUMBER, TITLE, TOP, TRAY, Box

HEIGHT = 186
_TOP, _BOTTOM = TOP + 22, TOP + 146
_LABEL = 64


def ribbon(canvas: Canvas, model: ViewModel[NimmtView], left: float, right: float, placed: int = 0) -> None:
    """The story of the newest trick; in a round's first trick, what will happen. A replay lights the card
    that is `placed` just now."""
    view = model.view
    if is_laying(view):
        _laid(canvas, model, left, right)
        return
    if not view.last:
        _beginning(canvas, model, left, right)
        return
    count = len(view.last)
    labelled = count <= 8
    start = left + (_LABEL if labelled else 16)
    step = min((right - 10 - start) / count, 172 if count <= 4 else 137)
    if labelled:
        canvas.upright(left + 28, TOP + 84, model.words("six_nimmt.picture.order"), NAME, MUTED, bold=True)
    for index, placement in enumerate(view.last):
        x = start + index * step
        box = (x, _TOP, x + step - _gap(count), _BOTTOM)
        _card(canvas, model, placement, box, lit=placement.card == placed)
        if index:
            quiet_arrow(canvas, x - _gap(count) / 2 + 1, _TOP + 64)


def _laid(canvas: Canvas, model: ViewModel[NimmtView], left: float, right: float) -> None:
    """The trick of Open under way: the cards in the order of laying, then the places of those to come."""
    view = model.view
    start = left + (_LABEL if view.seats <= 8 else 16)
    step = min((right - 10 - start) / view.seats, 172 if view.seats <= 4 else 137)
    if view.seats <= 8:
        label = model.words("six_nimmt.picture.laid_order")
        canvas.upright(left + 28, TOP + 84, label, NAME, MUTED, bold=True)
    laid = laid_in_order(view)
    for index in range(view.seats):
        seat = Seat(((view.start_player or 0) + index) % view.seats)
        x = start + index * step
        box = (x, _TOP, x + step - _gap(view.seats), _BOTTOM)
        if index < len(laid):
            _laid_card(canvas, seat, laid[index][1], box, lit=index == len(laid) - 1)
        else:
            slot(canvas, box)
            token(canvas, seat, (box[0] + box[2]) / 2, (_TOP + _BOTTOM) / 2, 19)
        if index:
            quiet_arrow(canvas, x - _gap(view.seats) / 2 + 1, _TOP + 64)


def _laid_card(canvas: Canvas, seat: Seat, number: int, box: Box, *, lit: bool) -> None:
    left, top, right, _ = box
    size = BIG if right - left > 120 else NUMBER
    card(canvas, number, box, size, foot=HINT, lit=lit)
    token(canvas, seat, left + 4, top + 2, 19 if right - left > 80 else 17)


def _gap(count: int) -> int:
    return 18 if count <= 6 else 14 if count <= 8 else 10


def _card(canvas: Canvas, model: ViewModel[NimmtView], placement: Placement, box: Box, *, lit: bool) -> None:
    left, top, right, bottom = box
    middle = (left + right) / 2
    question = model.view.question
    asked = question is not None and question.card == placement.card
    canvas.panel(box, CARD, 10, lit=asked or lit)
    number = str(placement.card)
    size = fonts.largest(number, 60 if right - left > 120 else NUMBER, right - left - 8)
    canvas.text(middle, top + 47, number, size, INK, bold=True, anchor="m")
    canvas.fill((left + 12, top + 81, right - 12, top + 82), MUTED if asked else LINE)
    foot = _foot(model, placement, right - left - 8, asked=asked)
    canvas.text(middle, top + 102, foot, HINT, INK if asked else MUTED, anchor="m", bold=asked)
    token(canvas, placement.seat, left + 4, top + 2, 19 if right - left > 80 else 17)
    if placement.taken:
        canvas.pill(middle, bottom + 13, plus(placement.heads), NAME, height=40)


def _foot(model: ViewModel[NimmtView], placement: Placement, room: float, *, asked: bool) -> str:
    words = model.words
    if placement.row:
        left = placement.side == "left"
        full = words(f"six_nimmt.picture.to_row{'_left' if left else ''}", row=placement.row)
        return full if fonts.width(full, HINT) <= room else f"{'←' if left else '→'}{placement.row}"
    full = words("six_nimmt.picture.which" if asked else "six_nimmt.picture.waits")
    return full if fonts.width(full, HINT, asked) <= room else "?" if asked else "…"


def _beginning(canvas: Canvas, model: ViewModel[NimmtView], left: float, right: float) -> None:
    words, view = model.words, model.view
    middle = (left + right) / 2
    canvas.text(
        middle, TOP + 46, words("six_nimmt.picture.begins", round=view.round), TITLE, bold=True, anchor="m"
    )
    order = "begins_turns" if view.laid else "begins_order"
    for line, y in ((order, 96), ("begins_ends" if is_professional(view) else "begins_row", 138)):
        text = fonts.fit(words(f"six_nimmt.picture.{line}"), right - left - 48, HINT)
        canvas.text(middle, TOP + y, text, HINT, MUTED, anchor="m")


def tray(canvas: Canvas, left: float, right: float) -> None:
    """The ground of the ribbon, for the layer below."""
    canvas.panel((left, TOP, right, TOP + HEIGHT), TRAY, 16, edge=None, shadow=False)
