"""Territories (section 7): which part becomes one, whose it is, what it is worth."""

from __future__ import annotations

import pytest

from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import Draw
from bot.games.noerdlingen.territories import owners_of, points_of
from tests.games.noerdlingen.positions import O, S, T, closed, play, table

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
