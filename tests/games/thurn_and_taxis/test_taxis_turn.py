"""A player's turn of Thurn and Taxis (section 3), and the edge cases (section 7), each by its number."""

from collections import Counter

import pytest

from bot.games.contract import Decision, Seat
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.moves import (
    Administrator,
    Begin,
    Close,
    Dealt,
    Discard,
    EndTurn,
    GaveUp,
    Play,
    Played,
    Reshuffled,
    Skipped,
    Swept,
    TakeBlind,
    TakeOpen,
    TaxisMove,
    TaxisOptions,
    Took,
    TurnBegun,
)
from bot.games.thurn_and_taxis.state import TaxisState
from tests.games.thurn_and_taxis.positions import (
    CHANCE,
    A,
    B,
    C,
    cities,
    closed,
    hand,
    others,
    play,
    refused,
    route,
    table,
    tiles,
    told,
)

EARLY = "ulm basel linz lodz passau kempten"
"""A display."""
BASEL_ROW = "basel freiburg carlsruhe"


def kinds(state: TaxisState) -> set[str]:
    return {type(move).__name__ for move in GAME.legal(state, state.active)}


# Order of turns --------------------------------------------------------------------------------------


def test_3_a_round_is_every_player_once_from_the_start_player() -> None:
    state = table("/ /", start_player=1)
    seen = []
    for _ in range(7):
        seen.append((state.round, state.active))
        turn = state.turn
        while state.turn == turn:
            state = play(state, GAME.default(state, state.active, CHANCE))
    assert seen == [(1, B), (1, C), (1, A), (2, B), (2, C), (2, A), (3, B)]


def test_3_the_phases_come_in_order_and_only_the_active_seat_owes() -> None:
    state = table(hands="ulm", display=EARLY)
    assert GAME.decisions(state) == {A: Decision("take")}
    assert kinds(state) == {"Administrator", "TakeOpen", "TakeBlind"}
    state = play(state, TakeOpen(1))
    assert GAME.decisions(state) == {A: Decision("play")}
    assert kinds(state) == {"TakeOpen", "TakeBlind", "Begin"}
    state = play(state, Begin("ulm"))
    assert GAME.decisions(state) == {A: Decision("close")}
    assert kinds(state) == {"EndTurn"}
    state = play(state, EndTurn())
    assert list(GAME.decisions(state)) == [B]
    assert not list(GAME.legal(state, A))


@pytest.mark.parametrize(
    ("moves", "move", "code"),
    [
        ([], Begin("ulm"), "take_first"),
        ([], Play("ulm", "left"), "take_first"),
        ([], Close(), "take_first"),
        ([], EndTurn(), "take_first"),
        ([], Discard("ulm"), "nothing_to_discard"),
        ([TakeOpen(1)], Close(), "play_first"),
        ([TakeOpen(1)], EndTurn(), "play_first"),
        ([TakeOpen(1)], Administrator(), "administrator_late"),
        ([TakeOpen(1), TakeOpen(1)], TakeBlind(), "enough_taken"),
        ([TakeOpen(1), Begin("ulm")], TakeOpen(2), "already_played"),
        ([TakeOpen(1), Begin("ulm")], TakeBlind(), "already_played"),
        ([TakeOpen(1), Begin("ulm")], Administrator(), "administrator_late"),
        ([TakeOpen(1), Begin("ulm")], Begin("mannheim"), "begin_again"),
        ([TakeOpen(1), Begin("mannheim")], Close(), "route_too_short"),
    ],
)
def test_3_what_is_out_of_order_is_refused(moves: list[TaxisMove], move: TaxisMove, code: str) -> None:
    state = table(hands="mannheim ulm", display=EARLY)
    assert refused(play(state, *moves), move) == code


def test_3_nobody_moves_for_somebody_else() -> None:
    state = table(hands="ulm / ulm")
    for seat in (B, Seat(-1), Seat(2)):
        assert refused(state, TakeBlind(), seat) == "not_asked"


# Officials -------------------------------------------------------------------------------------------


def test_3_the_administrator_deals_six_new_cards_before_the_first_draw() -> None:
    state = table(hands="ulm", display=EARLY, discard="lodz")
    after, events = told(state, Administrator())
    assert after.discard == ("lodz", *cities(EARLY))
    assert after.display == state.deck[:6]
    assert len(after.deck) == len(state.deck) - 6
    assert (after.phase, after.taken, after.official) == ("take", 0, "administrator")
    assert events == [
        Swept(seat=A, cities=cities(EARLY)),
        Dealt(places=(1, 2, 3, 4, 5, 6), cities=state.deck[:6]),
    ]
    assert refused(after, Administrator()) == "official_used"


def test_3_the_postmaster_takes_a_second_card_from_a_full_display() -> None:
    state = table(hands="lodz", display=EARLY)
    state = play(state, TakeOpen(1))
    assert state.official is None
    assert GAME.view(state, None).may_take
    turned_up = state.display[0]
    state, events = told(state, TakeOpen(1))
    assert hand(state, A) == f"lodz ulm {turned_up}"
    assert state.official == "postmaster"
    assert events[0] == Took(seat=A, city=turned_up, place=1, postmaster=True)
    assert not GAME.view(state, None).may_take


def test_3_the_postal_carrier_plays_a_second_card_that_fits_the_row_as_it_is() -> None:
    state = play(table(hands="ulm augsburg kempten lodz", display=EARLY), TakeOpen(4), Begin("ulm"))
    assert refused(state, Play("lodz", "right")) == "no_road"
    state, events = told(state, Play("augsburg", "left"))
    assert route(state, A) == "augsburg ulm"
    assert state.official == "postal_carrier"
    assert events == [Played(seat=A, city="augsburg", side="left", postal_carrier=True)]
    assert refused(state, Play("kempten", "left")) == "enough_played"
    assert refused(state, Begin("kempten")) == "begin_again"


def test_3_one_official_a_turn() -> None:
    start = table("mannheim stuttgart /", hands="ulm augsburg wuerzburg", display=EARLY, carriages=[4, 0])
    swept = play(start, Administrator(), TakeBlind())
    assert refused(swept, TakeBlind()) == "official_used"
    posted = play(start, TakeOpen(1), TakeOpen(1), Play("ulm", "right"))
    assert refused(posted, Play("augsburg", "right")) == "official_used"
    assert refused(posted, Close((), cartwright=True)) == "official_used"
    carried = play(start, TakeOpen(1), Play("ulm", "right"), Play("augsburg", "right"))
    assert refused(carried, Close((), cartwright=True)) == "official_used"
    assert Close((), cartwright=False) in GAME.legal(carried, A)


def test_3_officials_of_others_and_of_earlier_turns_do_not_matter() -> None:
    state = table(hands="ulm / ulm", display=EARLY)
    for seat in (A, B):
        assert state.active == seat
        state = play(state, Administrator(), TakeBlind(), Begin("ulm"), EndTurn())
    assert state.official is None
    assert Administrator() in GAME.legal(state, A)


# The empty hand --------------------------------------------------------------------------------------


def test_3_an_empty_hand_forces_the_postmaster() -> None:
    """Worked example 2: the first turn of the game."""
    state = table("/ / /", display=EARLY)
    assert (state.forced_postmaster, state.official) == (True, "postmaster")
    assert refused(state, Administrator()) == "official_forced"
    state = play(state, TakeOpen(1))
    assert len(state.deck) == 59
    assert state.phase == "take"
    for move in (EndTurn(), Begin("ulm"), Close()):
        assert refused(state, move) == "must_take_two"
    state = play(state, TakeBlind())
    assert (len(state.deck), len(state.hands[A]), state.phase) == (58, 2, "play")
    assert refused(state, TakeBlind()) == "enough_taken"
    state = play(state, Begin("ulm"))
    (left,) = state.hands[A]
    assert refused(state, Play(left, "left")) == "official_forced"


def test_3_everybody_s_first_turn_is_a_forced_one() -> None:
    state = GAME.setup(TaxisOptions(), 3, CHANCE)
    for _ in range(3):
        assert state.forced_postmaster
        assert state.news[0] == TurnBegun(seat=state.active, round=1, forced_postmaster=True)
        seat = state.active
        state = play(state, TakeBlind(), TakeBlind())
        state = play(state, Begin(state.hands[seat][0]), EndTurn())
    assert not state.forced_postmaster


def test_3_the_forced_postmaster_leaves_no_cartwright() -> None:
    state = table(
        "mannheim stuttgart /", carriages=[3, 0], deck="ulm lodz", display="ulm ulm lodz lodz basel basel"
    )
    state = play(state, TakeBlind(), TakeBlind(), Play("ulm", "right"))
    assert refused(state, Close((), cartwright=True)) == "official_forced"
    assert Close() in GAME.legal(state, A)


# Phase 1 ---------------------------------------------------------------------------------------------


def test_3_an_open_card_is_replaced_at_once() -> None:
    state = table(hands="lodz", display=EARLY)
    after, events = told(state, TakeOpen(3))
    assert after.display == (*cities("ulm basel"), state.deck[0], *cities("lodz passau kempten"))
    assert after.deck == state.deck[1:]
    assert events == [Took(seat=A, city="linz", place=3), Dealt(places=(3,), cities=state.deck[:1])]


def test_3_the_top_of_the_deck_is_taken_unseen_by_others() -> None:
    state = table(hands="lodz", display=EARLY)
    after, events = told(state, TakeBlind())
    assert hand(after, A) == f"lodz {state.deck[0]}"
    assert events == [Took(seat=A, city=None), Took(seat=A, city=state.deck[0], seen_by=(A,))]


@pytest.mark.parametrize("place", [-1, 0, 7, 100])
def test_3_there_are_six_places(place: int) -> None:
    assert refused(table(hands="lodz"), TakeOpen(place)) == "no_such_place"


# Phase 2 ---------------------------------------------------------------------------------------------


def test_3_without_a_route_any_card_starts_one() -> None:
    state = play(table(hands="lodz basel", display=EARLY), TakeOpen(1))
    assert kinds(state) == {"Begin", "TakeOpen", "TakeBlind"}
    assert {move.city for move in GAME.legal(state, A) if isinstance(move, Begin)} == {"lodz", "basel", "ulm"}
    assert refused(state, Play("lodz", "left")) == "no_route"
    assert refused(state, Begin("linz")) == "city_not_in_hand"
    after, events = told(state, Begin("basel"))
    assert (route(after, A), hand(after, A)) == ("basel", "lodz ulm")
    assert events == [Played(seat=A, city="basel", side=None)]


@pytest.mark.parametrize(
    ("city", "left", "right"),
    [
        ("zuerich", None, "no_road"),
        ("mannheim", "no_road", None),
        ("stuttgart", "no_road", None),
        ("innsbruck", "no_road", "no_road"),
        ("freiburg", "city_in_route", "city_in_route"),
        ("sigmaringen", "no_road", "no_road"),
    ],
)
def test_3_fitting(city: str, left: str | None, right: str | None) -> None:
    """Worked example 3: row Basel–Freiburg–Carlsruhe."""
    state = table(f"{BASEL_ROW} /", hands=f"{city} lodz", phase="play")
    sides = {move.side for move in GAME.legal(state, A) if isinstance(move, Play) and move.city == city}
    for side, code in (("left", left), ("right", right)):
        assert (side in sides) == (code is None)
        if code:
            assert refused(state, Play(city, side)) == code


def test_3_a_card_goes_to_its_end() -> None:
    state = table(f"{BASEL_ROW} /", hands="zuerich mannheim lodz", phase="play")
    assert route(play(state, Play("zuerich", "left")), A) == f"zuerich {BASEL_ROW}"
    assert route(play(state, Play("mannheim", "right")), A) == f"{BASEL_ROW} mannheim"


def test_3_offices_and_routes_of_anybody_do_not_hinder_a_card() -> None:
    state = table(
        f"{BASEL_ROW} / kempten zuerich", hands="zuerich lodz", offices="zuerich / zuerich", phase="play"
    )
    assert route(play(state, Play("zuerich", "left")), A) == f"zuerich {BASEL_ROW}"


def test_3_a_lost_row() -> None:
    """Worked example 4: neither Basel nor Ulm fits; closing first is refused; four cards are discarded."""
    state = table("lodz pilsen budweis linz /", hands="basel ulm", phase="play")
    assert kinds(state) == {"Begin", "TakeOpen", "TakeBlind"}
    assert refused(state, Close()) == "play_first"
    for city in ("basel", "ulm"):
        after, events = told(state, Begin(city))
        assert after.discard == cities("lodz pilsen budweis linz")
        assert route(after, A) == city
        assert refused(after, Close()) == "route_too_short"
        assert events == [
            GaveUp(seat=A, route=cities("lodz pilsen budweis linz")),
            Played(seat=A, city=city, side=None),
        ]
    fits = table("lodz pilsen budweis linz /", hands="passau salzburg", phase="play")
    assert {move for move in GAME.legal(fits, A) if isinstance(move, Play)} == {
        Play("passau", "right"),
        Play("salzburg", "right"),
    }


def test_3_a_row_can_be_given_up_although_a_card_fits() -> None:
    state = table(f"{BASEL_ROW} /", hands="zuerich freiburg", phase="play")
    for city in ("zuerich", "freiburg"):
        after = play(state, Begin(city))
        assert (route(after, A), after.discard) == (city, cities(BASEL_ROW))
    single = table("ulm /", hands="augsburg lodz", phase="play")
    assert play(single, Begin("augsburg")).discard == ("ulm",)


def test_3_a_restarted_row_can_be_extended_by_the_postal_carrier() -> None:
    state = table(f"{BASEL_ROW} /", hands="linz passau lodz", phase="play")
    after = play(state, Begin("linz"), Play("passau", "right"))
    assert (route(after, A), after.official) == ("linz passau", "postal_carrier")


def test_3_of_equal_cards_the_one_held_longest_is_played() -> None:
    state = table(hands="ulm basel ulm", phase="play")
    assert hand(play(state, Begin("ulm")), A) == "basel ulm"


# The post of a turn ----------------------------------------------------------------------------------


def test_the_news_are_those_of_the_turn_and_the_turn_before_stays_whole() -> None:
    start = table(hands="lodz / basel", display=EARLY)
    state, first = told(start, TakeOpen(1), Begin("ulm"))
    assert state.news == tuple(first)
    state, ended = told(state, EndTurn())
    assert state.before == tuple(first)
    assert state.news == tuple(ended) == (TurnBegun(seat=B, round=1),)
    state, second = told(state, TakeBlind())
    assert state.before == tuple(first)
    assert state.news == (*ended, *second)
    assert GAME.view(state, A).news == (*ended, second[0])
    assert GAME.view(state, None).news == (*ended, second[0])
    assert GAME.view(state, B).news == (*ended, *second)


def test_every_move_makes_buttons_stale_and_every_turn_a_post() -> None:
    state = table(hands="lodz / basel", display=EARLY)
    turns, posts = [GAME.turn(state)], [GAME.post(state)]
    for move in (TakeOpen(1), Begin("ulm"), EndTurn(), TakeBlind()):
        step = GAME.apply(state, state.active, move, CHANCE)
        assert step.milestone == isinstance(move, EndTurn)
        state = step.state
        turns.append(GAME.turn(state))
        posts.append(GAME.post(state))
    assert turns == [0, 1, 2, 3, 4]
    assert posts == [1, 1, 1, 2, 2]


def hoarded(display: str, mine: str = "", row: str = "", **more: object) -> TaxisState:
    """Seat 1 holds every card but these: no deck, no discards."""
    rest = others(display, mine, row)
    return table(f"{row} /", hands=f"{mine} / {rest}", display=display, deck="", discard="", **more)


# 1 and 2. Deck and discard pile ----------------------------------------------------------------------


def test_1_the_discards_are_shuffled_only_when_a_card_is_needed() -> None:
    state = table(hands="lodz lodz", display=EARLY, deck="mannheim")
    discard = state.discard
    state, events = told(state, TakeBlind())
    assert (state.deck, state.discard, state.shuffles) == ((), discard, 1)
    assert not any(isinstance(event, Reshuffled) for event in events)
    state, events = told(state, TakeBlind())
    assert events[0] == Reshuffled(cards=len(discard))
    shuffled = tuple(CHANCE.stream("shuffle", 1).shuffled(discard))
    assert (state.hands[A][-1], state.deck) == (shuffled[0], shuffled[1:])
    assert (state.discard, state.shuffles) == ((), 2)


def test_2_replacing_an_open_card_may_use_the_last_card_of_the_deck() -> None:
    state = table(hands="lodz", display=EARLY, deck="mannheim")
    state = play(state, TakeOpen(2))
    assert state.display == cities("ulm mannheim linz lodz passau kempten")
    assert (state.deck, state.shuffles) == ((), 1)
    assert TakeBlind() in GAME.legal(state, A)


def test_2_replacing_an_open_card_shuffles_when_the_deck_is_empty() -> None:
    state = table(hands="lodz", display=EARLY, deck="")
    after, events = told(state, TakeOpen(1))
    assert [type(event) for event in events] == [Took, Reshuffled, Dealt]
    assert None not in after.display


# 3. Administrator with a short deck ------------------------------------------------------------------


def test_3_the_six_open_cards_are_shuffled_with_the_discards_when_the_deck_runs_out() -> None:
    state = table(hands="lodz", display=EARLY, deck="mannheim mannheim")
    discard = state.discard
    after, events = told(state, Administrator())
    shuffled = CHANCE.stream("shuffle", 1).shuffled((*discard, *cities(EARLY)))
    assert after.display == ("mannheim", "mannheim", *shuffled[:4])
    assert (after.deck, after.discard) == (tuple(shuffled[4:]), ())
    assert events[:2] == [Swept(seat=A, cities=cities(EARLY)), Reshuffled(cards=len(discard) + 6)]


def test_3_the_administrator_may_come_to_fewer_than_six_open_cards() -> None:
    state = hoarded("ulm basel", mine="lodz")
    after, events = told(state, Administrator())
    assert events[0] == Swept(seat=A, cities=cities("ulm basel"))
    assert Counter(after.display) == Counter([*cities("ulm basel"), None, None, None, None])
    assert after.display[2:] == (None,) * 4


def test_3_not_after_an_empty_hand_nor_without_any_card() -> None:
    assert refused(hoarded(EARLY), Administrator()) == "official_forced"
    assert refused(hoarded("", mine="lodz", phase="play", taken=0), Administrator()) == "administrator_late"


# 4. Deck and discard both empty ----------------------------------------------------------------------


def test_4_an_open_card_that_cannot_be_replaced_leaves_a_gap() -> None:
    state = hoarded("ulm basel linz", mine="lodz")
    step = GAME.apply(state, A, TakeOpen(2), CHANCE)
    assert step.state.display == ("ulm", None, "linz", None, None, None)
    assert step.events == (Took(seat=A, city="basel", place=2),)
    assert not step.irrevocable
    assert refused(step.state, TakeOpen(2)) == "no_open_card"
    assert refused(step.state, TakeBlind()) == "no_card_to_draw"
    assert GAME.view(step.state, None).may_take


def test_4_gaps_are_filled_at_the_start_of_the_next_turn_and_not_before() -> None:
    state = hoarded("ulm", mine="lodz", row="basel zuerich kempten")
    state = play(state, TakeOpen(1))
    assert GAME.view(state, None).may_take is False
    state = play(state, Begin("ulm"))
    assert (state.display, state.discard) == ((None,) * 6, cities("basel zuerich kempten"))
    step = GAME.apply(state, A, EndTurn(), CHANCE)
    shuffled = tuple(CHANCE.stream("shuffle", 1).shuffled(cities("basel zuerich kempten")))
    assert step.events == (
        TurnBegun(seat=B, round=1),
        Reshuffled(cards=3),
        Dealt(places=(1, 2, 3), cities=shuffled),
    )
    assert step.irrevocable
    assert step.state.display == (*shuffled, None, None, None)


def test_4_without_any_card_the_draw_is_skipped() -> None:
    state = play(hoarded("ulm", mine="lodz", active=0), TakeOpen(1), Begin("lodz"))
    step = GAME.apply(state, A, EndTurn(), CHANCE)
    assert step.events == (TurnBegun(seat=B, round=1), Skipped(seat=B, what="take"))
    assert (step.state.phase, step.state.taken) == ("play", 0)
    assert refused(step.state, TakeBlind()) == "no_card_to_draw"
    assert refused(step.state, TakeOpen(1)) == "no_open_card"
    assert play(step.state, Begin("mannheim")).phase == "close"


def test_4_without_any_card_and_an_empty_hand_the_play_is_skipped_and_the_row_may_be_closed() -> None:
    row = "basel zuerich kempten"
    mine = others(row, "lodz")
    state = table(f"/ {row}", hands=f"{mine} lodz", display="", deck="", discard="", phase="play", taken=0)
    state, events = told(state, Begin("lodz"), EndTurn())
    assert events[1:] == [
        TurnBegun(seat=B, round=1, forced_postmaster=True),
        Skipped(seat=B, what="take"),
        Skipped(seat=B, what="play"),
    ]
    assert (state.phase, state.taken, state.played, route(state, B)) == ("close", 0, 0, row)
    assert refused(state, Play("lodz", "left")) == "city_not_in_hand"
    assert refused(state, Begin("lodz")) == "city_not_in_hand"
    assert refused(state, TakeBlind()) == "already_played"
    assert EndTurn() in GAME.legal(state, B)
    after, events = told(state, Close(cities("basel kempten")))
    assert closed(events).carriage == 3
    assert set(after.display) == {*cities(row), None}


# 5 and 6. Empty hands --------------------------------------------------------------------------------


def test_5_the_forced_postmaster_with_one_card_to_be_had() -> None:
    state = hoarded("ulm")
    state = play(state, TakeOpen(1))
    assert (state.phase, state.taken, state.official) == ("play", 1, "postmaster")
    assert refused(state, TakeBlind()) == "official_forced"
    state = play(state, Begin("ulm"))
    assert state.phase == "close"


def test_6_a_hand_of_one_leaves_all_officials_free() -> None:
    state = table(hands="ulm", display=EARLY)
    assert not state.forced_postmaster
    assert Administrator() in GAME.legal(state, A)
    assert TakeBlind() in GAME.legal(play(state, TakeOpen(1)), A)


def test_6_after_a_postal_carrier_with_the_last_card_the_next_turn_is_forced() -> None:
    state = table("ulm /", hands="augsburg / lodz", display="muenchen basel linz lodz passau kempten")
    state = play(state, TakeOpen(1), Play("augsburg", "right"), Play("muenchen", "right"), EndTurn())
    assert hand(state, A) == ""
    state = play(state, TakeBlind(), Begin("lodz"), EndTurn())
    assert (state.active, state.forced_postmaster) == (A, True)


# 7 and 8. Rows ---------------------------------------------------------------------------------------


def test_7_both_ends_of_a_single_card_are_legal() -> None:
    state = table("ulm /", hands="augsburg lodz", phase="play")
    assert {Play("augsburg", "left"), Play("augsburg", "right")} <= set(GAME.legal(state, A))
    assert route(play(state, Play("augsburg", "left")), A) == "augsburg ulm"
    assert route(play(state, Play("augsburg", "right")), A) == "ulm augsburg"


def test_8_the_lost_row_is_discarded_before_the_new_card_is_laid() -> None:
    row = "mannheim stuttgart ulm augsburg muenchen"
    state = table(f"{row} /", hands="lodz lodz lodz basel basel basel", discard="linz", phase="play")
    after, events = told(state, Begin("lodz"))
    assert isinstance(events[0], GaveUp)
    assert after.discard == ("linz", *cities(row))
    assert (after.offices[A], after.tiles[A], after.carriages[A]) == ((), (), 0)
    assert len(play(after, EndTurn()).hands[A]) == 5


# 9 to 12. Offices ------------------------------------------------------------------------------------


def test_9_a_city_with_an_own_office_counts_in_length_and_leaves_its_region_to_another() -> None:
    state = table(
        "mannheim stuttgart ulm augsburg muenchen /", hands="lodz", offices="stuttgart", phase="close"
    )
    assert refused(state, Close(cities("mannheim stuttgart"))) == "office_already"
    after, events = told(state, Close(cities("mannheim ulm augsburg")))
    assert [*closed(events).tiles] == tiles("length_5 2")
    assert after.offices[A] == cities("stuttgart mannheim ulm augsburg")


def test_10_no_more_offices_than_are_left() -> None:
    names = "mannheim stuttgart ulm sigmaringen basel zuerich innsbruck lodz pilsen budweis salzburg linz"
    own = f"{names} wuerzburg nuernberg regensburg ingolstadt augsburg passau muenchen"
    state = table("mannheim carlsruhe freiburg /", hands="lodz", offices=own, phase="close")
    assert refused(state, Close(cities("carlsruhe freiburg"))) == "offices_left"
    closings = [move for move in GAME.legal(state, A) if isinstance(move, Close)]
    assert {move.offices for move in closings} == {(), ("carlsruhe",), ("freiburg",)}
    _, events = told(state, Close(cities("freiburg")))
    assert [*closed(events).tiles] == tiles("game_end 1")


def test_11_placing_nothing_is_allowed() -> None:
    state = table("mannheim carlsruhe freiburg /", hands="lodz", phase="close")
    after, events = told(state, Close())
    assert (closed(events).offices, after.offices[A], after.carriages[A]) == ((), (), 3)


def test_12_a_group_completed_too_late_gives_nothing_and_never_will() -> None:
    row = "mannheim carlsruhe freiburg"
    taken = [[], tiles("baden 3"), tiles("baden 2"), tiles("baden 1")]
    state = table(f"{row} / / /", hands="lodz", tiles=taken, phase="close")
    after, events = told(state, Close(cities(row)))
    assert [*closed(events).tiles] == []
    assert after.offices[A] == cities(row)


# 13 to 16. Bounds ------------------------------------------------------------------------------------


def test_13_and_14_a_row_may_be_as_long_as_roads_and_cards_allow() -> None:
    north = "lodz pilsen budweis linz passau salzburg muenchen regensburg nuernberg wuerzburg mannheim"
    south = "carlsruhe freiburg basel zuerich kempten innsbruck augsburg ingolstadt ulm sigmaringen stuttgart"
    row = f"{north} {south}"
    assert len(set(cities(row))) == 22
    state = table(f"{row} /", hands="lodz", phase="close")
    after, events = told(state, Close(cities("stuttgart")))
    assert [*closed(events).tiles] == tiles("length_7 4")
    assert len(after.discard) == 22


def test_16_the_owner_of_level_7_plays_on() -> None:
    """There is no level 8, neither by length nor by the Cartwright."""
    row = "mannheim stuttgart ulm augsburg muenchen salzburg linz passau"
    state = table(
        f"{row} /", hands="lodz", carriages=[7, 0], tiles=[tiles("game_end 1"), []], active=0, phase="close"
    )
    assert refused(state, Close((), cartwright=True)) == "cartwright_no_gain"
    after, events = told(state, Close())
    assert (closed(events).carriage, after.carriages[A]) == (None, 7)


# 17. Public and secret -------------------------------------------------------------------------------


def test_17_what_everybody_sees() -> None:
    state = play(table("basel zuerich / ulm", hands="lodz / linz linz", offices="/ ulm"), Administrator())
    view = GAME.view(state, None)
    assert view.display == state.display
    assert (view.deck_size, view.discard) == (len(state.deck), state.discard)
    assert view.stacks == state.stacks
    assert view.official == "administrator"
    assert [player.hand_size for player in view.players] == [1, 2]
    assert [player.route for player in view.players] == [("basel", "zuerich"), ("ulm",)]
    assert [(player.offices, player.offices_left) for player in view.players] == [((), 20), (("ulm",), 19)]


def test_17_a_hand_is_seen_by_its_owner_alone() -> None:
    state = table(hands="lodz / linz linz")
    assert GAME.view(state, A).hand == ("lodz",)
    assert GAME.view(state, B).hand == ("linz", "linz")
    assert GAME.view(state, None).hand == ()


def test_17_a_card_taken_blind_is_named_to_its_owner_alone() -> None:
    state = table(hands="lodz / linz", deck="ulm basel zuerich", display=EARLY)
    state = play(state, TakeBlind(), Begin("lodz"), EndTurn())
    named = Took(seat=A, city="ulm", seen_by=(A,))
    assert named in GAME.view(state, A).before
    for seat in (B, None):
        assert Took(seat=A, city=None) in GAME.view(state, seat).before
        assert "ulm" not in [event.city for event in GAME.view(state, seat).before if isinstance(event, Took)]


def test_17_an_open_card_is_named() -> None:
    state = play(table(hands="lodz", display=EARLY), TakeOpen(1))
    assert GAME.view(state, B).news[0] == Took(seat=A, city="ulm", place=1)


# 18. Late player -------------------------------------------------------------------------------------


def late(state: TaxisState) -> TaxisMove:
    return GAME.default(state, state.active, CHANCE)


def test_18_the_top_of_the_deck_is_taken_even_if_it_has_to_be_shuffled_first() -> None:
    assert late(table(hands="lodz", display=EARLY)) == TakeBlind()
    assert late(table(hands="lodz", display=EARLY, deck="")) == TakeBlind()


def test_18_else_the_first_open_card() -> None:
    state = hoarded("ulm basel linz", mine="lodz")
    assert late(state) == TakeOpen(1)
    gap = table(
        hands=f"lodz / {others('lodz basel linz')}", display=[None, "basel", "linz"], deck="", discard=""
    )
    assert late(gap) == TakeOpen(2)


def test_18_a_second_card_only_if_the_postmaster_is_forced() -> None:
    state = table(display=EARLY)
    state = play(state, late(state))
    assert late(state) == TakeBlind()
    state = play(table(hands="lodz", display=EARLY), TakeBlind())
    assert late(state) == Begin("lodz")


@pytest.mark.parametrize(
    ("row", "held", "move"),
    [
        ("", "basel ulm", Begin("basel")),
        ("basel freiburg carlsruhe", "ulm mannheim zuerich", Play("mannheim", "right")),
        ("basel freiburg carlsruhe", "zuerich mannheim ulm", Play("zuerich", "left")),
        ("basel freiburg", "lodz zuerich", Play("zuerich", "right")),
        ("lodz pilsen budweis linz", "basel ulm", Begin("basel")),
    ],
)
def test_18_of_the_cards_that_fit_the_one_held_longest_right_before_left(
    row: str, held: str, move: TaxisMove
) -> None:
    assert late(table(f"{row} /", hands=held, phase="play")) == move


def test_18_no_official_no_closing_and_the_cards_taken_last_are_discarded() -> None:
    state = table("basel freiburg carlsruhe /", hands="mannheim lodz", phase="close")
    assert late(state) == EndTurn()
    state = table("basel freiburg carlsruhe /", hands="ulm lodz linz passau ulm", phase="close")
    state = play(state, Close())
    assert late(state) == Discard("ulm")
    state = play(state, late(state))
    assert hand(state, A) == "ulm lodz linz passau"
    state = play(state, late(state))
    assert hand(state, A) == "ulm lodz linz"


def test_18_a_game_of_late_players_never_calls_an_official_nor_closes() -> None:
    state = GAME.setup(TaxisOptions(), 3, CHANCE)
    for _ in range(300):
        move = late(state)
        assert not isinstance(move, Administrator | Close)
        state = play(state, move)
        assert state.official in (None, "postmaster")
        assert (state.official == "postmaster") == state.forced_postmaster
