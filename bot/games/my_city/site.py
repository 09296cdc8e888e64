"""One player's sheet as it stands: what is covered, what is free, what touches what (sections 1 and 4)."""

from __future__ import annotations

from functools import lru_cache

from bot.games.my_city.cells import Mask, beside, connected, mask_of
from bot.games.my_city.city import TYPES, Compass, Episode, Type
from bot.games.my_city.layout import Layout, layout_of
from bot.games.my_city.view import Sheet


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
