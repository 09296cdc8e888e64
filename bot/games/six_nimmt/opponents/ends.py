"""How a game may end: the round under way played on at random, and rounds as they usually are behind it."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from bot.games.contract import Ends, Seat
from bot.games.six_nimmt.deck import CARDS
from bot.games.six_nimmt.opponents.heuristic import Prospect
from bot.games.six_nimmt.opponents.lanes import Numbers, heads_by_seat
from bot.games.six_nimmt.opponents.search import dealt, shuffled
from bot.games.six_nimmt.state import cards_in_play
from bot.games.six_nimmt.view import NimmtView, is_professional, standing

_ENDS = 200
_STARTS = 12
"""Starts of a round of which as many rounds are played."""
_SPREAD = 0.5
_SEED = 1 << 63
_MOST_ROUNDS = 60
Heads = NDArray[np.float64]
"""Seats by ends."""


def ends(view: NimmtView, seat: Seat, rng: Random) -> Ends:
    """Fewer heads are worth more. A card that the seat has laid face down stays in its hand: it is one of
    those that may come next."""
    luck = np.random.default_rng(rng.randrange(_SEED))
    total = np.repeat(np.array(standing(view), dtype=np.float64)[:, None], _ENDS, axis=1)
    rounds = view.round
    if view.phase == "draft" or not view.hand:
        rounds -= view.phase == "draft"
    else:
        total += _of_round(view, seat, luck)
    return Ends(tuple(map(tuple, (-_to_the_end(view, total, rounds, luck)).T.tolist())), _SPREAD)


def _of_round(view: NimmtView, seat: Seat, luck: np.random.Generator) -> Heads:
    """The heads that come to each seat in the rest of the round."""
    prospect = Prospect.of(view)
    hands = np.empty((len(view.hand), view.seats, _ENDS), dtype=np.int16)
    hands[:, 0] = shuffled(np.array(view.hand, dtype=np.int16), _ENDS, luck)
    hands[:, 1:] = dealt(prospect, _ENDS, luck)
    heads = heads_by_seat(prospect, hands)
    return heads[[(other - seat) % view.seats for other in range(view.seats)]].astype(np.float64)


def _to_the_end(view: NimmtView, total: Heads, rounds: int, luck: np.random.Generator) -> Heads:
    """The heads at the end, by ends in which more rounds are played for as long as the options say."""
    options = view.options
    if options.format != "limit":
        wanted = options.rounds if options.format == "rounds" else view.seats
        for _ in range(wanted - rounds):
            total = total + _usual(view, luck)
        return total
    limit = options.limit + (options.end == "above")
    for _ in range(_MOST_ROUNDS):
        going = total.max(axis=0) < limit
        if not going.any():
            break
        total = total + _usual(view, luck) * going
    return total


def _usual(view: NimmtView, luck: np.random.Generator) -> Heads:
    """The heads of a whole round as it usually is at such a table, by ends another one."""
    cards = cards_in_play(view.options, view.seats)
    rounds = _rounds(cards, view.seats, professional=is_professional(view))
    return rounds[:, luck.integers(rounds.shape[1], size=_ENDS)]


@lru_cache(maxsize=16)
def _rounds(cards: Sequence[int], seats: int, *, professional: bool) -> Heads:
    """The heads of many rounds with these cards in which everybody plays at random."""
    luck, found = np.random.default_rng(seats), list[Numbers]()
    for _ in range(_STARTS):
        first = luck.choice(cards, CARDS.rows, replace=False)
        others = np.setdiff1d(cards, first).astype(np.int16)
        hands = shuffled(others, _ENDS, luck)[: CARDS.hand * seats].reshape(CARDS.hand, seats, _ENDS)
        rows = tuple([(int(card),) for card in first])
        found.append(heads_by_seat(Prospect(rows, (), (), (), middle=0, professional=professional), hands))
    return np.concatenate(found, axis=1).astype(np.float64)
