"""What a player expects that is not in the score sheet yet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Taste:
    """Weights in points. Each is a multiple of 1/64, so that sums of them are exact in whatever order a
    machine adds them up, and the same luck gives the same move everywhere."""

    filled: tuple[float, ...]
    """By the number of free neighbours, 0 to 4: the share of a free cell's points that is still expected."""
    goal_cell: float
    """The loss that a free cell of a goal counts as, which costs nothing by itself."""
    tree: float
    """For building over a tree: so much less than the point it costs."""
    frontier: float
    """For each free cell that can be reached from now on."""
    group: float
    """For each building more in the largest group of its type."""
    apart: float
    """Against a building that joins none of the two largest groups of its type."""
    room: float
    """Against each cell beside the largest group of another type, where that one might grow."""
    goal: float
    """How much of a goal's points one is worth with a cell more missing."""
    bandit: float
    """The same for the sides of a bandit."""
    single: tuple[float, ...]
    """By number of groups of a type, 0 to 3: the share of what they bring if they end as one."""
    well: tuple[float, ...]
    """By structures around a well, 0 to 4: the share of its points."""
    church: tuple[float, ...]
    """By types beside a church, 0 to 3: the share of its points."""
    church_side: float
    """For each free cell beside a church that still lacks a type."""
    clean: float
    """The share of what never having passed brings, while nothing is ticked."""
    boxes: float
    """How much a point of passing is dreaded."""
    going_on: float
    """The share of what may still be filled that is expected when nothing fits now."""
