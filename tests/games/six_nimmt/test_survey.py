"""The survey says of every card what playing it next costs its owner, against keeping it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from statistics import fmean

import numpy as np
import pytest

from bot.games.six_nimmt.opponents import Effort
from bot.games.six_nimmt.opponents.heuristic import Prospect, Rival
from bot.games.six_nimmt.opponents.lanes import heads_by_seat
from bot.games.six_nimmt.opponents.search import Worth, surveyed

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
    """The heads of these seats if they play the card first less those if they play it later."""
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
