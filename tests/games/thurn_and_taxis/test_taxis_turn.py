"""A player's turn of Thurn and Taxis (section 3), and the edge cases (section 7), each by its number."""

from collections import Counter

import pytest

from bot.games.contract import Seat
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.moves import (
    Administrator,
    Dealt,
    EndTurn,
    Reshuffled,
    Swept,
    TakeBlind,
    TakeOpen,
    Took,
    TurnBegun,
)
from tests.games.examples import follows, refusals
from tests.games.thurn_and_taxis.positions import (
    CHANCE,
    EARLY,
    A,
    B,
    C,
    after,
    at,
    cities,
    facts,
    move,
    others,
    play,
    refused,
    table,
    told,
)

NEXT = "mannheim carlsruhe freiburg stuttgart ulm sigmaringen"
"""On top of a deck."""
BASEL = "basel freiburg carlsruhe"
TURN = f"""
    3 The phases come in order and only the active seat owes
        take; hand ulm
        -> owes take; can administrator take_open take_blind
        take 1 -> owes play; can take_open take_blind begin
        take 1, begin ulm -> owes close; can end_turn
        take 1, begin ulm, end -> active 1; can take_open take_blind
    3 What is out of order
        take; hand mannheim ulm
        begin ulm or left ulm or close or end !! take_first
        discard ulm !! nothing_to_discard
        take 1, close or end !! play_first
        take 1, administrator !! administrator_late
        take 1, take 1, blind !! enough_taken
        take 1, begin ulm, take 2 or blind !! already_played
        take 1, begin ulm, administrator !! administrator_late
        take 1, begin ulm, begin mannheim !! begin_again
        take 1, begin mannheim, close !! route_too_short
    3 The Administrator deals six new cards before the first draw
        take; hand ulm; discard lodz
        administrator -> discard lodz {EARLY}; display {NEXT}; deck_size 52; phase take; taken 0;
            official administrator; told swept A {EARLY}, dealt 1 2 3 4 5 6 {NEXT}
        administrator, administrator !! official_used
    3 The Postmaster takes a second card from a full display
        take; hand lodz
        take 1 -> official none; may_take True
        take 1, take 1 -> hand lodz ulm mannheim; official postmaster; may_take False;
            told took A mannheim 1 postmaster, dealt 1 carlsruhe
    3 The Postal Carrier plays a second card that fits the row as it is
        play; hand ulm augsburg kempten lodz
        begin ulm, right lodz !! no_road
        begin ulm, left augsburg -> route augsburg ulm; official postal_carrier;
            told played A augsburg left postal_carrier
        begin ulm, left augsburg, left kempten !! enough_played
        begin ulm, left augsburg, begin kempten !! begin_again
    3 One official a turn
        take; route mannheim stuttgart; hand ulm augsburg wuerzburg; carriages 4 0
        administrator, blind, blind !! official_used
        take 1, take 1, right ulm, right augsburg or cartwright !! official_used
        take 1, right ulm, right augsburg, cartwright !! official_used
        take 1, right ulm, right augsburg, close -> carriage 4
    3 Officials of others and of earlier turns do not matter
        take; hand ulm / ulm
        administrator, blind, begin ulm, end, administrator, blind, begin ulm, end -> active 0; official none
        administrator, blind, begin ulm, end, administrator, blind, begin ulm, end, administrator ->
            official administrator
    3 An empty hand forces the Postmaster (worked example 2)
        take; route / / /
        -> forced_postmaster True; official postmaster
        administrator !! official_forced
        take 1 -> deck_size 59; phase take
        take 1, end or begin ulm or close !! must_take_two
        take 1, administrator !! administrator_late
        take 1, blind -> deck_size 58; hand_size 2; phase play
        take 1, blind, blind !! enough_taken
        take 1, blind, begin ulm, left carlsruhe !! official_forced
    3 Everybody's first turn is a forced one
        take
        blind, blind, begin mannheim, end -> forced_postmaster True; active 1
        blind, blind, begin mannheim, end, blind, blind, begin freiburg, end -> forced_postmaster False
    3 The forced Postmaster leaves no Cartwright
        take; route mannheim stuttgart; carriages 3 0; deck ulm lodz
        blind, blind, right ulm, cartwright !! official_forced
        blind, blind, right ulm, close -> carriage 3
    3 An open card is replaced at once
        take; hand lodz
        take 3 -> display ulm basel mannheim lodz passau kempten; deck_size 58;
            told took A linz 3, dealt 3 mannheim
    3 The top of the deck is taken unseen by others
        take; hand lodz | blind -> hand lodz mannheim; told took A, took A mannheim for A
    3 There are six places
        take; hand lodz | take -1 or take 0 or take 7 or take 100 !! no_such_place
    3 Without a route any card starts one
        play; hand lodz basel ulm
        -> can take_open take_blind begin
        begin lodz -> route lodz; hand basel ulm
        begin basel -> route basel; hand lodz ulm; told played A basel
        begin ulm -> route ulm; hand lodz basel
        left lodz !! no_route
        begin linz !! city_not_in_hand
    3 A card goes to the end that it fits (worked example 3)
        play; route {BASEL}; hand zuerich mannheim stuttgart innsbruck freiburg sigmaringen
        left zuerich -> route zuerich {BASEL}
        right mannheim -> route {BASEL} mannheim
        right stuttgart -> route {BASEL} stuttgart
        right zuerich or left mannheim or left stuttgart !! no_road
        left innsbruck or right innsbruck or left sigmaringen or right sigmaringen !! no_road
        left freiburg or right freiburg !! city_in_route
    3 Offices and routes of anybody do not hinder a card
        play; route {BASEL} / kempten zuerich; hand zuerich lodz; offices zuerich / zuerich
        left zuerich -> route zuerich {BASEL}
    3 A row that cannot go on is lost (worked example 4)
        play; route lodz pilsen budweis linz; hand basel ulm
        -> can take_open take_blind begin
        close !! play_first
        begin basel -> route basel; discard lodz pilsen budweis linz;
            told gave_up A lodz pilsen budweis linz, played A basel
        begin ulm -> route ulm; discard lodz pilsen budweis linz
        begin basel, close !! route_too_short
        play; route lodz pilsen budweis linz; hand passau salzburg
        right passau -> route lodz pilsen budweis linz passau
        right salzburg -> route lodz pilsen budweis linz salzburg
        left passau or left salzburg !! no_road
    3 A row can be given up although a card fits
        play; route {BASEL}; hand zuerich freiburg
        begin zuerich -> route zuerich; discard {BASEL}
        begin freiburg -> route freiburg; discard {BASEL}
        play; route ulm; hand augsburg lodz | begin augsburg -> route augsburg; discard ulm
    3 A restarted row can be extended by the Postal Carrier
        play; route {BASEL}; hand linz passau lodz
        begin linz, right passau -> route linz passau; official postal_carrier
    3 Of equal cards the one held longest is played
        play; hand ulm basel ulm | begin ulm -> hand basel ulm
"""
SHORT = "basel zuerich kempten"
GROUP = "mannheim carlsruhe freiburg"
FIVE = "mannheim stuttgart ulm augsburg muenchen"
NINETEEN = (
    "mannheim stuttgart ulm sigmaringen basel zuerich innsbruck lodz pilsen budweis salzburg linz wuerzburg"
    " nuernberg regensburg ingolstadt augsburg passau muenchen"
)
WHOLE_LAND = (
    "lodz pilsen budweis linz passau salzburg muenchen regensburg nuernberg wuerzburg mannheim carlsruhe"
    " freiburg basel zuerich kempten innsbruck augsburg ingolstadt ulm sigmaringen stuttgart"
)
EDGES = f"""
    7.2 Replacing an open card may use the last card of the deck
        take; hand lodz; deck mannheim
        take 2 -> display ulm mannheim linz lodz passau kempten; deck none; shuffles 1;
            can take_open take_blind begin
    7.3 The Administrator comes neither after an empty hand nor without any card
        take; hoard | administrator !! official_forced
        play; hoard; display ; hand lodz; taken 0 | administrator !! administrator_late
    7.4 An open card that cannot be replaced leaves a gap
        take; hoard; hand lodz; display ulm basel linz
        take 2 -> display ulm none linz none none none; told took A basel 2; may_take True
        take 2, take 2 !! no_open_card
        take 2, blind !! no_card_to_draw
    7.4 Gaps are not filled in the middle of a turn
        take; hoard; route {SHORT}; hand lodz; display ulm
        take 1 -> may_take False
        take 1, begin ulm -> display none none none none none none; discard {SHORT}
    7.4 Without any card the draw is skipped
        take; hoard; hand lodz; display ulm
        take 1, begin lodz, end -> active 1; phase play; taken 0;
            told turn_begun B 1, skipped B take
        take 1, begin lodz, end, blind !! no_card_to_draw
        take 1, begin lodz, end, take 1 !! no_open_card
        take 1, begin lodz, end, begin mannheim -> phase close
    7.4 Without any card and an empty hand the play is skipped and the row may be closed
        play; route / {SHORT}; hand {others(SHORT, "lodz")} lodz; display; deck; discard; taken 0
        begin lodz, end -> active 1; phase close; taken 0; played 0;
            told turn_begun B 1 forced_postmaster, skipped B take, skipped B play
        begin lodz, end, left lodz or begin lodz !! city_not_in_hand
        begin lodz, end, blind !! already_played
        begin lodz, end, end -> active 0
        begin lodz, end, close basel kempten -> carriages 0 3
    7.5 The forced Postmaster with one card to be had
        take; hoard; display ulm
        take 1 -> phase play; taken 1; official postmaster
        take 1, blind !! official_forced
        take 1, begin ulm -> phase close
    7.6 A hand of one leaves all officials free
        take; hand ulm
        -> forced_postmaster False; can administrator take_open take_blind
        take 1 -> can take_open take_blind begin
    7.6 After a Postal Carrier with the last card the next turn is forced
        take; route ulm; hand augsburg / lodz; display muenchen basel linz lodz passau kempten
        take 1, right augsburg, right muenchen, end, blind, begin lodz, end ->
            hand none; active 0; forced_postmaster True
    7.7 Both ends of a single card are legal
        play; route ulm; hand augsburg lodz
        left augsburg -> route augsburg ulm
        right augsburg -> route ulm augsburg
    7.8 The lost row is discarded before the new card is laid, and the hand has no limit
        play; route {FIVE}; hand lodz lodz basel basel pilsen pilsen; discard linz
        begin lodz -> discard linz {FIVE}; offices none; tiles none; carriage 0
        begin lodz, end -> hand_size 5
    7.9 A city with an own office counts in length and leaves its region to another
        close; route {FIVE}; hand lodz; offices stuttgart
        close mannheim stuttgart !! office_already
        close mannheim ulm augsburg -> tiles length_5 2; offices stuttgart mannheim ulm augsburg
    7.10 No more offices than are left
        close; route {GROUP}; hand lodz; offices {NINETEEN}
        close carlsruhe freiburg !! offices_left
        close -> tiles none
        close carlsruhe -> tiles game_end 1
        close freiburg -> tiles game_end 1
    7.11 Placing nothing is allowed
        close; route {GROUP}; hand lodz | close -> offices none; carriage 3
    7.12 A group completed too late gives nothing and never will
        close; route {GROUP} / / /; hand lodz; tiles / baden 3 / baden 2 / baden 1
        close {GROUP} -> tiles none; offices {GROUP}
    7.13 and 7.14 A row may be as long as roads and cards allow
        close; route {WHOLE_LAND}; hand lodz | close stuttgart -> tiles length_7 4; discard {WHOLE_LAND}
    7.16 The owner of level 7 plays on: there is no level 8
        close; route mannheim stuttgart ulm augsburg muenchen salzburg linz passau; hand lodz; carriages 7 0;
            tiles game_end 1
        cartwright !! cartwright_no_gain
        close -> carriage 7
"""
DEADLINE = f"""
    7.17 What everybody sees
        take; route basel zuerich / ulm; hand lodz / linz linz; offices / ulm; active 1; discard basel
        administrator -> official administrator; display {NEXT}; discard basel {EARLY}; deck_size 47;
            hand_size 2; route ulm; offices ulm; offices_left 19
    7.18 The top of the deck is taken even if it has to be shuffled first
        take; hand lodz | -> late take_blind
        take; hand lodz; deck | -> late take_blind
    7.18 Else the first open card
        take; hoard; hand lodz; display ulm basel linz | -> late take_open 1
        take; hoard; hand lodz; display none basel linz | -> late take_open 2
    7.18 A second card only if the Postmaster is forced
        take | blind -> late take_blind
        take; hand lodz | blind -> late begin lodz
    7.18 Of the cards that fit the one held longest, right before left
        play; hand basel ulm | -> late begin basel
        play; route {BASEL}; hand ulm mannheim zuerich | -> late play mannheim right
        play; route {BASEL}; hand zuerich mannheim ulm | -> late play zuerich left
        play; route basel freiburg; hand lodz zuerich | -> late play zuerich right
        play; route lodz pilsen budweis linz; hand basel ulm | -> late begin basel
    7.18 No official, no closing, and the cards taken last are discarded
        close; route {BASEL}; hand mannheim lodz | -> late end_turn
        close; route {BASEL}; hand ulm lodz linz passau ulm
        close -> late discard ulm
        close, discard ulm -> hand ulm lodz linz passau; late discard passau
        close, discard ulm, discard passau -> hand ulm lodz linz
"""
ALL = TURN + EDGES + DEADLINE


@pytest.mark.parametrize(("position", "moves", "then"), follows(ALL))
def test_what_follows(position: str, moves: str, then: str) -> None:
    assert facts(position, moves, then) == then


@pytest.mark.parametrize(("position", "before", "tried", "reason"), refusals(ALL))
def test_what_is_refused(position: str, before: str, tried: str, reason: str) -> None:
    assert refused(after(position, before)[0], move(tried)) == reason


def test_3_a_round_is_every_player_once_from_the_start_player() -> None:
    state = table("/ /", start_player=1)
    seen = []
    for _ in range(7):
        seen.append((state.round, state.active))
        turn = state.turn
        while state.turn == turn:
            state = play(state, GAME.default(state, state.active, CHANCE))
    assert seen == [(1, B), (1, C), (1, A), (2, B), (2, C), (2, A), (3, B)]


def test_3_nobody_moves_for_somebody_else() -> None:
    for seat in (B, Seat(-1), Seat(2)):
        assert refused(at("take; hand ulm / ulm"), TakeBlind(), seat) == "not_asked"


def test_every_move_makes_buttons_stale_and_every_turn_a_post() -> None:
    made = ("", "take 1", "take 1, begin ulm", "take 1, begin ulm, end")
    states = [after("take; hand lodz / basel", moves)[0] for moves in made]
    assert list(map(GAME.turn, states)) == [0, 1, 2, 3]
    assert list(map(GAME.post, states)) == [1, 1, 1, 2]


def test_7_17_a_card_taken_blind_is_named_to_its_owner_alone() -> None:
    state, _ = after("take; hand lodz / basel; deck ulm basel zuerich", "blind, begin lodz, end, blind")
    views = [GAME.view(state, seat) for seat in (A, B, None)]
    told = [[event for event in (*view.before, *view.news) if isinstance(event, Took)] for view in views]
    assert [[event.city for event in events] for events in told] == [
        [None, "ulm", None],
        [None, None, "basel"],
        [None, None],
    ]


def test_7_4_an_open_card_that_is_not_replaced_shows_nobody_anything() -> None:
    state = at("take; hoard; hand lodz; display ulm basel linz")
    assert not GAME.apply(state, A, TakeOpen(2), CHANCE).irrevocable


# Shuffling -------------------------------------------------------------------------------------------


def shuffled(*discard: str) -> tuple[str, ...]:
    return tuple(CHANCE.stream("shuffle", 1).shuffled(discard))


def test_7_1_the_discards_are_shuffled_only_when_a_card_is_needed() -> None:
    state, events = after("take; hand lodz lodz; deck mannheim", "blind")
    assert (state.deck, state.shuffles) == ((), 1)
    assert not any(isinstance(event, Reshuffled) for event in events)
    later, events = told(state, TakeBlind())
    assert events[0] == Reshuffled(cards=len(state.discard))
    assert (later.hands[A][-1], *later.deck) == shuffled(*state.discard)
    assert (later.discard, later.shuffles) == ((), 2)


def test_7_2_replacing_an_open_card_shuffles_when_the_deck_is_empty() -> None:
    state, events = after("take; hand lodz; deck", "take 1")
    assert [type(event) for event in events] == [Took, Reshuffled, Dealt]
    assert None not in state.display


def test_7_3_the_six_open_cards_are_shuffled_with_the_discards_when_the_deck_runs_out() -> None:
    before = at("take; hand lodz; deck mannheim mannheim")
    state, events = told(before, Administrator())
    found = shuffled(*before.discard, *cities(EARLY))
    assert state.display == ("mannheim", "mannheim", *found[:4])
    assert (state.deck, state.discard) == (found[4:], ())
    assert events[:2] == [Swept(seat=A, cities=cities(EARLY)), Reshuffled(cards=len(found))]


def test_7_3_the_administrator_may_come_to_fewer_than_six_open_cards() -> None:
    state, events = after("take; hoard; hand lodz; display ulm basel", "administrator")
    assert events[0] == Swept(seat=A, cities=("ulm", "basel"))
    assert Counter(state.display[:2]) == Counter(["ulm", "basel"])
    assert state.display[2:] == (None,) * 4


def test_7_4_gaps_are_filled_at_the_start_of_the_next_turn() -> None:
    state, _ = after(f"take; hoard; route {SHORT}; hand lodz; display ulm", "take 1, begin ulm")
    state, events = told(state, EndTurn())
    found = shuffled(*cities(SHORT))
    assert events == [TurnBegun(seat=B, round=1), Reshuffled(cards=3), Dealt(places=(1, 2, 3), cities=found)]
    assert state.display == (*found, None, None, None)
