"""Positions of Thurn and Taxis: what follows from little, what is inconsistent, what holds in every game."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from bot.games.chance import Chance
from bot.games.contract import heard
from bot.games.thurn_and_taxis.closing import gains
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import CITIES
from bot.games.thurn_and_taxis.moves import (
    Begin,
    Close,
    EndTurn,
    Played,
    Shed,
    TakeOpen,
    TaxisOptions,
    Took,
    TurnBegun,
)
from bot.games.thurn_and_taxis.scoring import FULL
from bot.games.thurn_and_taxis.turn import CARDS
from tests.games.examples import follows
from tests.games.samples import walk
from tests.games.thurn_and_taxis.positions import (
    A,
    B,
    at,
    cities,
    facts,
    others,
    play,
    table,
    tiles,
)
from tests.games.thurn_and_taxis.sample import SAMPLE

EMPTY = " ".join(["none"] * 6)
FIVE = "mannheim stuttgart ulm augsburg muenchen"


FOLLOWS = f"""
    The stacks are what nobody owns, and the end was caused by the owner of its tile
        none; carriages 7 0; tiles baden 3, game_end 1 / baden 2
        -> ending 0; stacks 2 1 / 3 2 1 / 4 3 2 1 / 1 / 3 2 1 / 3 2 1 / 4 3 2 / 5 4 3 2 / 6 5 4 3 / none
    The turn follows from round and seat
        none; hand pilsen / pilsen / pilsen; round 4; active 0; start_player 2 | -> turn 11
    Counts and official follow from the phase
        take; route {FIVE}; hand lodz lodz | -> taken 0; played 0; official none
        play; route {FIVE}; hand lodz lodz | -> taken 1; played 0; official none
        close; route {FIVE}; hand lodz lodz | -> taken 1; played 1; official none
        close; route {FIVE}; hand lodz | -> taken 1
        none; route {FIVE}; hand lodz; played 2; taken 1 | -> official postal_carrier
        play; route {FIVE}; hand pilsen pilsen pilsen; taken 2
        -> official postmaster; forced_postmaster False
        close; route {FIVE}; hand lodz; forced_postmaster yes | -> taken 2; official postmaster
    Where no card can be taken the turn begins with playing or closing (edge 4)
        none; hoard; hand ulm; display {EMPTY} | -> phase play; taken 0; played 0; official none
        none; hoard; route {FIVE}; display {EMPTY} | -> phase close; taken 0; played 0; official postmaster
"""


@pytest.mark.parametrize(("position", "moves", "then"), follows(FOLLOWS))
def test_what_follows_from_the_rest(position: str, moves: str, then: str) -> None:
    assert facts(position, moves, then) == then


def test_one_list_by_seat_is_enough() -> None:
    state = GAME.restore(b'{"routes": [[], [], []]}')
    assert (state.seats, state.phase, state.active, state.turn) == (3, "take", 0, 1)
    assert (state.display, state.deck) == (CARDS[:6], CARDS[6:])
    assert state.stacks == FULL
    assert state.forced_postmaster
    assert state.carriages == (0, 0, 0)


def test_cards_that_are_nowhere_make_display_and_deck_or_beside_a_deck_the_discard_pile() -> None:
    state = table("mannheim carlsruhe /", hands="freiburg freiburg", discard="freiburg")
    assert state.display == cities("mannheim carlsruhe stuttgart ulm sigmaringen wuerzburg")
    assert len(state.deck) == 66 - 2 - 2 - 1 - 6
    state = table(deck="ulm basel", display="lodz linz passau kempten pilsen budweis")
    assert state.deck == ("ulm", "basel")
    assert len(state.discard) == 66 - 2 - 6


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
        ({"tiles": [tiles("game_end 1"), []]}, "no reason to end the game"),
        ({"tiles": [tiles("baden 4"), []]}, "stack baden"),
        ({"tiles": [tiles("ulm 4"), []]}, "there is no stack ulm"),
        ({"tiles": [tiles("baden 3, baden 2"), []]}, "2 tiles of baden"),
        ({"tiles": [tiles("baden 3"), []], "stacks": FULL}, "stack baden"),
        ({"routes": [[], []], "active": 2}, "there is no seat 2"),
        ({"routes": [[], []], "turn": 2}, "turn 2"),
        ({"routes": [[], []], "moves": -1}, ">= 0"),
        ({"routes": [[], []], "shuffles": 0}, ">= 1"),
        ({"routes": [[], []], "schema": 2}, "enum value 2"),
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
        ({"hands": [["ulm"], []], "shown": [["lodz"], []]}, "seat 0 has shown cards that it has not"),
        ({"hands": [["ulm"], []], "shown": [["ulm"]]}, "1 lists of shown cards"),
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


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("over; carriages 7 0; tiles game_end 1", "the round is not finished"),
        (
            f"none; hand lodz / {others('ulm lodz lodz')}; display ulm; deck; discard lodz",
            "there are discards",
        ),
    ],
)
def test_so_is_one_that_cannot_come_about(position: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        at(position)


# What holds in every game ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
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


@pytest.mark.parametrize("seed", range(4))
def test_everybody_knows_of_a_hand_what_was_taken_openly_and_not_laid_down_since(seed: int) -> None:
    game = walk(SAMPLE, seed)
    known = [Counter[str]() for _ in range(game.seats)]
    for made in game.made:
        for event in heard(made.step.events, None):
            if isinstance(event, Took) and event.city is not None:
                known[event.seat][event.city] += 1
            elif isinstance(event, Played | Shed):
                known[event.seat] -= Counter([event.city])
        view = GAME.view(made.step.state, None)
        assert [Counter(player.shown) for player in view.players] == [+cards for cards in known]


def test_a_table_that_began_before_that_was_kept_goes_on_without() -> None:
    first = GAME.of_version(1)
    assert first.setup(TaxisOptions(), 2, Chance(bytes(32))).shown is msgspec.UNSET
    old = msgspec.structs.replace(at("take; hand ulm basel / lodz"), shown=msgspec.UNSET)
    first.check(old)
    begun = play(play(play(old, TakeOpen(1)), Begin("basel")), EndTurn())
    assert [player.shown for player in first.view(begun, B).players] == [(), ()]
    assert b'"shown"' not in first.encode(begun)
    assert first.decode(first.encode(begun)) == begun
