"""The totals over the episodes as a line for each player, its symbol at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from PIL import Image

from bot.games.my_city.view import MyCityView
from bot.text import signed
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.pen import Pen, Point, sprite
from render.seats import token
from render.theme import HINT, INK, LINE, MUTED, NAME, PAPER, SEATS, Box

_STEPS = (5, 10, 20, 25, 50, 100, 200)
_MOST_LINES = 5
_TOKEN = 16
City = ViewModel[MyCityView]


def curve(canvas: Canvas, model: City, box: Box) -> None:
    """The whole panel: the scale, the episodes, the lines; without an episode a sentence."""
    left, top, right, bottom = box
    view = model.view
    canvas.panel(box, PAPER, 16)
    if not view.results:
        text = model.words("my_city.picture.nothing_played")
        canvas.text((left + right) / 2, (top + bottom) / 2, text, NAME, MUTED, anchor="m")
        return
    totals = [
        list(accumulate([result.points[seat] for result in view.results], initial=0))
        for seat in range(view.seats)
    ]
    low, high = min(map(min, totals)), max(map(max, totals))
    step = next((one for one in _STEPS if (high - low) / one <= _MOST_LINES), _STEPS[-1])
    low, high = low // step * step, max(-(-high // step) * step, low // step * step + step)
    area = (left + 96, top + 34, right - 84, bottom - 66)
    _scale(canvas, model, range(low, high + 1, step), area)
    points = [_points(line, low, high, area) for line in totals]
    ends = _ends(points, area)
    shown = _Curves(tuple(map(tuple, points)), ends, (left, top))
    image = _lines(shown, (round(right - left), round(bottom - top)))
    canvas.image.paste(image, (round(left), round(top)), image)
    for seat, (x, y) in enumerate(ends):
        token(canvas, seat, x, y, _TOKEN)


@dataclass(frozen=True, slots=True)
class _Curves:
    """The lines by seat, where their symbols stand, and the corner from which the panel begins."""

    points: tuple[tuple[Point, ...], ...]
    ends: tuple[Point, ...]
    corner: Point


def _points(line: Sequence[int], low: int, high: int, area: Box) -> list[Point]:
    left, top, right, bottom = area
    across = (right - left) / (len(line) - 1)
    return [
        (left + index * across, bottom - (value - low) / (high - low) * (bottom - top))
        for index, value in enumerate(line)
    ]


def _scale(canvas: Canvas, model: City, values: range, area: Box) -> None:
    left, top, right, bottom = area
    for value in values:
        y = bottom - (value - values[0]) / (values[-1] - values[0]) * (bottom - top)
        wide = 2 if value else 4
        canvas.fill((left, y - wide / 2, right + 20, y + wide / 2), LINE if value else MUTED)
        canvas.text(left - 16, y, signed(value), HINT, INK, anchor="r")
    across = (right - left) / len(model.view.results)
    for index, result in enumerate(model.view.results, start=1):
        x = left + index * across
        canvas.fill((x - 1, top, x + 1, bottom), LINE)
        canvas.text(x, bottom + 34, str(result.episode), NAME, INK, bold=True, anchor="m")
    canvas.text(left - 16, bottom + 34, model.words("my_city.picture.episodes"), HINT, MUTED, anchor="r")


def _lines(shown: _Curves, room: tuple[int, int]) -> Image.Image:
    def moved(point: Point) -> Point:
        return point[0] - shown.corner[0], point[1] - shown.corner[1]

    def paint(pen: Pen) -> None:
        for seat in reversed(range(len(shown.points))):
            line = [moved(point) for point in shown.points[seat]]
            pen.line([line[-1], moved(shown.ends[seat])], 2.5, MUTED)
            pen.line(line, 10, INK)
            pen.line(line, 6, SEATS[seat])
            for x, y in line:
                pen.disc(x, y, 8, INK)
                pen.disc(x, y, 5.5, SEATS[seat])

    return sprite(("standings", shown, room), *room, paint)


def _ends(points: Sequence[Sequence[Point]], area: Box) -> tuple[Point, ...]:
    """Where the symbols stand, right of the last points: moved apart where they would cover each other."""
    step = 2.2 * _TOKEN
    order = sorted(range(len(points)), key=lambda seat: points[seat][-1][1])
    ys: list[float] = []
    for seat in order:
        ys.append(max(points[seat][-1][1], ys[-1] + step if ys else area[1]))
    low = area[3] + 20
    for index in reversed(range(len(ys))):
        ys[index] = min(ys[index], low - (len(ys) - 1 - index) * step)
    places = dict(zip(order, ys, strict=True))
    return tuple((area[2] + 46, places[seat]) for seat in range(len(points)))
