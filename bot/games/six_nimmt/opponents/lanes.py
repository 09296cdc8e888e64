"""Many rounds at once, one in each lane: the placing of `placing.py` by arithmetic on whole arrays.

No lane ever branches, and a step costs the same few array operations for one lane as for thousands: this is
more than ten times as quick as the same loop in plain Python."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from bot.games.six_nimmt.deck import CARDS, HEADS, Row, heads
from bot.games.six_nimmt.opponents.heuristic import Prospect

Numbers = NDArray[np.int16]
Flags = NDArray[np.bool_]

SEATS = 16
"""A played card is written as its number times this, plus its seat: ordered by number, seat known."""
_OWNER = SEATS - 1
ONE = 64
"""The load of a row: this for each card, plus its heads, which stay below it."""
ONLY_HEADS = ONE - 1
FULL = CARDS.row_length * ONE
_LOADS = np.repeat(np.array([ONE + some for some in HEADS], dtype=np.int16), SEATS)


def spread(values: Sequence[int], lanes: int) -> Numbers:
    """The same values in every lane: values by lanes."""
    return np.array(values, dtype=np.int16)[:, None].repeat(lanes, axis=1)


def change(numbers: Numbers, to: Numbers, where: Flags) -> None:
    """Replaces some of the numbers; by arithmetic, which is much quicker here than numpy's masks."""
    numbers += (to - numbers) * where


def _placed(prospect: Prospect, hands: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """For each card that is placed, in order: its owner and the heads it takes, by lanes.

    `hands` holds tricks by seats by lanes: the cards in the order in which they are played.
    """
    kind = BothEnds if prospect.professional else RightEnds
    tables = kind(prospect.rows, hands.shape[2])
    seats = np.arange(hands.shape[1], dtype=np.int16)[:, None]
    for trick in _ascending(hands * SEATS + seats):
        for place, cards in enumerate(trick):
            yield cards & _OWNER, tables.put(cards, _LOADS[cards], lowest=not place)


def _ascending(tricks: Numbers) -> Numbers:
    """Each trick by number. Neighbours change places in turns: few seats, and no lane waits for another."""
    cards = tricks.copy()
    seats = cards.shape[1]
    for turn in range(seats):
        lower, upper = cards[:, turn % 2 : -1 : 2], cards[:, turn % 2 + 1 :: 2]
        small = np.minimum(lower, upper)
        np.maximum(lower, upper, out=upper)
        lower[...] = small
    return cards


_STEP = 32
"""A difference of one: more than the heads of any row, which decide only a tie."""
_INSIDE = np.int16(CARDS.numbers * _STEP)
_INDEX = np.arange(CARDS.rows, dtype=np.int16)[:, None]
_NONE = np.empty(0, dtype=np.intp)


class BothEnds:
    """The rows of many tables in their own order: arrays of four rows by lanes, changed in place."""

    def __init__(self, rows: Sequence[Row], lanes: int) -> None:
        self._left = spread([row[0] for row in rows], lanes)
        self._right = spread([row[-1] for row in rows], lanes)
        self._loads = spread([len(row) * ONE + heads(row) for row in rows], lanes)

    def put(self, cards: Numbers, loads: Numbers, *, lowest: bool) -> Numbers:
        """Places a card; the heads it takes in each lane, where there is a choice as few as can be."""
        numbers = cards // SEATS
        away = np.maximum(self._left - numbers, numbers - self._right)
        inside = away < 0
        gone = self._loads * (inside | (self._loads >= FULL))
        # By difference, then by heads, then by order; a row around the card comes last.
        dislike = np.maximum(away, 0) * _STEP + inside * _INSIDE + (gone & ONLY_HEADS)
        dislike = dislike * CARDS.rows + _INDEX
        here = dislike == dislike.min(axis=0)
        gone *= here
        alone = gone > 0
        self._loads -= gone
        self._loads += loads * here
        change(self._left, numbers, alone | (here & (numbers < self._left)))
        change(self._right, numbers, alone | (here & (numbers > self._right)))
        return gone.sum(axis=0, dtype=np.int16) & ONLY_HEADS


class RightEnds:
    """The rows of many tables, by ascending right end: arrays of four rows by lanes, changed in place."""

    def __init__(self, rows: Sequence[Row], lanes: int) -> None:
        ordered = sorted(rows, key=lambda row: row[-1])
        self._ends = spread([row[-1] * SEATS for row in ordered], lanes)
        self._loads = spread([len(row) * ONE + heads(row) for row in ordered], lanes)

    def put(self, cards: Numbers, loads: Numbers, *, lowest: bool) -> Numbers:
        """Places a card; the heads it takes in each lane. The lowest card of a trick is the only one that may
        fit nowhere (rules 2.2, lemma)."""
        low = np.flatnonzero(cards < self._ends[0]) if lowest else _NONE
        below = self._ends < cards
        here = below.copy()
        here[:-1] &= ~below[1:]
        gone = self._loads * (here & (self._loads >= FULL))
        self._loads -= gone
        self._loads += loads * here
        change(self._ends, cards, here)
        taken = gone.sum(axis=0, dtype=np.int16) & ONLY_HEADS
        if low.size:
            taken[low] = self._take_cheapest(low, cards[low], loads[low])
        return taken

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


def heads_by_seat(prospect: Prospect, hands: Numbers) -> Numbers:
    """What each seat takes in each lane if the hands, tricks by seats by lanes, are played in this order."""
    total = np.zeros(hands.shape[1:], dtype=np.int16)
    for owner, taken in _placed(prospect, hands):
        hit = np.flatnonzero(taken)
        total[owner[hit], hit] += taken[hit]
    return total


def heads_of_first(prospect: Prospect, own: Numbers, rivals: Numbers) -> Numbers:
    """What the owner takes: by first card by lanes.

    `own` holds cards by first card by lanes, `rivals` cards by seats by first card, or by one, by lanes.
    """
    size, firsts, lanes = own.shape
    hands = np.empty((size, rivals.shape[1] + 1, firsts, lanes), dtype=np.int16)
    hands[:, 0], hands[:, 1:] = own, rivals
    hands = hands.reshape(size, -1, firsts * lanes)
    total = np.zeros(firsts * lanes, dtype=np.int16)
    for owner, taken in _placed(prospect, hands):
        total += taken * (owner == 0)
    return total.reshape(firsts, lanes)
