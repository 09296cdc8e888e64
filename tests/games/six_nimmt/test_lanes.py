"""The rounds played in lanes are the rounds of the rules, card by card."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from bot.games.six_nimmt.deck import CARDS, DECK, Row, heads
from bot.games.six_nimmt.opponents.heuristic import Prospect, Rival
from bot.games.six_nimmt.opponents.lanes import heads_by_seat, heads_of_first
from bot.games.six_nimmt.placing import put, sixth_heads, spots, take

LANES = 40
placements = pytest.mark.parametrize("professional", [False, True])
tables = pytest.mark.parametrize("seats", [2, 3, 4, 7, 10])
Tricks = Sequence[Sequence[int]]


def dealt(seats: int, rng: Random) -> tuple[list[Row], list[list[int]]]:
    """Rows of all lengths, and as many full tricks as the cards allow, at most ten."""
    deck = rng.sample(DECK, len(DECK))
    rows = [
        tuple(sorted(deck.pop() for _ in range(rng.randint(1, CARDS.row_length)))) for _ in range(CARDS.rows)
    ]
    tricks = min(CARDS.hand, len(deck) // seats)
    return rows, [[deck.pop() for _ in range(seats)] for _ in range(tricks)]


def by_the_rules(rows: Sequence[Row], tricks: Tricks, *, professional: bool) -> list[int]:
    """The heads by seat, placed one card after the other; who may choose takes as few as he can."""
    rows, total = list(rows), [0] * len(tricks[0])
    for trick in tricks:
        for card in sorted(trick):
            places = spots(rows, card, professional=professional)
            if places:
                row = min(places, key=lambda spot: (sixth_heads(rows[spot.row]), spot.row)).row
                cards = put(rows, row, card)
            else:
                cards = take(rows, cheapest(rows, professional=professional), card)
            total[trick.index(card)] += heads(cards)
    return total


def cheapest(rows: Sequence[Row], *, professional: bool) -> int:
    """The row with the fewest heads; of equal ones the first, in the normal placement the lowest."""
    ends = [0 if professional else row[-1] for row in rows]
    return min(range(len(rows)), key=lambda row: (heads(rows[row]), ends[row], row))


@placements
@tables
def test_every_lane_takes_what_the_rules_say(seats: int, professional: bool) -> None:
    rng = Random(seats)
    for _ in range(20):
        rows, tricks = dealt(seats, rng)
        prospect = Prospect(
            tuple(rows), (), (), (Rival(),) * (seats - 1), middle=0, professional=professional
        )
        shuffles = [[rng.sample(trick, seats) for trick in tricks] for _ in range(LANES)]
        expected = [by_the_rules(rows, shuffle, professional=professional) for shuffle in shuffles]
        hands = np.array(shuffles, dtype=np.int16).transpose(1, 2, 0)
        assert heads_by_seat(prospect, hands).T.tolist() == expected
        taken = heads_of_first(prospect, hands[:, :1], hands[:, 1:, None])
        assert taken.tolist() == [[each[0] for each in expected]]
