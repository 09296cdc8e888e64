"""What the cells of a sheet are worth in an episode, one by one and as sets that are to be completed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from bot.games.my_city.cells import Mask, beside
from bot.games.my_city.city import CITY, TYPES, Episode, FirstCome
from bot.games.my_city.opponents.ground import Flags, Floats, Ground, ground_of, row_by_row, row_of

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
        return beside(bandit) & ~self.ground.layout.closed & ~_mask(self.ground.printed > 0)

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


def _mask(flags: Flags) -> Mask:
    return sum([1 << place for place, flag in enumerate(flags) if flag])


PASSES = np.array(CITY.pass_values, dtype=np.float32)
"""By number of ticks: the points of passing."""
KINDS = len(TYPES)
"""Types of buildings; a church or fortress has none and is told by this number."""
FIRST_COME = CITY.first_come_points
