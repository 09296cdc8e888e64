"""The private picture: the town as the reader may act on it, beside it what there is to choose from."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.contract import Seat
from bot.games.noerdlingen import board
from bot.games.noerdlingen import sentences as told
from bot.games.noerdlingen.board import Path, bonus_number
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import Choose, NoerdlingenView, Place, Territory
from bot.games.noerdlingen.preview import (
    Choice,
    News,
    Preview,
    Proposal,
    Ways,
    by_soldier,
    digits,
    drawable,
    news,
    number_of,
    order,
    places,
    proposed,
    ways,
    ways_from,
)
from bot.games.noerdlingen.town import Crossing, crossing_name
from bot.text import Words
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.noerdlingen import signs, town_board, town_map
from render.noerdlingen.colours import BORDER, LOST, PALE
from render.noerdlingen.terrain import MAP
from render.noerdlingen.town_board import LEFT, head, table, town_ground
from render.parts import caption
from render.seats import token
from render.theme import (
    CARD,
    EDGE,
    HINT,
    INK,
    LINE,
    LOSS,
    MUTED,
    NAME,
    NUMBER,
    PAPER,
    TITLE,
    TOP,
    TRAY,
    WIDTH,
    Box,
    Colour,
)

Noerdlingen = ViewModel[NoerdlingenView]
_HEAD = 44
_BORDER = 132
_TALLEST = 84
_GAP = 6
_FEW = 8
"""What finds room in one column."""
_NARROW = 200


def placing(canvas: Canvas, model: Noerdlingen, choice: Choice | None, box: Box) -> None:
    """How many crossings are free or which one is chosen, and the borders to come."""
    words, (left, top, right, bottom) = model.words, box
    if isinstance(choice, Place):
        low = top + 90
        canvas.panel((left, top, right, low), CARD, 14, lit=True)
        token(canvas, model.view.active, left + 44, top + 45, 20)
        canvas.text(left + 84, top + 45, crossing_name(choice.at), NUMBER, INK, bold=True)
    else:
        low = say(
            canvas, words("noerdlingen.picture.free", count=len(places(model.view))), (left, top, right)
        )
    table(canvas, model, News(), (left, low + 12, right, bottom))


def starts_column(canvas: Canvas, model: Noerdlingen, found: Ways, box: Box) -> None:
    """The border that is to be drawn, then a row for each soldier: its crossing, and in how many ways the
    border can be drawn from it."""
    words, (left, _, right, bottom) = model.words, box
    top = _border_card(canvas, model, box)
    if not found:
        say(canvas, words("noerdlingen.picture.no_way"), (left, top, right))
        return
    top = title(canvas, words("noerdlingen.picture.from"), (left, top, right))
    room = (left, top, right, bottom)
    if len(found) <= _FEW:
        for (at, paths), row in zip(found, _rows(len(found), room), strict=True):
            _soldier(canvas, model, at, words("noerdlingen.picture.ways", n=len(paths)), row)
        return
    for (at, paths), row in zip(found, _in_two(len(found), room), strict=True):
        _soldier(canvas, model, at, f"×{len(paths)}", row)


def _soldier(canvas: Canvas, model: Noerdlingen, at: Crossing, count: str, row: Box) -> None:
    left, top, right, bottom = row
    middle, narrow = (top + bottom) / 2, right - left < _NARROW
    canvas.panel(row, CARD, 10, edge=LINE, shadow=False)
    token(canvas, model.view.active, left + (22 if narrow else 32), middle, 12 if narrow else 14, rim=False)
    start, size = (left + 40, TITLE) if narrow else (left + 60, NUMBER)
    canvas.text(start, middle, crossing_name(at), size, INK, bold=True)
    canvas.text(right - (10 if narrow else 18), middle, count, HINT if narrow else NAME, INK, anchor="r")


def _border_card(canvas: Canvas, model: Noerdlingen, box: Box) -> float:
    """The shape of the border on a card; says where it ends."""
    words, (left, top, right, _) = model.words, box
    bonus = model.view.phase == "bonus"
    number = bonus_number(the_town()) if bonus else number_of(model.view, model.view.active)
    canvas.panel((left, top, right, top + _BORDER), CARD, 14)
    key = "bonus_border" if bonus else "border"
    label = words(f"noerdlingen.picture.{key}", number=number)
    canvas.text(left + 22, top + _BORDER / 2, fonts.fit(label, 160, NAME, True), NAME, INK, bold=True)
    sign = signs.base(number, right - left - 210, _BORDER - 36, 42)
    canvas.stamp(sign, (left + 190 + right) / 2, top + _BORDER / 2)
    return top + _BORDER + 12


def ways_column(canvas: Canvas, model: Noerdlingen, found: Sequence[Path], box: Box) -> None:
    """A card for each way from one soldier: its number, how it runs, where it ends; many in two columns."""
    left, top, right, bottom = box
    heading = model.words("noerdlingen.picture.ways_from", crossing=crossing_name(found[0].start))
    top = title(canvas, heading, (left, top, right))
    if len(found) <= _FEW:
        rows = _rows(len(found), (left, top, right, bottom))
        for number, (path, row) in enumerate(zip(found, rows, strict=True), start=1):
            _way(canvas, number, path, row)
        return
    rows = _in_two(len(found), (left, top, right, bottom))
    for number, (path, row) in enumerate(zip(found, rows, strict=True), start=1):
        _narrow(canvas, number, path, row)


def _way(canvas: Canvas, number: int, path: Path, row: Box) -> None:
    left, top, right, bottom = row
    middle = (top + bottom) / 2
    canvas.panel(row, CARD, 10, edge=LINE, shadow=False)
    canvas.text(left + 38, middle, str(number), NUMBER, INK, bold=True, anchor="m")
    canvas.stamp(signs.trace(path.steps, 96, bottom - top - 12), (left + right) / 2 - 8, middle)
    canvas.text(right - 20, middle, crossing_name(path.end), NUMBER, INK, bold=True, anchor="r")


def _narrow(canvas: Canvas, number: int, path: Path, row: Box) -> None:
    left, top, right, bottom = row
    middle = (top + bottom) / 2
    canvas.panel(row, CARD, 10, edge=LINE, shadow=False)
    canvas.text(left + 38, middle - 17, str(number), TITLE, INK, bold=True, anchor="m")
    canvas.text(left + 38, middle + 20, crossing_name(path.end), HINT, INK, anchor="m")
    canvas.stamp(
        signs.trace(path.steps, right - left - 84, bottom - top - 10), (left + 70 + right) / 2, middle
    )


def _rows(count: int, box: Box) -> list[Box]:
    left, top, right, bottom = box
    step = min((bottom - top + _GAP) / max(count, 1), _TALLEST)
    return [(left, top + index * step, right, top + (index + 1) * step - _GAP) for index in range(count)]


def _in_two(count: int, box: Box) -> list[Box]:
    # The left column first.
    left, top, right, bottom = box
    half = (right - left - _GAP) / 2
    rows = _rows((count + 1) // 2, (left, top, left + half, bottom))
    moved = [(row[0] + half + _GAP, row[1], row[2] + half + _GAP, row[3]) for row in rows]
    return [*rows, *moved][:count]


def title(canvas: Canvas, text: str, place: tuple[float, float, float]) -> float:
    """A heading from the left to the right edge; says where what it heads begins."""
    left, top, right = place
    size = fonts.largest(text, NAME, right - left - 12)
    canvas.text(left + 6, top + 18, fonts.fit(text, right - left - 12, size, True), size, MUTED, bold=True)
    return top + _HEAD


def say(canvas: Canvas, text: str, place: tuple[float, float, float]) -> float:
    """A few lines on a quiet ground; says where they end."""
    left, top, right = place
    lines = fonts.lines(text, right - left - 36, NAME, most=4)
    bottom = top + 30 + 38 * len(lines)
    canvas.panel((left, top, right, bottom), TRAY, 14, edge=None, shadow=False)
    for index, line in enumerate(lines):
        canvas.text(left + 18, top + 34 + index * 38, line, NAME, INK)
    return bottom


_APART = 8
_TITLE = 44
_FOOT = 50


def numbers_column(
    canvas: Canvas, model: ViewModel[NoerdlingenView], seat: Seat, choice: Choice | None, box: Box
) -> None:
    """A card for each number; those that others have taken are pale."""
    view, words = model.view, model.words
    left, top, right, bottom = box
    caption(canvas, left + 6, top + 18, words("noerdlingen.picture.ways_now"), room=right - left)
    found = board.numbers(the_town())
    rows = (len(found) + 1) // 2
    high = (bottom - top - _TITLE - (rows - 1) * _APART) / rows
    wide = (right - left - _APART) / 2
    takers = {player.number: Seat(taker) for taker, player in enumerate(view.players)}
    counts = ways(view, seat)
    for place, number in enumerate(found):
        x, y = left + place % 2 * (wide + _APART), top + _TITLE + place // 2 * (high + _APART)
        chosen = isinstance(choice, Choose) and choice.number == number
        card = (x, y, x + wide, y + high)
        _number_card(canvas, words, number, counts[number], takers.get(number), seat, card, lit=chosen)


def _number_card(
    canvas: Canvas,
    words: Words,
    number: int,
    count: int,
    taker: Seat | None,
    seat: Seat,
    box: Box,
    *,
    lit: bool,
) -> None:
    left, top, right, bottom = box
    gone = taker is not None and taker != seat
    canvas.panel(box, PAPER if gone else CARD if count else LOST, 12, edge=LINE, lit=lit or taker == seat)
    canvas.text(left + 34, top + 38, str(number), NUMBER, MUTED if gone else INK, bold=True, anchor="m")
    if taker is not None:
        token(canvas, taker, right - 34, top + 38, 17, rim=False)
    sign = signs.base(number, right - left - 40, bottom - top - 130, 40, colour=PALE if gone else BORDER)
    canvas.stamp(sign, (left + right) / 2, (top + 66 + bottom - _FOOT) / 2)
    if not gone:
        _count(canvas, words, count, box)


def _count(canvas: Canvas, words: Words, count: int, box: Box) -> None:
    left, _, right, bottom = box
    middle, y = (left + right) / 2, bottom - 32
    text = words("noerdlingen.picture.ways", n=count) if count else words("noerdlingen.picture.no_way")
    colour: Colour = INK if count > 1 else LOSS
    size = fonts.largest(text, NAME, right - left - 16)
    canvas.text(
        middle, y, fonts.fit(text, right - left - 16, size, True), size, colour, bold=True, anchor="m"
    )


_CARD, _LOW = 164, 112
_ROW = 58
_SPACE = 10


def yields_column(canvas: Canvas, model: Noerdlingen, path: Path, found: Preview, box: Box) -> None:
    """A card for each territory, whether a bonus follows, and everybody's points where there is room."""
    words, (left, top, right, bottom) = model.words, box
    ends = {"start": crossing_name(path.start), "end": crossing_name(path.end)}
    heading = words("noerdlingen.picture.would", **ends)
    y = title(canvas, heading, (left, top, right))
    if not found.territories:
        say(canvas, words("noerdlingen.picture.closes_nothing"), (left, y, right))
        return
    high = _CARD if len(found.territories) <= 3 else _LOW
    for one in found.territories:
        _territory(canvas, model, one, (left, y, right, y + high))
        y += high + _SPACE
    if found.bonus:
        y = say(canvas, words("noerdlingen.picture.bonus_after"), (left, y, right)) + _SPACE
    if bottom - y >= _ROW * model.view.seats + 44:
        _scores(canvas, model, found, (left, y, right, bottom))


def _territory(canvas: Canvas, model: Noerdlingen, one: Territory, box: Box) -> None:
    left, top, right, bottom = box
    canvas.panel(box, CARD, 14, lit=True)
    for index, seat in enumerate(one.owners):
        token(canvas, seat, left + 40 + index * 44, top + 38, 18, rim=False)
    canvas.text(right - 22, top + 38, f"+{one.share}", NUMBER, INK, bold=True, anchor="r")
    x = left + 22 + canvas.text(left + 22, top + 84, told.land_of(len(one.cells), (), model.words), NAME, INK)
    for digit in digits(model.view, one):
        canvas.stamp(signs.church(27), x + 30, top + 83)
        signs.digit(canvas, digit, x + 59, top + 84)
        x += 64
    if bottom - top >= _CARD:
        _soldiers_around(canvas, model, one, left + 22, right - 16, top + 128)


def _soldiers_around(
    canvas: Canvas, model: Noerdlingen, one: Territory, left: float, right: float, y: float
) -> None:
    # How many soldiers stand around it, most first.
    around = [(count, seat) for seat, count in enumerate(one.count) if count]
    label = model.words("noerdlingen.picture.soldiers")
    x = left + canvas.text(left, y, label, HINT, MUTED) + 12
    for count, seat in sorted(around, key=lambda pair: -pair[0]):
        token(canvas, seat, x + 12, y, 11, rim=False)
        x += 30 + canvas.text(x + 28, y, str(count), NAME, INK, bold=True) + 14


def _scores(canvas: Canvas, model: Noerdlingen, found: Preview, box: Box) -> None:
    left, top, right, _ = box
    y = title(canvas, model.words("noerdlingen.picture.scores_then"), (left, top, right))
    for place, seat in enumerate(order(model.view)):
        row = (left, y + place * _ROW, right, y + (place + 1) * _ROW - 6)
        _score(canvas, model, seat, found.gains[seat], row)


def _score(canvas: Canvas, model: Noerdlingen, seat: Seat, gain: int, row: Box) -> None:
    left, top, right, bottom = row
    middle = (top + bottom) / 2
    canvas.panel(row, CARD if gain else PAPER, 10, edge=LINE, shadow=False)
    token(canvas, seat, left + 32, middle, 14, rim=False)
    total = str(model.view.players[seat].score + gain)
    edge = right - 18 - canvas.text(right - 18, middle, total, NUMBER, INK, bold=True, anchor="r") - 14
    name = fonts.fit(model.names[seat], edge - left - 58, HINT)
    canvas.text(left + 58, middle, name, HINT, INK)


_STRIP = 128


def paint_town(model: Noerdlingen, choice: Choice | None, start: Crossing | None) -> Canvas:
    """What `model.seat` sees, with a `choice` previewed."""
    assert model.seat is not None, "a panel belongs to a seat"
    view, seat = model.view, model.seat
    mine = seat == view.active and view.phase != "over"
    found = proposed(view, choice) if mine else None
    changed = found.news if found else News() if mine else news(view)
    canvas = town_ground(view)
    head(canvas, model)
    town_map.paint(canvas, found.view if found else view, changed)
    if mine and found is None:
        _offer(canvas, model, choice, start)
    town_board.player_cell(canvas, model, seat, changed, (LEFT, TOP, WIDTH - EDGE, TOP + _STRIP))
    box = (LEFT, TOP + _STRIP + 14, WIDTH - EDGE, MAP[3])
    _column(canvas, model, choice, start, found, box) if mine else numbers_column(
        canvas, model, seat, None, box
    )
    return canvas


def _offer(canvas: Canvas, model: Noerdlingen, choice: Choice | None, start: Crossing | None) -> None:
    """In the town: where a soldier may stand, the soldiers to draw from, their ways."""
    view = model.view
    match view.phase:
        case "place":
            town_map.free(canvas, view)
        case "choose":
            if isinstance(choice, Choose):
                town_map.reach(canvas, view, by_soldier(view, view.active, choice.number))
        case _:
            ways = ways_from(view, start)
            if ways:
                town_map.ways(canvas, view, ways)
            else:
                town_map.reach(canvas, view, drawable(view))


def _column(
    canvas: Canvas,
    model: Noerdlingen,
    choice: Choice | None,
    start: Crossing | None,
    found: Proposal | None,
    box: Box,
) -> None:
    view = model.view
    if view.phase == "choose":
        numbers_column(canvas, model, view.active, choice, box)
    elif view.phase == "place":
        placing(canvas, model, choice, box)
    elif found is not None and found.draw is not None:
        yields_column(canvas, model, *found.draw, box)
    elif ways_from(view, start):
        ways_column(canvas, model, ways_from(view, start), box)
    else:
        starts_column(canvas, model, drawable(view), box)
