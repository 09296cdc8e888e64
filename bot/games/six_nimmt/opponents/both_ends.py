"""Lanes of the Professional placement (rules 3.3), in which every card may be the one that fits nowhere.

Each row of a lane has one number that says how gladly a card goes there: the lowest one is its place.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bot.games.six_nimmt.deck import CARDS, Row
from bot.games.six_nimmt.opponents.lanes import FULL, ONLY_HEADS, SEATS, Flags, Numbers, change, load, spread

_STEP = 32
"""A difference of one: more than the heads of any row, which decide only a tie."""
_INSIDE = np.int16(CARDS.numbers * _STEP)
_INDEX = np.arange(CARDS.rows, dtype=np.int16)[:, None]


class BothEnds:
    """The rows of many tables in their own order: arrays of four rows by lanes, changed in place."""

    def __init__(self, rows: Sequence[Row], lanes: int) -> None:
        self._left = spread([row[0] for row in rows], lanes)
        self._right = spread([row[-1] for row in rows], lanes)
        self._loads = spread([load(row) for row in rows], lanes)

    def put_lowest(self, cards: Numbers, loads: Numbers) -> Numbers:
        """Places a card like any other."""
        return self.put(cards, loads)

    def put(self, cards: Numbers, loads: Numbers) -> Numbers:
        """Places a card; the heads it takes, where there is a choice as few as can be."""
        numbers = cards // SEATS
        away = np.maximum(self._left - numbers, numbers - self._right)
        inside = away < 0
        gone = self._loads * (inside | (self._loads >= FULL))
        here = _cheapest(away, inside, gone)
        gone *= here
        alone = gone > 0
        self._loads -= gone
        self._loads += loads * here
        change(self._left, numbers, alone | (here & (numbers < self._left)))
        change(self._right, numbers, alone | (here & (numbers > self._right)))
        return gone.sum(axis=0, dtype=np.int16) & ONLY_HEADS


def _cheapest(away: Numbers, inside: Flags, gone: Numbers) -> Flags:
    """The row of each lane: by difference, then by heads, then by order; one around the card comes last."""
    dislike = np.maximum(away, 0) * _STEP + inside * _INSIDE + (gone & ONLY_HEADS)
    dislike *= CARDS.rows
    dislike += _INDEX
    return dislike == dislike.min(axis=0)
