"""A printed sheet as matrices: one product then judges all spots for a shape, on many sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.my_city.cells import LABELS, Mask, beside
from bot.games.my_city.layout import Layout, layout_of

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
        wells = _cells(self.layout.terrain["well"])
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
        for other in _cells(beside(cell)):
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


def _cells(mask: Mask) -> Sequence[Mask]:
    return [1 << place for place in _places(mask)]


def _places(mask: Mask) -> tuple[int, ...]:
    return tuple([place for place in range(CELLS) if mask >> place & 1])
