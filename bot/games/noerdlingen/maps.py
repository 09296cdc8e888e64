"""Whether a map can be played on: all that it says has to agree with the rest; and the map there is."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from string import ascii_uppercase

from bot.games.checking import require
from bot.games.data import load
from bot.games.noerdlingen.town import (
    SEATS,
    STEPS,
    Church,
    Counts,
    Crossing,
    Town,
    TownFile,
    orientations,
    town_from,
)

DIGITS = (1, 2, 3, 4)
"""The digits of a date."""


def survey(file: TownFile) -> Town:
    """The map of a file; `ValueError` with the reason if it contradicts itself."""
    _check_rows(file)
    _check_missing_roads(file)
    found = town_from(file)
    _check_outline(found)
    _check_wall(found)
    _check_churches(found)
    _check_borders(file)
    _check_counts(found)
    return found


def _check_rows(file: TownFile) -> None:
    columns, rows = file.lattice.cell_columns, file.lattice.cell_rows
    require(1 <= columns < len(ascii_uppercase), f"lattice: {columns} columns have no letters")
    require(rows >= 1, f"lattice: {rows} rows")
    seen: set[Crossing] = set()
    for run in file.cell_rows:
        where = f"cell_rows: row {run.row}, columns {run.first_column} to {run.last_column}"
        require(run.row in range(rows), f"{where}: there are the rows 0 to {rows - 1}")
        in_order = 0 <= run.first_column <= run.last_column < columns
        require(in_order, f"{where}: there are the columns 0 to {columns - 1}")
        cells = {(column, run.row) for column in range(run.first_column, run.last_column + 1)}
        require(not cells & seen, f"{where}: some of these cells are there already")
        seen |= cells
    require(bool(seen), "cell_rows: there are no cells")


def _check_missing_roads(file: TownFile) -> None:
    """Each has to join neighbouring crossings; which ones they have to be, the churches say."""
    seen: set[frozenset[Crossing]] = set()
    for one, other in file.missing_roads:
        where = f"missing_roads: {list(one)} to {list(other)}"
        near = abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
        require(near, f"{where} are no neighbours")
        require(frozenset((one, other)) not in seen, f"{where} is there twice")
        seen.add(frozenset((one, other)))
        for x, y in (one, other):
            on_map = 0 <= x <= file.lattice.cell_columns and 0 <= y <= file.lattice.cell_rows
            require(on_map, f"{where} lies beside the map")


def _check_outline(town: Town) -> None:
    """One piece without holes: a single line can walk around it."""
    first = town.cells & -town.cells
    require(town.spread(first, town.cells, 0) == town.cells, "cell_rows: the town is not in one piece")
    outside = (1 << town.half) - 1 & ~town.cells
    require(town.spread(1, outside, 0) == outside, "cell_rows: the town has a hole")


def _pairs(town: Town, edges: int) -> list[tuple[Crossing, Crossing]]:
    """The edges of a mask as pairs of crossings."""
    found: list[tuple[Crossing, Crossing]] = []
    for at in range(town.half):
        x, y = town.point(at)
        if edges >> at & 1:
            found.append(((x + 1, y), (x + 1, y + 1)))
        if edges >> (town.half + at) & 1:
            found.append(((x, y + 1), (x + 1, y + 1)))
    return found


def _check_wall(town: Town) -> None:
    """The polygon, corner after corner, walks along all edges of the wall and no others."""
    corners = town.file.wall_polygon
    walked: list[frozenset[Crossing]] = []
    for one, other in pairwise((*corners, *corners[:1])):
        require(
            one != other and (one[0] == other[0] or one[1] == other[1]),
            f"wall_polygon: no straight line leads from {list(one)} to {list(other)}",
        )
        walked += [frozenset(pair) for pair in pairwise(_between(one, other))]
    wanted = {frozenset(edge) for edge in _pairs(town, town.walls)}
    for edge in sorted(map(sorted, wanted ^ set(walked))):
        where = f"{list(edge[0])} to {list(edge[1])}"
        missing = frozenset(edge) in wanted
        require(False, f"wall_polygon: {where} is {'left out' if missing else 'no edge of the wall'}")
    require(len(walked) == len(wanted), "wall_polygon: an edge is walked twice")


def _between(one: Crossing, other: Crossing) -> list[Crossing]:
    """All crossings of a straight line, both ends included."""
    (x, y), (to_x, to_y) = one, other
    length = max(abs(to_x - x), abs(to_y - y))
    return [(x + (to_x - x) * n // length, y + (to_y - y) * n // length) for n in range(length + 1)]


def _check_churches(town: Town) -> None:
    churches = town.file.churches
    digits = sorted(church.date_digit for church in churches)
    require(digits == list(DIGITS), f"churches: the digits of the date are {digits}, not {list(DIGITS)}")
    require(len({church.id for church in churches}) == len(churches), "churches: an id is there twice")
    taken: set[Crossing] = set()
    for church in churches:
        require(bool(church.cells), f"church {church.id} has no cells")
        for cell in church.cells:
            require(town.holds(town.cells, cell), f"church {church.id}: {list(cell)} is no cell of the town")
            require(cell not in taken, f"church {church.id}: the cell {list(cell)} is a church already")
            taken.add(cell)
    inside = sum([_inside(town, church) for church in churches])
    listed = {frozenset(edge) for edge in town.file.missing_roads}
    wanted = {frozenset(edge) for edge in _pairs(town, inside)}
    for edge in sorted(map(sorted, wanted - listed)):
        require(False, f"missing_roads: {list(edge[0])} to {list(edge[1])} would cut a church")
    for edge in sorted(map(sorted, listed - wanted)):
        require(False, f"missing_roads: {list(edge[0])} to {list(edge[1])} lies in no church")


def _inside(town: Town, church: Church) -> int:
    """The edges inside a church, which must be in one piece."""
    cells = town.mask(church.cells)
    whole = town.spread(cells & -cells, cells, 0) == cells
    require(whole, f"church {church.id} is not in one piece")
    return town.within(cells)


def _check_borders(file: TownFile) -> None:
    numbers = [str(number) for number in range(1, len(file.borders) + 1)]
    require(list(file.borders) == numbers, f"borders: the numbers are {list(file.borders)}, not {numbers}")
    most = SEATS[1]
    require(len(numbers) >= most, f"borders: {len(numbers)} numbers are too few for {most} players")
    require(file.bonus_border in file.borders, f"bonus_border: there is no border {file.bonus_border}")
    seen: dict[str, str] = {}
    for number, shape in file.borders.items():
        require(bool(shape) and not set(shape) - set(STEPS), f"border {number}: {shape!r} is no way to walk")
        _check_shape(number, shape)
        twin = seen.get(shape)
        require(twin is None, f"border {number} is the same as border {twin}")
        ways = orientations(shape, mirror=False, either_end=file.draw_from_either_end)
        seen |= dict.fromkeys(ways, number)


def _check_shape(number: str, shape: str) -> None:
    """No edge twice, and another end than the start, where the own soldier stands."""
    at, walked = (0, 0), set[frozenset[Crossing]]()
    for step in shape:
        right, down = STEPS[step]
        there = at[0] + right, at[1] + down
        require(frozenset((at, there)) not in walked, f"border {number}: {shape} walks an edge twice")
        walked.add(frozenset((at, there)))
        at = there
    require(at != (0, 0), f"border {number}: {shape} ends where it begins")


def _check_counts(town: Town) -> None:
    churches = sum([mask for _, mask in town.churches])
    on_wall = town.ends_of(town.walls)
    found = Counts(
        cells=town.cells.bit_count(),
        normal_cells=(town.cells & ~churches).bit_count(),
        church_cells=churches.bit_count(),
        crossings=town.crossings.bit_count(),
        inner_crossings=town.inner.bit_count(),
        wall_crossings=on_wall.bit_count(),
        roads=town.roads.bit_count(),
        wall_edges=town.walls.bit_count(),
    )
    for name in Counts.__struct_fields__:
        told, right = getattr(town.file.counts, name), getattr(found, name)
        require(told == right, f"counts: {name} is {told}, but the map has {right}")


MAP = "town"
"""The one map there is. With a second file it becomes an option of the game."""


@cache
def town(name: str) -> Town:
    """The map of this name; `ValueError` with the reason if it contradicts itself."""
    return survey(load("noerdlingen", name, TownFile))


def the_town() -> Town:
    """The map that is played on."""
    return town(MAP)
