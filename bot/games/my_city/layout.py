"""The twelve printed sheets as sets of cells (sections 3.3 and 5.5)."""

from __future__ import annotations

from functools import cache

from bot.games.my_city.cells import COLUMNS, ROWS, Mask, beside, bit_of, pieces
from bot.games.my_city.city import CITY, EPISODES, Episode
from bot.games.my_city.shapes import orientations

_CLOSED = ("mountain", "forest", "well", "water")
"""Terrain that closes a side of a bandit's cell and never carries a building."""
STRUCTURES = ("church", "sawmill", "fortress")
"""What may be printed on a sheet as already built."""


class Layout:
    """One printed sheet: its terrain by kind, its river, what stands on it, where the first one may stand."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self.terrain = _terrain(episode)
        self.bandits = {name: bit_of(spot) for name, spot in episode.bandits.items()}
        self.buildable: Mask = self.all_of(*CITY.buildable) | self.terrain["bandit"]
        """A cell of an active bandit is among them: that differs from player to player."""
        self.closed: Mask = self.all_of(*_CLOSED)
        self.printed = tuple([(kind, mask) for kind in STRUCTURES for mask in pieces(self.terrain[kind])])
        """The printed structures; each connected set of cells is one."""
        self._right, self._below = _river(episode)
        self.start: Mask = self._bank() if episode.start == "river" else beside(self.terrain[episode.start])
        """The cells that have a side on the start feature."""

    def all_of(self, *kinds: str) -> Mask:
        """All cells of these kinds of terrain."""
        mask = 0
        for kind in kinds:
            mask |= self.terrain[kind]
        return mask

    def crosses_river(self, mask: Mask) -> bool:
        """Whether a river line parts two adjacent cells of this set (3.3.3)."""
        return bool(mask & mask >> 1 & self._right or mask & mask >> COLUMNS & self._below)

    def river_beside(self, mask: Mask) -> tuple[Mask, Mask]:
        """Which of these cells have a river line on their right side, and which on their lower one."""
        return mask & self._right, mask & self._below

    def placements(self, shape: str) -> tuple[tuple[Mask, Mask], ...]:
        """Everywhere the terrain lets a shape stand, with the cells beside it."""
        return _placements(self.episode.episode, shape)

    def _bank(self) -> Mask:
        return self._right | self._right << 1 | self._below | self._below << COLUMNS


@cache
def layout_of(episode: int) -> Layout:
    """The sheet of an episode."""
    return Layout(EPISODES[episode])


def _terrain(episode: Episode) -> dict[str, Mask]:
    found = dict.fromkeys(CITY.legend.values(), 0)
    for row, line in enumerate(episode.grid):
        for column, sign in enumerate(line):
            found[CITY.legend[sign]] |= bit_of((row, column))
    return found


def _river(episode: Episode) -> tuple[Mask, Mask]:
    """The cells with a river line on their right side, and those with one below."""
    right = below = 0
    for one, other in episode.river:
        if one[0] == other[0]:
            right |= bit_of(one)
        else:
            below |= bit_of(one)
    return right, below


@cache
def _placements(episode: int, shape: str) -> tuple[tuple[Mask, Mask], ...]:
    layout = layout_of(episode)
    found: list[tuple[Mask, Mask]] = []
    for form in orientations(shape):
        height, width = (1 + max(side) for side in zip(*form, strict=True))
        for row in range(ROWS - height + 1):
            for column in range(COLUMNS - width + 1):
                mask = sum([bit_of((row + down, column + right)) for down, right in form])
                if not mask & ~layout.buildable and not layout.crosses_river(mask):
                    found.append((mask, beside(mask)))
    return tuple(found)
