"""The rounds played in lanes are the rounds of the rules, card by card."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bot.games.six_nimmt.deck import CARDS, DECK, Row, heads
from bot.games.six_nimmt.opponents.lanes import SEATS, Lanes, taken_by_first
from bot.games.six_nimmt.placing import fitting_row, put, take


def dealt(seats: int, rng: Random) -> tuple[list[Row], list[list[int]]]:
    """Rows of all lengths, and as many full tricks as the cards allow, at most ten."""
    deck = rng.sample(DECK, len(DECK))
    rows = [
        tuple(sorted(deck.pop() for _ in range(rng.randint(1, CARDS.row_length)))) for _ in range(CARDS.rows)
    ]
    tricks = min(CARDS.hand, len(deck) // seats)
    return rows, [[deck.pop() for _ in range(seats)] for _ in range(tricks)]


def cheapest(rows: list[Row]) -> int:
    """The row with the fewest heads; of equal ones that with the lower right end."""
    return min(range(len(rows)), key=lambda row: (heads(rows[row]), rows[row][-1]))


def by_the_rules(rows: list[Row], tricks: list[list[int]]) -> int:
    """The heads of seat 0, placed one card after the other."""
    rows, total = list(rows), 0
    for trick in tricks:
        for card in sorted(trick):
            index = fitting_row(rows, card)
            taken = take(rows, cheapest(rows), card) if index is None else put(rows, index, card)
            total += heads(taken) * (card == trick[0])
    return total


@pytest.mark.parametrize("seats", [2, 3, 4, 7, 10])
def test_every_lane_takes_what_the_rules_say(seats: int) -> None:
    rng = Random(seats)
    for _ in range(40):
        rows, tricks = dealt(seats, rng)
        shuffles = [[rng.sample(trick, seats) for trick in tricks] for _ in range(40)]
        lanes = np.array(shuffles, dtype=np.int16).transpose(1, 2, 0) * SEATS
        lanes += np.arange(seats, dtype=np.int16)[:, None]
        taken = taken_by_first(Lanes.of(rows, len(shuffles)), lanes)
        assert taken.tolist() == [by_the_rules(rows, shuffle) for shuffle in shuffles]
