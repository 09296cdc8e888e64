"""The town and the borders (sections 2 to 4): the map that is played on, and others."""

from typing import Any, get_args

import msgspec
import pytest

from bot.games.noerdlingen import town
from bot.games.noerdlingen.board import paths, shapes, standing
from bot.games.noerdlingen.moves import CAPS, NoerdlingenOptions, WallMode
from bot.games.noerdlingen.town import (
    Town,
    TownFile,
    bits,
    crossing_name,
    orientations,
    steps_along,
    the_town,
    town_from,
)
from tests.games.noerdlingen import oracle
from tests.games.noerdlingen.oracle import VARIANTS, WITH_MIRROR
from tests.games.noerdlingen.positions import new, play, ways

TOWN = the_town()
USUAL = NoerdlingenOptions()
MIRRORED = NoerdlingenOptions(mirror_borders="on")
PASSABLE = {(3, 1), (6, 1), (2, 2), (7, 2), (1, 3), (8, 3), (1, 7), (8, 7), (2, 8), (7, 8), (3, 9), (6, 9)}
WALL_ENDS = {(x, y) for x in (4, 5) for y in (0, 10)} | {(x, y) for x in (0, 9) for y in (4, 5, 6)}


def test_every_border_has_its_legal_step_strings() -> None:
    for number in VARIANTS:
        assert " ".join(shapes(TOWN, USUAL, number)) == VARIANTS[number]
        assert " ".join(shapes(TOWN, MIRRORED, number)) == WITH_MIRROR[number]


@pytest.mark.parametrize("shape", ["R", "RU", "RRU", "RUL", "RRUL", "RRUUL"])
def test_from_one_end_only_the_rotations_are_left(shape: str) -> None:
    assert len(orientations(shape, mirror=False, either_end=False)) == 4
    both = orientations(shape, mirror=True, either_end=False)
    assert len(both) == (4 if shape == "R" else 8)


def test_soldiers_stand_where_the_wall_lets_them() -> None:
    by_mode = {mode: set(TOWN.points(standing(TOWN, mode))) for mode in get_args(WallMode)}
    assert len(by_mode["solid"]) == 48
    assert by_mode["gate"] - by_mode["solid"] == PASSABLE | WALL_ENDS
    assert len(by_mode["road"]) == 86


def test_a_border_passes_the_wall_at_inward_corners_alone() -> None:
    """In `solid`; found by walking: the crossings strictly inside the ways of all borders."""
    passed = set[tuple[int, int]]()
    for number in VARIANTS:
        for found in paths(TOWN, USUAL, number).values():
            for path in found:
                at = TOWN.bit(path.start)
                for step in path.steps[:-1]:
                    at = TOWN.moved(at, step)
                    passed.add(TOWN.point(at))
    assert passed - set(TOWN.points(TOWN.inner)) == PASSABLE


def test_crossings_are_named_by_letter_and_number() -> None:
    assert crossing_name((4, 3)) == "E4"
    assert crossing_name((9, 10)) == "J11"


def test_the_largest_size_of_a_territory_leaves_a_cell_of_the_town() -> None:
    assert CAPS == (1, 65)


def edges(mask: int) -> set[oracle.Edge]:
    """The edges of a mask, by their ends."""
    found = set[oracle.Edge]()
    for bit in bits(mask):
        x, y = TOWN.point(bit % TOWN.half)
        found.add(frozenset((((x, y + 1) if bit >= TOWN.half else (x + 1, y)), (x + 1, y + 1))))
    return found


def test_the_file_of_the_map_agrees_with_itself() -> None:
    """What it tells twice: the wall, the roads that churches lack, the counts."""
    cells, file, corners = oracle.CELLS, oracle.FILE, oracle.FILE.wall_polygon
    assert [len(parts) for parts in (oracle.parts(cells, set()), oracle.parts(BESIDE - cells, set()))] == [
        1,
        1,
    ]
    wall = oracle.walked(corners[0], steps_along((*corners, corners[0]), "wall"))
    assert len(wall) == len(set(wall))
    assert set(wall) == edges(TOWN.walls)
    churches = [set(church.cells) for church, _ in TOWN.churches]
    taken = set[oracle.Point]().union(*churches)
    assert sum(map(len, churches)) == len(taken) == len(taken & cells)
    assert all(len(oracle.parts(church, set())) == 1 for church in churches)
    inside = [
        edge
        for church in churches
        for cell in church
        for other, edge in oracle.neighbours(cell)
        if other in church
    ]
    assert set(inside) == oracle.MISSING
    assert len(oracle.MISSING) == len(file.missing_roads)
    assert [church.date_digit for church, _ in TOWN.churches] == [1, 2, 3, 4]
    assert len({church.id for church, _ in TOWN.churches}) == 4
    assert {name: mask.bit_count() for name, mask in counted(TOWN).items()} == file.counts


BESIDE = {(x, y) for x in range(-1, 10) for y in range(-1, 11)}


def counted(town: Town) -> dict[str, int]:
    """The masks of all that a map counts."""
    churches = sum(mask for _, mask in town.churches)
    return {
        "cells": town.cells,
        "normal_cells": town.cells & ~churches,
        "church_cells": churches,
        "crossings": town.crossings,
        "inner_crossings": town.inner,
        "wall_crossings": town.ends_of(town.walls),
        "roads": town.roads,
        "wall_edges": town.walls,
    }


def test_every_border_is_a_way_of_its_own() -> None:
    shapes_ = oracle.FILE.borders
    assert list(shapes_) == [str(number) for number in range(1, 7)]
    assert oracle.FILE.bonus_border in shapes_
    ways = [orientations(shape, mirror=False, either_end=True) for shape in shapes_.values()]
    assert len(set().union(*ways)) == sum(map(len, ways))


VILLAGE: dict[str, Any] = {
    "lattice": {"cell_columns": 5, "cell_rows": 4},
    "cell_rows": [{"row": row, "first_column": 0, "last_column": 4} for row in range(4)],
    "wall_polygon": [[0, 0], [0, 4], [5, 4], [5, 0]],
    "churches": [
        {"id": "X", "date_digit": 4, "cells": [[0, 0]]},
        {"id": "Y", "date_digit": 3, "cells": [[4, 0]]},
        {"id": "Z", "date_digit": 1, "cells": [[1, 1], [1, 2]]},
        {"id": "W", "date_digit": 2, "cells": [[4, 3]]},
    ],
    "missing_roads": [[[1, 2], [2, 2]]],
    "borders": {"1": "RR", "2": "R", "3": "RU", "4": "RUR"},
    "bonus_border": "2",
    "draw_from_either_end": True,
    "counts": {
        "cells": 20,
        "normal_cells": 15,
        "church_cells": 5,
        "crossings": 30,
        "inner_crossings": 12,
        "wall_crossings": 18,
        "roads": 30,
        "wall_edges": 18,
    },
}


def test_another_map_can_be_dropped_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file beside the first one and its name are enough for a whole game."""
    village = town_from(msgspec.convert(VILLAGE, TownFile))
    monkeypatch.setattr(town, "town", {"village": village, "town": TOWN}.__getitem__)
    monkeypatch.setattr(town, "MAP", "village")
    from bot.games.noerdlingen.game import GAME

    state = new(4, wall_mode="gate", date="1231")
    assert dict(GAME.view(state, None).digits) == {"Z": 1, "W": 2, "Y": 3, "X": 1}
    while state.phase != "over":
        state = play(state, next(iter(GAME.legal(state, state.active))))
        assert state.phase != "draw" or set(map(len, ways(state))) <= {1, 2, 3}
    assert state.territories


def test_nobody_stands_in_the_middle_of_a_church() -> None:
    """A church of four cells has a crossing inside at which no road arrives."""
    middle = [[[2, 2], end] for end in ([2, 1], [2, 3], [1, 2], [3, 2])]
    churches = [*VILLAGE["churches"][:2], {**VILLAGE["churches"][2]}, VILLAGE["churches"][3]]
    churches[2]["cells"] = [[1, 1], [2, 1], [1, 2], [2, 2]]
    counts = {**VILLAGE["counts"], "normal_cells": 13, "church_cells": 7, "roads": 27, "crossings": 29}
    data = {**VILLAGE, "churches": churches, "missing_roads": middle, "counts": counts}
    found = town_from(msgspec.convert(data, TownFile))
    for mode in ("solid", "gate"):
        assert (2, 2) not in found.points(standing(found, mode))
        assert (3, 2) in found.points(standing(found, mode))
