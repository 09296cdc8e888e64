"""The draft of Logic: the whole deck face up, the cards taken marked with their owner."""

from bot.games.contract import Seat
from bot.games.six_nimmt.view import is_last
from render import fonts
from render.canvas import Canvas
from render.parts import barred
from render.seats import token
from render.six_nimmt.cards import Nimmt, card, head
from render.theme import CARD, EDGE, HINT, INK, NAME, NUMBER, PAPER, TOP, WIDTH, tint

_GAP = 9
_SEAT = 58
_FOOT = 66
_IN_LINE = 5


def paint(model: Nimmt, choice: int | None, picks: tuple[int, ...] = ()) -> Canvas:
    """The deck in order; `choice` is a card that is proposed and not yet picked, `picks` are the news where
    they are more than the last one."""
    view = model.view
    # So many seats share a line below the cards.
    in_line = -(-view.seats // -(-view.seats // _IN_LINE))
    owners = {number: Seat(seat) for seat, hand in enumerate(view.known) for number in hand}
    deck = sorted([*view.pool, *owners])
    columns, high = _measure(len(deck))
    lines = -(-len(deck) // columns)
    top = TOP + 8
    foot = top + lines * (high + _GAP) + 8
    height = foot + -(-view.seats // in_line) * _FOOT + 4
    canvas = barred("six_nimmt", height)
    _head(canvas, model, choice)
    last: tuple[int, ...] = ()
    if view.on_turn is not None and any(view.known) and choice is None:
        # Picked by whoever sits before the seat on turn.
        last = view.known[(view.on_turn - 1) % view.seats][-1:]
    news = picks or last
    step = (WIDTH - 2 * EDGE + _GAP) / columns
    for index, number in enumerate(deck):
        line, column = divmod(index, columns)
        x, y = EDGE + column * step, top + line * (high + _GAP)
        box = (x, y, x + step - _GAP, y + high)
        if number in owners:
            # Flat, on the pale ground of its owner, with the owner's piece.
            left, top_, right, bottom = box
            canvas.panel(box, tint(owners[number]), 10, edge=None, shadow=False, lit=number in news)
            size = fonts.largest(str(number), NUMBER, right - left - 5)
            low = bottom - (bottom - top_) * 0.3
            canvas.text((left + right) / 2, low, str(number), size, INK, anchor="m")
            token(canvas, owners[number], left + 22, top_ + 20, 15)
        else:
            card(canvas, number, box, NUMBER, foot=HINT, lit=number == choice)
    for seat in range(view.seats):
        _seat(canvas, model, Seat(seat), foot, in_line)
    return canvas


def _measure(cards: int) -> tuple[int, int]:
    if cards <= 24:
        return 8, 172
    return (8, 122) if cards <= 44 else (10, 98) if cards <= 74 else (12, 86)


def _head(canvas: Canvas, model: Nimmt, choice: int | None) -> None:
    view, words = model.view, model.words
    part = words(f"six_nimmt.picture.part_draft{'_last' * is_last(view)}", round=view.round)
    if model.seat is not None and model.seat == view.on_turn:
        text = words(f"six_nimmt.picture.{'pick_one' if choice is None else 'to_confirm'}")
        head(canvas, model, text, model.seat, part=part)
    else:
        picking, seat = "six_nimmt.picture.picks", view.on_turn or 0
        head(canvas, model, lambda name: words(picking, name=name), seat, part=part)


def _seat(canvas: Canvas, model: Nimmt, seat: Seat, top: float, count: int) -> None:
    view = model.view
    wide = (WIDTH - 2 * EDGE + 10) / count
    line, column = divmod(seat, count)
    x, y = EDGE + column * wide, top + line * _FOOT
    lit = seat == view.on_turn
    box = (x, y, x + wide - 10, y + _SEAT)
    canvas.panel(box, CARD if lit else PAPER, 14, lit=lit)
    middle = y + _SEAT / 2
    token(canvas, seat, x + 30, middle, 17)
    taken = canvas.text(box[2] - 14, middle, str(len(view.known[seat])), NAME, INK, anchor="r")
    canvas.text(x + 58, middle, model.names[seat], NAME, bold=True, room=wide - 90 - taken)
