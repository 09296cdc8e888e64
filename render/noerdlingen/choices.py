"""What there is to choose from, beside the town: a crossing, a soldier, a way to draw."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import Place
from bot.games.noerdlingen.paths import Path, bonus_number
from bot.games.noerdlingen.preview import Choice, News, Ways, number_of, places
from bot.games.noerdlingen.town import Crossing, crossing_name
from bot.games.noerdlingen.view import NoerdlingenView
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.noerdlingen import signs
from render.noerdlingen.table import table
from render.seats import token
from render.theme import CARD, HINT, INK, LINE, MUTED, NAME, NUMBER, TITLE, TRAY, Box

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


def starts(canvas: Canvas, model: Noerdlingen, found: Ways, box: Box) -> None:
    """The border that is to be drawn, then a row for each soldier: its crossing, and in how many ways the
    border can be drawn from it."""
    words, (left, _, right, bottom) = model.words, box
    top = _border(canvas, model, box)
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


def _border(canvas: Canvas, model: Noerdlingen, box: Box) -> float:
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


def ways(canvas: Canvas, model: Noerdlingen, found: Sequence[Path], box: Box) -> None:
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
