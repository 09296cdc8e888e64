"""The map in the private picture: zoomed on the own route, with the cities that can join it lit.

Names, slots of open cards and codes of regions stand where they cover nothing, each nearest to its own city;
what finds no room and is not of the route is left out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import hypot
from typing import NamedTuple

from PIL import Image

from bot.games.thurn_and_taxis import sentences as told
from bot.games.thurn_and_taxis.land import CITIES, NEIGHBOURS, REGIONS
from bot.games.thurn_and_taxis.sentences import Taxis
from bot.games.thurn_and_taxis.view import owners
from bot.text import Words
from render import fonts
from render.canvas import Canvas
from render.pen import Bounded, Pen, Point, rings, rounded_mask, sprite, weight
from render.theme import CARD, INK, LINE, MUTED, NAME, NEWS, SEATS, TABLE, TITLE, WHITE, Box, Colour
from render.thurn_and_taxis import own_route
from render.thurn_and_taxis.signs import office, region_code
from render.thurn_and_taxis.terrain import MAP, ZOOM, at, veiled

_ZOOMS = (0.65, ZOOM)
_END, _NEXT, _OWN, _FAR = 32, 27, 19, 13
"""Radii: the ends of the route, cities that can join it, its other cities, all others."""
_ROUTE, _DASH, _STEP = 24, 13, 34
_PAD = 74
"""From the edge of the picture to the outermost city that has to be seen."""
_CHIP, _TAG = 42, 42
_CLEARLY, _LEAD = 0.6, 6
"""How much nearer its own town has to be to a name than any other: as a share, and in pixels."""
_ASIDE = sorted(range(-4, 5), key=abs)
_STEPS_AWAY = sorted(((across, down) for across in _ASIDE for down in _ASIDE), key=lambda step: hypot(*step))
"""Where the sign of a region may stand, from the middle of its cities: nearest first."""

_LANDS: Bounded[Image.Image] = Bounded(8 << 20, weight)
"""Large, and drawn again only while one person chooses: among all other sprites they would displace many."""


class _Town(NamedTuple):
    city: str
    x: float
    y: float
    radius: int

    @property
    def box(self) -> Box:
        return self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius


class Section:
    """The part of the map in the picture, and where its cities lie there."""

    def __init__(self, box: Box, wanted: Sequence[str]) -> None:
        self.box = box
        wide, high = box[2] - box[0], box[3] - box[1]
        xs, ys = zip(*map(at, wanted or CITIES), strict=True)
        across, down = max(max(xs) - min(xs), 1), max(max(ys) - min(ys), 1)
        fitting = min((wide - 2 * _PAD) / across, (high - 2 * _PAD) / down)
        self.zoom = min(max(fitting, _ZOOMS[0]), _ZOOMS[1])
        self.left = _within((min(xs) + max(xs)) / 2, wide / self.zoom, MAP[0], MAP[2])
        self.top = _within((min(ys) + max(ys)) / 2, high / self.zoom, MAP[1], MAP[3])

    def at(self, city: str) -> Point:
        """Where a city lies in the picture."""
        x, y = at(city)
        return self.box[0] + (x - self.left) * self.zoom, self.box[1] + (y - self.top) * self.zoom

    def land(self, route: Sequence[str], near: Sequence[str], colour: Colour) -> Image.Image:
        """The land in it, under a veil, with the roads of a route and those that it may take."""
        wide, high = round(self.box[2] - self.box[0]), round(self.box[3] - self.box[1])
        part = self.left, self.top, wide, high, self.zoom

        def make() -> Image.Image:
            image = Image.new("RGB", (wide, high), TABLE)
            image.paste(veiled(*part), mask=rounded_mask(wide, high, 14))
            if route:
                _roads(image, self, route, near, colour)
            return image

        return _LANDS.get((part, tuple(route), tuple(near), colour), make)


def _within(middle: float, length: float, low: float, high: float) -> float:
    return (
        (low + high - length) / 2
        if length > high - low
        else min(max(middle - length / 2, low), high - length)
    )


def paint(canvas: Canvas, model: Taxis, route: Sequence[str], added: str | None, box: Box) -> None:
    """The part of the map round a route, with the cities next to its ends; without a route that of the cards
    in hand and of the open cards. `added` is a city that is not played yet."""
    view = model.view
    assert model.seat is not None, "a route belongs to a seat"
    ends = (route[0], route[-1]) if route else ()
    near = [city for city in CITIES if city not in route and any(city in NEIGHBOURS[end] for end in ends)]
    cards = [city for city in (*view.hand, *view.display) if city]
    section = Section(box, [*route, *near] or cards)
    lit = {*near} if route else {*view.hand}
    every = [_Town(city, *section.at(city), _radius(city, ends, route, lit)) for city in CITIES]
    towns = [town for town in every if _inside(town.x, town.y, box, 30)]
    beyond = [town for town in every if town not in towns]
    own = {*route, *lit}
    names = _placed_names([town for town in towns if town.city in own], towns, model.words, box)
    # A town that nothing is about gives way to a name that has to be there.
    towns = [town for town in towns if town.city in own or not _covered(town.box, names.values())]
    land = section.land(route, near, SEATS[model.seat])
    canvas.image.paste(land, (round(box[0]), round(box[1])))
    canvas.place("map", box)
    for town in towns:
        canvas.place(f"city {town.city}", town.box)
        canvas.stamp(_ring(town.radius, lit=town.city in lit, added=town.city == added), town.x, town.y)
    marked = [town for end in ends for town in towns if town.city == end] if len(route) > 1 else []
    for letter, town in zip(own_route.ends(model.words), marked, strict=False):
        canvas.text(town.x, town.y, letter, TITLE, INK, bold=True, anchor="m")
    _write(canvas, model, towns, beyond, names, box)


def _placed_names(named: Sequence[_Town], towns: Sequence[_Town], words: Words, box: Box) -> dict[str, Box]:
    """Where the names of some of the towns stand, the longest ones first: if they can nearer to them than to
    any other town, and over none."""
    found = dict[str, Box]()
    for town in sorted(named, key=lambda town: -_name(town.city, words)[0]):
        size = _name(town.city, words)
        taken = [*found.values(), *(other.box for other in named)]
        every = [*taken, *(other.box for other in towns)]
        spots, near = list(_around(town, size, far=True)), partial(_nearest, town, towns)
        if spot := (
            _free(spots, every, box, near) or _free(spots, taken, box, near) or _free(spots, taken, box)
        ):
            found[town.city] = spot
    return found


def _nearest(town: _Town, towns: Iterable[_Town], box: Box) -> bool:
    """Whether a box is clearly nearer to this town than to any other, seen from its edges."""

    left, top, right, bottom = box

    def gap(other: _Town) -> float:
        x, y = other.x, other.y
        return hypot(max(left - x, x - right, 0), max(top - y, y - bottom, 0)) - other.radius

    near = gap(town)
    return all(
        near < min((far := gap(other)) * _CLEARLY, far - _LEAD) for other in towns if other is not town
    )


def _covered(box: Box, others: Iterable[Box]) -> bool:
    left, top, right, bottom = box
    return any(a < right and c > left and b < bottom and d > top for a, b, c, d in others)


def _write(
    canvas: Canvas,
    model: Taxis,
    towns: Sequence[_Town],
    beyond: Sequence[_Town],
    names: Mapping[str, Box],
    box: Box,
) -> None:
    view, words, every = model.view, model.words, [*towns, *beyond]
    taken = [*names.values(), *(town.box for town in towns)]

    def name_further(some: Iterable[_Town]) -> None:
        for town in some:
            spot = _free(_around(town, _name(town.city, words)), taken, box, partial(_nearest, town, every))
            if spot and town.city not in names:
                taken.append(spot)
                _named(canvas, town.city, words, spot, bright=False)

    for city, spot in names.items():
        _named(canvas, city, words, spot, bright=True)
    slots = {
        town.city: [at for at, card in enumerate(view.display, 1) if card == town.city] for town in towns
    }
    for town in towns:
        size = len(slots[town.city]) * _TAG, _TAG
        if slots[town.city] and (
            spot := _free(_around(town, size), taken, box, partial(_nearest, town, every))
        ):
            taken.append(spot)
            canvas.place(f"tags {town.city}", spot)
            for at, slot in enumerate(slots[town.city]):
                x, y = spot[0] + (at + 0.5) * _TAG, spot[1] + _TAG / 2
                canvas.stamp(sprite("slot tag", _TAG, _TAG, _tag), x, y)
                canvas.text(x, y, str(slot), NAME, WHITE, bold=True, anchor="m")
    name_further([town for town in towns if slots[town.city]])
    there = owners(view)
    for town in towns:
        for seat in there.get(town.city, ()) if town.city in names else ():
            house = office(seat)
            if spot := _free(_around(town, (house.width - 18, house.height - 18)), taken, box):
                taken.append(spot)
                canvas.stamp(house, *_middle(spot))
    for region in REGIONS:
        cities = [town for town in towns if CITIES[town.city].region == region]
        code = region_code(region, words)
        size = fonts.width(code, NAME, False) + 22, _CHIP
        if cities and (spot := _free(_between(cities, size), taken, box)):
            taken.append(spot)
            canvas.panel(spot, CARD, 9, edge=LINE, shadow=False)
            canvas.text(*_middle(spot), code, NAME, MUTED, anchor="m")
    name_further([town for town in towns if not slots[town.city]])


def _named(canvas: Canvas, city: str, words: Words, spot: Box, *, bright: bool) -> None:
    colour = INK if bright else MUTED
    canvas.place(f"city {city}", spot)
    canvas.text(*_middle(spot), told.city(city, words), TITLE, colour, bold=bright, anchor="m", halo=CARD)


def _name(city: str, words: Words) -> tuple[float, float]:
    return fonts.width(told.city(city, words), TITLE, True) + 8, TITLE + 8


def _radius(city: str, ends: Sequence[str], route: Sequence[str], lit: set[str]) -> int:
    if city in ends:
        return _END
    return _OWN if city in route else _NEXT if city in lit else _FAR


def _roads(
    image: Image.Image, section: Section, route: Sequence[str], near: Sequence[str], colour: Colour
) -> None:
    towns = [section.at(city) for city in (*route, *near)]
    left, top = (int(min(axis)) - _ROUTE for axis in zip(*towns, strict=True))
    right, bottom = (int(max(axis)) + _ROUTE for axis in zip(*towns, strict=True))

    def here(city: str) -> Point:
        x, y = section.at(city)
        return x - left, y - top

    ends = dict.fromkeys((route[0], route[-1]))
    ways = [(here(end), here(city)) for city in near for end in ends if city in NEIGHBOURS[end]]
    line, dashes = [here(city) for city in route], [dash for way in ways for dash in _dashes(*way)]
    corner = left - round(section.box[0]), top - round(section.box[1])
    for rim, tone in ((5, INK), (0, colour)):
        pen = Pen(right - left, bottom - top, stencil=True)
        for dash in dashes:
            pen.line(dash, _DASH + rim, tone)
        if len(line) > 1:
            pen.stroke(line, _ROUTE - 5 + rim, tone)
        image.paste(tone, corner, pen.finish())


def _dashes(start: Point, end: Point) -> Iterator[list[Point]]:
    length = hypot(end[0] - start[0], end[1] - start[1])
    first, last = _END + 8, length - _NEXT - 8
    count = max(int((last - first + _STEP - 20) // _STEP), 1)
    for number in range(count):
        begin = first + number * _STEP
        shares = begin / length, min(begin + 20, last) / length
        yield [
            (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            for share in shares
        ]


def _ring(radius: int, *, lit: bool, added: bool) -> Image.Image:
    bands = [(radius, INK), (radius - 3, CARD)]
    if added:
        bands = [(radius + 9, INK), (radius + 7, NEWS), *bands]
    if lit:
        bands += [(radius - 7, NEWS)]
    if lit or radius != _END:
        bands += [(radius * 0.4, INK)]
    return rings(("own map", radius, lit, added), 2 * radius + 20, *bands)


def _tag(pen: Pen) -> None:
    pen.rounded((1, 1, _TAG - 1, _TAG - 1), 9, INK)


def _around(town: _Town, size: tuple[float, float], *, far: bool = False) -> Iterator[Box]:
    wide, high = size
    for away in (4, 16, 30, 46, 64) if far else (4, 16):
        aside, below = town.radius + away + wide / 2, town.radius + away + high / 2
        slope = town.radius * 0.75 + away
        for across, down in (
            (aside, 0),
            (-aside, 0),
            (0, below),
            (0, -below),
            (slope + wide / 2, slope),
            (-slope - wide / 2, slope),
            (slope + wide / 2, -slope),
            (-slope - wide / 2, -slope),
        ):
            yield _box(town.x + across, town.y + down, size)


def _between(cities: Sequence[_Town], size: tuple[float, float]) -> Iterator[Box]:
    x, y = sum(town.x for town in cities) / len(cities), sum(town.y for town in cities) / len(cities)
    for across, down in _STEPS_AWAY:
        yield _box(x + across * 34, y + down * 30, size)


def _box(x: float, y: float, size: tuple[float, float]) -> Box:
    return x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2


def _middle(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _inside(x: float, y: float, box: Box, margin: float) -> bool:
    return box[0] + margin <= x <= box[2] - margin and box[1] + margin <= y <= box[3] - margin


def _free(
    spots: Iterable[Box], taken: Sequence[Box], box: Box, fits: Callable[[Box], bool] | None = None
) -> Box | None:
    """The first spot within the box that covers nothing and `fits`, which takes longest to find out."""
    for left, top, right, bottom in spots:
        if left < box[0] + 6 or top < box[1] + 6 or right > box[2] - 6 or bottom > box[3] - 6:
            continue
        spot = left, top, right, bottom
        if not _covered(spot, taken) and (fits is None or fits(spot)):
            return spot
    return None
