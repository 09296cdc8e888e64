"""Routes on the map: ribbons in the seats' colours with their symbols, and a mark at either end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from bot.games.contract import Seat
from bot.games.thurn_and_taxis.view import TaxisView
from render.canvas import Canvas
from render.pen import Pen, Point, sprite
from render.seats import token
from render.theme import INK, NEWS, SEATS, Box
from render.thurn_and_taxis.facts import News
from render.thurn_and_taxis.signs import end_mark
from render.thurn_and_taxis.terrain import MAP, at

_LANE = 12
_TOKEN = 12.5
_MARK = 20
_MARGIN = 12
_AROUND = ((-1, 0), (1, 0), (0, -1), (0, 1), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7), (0.7, 0.7))


class Part(NamedTuple):
    """A road of a route as it is drawn: where it begins and ends, where its symbol stands."""

    seat: Seat
    pair: tuple[str, str]
    start: Point
    end: Point
    middle: Point


def parts(view: TaxisView) -> list[Part]:
    """All roads of all routes, those that share a road side by side."""
    shared: dict[frozenset[str], list[tuple[Seat, tuple[str, str]]]] = {}
    for seat, player in enumerate(view.players):
        for pair in pairwise(player.route):
            shared.setdefault(frozenset(pair), []).append((Seat(seat), pair))
    return [part for users in shared.values() for part in _lanes(users)]


def _lanes(users: Sequence[tuple[Seat, tuple[str, str]]]) -> Iterator[Part]:
    one, other = sorted(users[0][1])
    (x, y), (to_x, to_y) = at(one), at(other)
    length = hypot(to_x - x, to_y - y)
    across = (to_y - y) / length, (x - to_x) / length
    for lane, (seat, pair) in enumerate(users):
        aside = (lane - (len(users) - 1) / 2) * _LANE
        start, end = ((px + across[0] * aside, py + across[1] * aside) for px, py in ((x, y), (to_x, to_y)))
        share = (lane + 1) / (len(users) + 1) if len(users) > 1 else 0.5
        middle = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        yield Part(seat, pair, *((start, end) if pair == (one, other) else (end, start)), middle)


def ribbons(canvas: Canvas, found: Sequence[Part], news: News) -> None:
    """The ribbons, new ones lit; to be drawn below the towns."""
    fresh = {part: part.seat == news.seat and part.pair in news.roads for part in found}
    for part in sorted(found, key=lambda part: not fresh[part]):
        if fresh[part]:
            _ribbon(canvas, part, lit=True)
    for part in found:
        _ribbon(canvas, part, lit=False)


def _ribbon(canvas: Canvas, part: Part, *, lit: bool) -> None:
    (x, y), (to_x, to_y) = part.start, part.end
    left, top = min(x, to_x) - _MARGIN, min(y, to_y) - _MARGIN
    width, height = abs(to_x - x) + 2 * _MARGIN, abs(to_y - y) + 2 * _MARGIN
    # The sprite lies on whole pixels, so that the same road always has the same one.
    line = [(x - round(left), y - round(top)), (to_x - round(left), to_y - round(top))]

    def stroke(pen: Pen, wide: float, colour: tuple[int, int, int]) -> None:
        pen.line(line, wide, colour)
        for px, py in line:
            pen.disc(px, py, wide / 2, colour)

    def paint(pen: Pen) -> None:
        if lit:
            stroke(pen, 24, INK)
            stroke(pen, 21, NEWS)
        else:
            stroke(pen, 13.5, INK)
            stroke(pen, 9.5, SEATS[part.seat])

    key = ("ribbon", part.start, part.end, part.seat, lit)
    image = sprite(key, width + 2, height + 2, paint)
    canvas.image.paste(image, (round(left), round(top)), image)


def symbols(canvas: Canvas, found: Sequence[Part]) -> None:
    """The symbol of its seat on every road of a route."""
    for part in found:
        token(canvas, part.seat, *part.middle, _TOKEN)


def ends(
    canvas: Canvas, view: TaxisView, found: Sequence[Part], taken: Sequence[Box], letters: tuple[str, str]
) -> None:
    """Marks the left and the right end of every route where they hide least of `taken`."""
    filled = [*taken, *(_around(part.middle, _TOKEN) for part in found)]
    for seat, player in enumerate(view.players):
        for city, letter in _marks(player.route, letters):
            own = [part for part in found if part.seat == seat and city in part.pair]
            spot = min(_spots(city, own), key=lambda spot: _hidden(spot, filled))
            filled.append(_around(spot, _MARK))
            if letter:
                end_mark(canvas, seat, letter, *spot)
            else:
                token(canvas, seat, *spot, 16)


def _marks(route: tuple[str, ...], letters: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    # A route of one city has no ends yet: its seat's symbol stands beside the town.
    if len(route) < 2:
        return tuple((city, "") for city in route)
    return (route[0], letters[0]), (route[-1], letters[1])


def _spots(city: str, own: Sequence[Part]) -> Iterator[Point]:
    # On the ribbon itself, near the town; else around the town.
    x, y = at(city)
    for part in own:
        length = hypot(part.end[0] - part.start[0], part.end[1] - part.start[1])
        near, far = (part.start, part.end) if part.pair[0] == city else (part.end, part.start)
        for distance in (38, 48, 60):
            if distance < length - 40:
                share = distance / length
                yield near[0] + (far[0] - near[0]) * share, near[1] + (far[1] - near[1]) * share
    for distance in (44, 56, 70):
        for across, down in _AROUND:
            spot = x + across * distance, y + down * distance
            if MAP[0] + 24 < spot[0] < MAP[2] - 24 and MAP[1] + 24 < spot[1] < MAP[3] - 24:
                yield spot


def _hidden(spot: Point, taken: Sequence[Box]) -> float:
    # How much of what lies there a mark would cover.
    mark = _around(spot, _MARK)
    return sum(_shared(mark, box) for box in taken)


def _shared(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def _around(point: Point, radius: float) -> Box:
    return point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius
