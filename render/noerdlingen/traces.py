"""What may be chosen, drawn into the town: crossings by name, soldiers to draw from, numbered ways."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import Border
from bot.games.noerdlingen.paths import Path
from bot.games.noerdlingen.preview import News, Ways, edges, places
from bot.games.noerdlingen.town import Crossing, crossing_name
from bot.games.noerdlingen.view import NoerdlingenView
from render import fonts
from render.canvas import Canvas
from render.noerdlingen.frame import BESIDE, MAP, Frame, frame
from render.noerdlingen.town_map import lines, soldiers
from render.pen import Pen, sprite
from render.theme import CARD, HINT, INK, NEWS

_LINE = 22
"""How far the lines of a mark are apart."""
_IN_LINE = 2
_PADDING = 7
_NARROW = 72
"""In smaller cells there is no room for labels."""


def free(canvas: Canvas, view: NoerdlingenView) -> None:
    """Its name on each crossing where a first soldier may stand."""
    place = frame(the_town())
    for at in places(view):
        mark(canvas, place, at, [crossing_name(at)])


def reach(canvas: Canvas, view: NoerdlingenView, found: Ways) -> None:
    """The soldiers from which a border can be drawn, wherever it could go, a dot where it could end."""
    paths = [path for _, of_soldier in found for path in of_soldier]
    _lines(canvas, view, paths)
    for end in {path.end for path in paths}:
        _dot(canvas, frame(the_town()), end)


def ways(canvas: Canvas, view: NoerdlingenView, found: Sequence[Path]) -> None:
    """All ways from one soldier, their numbers where they end."""
    _lines(canvas, view, found)
    ends: dict[Crossing, list[str]] = {}
    for number, path in enumerate(found, start=1):
        ends.setdefault(path.end, []).append(str(number))
    for end, labels in ends.items():
        mark(canvas, frame(the_town()), end, labels)


def _lines(canvas: Canvas, view: NoerdlingenView, found: Sequence[Path]) -> None:
    # Below the soldiers, those at the starts lit.
    place = frame(the_town())
    along = edges(Border(None, path.start, path.steps) for path in found)
    lines(canvas, place, along, place.half - 1, INK)
    lines(canvas, place, along, place.half - 3, NEWS)
    soldiers(canvas, view, News(ends=frozenset(path.start for path in found)))


def _dot(canvas: Canvas, place: Frame, at: Crossing) -> None:
    radius = place.scaled(11)

    def paint(pen: Pen) -> None:
        pen.disc(radius + 2, radius + 2, radius + 2, INK)
        pen.disc(radius + 2, radius + 2, radius, CARD)

    canvas.stamp(sprite(("end of a border", radius), 2 * radius + 4, 2 * radius + 4, paint), *place.at(at))


def mark(canvas: Canvas, place: Frame, at: Crossing, labels: Sequence[str]) -> None:
    """A small label on a crossing; many numbers stand in several lines. On a narrow map it is a dot."""
    if place.cell < _NARROW:
        _dot(canvas, place, at)
        return
    x, y = place.at(at)
    rows = ["·".join(labels[index : index + _IN_LINE]) for index in range(0, len(labels), _IN_LINE)]
    half_wide = max(fonts.width(row, HINT, True) for row in rows) / 2 + _PADDING
    half_high = 16 if len(rows) == 1 else len(rows) * _LINE / 2 + 3
    # On the wall it keeps off the coordinates and the edge.
    x = min(max(x, place.left - BESIDE + 2 + half_wide), MAP[2] - 6 - half_wide)
    box = (x - half_wide, y - half_high, x + half_wide, y + half_high)
    canvas.panel(box, CARD, 12, edge=INK, shadow=False)
    for index, row in enumerate(rows):
        canvas.text(x, y + (index - (len(rows) - 1) / 2) * _LINE, row, HINT, INK, bold=True, anchor="m")
