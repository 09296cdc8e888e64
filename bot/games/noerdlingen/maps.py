"""Whether a map can be played on: all that it says has to agree with the rest; and the map there is."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from string import ascii_uppercase

from msgspec.structs import asdict

from bot.games.checking import require
from bot.games.data import load
from bot.games.noerdlingen.town import (
    SEATS,
    STEPS,
    Counts,
    Crossing,
    Town,
    TownFile,
    bits,
    orientations,
    points,
    steps_along,
    town_from,
)

Edge = tuple[Crossing, Crossing]
"""Its ends, the upper or left one first."""


def survey(file: TownFile) -> Town:
    """The map of a file; `ValueError` with the reason if it contradicts itself."""
    _check_lattice(file)
    found = town_from(file)
    first, outside = found.cells & -found.cells, (1 << found.half) - 1 & ~found.cells
    require(found.spread(first, found.cells, 0) == found.cells, "cell_rows: the town is not in one piece")
    require(found.spread(1, outside, 0) == outside, "cell_rows: the town has a hole")
    _check_wall(found)
    _check_churches(found)
    _check_borders(file)
    right = asdict(Counts(*[mask.bit_count() for mask in counted(found)]))
    for name, told in asdict(file.counts).items():
        require(told == right[name], f"counts: {name} is {told}, but the map has {right[name]}")
    return found


def _check_lattice(file: TownFile) -> None:
    """Cells lie on the lattice, and each missing road joins neighbouring crossings of it."""
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
    for one, other in file.missing_roads:
        where = f"missing_roads: {list(one)} to {list(other)}"
        near = abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
        require(near, f"{where} are no neighbours")
        for x, y in (one, other):
            require(0 <= x <= columns and 0 <= y <= rows, f"{where} lies beside the map")


def _check_wall(town: Town) -> None:
    """The polygon, corner after corner, walks along all edges of the wall and no others."""
    corners = town.file.wall_polygon
    way = points(corners[0], steps_along((*corners, *corners[:1]), "wall_polygon"))
    walked = [_edge(*pair) for pair in pairwise(way)]
    _compare("wall_polygon", _edges(town, town.walls), walked, "is left out", "is no edge of the wall")


def _check_churches(town: Town) -> None:
    churches, file = town.file.churches, town.file
    digits = sorted(church.date_digit for church in churches)
    require(digits == [1, 2, 3, 4], f"churches: the digits of the date are {digits}, not [1, 2, 3, 4]")
    require(len({church.id for church in churches}) == len(churches), "churches: an id is there twice")
    taken, inside = set[Crossing](), 0
    for church in churches:
        require(bool(church.cells), f"church {church.id} has no cells")
        for cell in church.cells:
            require(town.holds(town.cells, cell), f"church {church.id}: {list(cell)} is no cell of the town")
            require(cell not in taken, f"church {church.id}: the cell {list(cell)} is a church already")
            taken.add(cell)
        cells = town.mask(church.cells)
        whole = town.spread(cells & -cells, cells, 0) == cells
        require(whole, f"church {church.id} is not in one piece")
        inside |= town.within(cells)
    listed = [_edge(*edge) for edge in file.missing_roads]
    _compare("missing_roads", _edges(town, inside), listed, "would cut a church", "lies in no church")


def _edges(town: Town, edges: int) -> set[Edge]:
    found: set[Edge] = set()
    for at in bits(edges):
        x, y = town.point(at % town.half)
        found.add(((x, y + 1) if at >= town.half else (x + 1, y), (x + 1, y + 1)))
    return found


def _edge(one: Crossing, other: Crossing) -> Edge:
    return min(one, other), max(one, other)


def _compare(name: str, wanted: set[Edge], told: list[Edge], lacking: str, strange: str) -> None:
    """Raises `ValueError` unless just these edges are told, each once."""
    for edge in sorted(wanted ^ set(told)):
        why = lacking if edge in wanted else strange
        raise ValueError(f"{name}: {list(edge[0])} to {list(edge[1])} {why}")
    for edge in wanted:
        require(told.count(edge) == 1, f"{name}: {list(edge[0])} to {list(edge[1])} is there twice")


def _check_borders(file: TownFile) -> None:
    numbers, most = [str(number) for number in range(1, len(file.borders) + 1)], SEATS[1]
    require(list(file.borders) == numbers, f"borders: the numbers are {list(file.borders)}, not {numbers}")
    require(len(numbers) >= most, f"borders: {len(numbers)} numbers are too few for {most} players")
    require(file.bonus_border in file.borders, f"bonus_border: there is no border {file.bonus_border}")
    seen: dict[str, str] = {}
    for number, shape in file.borders.items():
        require(bool(shape) and not set(shape) - set(STEPS), f"border {number}: {shape!r} is no way to walk")
        way = points((0, 0), shape)
        once = len({_edge(*pair) for pair in pairwise(way)}) == len(shape)
        require(once, f"border {number}: {shape} walks an edge twice")
        require(way[-1] != way[0], f"border {number}: {shape} ends where it begins")
        require(shape not in seen, f"border {number} is the same as border {seen.get(shape)}")
        ways = orientations(shape, mirror=False, either_end=file.draw_from_either_end)
        seen |= dict.fromkeys(ways, number)


def counted(town: Town) -> tuple[int, ...]:
    """The masks of all that `Counts` counts, in its order."""
    churches = sum([mask for _, mask in town.churches])
    return (
        *(town.cells, town.cells & ~churches, churches, town.crossings, town.inner),
        *(town.ends_of(town.walls), town.roads, town.walls),
    )


MAP = "town"
"""The one map there is. With a second file it becomes an option of the game."""


@cache
def town(name: str) -> Town:
    """The map of this name; `ValueError` with the reason if it contradicts itself."""
    return survey(load("noerdlingen", name, TownFile))


def the_town() -> Town:
    """The map that is played on."""
    return town(MAP)
