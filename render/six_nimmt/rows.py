"""What lies on the table: the ribbon of the newest trick, and below it the four rows."""

from collections.abc import Mapping, Sequence

from bot.games.contract import Seat
from bot.games.six_nimmt.deck import ROW_NUMBERS, heads
from bot.games.six_nimmt.view import ROW_LENGTH, Placement, is_laying, is_professional, laid_in_order
from render import fonts, theme
from render.canvas import Canvas
from render.parts import quiet_arrow
from render.seats import token
from render.six_nimmt.cards import ACCENT, DANGER, Nimmt, card, ends, horn, slot
from render.theme import BIG, EDGE, HINT, INK, MUTED, NAME, NUMBER, TITLE, TOP, TRAY, Box

RIGHT = 776
RIBBON = 186
"""How high the ribbon is."""
_TOP, _BOTTOM = TOP + 22, TOP + 146
_LABEL = 64
_ROWS, _STEP, _HEIGHT = 292, 168, 158
CARD = (106, 140)
"""How large a card is."""
_FIRST, _EACH = 63, 122
_SUM = 48


def row_box(number: int) -> Box:
    """Where a row lies."""
    top = _ROWS + (number - 1) * _STEP
    return EDGE, top, RIGHT, top + _HEIGHT


BOTTOM = row_box(ROW_NUMBERS[-1])[3]


def ground(canvas: Canvas) -> None:
    """The grounds of ribbon and rows with their empty places, for the layer below."""
    canvas.panel((EDGE, TOP, RIGHT, TOP + RIBBON), TRAY, 16, edge=None, shadow=False)
    for number in ROW_NUMBERS:
        canvas.panel(row_box(number), TRAY, 16, edge=None, shadow=False)
        _places(canvas, row_box(number), 0)


def _places(canvas: Canvas, box: Box, taken: int) -> None:
    for place in range(taken, ROW_LENGTH):
        x, y = box[0] + _FIRST + place * _EACH + 4, box[1] + 13
        slot(canvas, (x, y, x + CARD[0] - 8, y + CARD[1] - 8))


def rows(canvas: Canvas, model: Nimmt, owners: Mapping[int, Seat], lit: int = 0) -> None:
    """The rows with their cards; new ones are lit and carry the piece of their owner. One row is `lit`
    itself where a replay shows that something happens there."""
    for number, cards in enumerate(model.view.rows, start=1):
        _row(canvas, model, number, cards, owners, lit=number == lit)


def _row(
    canvas: Canvas,
    model: Nimmt,
    number: int,
    cards: tuple[int, ...],
    owners: Mapping[int, Seat],
    *,
    lit: bool,
) -> None:
    box, full, words = row_box(number), len(cards) == ROW_LENGTH, model.words
    if lit:
        around = (box[0] - 4, box[1] - 4, box[2] + 4, box[3] + 4)
        canvas.panel(around, DANGER if full else TRAY, 18, shadow=False, lit=True)
        _places(canvas, box, len(cards))
    elif full:
        canvas.panel(box, DANGER, 16, edge=None, shadow=False)
    x, first = box[0] + 28, box[0] + _FIRST
    canvas.text(x, box[1] + 50, words("six_nimmt.picture.row"), HINT, INK if full else MUTED, anchor="m")
    canvas.text(x, box[1] + 98, str(number), BIG, INK, bold=True, anchor="m")
    for place, one in enumerate(cards):
        x, y = first + place * _EACH, box[1] + 9
        card(canvas, one, (x, y, x + CARD[0], y + CARD[1]), BIG, foot=NAME, lit=one in owners)
    for place, one in enumerate(cards):
        if one in owners:
            token(canvas, owners[one], first + place * _EACH + 4, box[1] + 13, 19)
    if is_professional(model.view):
        last = first + (len(cards) - 1) * _EACH + CARD[0]
        ends(canvas, first, last, box[1] + 9 + CARD[1] * 0.82, cards)
    middle, low = box[2] - _SUM, box[1] + 128
    canvas.stamp(horn(36), middle, box[1] + 79 - NUMBER * 0.92)
    canvas.text(middle, box[1] + 79, str(heads(cards)), NUMBER, INK, bold=True, anchor="m")
    if full:
        text = words("six_nimmt.picture.full")
        canvas.pill(middle, low, text, HINT, ACCENT, theme.WHITE, edge=None, padding=14)
    else:
        canvas.text(middle, low, words("six_nimmt.picture.cards", n=len(cards)), HINT, MUTED, anchor="m")


def ribbon(canvas: Canvas, model: Nimmt, placed: int = 0) -> None:
    """The story of the newest trick, lowest card first, and where each went; in a round's first trick, what
    will happen. A replay lights the card that is `placed` just now."""
    view = model.view
    if is_laying(view):
        _laid(canvas, model)
    elif not view.last:
        words, middle = model.words, (EDGE + RIGHT) / 2
        begins = words("six_nimmt.picture.begins", round=view.round)
        canvas.text(middle, TOP + 46, begins, TITLE, bold=True, anchor="m")
        order = "begins_turns" if view.laid else "begins_order"
        for line, y in ((order, 96), ("begins_ends" if is_professional(view) else "begins_row", 138)):
            text = words(f"six_nimmt.picture.{line}")
            canvas.text(middle, TOP + y, text, HINT, MUTED, anchor="m", room=RIGHT - EDGE - 48)
    else:
        boxes = _boxes(canvas, model.words("six_nimmt.picture.order"), len(view.last))
        for box, placement in zip(boxes, view.last, strict=True):
            _placement(canvas, model, placement, box, lit=placement.card == placed)
        _arrows(canvas, boxes)


def _boxes(canvas: Canvas, label: str, count: int) -> list[Box]:
    labelled = count <= 8
    if labelled:
        canvas.upright(EDGE + 28, TOP + 84, label, NAME, MUTED)
    start = EDGE + (_LABEL if labelled else 16)
    step = min((RIGHT - 10 - start) / count, 172 if count <= 4 else 137)
    lefts = (start + index * step for index in range(count))
    return [(left, _TOP, left + step - _gap(count), _BOTTOM) for left in lefts]


def _arrows(canvas: Canvas, boxes: Sequence[Box]) -> None:
    for box in boxes[1:]:
        quiet_arrow(canvas, box[0] - _gap(len(boxes)) / 2 + 1, _TOP + 64)


def _gap(count: int) -> int:
    return 18 if count <= 6 else 14 if count <= 8 else 10


def _laid(canvas: Canvas, model: Nimmt) -> None:
    """The trick of Open under way: the cards in the order of laying, then the places of those to come."""
    view = model.view
    laid = laid_in_order(view)
    boxes = _boxes(canvas, model.words("six_nimmt.picture.laid_order"), view.seats)
    for index, box in enumerate(boxes):
        seat = Seat(((view.start_player or 0) + index) % view.seats)
        if index >= len(laid):
            slot(canvas, box)
            token(canvas, seat, (box[0] + box[2]) / 2, (_TOP + _BOTTOM) / 2, 19)
            continue
        size = BIG if box[2] - box[0] > 120 else NUMBER
        card(canvas, laid[index][1], box, size, foot=HINT, lit=index == len(laid) - 1)
        _owner(canvas, seat, box)
    _arrows(canvas, boxes)


def _owner(canvas: Canvas, seat: Seat, box: Box) -> None:
    token(canvas, seat, box[0] + 4, box[1] + 2, 19 if box[2] - box[0] > 80 else 17)


def _placement(canvas: Canvas, model: Nimmt, placement: Placement, box: Box, *, lit: bool) -> None:
    left, top, right, bottom = box
    middle = (left + right) / 2
    question = model.view.question
    asked = question is not None and question.card == placement.card
    canvas.panel(box, theme.CARD, 10, lit=asked or lit)
    number = str(placement.card)
    size = fonts.largest(number, 60 if right - left > 120 else NUMBER, right - left - 8)
    canvas.text(middle, top + 47, number, size, INK, bold=True, anchor="m")
    canvas.fill((left + 12, top + 81, right - 12, top + 82), MUTED if asked else theme.LINE)
    foot = _foot(model, placement, right - left - 8, asked=asked)
    canvas.text(middle, top + 102, foot, HINT, INK if asked else MUTED, anchor="m", bold=asked)
    _owner(canvas, placement.seat, box)
    if placement.taken:
        canvas.pill(middle, bottom + 13, f"+{placement.heads}", NAME, height=40)


def _foot(model: Nimmt, placement: Placement, room: float, *, asked: bool) -> str:
    words = model.words
    if placement.row:
        left = placement.side == "left"
        full = words(f"six_nimmt.picture.to_row{'_left' if left else ''}", row=placement.row)
        return full if fonts.width(full, HINT) <= room else f"{'←' if left else '→'}{placement.row}"
    full = words("six_nimmt.picture.which" if asked else "six_nimmt.picture.waits")
    return full if fonts.width(full, HINT, asked) <= room else "?" if asked else "…"
