"""The own route from its left to its right end, as it lies or as a choice would change it."""

from collections.abc import Sequence

from bot.games.thurn_and_taxis import sentences as told
from bot.games.thurn_and_taxis.moves import Begin, Close, Play, TaxisMove
from bot.games.thurn_and_taxis.sentences import Taxis
from bot.text import Words
from render import fonts
from render.canvas import Canvas
from render.parts import caption, quiet_arrow
from render.theme import EDGE, HINT, INK, LOSS, MUTED, NAME, TRAY, WHITE, WIDTH, Box
from render.thurn_and_taxis import cards
from render.thurn_and_taxis.signs import LOST, end_mark, office

_ROOM = WIDTH - 2 * EDGE - 24
_BETWEEN = 28
_ROW = cards.LOW + 12
_HEAD = 40
_WARNING = 58
_OFFICE = 44
_GAP = 10
_ROWS, _ROWS_CLOSING = 2, 3
"""How many rows a route may fill, and how many when nothing but what it yields stands below."""
_LEFT = EDGE + 12


class Shown:
    """The route in the picture: what lies, what would come or go, how high it stands."""

    def __init__(self, route: tuple[str, ...], choice: TaxisMove | None, words: Words) -> None:
        self.lost = route if isinstance(choice, Begin) else ()
        self.added: str | None = None
        self.cities = route
        if isinstance(choice, Play):
            self.added = choice.city
            self.cities = (choice.city, *route) if choice.side == "left" else (*route, choice.city)
        if isinstance(choice, Begin):
            self.added, self.cities = choice.city, (choice.city,)
        self.offices = choice.offices if isinstance(choice, Close) else ()
        # Four in a row if the names allow it.
        named = (told.city(city, words) for city in (*self.cities, *self.lost))
        widest = max((fonts.width(name, HINT, True) for name in named), default=0)
        keep = cards.TAB + 20 + (_OFFICE if self.offices else 0)
        self.in_row = 4 if widest + keep <= (_ROOM + _BETWEEN) / 4 - _BETWEEN else 3
        self.lost_slots, self.slots = self._slots(self.lost), self._slots(self.cities)

    @property
    def height(self) -> int:
        """From the heading to the last row."""
        lost = _WARNING + _GAP + self.rows(self.lost_slots) * _ROW if self.lost else 0
        return _HEAD + lost + max(self.rows(self.slots), 1) * _ROW

    def rows(self, slots: Sequence[str | None]) -> int:
        """How many rows so many cards fill."""
        return -(-len(slots) // self.in_row)

    def _slots(self, cities: tuple[str, ...]) -> tuple[str | None, ...]:
        # Of a very long route the middle is left out: None stands for it.
        most = self.in_row * (_ROWS_CLOSING if self.offices else _ROWS)
        if len(cities) <= most:
            return cities
        before = most // 2
        return (*cities[:before], None, *cities[before + 1 - most :])

    def box(self, index: int, top: float) -> Box:
        """Where the card of a city lies."""
        row, column = divmod(index, self.in_row)
        step = (_ROOM + _BETWEEN) / self.in_row
        left, high = _LEFT + column * step, top + row * _ROW + 2
        return left, high, left + step - _BETWEEN, high + cards.LOW


def paint(canvas: Canvas, model: Taxis, shown: Shown, top: float) -> float:
    """Draws it and says where it ends."""
    words = model.words
    if shown.lost:
        top = _lost(canvas, words, shown, top)
    hint = words("thurn_and_taxis.picture.route_hint") if shown.cities else ""
    caption(canvas, _LEFT, top + 18, words("thurn_and_taxis.picture.your_route"), hint, size=NAME)
    rows = max(shown.rows(shown.slots), 1)
    low = top + _HEAD
    canvas.panel((EDGE, low - 4, WIDTH - EDGE, low + rows * _ROW), TRAY, 14, edge=None, shadow=False)
    if not shown.cities:
        none = words("thurn_and_taxis.picture.no_route")
        canvas.text(WIDTH / 2, low + _ROW / 2 - 2, none, NAME, MUTED, anchor="m")
    for index, city in enumerate(shown.slots):
        _slot(canvas, model, shown, index, city, low)
    return low + rows * _ROW


def _slot(canvas: Canvas, model: Taxis, shown: Shown, index: int, city: str | None, top: float) -> None:
    box = shown.box(index, top)
    if index < len(shown.slots) - 1 and (index + 1) % shown.in_row:
        quiet_arrow(canvas, box[2] + _BETWEEN / 2, (box[1] + box[3]) / 2)
    if city is None:
        _left_out(canvas, model.words, shown.cities, shown.slots, box)
        return
    x, middle = box[0], (box[1] + box[3]) / 2
    placed = city in shown.offices
    keep = _OFFICE if placed else 0
    marked = index in (0, len(shown.slots) - 1)
    cards.low(canvas, model.words, city, box, lit=city == shown.added, keep=keep, code=not marked)
    left, right = ends(model.words)
    if index == 0:
        end_mark(canvas, model.seat, left, x + cards.TAB / 2, middle)
    elif index == len(shown.slots) - 1:
        end_mark(canvas, model.seat, right, x + cards.TAB / 2, middle)
    if placed and model.seat is not None:
        canvas.stamp(office(model.seat, lit=True), box[2] - 30, middle + 1)


def ends(words: Words) -> tuple[str, str]:
    """The letters of the left and the right end."""
    return words("thurn_and_taxis.picture.left"), words("thurn_and_taxis.picture.right")


def _lost(canvas: Canvas, words: Words, shown: Shown, top: float) -> float:
    # The warning, and below it what goes to the discard pile.
    bottom = top + _WARNING + shown.rows(shown.lost_slots) * _ROW
    canvas.panel((EDGE, top, WIDTH - EDGE, bottom - 6), LOST, 14, edge=LOSS, shadow=False)
    canvas.panel((EDGE, top, WIDTH - EDGE, top + 46), LOSS, 14, edge=None, shadow=False)
    warning = words("thurn_and_taxis.picture.lost", n=len(shown.lost))
    canvas.text(_LEFT + 8, top + 23, warning, NAME, WHITE, bold=True)
    for index, city in enumerate(shown.lost_slots):
        box = shown.box(index, top + 52)
        if city is None:
            _left_out(canvas, words, shown.lost, shown.lost_slots, box)
        else:
            cards.low(canvas, words, city, box, fill=LOST)
    return bottom + _GAP


def _left_out(
    canvas: Canvas, words: Words, cities: Sequence[str], slots: Sequence[str | None], box: Box
) -> None:
    # How many cities of a long route have no card here; the map shows them.
    more = words("thurn_and_taxis.picture.more", n=len(cities) - len(slots) + 1)
    canvas.text((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, more, NAME, INK, anchor="m")
