"""Other maps than the one there is: the pictures have to fit any that can be played on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.games.noerdlingen.maps import survey, the_town
from bot.games.noerdlingen.town import (
    Cell,
    CellRow,
    Church,
    Counts,
    Crossing,
    Lattice,
    Town,
    TownFile,
    town_from,
)

NONE = Counts(0, 0, 0, 0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Plan:
    """A town by the runs of its rows, the corners of its wall and the cells of its four churches."""

    runs: tuple[tuple[int, int], ...]
    wall: tuple[Crossing, ...]
    churches: tuple[tuple[Cell, ...], ...]


SMALL = Plan(((0, 3),) * 3, ((0, 0), (4, 0), (4, 3), (0, 3)), (((0, 0),), ((3, 0),), ((0, 2),), ((3, 2),)))
BENT = Plan(
    ((0, 3), (0, 3), (0, 3), (0, 7), (0, 7), (0, 7)),
    ((0, 0), (4, 0), (4, 3), (8, 3), (8, 6), (0, 6)),
    (((1, 1), (1, 2)), ((3, 4), (4, 4), (4, 5)), ((6, 3), (7, 3), (6, 4), (7, 4)), ((0, 5),)),
)
"""With an upright church, a bent one and a square one."""
LARGE = Plan(
    ((0, 14),) * 12,
    ((0, 0), (15, 0), (15, 12), (0, 12)),
    (((4, 4),), ((9, 3), (10, 3)), ((7, 8),), ((2, 9), (2, 10))),
)
PLANS = {"small": SMALL, "bent": BENT, "large": LARGE}


def built(plan: Plan) -> Town:
    """The town of a plan, surveyed like any other one."""
    usual = the_town().file
    file = TownFile(
        lattice=Lattice(max(last for _, last in plan.runs) + 1, len(plan.runs)),
        cell_rows=tuple(CellRow(row, *run) for row, run in enumerate(plan.runs)),
        wall_polygon=plan.wall,
        churches=tuple(
            Church(f"C{place}", place, cells) for place, cells in enumerate(plan.churches, start=1)
        ),
        missing_roads=tuple(road for cells in plan.churches for road in _inside(cells)),
        borders=usual.borders,
        bonus_border=usual.bonus_border,
        draw_from_either_end=True,
        counts=NONE,
    )
    return survey(_counted(file))


def _inside(cells: Sequence[Cell]) -> list[tuple[Crossing, Crossing]]:
    across = [((x + 1, y), (x + 1, y + 1)) for x, y in cells if (x + 1, y) in cells]
    return [*across, *[((x, y + 1), (x + 1, y + 1)) for x, y in cells if (x, y + 1) in cells]]


def _counted(file: TownFile) -> TownFile:
    town = town_from(file)
    churches = sum(mask for _, mask in town.churches)
    masks = (
        *(town.cells, town.cells & ~churches, churches, town.crossings, town.inner),
        *(town.ends_of(town.walls), town.roads, town.walls),
    )
    return replace(file, counts=Counts(*[mask.bit_count() for mask in masks]))
