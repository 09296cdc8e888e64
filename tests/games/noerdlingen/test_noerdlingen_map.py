"""The town and the borders (sections 2 to 4), and maps that contradict themselves."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, get_args

import msgspec
import pytest

from bot.games.noerdlingen import maps
from bot.games.noerdlingen.board import paths, shapes, standing
from bot.games.noerdlingen.maps import survey, the_town
from bot.games.noerdlingen.moves import CAPS, NoerdlingenOptions, WallMode
from bot.games.noerdlingen.town import TownFile, crossing_name, orientations
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


HOLED = [{"row": 4, "first_column": 0, "last_column": 3}, {"row": 4, "first_column": 5, "last_column": 8}]
"""A row that lacks its middle."""


def plain() -> dict[str, Any]:
    """The map as plain data, to be broken."""
    return msgspec.json.decode(files("bot.games.noerdlingen").joinpath("data", "town.json").read_bytes())


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("lattice.cell_columns", 26, "26 columns have no letters"),
        ("lattice.cell_columns", 8, "there are the columns 0 to 7"),
        ("lattice.cell_rows", 9, "there are the rows 0 to 8"),
        ("lattice.cell_rows", 0, "0 rows"),
        ("cell_rows", [], "there are no cells"),
        ("cell_rows.1.row", 0, "some of these cells are there already"),
        ("cell_rows.4", {"row": 4, "first_column": 5, "last_column": 4}, "columns 5 to 4"),
        ("cell_rows.0.last_column", 4, r"wall_polygon: \[5, 0\] to \[5, 1\] is left out"),
        ("cell_rows.0", {"row": 0, "first_column": 0, "last_column": 0}, "the town is not in one piece"),
        ("cell_rows", lambda rows: [*rows[:4], *HOLED, *rows[5:]], "the town has a hole"),
        (
            "wall_polygon",
            lambda wall: [*wall, [3, 2], [3, 1]],
            r"\[3, 2\] is no edge of the wall",
        ),
        ("wall_polygon", lambda wall: [*wall, [3, 0], [3, 1]], "is there twice"),
        ("wall_polygon.0", [2, 0], "no straight line leads from"),
        ("wall_polygon", [[3, 0], [6, 0], [6, 1], [3, 1]], r"wall_polygon: \[.*\] is left out"),
        ("missing_roads.0", [[3, 2], [3, 4]], "are no neighbours"),
        ("missing_roads", [[[3, 2], [3, 3]], [[6, 7], [6, 8]], [[6, 8], [6, 7]]], "is there twice"),
        ("missing_roads.0", [[0, -1], [0, 0]], "lies beside the map"),
        ("missing_roads.0", [[4, 4], [4, 5]], r"\[3, 2\] to \[3, 3\] would cut a church"),
        ("missing_roads", [[[3, 2], [3, 3]], [[6, 7], [6, 8]], [[4, 4], [4, 5]]], "lies in no church"),
        ("churches.0.date_digit", 2, r"the digits of the date are \[2, 2, 3, 4\]"),
        ("churches.1.id", "A", "an id is there twice"),
        ("churches.1.cells", [], "church B has no cells"),
        ("churches.1.cells", [[0, 0]], r"church B: \[0, 0\] is no cell of the town"),
        ("churches.1.cells", [[99, 0]], r"church B: \[99, 0\] is no cell of the town"),
        ("churches.1.cells", [[2, 2]], r"church B: the cell \[2, 2\] is a church already"),
        ("churches.1.cells", [[6, 3], [6, 5]], "church B is not in one piece"),
        ("borders", {"1": "R", "3": "RU"}, "borders: the numbers are"),
        ("borders", {"1": "R", "2": "RU", "3": "RRU"}, "3 numbers are too few for 4 players"),
        ("bonus_border", "7", "there is no border 7"),
        ("borders.2", "RX", "border 2: 'RX' is no way to walk"),
        ("borders.2", "", "border 2: '' is no way to walk"),
        ("borders.2", "RL", "walks an edge twice"),
        ("borders.2", "RULD", "ends where it begins"),
        ("borders.4", "UR", "border 4 is the same as border 2"),
        ("counts.roads", 113, "roads is 113, but the map has 111"),
        ("counts.inner_crossings", 1, "inner_crossings is 1, but the map has 48"),
    ],
)
def test_a_map_that_contradicts_itself_is_refused(path: str, value: Any, reason: str) -> None:
    """The path names keys and places of what is replaced; `value` may be a function of what was there."""
    data: Any = plain()
    spot, (*way, last) = data, path.split(".")
    for part in way:
        spot = spot[int(part)] if isinstance(spot, list) else spot[part]
    key: Any = int(last) if isinstance(spot, list) else last
    spot[key] = value(spot[key]) if callable(value) else value
    with pytest.raises(ValueError, match=reason):
        survey(msgspec.convert(data, TownFile))


def test_an_unknown_field_of_a_map_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="walls"):
        msgspec.convert({**plain(), "walls": []}, TownFile)


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
    village = survey(msgspec.convert(VILLAGE, TownFile))
    monkeypatch.setattr(maps, "town", {"village": village, "town": TOWN}.__getitem__)
    monkeypatch.setattr(maps, "MAP", "village")
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
    found = survey(msgspec.convert(data, TownFile))
    for mode in ("solid", "gate"):
        assert (2, 2) not in found.points(standing(found, mode))
        assert (3, 2) in found.points(standing(found, mode))
