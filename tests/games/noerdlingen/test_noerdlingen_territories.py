"""Territories of Nördlingen (section 7) and the worked examples of its rules."""

from collections.abc import Iterator

import pytest

from bot.games.contract import Seat
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import Bonus, Choose, Decline, Draw, Left, Place, Skipped, Stuck, Territory
from bot.games.noerdlingen.territories import owners_of, points_of, rows, score
from bot.games.noerdlingen.town import Cell, the_town
from tests.games.noerdlingen.positions import (
    CHANCE,
    D,
    O,
    S,
    T,
    closed,
    new,
    play,
    refused,
    table,
    told,
    ways,
)

MIDDLE = [(0, 5), (8, 5)]
"""A line across the town that lacks its last edge; the parts have 33 cells each."""


def test_the_largest_part_stays_open() -> None:
    """Eight cells lie above the line, which ends at the wall."""
    state = table([[(6, 2)]], [[(2, 2), (6, 2)]], number=1, options={"wall_mode": "gate"})
    (territory,) = closed(state, (6, 2), "R")
    assert len(territory.cells) == 8


@pytest.mark.parametrize(
    ("dangling", "row"),
    [
        ([], 5),
        ([[(4, 7), (5, 7)]], 5),
        ([[(4, 3), (5, 3)]], 0),
        ([[(4, 3), (5, 3)], [(4, 7), (5, 7)]], 5),
    ],
)
def test_of_equal_parts_the_one_with_more_free_roads_then_the_first_stays_open(
    dangling: list[list[tuple[int, int]]], row: int
) -> None:
    """Churches A and B miss one road above the line, church C one below: both halves are equal."""
    state = table([[(8, 5)]], [MIDDLE, *dangling], number=1, options={"wall_mode": "gate"})
    (territory,) = closed(state, (8, 5), "R")
    assert len(territory.cells) == 33
    assert territory.cells[0][1] == row


def test_cells_that_touch_at_a_corner_are_not_joined() -> None:
    lines = [[(4, 4), (3, 4), (3, 5), (4, 5)], [(4, 5), (4, 6), (5, 6), (5, 5)]]
    found = closed(table([[(4, 4)]], lines, number=2), (4, 4), "DR")
    assert [territory.cells for territory in found] == [((3, 4),), ((4, 5),)]


def _at(*cells: tuple[int, int]) -> list[dict[str, object]]:
    return [{"cells": cells, "owners": [0]}]


def test_a_dangling_border_encloses_nothing() -> None:
    lines = [[(3, 4), (4, 4), (4, 5)], [(2, 6), (6, 6)]]
    assert closed(table([[(4, 5)]], lines, number=2), (4, 5), "RU") == []


@pytest.mark.parametrize(("cap", "sizes"), [(7, []), (8, [8]), (22, [8]), (57, [8]), (58, [8, 58])])
def test_by_size_every_part_up_to_the_cap_becomes_one(cap: int, sizes: list[int]) -> None:
    options = {"wall_mode": "gate", "territory_rule": "size_cap", "territory_size_cap": cap}
    state = table([[(6, 2)]], [[(2, 2), (6, 2)]], number=1, options=options)
    assert [len(territory.cells) for territory in closed(state, (6, 2), "R")] == sizes


def test_by_size_several_regions_may_stay_open_and_each_is_split_by_itself() -> None:
    """The half that the border does not touch is not looked at."""
    options = {"wall_mode": "gate", "territory_rule": "size_cap", "territory_size_cap": 10}
    lines = [[(0, 5), (9, 5)], [(2, 2), (6, 2)]]
    state = table([[(6, 2)]], lines, number=1, options=options)
    assert [len(territory.cells) for territory in closed(state, (6, 2), "R")] == [8]


def test_every_part_becomes_one() -> None:
    options = {"wall_mode": "gate", "territory_rule": "all_parts"}
    state = table([[(6, 2)]], [[(2, 2), (6, 2)]], number=1, options=options)
    assert [len(territory.cells) for territory in closed(state, (6, 2), "R")] == [8, 58]


def test_soldiers_inside_and_on_dangling_borders_do_not_count() -> None:
    lines = [[(3, 4), (6, 4), (6, 7), (3, 7), (3, 5)], [(3, 6), (4, 6)]]
    state = table([[(3, 5)], [(5, 5), (4, 6), (3, 6)], [(6, 6), (3, 7)]], lines, number=1)
    (territory,) = closed(state, (3, 5), "U")
    assert len(territory.cells) == 9
    assert territory.count == (2, 1, 2)
    assert territory.owners == (S,)


def test_the_rim_of_an_older_territory_inside_does_not_count() -> None:
    inner = [(4, 5), (5, 5), (5, 6), (4, 6), (4, 5)]
    lines = [[(3, 4), (6, 4), (6, 7), (3, 7), (3, 5)], inner]
    soldiers = [[(3, 5)], [(4, 5), (5, 5), (5, 6), (4, 6)], [(6, 6)]]
    state = table(soldiers, lines, number=1, territories=_at((4, 5)))
    (territory,) = closed(state, (3, 5), "U")
    assert len(territory.cells) == 8
    assert territory.count == (2, 0, 1)


def test_the_edge_between_two_territories_belongs_to_both() -> None:
    """The circle stands on a crossing of nothing else."""
    lines = [[(3, 4), (4, 4), (4, 6), (3, 6), (3, 4)], [(4, 4), (5, 4), (5, 6)]]
    state = table([[(5, 6)], [(4, 5)]], lines, number=1, territories=_at((3, 4), (3, 5)))
    (territory,) = closed(state, (5, 6), "L")
    assert territory.cells == ((4, 4), (4, 5))
    assert territory.count == (2, 1, 0)


@pytest.mark.parametrize(("mode", "drawn", "count"), [("gate", [], 0), ("road", [], 0), ("road", [1], 1)])
def test_a_soldier_on_bare_wall_does_not_count(mode: str, drawn: list[int], count: int) -> None:
    walls = [[(4, 0), (5, 0)] for _ in drawn]
    state = table([[(5, 1)], [(4, 0)]], [[(3, 1), (5, 1)], *walls], number=1, options={"wall_mode": mode})
    (territory,) = closed(state, (5, 1), "R")
    assert territory.count == (2, count, 0)


AROUND = [[(3, 5), (3, 4), (4, 4)]]
"""The way RRUUL from (2, 5) closes this cell, and neither of its ends lies on it."""


@pytest.mark.parametrize(
    ("others", "owners", "share"),
    [
        ([[], []], [S], 1),
        ([[(3, 4)], []], [O], 1),
        ([[(3, 4)], [(4, 4)]], [O, T], 0),
        ([[(3, 4)], [(4, 4), (3, 5)]], [T], 1),
    ],
)
def test_without_an_own_soldier_there_the_others_have_it_or_nobody(
    others: list[list[tuple[int, int]]], owners: list[int], share: int
) -> None:
    state = table([[(2, 5)], *others], AROUND, number=6)
    (territory,) = closed(state, (2, 5), "RRUUL")
    assert list(territory.owners) == owners
    assert (territory.points, territory.share) == (1, share)
    scores = [player.score for player in GAME.view(play(state, Draw((2, 5), "RRUUL")), None).players]
    assert scores == [share * (seat in owners) for seat in range(3)]


def test_ties_with_the_turn_player_are_hers_and_others_share() -> None:
    assert owners_of((2, 2, 2, 0), S) == (S,)
    assert owners_of((1, 2, 2, 0), S) == (O, T)
    assert owners_of((0, 0, 0, 0), T) == (T,)
    assert owners_of((3, 2, 2, 0), T) == (S,)


def test_a_territory_is_worth_its_cells_and_the_digits_of_its_churches() -> None:
    town = the_town()
    assert points_of(town, "0519", town.mask(((2, 2), (3, 2), (4, 2)))) == 3
    assert points_of(town, "0519", town.mask(((6, 3),))) == 6
    assert points_of(town, "0519", town.mask(((5, 7), (6, 7), (2, 6)))) == 3 + 1 + 9


def test_example_1_the_digits_of_19_may() -> None:
    view = GAME.view(new(date="0519"), None)
    assert dict(view.digits) == {"A": 0, "B": 5, "C": 1, "D": 9}


def test_example_2_the_order_of_play() -> None:
    state = table([], phase="place")
    placing, choosing, drawing, again = [], [], [], []
    for at in ((2, 3), (6, 3), (4, 7)):
        placing.append(state.active)
        state = play(state, Place(at))
    for number in (2, 5, 1):
        choosing.append(state.active)
        state = play(state, Choose(number))
    while state.phase == "draw":
        drawing.append(state.active)
        state = play(state, next(iter(GAME.legal(state, state.active))))
    while state.phase == "choose":
        again.append(state.active)
        state = play(state, Choose(min(GAME.view(state, None).free)))
    assert placing == [S, O, T]
    assert choosing == [T, O, S]
    assert drawing == [S, T, O]
    assert again == [S, T, O]


def test_example_3_the_eight_ways_of_border_3() -> None:
    state = table([[(4, 5)]], number=3)
    assert ways(state) == {
        "DDR": (5, 7),
        "DLL": (2, 6),
        "LLD": (2, 6),
        "LUU": (3, 3),
        "RDD": (5, 7),
        "RRU": (6, 4),
        "URR": (6, 4),
        "UUL": (3, 3),
    }
    for mirrored in ("RRD", "LLU", "DDL", "UUR"):
        assert refused(state, Draw((4, 5), mirrored)).code == "not_the_shape"


@pytest.mark.parametrize(
    ("mode", "one", "two"),
    [
        ("solid", "D R", "DL DR LD RD"),
        ("gate", "D L R U", "DL DR LD RD RU"),
        ("road", "D L R U", "DL DR LD LU RD RU UL UR"),
    ],
)
def test_example_4_the_wall(mode: str, one: str, two: str) -> None:
    for number, wanted in ((1, one), (2, two)):
        assert " ".join(ways(table([[(4, 1)]], number=number, options={"wall_mode": mode}))) == wanted


def test_example_5_overlap_crossing_passing_and_an_occupied_end() -> None:
    position = {"soldiers": [[(3, 4)], [(4, 4), (4, 6)]], "lines": [[(4, 3), (4, 6)]]}
    wanted = {1: "D L U", 2: "DL DR LD LU UL UR", 3: "DLL LLD RRU URR", 4: "DLU LDR LUR ULD"}
    for number, steps in wanted.items():
        assert " ".join(ways(table(**position, number=number))) == steps
    assert refused(table(**position, number=1), Draw((3, 4), "R")).code == "crossing_taken"
    for steps in ("RU", "RD"):
        assert refused(table(**position, number=2), Draw((3, 4), steps)).code == "road_drawn"
    for steps in ("RUL", "RDL"):
        assert refused(table(**position, number=4), Draw((3, 4), steps)).code == "road_drawn"


def test_example_6_the_first_counting_example() -> None:
    state = table([[(3, 5)], [(3, 4), (5, 5)], [(6, 6)]], [[(3, 4), (5, 4), (5, 5), (3, 5)]], number=4)
    (territory,) = closed(state, (3, 5), "ULD")
    assert territory.cells == ((3, 4), (4, 4))
    assert territory.count == (1, 2, 0)
    assert (territory.owners, territory.points, territory.share) == ((O,), 2, 2)
    after = play(state, Draw((3, 5), "ULD"))
    assert (after.phase, after.active) == ("bonus", S)
    assert play(after, Bonus((2, 5), "L")).active == O


def test_example_7_the_second_counting_example() -> None:
    state = table(
        [[(4, 4), (3, 6)], [(3, 4), (5, 6), (4, 5)]],
        [[(4, 4), (3, 4), (3, 6), (5, 6), (5, 5)], [(3, 5), (4, 5)]],
        number=2,
    )
    (territory,) = closed(state, (4, 4), "RD")
    assert territory.cells == ((3, 4), (4, 4), (3, 5), (4, 5))
    assert (territory.count, territory.owners, territory.points) == ((3, 2, 0), (S,), 4)


def test_example_10_a_territory_closed_with_the_wall() -> None:
    state = table([[(5, 1)], [(3, 2)]], [[(3, 2), (3, 1), (5, 1)]], number=2)
    (territory,) = closed(state, (5, 1), "RD")
    assert territory.cells == ((3, 0), (4, 0), (5, 0))
    assert (territory.count, territory.owners, territory.points) == ((1, 0, 0), (S,), 3)


def test_example_13_two_territories_and_one_bonus() -> None:
    state = table(
        [[(3, 4), (5, 5)], [(3, 5), (4, 5)]],
        [[(3, 4), (3, 5), (5, 5), (5, 4)], [(4, 4), (4, 5)]],
        number=3,
    )
    left, right = closed(state, (3, 4), "RRU")
    assert (left.cells, left.count, left.owners, left.points) == (((3, 4),), (1, 2, 0), (O,), 1)
    assert (right.cells, right.count, right.owners, right.points) == (((4, 4),), (1, 1, 0), (S,), 1)
    after = play(state, Draw((3, 4), "RRU"))
    bonuses = [(move.start, move.steps) for move in GAME.legal(after, S) if isinstance(move, Bonus)]
    assert sorted(bonuses) == [
        ((3, 4), "L"),
        ((3, 4), "U"),
        ((5, 3), "L"),
        ((5, 3), "R"),
        ((5, 3), "U"),
        ((5, 5), "D"),
        ((5, 5), "R"),
    ]
    assert play(after, Decline()).phase == play(after, Bonus((5, 3), "U")).phase == "draw"


def test_example_15_a_double_church() -> None:
    state = table([[(5, 8)], [(5, 7), (6, 7)]], [[(5, 8), (5, 7), (7, 7)]], number=3)
    (territory,) = closed(state, (5, 8), "RRU")
    assert territory.cells == ((5, 7), (6, 7))
    assert (territory.count, territory.owners, territory.points) == ((2, 2, 0), (S,), 3)


@pytest.mark.parametrize("number", range(1, 7))
def test_example_16_no_legal_draw(number: int) -> None:
    position = {"soldiers": [[(4, 4)], [(7, 7)], [(2, 6)]], "lines": [[(3, 4), (5, 4)], [(4, 3), (4, 5)]]}
    strict = table(**position, number=number)
    assert list(GAME.legal(strict, S)) == [Stuck()]
    assert GAME.forced(strict) == (S, Stuck())
    state, events = told(strict, Stuck())
    assert events[0] == Left(seat=S, number=number)
    assert state.left == (1, None, None)
    gentle = table(**position, number=number, options={"elimination": "skip_turn"})
    state, events = told(gentle, Stuck())
    assert events[0] == Skipped(seat=S, number=number)
    assert (state.left, state.table[0][S]) == ((None,) * 3, number)


def test_example_17_the_closing_example() -> None:
    """On 26 March church A has a 0, B a 3, C a 2 and D a 6."""
    town = the_town()
    churches = {church.id: church.cells for church, _ in town.churches}
    ordinary = iter(cell for cell in town.points(town.cells) if not any(cell in c for c in churches.values()))
    land = [
        _territory(ordinary, 17, churches["C"], T, "0326"),
        _territory(ordinary, 13, churches["D"], O, "0326"),
        _territory(ordinary, 13, churches["B"], S, "0326"),
        _territory(ordinary, 7, churches["A"], D, "0326"),
    ]
    assert [score(land, seat) for seat in (T, O, S, D)] == [21, 20, 17, 9]
    counted = [[row.points for row in rows(land, seat)] for seat in (T, O, S, D)]
    assert counted == [[17, 4, 0], [13, 7, 0], [13, 4, 0], [7, 2, 0]]


def _territory(
    ordinary: Iterator[Cell], normal: int, church: tuple[Cell, ...], owner: Seat, date: str
) -> Territory:
    cells = (*[next(ordinary) for _ in range(normal)], *church)
    points = points_of(the_town(), date, the_town().mask(cells))
    count = tuple(int(seat == owner) for seat in range(4))
    return Territory(cells, count, (owner,), points, points, owner)


def test_the_examples_can_be_loaded_without_a_number_too() -> None:
    state = table([[(4, 5)]])
    assert (state.phase, state.active) == ("choose", T)
    assert GAME.default(state, T, CHANCE) == Choose(1), "no soldier, so nothing can be drawn: the lowest"
