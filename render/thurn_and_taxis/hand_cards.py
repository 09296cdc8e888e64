"""The own hand, and while a card may be taken the open ones: which end of the route each of them fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.games.thurn_and_taxis.moves import Begin, Close, Discard, Play, TakeOpen, TaxisMove
from bot.games.thurn_and_taxis.possible import sides
from bot.games.thurn_and_taxis.view import TaxisView
from bot.text import Words
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.parts import caption
from render.theme import EDGE, MUTED, NAME, WIDTH, Box
from render.thurn_and_taxis import cards
from render.thurn_and_taxis.own_route import ends

_HEAD = 46
_IN_ROW = 4
_GAP = 12
_LEFT = EDGE + 12
_WIDE = (WIDTH - 2 * _LEFT - (_IN_ROW - 1) * _GAP) / _IN_ROW
_OPEN_IN_ROW = 3
_OPEN_WIDE = (WIDTH - 2 * _LEFT - (_OPEN_IN_ROW - 1) * _GAP) / _OPEN_IN_ROW
_EMPTY = 70
LEAST = _HEAD + _EMPTY
"""The room that a hand needs, however small."""


def open_height(view: TaxisView) -> int:
    """How much room the open cards take."""
    rows = -(-len(view.display) // _OPEN_IN_ROW)
    return _HEAD + rows * (cards.LOW + _GAP)


def paint_open(canvas: Canvas, model: ViewModel[TaxisView], choice: TaxisMove | None, top: float) -> None:
    """The open cards with their places."""
    words = model.words
    caption(canvas, _LEFT, top + 20, words("thurn_and_taxis.picture.open_cards"))
    taken = choice.place if isinstance(choice, TakeOpen) else 0
    for index, city in enumerate(model.view.display):
        row, column = divmod(index, _OPEN_IN_ROW)
        x, y = _LEFT + column * (_OPEN_WIDE + _GAP), top + _HEAD + row * (cards.LOW + _GAP)
        box = (x, y, x + _OPEN_WIDE, y + cards.LOW)
        marks = _marks(_route(model, choice), city, words)
        cards.low(canvas, words, city, box, label=str(index + 1), marks=marks, lit=index + 1 == taken)


def height(hand: Sequence[str], room: float) -> int:
    """How much room the hand takes: low cards where tall ones need more than there is."""
    if not hand:
        return LEAST
    high, slots = _card(len(set(hand)), room)
    return _HEAD + -(-slots // _IN_ROW) * (high + _GAP)


def _card(count: int, room: float) -> tuple[int, int]:
    # How high the cards of so many cities are, and how many of them find room.
    rows = -(-count // _IN_ROW)
    if _HEAD + rows * (cards.TALL + _GAP) <= room:
        return cards.TALL, count
    return cards.LOW, min(count, _IN_ROW * int((room - _HEAD) // (cards.LOW + _GAP)))


def paint(
    canvas: Canvas, model: ViewModel[TaxisView], choice: TaxisMove | None, top: float, room: float
) -> None:
    """The hand, the card held longest first; the same city twice is one card with a number."""
    words = model.words
    counted = Counter(model.view.hand)
    hint = words("thurn_and_taxis.picture.hand_hint") if counted and _route(model, choice) else ""
    caption(canvas, _LEFT, top + 20, words("thurn_and_taxis.picture.your_hand"), hint, size=NAME)
    if not counted:
        none = words("thurn_and_taxis.picture.no_cards")
        canvas.text(WIDTH / 2, top + _HEAD + _EMPTY / 2, none, NAME, MUTED, anchor="m")
        return
    high, slots = _card(len(counted), room)
    chosen = choice.city if isinstance(choice, Play | Begin | Discard) else ""
    # Where not all find room, the last place says how many more there are; a chosen card comes first.
    shown = sorted(counted, key=lambda city: city != chosen) if slots < len(counted) else list(counted)
    for index, city in enumerate(shown[:slots]):
        row, column = divmod(index, _IN_ROW)
        x, y = _LEFT + column * (_WIDE + _GAP), top + _HEAD + row * (high + _GAP)
        box = (x, y, x + _WIDE, y + high)
        if index == slots - 1 and slots < len(counted):
            more = words("thurn_and_taxis.picture.more", n=len(counted) - index)
            canvas.text(x + _WIDE / 2, y + high / 2, more, NAME, MUTED, anchor="m")
        else:
            _one(canvas, words, city, counted[city], box, route=_route(model, choice), lit=city == chosen)


def _one(
    canvas: Canvas,
    words: Words,
    city: str,
    count: int,
    box: Box,
    *,
    route: tuple[str, ...],
    lit: bool,
) -> None:
    marks = _marks(route, city, words)
    copies = words("thurn_and_taxis.picture.copies", n=count) if count > 1 else ""
    if box[3] - box[1] < cards.TALL:
        cards.low(canvas, words, city, box, label=copies, marks=marks, lit=lit)
        return
    note = "" if marks or not route else words("thurn_and_taxis.picture.no_fit")
    cards.tall(canvas, words, city, box, note=note, copies=copies, marks=marks, lit=lit)


def _marks(route: tuple[str, ...], city: str | None, words: Words) -> list[str]:
    if city is None or not route:
        return []
    letters = dict(zip(("left", "right"), ends(words), strict=True))
    return [letters[side] for side in sides(route, city)]


def _route(model: ViewModel[TaxisView], choice: TaxisMove | None) -> tuple[str, ...]:
    # The route that cards may lengthen: after a closing none.
    if model.seat is None or isinstance(choice, Close):
        return ()
    return model.view.players[model.seat].route
