"""The town of Nördlingen (sections 2, 3): cells, roads, wall, churches, borders; and numbers of the rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from string import ascii_uppercase

import msgspec

from bot.games.checking import require
from bot.games.data import load


class Defaults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For how many the game is, how long it is for each number of players, the usual largest territory."""

    players: tuple[int, int]
    rounds: dict[str, int]
    territory_size_cap: int


DEFAULTS = load("noerdlingen", "rules", Defaults)
SEATS = DEFAULTS.players
"""How many can play, at least and at most."""


def rounds_for(seats: int) -> int:
    """How many rounds a game of so many players has."""
    return DEFAULTS.rounds[str(seats)]


_TURNED = str.maketrans("RDLU", "DLUR")
_OPPOSITE = str.maketrans("RDLU", "LURD")
_MIRRORED = str.maketrans("RL", "LR")


@cache
def orientations(shape: str, *, mirror: bool, either_end: bool) -> tuple[str, ...]:
    """All step strings of a shape, in alphabetical order: four rotations and, where allowed, walked from the
    other end and as the mirror image."""
    bases = {shape}
    if mirror:
        bases |= {base.translate(_MIRRORED) for base in bases}
    if either_end:
        bases |= {base[::-1].translate(_OPPOSITE) for base in bases}
    for _ in range(3):
        bases |= {base.translate(_TURNED) for base in bases}
    return tuple(sorted(bases))


Crossing = tuple[int, int]
"""x to the right, y down."""
Cell = tuple[int, int]
"""Column and row: the crossing at its upper left corner."""

STEPS = {"R": (1, 0), "L": (-1, 0), "D": (0, 1), "U": (0, -1)}
"""What a step of a border adds to x and y."""


class Lattice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cells the map is wide and high."""

    cell_columns: int
    cell_rows: int


class CellRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A run of town cells in a row."""

    row: int
    first_column: int
    last_column: int


class Church(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A church and which digit of the date it carries, 1 to 4."""

    id: str
    date_digit: int
    cells: tuple[Cell, ...]


class TownFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map as it is written down."""

    lattice: Lattice
    cell_rows: tuple[CellRow, ...]
    wall_polygon: tuple[Crossing, ...]
    """Corner after corner, clockwise or not, from any of them."""
    churches: tuple[Church, ...]
    missing_roads: tuple[tuple[Crossing, Crossing], ...]
    borders: dict[str, str]
    """The shape of each number, from 1 on without gaps."""
    bonus_border: str
    draw_from_either_end: bool
    counts: dict[str, int]
    """What the map has to come to."""


@dataclass(frozen=True, slots=True, eq=False)
class Town:
    """A map ready for use: every field but the first four is a mask."""

    file: TownFile
    width: int
    """The bits of a row, padding included."""
    half: int
    """The bits of all cells: where the edges below cells begin."""
    churches: tuple[tuple[Church, int], ...]
    """Each with the mask of its cells, by their digits in the date."""
    cells: int
    roads: int
    walls: int
    inner: int
    """Crossings with town on all four sides."""
    on_roads: int
    """Crossings at which a road arrives."""
    crossings: int
    """All crossings, those of the wall included."""

    def bit(self, point: Cell | Crossing) -> int:
        """The place of the bit of a cell or a crossing."""
        return (point[1] + 1) * self.width + point[0] + 1

    def point(self, bit: int) -> Cell | Crossing:
        """The cell or crossing of a bit."""
        return bit % self.width - 1, bit // self.width - 1

    def holds(self, mask: int, point: Cell | Crossing) -> bool:
        """Whether a mask has a cell or crossing, which may be anywhere."""
        x, y = point
        lattice = self.file.lattice
        inside = -1 <= x <= lattice.cell_columns and -1 <= y <= lattice.cell_rows
        return inside and bool(mask >> self.bit(point) & 1)

    def points(self, mask: int) -> tuple[Cell | Crossing, ...]:
        """The cells or crossings of a mask in reading order."""
        return tuple([self.point(bit) for bit in bits(mask)])

    def mask(self, points: tuple[Cell, ...] | tuple[Crossing, ...]) -> int:
        """The mask of cells or crossings; they must lie on the map."""
        return sum([1 << bit for bit in {self.bit(point) for point in points}])

    def ends_of(self, edges: int) -> int:
        """The crossings at the ends of these edges."""
        down, right = edges & ((1 << self.half) - 1), edges >> self.half
        return down << 1 | down << (1 + self.width) | right << self.width | right << (self.width + 1)

    def beside(self, edges: int) -> int:
        """The town cells on either side of these edges."""
        down, right = edges & ((1 << self.half) - 1), edges >> self.half
        return (down | down << 1 | right | right << self.width) & self.cells

    def around(self, cells: int) -> int:
        """The edges that have one of these cells on either side."""
        return (cells | cells >> 1) | (cells | cells >> self.width) << self.half

    def within(self, cells: int) -> int:
        """The roads, missing ones included, that have these cells on both sides."""
        return (cells & cells >> 1) | (cells & cells >> self.width) << self.half

    def spread(self, seed: int, region: int, drawn: int) -> int:
        """The part of a region that can be walked to from a seed without stepping over a drawn edge."""
        width, region = self.width, region & ((1 << self.half) - 1)
        right = region & region >> 1 & ~drawn
        down = region & region >> width & ~(drawn >> self.half)
        while True:
            before = seed
            seed |= (seed & right) << 1
            seed |= seed >> 1 & right
            seed |= (seed & down) << width
            seed |= seed >> width & down
            if seed == before:
                return seed

    def edge(self, at: int, step: str) -> int:
        """The place of the bit of the edge that a step from the crossing of this bit walks along."""
        return {
            "R": self.half + at - self.width,
            "L": self.half + at - self.width - 1,
            "D": at - 1,
            "U": at - 1 - self.width,
        }[step]

    def moved(self, at: int, step: str) -> int:
        """The place of the bit of the crossing that a step leads to."""
        right, down = STEPS[step]
        return at + right + down * self.width


def bits(mask: int) -> Iterator[int]:
    """The places of the bits of a mask, lowest first: in reading order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def town_from(file: TownFile) -> Town:
    """The map of a file."""
    lattice = file.lattice
    width, height = lattice.cell_columns + 2, lattice.cell_rows + 2
    half = width * height
    inside = [
        (column, row.row) for row in file.cell_rows for column in range(row.first_column, row.last_column + 1)
    ]
    cells = sum([1 << ((row + 1) * width + column + 1) for column, row in set(inside)])
    missing = 0
    for one, other in map(sorted, file.missing_roads):
        at = (one[1] + 1) * width + one[0] + 1
        missing |= 1 << (at - 1 if one[0] == other[0] else half + at - width)
    roads = ((cells & cells >> 1) | (cells & cells >> width) << half) & ~missing
    walls = (cells ^ cells >> 1) | (cells ^ cells >> width) << half
    bare = Town(file, width, half, (), cells, roads, walls, 0, 0, 0)
    ordered = sorted(file.churches, key=lambda church: church.date_digit)
    return Town(
        file,
        width,
        half,
        tuple([(church, bare.mask(church.cells)) for church in ordered]),
        cells,
        roads,
        walls,
        inner=cells & cells << 1 & cells << width & cells << (width + 1),
        on_roads=bare.ends_of(roads),
        crossings=bare.ends_of(roads | walls),
    )


MAP = "town"
"""The one map there is. With a second file it becomes an option of the game."""


@cache
def town(name: str) -> Town:
    """The map of this name."""
    return town_from(load("noerdlingen", name, TownFile))


def the_town() -> Town:
    """The map that is played on."""
    return town(MAP)


def crossing_name(crossing: Crossing) -> str:
    """How a crossing is called on the map: (4, 3) is E4."""
    return f"{ascii_uppercase[crossing[0]]}{crossing[1] + 1}"


def crossing_named(name: str) -> Crossing | None:
    """The crossing of this name, on the map or beside it; None if it is no such name."""
    letter, digits = name[:1], name[1:]
    if letter not in ascii_uppercase or not (digits.isascii() and digits.isdecimal() and len(digits) < 3):
        return None
    return ascii_uppercase.index(letter), int(digits) - 1


def points(start: Crossing, steps: str) -> tuple[Crossing, ...]:
    """The crossings along these steps, both ends included."""
    found = [start]
    for step in steps:
        right, down = STEPS[step]
        found.append((found[-1][0] + right, found[-1][1] + down))
    return tuple(found)


def steps_along(corners: Sequence[Crossing], what: str) -> str:
    """The steps from corner to corner; `ValueError` where no straight line leads on."""
    steps = ""
    for (x, y), (to_x, to_y) in pairwise(corners):
        straight = x == to_x or y == to_y
        require(straight, f"{what}: no straight line leads from {[x, y]} to {[to_x, to_y]}")
        across, down = min(max(to_x - x, -99), 99), min(max(to_y - y, -99), 99)
        steps += "R" * across + "L" * -across + "D" * down + "U" * -down
    return steps
