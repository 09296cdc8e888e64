"""The picture for the owner of a low card: what each row costs, and the hand that goes on with the rest."""

from bot.games.six_nimmt.deck import ROW_NUMBERS
from bot.games.six_nimmt.view import costs
from render.canvas import Canvas, layered
from render.parts import bar, caption, tab
from render.seats import token
from render.six_nimmt import rows
from render.six_nimmt.cards import Nimmt, card, head, horn
from render.theme import BIG, CARD, EDGE, HINT, HUGE, INK, MUTED, NAME, NEWS_PALE, PAPER, TOP, WIDTH, Box

_HEIGHT = 976
_HAND, _WITH_HAND = 984, 1168
"""The middle of the heading of the hand, and how high a picture with a hand is."""
_STEP = 130
_COSTS = 792
_WHY = {
    "low": ("fits_nowhere", "take_one"),
    "enclosed": ("fits_inside", "take_one"),
    "tie": ("fits_two", "choose_one_end"),
}
"""By kind of question: what is the matter with the card, and what is to be done."""


def paint(model: Nimmt, choice: int | None, even: bool) -> Canvas:
    """The four rows with their prices beside them, below them the hand; `choice` is the row that is
    proposed."""
    view = model.view
    height = _WITH_HAND if view.hand else _HEIGHT
    canvas = layered(("nimmt question", height), height, _ground)
    asked = view.question is not None and view.question.seat == model.seat
    choose = "choose_end" if view.question is not None and view.question.kind == "tie" else "choose_row"
    key = f"phase.{view.phase}" if not asked else choose if choice is None else "to_confirm"
    head(canvas, model, model.words(f"six_nimmt.picture.{key}"), model.seat)
    rows.ribbon(canvas, model)
    _own_card(canvas, model)
    rows.rows(canvas, model, {placement.card: placement.seat for placement in view.last if placement.row})
    for number in ROW_NUMBERS:
        _cost(canvas, model, number, lit=number == choice, even=even)
    if view.hand:
        caption(canvas, EDGE + 12, _HAND, model.words("six_nimmt.picture.your_hand"))
    for place, number in enumerate(view.hand):
        x, y = EDGE + 12 + place * _STEP, _HAND + 30
        card(canvas, number, (x, y, x + rows.CARD[0], y + rows.CARD[1]), BIG, foot=NAME)
    return canvas


def _ground(canvas: Canvas) -> None:
    bar(canvas, "six_nimmt")
    rows.ground(canvas)
    canvas.panel((_COSTS, TOP, WIDTH - EDGE, TOP + rows.RIBBON), PAPER, 16)


def _own_card(canvas: Canvas, model: Nimmt) -> None:
    question = model.view.question
    if question is None:
        return
    left, top = _COSTS + 28, TOP + 22
    card(canvas, question.card, (left, top, left + 148, top + 142), HUGE, foot=NAME)
    token(canvas, question.seat, left - 2, top, 20)
    x = left + 168
    for line, key in enumerate(("your_card", *_WHY[question.kind])):
        text, y, room = model.words(f"six_nimmt.picture.{key}"), TOP + 52 + line * 42, WIDTH - EDGE - 12 - x
        canvas.text(x, y, text, HINT, MUTED if line else INK, bold=not line, room=room)


def _cost(canvas: Canvas, model: Nimmt, number: int, *, lit: bool, even: bool) -> None:
    words = model.words
    _, top, _, bottom = rows.row_box(number)
    box: Box = (_COSTS, top, WIDTH - EDGE, bottom)
    canvas.place(f"row {number}", rows.row_box(number))
    canvas.place(f"heads {number}", box)
    prices, question = costs(model.view), model.view.question
    middle = (top + bottom) / 2
    name = words("six_nimmt.picture.row_number", row=number)
    if number not in prices:
        canvas.panel(box, PAPER, 16)
        canvas.text(box[0] + 28, middle - 20, name, NAME, MUTED)
        canvas.text(box[0] + 28, middle + 22, words("six_nimmt.picture.no_end"), HINT, MUTED)
        return
    best = prices[number] == min(prices.values()) and not even
    canvas.panel(box, CARD if lit else NEWS_PALE if best else PAPER, 16, lit=lit)
    hint = words("six_nimmt.picture.cheapest") if best else ""
    if question is not None and question.sides:
        hint = words(f"six_nimmt.picture.end.{question.sides[question.rows.index(number)]}")
    canvas.text(box[0] + 28, middle - 20 * bool(hint), name, NAME, INK, bold=True)
    wide = canvas.text(box[2] - 30, middle, str(prices[number]), BIG, INK, bold=True, anchor="r")
    canvas.stamp(horn(40), box[2] - 30 - wide - 34, middle)
    if hint:
        canvas.text(box[0] + 28, middle + 22, hint, HINT, INK)
    if lit:
        tab(canvas, (box[0] + box[2]) / 2, top + 4, words("six_nimmt.picture.confirm"))
