"""The rolls that may come, the printed sheets as matrices, and what their cells are worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.my_city.cells import LABELS, Mask, Roll, beside, shape_of_faces
from bot.games.my_city.city import CITY, LEFT, RIGHT, TYPES, Episode, FirstCome
from bot.games.my_city.site import Layout, layout_of

Floats = NDArray[np.float32]
Ints = NDArray[np.int16]
Places = NDArray[np.intp]
"""Indices: of sheets, of spots."""
Flags = NDArray[np.bool_]

CELLS = len(LABELS)
CLOSE = 3
"""A free cell may lie beside so many cells of a spot, or more, which is as good as shut in."""


class Spots(NamedTuple):
    """Everywhere the terrain lets a shape stand; matrices of cells by spots, and the same turned around."""

    places: Mapping[Mask, int]
    """By cells: which spot it is."""
    size: int
    over: Floats
    around: Floats
    pull: Floats
    """What is summed up for each spot: its cells, those around it, and those that share one side, two, three
    or more with it and could be built on together with it; these five below each other."""
    rows: Floats
    """By spot: its cells."""
    rings: Floats
    """By spot: those around it."""


class Ground:
    """The sheet of an episode; whoever's bandits are active on it."""

    def __init__(self, episode: int) -> None:
        self.layout: Layout = layout_of(episode)
        self.near = row_by_row([self._near(1 << place) for place in range(CELLS)])
        """By cell: those beside it with which it can be in one building."""
        self.beside = row_by_row([beside(1 << place) for place in range(CELLS)])
        """By cell: those beside it."""
        self.start = row_of(self.layout.start)
        self.printed = row_of(self.layout.all_of("church", "sawmill", "fortress"))
        self.churches = tuple([mask for kind, mask in self.layout.printed if kind == "church"])
        wells = _one_by_one(self.layout.terrain["well"])
        self.wells = tuple([_places(beside(well)) for well in wells])
        """The places of the cells around each well that has four."""
        self._spots: dict[str, Spots] = {}

    def spots(self, shape: str) -> Spots:
        """Everywhere the terrain lets this shape stand."""
        if shape not in self._spots:
            self._spots[shape] = self._found(shape)
        return self._spots[shape]

    def _found(self, shape: str) -> Spots:
        masks = [mask for mask, _ in self.layout.placements(shape)]
        places = {mask: place for place, mask in enumerate(masks)}
        rows, rings = row_by_row(masks), row_by_row([beside(mask) for mask in masks])
        sides = (rows @ self.near) * (1 - rows)
        shared = [sides == count for count in range(1, CLOSE)] + [sides >= CLOSE]
        pull = np.concatenate([rows.T, rings.T, *[some.T.astype(np.float32) for some in shared]])
        over, around = np.ascontiguousarray(rows.T), np.ascontiguousarray(rings.T)
        return Spots(places, int(rows[0].sum()), over, around, np.ascontiguousarray(pull), rows, rings)

    def _near(self, cell: Mask) -> Mask:
        near = 0
        for other in _one_by_one(beside(cell)):
            near |= other * (not self.layout.crosses_river(cell | other))
        return near


@cache
def ground_of(episode: int) -> Ground:
    """The ground of an episode."""
    return Ground(episode)


def row_of(mask: Mask) -> Floats:
    """A set of cells as zeros and ones."""
    return np.array([mask >> place & 1 for place in range(CELLS)], dtype=np.float32)


def row_by_row(masks: Iterable[Mask]) -> Floats:
    """Sets of cells below each other."""
    rows = [row_of(mask) for mask in masks]
    return np.stack(rows) if rows else np.zeros((0, CELLS), dtype=np.float32)


def _one_by_one(mask: Mask) -> Sequence[Mask]:
    return [1 << place for place in _places(mask)]


def _places(mask: Mask) -> tuple[int, ...]:
    return tuple([place for place in range(CELLS) if mask >> place & 1])


_LEFT_FREE = {"trees": "tree", "rocks": "rock", "empty_meadow": "meadow", "woodland": "woodland"}
"""By row of the score sheet: the kind of cells of which each uncovered one counts."""
_ALL_BUILT = {
    "gold_all_built": "gold",
    "all_trees_built": "tree",
    "all_rocks_built": "rock",
    "all_meadow_built": "meadow",
}


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
        self.ground: Ground = ground_of(episode)
        layout = self.ground.layout
        self.episode: Episode = layout.episode
        self._points = {row.key: row.points or 0 for row in self.episode.rows}
        active: Mask = 0
        for name in bandits:
            active |= layout.bandits[name]
        self.free: Mask = layout.buildable & ~active
        self._meadow: Mask = layout.terrain["meadow"] | layout.terrain["bandit"] & ~active
        self.worth = self._worth()
        """By cell: the points it gives while it is not built over."""
        self.bandits = tuple([self._sides(layout.bandits[name]) for name in bandits])
        """The sides of each bandit that are to be closed; some may never be."""
        self.goals = tuple(self._goals())
        self.goal_cells = row_by_row([goal.cells for goal in self.goals])
        self.church: int = self.points("churches")
        self.group: int = self.points("largest_groups")
        self.complete: int = self.points("complete_groups")
        self.well: int = self.points("wells")
        self.never_passed: int = self.points("never_passed")
        self.pass_bags: int = self.episode.gold_bags.get("never_passed", 0)
        firsts = self.episode.first_come
        self.firsts = tuple([self._index(kind) for kind in firsts])
        """The goals that have a first-come bonus."""

    def points(self, row: str) -> int:
        """What the score sheet gives for one of these; 0 without such a row."""
        return self._points.get(row, 0)

    def terrain(self, kind: str) -> Mask:
        """All cells of a kind, the cells of sleeping bandits being meadow."""
        return self._meadow if kind == "meadow" else self.ground.layout.terrain[kind]

    def want(self, of_goal: float) -> Floats:
        """By cell: how much it costs to leave it free; a cell of a goal that costs nothing by itself counts
        so much."""
        goals = row_of(0)
        for goal in self.goals:
            if goal.bandit is None:
                goals = np.maximum(goals, row_of(goal.cells & ~self.terrain("tree")))
        return np.maximum(np.maximum(-self.worth, 0), goals * np.float32(of_goal))

    def _worth(self) -> Floats:
        worth = np.zeros_like(row_of(0))
        for row, kind in _LEFT_FREE.items():
            worth += self.points(row) * row_of(self.terrain(kind))
        return worth

    def _sides(self, bandit: Mask) -> Mask:
        return beside(bandit) & ~self.ground.layout.closed & ~_mask_of(self.ground.printed > 0)

    def _goals(self) -> Iterator[Goal]:
        """Those with a first-come bonus, the others that are to be built over, the bandits."""
        bags, rows = self.episode.gold_bags, {kind: row for row, kind in _ALL_BUILT.items()}
        for first in self.episode.first_come:
            points = self.points(rows[first]) if first in rows else 0
            yield Goal(self.terrain(first), points, first, bags.get(first, 0))
        for kind, row in rows.items():
            if row in self._points and kind not in self.episode.first_come:
                yield Goal(self.terrain(kind), self.points(row))
        for number, sides in enumerate(self.bandits):
            if not sides & ~self.free:
                yield Goal(sides, -self.points("bandits"), bandit=number)

    def _index(self, kind: FirstCome) -> int:
        return next(index for index, goal in enumerate(self.goals) if goal.first == kind)


@lru_cache(maxsize=64)
def plot_of(episode: int, bandits: tuple[str, ...]) -> Plot:
    """The plot of an episode with these bandits."""
    return Plot(episode, bandits)


def _mask_of(flags: Flags) -> Mask:
    return sum([1 << place for place, flag in enumerate(flags) if flag])


PASSES = np.array(CITY.pass_values, dtype=np.float32)
"""By number of ticks: the points of passing."""
KINDS = len(TYPES)
"""Types of buildings; a church or fortress has none and is told by this number."""
FIRST_COME = CITY.first_come_points


SHAPES = tuple(dict.fromkeys([shape_of_faces(left, right) for left, right in product(LEFT, RIGHT)]))
"""The shapes that dice show."""
_PAIRS = tuple(product(LEFT, RIGHT))
_SHAPE = np.array([SHAPES.index(shape_of_faces(left, right)) for left, right in _PAIRS], dtype=np.int16)
_COMPASS = np.array([RIGHT[right].compass for _, right in _PAIRS])
LONGEST = CELLS
"""No episode has more rounds: in each a cell is filled or a box is ticked, and not all cells are free."""
WHOLE = range(LONGEST)
"""All rounds that there can be."""


class Rolls(NamedTuple):
    """The rolls of some courses of an episode: courses by rounds."""

    shapes: Ints
    kinds: Ints
    compass: Flags


def courses(roll: Roll, count: int, rng: np.random.Generator) -> Rolls:
    """So many courses that begin with this roll, each with more rolls than it can take."""
    faces = rng.integers(len(_PAIRS), size=(count, LONGEST))
    kinds = rng.integers(len(TYPES), size=(count, LONGEST)).astype(np.int16)
    faces[:, 0], kinds[:, 0] = _PAIRS.index((roll.left, roll.right)), TYPES.index(roll.type)
    return Rolls(_SHAPE[faces], kinds, _COMPASS[faces])
