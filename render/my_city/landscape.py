"""A finished sheet as a little landscape, seen from above at a slant: land, river, and what stands there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import pi, sin

from PIL import Image

from bot.games.my_city.cells import COLUMNS, ROWS, cells_of, spot
from bot.games.my_city.city import CITY, EPISODES, Spot
from bot.games.my_city.moves import Sheet
from bot.games.my_city.site import layout_of, site_of
from render.my_city import colours, houses
from render.my_city.houses import Slant, Standing
from render.pen import Pen, Point
from render.theme import BROWN, CARD, INK, Colour, mix

SIDE, ABOVE, BELOW = 0.3, 1.9, 0.75
"""Free room around the land, in half cells: beside it, above it for what is high, below it for its edge."""
_THICK = 0.45
_EARTH, _SOIL = mix(BROWN, CARD, 0.32), mix(BROWN, CARD, 0.18)
_GRASS = mix(colours.MEADOW, colours.LEAF, 0.2), mix(colours.MEADOW, colours.LEAF, 0.25)
_TUFT = mix(colours.MEADOW, colours.LEAF, 0.55)
_SHADOW = mix(colours.MEADOW, colours.FIR, 0.42)
_GROUNDS: dict[str, Colour] = {
    "mountain": mix(colours.GROUNDS["mountain"], colours.PEAK, 0.1),
    "forest": mix(colours.GROUNDS["forest"], colours.LEAF, 0.15),
    "water": colours.RIVER,
    "woodland": mix(colours.GROUNDS["woodland"], colours.LEAF, 0.12),
}


def size(unit: int) -> tuple[int, int]:
    """How wide and high a landscape is whose cells are two units wide."""
    wide, high = ROWS + COLUMNS, (ROWS + COLUMNS) / 2
    return round((wide + 2 * SIDE) * unit), round((ABOVE + high + BELOW) * unit)


def landscape(episode: int, own: Sheet, unit: int, sky: Colour) -> Image.Image:
    """The landscape of a sheet on a ground of this colour."""
    pen = Pen(*size(unit), sky)
    place = Slant((ROWS + SIDE) * unit, ABOVE * unit, unit)
    kinds = {
        (row, column): CITY.legend[letter]
        for row, letters in enumerate(EPISODES[episode].grid)
        for column, letter in enumerate(letters)
    }
    _land(pen, place, kinds)
    for path in EPISODES[episode].river_paths:
        _river(pen, place, path)
    built = _built(episode, own)
    loose, site = site_of(episode, own).loose_bandits(), layout_of(episode)
    camps = {spot(cells_of(site.bandits[name])[0]): name in loose for name in own.bandits}
    for at in sorted(kinds, key=lambda at: (sum(at), at)):
        if at in built:
            houses.cell(pen, place, built[at], at)
        elif at in camps:
            _camp(_Spot(pen, place, at), loose=camps[at])
        elif kinds[at] in _THINGS:
            _THINGS[kinds[at]](_Spot(pen, place, at))
        elif kinds[at] == "meadow":
            _tufts(_Spot(pen, place, at))
    return pen.finish()


def _built(episode: int, own: Sheet) -> dict[Spot, Standing]:
    """What stands on each cell, printed or drawn."""
    printed = [(kind, cells_of(mask)) for kind, mask in layout_of(episode).printed]
    found: dict[Spot, Standing] = {}
    for kind, cells in (*printed, *((each.kind, each.cells) for each in own.drawn)):
        spots = frozenset(map(spot, cells))
        found |= dict.fromkeys(spots, Standing(kind, spots))
    return found


def _land(pen: Pen, place: Slant, kinds: dict[Spot, str]) -> None:
    """A slab of land with its cells."""
    left, front, right = place.at(ROWS, 0), place.at(ROWS, COLUMNS), place.at(0, COLUMNS)
    deep, wide = _THICK * place.unit, place.line

    def down(point: Point, by: float = 1.0) -> Point:
        return point[0], point[1] + deep * by

    pen.polygon([down(left, 1.5), down(front, 1.5), down(right, 1.5), down(front, 0)], mix(INK, CARD, 0.72))
    pen.polygon([left, front, down(front), down(left)], _EARTH)
    pen.polygon([front, right, down(right), down(front)], _SOIL)
    turf = mix(_GRASS[1], colours.FIR, 0.45)
    pen.polygon([left, front, down(front, 0.3), down(left, 0.3)], turf)
    pen.polygon([front, right, down(right, 0.3), down(front, 0.3)], mix(turf, INK, 0.15))
    for at, kind in kinds.items():
        fill = _GROUNDS.get(kind, _GRASS[sum(at) % 2])
        pen.polygon(place.square(*at), fill)
    edge = [place.at(0, 0), right, down(right), down(front), down(left), left, place.at(0, 0)]
    pen.line(edge, wide, INK)
    pen.line([left, front, right], wide * 0.7, INK)


def _rounded(path: Sequence[Spot]) -> list[Point]:
    """The path with its corners cut off three times, so that water flows along it."""
    points: list[Point] = [(float(row), float(column)) for row, column in path]
    for _ in range(3):
        cut = [points[0]]
        for (row, column), (to_row, to_column) in pairwise(points):
            cut += [
                (row + (to_row - row) * share, column + (to_column - column) * share)
                for share in (0.25, 0.75)
            ]
        points = [*cut, points[-1]]
    return points


def _river(pen: Pen, place: Slant, path: Sequence[Spot]) -> None:
    """Water along the sides of cells, which falls over the edge of the land where it leaves it in front."""
    points = [place.at(row, column) for row, column in _rounded(path)]
    ends = [
        point
        for (row, column), point in ((path[0], points[0]), (path[-1], points[-1]))
        if row == ROWS or column == COLUMNS
    ]
    for share, fill in ((0.36, colours.RIVER_EDGE), (0.29, colours.RIVER), (0.05, colours.RIVER_LIGHT)):
        wide = share * place.unit
        pen.line(points, wide, fill)
        for x, y in points[4:-4]:
            pen.disc(x, y, wide / 2, fill)
        for x, y in ends:
            pen.line([(x, y - wide * 0.1), (x, y + _THICK * place.unit)], wide * 1.1, fill)


@dataclass(frozen=True, slots=True)
class _Spot:
    """A cell with the pen; points are told in half cells from its middle, up is negative."""

    pen: Pen
    place: Slant
    at: Spot

    def point(self, x: float, y: float) -> Point:
        """Where a point of the cell lies in the picture."""
        left, top = self.place.at(self.at[0] + 0.5, self.at[1] + 0.5)
        return left + x * self.place.unit, top + y * self.place.unit

    def form(self, fill: Colour, *points: Point, edge: bool = True) -> None:
        """A filled outline, inked if it has an edge."""
        found = [self.point(*each) for each in points]
        self.pen.polygon(found, fill)
        if edge:
            self.pen.line([*found, found[0], found[1]], self.place.line * 0.8, INK)

    def oval(self, fill: Colour, x: float, y: float, wide: float, high: float, *, edge: bool = True) -> None:
        """A filled ellipse of these half axes, inked if it has an edge."""
        ink = self.place.line * 0.8 / self.place.unit if edge else 0.0
        for grown, colour in ((ink, INK), (0.0, fill)) if edge else ((0.0, fill),):
            left, top = self.point(x - wide - grown, y - high - grown)
            right, bottom = self.point(x + wide + grown, y + high + grown)
            self.pen.ellipse((left, top, right, bottom), colour)

    def chance(self, number: int) -> float:
        """A number from 0 to 1 that is always the same for this cell."""
        row, column = self.at
        return (row * 37 + column * 61 + number * 89 + row * column * 13) % 101 / 100


def _tufts(at: _Spot) -> None:
    """A few blades of grass, on some cells a flower."""
    for number in range(2):
        x, y = (at.chance(number) - 0.5) * 0.9, (at.chance(number + 5) - 0.5) * 0.4
        for lean in (-0.05, 0.05):
            at.pen.line([at.point(x, y), at.point(x + lean, y - 0.1)], at.place.line * 0.6, _TUFT)
    if at.chance(9) > 0.7:
        at.oval(CARD, 0.2, 0.08, 0.045, 0.035, edge=False)
        at.oval(colours.GOLD, 0.2, 0.08, 0.018, 0.015, edge=False)


def _tree(at: _Spot) -> None:
    at.oval(_SHADOW, 0.08, 0.04, 0.4, 0.17, edge=False)
    at.form(colours.TRUNK, (-0.06, 0.02), (0.06, 0.02), (0.05, -0.4), (-0.05, -0.4))
    tops = ((0.2, -0.5, 0.24), (-0.2, -0.52, 0.25), (0.0, -0.72, 0.3))
    for grown, fill in ((0.035, INK), (0.0, colours.LEAF)):
        for x, y, wide in tops:
            at.oval(fill, x, y, wide + grown, wide * 0.9 + grown, edge=False)
    at.oval(colours.LEAF_LIGHT, -0.1, -0.78, 0.12, 0.09, edge=False)
    at.oval(colours.LEAF_LIGHT, -0.27, -0.57, 0.06, 0.05, edge=False)


def _fir(at: _Spot, x: float, y: float, high: float) -> None:
    at.oval(mix(_GROUNDS["forest"], colours.FIR, 0.5), x + 0.05, y, 0.2, 0.09, edge=False)
    at.form(
        colours.TRUNK, (x - 0.04, y), (x + 0.04, y), (x + 0.04, y - 0.15), (x - 0.04, y - 0.15), edge=False
    )
    for low, top, half in ((0.12, 0.55, 0.23), (0.38, 0.8, 0.18), (0.62, 1.0, 0.12)):
        tip, left = (x, y - top * high), (x - half * high, y - low * high)
        right = (x + half * high, y - low * high)
        at.form(colours.FIR, tip, right, left)
        light = (x - half * high * 0.25, y - low * high)
        at.form(mix(colours.FIR, colours.LEAF, 0.5), tip, light, left, edge=False)


def _forest(at: _Spot) -> None:
    for number, (x, y) in enumerate(((0.05, -0.28), (-0.45, -0.02), (0.45, 0.0), (-0.02, 0.22))):
        _fir(at, x + (at.chance(number) - 0.5) * 0.12, y, 0.78 + at.chance(number + 3) * 0.3)


def _mountain(at: _Spot) -> None:
    high, lean = 1.15 + at.chance(1) * 0.65, (at.chance(2) - 0.5) * 0.3
    left, right, front = (-0.86, 0.0), (0.86, 0.0), (lean * 0.5 - 0.05, 0.4)
    tip, dark = (lean, -high), mix(colours.PEAK, INK, 0.22)
    light = mix(colours.PEAK, colours.GROUNDS["mountain"], 0.35)
    at.form(light, tip, front, left, edge=False)
    at.form(dark, tip, right, front, edge=False)

    def between(end: Point, share: float) -> Point:
        return tip[0] + (end[0] - tip[0]) * share, tip[1] + (end[1] - tip[1]) * share

    cap = 0.36
    middle = between(front, cap * 1.25)
    at.form(
        CARD,
        tip,
        middle,
        between(front, cap * 0.8),
        between((-0.4, 0.2), cap * 1.2),
        between(left, cap * 0.9),
        edge=False,
    )
    at.form(
        mix(CARD, colours.PEAK, 0.28),
        tip,
        between(right, cap * 0.95),
        between((0.4, 0.2), cap * 0.85),
        middle,
        edge=False,
    )
    at.pen.line(
        [at.point(*left), at.point(*tip), at.point(*right), at.point(*front), at.point(*left)],
        at.place.line * 0.8,
        INK,
    )


def _rock(at: _Spot) -> None:
    at.oval(_SHADOW, 0.06, 0.1, 0.44, 0.17, edge=False)
    at.form(colours.STONE, (-0.4, 0.1), (-0.3, -0.22), (-0.08, -0.42), (0.2, -0.34), (0.42, 0.08), (0.1, 0.2))
    at.form(colours.STONE_LIGHT, (-0.3, -0.22), (-0.08, -0.42), (0.2, -0.34), (0.02, -0.14), edge=False)
    at.form(colours.STONE_DARK, (0.2, -0.34), (0.42, 0.08), (0.1, 0.2), (0.02, -0.14), edge=False)


def _well(at: _Spot) -> None:
    at.oval(_SHADOW, 0.06, 0.1, 0.46, 0.2, edge=False)
    at.oval(colours.RING, 0, 0.02, 0.38, 0.2)
    at.form(colours.RING, (-0.38, 0.02), (0.38, 0.02), (0.38, -0.2), (-0.38, -0.2), edge=False)
    at.oval(mix(colours.RING, CARD, 0.4), 0, -0.2, 0.38, 0.19)
    at.oval(colours.WATER, 0, -0.19, 0.28, 0.13)
    for x in (-0.34, 0.34):
        at.form(colours.TRUNK, (x - 0.04, -0.18), (x + 0.04, -0.18), (x + 0.04, -0.72), (x - 0.04, -0.72))
    at.form(colours.BARK, (-0.5, -0.66), (0.5, -0.66), (0.3, -0.98), (-0.3, -0.98))


def _woodland(at: _Spot) -> None:
    for x, y in ((-0.42, -0.08), (0.35, -0.16)):
        at.oval(mix(_GROUNDS["woodland"], colours.FIR, 0.4), x + 0.04, y + 0.02, 0.2, 0.08, edge=False)
        at.form(colours.TRUNK, (x - 0.03, y), (x + 0.03, y), (x + 0.03, y - 0.2), (x - 0.03, y - 0.2))
        at.oval(colours.LEAF_LIGHT, x, y - 0.36, 0.18, 0.2)
    for x, y in ((-0.12, 0.2), (0.2, 0.2), (0.04, 0.06)):
        at.form(colours.BARK, (x - 0.02, y - 0.1), (x + 0.34, y - 0.24), (x + 0.38, y - 0.06), (x, y + 0.1))
        at.oval(colours.WOOD, x, y, 0.08, 0.1)


def _gold(at: _Spot) -> None:
    at.oval(_SHADOW, 0.05, 0.12, 0.45, 0.18, edge=False)
    for x, y in ((0.04, -0.16), (-0.22, 0.04), (0.26, 0.06)):
        at.form(
            colours.GOLD,
            (x - 0.24, y + 0.08),
            (x - 0.15, y - 0.16),
            (x + 0.1, y - 0.2),
            (x + 0.24, y),
            (x + 0.1, y + 0.13),
        )
        at.form(colours.GOLD_LIGHT, (x - 0.15, y - 0.16), (x + 0.1, y - 0.2), (x, y - 0.03), edge=False)


def _water(at: _Spot) -> None:
    for x, y in ((-0.3, -0.05), (0.2, -0.18), (0.15, 0.15)):
        wave = [at.point(x - 0.2 + step * 0.05, y + 0.035 * sin(step * pi / 2)) for step in range(9)]
        at.pen.line(wave, at.place.line, colours.RIVER_LIGHT)


def _plateau(at: _Spot) -> None:
    up, (row, column) = 0.24, at.at
    back, right, front, left = [
        (row + down, column + across)
        for down, across in ((0.06, 0.06), (0.06, 0.94), (0.94, 0.94), (0.94, 0.06))
    ]
    low = {corner: at.place.at(*corner) for corner in (back, right, front, left)}
    high = {corner: at.place.at(*corner, up) for corner in low}
    at.pen.polygon([high[left], high[front], low[front], low[left]], colours.STEP)
    at.pen.polygon([high[front], high[right], low[right], low[front]], mix(colours.STEP, INK, 0.2))
    at.pen.polygon(list(high.values()), colours.GROUNDS["plateau"])
    at.pen.line([low[left], low[front], low[right]], at.place.line * 0.8, INK)
    at.pen.line([*high.values(), high[back], high[right]], at.place.line * 0.8, INK)
    for corner in (left, front, right):
        at.pen.line([low[corner], high[corner]], at.place.line * 0.8, INK)


def _camp(at: _Spot, *, loose: bool) -> None:
    """A dark tent with a fire; behind stakes where the bandit is enclosed."""
    at.oval(_SHADOW, 0.06, 0.08, 0.6, 0.22, edge=False)
    at.form(mix(colours.BANDIT, CARD, 0.18), (-0.45, 0.0), (-0.1, -0.7), (0.1, 0.2))
    at.form(colours.BANDIT, (-0.1, -0.7), (0.5, -0.08), (0.1, 0.2))
    at.form(INK, (-0.1, -0.5), (0.02, 0.16), (-0.18, 0.1), edge=False)
    if not loose:
        for step in range(9):
            x = -0.72 + step * 0.18
            y = 0.4 - abs(x) * 0.5
            at.form(
                colours.STONE_LIGHT,
                (x - 0.06, y),
                (x + 0.06, y),
                (x + 0.06, y - 0.32),
                (x, y - 0.42),
                (x - 0.06, y - 0.32),
            )
        return
    for fill, wide, high in ((colours.GOLD, 0.1, 0.24), (colours.BAD, 0.05, 0.13)):
        at.form(
            fill, (-0.48 - wide, 0.22), (-0.48, 0.22 - high), (-0.48 + wide, 0.22), edge=fill == colours.GOLD
        )


_THINGS: dict[str, Callable[[_Spot], None]] = {
    "tree": _tree,
    "forest": _forest,
    "mountain": _mountain,
    "rock": _rock,
    "well": _well,
    "woodland": _woodland,
    "gold": _gold,
    "water": _water,
    "plateau": _plateau,
}
