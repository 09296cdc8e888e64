"""What a border that is proposed would close, whose it would be, and the points after that."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.noerdlingen import sentences as told
from bot.games.noerdlingen.moves import Territory
from bot.games.noerdlingen.paths import Path
from bot.games.noerdlingen.preview import Preview, digits, order
from bot.games.noerdlingen.town import crossing_name
from bot.games.noerdlingen.view import NoerdlingenView
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.noerdlingen import signs
from render.noerdlingen.choices import say, title
from render.seats import token
from render.theme import CARD, HINT, INK, LINE, MUTED, NAME, NUMBER, PAPER, Box

Noerdlingen = ViewModel[NoerdlingenView]
_CARD, _LOW = 164, 112
_ROW = 58
_GAP = 10


def paint(canvas: Canvas, model: Noerdlingen, path: Path, found: Preview, box: Box) -> None:
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
        y += high + _GAP
    if found.bonus:
        y = say(canvas, words("noerdlingen.picture.bonus_after"), (left, y, right)) + _GAP
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
        _soldiers(canvas, model, one, left + 22, right - 16, top + 128)


def _soldiers(
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
