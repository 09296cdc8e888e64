"""The end of Thurn and Taxis and its scores (section 6), paragraph by paragraph."""

from __future__ import annotations

import pytest

from bot.games.contract import Refusal, ScoreRow, Seat
from bot.games.thurn_and_taxis.closing import preview
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import CITIES
from bot.games.thurn_and_taxis.moves import Begin, Close, EndTriggered, EndTurn, GameOver, TakeBlind
from bot.games.thurn_and_taxis.state import TaxisState
from tests.games.thurn_and_taxis.positions import (
    CHANCE,
    A,
    B,
    C,
    cities,
    closed,
    play,
    refused,
    table,
    tiles,
    told,
)

BAIERN_ROW = "wuerzburg nuernberg regensburg passau"
REST = " ".join(city for city in CITIES if city not in cities(BAIERN_ROW))
"""The other 18 cities."""
EIGHTEEN = " ".join([city for city in CITIES if city not in ("augsburg", "muenchen")][:18])
SEVEN = "mannheim stuttgart ulm augsburg muenchen salzburg linz"


def last_offices(active: Seat) -> TaxisState:
    """Worked example 14: seats A (starter), B, C; whoever's turn it is has two offices left."""
    routes, offices = ["", "", ""], ["", "", ""]
    routes[active], offices[active] = BAIERN_ROW, REST
    return table(
        " / ".join(routes),
        hands="lodz / lodz / lodz",
        offices=" / ".join(offices),
        active=active,
        phase="close",
    )


def one_turn(state: TaxisState) -> TaxisState:
    """A turn without anything of note."""
    return play(state, TakeBlind(), Begin("lodz"), EndTurn())


CLOSE = Close(cities("regensburg passau"))


def test_6_the_last_office_causes_the_end() -> None:
    """Worked example 14: two of four cities in one region; game_end is one point; C plays, A does not."""
    state = last_offices(B)
    assert refused(state, Close(cities("nuernberg regensburg passau"))) == "offices_left"
    state, events = told(state, CLOSE)
    assert [*closed(events).tiles] == tiles("game_end 1")
    assert events[1] == EndTriggered(seat=B, why="offices")
    assert GAME.view(state, None).players[B].offices_left == 0
    assert (state.ending, state.active) == (B, C)
    step = GAME.apply(play(state, TakeBlind(), Begin("lodz")), C, EndTurn(), CHANCE)
    assert (step.state.phase, step.milestone, step.events) == ("over", True, (GameOver(),))
    assert GAME.decisions(step.state) == {}
    assert refused(step.state, TakeBlind(), A) == "over"
    with pytest.raises(Refusal):
        GAME.default(step.state, A, CHANCE)


def test_6_whoever_plays_last_in_the_round_ends_the_game_at_once() -> None:
    """Worked example 14: had C triggered instead."""
    state, events = told(last_offices(C), CLOSE)
    assert state.phase == "over"
    assert events[-1] == GameOver()


def test_6_after_the_start_player_everybody_plays_once_more() -> None:
    """Worked example 14: had A triggered, B and C would each get one more turn."""
    state = play(last_offices(A), CLOSE)
    for seat in (B, C):
        assert state.active == seat
        state = one_turn(state)
    assert state.phase == "over"


def test_6_the_round_ends_before_the_start_player_whoever_that_is() -> None:
    state = table(
        f"/ / {SEVEN}",
        hands="lodz / lodz / lodz",
        start_player=1,
        active=2,
        carriages=[0, 0, 6],
        phase="close",
    )
    state = play(state, Close())
    assert (state.active, state.ending) == (A, C)
    assert one_turn(state).phase == "over"


def test_6_a_carriage_of_level_7_causes_the_end() -> None:
    state = table(f"{SEVEN} /", hands="lodz / lodz", carriages=[6, 0], phase="close")
    assert preview(GAME.view(state, None), ()).trigger == "carriage"
    state, events = told(state, Close())
    assert [*closed(events).tiles] == tiles("length_7 4, game_end 1")
    assert events[1] == EndTriggered(seat=A, why="carriage")


def test_6_both_at_once_give_one_tile() -> None:
    state = table(f"{SEVEN} /", hands="lodz", offices=EIGHTEEN, carriages=[6, 0], phase="close")
    state = play(state, Close(cities("augsburg muenchen")))
    assert state.tiles[A].count(tiles("game_end 1")[0]) == 1


def test_6_later_ones_reach_it_without_a_tile() -> None:
    """Turns in the rest of the round are normal, and may also reach level 7 or 20 offices."""
    state = table(
        f"/ {SEVEN}",
        hands="lodz / lodz",
        active=1,
        carriages=[7, 6],
        offices=f"/ {EIGHTEEN}",
        tiles=[tiles("game_end 1"), []],
        phase="close",
    )
    assert preview(GAME.view(state, None), cities("augsburg muenchen")).trigger is None
    state, events = told(state, Close(cities("augsburg muenchen")))
    assert [*closed(events).tiles] == tiles("length_7 4, baiern 5")
    assert not any(isinstance(event, EndTriggered) for event in events)
    assert (state.carriages, state.ending, state.phase) == ((7, 7), A, "over")


# Scores and places -----------------------------------------------------------------------------------


def over(carriages: list[int], owned: list[str], offices: list[int], **more: int) -> TaxisState:
    """A finished game with these carriages, tiles, and numbers of offices."""
    lists = [" ".join(list(CITIES)[:count]) for count in offices]
    return table(
        " /" * (len(carriages) - 1),
        offices=" / ".join(lists),
        carriages=carriages,
        tiles=[tiles(text) for text in owned],
        active=len(carriages) - 1,
        phase="over",
        **more,
    )


def test_6_score_is_highest_carriage_tiles_and_minus_unplaced_offices() -> None:
    state = over([7, 4, 0], ["game_end 1, length_5 2, length_5 1, baden 3", "", "baiern 5"], [18, 12, 0])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores == (10 + 7 - 2, 3 - 8, 5 - 20)
    assert outcome.places == (1, 2, 3)
    assert outcome.breakdown == (
        (
            ScoreRow("carriage", 10),
            ScoreRow("tile_length_5", 3),
            ScoreRow("tile_baden", 3),
            ScoreRow("tile_game_end", 1),
            ScoreRow("unplaced", -2),
        ),
        (ScoreRow("carriage", 3), ScoreRow("unplaced", -8)),
        (ScoreRow("carriage", 0), ScoreRow("tile_baiern", 5), ScoreRow("unplaced", -20)),
    )
    assert [player.score for player in GAME.view(state, None).players] == [15, -5, -15]


def test_6_a_row_still_open_and_cards_in_hand_count_nothing() -> None:
    bare = over([7, 0], ["game_end 1", ""], [0, 0])
    rich = table(
        f"{SEVEN} / ulm augsburg muenchen",
        hands="lodz lodz / basel basel",
        carriages=[7, 0],
        tiles=[tiles("game_end 1"), []],
        active=1,
        phase="over",
    )
    assert GAME.outcome(rich) == GAME.outcome(bare)


@pytest.mark.parametrize(
    ("holder", "places"), [(0, (1, 2, 3, 4)), (1, (4, 1, 2, 3)), (2, (3, 4, 1, 2)), (3, (2, 3, 4, 1))]
)
def test_6_ties_go_to_the_holder_of_game_end_and_then_clockwise(holder: int, places: tuple[int, ...]) -> None:
    """All four have 1 point: the holder 10 - 10 + 1, the others 1 more office."""
    carriages, offices = [7] * 4, [11] * 4
    offices[holder] = 10
    owned = ["", "", "", ""]
    owned[holder] = "game_end 1"
    outcome = GAME.outcome(over(carriages, owned, offices))
    assert outcome is not None
    assert outcome.scores == (1, 1, 1, 1)
    assert outcome.places == places


def test_6_the_tied_are_met_clockwise_from_a_holder_who_is_not_among_them() -> None:
    """Also on lower places: seat 2 holds game_end and is last; 3 is met before 0 and 1."""
    outcome = GAME.outcome(over([4, 4, 7, 4], ["", "", "game_end 1", ""], [15, 20, 0, 15]))
    assert outcome is not None
    assert outcome.scores == (-2, 3, -9, -2)
    assert outcome.places == (3, 1, 4, 2)


def test_6_there_is_no_outcome_before_the_end() -> None:
    assert GAME.outcome(last_offices(B)) is None
