"""The score sheet of My City (section 4), the golden games, and what is still missing in a row."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games.contract import Seat
from bot.games.my_city.cells import Roll, cells_of, mask_of
from bot.games.my_city.game import GAME
from bot.games.my_city.moves import Build, MyCityState, Sheet
from bot.games.my_city.preview import rows_after
from bot.games.my_city.scoring import Part, bag_points, rows
from bot.games.my_city.site import Site, layout_of
from tests.games.my_city.positions import (
    CHANCE,
    COMPASS,
    PASS,
    PRINTED,
    STOP,
    A,
    B,
    at,
    labels,
    play,
    points,
    roll,
    rolled,
    row,
    sheet,
    table,
    told,
)

# Whole games (10.16) ---------------------------------------------------------------------------------


def replayed(game: dict[str, Any]) -> MyCityState:
    """A golden game through the rules, with the dice it was played with."""
    given = {} if game["bandits_active"] is None else {"bandits": game["bandits_active"]}
    state = table(game["episode"], sheet(**given))
    for turn in game["rounds"]:
        if "dice" in turn:
            state = rolled(state, Roll(*turn["dice"]))
            shown = state.roll and state.roll.shape
            assert turn["shape"] == shown or turn.get("type") in ("church", "fortress")
        moves = {"pass": PASS, "stop": STOP}
        state = play(state, moves.get(turn["action"]) or Build(labels(turn["cells"])))
        if "type" in turn:
            assert state.sheets[A].drawn[-1].kind == turn["type"]
    return state


@pytest.mark.parametrize("game", PRINTED["golden_games"], ids=lambda game: f"episode {game['episode']}")
def test_10_16_golden_games(game: dict[str, Any]) -> None:
    state = replayed(game)
    (result,) = state.results
    expected = dict(game["expected"])
    assert state.phase == "over"
    assert result.points == (expected.pop("total"),)
    assert {row.key: row.points for row in result.rows[A]} == expected
    assert state.sheets[A].ticks == game["pass_boxes_ticked"]
    assert result.bags == (sum((game["expected_bags"] or {}).values()),)


# Rows (section 4) ------------------------------------------------------------------------------------


def test_10_6_groups_of_episode_2() -> None:
    case = next(case for case in PRINTED["examples"] if case["kind"] == "score")
    drawn = [{"kind": item["type"], "cells": labels(item["cells"])} for item in case["already_built"]]
    state = table(2, {"drawn": drawn})
    assert points(state) == case["expected"]
    parts = row(state, "largest_groups").parts
    assert parts == (Part(4, 5, "residential"), Part(2, 2, "industrial"), Part(1, 1, "public"))


def test_4_trees_rocks_and_meadow_count_uncovered() -> None:
    """Episode 1 has 5 trees, 6 rocks and 60 meadow cells; F2 is a rock, F4 a tree."""
    assert points(table(1)) == {"trees": 5, "rocks": -6, "empty_meadow": -60, "passes": 0, "total": -61}
    state = table(1, "r E2 F2 G2, r E3 F3 F4")
    assert points(state) == {"trees": 4, "rocks": -5, "empty_meadow": -56, "passes": 0, "total": -57}
    (part,) = row(state, "trees").parts
    assert (part.have, part.need, part.cells) == (1, 5, ("B5", "E8", "G9", "B10"))


def test_4_plateau_gold_wells_and_water_are_no_meadow() -> None:
    """53 meadow cells of episode 7, 55 of episode 9, 60 of episode 3."""
    assert [points(table(number))["empty_meadow"] for number in (7, 9, 3)] == [-53, -55, -60]


def test_4_a_bandit_cell_is_meadow_without_an_active_bandit() -> None:
    """Episode 11 has 63 meadow cells and two bandits more than are active."""
    every = [f"bandit_{number}" for number in range(1, 6)]
    assert points(table(11))["empty_meadow"] == -65
    assert points(table(11, sheet(bandits=every)))["empty_meadow"] == -63


def test_4_groups_link_across_the_river_but_not_across_a_church() -> None:
    assert points(table(2, "r D1, r E1"))["largest_groups"] == 2
    state = table(4, "c C3 D3 E3, c C4 D4 C5 D5, r E4, r E5, r B3, r B4, r A4")
    assert row(state, "largest_groups").parts[0] == Part(3, 5, "residential")


def test_4_no_building_of_a_type_gives_nothing_a_single_one_1() -> None:
    assert points(table(2))["largest_groups"] == 0
    assert points(table(2, "p D1"))["largest_groups"] == 1


WELL = "r F5 F6 F7 F8, p G7 H7, i G9, p F9"
"""Around the well G8 of episode 3: west, north and south."""


def test_4_a_well_needs_four_different_buildings() -> None:
    state = table(3, WELL)
    assert points(state)["wells"] == 0
    assert row(state, "wells").parts == (Part(3, 4, "G8", ("H8",)),)
    done = table(3, f"{WELL}, i H8")
    assert points(done)["wells"] == 4
    assert row(done, "wells").parts == (Part(4, 4, "G8"),)


def test_8_15_one_building_on_two_sides_counts_once() -> None:
    state = table(3, "r F5 F6 F7 F8, p G7 H7 H8, i F9 G9")
    assert row(state, "wells").parts == (Part(3, 4, "G8"),)
    assert points(state)["wells"] == 0


def test_4_a_church_counts_at_a_well() -> None:
    """The well C8 of episode 4: a church to the north, buildings on the other sides."""
    state = table(4, "r D7, r D8, c A7 B7 C7, r B8, r D9, r C9")
    assert row(state, "wells").parts[1] == Part(4, 4, "C8")
    assert points(state)["wells"] == 4


def test_4_a_church_needs_a_building_of_each_type() -> None:
    """Printed ones count, too; C5 and D5 are one church of episode 6."""
    state = table(6, "r C4, i D4")
    first, second = row(state, "churches").parts
    assert (first.have, first.need, first.what, first.lacks) == (2, 3, "C5", ("public",))
    assert first.cells == ("B5", "E5", "C6", "D6")
    assert (second.have, second.what, second.lacks) == (0, "F7", ("residential", "industrial", "public"))
    assert points(table(6, "r C4, i D4, p B5"))["churches"] == 3


def test_8_16_a_building_counts_for_every_church_it_touches() -> None:
    """In episode 7 F9 and E8 touch both churches, D9 only one of them."""
    state = table(7, "r F10 F9, c E9 E10, c F8 G8, i E8, p D9")
    first, second = row(state, "churches").parts
    assert (first.what, first.lacks) == ("E9", ())
    assert (second.what, second.lacks) == ("F8", ("public",))
    assert points(state)["churches"] == 3


def test_4_churches_do_not_score_in_episode_4() -> None:
    assert "churches" not in points(table(4))


def test_4_woodland_costs_1_for_each_uncovered_cell() -> None:
    assert points(table(8))["woodland"] == -9
    state = table(8, "r H10 H11, r G11")
    assert points(state)["woodland"] == -6
    assert row(state, "woodland").parts[0].cells == ("G3", "H3", "G4", "H4", "H5", "H9")


GOLD = "r D1, r E1, r D2 D3, r D4 E4, p F4 F5 G5 H5"
"""Some of the gold of episode 10: E1 and H5."""


def test_4_all_gold_of_episode_10_gives_5_to_everybody_and_5_to_the_first() -> None:
    state = table(10, GOLD)
    assert (points(state)["gold_all_built"], points(state)["first_gold"]) == (0, 0)
    assert row(state, "gold_all_built").parts[0].cells == ("A6", "E11")
    rest = ", r C4, r B5 C5, r A5, r A6, r E5, r E6, r E7, r E8, r E9, r E10"
    state = table(10, GOLD + rest, GOLD + rest, "", roll=roll("I1"))
    state, _ = told(state, (A, at("E11")), (B, PASS), (Seat(2), PASS))
    state, _ = told(rolled(state, roll("I1")), (A, PASS), (B, at("E11")), (Seat(2), PASS))
    both = [(points(state, seat)["gold_all_built"], points(state, seat)["first_gold"]) for seat in (A, B)]
    assert both == [(5, 5), (5, 0)]


def test_4_a_bandit_is_enclosed_when_structures_close_all_four_sides() -> None:
    """Bandit 1 at B2."""
    state = table(10, "r C1, r B1, r A1 A2, r C2 C3")
    bandit = row(state, "bandits").parts[0]
    assert bandit == Part(3, 4, "bandit_1", ("B3",))
    assert points(state)["bandits"] == -15
    assert points(table(10, "r C1, r B1, r A1 A2, r C2 C3, r B3"))["bandits"] == -12


@pytest.mark.parametrize(
    ("episode", "cell", "wanted"),
    [
        (1, "A4", "B4 A5"),
        (1, "G2", "G3 F2"),
        (1, "D4", "D3 C4 E4 D5"),
        (3, "G7", "G6 F7 H7"),
        (6, "B5", "B4 A5 B6"),
        (7, "E5", "E4 F5 E6"),
        (10, "C6", "C5 B6 D6 C7"),
    ],
)
def test_4_what_closes_a_side_of_a_bandit(episode: int, cell: str, wanted: str) -> None:
    """The edge, mountain, forest, a well, flood water and structures; no river line. On our sheets every
    bandit has four buildable sides, so a cell of any kind stands for one here."""
    site = Site(episode, Sheet())
    found = cells_of(site.open_sides(mask_of((cell,))))
    assert set(found) == set(wanted.split())


def test_4_every_bandit_of_ours_has_four_sides_to_be_closed() -> None:
    open_ones = row(table(10), "bandits").parts
    assert [part.have for part in open_ones] == [0] * 5
    assert all(len(part.cells) == 4 for part in open_ones)


def test_4_another_bandit_closes_no_side() -> None:
    site = Site(10, Sheet(bandits=("bandit_1", "bandit_2")))
    assert site.open_sides(mask_of(("C2",))) & mask_of(("B2",))


def test_4_bandits_weigh_6_in_episode_12() -> None:
    assert points(table(12))["bandits"] == -12
    assert points(table(11))["bandits"] == -9


def test_4_complete_groups_are_one_group_of_at_least_one_building() -> None:
    assert points(table(11))["complete_groups"] == 0
    assert points(table(11, "r G3, r G5, i F4"))["complete_groups"] == 3
    assert points(table(11, "r G3, r F3, i F4, p H4"))["complete_groups"] == 9
    parts = row(table(11, "r G3, r G5, i F4"), "complete_groups").parts
    assert [(part.have, part.need) for part in parts] == [(1, 2), (1, 1), (0, 1)]
    assert points(table(12, "r C2, i C4"))["complete_groups"] == 12


def test_4_never_passed_in_episode_12() -> None:
    assert points(table(12))["never_passed"] == 6
    assert points(table(12, sheet(ticks=1)))["never_passed"] == 0


def test_8_19_uncovered_trees_or_all_of_them_in_episode_12() -> None:
    state = table(12)
    assert (points(state)["trees"], points(state)["all_trees_built"]) == (4, 0)
    south = "r C4 C5 C6, r C7 C8, r D8 D9 E9, r E10 E11, r D11"
    north = "r B3, r A3, r A2, r A1, r B1, r D4, r E4, r F4 G4, r G5"
    state = table(12, f"{south}, {north}")
    assert (points(state)["trees"], points(state)["all_trees_built"]) == (0, 6)


def test_4_all_meadow_gives_12_and_all_rocks_6_in_episode_12() -> None:
    layout = layout_of(12)
    free = layout.buildable & ~sum(layout.bandits[name] for name in ("bandit_2", "bandit_5"))
    cells = cells_of(free)
    state = table(12, ", ".join(f"r {cell}" for cell in cells if cell not in ("A4", "E2", "B1")))
    assert (points(state)["all_meadow_built"], points(state)["all_rocks_built"]) == (0, 0)
    state = table(12, ", ".join(f"r {cell}" for cell in cells if cell != "B1"))
    assert (points(state)["all_meadow_built"], points(state)["all_rocks_built"]) == (12, 6)
    assert (points(state)["empty_meadow"], points(state)["trees"]) == (0, 1)


def test_3_4_the_rows_of_an_episode_are_those_of_its_table() -> None:
    every = ["trees", "rocks", "empty_meadow"]
    assert [item.key for item in rows(table(1), A)] == [*every, "passes"]
    assert [item.key for item in rows(table(9), A)] == [
        *(*every, "largest_groups", "woodland", "passes"),
        *("first_woodland", "first_gold", "gold_bags"),
    ]


# Gold bags (section 6) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "case", next(case["cases"] for case in PRINTED["examples"] if case["kind"] == "gold_bag_ranking")
)
def test_10_10_gold_bag_ranking(case: dict[str, Any]) -> None:
    assert list(bag_points(case["bags"])) == case["points"]


@pytest.mark.parametrize(("bags", "worth"), [(0, 0), (2, 0), (3, 10), (5, 10), (6, 20), (9, 20)])
def test_6_4_alone_bags_are_measured_by_the_solo_table(bags: int, worth: int) -> None:
    assert bag_points([bags]) == (worth,)


def test_6_4_the_ranking_counts_the_bags_of_7_8_and_9() -> None:
    earlier = [{"episode": 7, "bags": [2, 0, 1]}, {"episode": 8, "bags": [0, 1, 3]}]
    state = table(9, sheet(ticks=1), "", sheet(ticks=1), results=earlier)
    assert [points(state, Seat(seat))["gold_bags"] for seat in range(3)] == [10, 10, 20]
    assert row(state, "gold_bags", B).parts == (Part(2, 4),)


# What a choice would give ----------------------------------------------------------------------------


def test_the_preview_of_a_choice_is_the_sheet_after_it() -> None:
    state = table(7, "r F10, r F9, i F8", roll=roll("V3", "p"))
    view = GAME.view(state, None)
    for move in (*GAME.legal(state, A)[::5], PASS, STOP):
        after = GAME.apply(state, A, move, CHANCE).state
        assert rows_after(view, A, move) == rows(after, A)  # pyright: ignore[reportArgumentType]


def test_the_preview_knows_an_open_bonus_and_a_bag() -> None:
    almost = "r F10, r F9 F8, r F7 F6, r F5, r F4 F3, r E3, r D3, r C3, r A3 B3, r D2, r C2"
    state = table(7, almost, "", roll=roll("I1"))
    found = {item.key: item.points for item in rows_after(GAME.view(state, A), A, at("C1"))}
    assert found["first_plateau"] == 5
    late = table(7, almost, almost + ", r C1", roll=roll("I1"))
    found = {item.key: item.points for item in rows_after(GAME.view(late, A), A, at("C1"))}
    assert found["first_plateau"] == 0


def test_the_preview_of_a_church_passed_ticks_two_boxes() -> None:
    state = table(5, roll=COMPASS)
    found = {item.key: item.points for item in rows_after(GAME.view(state, A), A, PASS)}
    assert found["passes"] == -2
