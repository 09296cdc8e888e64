"""The private picture: the own route, the next carriage, the hand and the open cards with the ends they fit.

A choice that is not made yet is previewed: a card on its way, a route about to be lost, a closing."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.games.thurn_and_taxis import sentences as told
from bot.games.thurn_and_taxis.land import sides
from bot.games.thurn_and_taxis.moves import Begin, Close, Discard, Play, TakeOpen, TaxisMove
from bot.games.thurn_and_taxis.possible import anew, fit_taken
from bot.games.thurn_and_taxis.sentences import Taxis
from bot.text import Words
from render.canvas import Canvas
from render.parts import barred, caption
from render.theme import CARD, EDGE, MUTED, NAME, PAPER, TITLE, TOP, WIDTH, Box
from render.thurn_and_taxis import cards, own_map, own_route, yields
from render.thurn_and_taxis.map_board import head

_CAPTION = 46
_IN_ROW = 4
"""So many cards of the hand stand in a row at most."""
_OPEN_IN_ROW = 2
_BETWEEN = 12
_LEFT = EDGE + 12
_EMPTY = 70
_HAND_LEAST = _CAPTION + _EMPTY
"""The room that a hand needs, however small."""
_LEAST, _MOST = 700, 1200
_GAP = 16
_MAP, _COLUMN, _BESIDE = 740, 718, 8
"""How high the map is, where the open cards beside it begin, and what is between two of them."""
OWN_MAP = EDGE, TOP, _COLUMN - _BESIDE, TOP + _MAP
"""Where the map lies."""


def paint(model: Taxis, choice: TaxisMove | None) -> Canvas:
    """What `model.seat` holds, with a `choice` previewed."""
    assert model.seat is not None, "a hand belongs to a seat"
    own = model.view.players[model.seat]
    shown = own_route.Shown(own.route, choice, model.words)
    if not isinstance(choice, Begin | Close):
        return _with_map(model, choice, shown)
    high = TOP + shown.height + yields.PROGRESS + 2 * _GAP
    between = _between(model, choice, _MOST - high - _GAP)
    room = _MOST - high - between - _GAP
    # Below the gains of a long route there may be no room for the hand.
    has_hand = not isinstance(choice, Close) or room >= _HAND_LEAST
    low = _laid_out(model, choice, room).height if has_hand else 0
    height = min(max(_LEAST, round(high + between + low + _GAP)), _MOST)
    canvas = barred("thurn_and_taxis", height)
    head(canvas, model)
    top = own_route.paint(canvas, model, shown, TOP) + _GAP
    yields.progress(canvas, model.words, own, len(shown.cities), top)
    top += yields.PROGRESS + _GAP
    if isinstance(choice, Close):
        yields.paint(canvas, model, choice, top)
    elif between:
        _few_open_cards(canvas, model, choice, top)
    if low:
        _hand(canvas, model, choice, top + between, room)
    return canvas


def _with_map(model: Taxis, choice: TaxisMove | None, shown: own_route.Shown) -> Canvas:
    # The map with the open cards beside it, below them how far the game is and the hand.
    assert model.seat is not None, "a hand belongs to a seat"
    view, own = model.view, model.view.players[model.seat]
    low = TOP + _MAP + _GAP + yields.PROGRESS + _BETWEEN
    room = _MOST - low
    height = round(low + _laid_out(model, choice, room).height)
    canvas = barred("thurn_and_taxis", height)
    head(canvas, model)
    own_map.paint(canvas, model, shown.cities, shown.added, OWN_MAP)
    high = (_MAP + _BESIDE) / len(view.display) - _BESIDE
    boxes = [(_COLUMN, TOP + at * (high + _BESIDE), WIDTH - EDGE, high) for at in range(len(view.display))]
    _open_cards(canvas, model, choice, [(x, y, right, y + tall) for x, y, right, tall in boxes])
    top = TOP + _MAP + _GAP
    yields.progress(canvas, model.words, own, len(shown.cities), top)
    _hand(canvas, model, choice, low, room)
    return canvas


def _between(model: Taxis, choice: TaxisMove | None, room: float) -> int:
    # How high stands what is above the hand: what a closing yields, else the open cards. Where none of them
    # can be taken they only help to plan, and stand back behind a large hand.
    view = model.view
    if isinstance(choice, Close):
        return yields.height(model, choice)
    high = _CAPTION + -(-len(view.display) // _OPEN_IN_ROW) * (cards.LARGE + _BETWEEN)
    taking = view.active == model.seat and view.may_take
    return high if taking or high + _laid_out(model, choice, room).height <= room else 0


def _few_open_cards(canvas: Canvas, model: Taxis, choice: TaxisMove | None, top: float) -> None:
    caption(canvas, _LEFT, top + 20, model.words("thurn_and_taxis.picture.open_cards"))
    boxes: list[Box] = []
    for index in range(len(model.view.display)):
        row, column = divmod(index, _OPEN_IN_ROW)
        boxes.append(_box(column, row, _OPEN_IN_ROW, top + _CAPTION, cards.LARGE))
    _open_cards(canvas, model, choice, boxes)


def _open_cards(canvas: Canvas, model: Taxis, choice: TaxisMove | None, boxes: Sequence[Box]) -> None:
    words, view = model.words, model.view
    if isinstance(choice, Begin) and model.seat is not None:
        view = anew(view, model.seat, choice.city)
    taken = choice.place if isinstance(choice, TakeOpen) else 0
    for index, (city, box) in enumerate(zip(view.display, boxes, strict=True)):
        notes, fill = list[str](), CARD
        canvas.place("open cards", box)
        canvas.place(f"open card {city}", box)
        if city is not None and model.seat is not None:
            found = fit_taken(view, model.seat, city)
            notes, fill = told.fits_short(found, words), PAPER if found.key == "not" else CARD
        lit = index + 1 == taken
        cards.low(canvas, words, city, box, label=str(index + 1), fill=fill, lit=lit, notes=notes, size=TITLE)


class _Laid(NamedTuple):
    """How the cards of the hand lie: how many in a row, how high, how many there are, how names stand."""

    in_row: int
    high: int
    slots: int
    large: bool

    @property
    def height(self) -> int:
        """How high the hand is, with its caption."""
        if not self.slots:
            return _HAND_LEAST
        return _CAPTION + -(-self.slots // self.in_row) * (self.high + _BETWEEN)


def _laid_out(model: Taxis, choice: TaxisMove | None, room: float) -> _Laid:
    """Names stand large and whole if all the cards find room so, the more in a row the shorter they are."""
    words, route, counted = model.words, _route(model, choice), Counter(model.view.hand)
    count = len(counted)
    tall = _columns(cards.tall_width(words, city) for city in counted)
    if _Laid(tall, cards.TALL, count, True).height <= room:
        return _Laid(tall, cards.TALL, count, True)
    low = _columns(
        cards.low_width(words, city, len(sides(route, city)), copies=_copies(number, words))
        for city, number in counted.items()
    )
    if _Laid(low, cards.LOW, count, True).height <= room:
        return _Laid(low, cards.LOW, count, True)
    rows = int((room - _CAPTION) // (cards.LOW + _BETWEEN))
    return _Laid(_IN_ROW, cards.LOW, min(count, _IN_ROW * rows), False)


def _columns(wide: Iterable[float]) -> int:
    """How many cards find room beside each other of which each needs so much of it."""
    return min(int((WIDTH - 2 * _LEFT + _BETWEEN) // (max(wide, default=0) + _BETWEEN)), _IN_ROW)


def _copies(number: int, words: Words) -> str:
    return words("thurn_and_taxis.picture.copies", n=number) if number > 1 else ""


def _box(column: int, row: int, in_row: int, top: float, high: float) -> Box:
    step = (WIDTH - 2 * _LEFT + _BETWEEN) / in_row
    x, y = _LEFT + column * step, top + row * (high + _BETWEEN)
    return x, y, x + step - _BETWEEN, y + high


def _hand(canvas: Canvas, model: Taxis, choice: TaxisMove | None, top: float, room: float) -> None:
    words, counted, route = model.words, Counter(model.view.hand), _route(model, choice)
    hint = words("thurn_and_taxis.picture.hand_hint") if counted and route else ""
    caption(canvas, _LEFT, top + 20, words("thurn_and_taxis.picture.your_hand"), hint, size=NAME)
    if not counted:
        none = words("thurn_and_taxis.picture.no_cards")
        canvas.text(WIDTH / 2, top + _CAPTION + _EMPTY / 2, none, NAME, MUTED, anchor="m")
        return
    in_row, high, slots, large = _laid_out(model, choice, room)
    chosen = choice.city if isinstance(choice, Play | Begin | Discard) else ""
    # Where not all find room, the last place says how many more there are; a chosen card comes first.
    shown = sorted(counted, key=lambda city: city != chosen) if slots < len(counted) else list(counted)
    for index, city in enumerate(shown[:slots]):
        row, column = divmod(index, in_row)
        box = _box(column, row, in_row, top + _CAPTION, high)
        lit, marks, copies = city == chosen, _marks(route, city, words), _copies(counted[city], words)
        canvas.place(f"card {city}", box)
        if index == slots - 1 and slots < len(counted):
            more = words("thurn_and_taxis.picture.more", n=len(counted) - index)
            canvas.text((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, more, NAME, MUTED, anchor="m")
        elif high == cards.TALL:
            note = "" if marks or lit or not route else words("thurn_and_taxis.picture.no_fit")
            cards.tall(canvas, words, city, box, note=note, copies=copies, marks=marks, lit=lit)
        elif large:
            cards.low(canvas, words, city, box, copies=copies, marks=marks, lit=lit, size=TITLE)
        else:
            cards.low(canvas, words, city, box, label=copies, marks=marks, lit=lit)


def _marks(route: tuple[str, ...], city: str | None, words: Words) -> list[str]:
    letters = dict(zip(("left", "right"), own_route.ends(words), strict=True))
    return [letters[side] for side in sides(route, city)] if city is not None else []


def _route(model: Taxis, choice: TaxisMove | None) -> tuple[str, ...]:
    # The route that cards may lengthen: after a closing none, else that which begins.
    if model.seat is None or isinstance(choice, Close):
        return ()
    return (choice.city,) if isinstance(choice, Begin) else model.view.players[model.seat].route
