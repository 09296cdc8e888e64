"""Buildings of a landscape: walls, hipped roofs over any form, and by kind what stands on them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin

from bot.games.my_city.city import Spot
from render.my_city import colours
from render.pen import Pen, Point
from render.theme import CARD, INK, Colour, mix

_ROOF, _WALL = 0.06, 0.12
"""How far roof and walls stand inside of their cells."""
_PITCH = 0.8
"""How much a roof rises over a cell."""
Wall = Callable[[float, float], Point]
"""A point of a wall, so far along it from its middle and so high."""


@dataclass(frozen=True, slots=True)
class Slant:
    """Where points of a sheet lie that is seen from above at a slant: rows run down to the left, columns to
    the right. `unit` is half the width of a cell, also for what is high."""

    x: float
    y: float
    unit: float

    def at(self, row: float, column: float, up: float = 0.0) -> Point:
        """The place of a point, so high above the land."""
        return self.x + (column - row) * self.unit, self.y + ((column + row) / 2 - up) * self.unit

    def square(self, row: int, column: int) -> list[Point]:
        """The corners of a cell, from the one at the back on clockwise."""
        corners = ((0, 0), (0, 1), (1, 1), (1, 0))
        return [self.at(row + down, column + across) for down, across in corners]

    @property
    def line(self) -> float:
        """How wide ink is."""
        return max(self.unit * 0.045, 0.7)


@dataclass(frozen=True, slots=True)
class Standing:
    """A structure with all its cells."""

    kind: str
    spots: frozenset[Spot]


@dataclass(frozen=True, slots=True)
class _Look:
    wall: Colour
    roof: Colour
    high: float


_LOOKS = {
    "residential": _Look(mix(CARD, colours.TYPES["residential"], 0.12), colours.TYPES["residential"], 0.38),
    "industrial": _Look(mix(CARD, colours.TYPES["industrial"], 0.3), colours.TYPES["industrial"], 0.42),
    "public": _Look(mix(CARD, colours.TYPES["public"], 0.35), colours.TYPES["public"], 0.5),
    "church": _Look(CARD, mix(colours.STONE_DARK, colours.TYPES["industrial"], 0.25), 0.5),
    "fortress": _Look(colours.FORTRESS, colours.FORTRESS, 0.75),
    "sawmill": _Look(colours.SAWMILL, colours.TRUNK, 0.42),
}


def cell(pen: Pen, place: Slant, one: Standing, at: Spot) -> None:
    """The part of a structure that stands on a cell; those behind it are drawn before."""
    if one.kind == "fortress":
        _keep(pen, place, at)
        return
    part = _Part(pen, place, one, _LOOKS[one.kind], at)
    part.walls()
    part.roof()
    part.ornament()


@dataclass(frozen=True, slots=True)
class _Part:
    pen: Pen
    place: Slant
    one: Standing
    look: _Look
    cell: Spot

    def near(self, down: int, across: int) -> bool:
        """Whether the structure stands on this neighbour of the cell, too."""
        return (self.cell[0] + down, self.cell[1] + across) in self.one.spots

    def at(self, down: float, across: float, up: float = 0.0) -> Point:
        """A point told from the middle of the cell."""
        return self.place.at(self.cell[0] + 0.5 + down, self.cell[1] + 0.5 + across, up)

    def ink(self, *points: Point, wide: float = 1.0, fill: Colour = INK) -> None:
        """A line along points, in the width of ink if no other is asked for."""
        self.pen.line(points, self.place.line * wide, fill)

    # Walls

    def walls(self) -> None:
        """The two walls that are seen, where no more of the structure stands before them."""
        if not self.near(1, 0):
            self._wall(lambda along, up: self.at(0.5 - _WALL, along, up), *self._ends(row=True), shade=0.08)
        if not self.near(0, 1):
            self._wall(lambda along, up: self.at(along, 0.5 - _WALL, up), *self._ends(row=False), shade=0.3)

    def _ends(self, *, row: bool) -> tuple[float, float]:
        """From where to where a wall runs along its row or column."""
        found: list[float] = []
        for way in (-1, 1):
            beside = self.near(0, way) if row else self.near(way, 0)
            before = self.near(1, way) if row else self.near(way, 1)
            found.append(way * (0.5 + _WALL if beside and before else 0.5 if beside else 0.5 - _WALL))
        return found[0], found[1]

    def _wall(self, at: Wall, start: float, end: float, *, shade: float) -> None:
        fill, high = mix(self.look.wall, INK, shade), self.look.high
        self.pen.polygon([at(start, 0), at(end, 0), at(end, high), at(start, high)], fill)
        self.ink(at(start, 0), at(end, 0), wide=0.8)
        for side in (start, end):
            if abs(side) != 0.5:
                self.ink(at(side, 0), at(side, high), wide=0.8)
        self._openings(at, fill)

    def _openings(self, at: Wall, fill: Colour) -> None:
        """Windows by kind; nothing is seen of them where the picture is small."""
        high, glass = self.look.high, mix(colours.STONE_DARK, colours.WATER, 0.4)
        match self.one.kind:
            case "residential":
                spots, wide, low, top = (-0.18, 0.18), 0.075, 0.38, 0.78
            case "industrial":
                spots, wide, low, top = (-0.24, 0.0, 0.24), 0.07, 0.3, 0.82
            case "public":
                spots, wide, low, top = (-0.25, -0.08, 0.09, 0.26), 0.045, 0.0, 0.75
            case "church":
                spots, wide, low, top = (-0.2, 0.2), 0.05, 0.3, 0.85
            case _:
                spots, wide, low, top = (0.0,), 0.13, 0.0, 0.7
        ink = self.place.line * 0.5
        for along in spots:
            box = [
                at(along - wide, low * high),
                at(along + wide, low * high),
                at(along + wide, top * high),
                at(along - wide, top * high),
            ]
            self.pen.polygon(box, glass if self.one.kind != "public" else mix(fill, colours.CROSS, 0.65))
            if self.place.unit >= 30:
                self.pen.line([*box, box[0]], ink, INK)

    # Roof

    def roof(self) -> None:
        """A hipped roof: it rises from every outer side, whatever the form is."""
        base, rise = self.look.high, _PITCH
        rim = 0.5 - _ROOF
        top = base + rise * rim
        peak = base + rise * (0.5 + rim)
        for down, across in ((-1, 0), (0, -1)):
            if not self.near(down, across):
                self._eaves(down, across, base)
        # The four quarters, those at the back first, each of two slopes.
        for down, across in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            over = self.near(down, 0), self.near(0, across)
            whole = all(over) and self.near(down, across)
            middle = self.at(0, 0, top)
            far_down = self.at(down * 0.5, 0, top) if over[0] else self.at(down * rim, 0, base)
            far_across = self.at(0, across * 0.5, top) if over[1] else self.at(0, across * rim, base)
            if whole:
                corner = self.at(down * 0.5, across * 0.5, peak)
                slopes = (middle, far_down, corner), (middle, far_across, corner)
                faces = (0, -across), (-down, 0)
            elif all(over):
                corner = self.at(down * rim, across * rim, base)
                one, other = self.at(down * 0.5, across * rim, base), self.at(down * rim, across * 0.5, base)
                slopes = (middle, far_down, one, corner), (middle, far_across, other, corner)
                faces = (0, across), (down, 0)
            elif over[0]:
                corner = self.at(down * 0.5, across * rim, base)
                slopes, faces = ((middle, far_down, corner, far_across),), ((0, across),)
            elif over[1]:
                corner = self.at(down * rim, across * 0.5, base)
                slopes, faces = ((middle, far_across, corner, far_down),), ((down, 0),)
            else:
                corner = self.at(down * rim, across * rim, base)
                slopes = (middle, far_down, corner), (middle, far_across, corner)
                faces = (down, 0), (0, across)
            for slope, face in zip(slopes, faces, strict=True):
                self._slope(slope, face)
            if all(over) or not any(over):
                self.ink(middle, corner, wide=0.45, fill=mix(self.look.roof, INK, 0.55))
        for down, across in ((-1, 0), (0, -1), (1, 0), (0, 1)):
            if self.near(down, across):
                if not self._inner(down, across):
                    self.ink(self.at(0, 0, top), self.at(down * 0.5, across * 0.5, top), wide=0.6)
            elif (down, across) in ((1, 0), (0, 1)):
                self._eaves(down, across, base)

    def _inner(self, down: int, across: int) -> bool:
        """Whether the line to this neighbour is no ridge, since the roof goes on rising beside it."""
        sides = ((0, 1), (0, -1)) if down else ((1, 0), (-1, 0))
        return any(self.near(*side) and self.near(down + side[0], across + side[1]) for side in sides)

    def _eaves(self, down: int, across: int, base: float) -> None:
        rim, ends = 0.5 - _ROOF, list[Point]()
        for way in (-1, 1):
            side = (down, way) if down else (way, across)
            beside = self.near(0, way) if down else self.near(way, 0)
            reach = way * (0.5 + _ROOF if beside and self.near(*side) else 0.5 if beside else rim)
            ends.append(self.at(down * rim, reach, base) if down else self.at(reach, across * rim, base))
        self.ink(*ends)

    def _slope(self, slope: Sequence[Point], face: tuple[int, int]) -> None:
        shade = {(1, 0): 0.0, (0, 1): 0.26, (-1, 0): 0.14, (0, -1): -0.14}[face]
        fill = mix(self.look.roof, INK if shade > 0 else CARD, abs(shade))
        self.pen.polygon(slope, fill)
        if self.one.kind == "industrial":
            for one, other in _ribs(slope):
                self.ink(one, other, wide=0.9, fill=mix(fill, colours.STRIPE, 0.55))

    # What stands on it

    def ornament(self) -> None:
        """By kind a chimney, a smoking stack, a flag, a tower: on one cell of each structure."""
        spots = sorted(self.one.spots, key=lambda spot: (sum(spot), spot))
        top = self.look.high + _PITCH * (0.5 - _ROOF)
        match self.one.kind:
            case "residential" if self.cell == spots[len(spots) // 2]:
                self.block(0.14, 0.14, 0.08, top - 0.28, top + 0.08, mix(self.look.roof, INK, 0.1))
            case "industrial" if self.cell == spots[0]:
                self._stack(top)
            case "public" if self.cell == spots[len(spots) // 2]:
                self._turret(top)
            case "church" if self.cell == spots[-1 if len(spots) < 3 else len(spots) // 2]:
                self._tower()
            case "sawmill":
                self._saw()
            case _:
                pass

    def block(self, down: float, across: float, half: float, low: float, high: float, fill: Colour) -> None:
        """A little block on the roof."""

        def at(one: int, other: int, up: float) -> Point:
            return self.at(down + one * half, across + other * half, up)

        left = [at(1, -1, low), at(1, 1, low), at(1, 1, high), at(1, -1, high)]
        right = [at(1, 1, low), at(-1, 1, low), at(-1, 1, high), at(1, 1, high)]
        lid = [at(-1, -1, high), at(-1, 1, high), at(1, 1, high), at(1, -1, high)]
        for face, shade in ((left, 0.0), (right, 0.28)):
            self.pen.polygon(face, mix(fill, INK, shade))
            self.ink(*face, face[0], wide=0.7)
        self.pen.polygon(lid, mix(fill, CARD, 0.35))
        self.ink(*lid, lid[0], wide=0.7)

    def _stack(self, top: float) -> None:
        self.block(0.0, 0.0, 0.1, top - 0.2, top + 0.5, mix(colours.TYPES["residential"], INK, 0.15))
        x, y = self.at(0, 0, top + 0.68)
        for across, up, wide in ((0.0, 0.0, 0.1), (0.13, 0.16, 0.13), (0.31, 0.28, 0.16)):
            spot = x + across * self.place.unit, y - up * self.place.unit
            for grown, fill in ((self.place.line * 0.7, INK), (0, mix(CARD, colours.STONE, 0.25))):
                self.pen.disc(*spot, wide * self.place.unit + grown, fill)

    def _turret(self, top: float) -> None:
        self.block(0.0, 0.0, 0.15, top - 0.25, top + 0.22, mix(self.look.wall, CARD, 0.3))
        tip = self.at(0, 0, top + 0.62)
        self._spire(0.18, top + 0.22, tip)
        x, y = tip
        unit = self.place.unit
        self.ink(tip, (x, y - 0.5 * unit), wide=0.9)
        flag = [(x, y - 0.5 * unit), (x + 0.36 * unit, y - 0.4 * unit), (x, y - 0.26 * unit)]
        self.pen.polygon(flag, colours.ACCENT)
        self.ink(*flag, wide=0.6)

    def _spire(self, half: float, low: float, tip: Point) -> None:
        """A pointed roof of four sides, of which two are seen."""
        corners = (half, -half), (half, half), (-half, half)
        left, front, right = [self.at(*corner, low) for corner in corners]
        fill = self.look.roof
        self.pen.polygon([left, front, tip], fill)
        self.pen.polygon([front, right, tip], mix(fill, INK, 0.28))
        self.ink(left, front, right, tip, left, front, wide=0.7)
        self.ink(front, tip, wide=0.5)

    def _tower(self) -> None:
        self.block(0.0, 0.0, 0.24, 0.4, 1.55, CARD)
        corners = (-0.07, 1.0), (0.07, 1.0), (0.07, 1.35), (-0.07, 1.35)
        window = [self.at(0.24, along, up) for along, up in corners]
        self.pen.polygon(window, mix(colours.STONE_DARK, colours.WATER, 0.4))
        tip = self.at(0, 0, 2.35)
        self._spire(0.28, 1.53, tip)
        (x, y), unit = tip, self.place.unit
        self.ink((x, y + 0.05 * unit), (x, y - 0.3 * unit), wide=1.9)
        self.ink((x - 0.12 * unit, y - 0.18 * unit), (x + 0.12 * unit, y - 0.18 * unit), wide=1.9)

    def _saw(self) -> None:
        x, y = self.at(0.5 - _WALL, 0.0, 0.4)
        unit = self.place.unit
        points = [
            (x + radius * cos(turn) * unit, y + radius * sin(turn) * unit)
            for step in range(24)
            for radius, turn in (((0.3, 0.24)[step % 2], step * pi / 12),)
        ]
        self.pen.polygon(points, CARD)
        self.ink(*points, points[0], wide=0.6)
        self.pen.disc(x, y, 0.06 * unit, INK)


def _ribs(slope: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Lines from the top of a slope down to its eaves."""
    top, *_ = slope
    if len(slope) == 3:
        _, one, other = slope
        for share in (0.33, 0.66):
            yield _between(top, other, 0.5 * share), _between(one, other, share)
    else:
        _, beside, corner, below = slope
        for share in (0.2, 0.5, 0.8):
            yield _between(top, beside, share), _between(below, corner, share)


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _keep(pen: Pen, place: Slant, cell: Spot) -> None:
    """A square tower with battlements and a pennant."""
    part = _Part(pen, place, Standing("fortress", frozenset([cell])), _LOOKS["fortress"], cell)
    stone = mix(colours.FORTRESS, CARD, 0.25)
    part.block(0, 0, 0.34, 0.0, 0.75, stone)
    arch = (-0.11, 0.0), (0.11, 0.0), (0.11, 0.35), (0.0, 0.46), (-0.11, 0.35)
    pen.polygon([part.at(0.34, along, up) for along, up in arch], INK)
    around = [spot for spot in product((-1, 0, 1), repeat=2) if any(spot)]
    for down, across in sorted(around, key=sum):
        part.block(down * 0.28, across * 0.28, 0.085, 0.7, 0.95, stone)
    (x, y), unit = part.at(0, 0, 0.8), place.unit
    part.ink((x, y), (x, y - 0.75 * unit))
    flag = [(x, y - 0.75 * unit), (x + 0.42 * unit, y - 0.63 * unit), (x, y - 0.48 * unit)]
    pen.polygon(flag, colours.BAD)
    part.ink(*flag, wide=0.6)
