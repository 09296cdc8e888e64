"""The rules of 6 nimmt!, paragraph by paragraph; numbers in names are those of the rules."""

from random import Random
from typing import Any

import pytest

from bot.games.chance import Chance
from bot.games.contract import Decision, Refusal, Seat
from bot.games.six_nimmt.deck import DECK, HEADS, deal, heads
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import (
    Asked,
    Choose,
    Chosen,
    Deal,
    Dealt,
    NimmtOptions,
    Placed,
    Revealed,
    RoundScored,
    TakeRow,
)
from bot.games.six_nimmt.placing import fitting_row, put, take
from bot.games.six_nimmt.playout import playout
from bot.games.six_nimmt.state import NimmtState
from bot.games.six_nimmt.view import Placement, Question
from tests.games.six_nimmt.positions import CHANCE, choose, dealt, refused, table, told, trick, written

A, B, C, D = map(Seat, range(4))
FIGURE_2 = "16 20 21 22 / 35 36 38 40 42 / 61 / 88"


# 1. Components ---------------------------------------------------------------------------------------


def test_1_there_are_104_cards_with_171_heads() -> None:
    """Numbered 1 to 104, each once."""
    assert list(DECK) == list(range(1, 105))
    assert heads(DECK) == 171


def test_1_heads_by_number() -> None:
    """55 has seven, other doubles five, tens three, fives two, the rest one."""
    by_heads = {count: [card for card in DECK if HEADS[card] == count] for count in (7, 5, 3, 2)}
    assert by_heads == {
        7: [55],
        5: [11, 22, 33, 44, 66, 77, 88, 99],
        3: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
        2: [5, 15, 25, 35, 45, 65, 75, 85, 95],
    }
    assert sum(HEADS[card] == 1 for card in DECK) == 76


# 2.1 Setup of a round --------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 11))
def test_2_1_1_to_3_the_deal(seats: int) -> None:
    """Ten cards each, four that start the rows, the rest unseen; all 104 are accounted for."""
    state = dealt(seats)
    assert [len(hand) for hand in state.hands] == [10] * seats
    assert [len(row) for row in state.rows] == [1] * 4
    assert len(state.unused) == 104 - 10 * seats - 4
    together = [card for cards in (*state.hands, *state.rows, state.unused) for card in cards]
    assert sorted(together) == list(DECK)


def test_2_1_1_the_deal_follows_from_the_secret_and_the_round() -> None:
    first, again, other = dealt(4), dealt(4), GAME.setup(NimmtOptions(), 4, Chance(bytes(32)))
    assert first == again
    assert first.hands != other.hands
    scored = trick("16 / 35 / 61 / 88", "17 36 62 89")
    assert GAME.apply(scored, A, Deal(), CHANCE).state.hands != first.hands


# 2.2 A trick -----------------------------------------------------------------------------------------


def test_2_2_1_a_selection_is_secret() -> None:
    state, events = choose(table(FIGURE_2, "37 1 / 65 2 / 45 3 / 46 4"), 37)
    assert events == [Chosen(seat=A, changed=False)]
    assert GAME.decisions(state) == dict.fromkeys((B, C, D), Decision("card", private=True))
    assert GAME.view(state, A).selected == 37
    assert GAME.view(state, B).selected is None
    assert GAME.view(state, B).chosen == (True, False, False, False)
    assert GAME.view(state, None).hand == ()
    assert [GAME.view(state, seat).hand for seat in (A, B, C, D)] == list(state.hands)


def test_2_2_2_the_last_selection_reveals_all() -> None:
    state, _ = choose(table(FIGURE_2, "37 / 65 / 45 / 46"), 37, 65, 45)
    assert state.last == ()
    step = GAME.apply(state, D, Choose(46), CHANCE)
    assert step.events[1] == Revealed(trick=10, cards=((A, 37), (C, 45), (D, 46), (B, 65)))
    assert step.irrevocable
    assert step.state.hands == ((), (), (), ())


def test_2_2_3_cards_are_placed_from_the_lowest_to_the_highest() -> None:
    _, events = choose(table("10 / 20 / 30 / 40", "44 / 43 / 41 / 42"), 44, 43, 41, 42)
    assert [event.card for event in events if isinstance(event, Placed)] == [41, 42, 43, 44]


@pytest.mark.parametrize(
    "case",
    [
        "2.1.4 rows keep order: 90 / 10 / 50 / 70 | 91 11 51 71 | 90 91 / 10 11 / 50 51 / 70 71 | 0 0 0 0",
        "2.2.4 the nearest lower row: 12 / 37 / 43 / 58 | 44 50 | 12 / 37 / 43 44 50 / 58 | 0 0",
        "2.2.4 a fifth card is safe: 3 9 17 28 / 60 / 70 / 80 | 29 61 | 3 9 17 28 29 / 60 61 / 70 / 80 | 0 0",
        "2.2.4 a sixth one takes: 3 9 17 28 29 / 60 / 70 / 80 | 33 61 | 33 / 60 61 / 70 / 80 | 5 0",
        "2.2.7 rows as left before: 3 9 17 28 29 / 60 / 70 / 80 | 33 34 | 33 34 / 60 / 70 / 80 | 5 0",
        "5.5 the lowest asks: 16 20 21 22 / 61 / 88 / 90 | 7 5 6, 2 | 16 20 21 22 / 5 6 7 / 88 / 90 | 0 1 0",
        f"6.1: {FIGURE_2} | 37 65 45 46 | 16 20 21 22 37 / 45 46 / 61 65 / 88 | 0 0 8 0",
        f"6.2: {FIGURE_2} | 5 30 62 33, 3 | 33 / 62 / 5 / 88 | 1 0 8 13",
        f"6.2 with 65: {FIGURE_2} | 5 30 65 33, 3 | 33 / 65 / 5 / 88 | 1 0 8 13",
        f"6.3: {FIGURE_2} | 5 30 62 33, 1 | 5 30 33 / 35 36 38 40 42 / 61 62 / 88 | 10 0 0 0",
        "6.4: 12 / 37 / 43 / 58 | 14 15 44 61 | 12 14 15 / 37 / 43 44 / 58 61 | 0 0 0 0",
        "6.5: 3 9 17 28 / 60 / 70 / 80 | 29 33 34 | 33 34 / 60 / 70 / 80 | 0 5 0",
    ],
)
def test_2_2_where_cards_go_and_what_they_take(case: str) -> None:
    found, wanted = told(case)
    assert found == wanted


def test_2_2_4_a_low_card_lets_its_owner_choose_any_row() -> None:
    state, events = choose(table(FIGURE_2, "5 / 89"), 5, 89)
    assert state.question == Question(A, 5)
    assert events[-1] == Asked(seat=A, card=5)
    assert list(GAME.legal(state, A)) == [TakeRow(row) for row in (1, 2, 3, 4)]
    for row, before in enumerate(state.rows, start=1):
        after = GAME.apply(state, A, TakeRow(row), CHANCE).state
        assert after.rows[row - 1][0] == 5
        assert after.piles == (before, ())


def test_2_2_4_a_low_card_is_below_every_right_end() -> None:
    """Left ends do not matter: 50 lies between the ends of row 1 and still fits nowhere."""
    state, _ = choose(table("1 60 / 70 / 80 / 90", "50 / 91"), 50, 91)
    assert state.question == Question(A, 50)


def test_2_2_lemma_a_trick_asks_at_most_once_and_only_the_lowest_card() -> None:
    rng = Random(7)
    asked = 0
    for _ in range(1000):
        deck = rng.sample(DECK, 14)
        table_rows = [(card,) for card in deck[:4]]
        for place, card in enumerate(sorted(deck[4:])):
            index = fitting_row(table_rows, card)
            if index is None:
                assert place == 0
                asked += 1
                take(table_rows, rng.randrange(4), card)
            else:
                put(table_rows, index, card)
    assert asked > 250


def test_2_2_4_the_row_is_the_one_of_smallest_difference() -> None:
    rng = Random(8)
    for _ in range(1000):
        *ends, card = rng.sample(DECK, 5)
        nearest = (
            min((card - end, row) for row, end in enumerate(ends) if end < card) if min(ends) < card else None
        )
        assert fitting_row([(end,) for end in ends], card) == (nearest and nearest[1])


# 2.3 Scoring and end ---------------------------------------------------------------------------------


def last_trick(*totals: int, taking: bool = False, **options: Any) -> NimmtState:
    first = "1 2 3 4 6" if taking else "1 2 3 4"
    hands = " / ".join(map(str, [7, *range(91, 90 + len(totals))]))
    state = table(f"{first} / 60 / 70 / 80", hands, totals=totals, options=options)
    return choose(state, *map(int, hands.split(" / ")))[0]


def test_2_3_1_and_2_heads_are_written_down_and_added_up() -> None:
    state = last_trick(10, 20, 30, taking=True)
    assert state.scores == ((10, 20, 30), (5, 0, 0))
    assert state.totals == (15, 20, 30)


@pytest.mark.parametrize(
    ("total", "options", "phase"),
    [
        (66, {}, "scored"),
        (67, {}, "over"),
        (65, {"end": "reached"}, "scored"),
        (66, {"end": "reached"}, "over"),
        (100, {"limit": 100}, "scored"),
        (101, {"limit": 100}, "over"),
    ],
)
def test_2_3_2_the_end_comes_above_the_limit(total: int, options: dict[str, Any], phase: str) -> None:
    """More than 66, as the rule sheet says; by an option already at 66."""
    assert last_trick(total - 5, 3, taking=True, **options).phase == phase


def test_2_3_3_the_end_is_tested_after_the_tenth_trick_only() -> None:
    state = table("1 2 3 4 6 / 60 / 70 / 80", "7 100 / 61 101", totals=(66, 0))
    state, _ = choose(state, 7, 61)
    assert state.totals[0] + state.heads[0] == 71
    assert state.phase == "choose"
    assert GAME.outcome(state) is None


def test_2_3_6_a_fixed_number_of_rounds_ends_whatever_the_totals() -> None:
    assert last_trick(500, 3, format="rounds", rounds=3).phase == "scored"
    assert last_trick(0, 0, 0, format="rounds", rounds=1).phase == "over"


@pytest.mark.parametrize(("option", "value"), [("limit", 0), ("limit", 1000), ("rounds", 0), ("rounds", 11)])
def test_2_3_6_limits_go_from_1_to_999_and_rounds_to_10(option: str, value: int) -> None:
    with pytest.raises(ValueError, match=rf"\$\.{option}"):
        GAME.decode_options(b'{"%s":%d}' % (option.encode(), value))


def test_2_3_the_score_is_told_and_the_next_round_dealt() -> None:
    state, events = choose(table("16 / 35 / 61 / 88", "17 / 36"), 17, 36)
    assert events[-1] == RoundScored(round=1, heads=(0, 0), totals=(0, 0))
    assert GAME.forced(state) == (A, Deal())
    assert list(GAME.decisions(state)) == [A]
    step = GAME.apply(state, A, Deal(), CHANCE)
    after = step.state
    assert (after.round, after.trick, after.phase, after.last) == (2, 1, "choose", ())
    assert step.events == (Dealt(round=2, rows=tuple(row[0] for row in after.rows)),)
    assert step.irrevocable
    assert step.milestone


# 2.4 Hidden and public -------------------------------------------------------------------------------


def test_2_4_what_lies_on_the_table_is_public() -> None:
    state, _ = choose(table("1 2 3 4 6 / 60 / 70 / 80", "7 100 / 61 101"), 7, 61)
    view = GAME.view(state, None)
    assert view.heads == (5, 0)
    assert view.played == (1, 2, 3, 4, 6, 7, 60, 61, 70, 80)
    assert view.last == (Placement(A, 7, 1, (1, 2, 3, 4, 6), 5), Placement(B, 61, 2))
    chosen, _ = choose(state, 100)
    assert GAME.view(chosen, None).last == view.last


def test_2_4_waiting_cards_are_public() -> None:
    state, _ = choose(table(FIGURE_2, "5 / 89"), 5, 89)
    view = GAME.view(state, None)
    assert view.last == (Placement(A, 5), Placement(B, 89))
    assert view.played[-1] == 89
    assert 5 in view.played


# 5. Procedures of the bot ----------------------------------------------------------------------------


def test_5_1_a_selection_may_be_changed_until_all_have_selected() -> None:
    state, _ = choose(table(FIGURE_2, "37 1 / 65 2"), 37)
    step = GAME.apply(state, A, Choose(1), CHANCE)
    assert step.events == (Chosen(seat=A, changed=True),)
    assert not step.irrevocable
    assert step.state.selected == (1, None)
    assert GAME.turn(step.state) == GAME.turn(state)


def test_5_2_at_the_deadline_a_random_card_is_selected() -> None:
    state = dealt(2)
    assert GAME.default(state, A, CHANCE) == GAME.default(state, A, CHANCE)
    found = {GAME.default(state, A, Chance(bytes([n]) * 32)) for n in range(150)}
    assert found == {Choose(card) for card in state.hands[0]}


def test_5_3_only_the_owner_of_the_low_card_may_act() -> None:
    state, _ = choose(table(FIGURE_2, "5 90 / 89 91"), 5, 89)
    assert list(GAME.decisions(state)) == [A]
    assert refused(state, 1, TakeRow(1)) == ("not_asked", {})
    assert refused(state, 1, Choose(91)) == ("already_revealed", {})
    assert refused(state, 0, Choose(90)) == ("already_revealed", {})


@pytest.mark.parametrize(
    ("table_rows", "row"),
    [
        ("22 / 20 30 / 21 23 / 33", 3),
        ("20 / 23 24 25 / 30 / 40", 1),
        ("23 24 26 / 20 / 30 / 33", 2),
        ("30 / 20 / 40 / 50", 1),
    ],
)
def test_5_4_at_the_deadline_the_cheapest_row_is_taken(table_rows: str, row: int) -> None:
    state, _ = choose(table(table_rows, "5 / 89"), 5, 89)
    assert GAME.default(state, A, CHANCE) == TakeRow(row)


def test_5_6_the_last_card_is_forced() -> None:
    state = table(FIGURE_2, "37 / 65 / 45")
    for seat, card in enumerate((37, 65, 45)):
        assert GAME.forced(state) == (Seat(seat), Choose(card))
        state = GAME.apply(state, Seat(seat), Choose(card), CHANCE).state
    assert state.phase == "scored"


def test_5_6_nothing_is_forced_with_two_cards_or_before_a_question() -> None:
    assert GAME.forced(table(FIGURE_2, "37 1 / 65 2")) is None
    state, _ = choose(table(FIGURE_2, "5 90 / 89 91"), 5, 89)
    assert GAME.forced(state) is None


@pytest.mark.parametrize(
    ("seats", "code", "limit"), [(0, "too_few_seats", 2), (1, "too_few_seats", 2), (11, "too_many_seats", 10)]
)
def test_5_8_two_to_ten_can_play(seats: int, code: str, limit: int) -> None:
    with pytest.raises(Refusal, match=code) as caught:
        dealt(seats)
    assert caught.value.data == {"seats": limit}


def test_5_13_illegal_inputs_are_refused_with_their_reason() -> None:
    state = table(FIGURE_2, "37 1 / 65 2")
    asked, _ = choose(table(FIGURE_2, "5 / 89"), 5, 89)
    scored = trick("16 / 35 / 61 / 88", "17 36")
    over = last_trick(62, 0, taking=True)
    for where, seat, move, code, data in (
        (state, 0, Choose(65), "not_in_hand", {"card": 65}),
        (state, 0, TakeRow(1), "not_now", {}),
        (state, 0, Deal(), "not_now", {}),
        (state, 2, Choose(37), "not_asked", {}),
        (state, -1, Choose(65), "not_asked", {}),
        (asked, 0, TakeRow(5), "no_such_row", {"row": 5}),
        (asked, 0, TakeRow(0), "no_such_row", {"row": 0}),
        (scored, 0, Choose(37), "not_now", {}),
        (scored, 1, Deal(), "not_asked", {}),
        (over, 0, Choose(37), "over", {}),
        (over, 0, Deal(), "over", {}),
    ):
        assert refused(where, seat, move) == (code, data)


def test_a_turn_is_a_reveal_an_answer_or_a_deal() -> None:
    state = table(FIGURE_2, "5 / 89")
    chosen, _ = choose(state, 5)
    asked, _ = choose(state, 5, 89)
    answered = GAME.apply(asked, A, TakeRow(3), CHANCE).state
    next_round = GAME.apply(answered, A, Deal(), CHANCE).state
    assert [GAME.turn(each) for each in (state, chosen, asked, answered, next_round)] == [0, 0, 1, 2, 3]


def test_a_trick_that_stopped_is_a_page_of_the_history_once_it_is_done() -> None:
    state, _ = choose(table(FIGURE_2, "5 / 89"), 5)
    step = GAME.apply(state, B, Choose(89), CHANCE)
    assert not step.milestone
    assert GAME.apply(step.state, A, TakeRow(1), CHANCE).milestone


# 6. Worked examples ----------------------------------------------------------------------------------


def test_2_3_4_and_5_the_lowest_total_wins_and_equal_ones_share_a_place() -> None:
    assert last_trick(61, 40, 12, taking=True).phase == "scored"
    for totals, scores, places in (
        ((62, 40, 12), (67, 40, 12), (3, 2, 1)),
        ((66, 30, 30), (71, 30, 30), (3, 1, 1)),
        ((62, 12, 12, 20, 20), (67, 12, 12, 20, 20), (5, 1, 1, 3, 3)),
    ):
        outcome = GAME.outcome(last_trick(*totals, taking=True))
        assert outcome is not None
        assert (outcome.scores, outcome.places, outcome.lowest_wins) == (scores, places, True)


def test_6_23_the_lowest_card_has_to_take_a_row_in_the_base_game() -> None:
    state, _ = choose(table("12 80 / 14 85 / 90 / 95", "1 / 2"), 1, 2)
    assert state.question == Question(A, 1)


# Random rounds at speed ------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_a_playout_is_a_round_as_it_is_played_at_the_table(seats: int) -> None:
    for seed in range(6):
        rng = Random(seed)
        dealt = deal(rng.sample(DECK, seats * 10 + 4), seats)
        state = table(written(dealt.rows), written(dealt.hands))
        for played in zip(*dealt.hands, strict=True):
            state, _ = choose(state, *played)
            if state.question:
                row = TakeRow(1 + rng.randrange(4))
                state = GAME.apply(state, state.question.seat, row, CHANCE).state
        assert state.heads == playout(seats, Random(seed))
