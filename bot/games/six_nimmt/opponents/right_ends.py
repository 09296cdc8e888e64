"""Lanes of the normal placement (rules 2.2.4).

The rows of a lane are kept by ascending right end, which is the order the rules ask for: a card belongs to
the last row whose end lies below it, and putting it there leaves the order as it was. Only a low card that
takes a row moves rows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bot.games.six_nimmt.deck import CARDS, Row
from bot.games.six_nimmt.opponents.lanes import FULL, ONLY_HEADS, SEATS, Numbers, change, load, spread

_INDEX = np.arange(CARDS.rows, dtype=np.int16)[:, None]


class RightEnds:
    """The rows of many tables, by ascending right end: arrays of four rows by lanes, changed in place."""

    def __init__(self, rows: Sequence[Row], lanes: int) -> None:
        ordered = sorted(rows, key=lambda row: row[-1])
        self._ends = spread([row[-1] * SEATS for row in ordered], lanes)
        self._loads = spread([load(row) for row in ordered], lanes)

    def put_lowest(self, cards: Numbers, loads: Numbers) -> Numbers:
        """Places the lowest card of a trick, the only one that may fit nowhere (rules 2.2, lemma)."""
        low = np.flatnonzero(cards < self._ends[0])
        taken = self.put(cards, loads)
        if low.size:
            taken[low] = self._take_cheapest(low, cards[low], loads[low])
        return taken

    def put(self, cards: Numbers, loads: Numbers) -> Numbers:
        """Places a card that fits; the heads it takes as the sixth one."""
        below = self._ends < cards
        here = below.copy()
        here[:-1] &= ~below[1:]
        gone = self._loads * (here & (self._loads >= FULL))
        self._loads -= gone
        self._loads += loads * here
        change(self._ends, cards, here)
        return gone.sum(axis=0, dtype=np.int16) & ONLY_HEADS

    def _take_cheapest(self, low: NDArray[np.intp], cards: Numbers, loads: Numbers) -> Numbers:
        """In these lanes the card takes the row with the fewest heads, and is the lowest one from then on."""
        ends, rows = self._ends.take(low, axis=1), self._loads.take(low, axis=1)
        cheapest = ((rows & ONLY_HEADS) * CARDS.rows + _INDEX).min(axis=0)
        for row in range(CARDS.rows - 1, 0, -1):
            moved = cheapest % CARDS.rows >= row
            change(ends[row], ends[row - 1], moved)
            change(rows[row], rows[row - 1], moved)
        ends[0], rows[0] = cards, loads
        for row in range(CARDS.rows):
            self._ends[row][low], self._loads[row][low] = ends[row], rows[row]
        return cheapest // CARDS.rows
