"""What the other hands may be: deals that agree with what a player knows, one in each lane."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.games.six_nimmt.opponents.lanes import Flags, Numbers
from bot.games.six_nimmt.opponents.prospect import Prospect

Generator = np.random.Generator
Places = NDArray[np.intp]
Worth = NDArray[np.float64]
"""By card number: how reluctantly somebody plays it."""


def dealt(prospect: Prospect, deals: int, rng: Generator) -> Numbers:
    """Hands of the rivals in random order, a card that is laid before all others: cards by seats by deals."""
    size, start = len(prospect.hand), 0
    hidden = shuffled(np.array(prospect.hidden, dtype=np.int16), deals, rng)
    hands = np.empty((size, len(prospect.rivals), deals), dtype=np.int16)
    for seat, rival in enumerate(prospect.rivals):
        first = int(rival.laid is not None)
        hands[:first, seat] = rival.laid or 0
        if prospect.known:
            hands[first:, seat] = shuffled(np.array(rival.hand, dtype=np.int16), deals, rng)
        else:
            hands[first:, seat] = hidden[start : start + size - first]
            start += size - first
    return hands


def shuffled(cards: Numbers, lanes: int, rng: Generator) -> Numbers:
    """The same cards in another random order in each lane: cards by lanes."""
    return cards[_keys(len(cards), lanes, rng).argsort(axis=0)]


def each_first(hands: Numbers, rng: Generator) -> Numbers:
    """Hands by lanes, with each card in turn first: cards by first card by lanes.

    The others follow at random, in the same order whichever card is first: so the first ones compare fairly.
    """
    count, lanes = hands.shape
    keys = np.repeat(_keys(count, lanes, rng)[:, None], count, axis=1)
    keys[np.arange(count), np.arange(count)] = -1
    return np.take_along_axis(hands[:, None], keys.argsort(axis=0), axis=0)


def with_least(worth: Worth, hands: Numbers, where: Flags) -> Numbers:
    """The hands, some of them with the card first that is worth least; the first one is then in its place."""
    some = hands[:, where]
    least: Places = worth[some].argmin(axis=0)
    every = np.arange(least.size)
    some[0], some[least, every] = some[least, every], some[0].copy()
    ordered = hands.copy()
    ordered[:, where] = some
    return ordered


def _keys(count: int, lanes: int, rng: Generator) -> NDArray[np.float32]:
    """Random numbers to sort by, from 0 to 1."""
    return rng.random((lanes, count), dtype=np.float32).T
