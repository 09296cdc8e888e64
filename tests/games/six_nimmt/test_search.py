"""The parts a decision is made of: sampled deals and their order, lanes, surveys, the risk of a card."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations, product
from random import Random
from statistics import fmean

import numpy as np
import pytest

from bot.games.six_nimmt.deck import CARDS, DECK, Row
from bot.games.six_nimmt.opponents import Effort, search
from bot.games.six_nimmt.opponents.heuristic import Prospect, Rival, reluctance, risk
from bot.games.six_nimmt.opponents.lanes import Numbers, heads_by_seat, heads_of_first
from bot.games.six_nimmt.opponents.search import Worth, surveyed
from tests.games.examples import follows
from tests.games.six_nimmt.positions import knows, placed, random_rows

LANES = 300


def cards(*numbers: int) -> Numbers:
    return np.array(numbers, dtype=np.int16)


def luck() -> search.Generator:
    return np.random.default_rng(7)


def columns(hands: Numbers) -> list[list[int]]:
    return hands.reshape(len(hands), -1).T.tolist()


def test_a_shuffle_gives_every_lane_all_cards_and_every_card_every_place() -> None:
    shuffled = search.shuffled(cards(3, 5, 8, 13), LANES, luck())
    assert all(sorted(lane) == [3, 5, 8, 13] for lane in columns(shuffled))
    assert all(set(place) == {3, 5, 8, 13} for place in shuffled.tolist())


def test_each_card_is_first_once_and_the_rest_keeps_its_order() -> None:
    hands = np.repeat(cards(3, 5, 8, 13)[:, None], LANES, axis=1)
    ordered = search.each_first(hands, luck())
    assert ordered[0].T.tolist() == [[3, 5, 8, 13]] * LANES
    for lane in range(LANES):
        threes, fives = ordered[1:, 0, lane].tolist(), ordered[1:, 1, lane].tolist()
        assert [card for card in threes if card != 5] == [card for card in fives if card != 3]
    assert len({tuple(order) for order in columns(ordered)}) == 24


def test_the_card_worth_least_changes_places_with_the_first_one_in_some_hands() -> None:
    hands = np.array([[1, 4, 7], [2, 5, 8], [3, 6, 9]], dtype=np.int16)
    worth = np.array([0.0, 5, 6, 4, 1, 3, 2, 9, 9, 0])
    where = np.array([True, True, False])
    assert columns(search.with_least(worth, hands, where)) == [[3, 2, 1], [4, 5, 6], [7, 8, 9]]
    assert columns(hands) == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


def test_the_own_seat_is_one_more_of_which_all_know_what_lies_there() -> None:
    known = knows(0, "10 / 30 / 50 / 70; 5 11 / 6 12 / 7 13; open")
    laid = known.among_all(laid=11)
    assert laid.rivals == (Rival(), Rival(), Rival(laid=11))
    assert {*laid.hidden} == {*known.hidden, 5}
    assert [*laid.hidden] == sorted(laid.hidden)
    assert {*known.among_all().hidden} == {*known.hidden, 5, 11}


def test_the_own_hand_is_known_to_all_where_theirs_are() -> None:
    known = knows(0, "10 / 20 / 24 / 15; 5 11 / 6 12; logic")
    assert known.among_all().rivals == (Rival(hand=(6, 12)), Rival(hand=(5, 11)))
    assert known.among_all(laid=11).rivals == (Rival(hand=(6, 12)), Rival(11, (5,)))


def test_what_is_hidden_is_the_deck_without_the_table_and_the_own_hand() -> None:
    known = knows(0, "1 2 / 30 / 50 / 70; 7 8 / 9 10 / 11 12")
    assert known.hidden == tuple(card for card in DECK if card not in {1, 2, 30, 50, 70, 7, 8})


RISKS = """
    A card that is surely the sixth costs the row: nobody can come before (rules 2.2.4)
        2 3 5 7 10 / 40 / 60 / 80; 11 90 / 20 21 | 11 -> 8
    A row is safe while there is room for everybody
        20 / 70 / 80 / 90; 35 / 91 | 35 -> 0
        20 / 70 / 80 / 90; 35 / 91 / 92 / 93 | 35 -> 0
        50 / 60 / 97 / 98; 51 99 / 2 3 | 51 -> 0
        50 / 60 / 97 / 98; 51 99 / 2 3 | 99 -> 0
    The lowest card of all takes the cheapest row
        55 / 60 / 71 / 88; 1 / 2 / 3 | 1 -> 1
    At a left end a card costs nothing unless the row is full
        30 31 32 33 34 / 60 / 80 / 100; 29 59 / 1 2; professional | 29 -> 11
        30 31 32 33 34 / 60 / 80 / 100; 29 59 / 1 2; professional | 59 -> 0
    An enclosed card costs the cheapest row
        10 66 / 11 55 / 12 77 / 13 50; 40 99 / 1 2; professional | 40 -> 4
"""


@pytest.mark.parametrize(("position", "card", "heads"), follows(RISKS))
def test_what_a_card_may_cost(position: str, card: str, heads: str) -> None:
    assert risk(knows(0, position), int(card)) == pytest.approx(int(heads))


def test_a_card_that_others_may_come_before_or_have_to_take_a_row_costs_a_part() -> None:
    assert risk(knows(0, "20 / 70 / 80 / 90; 35 / 91 / 92 / 93 / 94"), 35) > 0
    assert 0 < risk(knows(0, "55 / 60 / 71 / 88; 1 / 2 / 3"), 30) < 1


def test_a_row_is_safe_for_two_even_if_every_hidden_card_would_come_before() -> None:
    known = Prospect(
        rows=((2,), (100,), (101,), (102,)), hand=(99,), hidden=(50, 51), rivals=(Rival(),), middle=52.5
    )
    assert risk(known, 99) == pytest.approx(0)


def test_what_is_laid_before_a_card_counts_in_full() -> None:
    free = knows(0, "47 48 49 50 / 10 / 20 / 30; 53 90 / 40 52; open")
    assert risk(replace(free, rivals=(Rival(laid=52),)), 53) == 1 + 1 + 1 + 3 + 1
    assert risk(replace(free, rivals=(Rival(laid=54),)), 53) == 0
    assert 0 < risk(free, 53) < 1


@pytest.mark.parametrize(
    ("hands", "further_first"), [("2 12 / 3 13 / 4 14", True), ("2 12 / 3 13 / 4 14 / 5 15", False)]
)
def test_of_safe_cards_the_one_further_from_the_middle_goes_first_unless_many_play(
    hands: str, further_first: bool
) -> None:
    known = knows(0, f"50 / 60 / 97 / 98; 51 99 / {hands}")
    assert (reluctance(known, 99) < risk(known, 99)) is further_first
    two = knows(0, "50 / 60 / 97 / 98; 51 99 / 2 3")
    assert reluctance(two, 99) < reluctance(two, 51)


TABLES = 40
Tricks = Sequence[Sequence[int]]


def dealt(seats: int, rng: Random) -> tuple[Sequence[Row], list[list[int]]]:
    deck = rng.sample(DECK, len(DECK))
    rows = random_rows(deck, rng)
    tricks = min(CARDS.hand, len(deck) // seats)
    return rows, [[deck.pop() for _ in range(seats)] for _ in range(tricks)]


def by_the_rules(rows: Sequence[Row], tricks: Tricks, *, professional: bool) -> list[int]:
    total = [0] * len(tricks[0])
    for trick in tricks:
        rows, taken = placed(rows, trick, professional=professional)
        total = [sum_ + taken[card] for sum_, card in zip(total, trick, strict=True)]
    return total


@pytest.mark.parametrize("professional", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 7, 10])
def test_every_lane_takes_what_the_rules_say(seats: int, professional: bool) -> None:
    rng = Random(seats)
    for _ in range(5):
        rows, tricks = dealt(seats, rng)
        prospect = Prospect(
            tuple(rows), (), (), (Rival(),) * (seats - 1), middle=0, professional=professional
        )
        shuffles = [[rng.sample(trick, seats) for trick in tricks] for _ in range(TABLES)]
        expected = [by_the_rules(rows, shuffle, professional=professional) for shuffle in shuffles]
        hands = np.array(shuffles, dtype=np.int16).transpose(1, 2, 0)
        assert heads_by_seat(prospect, hands).T.tolist() == expected
        taken = heads_of_first(prospect, hands[:, :1], hands[:, 1:, None])
        assert taken.tolist() == [[each[0] for each in expected]]


ROWS = ((2, 3, 4, 5), (30, 31, 32, 33, 34), (70,), (80,))
NO_DISLIKE = np.zeros(105)
Lane = Sequence[Sequence[int]]
"""The cards of each seat in the order in which they are played."""


def everybody(*rivals: Rival, hidden: tuple[int, ...] = (), size: int = 3) -> Prospect:
    return Prospect(ROWS, (0,) * size, hidden, rivals, middle=52.5, known=not hidden)


def survey(prospect: Prospect, dislike: Worth = NO_DISLIKE, careful: float = 0) -> Worth:
    effort = Effort(1, surveyed=100_000, careful_to_them=careful)
    return surveyed(prospect, effort, dislike, np.random.default_rng(5))


def counted(lanes: Sequence[Lane], card: int, asked: Sequence[int]) -> float:
    hands = np.array(lanes, dtype=np.int16).transpose(2, 1, 0)
    taken = heads_by_seat(everybody(*[Rival()] * len(lanes[0])), hands)
    held = [(lane[seat], taken[seat, at]) for at, lane in enumerate(lanes) for seat in asked]
    played = [float(heads) for hand, heads in held if hand[0] == card]
    kept = [float(heads) for hand, heads in held if card in hand[1:]]
    return fmean(played) - fmean(kept)


def test_where_hands_are_known_it_is_the_average_over_all_orders() -> None:
    hands = ((6, 36, 77), (7, 35, 55))
    found = survey(everybody(*(Rival(hand=hand) for hand in hands)))
    lanes = [*product(*map(permutations, hands))]
    for seat, hand in enumerate(hands):
        for card in hand:
            assert found[card] == pytest.approx(counted(lanes, card, [seat]), abs=0.3)
    assert found[6] < -1
    assert found[36] > 1


def test_where_they_are_not_it_is_the_average_over_all_deals() -> None:
    pool = (6, 7, 36, 77)
    found = survey(everybody(Rival(), Rival(), hidden=pool, size=2))
    lanes = [(order[:2], order[2:]) for order in permutations(pool)]
    for card in pool:
        assert found[card] == pytest.approx(counted(lanes, card, [0, 1]), abs=0.3)


def test_what_lies_there_is_placed_and_not_asked_about() -> None:
    found = survey(everybody(Rival(laid=35, hand=(50, 51)), Rival(hand=(36, 60, 61))))
    laid = [(35, *rest) for rest in permutations((50, 51))]
    lanes = [*product(laid, permutations((36, 60, 61)))]
    assert np.isposinf(found[[35, 50, 51]]).all()
    for card in (36, 60, 61):
        assert found[card] == pytest.approx(counted(lanes, card, [1]), abs=0.3)


def test_those_who_play_what_they_dislike_least_are_reckoned_with_but_not_noted() -> None:
    """With the 35 before it the 36 costs nothing, and the 35 is disliked least of all."""
    known = everybody(Rival(hand=(35, 50, 51)), Rival(hand=(36, 60, 61)))
    dislike = np.where(np.arange(105) == 35, 0.0, 1.0)
    dislike[60] = 0.5
    often, never = survey(known, dislike, careful=0.9), survey(known)
    assert often[36] < never[36] - 1
    assert np.isposinf(survey(known, dislike, careful=1)).all()
