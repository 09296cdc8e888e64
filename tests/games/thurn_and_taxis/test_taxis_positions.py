"""Positions of Thurn and Taxis: what follows from little, what is inconsistent, what holds in every game."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from bot.games.thurn_and_taxis.closing import gains
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import CITIES
from bot.games.thurn_and_taxis.moves import Close, TurnBegun
from bot.games.thurn_and_taxis.scoring import FULL
from bot.games.thurn_and_taxis.turn import CARDS
from tests.games.samples import walk
from tests.games.thurn_and_taxis.positions import A, cities, others, table, tiles
from tests.games.thurn_and_taxis.sample import SAMPLE

FIVE = "mannheim stuttgart ulm augsburg muenchen"


# What is left out ------------------------------------------------------------------------------------


def test_one_list_by_seat_is_enough() -> None:
    state = GAME.restore(b'{"routes": [[], [], []]}')
    assert (state.seats, state.phase, state.active, state.turn) == (3, "take", 0, 1)
    assert state.display == CARDS[:6]
    assert state.deck == CARDS[6:]
    assert state.stacks == FULL
    assert state.forced_postmaster
    assert state.carriages == (0, 0, 0)


def test_cards_that_are_nowhere_make_display_and_deck() -> None:
    state = table("mannheim carlsruhe /", hands="freiburg freiburg", discard="freiburg")
    assert state.display == cities("mannheim carlsruhe stuttgart ulm sigmaringen wuerzburg")
    assert len(state.deck) == 66 - 2 - 2 - 1 - 6


def test_beside_a_deck_they_make_the_discard_pile() -> None:
    state = table(deck="ulm basel", display="lodz linz passau kempten pilsen budweis")
    assert state.deck == ("ulm", "basel")
    assert len(state.discard) == 66 - 2 - 6


def test_the_stacks_are_what_nobody_owns_and_the_end_was_caused_by_the_owner_of_its_tile() -> None:
    state = table(carriages=[7, 0], tiles=[tiles("baden 3, game_end 1"), tiles("baden 2")])
    assert GAME.view(state, None).stacks[3] == (1,)
    assert state.ending == A


def test_the_turn_follows_from_round_and_seat() -> None:
    state = table("/ /", hands="lodz / lodz / lodz", round=4, active=0, start_player=2)
    assert state.turn == 3 * 3 + 2


def test_counts_and_official_follow_from_the_phase() -> None:
    for phase, taken, played in (("take", 0, 0), ("play", 1, 0), ("close", 1, 1)):
        state = table(f"{FIVE} /", hands="lodz lodz", phase=phase)
        assert (state.taken, state.played, state.official) == (taken, played, None)
    assert table(f"{FIVE} /", hands="lodz", played=2, taken=1).official == "postal_carrier"
    called = table(f"{FIVE} /", hands="lodz lodz lodz", taken=2, phase="play")
    assert (called.official, called.forced_postmaster) == ("postmaster", False)
    assert table(f"{FIVE} /", hands="lodz", phase="close").taken == 1
    forced = table(f"{FIVE} /", hands="lodz", phase="close", forced_postmaster=True)
    assert (forced.taken, forced.official) == (2, "postmaster")


def test_where_no_card_can_be_taken_the_turn_begins_with_playing_or_closing() -> None:
    """Edge 4: the begin of a turn as it is once taking, and perhaps playing, was skipped."""
    empty: dict[str, Any] = {"display": [None] * 6, "deck": "", "discard": ""}
    playing = table(hands=f"ulm / {others('ulm')}", **empty)
    assert (playing.phase, playing.taken, playing.played, playing.official) == ("play", 0, 0, None)
    closing = table(f"{FIVE} /", hands=f"/ {others(FIVE)}", **empty)
    assert (closing.phase, closing.taken, closing.played, closing.official) == ("close", 0, 0, "postmaster")


def test_a_route_can_be_closed_with_any_official_when_no_hands_are_told() -> None:
    state = GAME.restore(
        msgspec.json.encode({"routes": [cities(FIVE), ()], "carriages": [6, 0], "phase": "close"})
    )
    assert Close((), cartwright=True) in GAME.legal(state, A)


# What is inconsistent --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, "the number of seats"),
        ({"routes": [[], []], "hands": [[]]}, "the number of seats"),
        ({"routes": [[], []], "colour": "red"}, "unknown field `colour`"),
        ({"routes": [[]]}, "1 seats"),
        ({"routes": [[]] * 5}, "5 seats"),
        ({"routes": [["ulm", "lodz"], []]}, "no road joins ulm and lodz"),
        ({"routes": [["ulm", "augsburg", "ulm"], []]}, "has a city twice"),
        ({"routes": [["atlantis"], []]}, "there is no city atlantis"),
        ({"hands": [["ulm"] * 4, []]}, "4 cards of ulm"),
        ({"hands": [[], []], "deck": [], "discard": ["ulm"]}, "cards of"),
        ({"offices": [["ulm", "ulm"], []]}, "two offices in a city"),
        ({"offices": [["atlantis"], []]}, "there is no city atlantis"),
        ({"offices": [list(CITIES), []]}, "22 offices"),
        ({"offices": [list(CITIES)[:20], []]}, "`ending` is missing"),
        ({"carriages": [7, 0]}, "`ending` is missing"),
        ({"carriages": [2, 0]}, "there is no carriage 2"),
        ({"carriages": [6, 0], "ending": 0}, "belongs to whoever causes the end"),
        ({"tiles": [[{"stack": "game_end", "value": 1}], []]}, "no reason to end the game"),
        ({"tiles": [[{"stack": "baden", "value": 4}], []]}, "stack baden"),
        ({"tiles": [[{"stack": "ulm", "value": 4}], []]}, "there is no stack ulm"),
        (
            {"tiles": [[{"stack": "baden", "value": 3}, {"stack": "baden", "value": 2}], []]},
            "2 tiles of baden",
        ),
        ({"tiles": [[{"stack": "baden", "value": 3}], []], "stacks": FULL}, "stack baden"),
        ({"routes": [[], []], "active": 2}, "there is no seat 2"),
        ({"routes": [[], []], "turn": 2}, "turn 2"),
        ({"routes": [[], []], "moves": -1}, ">= 0"),
        ({"routes": [[], []], "shuffles": 0}, ">= 1"),
        ({"routes": [[], []], "schema": 2}, "schema 2"),
        ({"routes": [[], []], "phase": "over"}, "nobody has caused the end"),
        ({"routes": [[], []], "phase": "close"}, "lies in no row"),
        ({"routes": [["ulm"], []], "phase": "close", "played": 0, "taken": 0}, "no card was played"),
        ({"hands": [["ulm"], []], "phase": "play"}, "too few, as there are cards"),
        ({"hands": [["ulm", "ulm"], []], "phase": "play", "taken": 0}, "too few, as there are cards"),
        ({"hands": [["ulm"], []], "phase": "discard"}, "1 cards in hand are not too many"),
        ({"routes": [["ulm"], []], "hands": [["ulm"] * 2 + ["lodz"] * 2, []], "phase": "discard"}, "no row"),
        ({"hands": [["ulm"], []], "forced_postmaster": True}, "1 cards in hand when the turn began"),
        ({"hands": [["ulm"], []], "official": "postmaster"}, "the Postmaster was not called"),
        ({"hands": [["ulm"], []], "official": "postal_carrier"}, "plays the second card"),
        ({"hands": [["ulm"], []], "official": "cartwright"}, "comes with closing"),
        ({"hands": [["ulm"], []], "taken": 3, "phase": "play"}, "<= 2"),
        ({"hands": [[], []], "display": ["ulm"]}, "the display has gaps"),
        ({"hands": [[], []], "news": [{"event": "turn_begun", "seat": 2, "round": 1}]}, "there is no seat 2"),
        ({"hands": [[], []], "before": [{"event": "took", "seat": 1, "city": "ulm"}]}, "seen by others"),
        ({"hands": [[], []], "news": [{"event": "game_over", "seen_by": [0]}]}, "seen by others"),
        ({"hands": [[], []], "display": ["ulm"] * 3 + ["lodz"] * 3 + ["linz"]}, "7 places"),
    ],
)
def test_an_inconsistent_position_is_refused_with_the_reason(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        GAME.restore(msgspec.json.encode(given))


def test_the_game_is_over_only_at_the_end_of_a_round() -> None:
    with pytest.raises(ValueError, match="the round is not finished"):
        table(carriages=[7, 0], tiles=[tiles("game_end 1"), []], phase="over", active=0)


def test_gaps_while_there_are_discards_are_only_left_after_playing() -> None:
    rest = others("ulm", "lodz")
    with pytest.raises(ValueError, match="there are discards"):
        table(hands=f"lodz / {rest}".removesuffix(" lodz"), display="ulm", deck="", discard="lodz")


# What holds in every game ----------------------------------------------------------------------------


@given(seed=st.integers(0, 11))
@settings(max_examples=12, deadline=None)
def test_of_every_step_of_every_game(seed: int) -> None:
    """Only what turns up a hidden card is irrevocable, a turn is a page of the history, the score rises by
    what the preview tells, and the news are all events of a turn."""
    played = walk(SAMPLE, seed)
    told = played.start.news
    for made in played.made:
        before, after, events = made.before, made.step.state, made.step.events
        drawn = (before.deck, before.shuffles) != (after.deck, after.shuffles)
        assert made.step.irrevocable == drawn
        assert made.step.milestone == (after.phase == "over" or after.turn == before.turn + 1)
        assert after.moves == before.moves + 1
        if isinstance(made.move, Close):
            scores = [GAME.view(state, None).players[made.seat].score for state in (before, after)]
            assert scores[1] - scores[0] == gains(GAME.view(before, None), made.move).points
        if after.turn > before.turn:
            begin = next(place for place, event in enumerate(events) if isinstance(event, TurnBegun))
            assert after.before == (*told, *events[:begin])
            told, events = (), events[begin:]
        told = (*told, *events)
        assert after.news == told
