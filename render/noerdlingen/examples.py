"""Examples for the rules of City of Nördlingen: the borders and their ways, whose a territory is."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.noerdlingen.board import numbers, shapes
from bot.games.noerdlingen.moves import NoerdlingenOptions
from bot.games.noerdlingen.town import Cell, Crossing, the_town
from bot.text import Words, plus
from render.canvas import Canvas
from render.noerdlingen import signs
from render.noerdlingen.primer import border, land, soldier, town
from render.parts import badge, crown
from render.seats import token
from render.theme import CARD, INK, LOSS, NEWS, NUMBER, TITLE, Box

_TURNED = 3
"""The border of which all ways are shown."""
_OWN, _OTHER, _THIRD = 1, 0, 2
"""The seat that has drawn, and the others."""


@dataclass(frozen=True, slots=True)
class _Closed:
    """A territory that was just closed: from the corner of its patch of the town."""

    cells: tuple[Cell, ...]
    outer: tuple[Crossing, ...]
    """The crossings of its outer border."""
    lines: tuple[tuple[Crossing, ...], ...]
    """Borders of before."""
    new: tuple[Crossing, ...]
    soldiers: tuple[tuple[Crossing, int], ...]
    """The one at the end of the new border is the last."""


_CLOSED = (
    _Closed(
        ((2, 1), (3, 1)),
        ((2, 1), (3, 1), (4, 1), (4, 2), (3, 2), (2, 2)),
        (((2, 1), (3, 1), (4, 1), (4, 2), (3, 2), (2, 2)),),
        ((2, 2), (2, 1), (1, 1), (1, 2)),
        (
            ((2, 1), _OTHER),
            ((4, 2), _OTHER),
            ((5, 3), _THIRD),
            ((2, 2), _OWN),
            ((1, 2), _OWN),
        ),
    ),
    _Closed(
        ((2, 1), (3, 1), (2, 2), (3, 2)),
        ((2, 1), (3, 1), (4, 1), (4, 2), (4, 3), (3, 3), (2, 3), (2, 2)),
        (
            ((3, 1), (2, 1), (2, 2), (2, 3), (3, 3), (4, 3), (4, 2)),
            ((2, 2), (3, 2)),
        ),
        ((3, 1), (4, 1), (4, 2)),
        (
            ((2, 1), _OTHER),
            ((4, 3), _OTHER),
            ((3, 2), _OTHER),
            ((3, 1), _OWN),
            ((2, 3), _OWN),
            ((4, 2), _OWN),
        ),
    ),
)


def borders(canvas: Canvas, words: Words, box: Box) -> None:
    """The six borders by their numbers, and one of them in all its ways."""
    wide, gap = 176, 11.2
    for index, number in enumerate(numbers(the_town())):
        left = box[0] + index * (wide + gap)
        canvas.panel((left, box[1], left + wide, box[1] + 214), CARD, 14)
        canvas.text(left + 22, box[1] + 38, str(number), NUMBER, INK, bold=True)
        canvas.stamp(signs.base(number, wide - 40, 140, 56), left + wide / 2, box[1] + 126)
    label = words("noerdlingen.example.ways", number=_TURNED)
    canvas.text(box[0], box[1] + 266, label, TITLE, INK, bold=True, room=box[2] - box[0])
    ways = shapes(the_town(), NoerdlingenOptions(), _TURNED)
    step = (box[2] - box[0]) / len(ways)
    for index, way in enumerate(ways):
        canvas.stamp(signs.trace(way, step - 24, 160, 44), box[0] + (index + 0.5) * step, box[1] + 390)


def owner(canvas: Canvas, words: Words, box: Box) -> None:
    """Two territories that were just closed, with the soldiers that count for each."""
    wide = (box[2] - box[0] - 24) / 2
    for index, closed in enumerate(_CLOSED):
        left = box[0] + index * (wide + 24)
        _closed(canvas, closed, (left, box[1], left + wide, box[1] + 354))
        _counted(canvas, closed, left, left + wide, box[1] + 424)


def _closed(canvas: Canvas, closed: _Closed, box: Box) -> None:
    place = town(canvas, box, 82, (6, 4))
    land(canvas, place, _counts(closed)[0][1], closed.cells)
    for line in closed.lines:
        border(canvas, place, line)
    border(canvas, place, closed.new, lit=True)
    for at, seat in closed.soldiers:
        soldier(canvas, place, at, seat, lit=at == closed.new[-1])
        if seat == _OTHER and at not in closed.outer:
            x, y = place.at(at)
            canvas.stamp(badge(False, LOSS, 15), x + 22, y - 22)


def _counted(canvas: Canvas, closed: _Closed, left: float, right: float, y: float) -> None:
    for place, (count, seat) in enumerate(_counts(closed)):
        x = left + 14 + place * 190
        token(canvas, seat, x + 26, y, 26)
        canvas.text(x + 66, y, str(count), NUMBER, INK, bold=True)
        if not place:
            crown(canvas, x + 126, y, 46)
    canvas.pill(right - 10, y, plus(len(closed.cells)), NUMBER, NEWS, INK, anchor="r", height=58, padding=22)


def _counts(closed: _Closed) -> Sequence[tuple[int, int]]:
    """The soldiers on the outer border and their seats, most first."""
    counted = [seat for at, seat in closed.soldiers if at in closed.outer]
    return sorted(((counted.count(seat), seat) for seat in {*counted}), reverse=True)


EXAMPLES = {"borders": borders, "owner": owner}
