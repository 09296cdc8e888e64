"""Sections 3, 4, 6 and 7 once more, slowly and with sets, to compare the quick arithmetic with."""

from bot.games.noerdlingen.moves import NoerdlingenState
from bot.games.noerdlingen.town import STEPS, the_town

Point = tuple[int, int]
Edge = frozenset[Point]

FILE = the_town().file
CELLS = {(c, run.row) for run in FILE.cell_rows for c in range(run.first_column, run.last_column + 1)}
MISSING = {frozenset(edge) for edge in FILE.missing_roads}

VARIANTS = {
    1: "D L R U",
    2: "DL DR LD LU RD RU UL UR",
    3: "DDR DLL LLD LUU RDD RRU URR UUL",
    4: "DLU DRU LDR LUR RDL RUL ULD URD",
    5: "DDRU DLUU LLDR LURR RDLL RRUL URDD UULD",
    6: "DDRRU DLLUU LLDDR LUURR RDDLL RRUUL URRDD UULLD",
}
"""The legal step strings of each border, without mirror images."""
WITH_MIRROR = {
    **VARIANTS,
    3: "DDL DDR DLL DRR LDD LLD LLU LUU RDD RRD RRU RUU ULL URR UUL UUR",
    5: "DDLU DDRU DLUU DRUU LDRR LLDR LLUR LURR RDLL RRDL RRUL RULL ULDD URDD UULD UURD",
    6: "DDLLU DDRRU DLLUU DRRUU LDDRR LLDDR LLUUR LUURR RDDLL RRDDL RRUUL RUULL ULLDD URRDD UULLD UURRD",
}
"""With them."""


def sides(edge: Edge) -> tuple[Point, Point]:
    """The cells, of the town or not, on both sides of an edge."""
    (x, y), (_, other_y) = sorted(edge)
    return ((x - 1, y), (x, y)) if other_y > y else ((x, y - 1), (x, y))


def walked(start: Point, steps: str) -> list[Edge]:
    """The edges along these steps."""
    edges, at = list[Edge](), start
    for step in steps:
        there = (at[0] + STEPS[step][0], at[1] + STEPS[step][1])
        edges.append(frozenset((at, there)))
        at = there
    return edges


def end(start: Point, steps: str) -> Point:
    """Where these steps end."""
    return (
        start[0] + steps.count("R") - steps.count("L"),
        start[1] + steps.count("D") - steps.count("U"),
    )


def drawn(state: NoerdlingenState) -> set[Edge]:
    """All edges along which there is a border."""
    return {edge for border in state.borders for edge in walked(border.start, border.steps)}


def claimed(state: NoerdlingenState) -> set[Point]:
    """All cells of territories."""
    return {cell for territory in state.territories for cell in territory.cells}


def can_be_drawn(state: NoerdlingenState, edge: Edge) -> bool:
    """Whether a border may run along this edge now."""
    inside = [cell for cell in sides(edge) if cell in CELLS]
    road = len(inside) == 2 and edge not in MISSING
    wall = len(inside) == 1 and state.options.wall_mode == "road"
    return (road or wall) and edge not in drawn(state) and not set(inside) & claimed(state)


def may_stand(state: NoerdlingenState, at: Point) -> bool:
    """Whether a soldier may stand on this crossing."""
    x, y = at
    around = [cell in CELLS for cell in ((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y))]
    if state.options.wall_mode == "road":
        return any(around)
    arriving = [frozenset((at, (x + dx, y + dy))) for dx, dy in STEPS.values()]
    roads = [edge for edge in arriving if CELLS.issuperset(sides(edge)) and edge not in MISSING]
    return bool(roads) and (all(around) or state.options.wall_mode == "gate")


def legal_draw(state: NoerdlingenState, start: Point, steps: str) -> bool:
    """Whether this way is free for the active seat; that the shape is right is not looked at."""
    taken = {at for soldiers in state.soldiers for at in soldiers}
    way = walked(start, steps)
    return (
        start in state.soldiers[state.active]
        and len(set(way)) == len(way)
        and all(can_be_drawn(state, edge) for edge in way)
        and end(start, steps) not in taken
        and may_stand(state, end(start, steps))
    )


def neighbours(cell: Point) -> list[tuple[Point, Edge]]:
    """The four cells around a cell, each with the edge between."""
    x, y = cell
    return [
        ((x + 1, y), frozenset(((x + 1, y), (x + 1, y + 1)))),
        ((x - 1, y), frozenset(((x, y), (x, y + 1)))),
        ((x, y + 1), frozenset(((x, y + 1), (x + 1, y + 1)))),
        ((x, y - 1), frozenset(((x, y), (x + 1, y)))),
    ]


def parts(cells: set[Point], edges: set[Edge]) -> list[set[Point]]:
    """The regions of these cells, by their first cells in reading order."""
    left, found = set(cells), list[set[Point]]()
    for first in sorted(cells, key=lambda cell: cell[::-1]):
        if first not in left:
            continue
        part, todo = {first}, [first]
        while todo:
            for cell, edge in neighbours(todo.pop()):
                if cell in cells and cell not in part and edge not in edges:
                    part.add(cell)
                    todo.append(cell)
        left -= part
        found.append(part)
    return found


def new_territories(before: NoerdlingenState, after: NoerdlingenState) -> list[set[Point]]:
    """What the draw between these two states has to make a territory, in reading order."""
    options, edges = before.options, drawn(after)
    found = list[set[Point]]()
    for region in parts(CELLS - claimed(before), drawn(before)):
        split = parts(region, edges)
        if len(split) == 1:
            continue
        if options.territory_rule == "size_cap":
            split = [part for part in split if len(part) <= options.territory_size_cap]
        elif options.territory_rule == "largest_open":
            split.remove(max(split, key=lambda part: (len(part), free_roads(part, edges))))
        found += split
    return sorted(found, key=lambda part: min(cell[::-1] for cell in part))


def free_roads(part: set[Point], edges: set[Edge]) -> int:
    """Undrawn roads inside a part."""
    inside = {edge for cell in part for other, edge in neighbours(cell) if other in part}
    return len(inside - edges - MISSING)


def count(state: NoerdlingenState, cells: set[Point]) -> tuple[int, ...]:
    """The soldiers on the outer border of a territory, by seat."""
    width, height = FILE.lattice.cell_columns, FILE.lattice.cell_rows
    field = {(x, y) for x in range(-1, width + 1) for y in range(-1, height + 1)} - cells
    outside = next(part for part in parts(field, set()) if (-1, -1) in part)
    rim = {edge for cell in cells for other, edge in neighbours(cell) if other in outside}
    crossings = {at for edge in rim & drawn(state) for at in edge}
    return tuple(len(crossings.intersection(soldiers)) for soldiers in state.soldiers)


def owners(count: tuple[int, ...], seat: int) -> set[int]:
    """Whose it is when this seat has drawn."""
    best = {other for other, soldiers in enumerate(count) if soldiers == max(count)}
    return {seat} if seat in best else best
