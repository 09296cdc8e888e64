"""The rounds played in lanes are the rounds of the rules, card by card."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from bot.games.six_nimmt.deck import CARDS, DECK, Row, heads
from bot.games.six_nimmt.opponents.both_ends import BothEnds
from bot.games.six_nimmt.opponents.lanes import taken
from bot.games.six_nimmt.opponents.right_ends import RightEnds
from bot.games.six_nimmt.placing import put, sixth_heads, spots, take

LANES = 40
kernels = pytest.mark.parametrize("kernel", [RightEnds, BothEnds])
tables = pytest.mark.parametrize("seats", [2, 3, 4, 7, 10])
Kernel = type[RightEnds] | type[BothEnds]
Tricks = Sequence[Sequence[int]]


def dealt(seats: int, rng: Random) -> tuple[list[Row], list[list[int]]]:
    """Rows of all lengths, and as many full tricks as the cards allow, at most ten."""
    deck = rng.sample(DECK, len(DECK))
    rows = [
        tuple(sorted(deck.pop() for _ in range(rng.randint(1, CARDS.row_length)))) for _ in range(CARDS.rows)
    ]
    tricks = min(CARDS.hand, len(deck) // seats)
    return rows, [[deck.pop() for _ in range(seats)] for _ in range(tricks)]


def by_the_rules(kernel: Kernel, rows: Sequence[Row], tricks: Tricks) -> list[int]:
    """The heads by seat, placed one card after the other; who may choose takes as few as he can."""
    rows, total, professional = list(rows), [0] * len(tricks[0]), kernel is BothEnds
    for trick in tricks:
        for card in sorted(trick):
            places = spots(rows, card, professional=professional)
            if places:
                row = min(places, key=lambda spot: (sixth_heads(rows[spot.row]), spot.row)).row
                cards = put(rows, row, card)
            else:
                cards = take(rows, cheapest(kernel, rows), card)
            total[trick.index(card)] += heads(cards)
    return total


def cheapest(kernel: Kernel, rows: Sequence[Row]) -> int:
    """The row with the fewest heads; of equal ones that with the lower right end, or the first."""
    last = kernel is RightEnds
    return min(range(len(rows)), key=lambda row: (heads(rows[row]), rows[row][-1] if last else row))


def hands_in_lanes(shuffles: Sequence[Tricks]) -> np.ndarray:
    return np.array(shuffles, dtype=np.int16).transpose(1, 2, 0)


@kernels
@tables
def test_every_lane_takes_what_the_rules_say(kernel: Kernel, seats: int) -> None:
    rng = Random(seats)
    for _ in range(20):
        rows, tricks = dealt(seats, rng)
        shuffles = [[rng.sample(trick, seats) for trick in tricks] for _ in range(LANES)]
        found = taken(kernel(rows, LANES), hands_in_lanes(shuffles))
        assert found.T.tolist() == [by_the_rules(kernel, rows, shuffle) for shuffle in shuffles]
