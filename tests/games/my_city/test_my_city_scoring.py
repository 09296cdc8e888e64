"""The score sheet of My City (section 4), the golden games, and what is still missing in a row."""

from typing import Any

import pytest

from bot.games.contract import Seat
from bot.games.my_city.cells import Roll, cells_of, mask_of
from bot.games.my_city.game import GAME
from bot.games.my_city.moves import MyCityState, Sheet
from bot.games.my_city.preview import rows_after
from bot.games.my_city.scoring import Part, bag_points, rows
from bot.games.my_city.site import Site
from tests.games.my_city.positions import (
    CHANCE,
    PASS,
    PLATEAU,
    PRINTED,
    STOP,
    A,
    B,
    filled,
    labels,
    move,
    play,
    points,
    rolled,
    row,
    sheet,
    table,
)

# Whole games (10.16) ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PRINTED["golden_games"], ids=lambda game: f"episode {game['episode']}")
def test_10_16_golden_games(game: dict[str, Any]) -> None:
    """With the dice they were played with, through the rules."""
    given = {} if game["bandits_active"] is None else {"bandits": game["bandits_active"]}
    state = table(game["episode"], sheet(**given))
    for turn in game["rounds"]:
        if "dice" in turn:
            state = rolled(state, Roll(*turn["dice"]))
            shown = state.roll and state.roll.shape
            assert turn["shape"] == shown or turn.get("type") in ("church", "fortress")
        built = turn["action"] not in ("pass", "stop")
        state = play(state, " ".join(labels(turn["cells"])) if built else turn["action"])
        assert not built or state.sheets[A].drawn[-1].kind == turn["type"]
    (result,) = state.results
    assert {**{row.key: row.points for row in result.rows[A]}, "total": result.points[A]} == game["expected"]
    assert (state.phase, state.sheets[A].ticks) == ("over", game["pass_boxes_ticked"])
    assert result.bags == (sum((game["expected_bags"] or {}).values()),)


# Rows (section 4) ------------------------------------------------------------------------------------


def test_10_6_groups_of_episode_2() -> None:
    case = next(case for case in PRINTED["examples"] if case["kind"] == "score")
    drawn = [{"kind": item["type"], "cells": labels(item["cells"])} for item in case["already_built"]]
    state = table(2, {"drawn": drawn})
    assert points(state) == case["expected"]
    parts = [said(part) for part in row(state, "largest_groups").parts]
    assert parts == ["4/5 residential", "2/2 industrial", "1/1 public"]


WELL = "r F5 F6 F7 F8, p G7 H7, i G9, p F9"
"""Around the well G8 of episode 3: west, north and south."""
GOLD = "r D1, r E1, r D2 D3, r D4 E4, p F4 F5 G5 H5"
"""Some of the gold of episode 10: E1 and H5."""
RING = "r C1, r B1, r A1 A2, r C2 C3"
"""Three sides of bandit 1 at B2."""
BESIDE_TWO = "r F10 F9, c E9 E10, c F8 G8, i E8, p D9"
"""Buildings beside the two churches of episode 7 at E9 and F8."""
TREES = (
    "r C4 C5 C6, r C7 C8, r D8 D9 E9, r E10 E11, r D11, "
    "r B3, r A3, r A2, r A1, r B1, r D4, r E4, r F4 G4, r G5"
)
"""Over all trees of episode 12."""
ALL_BANDITS = [f"bandit_{number}" for number in range(1, 6)]
SCORED: list[tuple[str, int, str | dict[str, Any], dict[str, int]]] = [
    # Episode 1 has 5 trees, 6 rocks and 60 meadow cells; F2 is a rock, F4 a tree.
    ("4", 1, "", {"trees": 5, "rocks": -6, "empty_meadow": -60, "passes": 0, "total": -61}),
    ("4", 1, "r E2 F2 G2, r E3 F3 F4", {"trees": 4, "rocks": -5, "empty_meadow": -56, "total": -57}),
    ("4: no meadow: plateau", 7, "", {"empty_meadow": -53}),
    ("4: no meadow: gold", 9, "", {"empty_meadow": -55}),
    ("4: no meadow: wells", 3, "", {"empty_meadow": -60}),
    ("4: meadow without a bandit", 11, "", {"empty_meadow": -65}),
    ("4: no meadow below a bandit", 11, sheet(bandits=ALL_BANDITS), {"empty_meadow": -63}),
    ("4: a group across the river", 2, "r D1, r E1", {"largest_groups": 2}),
    ("4: no building of a type", 2, "", {"largest_groups": 0}),
    ("4: a single building", 2, "p D1", {"largest_groups": 1}),
    ("4: three buildings at a well", 3, WELL, {"wells": 0}),
    ("4: four buildings at a well", 3, f"{WELL}, i H8", {"wells": 4}),
    ("8.15: one on two sides", 3, "r F5 F6 F7 F8, p G7 H7 H8, i F9 G9", {"wells": 0}),
    ("4: a church at a well", 4, "r D7, r D8, c A7 B7 C7, r B8, r D9, r C9", {"wells": 4}),
    ("4: a church with all types", 6, "r C4, i D4, p B5", {"churches": 3}),
    ("8.16", 7, BESIDE_TWO, {"churches": 3}),
    ("4", 8, "", {"woodland": -9}),
    ("4", 8, "r H10 H11, r G11", {"woodland": -6}),
    ("4", 10, GOLD, {"gold_all_built": 0, "first_gold": 0}),
    ("4: a bandit with three sides closed", 10, RING, {"bandits": -15}),
    ("4: a bandit with four sides closed", 10, f"{RING}, r B3", {"bandits": -12}),
    ("4: bandits of episode 11", 11, "", {"bandits": -9, "complete_groups": 0}),
    ("4: bandits of episode 12", 12, "", {"bandits": -12, "never_passed": 6}),
    ("4: one group of three types", 11, "r G3, r G5, i F4", {"complete_groups": 3}),
    ("4: three groups of three types", 11, "r G3, r F3, i F4, p H4", {"complete_groups": 9}),
    ("4: two groups of episode 12", 12, "r C2, i C4", {"complete_groups": 12}),
    ("4", 12, sheet(ticks=1), {"never_passed": 0}),
    ("8.19: uncovered trees", 12, "", {"trees": 4, "all_trees_built": 0}),
    ("8.19: all trees built over", 12, TREES, {"trees": 0, "all_trees_built": 6}),
]


@pytest.mark.parametrize(("paragraph", "episode", "own", "expected"), SCORED)
def test_what_a_sheet_scores(
    paragraph: str, episode: int, own: str | dict[str, Any], expected: dict[str, int]
) -> None:
    found = points(table(episode, own))
    assert {key: found[key] for key in expected} == expected


ALL_TYPES = "residential industrial public"
BUILT_4 = "c C3 D3 E3, c C4 D4 C5 D5, r E4, r E5, r B3, r B4, r A4"
PROGRESS: list[tuple[str, int, str, str, int, str]] = [
    ("4", 1, "r E2 F2 G2, r E3 F3 F4", "trees", 0, "1/5 B5 E8 G9 B10"),
    ("4: no group across a church", 4, BUILT_4, "largest_groups", 0, "3/5 residential"),
    ("4", 3, WELL, "wells", 0, "3/4 G8 H8"),
    ("4", 3, f"{WELL}, i H8", "wells", 0, "4/4 G8"),
    ("8.15", 3, "r F5 F6 F7 F8, p G7 H7 H8, i F9 G9", "wells", 0, "3/4 G8"),
    ("4", 4, "r D7, r D8, c A7 B7 C7, r B8, r D9, r C9", "wells", 1, "4/4 C8"),
    ("4: C5 and D5 are one printed church", 6, "r C4, i D4", "churches", 0, "2/3 C5 B5 E5 C6 D6 public"),
    ("4", 6, "r C4, i D4", "churches", 1, f"0/3 F7 F6 G6 E7 H7 E8 H8 F9 G9 {ALL_TYPES}"),
    ("8.16: beside F9, E8 and D9", 7, BESIDE_TWO, "churches", 0, "3/3 E9 D10 E11"),
    ("8.16: beside F9 and E8, not D9", 7, BESIDE_TWO, "churches", 1, "2/3 F8 F7 G7 H8 G9 public"),
    ("4", 8, "r H10 H11, r G11", "woodland", 0, "3/9 G3 H3 G4 H4 H5 H9"),
    ("4", 10, GOLD, "gold_all_built", 0, "2/4 A6 E11"),
    ("4", 10, RING, "bandits", 0, "3/4 bandit_1 B3"),
    ("4", 11, "r G3, r G5, i F4", "complete_groups", 0, "1/2 residential"),
    ("4", 11, "r G3, r G5, i F4", "complete_groups", 1, "1/1 industrial"),
    ("4", 11, "r G3, r G5, i F4", "complete_groups", 2, "0/1 public"),
]


def said(part: Part) -> str:
    """What it is, where something is missing, which types are."""
    return " ".join(filter(None, [f"{part.have}/{part.need}", part.what, *part.cells, *part.lacks]))


@pytest.mark.parametrize(("paragraph", "episode", "own", "key", "number", "part"), PROGRESS)
def test_how_far_a_row_has_come(
    paragraph: str, episode: int, own: str, key: str, number: int, part: str
) -> None:
    assert said(row(table(episode, own), key).parts[number]) == part


def test_4_churches_do_not_score_in_episode_4() -> None:
    assert "churches" not in points(table(4))


def test_4_all_gold_of_episode_10_gives_5_to_everybody_and_5_to_the_first() -> None:
    rest = ", r C4, r B5 C5, r A5, r A6, r E5, r E6, r E7, r E8, r E9, r E10"
    state = table(10, GOLD + rest, GOLD + rest, "", dice="I1")
    state = play(state, "A E11; B pass; C pass; dice I1; A pass; B E11; C pass")
    both = [(points(state, seat)["gold_all_built"], points(state, seat)["first_gold"]) for seat in (A, B)]
    assert both == [(5, 5), (5, 0)]


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
    """The edge, mountain, forest, a well, flood water and structures; no river line, no other bandit. On our
    sheets every bandit has four buildable sides, so a cell of any kind stands for one here."""
    site = Site(episode, Sheet(bandits=tuple(ALL_BANDITS) if episode == 10 else ()))
    found = cells_of(site.open_sides(mask_of((cell,))))
    assert set(found) == set(wanted.split())


def test_4_every_bandit_of_ours_has_four_sides_to_be_closed() -> None:
    open_ones = row(table(10), "bandits").parts
    assert [(part.have, len(part.cells)) for part in open_ones] == [(0, 4)] * 5


def test_4_all_meadow_gives_12_and_all_rocks_6_in_episode_12() -> None:
    for left, built, worth in ((("A4", "E2", "B1"), 0, 0), (("B1",), 12, 6)):
        found = points(table(12, filled(12, *left)))
        assert (found["all_meadow_built"], found["all_rocks_built"]) == (built, worth)
    assert (found["empty_meadow"], found["trees"]) == (0, 1)


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
    state = table(7, "r F10, r F9, i F8", dice="V3 p")
    view = GAME.view(state, None)
    for made in (*GAME.legal(state, A)[::5], PASS, STOP):
        after = GAME.apply(state, A, made, CHANCE).state
        assert rows_after(view, A, made) == rows(after, A)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("state", "made", "key", "worth"),
    [
        (table(7, PLATEAU, "", dice="I1"), "C1", "first_plateau", 5),
        (table(7, PLATEAU, f"{PLATEAU}, r C1", dice="I1"), "C1", "first_plateau", 0),
        (table(5, dice="compass"), "pass", "passes", -2),
    ],
)
def test_the_preview_knows_open_bonuses_and_churches(
    state: MyCityState, made: str, key: str, worth: int
) -> None:
    found = {item.key: item.points for item in rows_after(GAME.view(state, A), A, move(made))}  # type: ignore[arg-type]
    assert found[key] == worth
