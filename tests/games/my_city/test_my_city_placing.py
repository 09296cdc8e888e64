"""Where something may be built in My City, when one may pass (3.3, 3.4, 5), how it is tried out and typed."""

from random import Random
from typing import Any

import pytest

from bot.games.contract import Refusal, Seat
from bot.games.my_city.cells import LABELS, orientations, shape_of, spot
from bot.games.my_city.city import CITY, EPISODES, Spot
from bot.games.my_city.game import GAME
from bot.games.my_city.ghost import STEPS, Ghost, changes, ghost_from, ghost_of, spot_from, ways
from bot.games.my_city.legal import legal_spots, must_stop, refusal, task_of
from bot.games.my_city.moves import MyCityState
from bot.games.my_city.preview import ends_round, offers, pass_pays, pass_worth
from tests.games.my_city.positions import (
    CHURCHES,
    KINDS,
    PRINTED,
    A,
    B,
    C,
    cells,
    filled,
    labels,
    move,
    play,
    points,
    sheet,
    spots,
    table,
    why,
)
from tests.games.my_city.sample import SAMPLE
from tests.games.samples import walk

LETTERS = {kind: letter for letter, kind in KINDS.items()}


def placed(case: dict[str, Any], dice: str) -> MyCityState:
    """The position of a worked example."""
    drawn = [{"kind": item["type"], "cells": labels(item["cells"])} for item in case["already_built"]]
    bandits = {} if case["bandits_active"] is None else {"bandits": case["bandits_active"]}
    return table(case["episode"], {"drawn": drawn, **bandits}, dice=dice)


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
    shape, kind = shape_of(map(tuple, test["cells"])), LETTERS[test["type"]]
    state = placed(case, "compass" if kind == "f" else f"{shape} {kind}")
    assert (why(state, " ".join(labels(test["cells"]))) == "") == test["legal"]


Own = str | dict[str, Any]
ALL_BUT_5 = sheet(bandits=[f"bandit_{number}" for number in range(1, 5)])
SIX = sheet("r D1", ticks=6)
MOVES: list[tuple[str, int, Own, str, str, str]] = [
    ("10.3", 1, "r D1 D2", "I1", "G5", "touches_nothing"),
    ("10.3", 1, "r D1 D2", "I1", "C3", "touches_nothing"),
    ("10.3", 1, "r D1 D2", "I1", "D2", "on_structure"),
    ("10.4: flood water parts its banks", 7, "r F10 F9, p E8 E9, i E7 E6", "I1", "C6", "touches_nothing"),
    ("10.12", 11, ALL_BUT_5, "I2", "F3 G3", "on_bandit"),
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
    ("3.3.3: around the end of a river corner", 1, "", "V3", "C3 D3 C4", ""),
    ("3.3.3: the river turns at D3", 1, "", "V3", "D3 C4 D4", "crosses_river"),
    ("3.3.4", 6, "", "I1", "A5", "start_church"),
    ("3.3.4", 7, "", "I1", "E4", "start_sawmill"),
    ("3.3.4", 12, "", "I1", "A4", "start_fortress"),
    ("3.3.4: passes before change nothing", 1, sheet(ticks=2), "I1", "A5", "start_river"),
    ("3.3.4: passes before change nothing", 1, sheet(ticks=2), "I1", "D1", ""),
    ("3.3.4: a church", 4, "", "compass", "A5 A6 A7", "start_river"),
    ("3.3.4: a church", 4, "", "compass", "D1 E1 D2", "wrong_shape"),
    ("3.3.4: a church may be the first one", 4, "", "compass", "D1 E1 F1", ""),
    ("3.3.5: beside either printed church", 6, "r C4", "I1", "F9", ""),
    ("3.3.5", 6, "r C4", "I1", "H8", ""),
    ("3.3.5", 6, "r C4", "I1", "B4", ""),
    ("3.3.5", 6, "r C4", "I1", "D4", ""),
    ("3.3.6: over a rock", 1, "r E1 E2", "I1", "F2", ""),
    ("3.3.6: over a tree", 1, "r E3 F3", "I1", "F4", ""),
    *[("2: the shape of the dice", 1, "", "V3", wrong, "wrong_shape") for wrong in ("D1 D2", "D1 D2 D3")],
    *[("2: each cell once", 1, "", "V3", wrong, "wrong_shape") for wrong in ("D1 D2 D2", "")],
    ("2: told in any order", 1, "", "V3", "D2 C2 D1", ""),
    ("5.2", 4, "c D1 E1 F1", "compass", "D2 E2 D3 E3", "crosses_river"),
    ("5.2", 4, "c D1 E1 F1", "compass", "E1 F1 E2 F2", "on_structure"),
    ("5.2", 4, "c D1 E1 F1", "compass", "A4 B4 A5 B5", "touches_nothing"),
    ("5.3", 11, "", "compass", "B2", "on_bandit"),
    ("5.3", 11, "", "compass", "G4", "on_structure"),
    ("5.3", 11, "", "compass", "A9", "on_forest"),
    ("5.3: there is none", 11, "", "I1", "F5", "start_fortress"),
    ("8.3", 1, "", "I1", "A4", "start_river"),
    ("8.2: although something fits", 1, "", "I1", "pass", ""),
    ("8.2: in round 1", 1, "", "I1", "stop", ""),
    ("3.4: six ticks are all", 1, SIX, "I1", "pass", "boxes_full"),
    ("3.4", 1, SIX, "I1", "D2", ""),
    ("3.4", 1, SIX, "I1", "stop", ""),
    ("8.7: a church with one free box", 5, sheet(ticks=5), "compass", "pass", "church_boxes"),
    ("8.7", 5, sheet(ticks=5), "I1", "pass", ""),
    ("8.7", 5, sheet(ticks=6), "compass", "pass", "boxes_full"),
    ("5.3: a fortress is never passed", 12, "", "compass", "pass", "fortress_not_passed"),
    ("5.3", 12, "", "compass", "stop", ""),
    ("5.3: after four", 11, "f A1, f C1, f E1, f F1", "compass", "pass", ""),
    ("5.3: after three", 11, "f A1, f C1, f E1", "compass", "pass", "fortress_not_passed"),
    ("3.4: nobody passes in episode 6", 6, "", "I1", "pass", "no_passing"),
    ("3.4: not even a church", 6, "", "compass", "pass", "no_passing"),
    ("3.4", 6, "", "compass", "stop", ""),
]


@pytest.mark.parametrize(("paragraph", "episode", "own", "dice", "made", "code"), MOVES)
def test_what_may_be_done(paragraph: str, episode: int, own: Own, dice: str, made: str, code: str) -> None:
    assert why(table(episode, own, dice=dice), made) == code


@pytest.mark.parametrize(
    ("paragraph", "episode", "own", "wanted"),
    [
        ("3.3.4: at a church", 6, "", "C4 D4 B5 E5 C6 D6 F6 G6 E7 H7 E8 H8 F9 G9"),
        ("3.3.4: at the sawmill", 7, "", "G9 F10"),
        ("3.3.4", 8, "", "G9 F10 H10 G11"),
        ("3.3.5 and 8.4: also across the river", 1, "r D1 D2", "E1 E2 C2 D3"),
    ],
)
def test_where_a_single_cell_may_be_built(paragraph: str, episode: int, own: Own, wanted: str) -> None:
    assert spots(table(episode, own, dice="I1")) == {*cells(wanted)}


def test_5_3_a_fortress_stands_on_any_free_cell() -> None:
    assert len(spots(table(11, dice="compass"))) == 72


ONE, TWO = CHURCHES.split(", ")[0], ", ".join(CHURCHES.split(", ")[:2])
ASKED: list[tuple[str, int, list[Own], str]] = [
    ("5.2: the leftmost church not built yet", 4, ["", ONE, TWO], "church I3, church O4, church T4"),
    ("5.2: passed it stays", 4, [sheet(ticks=2)], "church I3"),
    ("8.6: none is left", 4, [CHURCHES, ""], "residential I1, church I3"),
    ("5.3: after four fortresses", 11, ["f A1, f C1, f E1, f F1"], "residential I1"),
    *[("5.1: without a meaning", episode, [""], "residential I1") for episode in (1, 2, 3, 9, 10)],
]


@pytest.mark.parametrize(("paragraph", "episode", "sheets", "wanted"), ASKED)
def test_what_a_compass_asks_for(paragraph: str, episode: int, sheets: list[Own], wanted: str) -> None:
    """By seat: players can be at different churches."""
    state = table(episode, *sheets, dice="compass")
    tasks = [task_of(state, Seat(seat)) for seat in range(state.seats)]
    assert ", ".join([f"{task.kind} {task.shape}" for task in tasks if task]) == wanted


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
    state = table(1, "r D1 D2", "", dice="I2")
    view = GAME.view(state, None)
    for seat in (A, B):
        assert legal_spots(view, seat) == legal_spots(state, seat)
        assert task_of(view, seat) == task_of(state, seat)
        assert not must_stop(view, seat)
    no = refusal(view, A, move("D1 E1"))
    assert no is not None
    assert (no.code, no.data) == ("on_structure", {"cell": "D1"})
    assert refusal(view, A, move("E1 E2")) is None


SHAPES = [shape.id for shape in CITY.shapes]
EVERYWHERE = [Ghost(at, turn, flip) for at in LABELS for turn in range(4) for flip in (False, True)]


def steered(ghost: Ghost, shape: str, *steps: str) -> str:
    """Where the shape stands after these steps."""
    for step in steps:
        ghost = ghost.steered(shape, step)  # pyright: ignore[reportArgumentType]
    return " ".join(ghost.cells(shape))


@pytest.mark.parametrize(
    ("start", "shape", "steps", "where"),
    [
        ("C2", "I1", "", "C2"),
        ("D4", "L4", "", "D4 D5 E5 F5"),
        ("D4", "L4", "flip", "F4 D5 E5 F5"),
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
    state = table(2, "r D1 D2, p E1 E2", dice="V3")
    found = [(" ".join(offer.cells), offer.gain) for offer in offers(state, A)]
    assert {where for where, _ in found} == spots(state)
    gains = [gain for _, gain in found]
    assert gains == sorted(gains, reverse=True)
    assert len(set(gains)) > 1
    before = points(state)["total"]
    assert gains == [points(play(state, where))["total"] - before for where, _ in found]


@pytest.mark.parametrize(
    ("free", "ticks", "cost", "gains"),
    [
        pytest.param("D4", 0, 1, 4, id="a cell of meadow, which 4 rolls of 36 fit"),
        pytest.param("D4", 5, 3, 4, id="the last box, which is worth -10 after -7"),
        pytest.param("F4", 0, 1, 0, id="a tree, which is better left"),
        pytest.param("D4 D5", 0, 1, 4 + 8 * 2, id="room for a pair"),
        pytest.param(
            "F7 G7 H7 F8 G8 H8", 4, 2, 4 + 8 * 2 + (3 + 8) * 3 + (5 + 4) * 4 + 2 * 5, id="room for 7 shapes"
        ),
    ],
)
def test_a_pass_pays_where_the_next_roll_gains_as_much_on_average(
    free: str, ticks: int, cost: int, gains: int
) -> None:
    state = table(1, sheet(filled(1, *free.split()), ticks=ticks), dice="I4")
    assert pass_worth(state, A) == (cost, pytest.approx(gains / 36))
    assert pass_pays(state, A) is (gains >= 36 * cost)


def test_3_4_what_is_not_legal_pays_nothing() -> None:
    assert pass_worth(table(6, dice="I4"), A) is None
    assert not pass_pays(table(6, dice="I4"), A)


def test_whoever_has_left_the_episode_is_offered_nothing() -> None:
    assert offers(table(1, {"stopped": True}, ""), A) == ()


def test_a_choice_ends_the_round_when_all_others_have_chosen_or_left() -> None:
    state = table(1, "", "", {"stopped": True})
    chosen = play(state, "B pass")
    last = [(state, A), (chosen, A), (chosen, B), (table(1, "", "", ""), C), (table(1), A)]
    assert [ends_round(GAME.view(table, seat), seat) for table, seat in last] == [
        *(False, True, False),
        *(False, True),
    ]
