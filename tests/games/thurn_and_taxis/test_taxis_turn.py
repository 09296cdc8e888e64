"""A turn of Thurn and Taxis (section 3, phases 1 and 2), paragraph by paragraph."""

from __future__ import annotations

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
    hand,
    play,
    refused,
    route,
    table,
    told,
)

EARLY = "ulm basel linz lodz passau kempten"
"""A display."""
BASEL_ROW = "basel freiburg carlsruhe"


def kinds(state: TaxisState) -> set[str]:
    """The names of the legal moves' types."""
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
    """Also the one just turned up; a third one is never taken."""
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
    """Also onto a row begun in this turn, but it never begins one."""
    state = play(table(hands="ulm augsburg kempten lodz", display=EARLY), TakeOpen(4), Begin("ulm"))
    assert refused(state, Play("lodz", "right")) == "no_road"
    state, events = told(state, Play("augsburg", "left"))
    assert route(state, A) == "augsburg ulm"
    assert state.official == "postal_carrier"
    assert events == [Played(seat=A, city="augsburg", side="left", postal_carrier=True)]
    assert refused(state, Play("kempten", "left")) == "enough_played"
    assert refused(state, Begin("kempten")) == "begin_again"


def test_3_one_official_a_turn() -> None:
    """Whoever has called one can't call another one in the same turn."""
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
    """With a card that would have fitted, or with a city of the lost row; be the row a single card."""
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
