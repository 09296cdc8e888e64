"""The rolls that may come, the printed sheets as matrices, and what their cells are worth."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.my_city.cells import LABELS, Mask, Roll, beside, shape_of_faces, single, union
from bot.games.my_city.city import ALL_BUILT, CITY, LEFT, RIGHT, TYPES, UNCOVERED, FirstCome
from bot.games.my_city.moves import Sheet
from bot.games.my_city.site import layout_of, site_of

Floats = NDArray[np.float32]
Ints = NDArray[np.int16]
Places = NDArray[np.intp]
"""Indices: of sheets, of spots."""
Flags = NDArray[np.bool_]

CELLS = len(LABELS)
CLOSE = 3
"""A free cell may lie beside so many cells of a spot, or more, which is as good as shut in."""
PASSES = np.array(CITY.pass_values, dtype=np.float32)
"""By number of ticks: the points of passing."""
KINDS = len(TYPES)
"""Types of buildings; a church or fortress has none and is told by this number."""


ALL: Mask = (1 << CELLS) - 1


def row_of(mask: Mask) -> Floats:
    """A set of cells as zeros and ones."""
    return np.array([mask >> place & 1 for place in range(CELLS)], dtype=np.float32)


def row_by_row(masks: Iterable[Mask]) -> Floats:
    """Sets of cells below each other."""
    rows = [row_of(mask) for mask in masks]
    return np.stack(rows) if rows else np.zeros((0, CELLS), dtype=np.float32)


BESIDE = row_by_row([beside(cell) for cell in single(ALL)])
"""By cell: those that share a side with it."""


def around_of(rows: Floats) -> Floats:
    """By set of cells: those beside it."""
    around: Floats = (rows @ BESIDE > 0) * (1 - rows)
    return around.astype(np.float32)


class Spots(NamedTuple):
    """Everywhere the terrain lets a shape stand."""

    places: Mapping[Mask, int]
    """By cells: which spot it is."""
    size: int
    pull: Floats
    """What is summed up for each spot: its cells, those around it, and those that share one side, two, three
    or more with it and could be built on together with it; these five below each other, by spot."""
    rows: Floats
    """By spot: its cells."""
    rings: Floats
    """By spot: those around it."""


@cache
def near_of(episode: int) -> Floats:
    """By cell: those beside it with which it can be in one building."""
    layout = layout_of(episode)
    pairs = [(cell, single(beside(cell))) for cell in single(ALL)]
    near = [[other for other in others if not layout.crosses_river(cell | other)] for cell, others in pairs]
    return row_by_row(map(union, near))


@cache
def spots_of(episode: int, shape: str) -> Spots:
    """Everywhere the terrain lets this shape stand."""
    found = layout_of(episode).placements(shape)
    rows, rings = row_by_row([mask for mask, _ in found]), row_by_row([ring for _, ring in found])
    sides = (rows @ near_of(episode)) * (1 - rows)
    shared = [sides == count for count in range(1, CLOSE)] + [sides >= CLOSE]
    pull = np.concatenate([rows.T, rings.T, *[some.T.astype(np.float32) for some in shared]])
    places = {mask: place for place, (mask, _) in enumerate(found)}
    return Spots(places, int(rows[0].sum()), pull, rows, rings)


class Goal(NamedTuple):
    """Cells that bring something once all of them are built over."""

    cells: Mask
    points: int
    first: FirstCome | None = None
    """Besides its points it has a first-come bonus."""
    bags: int = 0
    bandit: int | None = None
    """These are the sides of the bandit with this number on the own sheet."""


class Plot:
    """An episode's sheet for somebody with these bandits: what stands in its rows of the score sheet."""

    def __init__(self, episode: int, bandits: tuple[str, ...]) -> None:
        self.site = site_of(episode, Sheet(bandits=bandits))
        self.layout = self.site.layout
        self.episode = self.site.episode
        self.bandits = bandits
        self.near = near_of(episode)
        self.base = around_of(row_of(self.layout.structures)[None])[0]
        """By cell: whether it lies beside a printed structure."""
        self.churches = tuple([mask for kind, mask in self.layout.printed if kind == "church"])
        wells = [beside(well) for well in single(self.layout.terrain["well"])]
        self.wells = tuple([[side.bit_length() - 1 for side in single(sides)] for sides in wells])
        """The places of the cells around each well."""
        points = {row.key: row.points or 0 for row in self.episode.rows}
        self.worth = row_of(0)
        """By cell: the points it gives while it is not built over."""
        for row, kind in UNCOVERED.items():
            self.worth += points.get(row, 0) * row_of(self.site.terrain(kind))
        self.goals = tuple(self._goals(points))
        self.goal_cells = row_by_row([goal.cells for goal in self.goals])
        self.church: int = points.get("churches", 0)
        self.group: int = points.get("largest_groups", 0)
        self.complete: int = points.get("complete_groups", 0)
        self.well: int = points.get("wells", 0)
        self.loose: int = points.get("bandits", 0)
        self.never_passed: int = points.get("never_passed", 0)
        self.pass_bags: int = self.episode.gold_bags.get("never_passed", 0)
        self.firsts = tuple([index for index, goal in enumerate(self.goals) if goal.first])
        """The goals that have a first-come bonus."""

    def want(self, of_goal: float) -> Floats:
        """By cell: the cost of leaving it free; where that is nothing, a cell of a goal counts so much."""
        cells = union([goal.cells for goal in self.goals if goal.bandit is None])
        goals = row_of(cells & ~self.layout.terrain["tree"]) * np.float32(of_goal)
        return np.maximum(np.maximum(-self.worth, 0), goals)

    def _goals(self, points: Mapping[str, int]) -> Iterator[Goal]:
        """Those with a first-come bonus, the others that are to be built over, the bandits."""
        bags, firsts = self.episode.gold_bags, self.episode.first_come
        rows = {kind: row for row, kind in ALL_BUILT.items()}
        for first in firsts:
            yield Goal(
                self.site.terrain(first), points.get(rows.get(first, ""), 0), first, bags.get(first, 0)
            )
        for kind, row in rows.items():
            if row in points and kind not in firsts:
                yield Goal(self.site.terrain(kind), points[row])
        for number, name in enumerate(self.bandits):
            sides = self.site.open_sides(self.layout.bandits[name])
            if not sides & ~self.site.free:  # else it can never be enclosed
                yield Goal(sides, -points["bandits"], bandit=number)


plot_of = lru_cache(maxsize=64)(Plot)
"""The plot of an episode with these bandits."""


SHAPES = tuple(dict.fromkeys([shape_of_faces(left, right) for left, right in product(LEFT, RIGHT)]))
"""The shapes that dice show."""
_PAIRS = tuple(product(LEFT, RIGHT))
_SHAPE = np.array([SHAPES.index(shape_of_faces(left, right)) for left, right in _PAIRS], dtype=np.int16)
_COMPASS = np.array([RIGHT[right].compass for _, right in _PAIRS])
SHARES: Floats = (np.bincount(_SHAPE, minlength=len(SHAPES)) / len(_PAIRS)).astype(np.float32)
"""By shape: how likely the dice show it."""
WHOLE = range(CELLS)
"""All rounds that there can be: in each a cell is filled or a box is ticked, and not all cells are free."""


class Rolls(NamedTuple):
    """The rolls of some courses of an episode: courses by rounds."""

    shapes: Ints
    kinds: Ints
    compass: Flags


def courses(count: int, rng: np.random.Generator, roll: Roll | None = None) -> Rolls:
    """So many courses, each with more rolls than it can take, in which a round brings each roll as often as
    another; `roll` is the first one of all."""
    each = len(_PAIRS) * len(TYPES)
    rows = np.tile(np.arange(each), (len(WHOLE) * -(-count // each), 1))
    numbers = rng.permuted(rows, axis=1).reshape(len(WHOLE), -1)[:, :count].T
    if roll:
        numbers[:, 0] = _PAIRS.index((roll.left, roll.right)) * len(TYPES) + TYPES.index(roll.type)
    faces, kinds = np.divmod(numbers, len(TYPES))
    return Rolls(_SHAPE[faces], kinds.astype(np.int16), _COMPASS[faces])
