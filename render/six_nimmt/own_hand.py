"""The private picture: the rows small, the hand large, below each card where it would go."""

from bot.games.six_nimmt.deck import heads
from bot.games.six_nimmt.view import ROW_LENGTH, Place, is_professional, landing
from bot.text import Words
from render import fonts
from render.canvas import Canvas, layered
from render.parts import bar, caption, tab
from render.seats import token
from render.six_nimmt.cards import ACCENT, DANGER, Nimmt, card, ends, head, horn, slot
from render.theme import HUGE, INK, MUTED, NAME, NUMBER, TITLE, TRAY, WHITE

_MINI = (88, 74)
_MINI_STEP = 93
_TRAY = (576, 102)
_CARD = (212, 186)
_STEP = 234
_LEFT = 26
_FIRST = 434
_LINE = 268
_IN_LINE = 5


def paint(model: Nimmt, choice: int | None, laid: int | None) -> Canvas:
    """The hand of `model.seat`; `choice` is a card that is proposed and not yet sent, `laid` one that also
    lies in the row that it would join."""
    hand = model.view.hand
    height = 970 if len(hand) > _IN_LINE else 710
    canvas = layered(("nimmt hand", height), height, _ground)
    _head(canvas, model, choice)
    words = model.words
    caption(canvas, 28, 106, words("six_nimmt.picture.table_now"))
    joined = landing(model.view.rows, laid, professional=is_professional(model.view)).row if laid else None
    for number in range(1, len(model.view.rows) + 1):
        _row(canvas, model, number, laid if number == joined else None)
    if not hand:
        canvas.text(600, 520, words("six_nimmt.picture.no_cards"), TITLE, MUTED, anchor="m")
        return canvas
    caption(canvas, 28, 388, words("six_nimmt.picture.your_hand"), words("six_nimmt.picture.landing"))
    for index, number in enumerate(hand):
        # Five to a line, the last line centred.
        line, column = divmod(index, _IN_LINE)
        start = _LEFT + (_IN_LINE - min(len(hand) - line * _IN_LINE, _IN_LINE)) * _STEP / 2
        _card(canvas, model, number, start + column * _STEP, _FIRST + line * _LINE, choice)
    return canvas


def _ground(canvas: Canvas) -> None:
    bar(canvas, "six_nimmt")
    for number in range(1, 5):
        left, top = _corner(number)
        canvas.panel((left, top, left + _TRAY[0], top + _TRAY[1]), TRAY, 16, edge=None, shadow=False)
        for place in range(ROW_LENGTH):
            x, y = left + 48 + place * _MINI_STEP + 3, top + 17
            slot(canvas, (x, y, x + _MINI[0] - 6, y + _MINI[1] - 6))


def _head(canvas: Canvas, model: Nimmt, choice: int | None) -> None:
    view, words = model.view, model.words
    if view.phase != "choose":
        key = f"phase.{view.phase}"
    elif view.on_turn is not None:
        mine = view.on_turn == model.seat
        key = "wait_turn" if not mine else "lay_one" if choice is None else "to_confirm"
    elif choice is not None and choice != view.selected:
        key = "to_confirm"
    else:
        key = "choose_one" if view.selected is None else "chosen_you"
    head(canvas, model, words(f"six_nimmt.picture.{key}"), model.seat)


def _corner(number: int) -> tuple[int, int]:
    column, line = (number - 1) % 2, (number - 1) // 2
    return 20 + column * 584, 132 + line * 112


def _row(canvas: Canvas, model: Nimmt, number: int, new: int | None) -> None:
    cards, (left, top) = model.view.rows[number - 1], _corner(number)
    box = (left, top, left + _TRAY[0], top + _TRAY[1])
    canvas.place(f"row {number}", box)
    if len(cards) == ROW_LENGTH:
        canvas.panel(box, DANGER, 16, edge=None, shadow=False)
    canvas.text(left + 25, top + 50, str(number), NUMBER, INK, bold=True, anchor="m")
    shown = cards if new is None else (*cards, new)
    for place, one in enumerate(shown):
        x, y = left + 48 + place * _MINI_STEP, top + 13
        card(canvas, one, (x, y, x + _MINI[0], y + _MINI[1]), NUMBER, lit=one == new)
        if one == new and model.seat is not None:
            token(canvas, model.seat, x + 4, y + 4, 13)
    if is_professional(model.view):
        last = left + 48 + (len(shown) - 1) * _MINI_STEP + _MINI[0]
        ends(canvas, left + 48, last, top + 13 + _MINI[1] - 12, shown)
    canvas.stamp(horn(28), left + _TRAY[0] - 34, top + 25)
    canvas.text(left + _TRAY[0] - 34, top + 62, str(heads(shown)), NUMBER, INK, bold=True, anchor="m")


def _card(canvas: Canvas, model: Nimmt, number: int, x: float, y: float, choice: int | None) -> None:
    chosen = number == (model.view.selected if choice is None else choice)
    card(canvas, number, (x, y, x + _CARD[0], y + _CARD[1]), HUGE, foot=TITLE, lit=chosen)
    canvas.place(f"card {number}", (x - 6, y - 6, x + _CARD[0] + 6, y + _CARD[1] + 48))
    middle = x + _CARD[0] / 2
    place, low = landing(model.view.rows, number, professional=is_professional(model.view)), y + _CARD[1] + 26
    text = landing_text(model.words, place)
    if place.row is not None and not place.taken:
        canvas.text(middle, low, text, NAME, INK, bold=True, anchor="m")
    else:
        text = fonts.fit(text, _CARD[0] - 8, NAME, True)
        canvas.pill(middle, low, text, NAME, ACCENT, WHITE, edge=None, padding=12, height=36)
    if chosen:
        sent = number == model.view.selected
        text = model.words(f"six_nimmt.picture.{'yours' if sent else 'confirm'}")
        tab(canvas, middle, y - 6, text, ticked=sent)


def landing_text(words: Words, place: Place) -> str:
    """Where a card would go, in a few words."""
    if place.row is None:
        return words("six_nimmt.picture.any_row")
    if place.other:
        return words("six_nimmt.picture.either_row", row=place.row, other=place.other)
    left = "_left" if place.side == "left" else ""
    return words(f"six_nimmt.picture.{'takes' if place.taken else 'to_row'}{left}", row=place.row)
