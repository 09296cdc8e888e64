"""What the other hands may be: deals that agree with what a player knows, one in each lane."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.games.six_nimmt.opponents.lanes import Numbers

Generator = np.random.Generator
Places = NDArray[np.intp]
_NEVER = 2


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


def with_first(hands: Numbers, first: Places) -> Numbers:
    """Hands by lanes, each with the card at this place exchanged for its first one."""
    lanes: int = hands.shape[1]
    every = np.arange(lanes)
    ordered = hands.copy()
    ordered[0], ordered[first, every] = hands[first, every], hands[0]
    return ordered


def drawn(pool: Numbers, hands: Numbers, size: int, rng: Generator) -> Numbers:
    """So many cards in each lane, at random from an ascending pool without the hand of the lane."""
    lanes = hands.shape[1]
    keys = _keys(len(pool), lanes, rng)
    keys[np.searchsorted(pool, hands), np.arange(lanes)] = _NEVER
    return pool[keys.argsort(axis=0)[:size]]


def _keys(count: int, lanes: int, rng: Generator) -> NDArray[np.float32]:
    """Random numbers to sort by, from 0 to 1."""
    return rng.random((lanes, count), dtype=np.float32).T
