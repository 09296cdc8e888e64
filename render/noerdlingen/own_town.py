"""The private picture: the town as the reader may act on it, beside it what there is to choose from."""

from collections.abc import Sequence

from bot.games.contract import Seat
from bot.games.noerdlingen import preview, sentences as told
from bot.games.noerdlingen.board import Path, board_of, number_due
from bot.games.noerdlingen.moves import Choose, Place, Territory
from bot.games.noerdlingen.preview import Choice, News, Preview, Ways
from bot.games.noerdlingen.sentences import Noerdlingen
from bot.games.noerdlingen.town import Crossing, crossing_name
from render import fonts
from render.canvas import Canvas
from render.noerdlingen import signs, town_map
from render.noerdlingen.colours import BORDER, LOST, PALE
from render.noerdlingen.terrain import MAP
from render.noerdlingen.town_board import LEFT, card_boxes, head, player_cell, table, town_ground
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
)

_STRIP = 128
_HEAD = 44
_BORDER = 132
_TALLEST, _GAP = 84, 6
_FEW = 8
"""What finds room in one column."""
_NARROW = 200
_FOOT = 50
_CARD, _LOW, _SPACE = 164, 112, 10
_ROW = 58


def paint_town(model: Noerdlingen, choice: Choice | None, start: Crossing | None, column: str) -> Canvas:
    """What `model.seat` sees, with a `choice` previewed: in the town where a soldier may stand (of a chosen
    column), the soldiers to draw from or their ways, beside it the same in words and numbers."""
    assert model.seat is not None, "a panel belongs to a seat"
    view, seat = model.view, model.seat
    mine = seat == view.active and view.phase != "over"
    found = preview.proposed(view, choice) if mine else None
    changed = found.news if found else News() if mine else preview.news(view)
    canvas = town_ground(view)
    head(canvas, model)
    town_map.paint(canvas, found.view if found else view, changed)
    player_cell(canvas, model, seat, changed, (LEFT, TOP, WIDTH - EDGE, TOP + _STRIP))
    box = (LEFT, TOP + _STRIP + 14, WIDTH - EDGE, MAP[3])
    if not mine or view.phase == "choose":
        chosen = choice.number if mine and isinstance(choice, Choose) else None
        if chosen:
            town_map.reach(canvas, view, preview.by_soldier(board_of(view).draws(seat, chosen)))
        _numbers(canvas, model, seat, chosen, box)
    elif view.phase == "place":
        _placing(canvas, model, choice, column, box)
    elif found is not None and found.draw is not None:
        _yields(canvas, model, *found.draw, box)
    elif paths := preview.ways_from(view, start):
        town_map.ways(canvas, view, paths)
        _ways(canvas, model, paths, box)
    else:
        soldiers = preview.drawable(view)
        town_map.reach(canvas, view, soldiers)
        _starts(canvas, model, soldiers, box)
    return canvas


def _placing(canvas: Canvas, model: Noerdlingen, choice: Choice | None, column: str, box: Box) -> None:
    left, top, right, bottom = box
    if isinstance(choice, Place):
        low = top + 90
        canvas.panel((left, top, right, low), CARD, 14, lit=True)
        token(canvas, model.view.active, left + 44, top + 45, 20)
        canvas.text(left + 84, top + 45, crossing_name(choice.at), NUMBER, INK, bold=True)
    else:
        places = preview.places_in(model.view, column)
        town_map.free(canvas, places)
        free = model.words("noerdlingen.picture.free", count=len(places))
        low = _say(canvas, free, left, top, right)
    table(canvas, model, News(), (left, low + 12, right, bottom))


def _numbers(canvas: Canvas, model: Noerdlingen, seat: Seat, chosen: int | None, box: Box) -> None:
    view, words, (left, top, right, bottom) = model.view, model.words, box
    caption(canvas, left + 6, top + 18, words("noerdlingen.picture.ways_now"), room=right - left)
    takers = {player.number: Seat(taker) for taker, player in enumerate(view.players)}
    counts = board_of(view).counts(seat)
    boxes = card_boxes((left, top + _HEAD, right, bottom))
    for (number, count), card in zip(counts.items(), boxes, strict=True):
        left, top, right, bottom = card
        taker = takers.get(number)
        gone = taker is not None and taker != seat
        fill = PAPER if gone else CARD if count else LOST
        canvas.panel(card, fill, 12, edge=LINE, lit=number == chosen or taker == seat)
        canvas.place("numbers", card)
        canvas.place(f"number {number}", card)
        canvas.text(left + 34, top + 38, str(number), NUMBER, MUTED if gone else INK, bold=True, anchor="m")
        if taker is not None:
            token(canvas, taker, right - 34, top + 38, 17, rim=False)
        sign = signs.base(number, right - left - 40, bottom - top - 130, 40, colour=PALE if gone else BORDER)
        middle = (left + right) / 2
        canvas.stamp(sign, middle, (top + 66 + bottom - _FOOT) / 2)
        if gone:
            continue
        text = words("noerdlingen.picture.ways", n=count) if count else words("noerdlingen.picture.no_way")
        colour, room = INK if count > 1 else LOSS, right - left - 16
        canvas.text(middle, bottom - 32, text, NAME, colour, bold=True, anchor="m", room=room, shrink=True)


def _starts(canvas: Canvas, model: Noerdlingen, found: Ways, box: Box) -> None:
    view, words, (left, top, right, bottom) = model.view, model.words, box
    bonus = view.phase == "bonus"
    number = number_due(view)
    canvas.panel((left, top, right, top + _BORDER), CARD, 14)
    label = words(f"noerdlingen.picture.{'bonus_border' if bonus else 'border'}", number=number)
    canvas.text(left + 22, top + _BORDER / 2, label, NAME, INK, bold=True, room=160)
    sign = signs.base(number, right - left - 210, _BORDER - 36, 42)
    canvas.stamp(sign, (left + 190 + right) / 2, top + _BORDER / 2)
    top += _BORDER + 12
    if not found:
        _say(canvas, words("noerdlingen.picture.no_way"), left, top, right)
        return
    top = _title(canvas, words("noerdlingen.picture.from"), left, top, right)
    for (at, paths), row in zip(found, _rows(canvas, len(found), (left, top, right, bottom)), strict=True):
        left, top, right, bottom = row
        middle, narrow = (top + bottom) / 2, right - left < _NARROW
        token(canvas, view.active, left + (22 if narrow else 32), middle, 12 if narrow else 14, rim=False)
        x, size = (left + 40, TITLE) if narrow else (left + 60, NUMBER)
        canvas.text(x, middle, crossing_name(at), size, INK, bold=True)
        count = f"×{len(paths)}" if narrow else words("noerdlingen.picture.ways", n=len(paths))
        canvas.text(right - (10 if narrow else 18), middle, count, HINT if narrow else NAME, INK, anchor="r")


def _ways(canvas: Canvas, model: Noerdlingen, found: Sequence[Path], box: Box) -> None:
    left, top, right, bottom = box
    heading = model.words("noerdlingen.picture.ways_from", crossing=crossing_name(found[0].start))
    top = _title(canvas, heading, left, top, right)
    rows = _rows(canvas, len(found), (left, top, right, bottom))
    for number, (path, row) in enumerate(zip(found, rows, strict=True), start=1):
        left, top, right, bottom = row
        middle, end = (top + bottom) / 2, crossing_name(path.end)
        if right - left < _NARROW:
            canvas.text(left + 38, middle - 17, str(number), TITLE, INK, bold=True, anchor="m")
            canvas.text(left + 38, middle + 20, end, HINT, INK, anchor="m")
            trace = signs.trace(path.steps, right - left - 84, bottom - top - 10)
            canvas.stamp(trace, (left + 70 + right) / 2, middle)
        else:
            canvas.text(left + 38, middle, str(number), NUMBER, INK, bold=True, anchor="m")
            canvas.stamp(signs.trace(path.steps, 96, bottom - top - 12), (left + right) / 2 - 8, middle)
            canvas.text(right - 20, middle, end, NUMBER, INK, bold=True, anchor="r")


def _rows(canvas: Canvas, count: int, box: Box) -> list[Box]:
    """Cards below each other; many in two columns, the left one first."""
    left, top, right, bottom = box
    columns = 1 if count <= _FEW else 2
    lines = -(-count // columns)
    wide = (right - left - (columns - 1) * _GAP) / columns
    step = min((bottom - top + _GAP) / lines, _TALLEST)
    found: list[Box] = []
    for index in range(count):
        x, y = left + index // lines * (wide + _GAP), top + index % lines * step
        found.append((x, y, x + wide, y + step - _GAP))
        canvas.panel(found[-1], CARD, 10, edge=LINE, shadow=False)
    return found


def _title(canvas: Canvas, text: str, left: float, top: float, right: float) -> float:
    """A heading from the left to the right edge; says where what it heads begins."""
    canvas.text(left + 6, top + 18, text, NAME, MUTED, bold=True, room=right - left - 12, shrink=True)
    return top + _HEAD


def _say(canvas: Canvas, text: str, left: float, top: float, right: float) -> float:
    """A few lines on a quiet ground; says where they end."""
    lines = fonts.lines(text, right - left - 36, NAME, most=4)
    bottom = top + 30 + 38 * len(lines)
    canvas.panel((left, top, right, bottom), TRAY, 14, edge=None, shadow=False)
    canvas.lines(left + 18, (top + bottom) / 2, lines, 38, NAME)
    return bottom


def _yields(canvas: Canvas, model: Noerdlingen, path: Path, found: Preview, box: Box) -> None:
    view, words, (left, top, right, bottom) = model.view, model.words, box
    ends = {"start": crossing_name(path.start), "end": crossing_name(path.end)}
    y = _title(canvas, words("noerdlingen.picture.would", **ends), left, top, right)
    if not found.territories:
        _say(canvas, words("noerdlingen.picture.closes_nothing"), left, y, right)
        return
    high = _CARD if len(found.territories) <= 3 else _LOW
    for one in found.territories:
        _territory(canvas, model, one, (left, y, right, y + high))
        y += high + _SPACE
    if found.bonus:
        y = _say(canvas, words("noerdlingen.picture.bonus_after"), left, y, right) + _SPACE
    if bottom - y < _ROW * view.seats + 44:
        return
    y = _title(canvas, words("noerdlingen.picture.scores_then"), left, y, right)
    for place, seat in enumerate(preview.order(view)):
        low, gain = y + (place + 1) * _ROW - 6, found.gains[seat]
        middle = (y + place * _ROW + low) / 2
        fill = CARD if gain else PAPER
        canvas.panel((left, y + place * _ROW, right, low), fill, 10, edge=LINE, shadow=False)
        token(canvas, seat, left + 32, middle, 14, rim=False)
        total = str(view.players[seat].score + gain)
        edge = right - 18 - canvas.text(right - 18, middle, total, NUMBER, INK, bold=True, anchor="r") - 14
        canvas.text(left + 58, middle, model.names[seat], HINT, INK, room=edge - left - 58)


def _territory(canvas: Canvas, model: Noerdlingen, one: Territory, box: Box) -> None:
    left, top, right, bottom = box
    canvas.panel(box, CARD, 14, lit=True)
    for index, seat in enumerate(one.owners):
        token(canvas, seat, left + 40 + index * 44, top + 38, 18, rim=False)
    canvas.text(right - 22, top + 38, f"+{one.share}", NUMBER, INK, bold=True, anchor="r")
    x = left + 22 + canvas.text(left + 22, top + 84, told.land_of(len(one.cells), (), model.words), NAME, INK)
    for digit in preview.digits(model.view, one):
        canvas.stamp(signs.church(27), x + 30, top + 83)
        signs.digit(canvas, digit, x + 59, top + 84)
        x += 64
    if bottom - top < _CARD:
        return
    # How many soldiers stand around it, most first.
    y, label = top + 128, model.words("noerdlingen.picture.soldiers")
    x = left + 34 + canvas.text(left + 22, y, label, HINT, MUTED)
    around = [(count, seat) for seat, count in enumerate(one.count) if count]
    for count, seat in sorted(around, key=lambda pair: -pair[0]):
        token(canvas, seat, x + 12, y, 11, rim=False)
        x += 30 + canvas.text(x + 28, y, str(count), NAME, INK, bold=True) + 14
