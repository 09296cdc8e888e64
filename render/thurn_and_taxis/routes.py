"""Routes on the map: ribbons in the seats' colours with their symbols, and a mark at either end."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import NamedTuple

from bot.games.contract import Seat
from bot.games.thurn_and_taxis.view import TaxisView
from render.canvas import Canvas
from render.pen import Pen, Point, sprite
from render.seats import token
from render.theme import INK, NEWS, SEATS, Box
from render.thurn_and_taxis.news import News
from render.thurn_and_taxis.signs import end_mark
from render.thurn_and_taxis.terrain import MAP, at

_LANE = 12
_TOKEN = 12.5
_MARK = 23
_MARGIN = 12
_SHARES = (0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72, 0.22, 0.78)
"""Where the symbol may stand on a road, the best place first."""
_NEAR = (40, 50, 62)
_FAR = (46, 58, 72, 86)
"""How far from its town a mark may stand on the ribbon, and beside it."""
_TURNS = (8, 0, 12, 4, 10, 14, 6, 2, 9, 11, 13, 15, 7, 5, 3, 1)
_AROUND = tuple((cos(turn * pi / 8), sin(turn * pi / 8)) for turn in _TURNS)


class Part(NamedTuple):
    """A road of a route as it is drawn: where it begins and ends."""

    seat: Seat
    pair: tuple[str, str]
    start: Point
    end: Point

    def along(self, share: float) -> Point:
        """A point between begin (0) and end (1)."""
        (x, y), (to_x, to_y) = self.start, self.end
        return x + (to_x - x) * share, y + (to_y - y) * share


def parts(view: TaxisView) -> list[Part]:
    """All roads of all routes, those that share a road side by side."""
    shared: dict[frozenset[str], list[tuple[Seat, tuple[str, str]]]] = {}
    for seat, player in enumerate(view.players):
        for pair in pairwise(player.route):
            shared.setdefault(frozenset(pair), []).append((Seat(seat), pair))
    found: list[Part] = []
    for users in shared.values():
        one, other = sorted(users[0][1])
        (x, y), (to_x, to_y) = at(one), at(other)
        length = hypot(to_x - x, to_y - y)
        across, down = (to_y - y) / length, (x - to_x) / length
        for lane, (seat, pair) in enumerate(users):
            aside = (lane - (len(users) - 1) / 2) * _LANE
            start, end = ((px + across * aside, py + down * aside) for px, py in ((x, y), (to_x, to_y)))
            found.append(Part(seat, pair, *((start, end) if pair == (one, other) else (end, start))))
    return found


def ribbons(canvas: Canvas, found: Sequence[Part], news: Sequence[News]) -> None:
    """The ribbons, new ones lit; to be drawn below the towns."""
    added = {(one.seat, pair) for one in news for pair in one.roads}
    fresh = {part: (part.seat, part.pair) in added for part in found}
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

    def paint(pen: Pen) -> None:
        for wide, colour in ((24, INK), (21, NEWS)) if lit else ((13.5, INK), (9.5, SEATS[part.seat])):
            pen.stroke(line, wide, colour)

    key = ("ribbon", part.start, part.end, part.seat, lit)
    image = sprite(key, width + 2, height + 2, paint)
    canvas.image.paste(image, (round(left), round(top)), image)


def symbols(canvas: Canvas, found: Sequence[Part], taken: Sequence[Box]) -> list[Box]:
    """The symbol of its seat on every road of a route, beside what is `taken`; says where they stand."""
    placed: list[Box] = []
    for part in found:
        spot = _best([part.along(share) for share in _SHARES], _TOKEN, [*taken, *placed])
        token(canvas, part.seat, *spot, _TOKEN)
        placed.append(_around(spot, _TOKEN))
    return placed


def ends(
    canvas: Canvas, view: TaxisView, found: Sequence[Part], taken: Sequence[Box], letters: tuple[str, str]
) -> None:
    """Marks the left and the right end of every route where they hide least of `taken`."""
    filled = list(taken)
    for seat, player in enumerate(view.players):
        route = player.route
        # A route of one city has no ends yet: its seat's symbol stands beside the town.
        marks = (
            zip((route[0], route[-1]), letters, strict=True) if len(route) > 1 else [(c, "") for c in route]
        )
        for city, letter in marks:
            own = [part for part in found if part.seat == seat and city in part.pair]
            spot = _best(list(_spots(city, own)), _MARK, filled)
            filled.append(_around(spot, _MARK))
            if letter:
                end_mark(canvas, seat, letter, *spot)
            else:
                token(canvas, seat, *spot, 16)


def _spots(city: str, own: Sequence[Part]) -> Iterator[Point]:
    # On the ribbon itself, near the town; else around the town.
    x, y = at(city)
    for part in own:
        length = hypot(part.end[0] - part.start[0], part.end[1] - part.start[1])
        for distance in _NEAR:
            if distance < length - 40:
                share = distance / length
                yield part.along(share if part.pair[0] == city else 1 - share)
    for distance in _FAR:
        for across, down in _AROUND:
            spot = x + across * distance, y + down * distance
            if MAP[0] + 24 < spot[0] < MAP[2] - 24 and MAP[1] + 24 < spot[1] < MAP[3] - 24:
                yield spot


def _best(spots: Sequence[Point], radius: float, taken: Sequence[Box]) -> Point:
    # The first spot at which a mark would cover nothing, else the one where it covers least.
    hidden: list[float] = []
    for spot in spots:
        left, top, right, bottom = _around(spot, radius)
        covered = [
            box for box in taken if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top
        ]
        hidden.append(
            sum((min(right, x2) - max(left, x)) * (min(bottom, y2) - max(top, y)) for x, y, x2, y2 in covered)
        )
        if not covered:
            return spot
    return spots[hidden.index(min(hidden))]


def _around(point: Point, radius: float) -> Box:
    return point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius
