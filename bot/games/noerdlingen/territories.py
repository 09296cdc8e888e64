"""Territories (section 7): which parts of a split region become one, whose it is; scores and places (8)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from bot.games.contract import ScoreRow, Seat
from bot.games.noerdlingen.moves import NoerdlingenOptions, Territory
from bot.games.noerdlingen.town import Town, the_town

_REMEMBERED = 10_000
"""Perimeters: computers ask for the same ones again and again."""
_DRAWS = 1_000
"""The same of what draws make: those that follow in one game are asked for soon."""


class Split(NamedTuple):
    """A map before and after a draw."""

    town: Town
    options: NoerdlingenOptions
    before: int
    """The edges that were drawn before."""
    after: int
    claimed: int
    """The cells of the territories that there are."""


def regions(town: Town, cells: int, edges: int) -> Iterator[int]:
    """The regions into which these edges part the cells, by their first cells in reading order."""
    while cells:
        region = town.spread(cells & -cells, cells, edges)
        yield region
        cells &= ~region


@lru_cache(maxsize=_DRAWS)
def new_territories(split: Split, edges: int) -> tuple[int, ...]:
    """The cells of each territory that these edges, the ones just drawn, have made; in reading order."""
    town, open_cells = split.town, split.town.cells & ~split.claimed
    touched = town.beside(edges) & open_cells
    found: list[int] = []
    while touched:
        region = town.spread(touched & -touched, open_cells, split.before)
        found += _closed(split, list(regions(town, region, split.after)))
        touched &= ~region
    return tuple(sorted(found, key=lambda cells: cells & -cells))


def _closed(split: Split, parts: list[int]) -> list[int]:
    """The parts of one region that become territories; none where nothing was split."""
    town, options = split.town, split.options
    if len(parts) == 1 or options.territory_rule == "all_parts":
        return parts[1:] and parts
    if options.territory_rule == "size_cap":
        return [part for part in parts if part.bit_count() <= options.territory_size_cap]

    def size(part: int) -> tuple[int, int]:
        """Cells, then undrawn roads inside."""
        return part.bit_count(), (town.within(part) & town.roads & ~split.after).bit_count()

    # Of those still equal the first one in reading order.
    stays = max(parts, key=size)
    return [part for part in parts if part != stays]


def outer_border(town: Town, cells: int, edges: int) -> int:
    """The crossings on the drawn outer perimeter of a territory."""
    return town.ends_of(_perimeter(town, cells) & edges)


@lru_cache(maxsize=_REMEMBERED)
def _perimeter(town: Town, cells: int) -> int:
    """The edges where a territory meets the outside of the town, or cells that can be walked to from there
    without stepping through it. Holes do not count."""
    everywhere = (1 << town.half) - 1
    outside = town.spread(1, everywhere & ~cells, 0)
    right = (cells & outside >> 1) | (outside & cells >> 1)
    down = (cells & outside >> town.width) | (outside & cells >> town.width)
    return right | down << town.half


def owners_of(count: Sequence[int], seat: Seat) -> tuple[Seat, ...]:
    """Who gets a territory with so many soldiers on its outer border, when this seat has drawn."""
    most = max(count)
    if count[seat] == most:
        return (seat,)
    return tuple([Seat(other) for other, soldiers in enumerate(count) if soldiers == most])


def points_of(town: Town, date: str, cells: int) -> int:
    """What a territory is worth: its cells, and the digits of its churches."""
    digits = sum([digit_of(date, church.date_digit) for church, mask in town.churches if mask & cells])
    return cells.bit_count() + digits


def digit_of(date: str, place: int) -> int:
    """A digit of the date, from 1."""
    return int(date[place - 1])


def judged(town: Town, date: str, edges: int, soldiers: Sequence[int], cells: int, seat: Seat) -> Territory:
    """A territory as it arises by a draw of this seat, whose new soldier stands already."""
    border = outer_border(town, cells, edges)
    count = tuple([(mask & border).bit_count() for mask in soldiers])
    owners = owners_of(count, seat)
    points = points_of(town, date, cells)
    return Territory(town.points(cells), count, owners, points, points // len(owners), seat)


def score(territories: Sequence[Territory], seat: Seat) -> int:
    """A seat's points as if the game ended now; open land scores nothing."""
    return sum([territory.share for territory in territories if seat in territory.owners])


def gains(territories: Sequence[Territory], seats: int) -> tuple[int, ...]:
    """The points that these territories bring, by seat."""
    return tuple([score(territories, Seat(seat)) for seat in range(seats)])


def cells_alone(territories: Sequence[Territory], seat: Seat) -> int:
    """The cells of all territories that a seat owns alone: they break ties."""
    return sum([len(territory.cells) for territory in territories if territory.owners == (seat,)])


def rows(territories: Sequence[Territory], seat: Seat) -> tuple[ScoreRow, ...]:
    """Of territories owned alone the ordinary cells, and the churches with their digits; then the shares."""
    town = the_town()
    churches = {cell for church, _ in town.churches for cell in church.cells}
    alone = [territory for territory in territories if territory.owners == (seat,)]
    normal = sum([cell not in churches for territory in alone for cell in territory.cells])
    total = sum([territory.points for territory in alone])
    return (
        ScoreRow("cells", normal),
        ScoreRow("churches", total - normal),
        ScoreRow("shared", score(territories, seat) - total),
    )
