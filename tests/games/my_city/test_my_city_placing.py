"""Where something may be built in My City (3.3, 5.2, 5.3), and how it is tried out and typed."""

from random import Random
from typing import Any

import pytest

from bot.games.contract import Refusal, Seat
from bot.games.my_city.cells import LABELS, orientations, shape_of, spot
from bot.games.my_city.city import CITY, EPISODES, Spot
from bot.games.my_city.game import GAME
from bot.games.my_city.ghost import STEPS, Ghost, changes, ghost_from, ghost_of, spot_from, ways
from bot.games.my_city.legal import legal_spots, must_stop, refusal, task_of
from bot.games.my_city.moves import Build, MyCityState
from bot.games.my_city.preview import ends_round, offers
from tests.games.my_city.positions import (
    COMPASS,
    KINDS,
    PASS,
    PRINTED,
    STOP,
    A,
    B,
    C,
    accepted,
    at,
    cells,
    labels,
    play,
    points,
    refused,
    roll,
    rolled,
    sheet,
    spots,
    table,
    told,
)
from tests.games.my_city.sample import SAMPLE
from tests.games.samples import walk

LETTERS = {kind: letter for letter, kind in KINDS.items()}


def placed(case: dict[str, Any]) -> MyCityState:
    """The position of a worked example."""
    given: dict[str, Any] = {
        "drawn": [{"kind": item["type"], "cells": labels(item["cells"])} for item in case["already_built"]]
    }
    if case["bandits_active"] is not None:
        given["bandits"] = case["bandits_active"]
    return table(case["episode"], given)


@pytest.mark.parametrize(
    ("case", "test"),
    [
        pytest.param(case, test, id=f"{case['id']} {test['why']}")
        for case in PRINTED["examples"]
        if case["kind"] == "placement"
        for test in case["tests"]
    ],
)
def test_10_worked_examples_of_placing(case: dict[str, Any], test: dict[str, Any]) -> None:
    state, fortress = placed(case), test["type"] == "fortress"
    shape = shape_of(map(tuple, test["cells"]))
    assert shape is not None
    state = rolled(state, COMPASS if fortress else roll(shape, LETTERS[test["type"]]))
    assert accepted(state, Build(labels(test["cells"]))) == test["legal"]


FLOODED = "r F10 F9, p E8 E9, i E7 E6"
REFUSED = [
    ("10.2", 1, "", "I2", "D1 E1", "crosses_river"),
    ("10.2", 1, "", "I2", "A5 B5", "start_river"),
    ("10.2", 1, "", "I1", "E4", "start_river"),
    ("10.3", 1, "r D1 D2", "I1", "G5", "touches_nothing"),
    ("10.3", 1, "r D1 D2", "I1", "C3", "touches_nothing"),
    ("10.3", 1, "r D1 D2", "I1", "D2", "on_structure"),
    ("10.4", 7, FLOODED, "I1", "C6", "touches_nothing"),
    ("10.4", 7, FLOODED, "I1", "D4", "on_water"),
    ("3.3.1", 1, "", "I2", "D0 D1", "no_such_cell"),
    ("3.3.1", 1, "", "I2", "H1 I1", "no_such_cell"),
    ("3.3.1", 1, "", "I2", "C1 D1", "on_mountain"),
    ("3.3.1", 1, "", "I2", "G1 H1", "on_forest"),
    ("3.3.2", 1, "", "I1", "A1", "on_mountain"),
    ("3.3.2", 1, "", "I1", "H1", "on_forest"),
    ("3.3.2", 3, "", "I1", "G8", "on_well"),
    ("3.3.2", 6, "", "I1", "C5", "on_structure"),
    ("3.3.2", 7, "", "I1", "D5", "on_water"),
    ("3.3.2", 7, "", "I1", "G10", "on_structure"),
    ("3.3.2", 10, "", "I1", "B2", "on_bandit"),
    ("3.3.2", 11, "", "I1", "G4", "on_structure"),
    ("3.3.4", 6, "", "I1", "A5", "start_church"),
    ("3.3.4", 7, "", "I1", "E4", "start_sawmill"),
    ("3.3.4", 12, "", "I1", "A4", "start_fortress"),
    ("3.3.4: a church", 4, "", "compass", "A5 A6 A7", "start_river"),
    ("3.3.4: a church", 4, "", "compass", "D1 E1 D2", "wrong_shape"),
    ("5.2", 4, "c D1 E1 F1", "compass", "D2 E2 D3 E3", "crosses_river"),
    ("5.2", 4, "c D1 E1 F1", "compass", "E1 F1 E2 F2", "on_structure"),
    ("5.2", 4, "c D1 E1 F1", "compass", "A4 B4 A5 B5", "touches_nothing"),
    ("5.3", 11, "", "compass", "B2", "on_bandit"),
    ("5.3", 11, "", "compass", "G4", "on_structure"),
    ("5.3", 11, "", "compass", "A9", "on_forest"),
    ("8.3", 1, "", "I1", "A4", "start_river"),
]


@pytest.mark.parametrize(("paragraph", "episode", "drawn", "dice", "where", "code"), REFUSED)
def test_where_nothing_may_be_built(
    paragraph: str, episode: int, drawn: str, dice: str, where: str, code: str
) -> None:
    state = table(episode, drawn, roll=COMPASS if dice == "compass" else roll(dice))
    assert refused(state, at(*where.split())) == code


def test_10_4_flood_water_parts_its_banks() -> None:
    assert {"D9", "F6"} <= spots(table(7, FLOODED, roll=roll("I1")))


def test_3_3_3_a_building_may_bend_around_the_end_of_a_river_corner() -> None:
    """The river turns at D3: D3 and D4 are parted, C3, D3 and C4 are not."""
    state = table(1, roll=roll("V3"))
    assert accepted(state, at("C3", "D3", "C4"))
    assert refused(state, at("D3", "C4", "D4")) == "crosses_river"


def test_3_3_4_the_first_one_needs_a_side_on_the_start_feature() -> None:
    assert spots(table(6, roll=roll("I1"))) == {
        *("C4", "D4", "B5", "E5", "C6", "D6"),
        *("F6", "G6", "E7", "H7", "E8", "H8", "F9", "G9"),
    }
    assert spots(table(7, roll=roll("I1"))) == {"G9", "F10"}
    assert spots(table(8, roll=roll("I1"))) == {"G9", "F10", "H10", "G11"}


def test_3_3_4_passes_before_the_first_structure_change_nothing() -> None:
    state = play(table(1, roll=roll("I1")), PASS, PASS)
    assert refused(rolled(state, roll("I1")), at("A5")) == "start_river"
    assert accepted(rolled(state, roll("I1")), at("D1"))


def test_3_3_5_later_ones_touch_any_structure_also_across_the_river() -> None:
    """Also opposite on the other bank (8.4)."""
    state = table(1, "r D1 D2", roll=roll("I1"))
    assert spots(state) == {"E1", "E2", "C2", "D3"}


def test_3_3_5_printed_structures_are_structures() -> None:
    """After a first building beside one church, the other one may be built at."""
    state = table(6, "r C4", roll=roll("I1"))
    assert {"F9", "H8", "B4", "D4"} <= spots(state)


def test_3_3_6_trees_and_rocks_may_be_built_over_and_3_3_4_a_church_may_be_the_first_one() -> None:
    assert accepted(table(4, roll=COMPASS), at("D1", "E1", "F1"))
    assert accepted(table(1, "r E1 E2", roll=roll("I1")), at("F2"))
    assert accepted(table(1, "r E3 F3", roll=roll("I1")), at("F4"))


def test_a_building_is_the_shape_of_the_dice_told_in_any_order() -> None:
    state = table(1, roll=roll("V3"))
    assert Build(("D2", "D1", "C2")) == at("D1", "C2", "D2")
    assert accepted(state, at("D2", "C2", "D1"))
    for wrong in ("D1 D2", "D1 D2 D2", "", "D1 D2 D3"):
        assert refused(state, at(*wrong.split())) == "wrong_shape"


# Churches (5.2) and fortresses (5.3) -----------------------------------------------------------------


CHURCHES = ("C3 D3 E3", "C4 D4 C5 D5", "B6 C6 D6 C7")
"""All three of episode 4, in their order."""


def asked(state: MyCityState) -> list[str]:
    """What each seat has to build, as its kind and shape."""
    tasks = [task_of(state, Seat(seat)) for seat in range(state.seats)]
    return [f"{task.kind} {task.shape}" for task in tasks if task]


def test_5_2_a_compass_asks_for_the_leftmost_church_not_built_yet() -> None:
    """Passed, it stays the next one. Without churches left the compass means nothing (8.6)."""
    state = rolled(play(table(4, roll=COMPASS), PASS), COMPASS)
    found = asked(state)
    for church in CHURCHES:
        state = rolled(play(state, at(*church.split())), COMPASS)
        found += asked(state)
    assert found == ["church I3", "church O4", "church T4", "residential I1"]


def test_5_2_players_can_be_at_different_churches() -> None:
    built = (", ".join(f"c {church}" for church in CHURCHES), f"c {CHURCHES[0]}", "")
    assert asked(table(4, *built, roll=COMPASS)) == ["residential I1", "church O4", "church I3"]


@pytest.mark.parametrize("episode", [1, 2, 3, 9, 10])
def test_5_1_without_a_meaning_the_left_die_and_the_white_one_count(episode: int) -> None:
    assert asked(table(episode, roll=COMPASS)) == ["residential I1"]


def test_5_3_a_fortress_stands_on_any_free_cell() -> None:
    assert len(spots(table(11, roll=COMPASS))) == 72


def test_5_3_one_may_build_next_to_a_new_fortress_that_stands_alone() -> None:
    state = play(table(11, roll=COMPASS), at("E5"))
    assert accepted(rolled(state, roll("I1")), at("F5"))
    assert refused(table(11, roll=roll("I1")), at("F5")) == "start_fortress"


def test_5_3_after_four_fortresses_the_compass_means_nothing() -> None:
    state = table(11, "f A1, f C1, f E1, f F1", roll=COMPASS)
    assert asked(state) == ["residential I1"]
    assert accepted(state, PASS)
    assert refused(table(11, "f A1, f C1, f E1", roll=COMPASS), PASS) == "fortress_not_passed"


def test_10_12_bandit_cells() -> None:
    state = table(11, roll=roll("I1"))
    assert {"A8", "G3"} <= spots(state)
    assert refused(state, at("B2")) == "on_bandit"
    assert accepted(rolled(state, roll("I2")), at("F3", "G3"))
    wild = table(11, sheet(bandits=["bandit_1", "bandit_2", "bandit_3", "bandit_4"]), roll=roll("I2"))
    assert refused(wild, at("F3", "G3")) == "on_bandit"


# Everything that is legal, by a slow oracle of its own ----------------------------------------------


def oracle(state: MyCityState, seat: int) -> set[frozenset[Spot]]:
    """All legal placements, worked out cell by cell from the printed data."""
    data, own, task = EPISODES[state.episode], state.sheets[seat], task_of(state, Seat(seat))
    assert task is not None
    ground = {(r, c): sign for r, line in enumerate(data.grid) for c, sign in enumerate(line)}
    active = {data.bandits[name] for name in own.bandits}
    drawn = {(int(cell[1:]) - 1, "ABCDEFGH".index(cell[0])) for item in own.drawn for cell in item.cells}
    built = drawn | {place for place, sign in ground.items() if sign in "CSK"}
    free = {place for place, sign in ground.items() if sign in ".TRPLGB"} - active - drawn
    river = {frozenset(pair) for pair in data.river}
    start = {"sawmill": "S", "church": "C", "fortress": "K"}.get(data.start, "")
    found: set[frozenset[Spot]] = set()
    for form in orientations(task.shape):
        for top in range(11):
            for left in range(8):
                cells = frozenset((top + r, left + c) for r, c in form)
                pairs = {frozenset([one, other]) for one in cells for other in sides(one) if other in cells}
                if not cells <= free or pairs & river:
                    continue
                beside = [other for one in cells for other in sides(one)]
                banks = any(one in pair for one in cells for pair in river)
                at_start = (
                    banks if data.start == "river" else any(ground.get(b, " ") == start for b in beside)
                )
                near = any(other in built for other in beside) if own.drawn else at_start
                if near or task.kind == "fortress":
                    found.add(cells)
    return found


def sides(place: Spot) -> list[Spot]:
    row, column = place
    return [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]


@pytest.mark.parametrize("seed", range(24))
def test_exactly_what_the_oracle_allows_is_legal(seed: int) -> None:
    played = walk(SAMPLE, seed)
    for state in Random(seed).choices(played.states, k=8):
        for seat in range(state.seats):
            if state.phase == "round" and not state.sheets[seat].stopped:
                shown = [
                    frozenset((int(cell[1:]) - 1, "ABCDEFGH".index(cell[0])) for cell in cells)
                    for cells in legal_spots(state, Seat(seat))
                ]
                assert len(shown) == len(set(shown))
                assert set(shown) == oracle(state, seat)


def test_panels_hear_the_same_from_a_view() -> None:
    state = table(1, "r D1 D2", "", roll=roll("I2"))
    view = GAME.view(state, None)
    for seat in map(Seat, range(2)):
        assert legal_spots(view, seat) == legal_spots(state, seat)
        assert task_of(view, seat) == task_of(state, seat)
        assert not must_stop(view, seat)
    no = refusal(view, A, at("D1", "E1"))
    assert no is not None
    assert (no.code, no.data) == ("on_structure", {"cell": "D1"})
    assert refusal(view, A, at("E1", "E2")) is None
    assert STOP in GAME.legal(state, A)


SHAPES = [shape.id for shape in CITY.shapes]
EVERYWHERE = [Ghost(at, turn, flip) for at in LABELS for turn in range(4) for flip in (False, True)]


def steered(ghost: Ghost, shape: str, *steps: str) -> str:
    """Where the shape stands after these steps."""
    for step in steps:
        ghost = ghost.steered(shape, step)  # pyright: ignore[reportArgumentType]
    return " ".join(ghost.cells(shape))


def test_a_ghost_covers_the_cells_from_its_upper_left_one() -> None:
    assert Ghost("D4").cells("L4") == cells("D4 D5 E5 F5")
    assert Ghost("F4", 0, True).cells("L4") == cells("F4 D5 E5 F5")
    assert Ghost("D4", 1).cells("L4") == cells("D4 E4 D5 D6")
    assert Ghost("C2").cells("I1") == cells("C2")


@pytest.mark.parametrize(
    ("start", "shape", "steps", "where"),
    [
        ("D4", "I2", "right", "E4 F4"),
        ("D4", "I2", "left", "C4 D4"),
        ("D4", "I2", "up", "D3 E3"),
        ("D4", "I2", "down down", "D6 E6"),
        ("D4", "L4", "turn", "D4 E4 D5 D6"),
        ("D4", "L4", "turn turn", "D4 E4 F4 F5"),
        *(("A1", "I2", step, "A1 B1") for step in ("left", "up")),
        *(("G11", "I2", step, "G11 H11") for step in ("right", "down")),
    ],
)
def test_arrows_move_it_by_a_cell_within_the_sheet_and_turns_go_clockwise(
    start: str, shape: str, steps: str, where: str
) -> None:
    assert steered(Ghost(start), shape, *steps.split()) == where


def test_four_turns_lead_back() -> None:
    start = Ghost("D4")
    for shape in SHAPES:
        assert steered(start, shape, *["turn"] * 4) == steered(start, shape)


@pytest.mark.parametrize("turn", range(4))
def test_a_flip_mirrors_what_is_seen_from_left_to_right(turn: int) -> None:
    for shape in SHAPES:
        ghost = Ghost("D4", turn).inside(shape)
        before = [spot(cell) for cell in ghost.cells(shape)]
        left, right = min(column for _, column in before), max(column for _, column in before)
        after = [spot(cell) for cell in ghost.steered(shape, "flip").cells(shape)]
        assert after == sorted((row, left + right - column) for row, column in before)


@pytest.mark.parametrize("shape", SHAPES)
def test_it_never_leaves_the_sheet(shape: str) -> None:
    for ghost in EVERYWHERE:
        inside = ghost.inside(shape)
        for step in STEPS:
            assert shape_of(map(spot, inside.steered(shape, step).cells(shape))) == shape


def test_one_that_reaches_over_the_edge_has_no_cells_until_it_is_moved_inside() -> None:
    for ghost, shape in ((Ghost("H4"), "I2"), (Ghost("A11"), "L4"), (Ghost("A1", 0, True), "L4")):
        with pytest.raises(Refusal, match="off_sheet"):
            ghost.cells(shape)
    assert Ghost("H4").inside("I2") == Ghost("G4")
    with pytest.raises(Refusal, match="no_such_cell"):
        Ghost("I4").cells("I2")


@pytest.mark.parametrize("shape", SHAPES)
def test_every_place_of_a_shape_is_known_as_one_ghost(shape: str) -> None:
    for ghost in EVERYWHERE:
        wanted = ghost.inside(shape).cells(shape)
        found = ghost_of(wanted)
        assert found.cells(shape) == wanted
        assert (found.flip, found.turn) <= (ghost.flip, ghost.turn)
    with pytest.raises(Refusal, match="wrong_shape"):
        ghost_of(cells("A1 B2"))


def test_all_ways_to_lie_from_a_cell_are_known() -> None:
    assert ways("I2", "D4") == (cells("D4 E4"), cells("D4 D5"))
    assert ways("I2", "H4") == (cells("H4 H5"),)
    assert ways("I2", "H11") == ()
    assert len(ways("L4", "D4")) == 8
    with pytest.raises(Refusal, match="no_such_cell"):
        ways("I2", "I4")


def test_a_control_carries_it_in_a_few_characters() -> None:
    for ghost in EVERYWHERE:
        assert ghost_from(str(ghost)) == ghost
        assert len(str(ghost)) <= 6
    assert str(Ghost("D4", 1, True)) == "D4/1f"
    for nonsense in ("", "D4", "I4/0", "A12/0", "A0/0", "D4/4", "D4/1x", "D4/1f "):
        assert ghost_from(nonsense) is None


def test_every_spot_that_is_suggested_is_understood_as_typed() -> None:
    for ghost in EVERYWHERE:
        assert spot_from(str(ghost)) == spot_from(f" {str(ghost).upper()} ") == ghost
    with pytest.raises(Refusal) as caught:
        spot_from("nowhere " + "x" * 80)
    assert caught.value.data == {"cell": "NOWHERE"}
    with pytest.raises(Refusal) as caught:
        spot_from("," * 80)
    assert caught.value.data == {"cell": "," * 39 + "…"}


def test_turning_and_flipping_are_offered_where_they_make_a_difference() -> None:
    turning = {shape for shape in SHAPES if changes(shape, "turn")}
    flipping = {shape for shape in SHAPES if changes(shape, "flip")}
    assert turning == set(SHAPES) - {"I1", "O4"}
    assert flipping == set(SHAPES) - {"I1", "I2", "I3", "I4", "O4"}


def test_spots_are_offered_with_what_they_gain_the_best_ones_first() -> None:
    state = table(2, "r D1 D2, p E1 E2", roll=roll("V3"))
    found = offers(state, A)
    assert {" ".join(offer.cells) for offer in found} == spots(state)
    gains = [offer.gain for offer in found]
    assert gains == sorted(gains, reverse=True)
    assert len(set(gains)) > 1
    for offer in found:
        after = play(state, Build(offer.cells))
        assert points(after)["total"] - points(state)["total"] == offer.gain


def test_whoever_has_left_the_episode_is_offered_nothing() -> None:
    assert offers(table(1, {"stopped": True}, ""), A) == ()


def test_a_choice_ends_the_round_when_all_others_have_chosen_or_left() -> None:
    state = table(1, "", "", {"stopped": True})
    assert not ends_round(GAME.view(state, A), A)
    state, _ = told(state, (B, PASS))
    assert ends_round(GAME.view(state, A), A)
    assert not ends_round(GAME.view(state, B), B)
    assert not ends_round(GAME.view(table(1, "", "", ""), C), C)
    assert ends_round(GAME.view(table(1), A), A)
