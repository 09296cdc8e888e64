"""The printed sheets, and one player's sheet as it stands: what is free, what touches what (1, 3, 4)."""

from __future__ import annotations

from functools import cache, lru_cache

from bot.games.my_city.cells import (
    COLUMNS,
    ROWS,
    Mask,
    beside,
    bit_of,
    connected,
    mask_of,
    orientations,
    pieces,
)
from bot.games.my_city.city import CITY, EPISODES, TYPES, Compass, Episode, Type
from bot.games.my_city.moves import Sheet

_CLOSED = ("mountain", "forest", "well", "water")
"""Terrain that closes a side of a bandit's cell and never carries a building."""
STRUCTURES = ("church", "sawmill", "fortress")
"""What may be printed on a sheet as already built."""


class Layout:
    """One printed sheet: its terrain by kind, its river, what stands on it, where the first one may stand."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self.terrain = _terrain_of(episode)
        self.bandits = {name: bit_of(spot) for name, spot in episode.bandits.items()}
        self.buildable: Mask = self.all_of(*CITY.buildable) | self.terrain["bandit"]
        """A cell of an active bandit is among them: that differs from player to player."""
        self.closed: Mask = self.all_of(*_CLOSED)
        self.printed = tuple([(kind, mask) for kind in STRUCTURES for mask in pieces(self.terrain[kind])])
        """The printed structures; each connected set of cells is one."""
        self._right, self._below = _river_of(episode)
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


def _terrain_of(episode: Episode) -> dict[str, Mask]:
    found = dict.fromkeys(CITY.legend.values(), 0)
    for row, line in enumerate(episode.grid):
        for column, sign in enumerate(line):
            found[CITY.legend[sign]] |= bit_of((row, column))
    return found


def _river_of(episode: Episode) -> tuple[Mask, Mask]:
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


class Site:
    """The printed sheet of an episode together with what was drawn on it."""

    def __init__(self, episode: int, sheet: Sheet) -> None:
        self.sheet = sheet
        self.layout: Layout = layout_of(episode)
        self.drawn = [(item.kind, mask_of(item.cells)) for item in sheet.drawn]
        covered: Mask = 0
        for _, mask in self.drawn:
            covered |= mask
        self.covered = covered
        """The cells that were built over."""
        self.structures: Mask = covered | self.layout.all_of("church", "sawmill", "fortress")
        bandits: Mask = 0
        for name in sheet.bandits:
            bandits |= self.layout.bandits[name]
        self.bandits = bandits
        """The cells of active bandits."""
        self.free: Mask = self.layout.buildable & ~covered & ~bandits
        """The cells on which something can still be built."""

    @property
    def episode(self) -> Episode:
        """What is special about the episode."""
        return self.layout.episode

    def terrain(self, kind: str) -> Mask:
        """All cells of a kind, built over or not; the cell of a bandit who is not active is meadow."""
        own = self.layout.terrain[kind]
        return own | self.layout.terrain["bandit"] & ~self.bandits if kind == "meadow" else own

    def complete(self, kind: str) -> bool:
        """Whether all cells of a kind are built over."""
        return not self.terrain(kind) & ~self.covered

    def built(self, kind: Type | Compass) -> list[Mask]:
        """The structures of a kind that were drawn."""
        return [mask for each, mask in self.drawn if each == kind]

    def churches(self) -> list[Mask]:
        """All churches, printed ones first."""
        return [*(mask for kind, mask in self.layout.printed if kind == "church"), *self.built("church")]

    def buildings(self) -> list[Mask]:
        """All buildings, of whatever type, in the order of drawing."""
        return [mask for kind, mask in self.drawn if kind in TYPES]

    def groups(self, kind: Type) -> list[int]:
        """How many buildings each group of a type has, the largest first (section 4)."""
        left = self.built(kind)
        cells: Mask = 0
        for mask in left:
            cells |= mask
        sizes: list[int] = []
        while left:
            group = connected(left[0], cells)
            sizes.append(sum([bool(mask & group) for mask in left]))
            left = [mask for mask in left if not mask & group]
        return sorted(sizes, reverse=True)

    def next_piece(self) -> str | None:
        """The shape of the church or fortress that a compass asks this player for; None if for none."""
        compass, pieces = self.episode.compass, self.episode.pieces
        done = sum([kind == compass for kind, _ in self.drawn])
        return pieces[done] if done < len(pieces) else None

    def open_sides(self, bandit: Mask) -> Mask:
        """The sides of a bandit's cell that are not closed yet; none when the bandit is enclosed."""
        return beside(bandit) & ~(self.structures | self.layout.closed)

    def loose_bandits(self) -> tuple[str, ...]:
        """The active bandits that are not enclosed."""
        bandits = self.layout.bandits
        return tuple([name for name in self.sheet.bandits if self.open_sides(bandits[name])])


@lru_cache(maxsize=512)
def site_of(episode: int, sheet: Sheet) -> Site:
    """The site of a sheet; the newest ones are remembered, since much is asked of each."""
    return Site(episode, sheet)
