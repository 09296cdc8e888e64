"""The printed sheets, and one player's sheet as it stands: what is free, what touches what (1, 3, 4)."""

from functools import cache, lru_cache

from bot.games.my_city import cells
from bot.games.my_city.cells import COLUMNS, ROWS, Mask, beside, bit_of, union
from bot.games.my_city.city import CITY, EPISODES, Compass, Episode, Type
from bot.games.my_city.moves import Sheet


class Layout:
    """One printed sheet: its terrain by kind, its river, what stands on it, where the first one may stand."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self.terrain = dict.fromkeys(CITY.legend.values(), 0)
        for row, line in enumerate(episode.grid):
            for column, sign in enumerate(line):
                self.terrain[CITY.legend[sign]] |= bit_of((row, column))
        self.bandits = {name: bit_of(spot) for name, spot in episode.bandits.items()}
        self.buildable: Mask = self._all_of(*CITY.buildable, "bandit")
        """A cell of an active bandit is among them: that differs from player to player."""
        self.closed: Mask = self._all_of("mountain", "forest", "well", "water")
        """Terrain that closes a side of a bandit's cell and never carries a building."""
        self.structures: Mask = self._all_of("church", "sawmill", "fortress")
        kinds = ("church", "sawmill", "fortress")
        self.printed = tuple([(kind, mask) for kind in kinds for mask in cells.pieces(self.terrain[kind])])
        """The printed structures; each connected set of cells is one."""
        self.right: Mask = union([bit_of(one) for one, other in episode.river if one[0] == other[0]])
        """The cells with a river line on their right side."""
        self.below: Mask = union([bit_of(one) for one, other in episode.river if one[0] != other[0]])
        bank = self.right | self.right << 1 | self.below | self.below << COLUMNS
        self.start: Mask = bank if episode.start == "river" else beside(self.terrain[episode.start])
        """The cells that have a side on the start feature."""

    def _all_of(self, *kinds: str) -> Mask:
        return union([self.terrain[kind] for kind in kinds])

    def crosses_river(self, mask: Mask) -> bool:
        """Whether a river line parts two adjacent cells of this set (3.3.3)."""
        return bool(mask & mask >> 1 & self.right or mask & mask >> COLUMNS & self.below)

    def placements(self, shape: str) -> tuple[tuple[Mask, Mask], ...]:
        """Everywhere the terrain lets a shape stand, with the cells beside it."""
        return _placements(self.episode.episode, shape)


@cache
def layout_of(episode: int) -> Layout:
    """The sheet of an episode."""
    return Layout(EPISODES[episode])


@cache
def _placements(episode: int, shape: str) -> tuple[tuple[Mask, Mask], ...]:
    layout = layout_of(episode)
    found: list[tuple[Mask, Mask]] = []
    for form in cells.orientations(shape):
        height, width = cells.extent(form)
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
        self.episode: Episode = self.layout.episode
        self.drawn = [(item.kind, cells.mask_of(item.cells)) for item in sheet.drawn]
        self.covered: Mask = union([mask for _, mask in self.drawn])
        """The cells that were built over."""
        self.structures: Mask = self.covered | self.layout.structures
        self.bandits: Mask = union([self.layout.bandits[name] for name in sheet.bandits])
        """The cells of active bandits."""
        self.free: Mask = self.layout.buildable & ~self.covered & ~self.bandits
        """The cells on which something can still be built."""

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

    def groups(self, kind: Type) -> list[int]:
        """How many buildings each group of a type has, the largest first (section 4)."""
        built = self.built(kind)
        groups = cells.pieces(union(built))
        return sorted([sum([bool(mask & group) for mask in built]) for group in groups], reverse=True)

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


site_of = lru_cache(maxsize=512)(Site)
"""The site of a sheet; the newest ones are remembered, since much is asked of each."""
