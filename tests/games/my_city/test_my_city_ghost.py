"""The ghost of a building on the sheet: steering, and what a control carries of it."""

from __future__ import annotations

import pytest

from bot.games.contract import Refusal
from bot.games.my_city.cells import LABELS, shape_of, spot
from bot.games.my_city.city import CITY
from bot.games.my_city.game import GAME
from bot.games.my_city.ghost import STEPS, Ghost, changes, ghost_from, ghost_of, ways
from bot.games.my_city.moves import Build
from bot.games.my_city.preview import ends_round, offers, spot_from
from tests.games.my_city.positions import PASS, A, B, C, cells, play, points, roll, spots, table, told

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


def test_arrows_move_it_by_a_cell() -> None:
    start = Ghost("D4")
    assert steered(start, "I2", "right") == "E4 F4"
    assert steered(start, "I2", "left") == "C4 D4"
    assert steered(start, "I2", "up") == "D3 E3"
    assert steered(start, "I2", "down", "down") == "D6 E6"


def test_a_turn_goes_clockwise_and_four_of_them_lead_back() -> None:
    start = Ghost("D4")
    assert steered(start, "L4", "turn") == "D4 E4 D5 D6"
    assert steered(start, "L4", "turn", "turn") == "D4 E4 F4 F5"
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


def test_at_the_edge_an_arrow_changes_nothing() -> None:
    assert Ghost("A1").steered("I2", "left") == Ghost("A1")
    assert Ghost("A1").steered("I2", "up") == Ghost("A1")
    assert Ghost("G11").steered("I2", "right") == Ghost("G11")
    assert Ghost("G11").steered("I2", "down") == Ghost("G11")


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
    assert offers(table(1, {"stopped": True}, ""), A) == []


def test_a_choice_ends_the_round_when_all_others_have_chosen_or_left() -> None:
    state = table(1, "", "", {"stopped": True})
    assert not ends_round(GAME.view(state, A), A)
    state, _ = told(state, (B, PASS))
    assert ends_round(GAME.view(state, A), A)
    assert not ends_round(GAME.view(state, B), B)
    assert not ends_round(GAME.view(table(1, "", "", ""), C), C)
    assert ends_round(GAME.view(table(1), A), A)
