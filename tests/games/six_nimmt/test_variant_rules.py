"""The variants of 6 nimmt! (rules 3 and 4.1), paragraph by paragraph, and the worked examples 12 to 28."""

import re
from random import Random
from typing import Any

import msgspec
import pytest

from bot.games.chance import Chance
from bot.games.contract import Decision, Refusal, Seat
from bot.games.six_nimmt.deck import DECK, heads
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import (
    Asked,
    Choose,
    Deal,
    Dealt,
    DraftBegun,
    Laid,
    NimmtOptions,
    Pick,
    Picked,
    Revealed,
    TakeRow,
)
from bot.games.six_nimmt.placing import nearest_ends, put, take
from bot.games.six_nimmt.state import NimmtState
from bot.games.six_nimmt.view import Placement, Question
from tests.games.six_nimmt.positions import CHANCE, choose, dealt, refused, rows, table, told
from tests.games.six_nimmt.sample import SAMPLE

A, B, C, D = map(Seat, range(4))
FIGURE_3 = "40 43 47 50 54 / 9 49 / 64 70 / 90 95"
PROFESSIONAL = {"placement": "professional"}
OPEN = {"playing": "open"}
LOGIC = {"deal": "logic"}


def drafting(seats: int, **more: Any) -> NimmtState:
    """A draft in which nothing is picked yet; seat 0 begins."""
    options = {**LOGIC, **more.pop("options", {})}
    given = {"rows": [], "hands": [[]] * seats, "options": options, **more}
    return GAME.restore(msgspec.json.encode(given))


def pick(state: NimmtState, *cards: int) -> NimmtState:
    for card in cards:
        assert state.on_turn is not None
        state = GAME.apply(state, state.on_turn, Pick(card), CHANCE).state
    return state


def drafted(state: NimmtState, rng: Random | None = None) -> NimmtState:
    while state.phase == "draft":
        state = pick(state, rng.choice(state.pool) if rng else state.pool[-1])
    return state


def lay(state: NimmtState, *cards: int) -> NimmtState:
    for card in cards:
        assert state.on_turn is not None
        state = GAME.apply(state, state.on_turn, Choose(card), CHANCE).state
    return state


def play_trick(state: NimmtState, rng: Random) -> NimmtState:
    begun = state.trick, state.round
    while (state.trick, state.round) == begun and state.phase in ("choose", "place"):
        seat = next(iter(GAME.decisions(state)))
        state = GAME.apply(state, seat, rng.choice(GAME.legal(state, seat)), CHANCE).state
    return state


def play_round(state: NimmtState, rng: Random) -> NimmtState:
    while state.phase in ("choose", "place"):
        state = play_trick(state, rng)
    return state


def not_set_up(seats: int, **options: Any) -> tuple[str, dict[str, str | int]]:
    with pytest.raises(Refusal) as caught:
        dealt(seats, **options)
    return caught.value.code, caught.value.data


def everywhere(state: NimmtState) -> list[int]:
    places = (*state.hands, *state.rows, state.pool, state.unused)
    return sorted(card for cards in places for card in cards)


# 3.1 Strategy ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "highest", "count"),
    [*zip(range(2, 11), range(24, 105, 10), (38, 55, 72, 85, 103, 120, 137, 154, 171), strict=True)],
)
def test_3_1_strategy_deals_every_card_of_a_smaller_deck(seats: int, highest: int, count: int) -> None:
    """Only 1 to 10 x n + 4, and all of them are in a hand or start a row."""
    state = dealt(seats, deal="strategy")
    assert everywhere(state) == list(range(1, highest + 1))
    assert state.unused == ()
    assert heads(everywhere(state)) == count


def test_3_1_with_ten_players_strategy_is_the_base_game() -> None:
    assert dealt(10, deal="strategy").hands == dealt(10).hands


# 3.2 Logic -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_3_2_the_whole_deck_lies_face_up(seats: int) -> None:
    state = dealt(seats, **LOGIC)
    assert (state.phase, state.rows, state.hands) == ("draft", (), ((),) * seats)
    assert GAME.view(state, None).pool == tuple(range(1, 10 * seats + 5))
    done = drafted(state)
    assert [len(hand) for hand in done.hands] == [10] * seats
    assert (done.pool, done.unused, done.phase, done.trick) == ((), (), "choose", 1)


def test_3_2_picks_go_round_clockwise_without_reversing() -> None:
    """1, 2, 3, 1, 2, 3: the last of a round is not the first of the next one."""
    state = drafting(3, start_player=1)
    order = []
    for card in range(1, 8):
        order.append(state.on_turn)
        state = pick(state, card)
    assert order == [B, C, A, B, C, A, B]


def test_3_2_the_first_picker_is_drawn_and_then_the_next_seat() -> None:
    first = {GAME.setup(NimmtOptions(**LOGIC), 3, Chance(bytes([n]) * 32)).on_turn for n in range(40)}
    assert first == {A, B, C}
    state = drafted(drafting(3, start_player=2, options={"limit": 999}))
    state = play_round(state, Random(1))
    step = GAME.apply(state, A, Deal(), CHANCE)
    assert step.state.on_turn == A
    assert step.events == (DraftBegun(round=2, seat=A),)


def test_3_2_the_four_cards_left_start_the_rows_in_ascending_order() -> None:
    state = drafting(2)
    cards = [card for card in range(24, 0, -1) if card not in (3, 11, 19, 22)]
    for card in cards[:-1]:
        state = pick(state, card)
    assert state.on_turn is not None
    step = GAME.apply(state, state.on_turn, Pick(cards[-1]), CHANCE)
    assert rows(step.state) == "3 / 11 / 19 / 22"
    assert step.events == (Picked(seat=B, card=cards[-1]), Dealt(round=1, rows=(3, 11, 19, 22)))
    assert step.milestone


def test_3_2_picks_are_public_and_the_hands_common_knowledge() -> None:
    state = pick(drafting(2), 9, 4, 2)
    view = GAME.view(state, None)
    assert (view.known, view.on_turn, view.start_player) == (((9, 2), (4,)), B, A)
    assert 9 not in view.pool
    done = drafted(state)
    assert GAME.view(done, B).known == done.hands
    assert GAME.view(play_trick(done, Random(1)), None).known[0] == tuple(
        card for card in done.hands[0] if card in GAME.view(play_trick(done, Random(1)), A).hand
    )


def test_3_2_a_selected_card_is_secret_even_where_the_hands_are_known() -> None:
    done = drafted(drafting(2))
    one, _ = choose(done, 24)
    other, _ = choose(done, 8)
    assert GAME.view(one, B) == GAME.view(other, B)


def test_3_2_a_pick_is_final_and_only_for_whoever_is_on_turn() -> None:
    state = drafting(2)
    step = GAME.apply(state, A, Pick(7), CHANCE)
    assert step.irrevocable
    assert GAME.decisions(step.state) == {B: Decision("pick")}
    assert refused(step.state, 0, Pick(8)) == ("not_asked", {})
    assert refused(step.state, 1, Pick(7)) == ("not_in_pool", {"card": 7})
    assert refused(step.state, 1, Pick(25)) == ("not_in_pool", {"card": 25})
    assert refused(step.state, 1, Choose(8)) == ("not_now", {})
    assert GAME.turn(step.state) == GAME.turn(state) + 1


def test_3_2_at_the_deadline_a_random_card_is_picked() -> None:
    state = drafting(2)
    found = {GAME.default(state, A, Chance(bytes([n]) * 32)) for n in range(200)}
    assert found == {Pick(card) for card in range(1, 25)}


# 3.3 Professional ------------------------------------------------------------------------------------


def slow_candidates(table_rows: list[tuple[int, ...]], card: int) -> list[tuple[int, int, str]]:
    """Rules 3.3.1 word for word: difference, row from 0, side."""
    found = []
    for index, row in enumerate(table_rows):
        if card > row[-1]:
            found.append((card - row[-1], index, "right"))
        if card < row[0]:
            found.append((row[0] - card, index, "left"))
    return found


def random_rows(rng: Random) -> tuple[list[tuple[int, ...]], list[int]]:
    deck = rng.sample(DECK, 34)
    lengths = [rng.randint(1, 5) for _ in range(4)]
    made = [tuple(sorted(deck[sum(lengths[:i]) : sum(lengths[: i + 1])])) for i in range(4)]
    return made, sorted(deck[24:])


def test_3_3_1_to_4_the_places_are_those_of_smallest_difference() -> None:
    rng, ties, enclosed = Random(5), 0, 0
    for _ in range(1500):
        made, cards = random_rows(rng)
        card = rng.choice(cards)
        slow = slow_candidates(made, card)
        least = min((difference for difference, _, _ in slow), default=0)
        spots = nearest_ends(made, card)
        assert [tuple(spot) for spot in spots] == [(row, side) for d, row, side in slow if d == least]
        enclosed += not spots
        if len(spots) > 1:
            ties += 1
            assert sorted(spot.side for spot in spots) == ["left", "right"]
            assert spots[0].row != spots[1].row
    assert min(ties, enclosed) > 8


def test_3_3_2_a_card_inside_all_rows_takes_any_row() -> None:
    state, events = choose(table("1 100 / 2 99 / 3 98 / 4 96 97", "50 / 103", options=PROFESSIONAL), 50, 103)
    assert state.question == Question(A, 50, "enclosed", (1, 2, 3, 4))
    assert events[-1] == Asked(seat=A, card=50, kind="enclosed", rows=(1, 2, 3, 4))
    assert GAME.decisions(state) == {A: Decision("row")}
    after = GAME.apply(state, A, TakeRow(4), CHANCE).state
    assert rows(after) == "1 100 103 / 2 99 / 3 98 / 50"
    assert after.piles == ((4, 96, 97), ())


@pytest.mark.parametrize(
    "case",
    [
        "3.3.3 over both sides: 10 20 / 40 / 80 / 100 | 33 89 | 10 20 / 33 40 / 80 89 / 100 | 0 0",
        "3.3.5 on the left: 50 51 52 53 54 / 90 / 95 / 100 | 49 91 | 49 / 90 91 / 95 / 100 | 7 0",
        "3.3.5 on the right: 50 51 52 53 54 / 90 / 95 / 100 | 56 91 | 56 / 90 91 / 95 / 100 | 7 0",
        "3.3.6 both ends together: 49 50 52 / 90 / 95 / 100 | 48 53 54 | 54 / 90 / 95 / 100 | 0 0 7",
        f"6.15: {FIGURE_3} | 5 17 58 62 | 17 / 5 9 49 62 / 58 64 70 / 90 95 | 0 9 0 0",
        "6.16: 12 50 / 60 75 / 90 / 100 103 | 55 104, 1 | 12 50 55 / 60 75 / 90 / 100 103 104 | 0 0",
        "6.16 left: 12 50 / 60 75 / 90 / 100 103 | 55 104, 2 | 12 50 / 55 60 75 / 90 / 100 103 104 | 0 0",
        "6.19: 40 / 70 75 / 90 91 / 100 104 | 36 44 | 36 40 44 / 70 75 / 90 91 / 100 104 | 0 0",
        "6.20: 40 41 43 44 46 / 80 85 / 90 95 / 100 | 47 104 | 47 / 80 85 / 90 95 / 100 104 | 11 0",
        "6.20 left: 40 41 43 44 46 / 3 4 / 90 95 / 100 | 39 104 | 39 / 3 4 / 90 95 / 100 104 | 11 0",
        "6.23: 12 80 / 14 85 / 90 / 95 | 1 2 | 1 12 80 / 2 14 85 / 90 / 95 | 0 0",
    ],
)
def test_3_3_where_cards_go_and_what_they_take(case: str) -> None:
    found, wanted = told(case, options=PROFESSIONAL)
    assert found == wanted


def test_3_3_4_in_a_tie_the_owner_decides_even_when_one_row_is_full() -> None:
    state, _ = choose(
        table("46 47 48 49 50 / 60 75 / 90 / 100 103", "55 / 104", options=PROFESSIONAL), 55, 104
    )
    assert state.question == Question(A, 55, "tie", (1, 2), ("right", "left"))
    assert GAME.decisions(state) == {A: Decision("tie")}
    assert GAME.legal(state, A) == [TakeRow(1), TakeRow(2)]
    assert refused(state, 0, TakeRow(3)) == ("not_tied", {"row": 3, "first": 1, "second": 2})
    assert refused(state, 0, TakeRow(5)) == ("no_such_row", {"row": 5})
    assert refused(state, 1, TakeRow(1)) == ("not_asked", {})
    full = GAME.apply(state, A, TakeRow(1), CHANCE).state
    assert (rows(full), full.heads) == ("55 / 60 75 / 90 / 100 103 104", (7, 0))
    safe = GAME.apply(state, A, TakeRow(2), CHANCE).state
    assert (rows(safe), safe.heads) == ("46 47 48 49 50 / 55 60 75 / 90 / 100 103 104", (0, 0))
    assert safe.last[0] == Placement(A, 55, 2, side="left")


def test_3_3_several_questions_in_one_trick_one_at_a_time() -> None:
    start = table("10 20 / 30 40 / 60 / 90 100", "25 / 50 / 95", options=PROFESSIONAL)
    state, _ = choose(start, 25, 50, 95)
    asked = []
    while state.question is not None:
        asked.append((state.question.seat, state.question.kind))
        assert list(GAME.decisions(state)) == [state.question.seat]
        state = GAME.apply(state, state.question.seat, TakeRow(state.question.rows[0]), CHANCE).state
    assert asked == [(A, "tie"), (B, "tie")]
    assert rows(state) == "10 20 25 / 30 40 50 / 60 95 / 90 100"


def test_3_3_at_most_one_enclosed_card_in_a_trick_but_several_ties() -> None:
    rng = Random(9)
    most_enclosed = most_ties = 0
    for _ in range(1500):
        made, cards = random_rows(rng)
        enclosed = ties = 0
        for card in cards:
            spots = nearest_ends(made, card)
            enclosed, ties = enclosed + (not spots), ties + (len(spots) > 1)
            if spots:
                put(made, rng.choice(spots).row, card)
            else:
                take(made, rng.randrange(4), card)
        most_enclosed, most_ties = max(most_enclosed, enclosed), max(most_ties, ties)
    assert most_enclosed == 1
    assert most_ties > 1


@pytest.mark.parametrize(
    ("table_rows", "row"),
    [("46 47 48 49 50 / 60 / 90 / 100", 2), ("50 / 60 / 90 / 100", 1), ("60 / 50 / 90 / 100", 1)],
)
def test_5_4_at_the_deadline_a_tie_goes_to_the_row_that_costs_less(table_rows: str, row: int) -> None:
    state, _ = choose(table(table_rows, "55 / 104", options=PROFESSIONAL), 55, 104)
    assert GAME.default(state, A, CHANCE) == TakeRow(row)


# 3.4 Open --------------------------------------------------------------------------------------------


def test_3_4_card_1_is_the_marker_and_is_not_dealt() -> None:
    state = dealt(4, **OPEN)
    assert everywhere(state) == list(range(2, 105))
    assert heads(everywhere(state)) == 170
    assert len(dealt(9, **OPEN).unused) == 9


def test_3_4_the_first_start_player_is_drawn() -> None:
    found = {GAME.setup(NimmtOptions(**OPEN), 3, Chance(bytes([n]) * 32)).start_player for n in range(40)}
    assert found == {A, B, C}


def test_3_4_cards_are_laid_in_turn_and_seen_by_all() -> None:
    start = table("20 / 40 / 60 / 80", "21 90 / 41 91 / 61 92", options=OPEN, start_player=1)
    assert GAME.decisions(start) == {B: Decision("card")}
    step = GAME.apply(start, B, Choose(41), CHANCE)
    assert step.events == (Laid(seat=B, card=41),)
    view = GAME.view(step.state, A)
    assert (view.laid, view.on_turn, view.chosen) == ((None, 41, None), C, (False, True, False))
    assert GAME.view(step.state, B).hand == (91,)
    assert 41 in view.played
    state = lay(step.state, 61)
    assert rows(state) == "20 / 40 / 60 / 80"
    step = GAME.apply(state, A, Choose(21), CHANCE)
    assert step.events[:2] == (Laid(seat=A, card=21), Revealed(trick=9, cards=((A, 21), (B, 41), (C, 61))))
    assert rows(step.state) == "20 21 / 40 41 / 60 61 / 80"
    assert GAME.view(step.state, None).laid == (None, None, None)


def test_3_4_a_laid_card_is_final_and_nobody_lays_before_his_turn() -> None:
    start = table("20 / 40 / 60 / 80", "21 90 / 41 91", options=OPEN)
    step = GAME.apply(start, A, Choose(21), CHANCE)
    assert step.irrevocable
    assert refused(start, 1, Choose(41)) == ("not_asked", {})
    assert refused(step.state, 0, Choose(90)) == ("already_laid", {})
    assert refused(step.state, 1, Choose(21)) == ("not_in_hand", {"card": 21})
    assert GAME.turn(step.state) == GAME.turn(start) + 1


def test_3_4_the_marker_moves_to_the_left_and_stays_over_the_rounds() -> None:
    state = table("20 / 40 / 60 / 80", "21 / 41 / 61", options=OPEN, start_player=1)
    state = lay(state, 41, 61, 21)
    assert (state.phase, state.start_player) == ("scored", C)
    assert GAME.apply(state, A, Deal(), CHANCE).state.on_turn == C


def test_3_4_a_question_in_open_is_answered_before_the_marker_moves() -> None:
    state = lay(table("20 / 40 / 60 / 80", "3 90 / 41 91", options=OPEN, start_player=1), 41, 3)
    assert (state.question, state.start_player) == (Question(A, 3), B)
    assert GAME.apply(state, A, TakeRow(1), CHANCE).state.start_player == A


def test_5_6_in_open_the_last_cards_are_laid_by_themselves_as_one_turn() -> None:
    state = table("20 / 40 / 60 / 80", "21 / 41 / 61", options=OPEN, start_player=1)
    turns = [GAME.turn(state)]
    while (forced := GAME.forced(state)) is not None and state.phase == "choose":
        state = GAME.apply(state, *forced, CHANCE).state
        turns.append(GAME.turn(state))
    assert turns == [0, 0, 0, 1]
    assert state.phase == "scored"


def test_5_2_at_the_deadline_in_open_any_card_of_the_hand_is_laid() -> None:
    state = table("20 / 40 / 60 / 80", "21 90 / 41 91", options=OPEN, start_player=1)
    found = {GAME.default(state, B, Chance(bytes([n]) * 32)) for n in range(40)}
    assert found == {Choose(41), Choose(91)}
    with pytest.raises(Refusal, match="not_asked"):
        GAME.default(state, A, CHANCE)


# 3.5 Combining ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", ["strategy", "logic"])
@pytest.mark.parametrize(
    ("seats", "count"), [*zip(range(2, 10), (39, 56, 73, 91, 104, 121, 138, 155), strict=True)]
)
def test_3_5_2_a_smaller_deck_in_open_begins_at_2(deal: Any, seats: int, count: int) -> None:
    """2 to 10 x n + 5: the marker is out, and 10 x n + 4 cards are in play."""
    state = dealt(seats, deal=deal, **OPEN)
    assert everywhere(state) == list(range(2, 10 * seats + 6))
    assert heads(everywhere(state)) == count


def test_3_5_3_the_marker_begins_the_draft_and_the_first_trick() -> None:
    state = drafting(3, options=OPEN, start_player=2)
    assert state.on_turn == C
    assert drafted(state).on_turn == C


def test_3_5_3_the_marker_begins_the_next_draft_where_it_stands() -> None:
    state = play_round(drafted(drafting(3, options=OPEN, start_player=2)), Random(3))
    assert state.start_player == A
    assert GAME.apply(state, A, Deal(), CHANCE).state.on_turn == A


def test_3_5_with_logic_and_open_nothing_is_hidden() -> None:
    state = drafted(drafting(2, options=OPEN), Random(4))
    state = lay(state, state.hands[0][0])
    view = GAME.view(state, None)
    assert view.known == (state.hands[0][1:], state.hands[1])
    assert view.laid == (state.hands[0][0], None)
    assert SAMPLE.twin(state, None, Random(1)) == state


def test_5_8_open_and_tournament_refuse_too_many_with_the_reason() -> None:
    assert not_set_up(10, **OPEN) == ("open_seats", {"seats": 9})
    assert not_set_up(6, format="tournament") == ("tournament_seats", {"seats": 5})
    assert not_set_up(10, format="tournament", **OPEN) == ("tournament_seats", {"seats": 5})
    assert not_set_up(11, **OPEN) == ("too_many_seats", {"seats": 10})


def test_in_draft_and_open_people_are_called_in_public() -> None:
    assert GAME.in_turn(dealt(2, **OPEN))
    assert GAME.in_turn(dealt(2, **LOGIC))
    assert not GAME.in_turn(drafted(dealt(2, **LOGIC)))
    assert not GAME.in_turn(dealt(2, **PROFESSIONAL))


# 4.1 Tournament --------------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", ["base", "strategy", "logic"])
def test_4_1_each_plays_each_hand_once(deal: Any) -> None:
    state, rng = drafted(dealt(4, deal=deal, format="tournament", limit=1)), Random(2)
    starts, unused, played = state.rows, state.unused, [[] for _ in range(4)]
    for number in range(1, 5):
        assert (state.round, state.rows) == (number, starts)
        assert state.unused == unused
        for seat, hand in enumerate(state.hands):
            played[seat].append(hand)
        state = play_round(state, rng)
        assert (max(state.totals) > 1, state.phase) == (True, "over" if number == 4 else "scored")
        if number < 4:
            state = GAME.apply(state, A, Deal(), CHANCE).state
    assert [sorted(hands) for hands in played] == [sorted(played[0])] * 4
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.places[outcome.scores.index(min(outcome.scores))] == 1


def test_4_1_the_marker_moves_on_from_game_to_game() -> None:
    state = dealt(4, format="tournament", **OPEN)
    assert state.start_player is not None
    after = play_round(state, Random(1))
    assert after.start_player == (state.start_player + 10) % 4
    assert GAME.apply(after, A, Deal(), CHANCE).state.on_turn == after.start_player


# Positions and older states --------------------------------------------------------------------------

OLD = (
    b'{"schema":1,"options":{"format":"limit","limit":66,"end":"above","rounds":3},"phase":"place","round":1,'
    b'"trick":10,"turn":1,"rows":[[16],[35],[61],[88]],"hands":[[],[]],"selected":[null,null],'
    b'"last":[{"seat":0,"card":5,"row":0,"taken":[],"heads":0},{"seat":1,"card":89,"row":0,"taken":[],'
    b'"heads":0}],"question":{"seat":0,"card":5},"piles":[[],[]],"scores":[],"totals":[0,0],"unused":'
    + msgspec.json.encode([card for card in DECK if card not in (16, 35, 61, 88, 5, 89)])
    + b"}"
)
"""As the base game wrote it before there were variants."""


def test_a_state_from_before_the_variants_can_still_be_read_and_played() -> None:
    state = GAME.decode(OLD)
    GAME.check(state)
    assert (state.options, state.question) == (NimmtOptions(), Question(A, 5))
    assert GAME.apply(state, A, TakeRow(1), CHANCE).state.phase == "scored"


UNUSED = [card for card in DECK if card not in (3, 16, 35, 61, 88, 37, 90, 65, 2)]


def restored(**given: Any) -> NimmtState:
    rows_and_hands = {"rows": [[16], [35], [61], [88]], "hands": [[37, 90], [65, 2]]}
    return GAME.restore(msgspec.json.encode({**rows_and_hands, **given}))


def test_a_draft_is_set_up_by_the_cards_picked_so_far() -> None:
    state = drafting(2, hands=[[9, 2], [4]])
    assert (state.phase, state.on_turn, len(state.pool)) == ("draft", B, 21)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"start_player": 0}, "there is no start player"),
        ({"options": OPEN, "start_player": 2}, "start player 2"),
        ({"options": OPEN, "hands": [[1, 37], [65, 2]]}, "card 1 is not in play"),
        ({"options": {"deal": "strategy"}}, "card 35 is not in play"),
        ({"options": OPEN, "selected": [None, 65]}, "cards are laid in turn"),
        ({"options": {"format": "tournament"}}, "sheets: one of 10 cards for each seat"),
        ({"sheets": [[37, 90], [65, 2]]}, "only a tournament under way has sheets"),
        ({"pool": [3], "unused": UNUSED}, "unused (1, 4, 5"),
        ({"rows": []}, "only Logic has one"),
        ({"rows": [], "options": LOGIC, "hands": [[1, 2], []]}, "seat 0 should have 1 cards"),
        ({"rows": [], "options": LOGIC, "hands": [[25], []]}, "card 25 is not in play"),
        (
            {"rows": [], "options": LOGIC, "hands": [[], []], "pool": [1, 2, 3, 4, 5]},
            "pool (1, 2, 3, 4, 5): by the rest",
        ),
        (
            {"rows": [], "options": LOGIC, "hands": [[], []], "trick": 2},
            "trick 2: by the rest of the position it is 1",
        ),
        ({"rows": [], "options": LOGIC, "hands": [[], []], "selected": [1, None]}, "nothing has been played"),
        (
            {
                "rows": [[12, 50], [60, 75], [90], [100]],
                "hands": [[1], [2]],
                "options": PROFESSIONAL,
                "last": [{"seat": 0, "card": 55}, {"seat": 1, "card": 56}],
                "question": {"seat": 0, "card": 56},
            },
            "by the rest of the position it is Question(seat=0, card=55",
        ),
    ],
)
def test_what_no_variant_allows_is_refused_with_its_reason(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        restored(**given)


# 6. Worked examples ----------------------------------------------------------------------------------


def test_6_13_logic_with_two_both_taking_the_highest() -> None:
    state = drafted(drafting(2))
    assert state.hands == (tuple(range(6, 25, 2)), tuple(range(5, 24, 2)))
    assert rows(state) == "1 / 2 / 3 / 4"


def test_6_14_tournament_with_three() -> None:
    state, rng = drafted(drafting(3, options={"format": "tournament"}), Random(6)), Random(7)
    x, y, z = state.hands
    starts = state.rows
    for expected in ((z, x, y), (y, z, x)):
        state = GAME.apply(play_round(state, rng), A, Deal(), CHANCE).state
        assert (state.hands, state.rows) == (expected, starts)
    assert play_round(state, rng).phase == "over"


def test_6_25_open_with_four() -> None:
    state, rng = dealt(4, **OPEN), Random(8)
    while state.start_player != C:
        state = GAME.setup(state.options, 4, Chance(rng.randbytes(32)))
    assert everywhere(state) == list(range(2, 105))
    orders = []
    for _ in range(10):
        begun, order = state.trick, []
        while state.trick == begun and state.phase == "choose":
            assert state.on_turn is not None
            order.append(state.on_turn)
            state = lay(state, rng.choice(state.hands[state.on_turn]))
        orders.append(order)
        state = play_trick(state, rng) if state.phase == "place" else state
    assert orders[:2] == [[C, D, A, B], [D, A, B, C]]
    assert orders[9][0] == D
    assert GAME.apply(state, A, Deal(), CHANCE).state.on_turn == A


def test_6_28_open_logic_professional_with_two() -> None:
    state = dealt(2, **LOGIC, **OPEN, **PROFESSIONAL)
    first = state.start_player
    assert state.pool == tuple(range(2, 26))
    assert state.on_turn == first
    state = drafted(pick(state, 24, 22, 25, 23, *range(2, 16)))
    assert rows(state) == "16 / 17 / 18 / 19"
    assert state.on_turn == first
    state = lay(state, 2, 3)
    assert rows(state) == "2 16 / 3 17 / 18 / 19"
    assert state.on_turn != first
