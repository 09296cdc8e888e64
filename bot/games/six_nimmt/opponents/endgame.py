"""The last tricks of a deal in which all hands are known, played out in every order there is.

Backwards from the end each trick is a game of its own. Where cards are laid in turn, each player lays the
card that serves him best, knowing how those behind him will answer. Where all choose at once, each plays
every card so often that nobody regrets his choice (regret matching).
"""

from collections.abc import Sequence
from itertools import permutations
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from bot.games.six_nimmt.opponents.heuristic import Prospect
from bot.games.six_nimmt.opponents.lanes import heads_by_seat

Values = NDArray[np.float64]
"""Heads of each seat by what the seats play in a trick: seats by cases by cards of seat 0, of seat 1, ..."""
_LANES = 20_000
_TIMES = 60
"""Rounds of regret; more make no difference that could be felt."""
_TRACE = 1e-9
"""Next to no regret: so that there is a share for every card where nothing is regretted."""


def within_reach(prospect: Prospect) -> bool:
    """Whether all hands are known and few enough cards are left."""
    return prospect.known and prod([factorial(len(cards)) for _, cards in _hands(prospect)]) <= _LANES


def solved(prospect: Prospect) -> list[float]:
    """The own heads for each card of the hand if everybody plays well from now on."""
    seats, tricks = prospect.seats, len(prospect.hand)
    heads = _ends(prospect)
    for trick in range(tricks - 1, 0, -1):
        left = tricks - trick
        game = heads.reshape(seats, -1, *(left,) * seats)
        # What each seat takes in each case when this trick is played well: seats by cases.
        value = _answered(game, _turns(prospect, trick)) if prospect.in_turn else _all_at_once(game, 0)
        heads = value.reshape(heads.shape[:-seats])
    return _behind_own(heads[:, None], prospect)[0].ravel().tolist()


def _hands(prospect: Prospect) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """By seat, the own one first: the card that is laid, if there is one, and the cards in hand."""
    rivals = [((rival.laid,) if rival.laid else (), rival.hand) for rival in prospect.rivals]
    return [((), prospect.hand), *rivals]


def _ends(prospect: Prospect) -> Values:
    """The heads of each seat at the end: seats by the cards of the first trick by those of the next ..."""
    orders = [
        np.array([laid + rest for rest in permutations(cards)], dtype=np.int16)
        for laid, cards in _hands(prospect)
    ]
    seats, tricks = len(orders), len(prospect.hand)
    counts = [len(order) for order in orders]
    hands = np.empty((tricks, seats, *counts), dtype=np.int16)
    for seat, order in enumerate(orders):
        along = [1] * seats
        along[seat] = len(order)
        hands[:, seat] = order.T.reshape(tricks, *along)
    heads = heads_by_seat(prospect, hands.reshape(tricks, seats, -1))
    # Between how many cards there is to choose in each trick; only one if a card is laid already.
    sizes = [len(cards) for _, cards in _hands(prospect)]
    choices = [[*[1] * (tricks - size), *range(size, 0, -1)] for size in sizes]
    split = heads.reshape(seats, *[count for seat in choices for count in seat])
    by_trick = [1 + seat * tricks + trick for trick in range(tricks) for seat in range(seats)]
    return split.transpose(0, *by_trick).astype(np.float64)


def _turns(prospect: Prospect, trick: int) -> list[int]:
    """The seats, counted from the own one, in the order in which they lay cards; the marker moves on."""
    first = prospect.leader + trick
    return [(first + step) % prospect.seats for step in range(prospect.seats)]


def _behind_own(game: Values, prospect: Prospect) -> Values:
    """What each seat takes for each card of seat 0, the others playing well, those who lay before it too."""
    if prospect.in_turn:
        turns = _turns(prospect, 0)
        own = turns.index(0)
        for place, seat in enumerate(turns[:own]):
            game = _after_best(game, seat, _answered(game, turns[place + 1 :])[seat])
        return _answered(game, turns[own + 1 :])
    return _all_at_once(game, 1)


def _all_at_once(game: Values, least: int) -> Values:
    """The average over the cards of all seats from this one on, each playing as often as it should."""
    mixed = _mixed(game)
    for seat in range(len(mixed) - 1, least - 1, -1):
        game = _expected(game, seat, mixed[seat])
    return game


def _answered(game: Values, turns: Sequence[int]) -> Values:
    """The game after the best cards of these seats, the last one choosing first what to answer."""
    for seat in reversed(turns):
        game = _after_best(game, seat, game[seat])
    return game


def _after_best(game: Values, seat: int, heads: NDArray[np.float64]) -> Values:
    """The game after the card of a seat that takes it the fewest of these heads."""
    best = heads.argmin(axis=1 + seat, keepdims=True)
    return np.take_along_axis(game, best[None], axis=2 + seat)


def _mixed(game: Values) -> list[Values]:
    """By seat how often it plays each card in each case: cases by cards."""
    seats, cases = game.shape[:2]
    regrets = [np.zeros((cases, cards)) for cards in game.shape[2:]]
    totals = [np.zeros_like(regret) for regret in regrets]
    for time in range(_TIMES):
        # Each card as often as it is regretted not to have been played; all alike if none is.
        evened = [regret + _TRACE for regret in regrets]
        shares = [each / each.sum(axis=1, keepdims=True) for each in evened]
        for seat in range(seats):
            costs = _each_card(game[seat], shares, seat)
            usual = (costs * shares[seat]).sum(axis=1, keepdims=True)
            regrets[seat] = np.maximum(regrets[seat] + usual - costs, 0)
            totals[seat] += (time + 1) * shares[seat]
    return [total / total.sum(axis=1, keepdims=True) for total in totals]


def _each_card(heads: Values, shares: Sequence[Values], seat: int) -> Values:
    """What each card costs a seat while the others play theirs so often: cases by cards."""
    value = heads[None]
    for other in range(len(shares) - 1, -1, -1):
        if other != seat:
            value = _expected(value, other, shares[other])
    return value[0]


def _expected(game: Values, seat: int, share: Values) -> Values:
    """The average over the cards of a seat, which has no axis afterwards, unlike those of lower seats."""
    axis = 2 + seat
    along = [1] * (game.ndim - 1)
    along[0], along[axis - 1] = share.shape
    return (game * share.reshape(along)).sum(axis=axis)
