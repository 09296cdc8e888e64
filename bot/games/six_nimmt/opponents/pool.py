"""What the cards of a draft (rules 3.2) are worth, found by finishing it in many ways."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.games.six_nimmt.deck import CARDS
from bot.games.six_nimmt.opponents.deals import Generator, shuffled
from bot.games.six_nimmt.opponents.lanes import Numbers
from bot.games.six_nimmt.opponents.rounds import heads_from_begin
from bot.games.six_nimmt.opponents.searching import Cost
from bot.games.six_nimmt.view import NimmtView


def pool_costs(view: NimmtView, lanes: int, rivalry: float, seed: int) -> dict[int, Cost]:
    """By card that lies face up: the average of the rounds in which it came to this player.

    The rest of the draft and all of the round are random, so that one lane tells something of many cards.
    """
    rng = np.random.default_rng(seed)
    pool = shuffled(np.array(view.pool, dtype=np.int16), lanes, rng)
    hands = _completed(view, pool, rng)
    professional = view.options.placement == "professional"
    heads = heads_from_begin(pool[-CARDS.rows :], hands, professional=professional)
    worth = heads[0] - rivalry * heads[1:].mean(axis=0)
    drawn = pool[: CARDS.hand - len(view.hand)]
    pairs = zip(_averages(drawn, worth), _averages(drawn, heads[0]), strict=True)
    by_number = [Cost(*pair) for pair in pairs]
    return {card: by_number[card] for card in view.pool}


def _completed(view: NimmtView, pool: Numbers, rng: Generator) -> Numbers:
    """Full hands in random order, the own one first, by cards from the top of the pool."""
    assert view.on_turn is not None, "in the draft it is always somebody's turn"
    hands: list[Numbers] = []
    top = 0
    for step in range(view.seats):
        held = np.array(view.known[(view.on_turn + step) % view.seats], dtype=np.int16)
        more = CARDS.hand - len(held)
        kept = np.repeat(held[:, None], pool.shape[1], axis=1)
        hands.append(rng.permuted(np.concatenate((kept, pool[top : top + more])), axis=0))
        top += more
    return np.stack(hands, axis=1)


def _averages(drawn: Numbers, values: NDArray[np.generic]) -> list[float]:
    """By card number the average of the lanes in which it is drawn; of all lanes for one that never is."""
    numbers, least = drawn.ravel(), CARDS.numbers + 1
    sums = np.bincount(numbers, weights=np.tile(values, len(drawn)), minlength=least)
    counts = np.bincount(numbers, minlength=least)
    return np.where(counts, sums / np.maximum(counts, 1), values.mean()).tolist()
