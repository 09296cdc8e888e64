"""A curve of points by seat over the steps of a game: a scale, the lines, symbols at their ends."""

from collections.abc import Sequence

from PIL import Image

from bot.text import signed
from render import fonts
from render.canvas import Canvas
from render.pen import Pen, Point, sprite
from render.seats import token
from render.theme import INK, LINE, LOSS, MUTED, SEATS, SENTENCES, TITLE, Box

_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
_MOST_LINES, _LINE = 5, 54
"""Lines of the scale, and how far apart they are at least."""
_TOKEN, _APART = 18, 40
"""The symbols at the ends of the lines, and how far apart they are."""
_SIDE = 84
"""How much room one label below the curve needs."""
Totals = Sequence[tuple[int, ...]]


def curve(
    canvas: Canvas, box: Box, labels: Sequence[str], totals: Totals, unit: str, *, limit: int | None = None
) -> None:
    """Draws the curve into a box: `totals` are the points at each step by seat, with the first one where the
    game began; the `labels` are those of the steps, `unit` says what they are. A `limit` is a dashed line."""
    left, top, right, bottom = box
    found = [one for each in totals for one in each] + ([] if limit is None else [limit])
    low, high = min(found), max(found)
    most = min(_MOST_LINES, int((bottom - top - 100) / _LINE))
    step = next((one for one in _STEPS if (high - low) / one <= most), _STEPS[-1])
    low, high = _ends_of_scale(low, high, step)
    crowded = (len(totals[0]) - 1) * _APART > bottom - top - 100
    area = (left + 104, top + 34, right - (136 if crowded else 92), bottom - 76)
    _scale(canvas, range(-(-low // step) * step, high + 1, step), (low, high), area)
    free = left + 30 + canvas.text(left + 18, bottom - 34, unit, SENTENCES[-1], MUTED)
    _steps(canvas, labels, area, free)
    if limit is not None:
        y = area[3] - (limit - low) / (high - low) * (area[3] - area[1])
        for x in range(round(area[0]), round(area[2]), 24):
            canvas.fill((x, y - 2, min(x + 14, area[2]), y + 2), LOSS)
    lines = [_points([each[seat] for each in totals], low, high, area) for seat in range(len(totals[0]))]
    marks = ends(lines, area, 1 + crowded)
    image = strokes(tuple(lines), marks, box, dots=len(lines[0]) <= 16)
    canvas.image.paste(image, (round(left), round(top)), image)
    for seat, (x, y) in enumerate(marks):
        token(canvas, seat, x, y, _TOKEN)


def _ends_of_scale(low: int, high: int, step: int) -> tuple[int, int]:
    """Where the scale begins and ends: at a line, unless most of what lies before it would be empty."""
    least, most = low // step * step, max(-(-high // step) * step, low // step * step + step)
    room = step // 10
    if (low - least) * 2 > step:
        least = low - room
    if (most - high) * 2 > step and high + room > least // step * step + step:
        most = high + room
    return least, most


def _points(line: Sequence[int], low: int, high: int, area: Box) -> tuple[Point, ...]:
    left, top, right, bottom = area
    across = (right - left) / max(len(line) - 1, 1)
    return tuple(
        (left + index * across, bottom - (value - low) / (high - low) * (bottom - top))
        for index, value in enumerate(line)
    )


def _scale(canvas: Canvas, values: range, reach: tuple[int, int], area: Box) -> None:
    """The lines with their values; `reach` are the points at the lower and the upper edge."""
    left, top, right, bottom = area
    low, high = reach
    for value in values:
        y = bottom - (value - low) / (high - low) * (bottom - top)
        wide = 2 if value else 4
        canvas.fill((left, y - wide / 2, right + 20, y + wide / 2), LINE if value else MUTED)
        canvas.text(left - 16, y, signed(value), TITLE, MUTED, anchor="r")


def _steps(canvas: Canvas, labels: Sequence[str], area: Box, free: float) -> None:
    """The labels of the steps, as many as there is room for right of `free`."""
    left, top, right, bottom = area
    last = len(labels) - 1
    across = (right - left) / max(last, 1)
    every = next(n for n in (1, 2, 3, 4, 5, 10, 20, 50, 100, 1000) if n * across >= _SIDE or n == 1000)
    shown = {last, *(at for at in range(every, last, every) if (last - at) * across >= _SIDE * 0.8)}
    for at in range(1, last + 1):
        x = left + at * across
        if last <= 30:
            canvas.fill((x - 1, top, x + 1, bottom), LINE)
        if at in shown and x - fonts.width(labels[at], TITLE, True) / 2 > free:
            canvas.text(x, bottom + 42, labels[at], TITLE, INK, bold=True, anchor="m")


def strokes(
    points: tuple[tuple[Point, ...], ...], ends: tuple[Point, ...], box: Box, *, dots: bool
) -> Image.Image:
    """The lines of all seats, as large as the box, the first seat in front; each with a leader to its symbol,
    and with a dot at every step or only at both ends."""
    left, top, right, bottom = box

    def paint(pen: Pen) -> None:
        for seat in reversed(range(len(points))):
            *line, end = [(x - left, y - top) for x, y in (*points[seat], ends[seat])]
            pen.line([line[-1], end], 2.5, MUTED)
            pen.line(line, 12.5, INK)
            pen.line(line, 8.5, SEATS[seat])
            for x, y in line if dots else (line[0], line[-1]):
                pen.disc(x, y, 9, INK)
                pen.disc(x, y, 6.5, SEATS[seat])

    return sprite(("curve", points, ends, box, dots), round(right - left), round(bottom - top), paint)


def ends(points: Sequence[Sequence[Point]], area: Box, columns: int) -> tuple[Point, ...]:
    """Where the symbols stand, right of the last points: moved apart where they would cover each other, by
    turns in so many columns."""
    step = _APART / columns
    order = sorted(range(len(points)), key=lambda seat: points[seat][-1][1])
    ys: list[float] = []
    for seat in order:
        ys.append(max(points[seat][-1][1], ys[-1] + step if ys else area[1]))
    low = area[3] + 20
    for index in reversed(range(len(ys))):
        ys[index] = min(ys[index], low - (len(ys) - 1 - index) * step)
    places = {seat: (area[2] + 52 + at % columns * 44, ys[at]) for at, seat in enumerate(order)}
    return tuple(places[seat] for seat in range(len(points)))
