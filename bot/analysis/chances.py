"""Chances to win, from the ends that a game may come to."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from bot.games.contract import Ends, Outcome

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DRAWS = 4096
"""Ends that are compared, at least: the same number whatever the game has thought out."""
_SEED = 1
_TIE = 1e-9
_MANY = 8


class Chances:
    """Who may win, and how that changes with the points of one seat."""

    def __init__(self, ends: Ends, seats: int) -> None:
        import numpy as np  # not before somebody thinks: the bot shows analyses and makes none

        self.many = len(ends.worth) >= _MANY
        """There are so many ends that they alone tell two moves apart."""
        worth = np.array(ends.worth, dtype=np.float64)
        times = -(-_DRAWS // len(worth))
        noise = np.random.default_rng(_SEED).standard_normal((len(worth) * times, worth.shape[1]))
        self._worth: NDArray[np.float64] = np.tile(worth, (times, 1)) + noise * np.array(ends.spread)
        self._seats = seats

    def after(self, seat: int = 0, lost: float = 0.0) -> tuple[float, ...]:
        """By seat its share of the win, where one of them has lost so many points."""
        worth = self._worth.copy()
        worth[:, seat] -= lost
        best = worth >= worth.max(axis=1, keepdims=True) - _TIE
        shares = best / best.sum(axis=1, keepdims=True)
        return tuple([round(float(share), 4) for share in shares.mean(axis=0)[: self._seats]])

    def lead(self, seat: int) -> float:
        """By how many points it is ahead of the best of the others on average."""
        others = self._worth.copy()
        others[:, seat] = -inf
        return float((self._worth[:, seat] - others.max(axis=1)).mean())


def reached(outcome: Outcome) -> tuple[float, ...]:
    """By seat its share of the win of a finished game."""
    winners = outcome.places.count(1)
    return tuple([(place == 1) / max(winners, 1) for place in outcome.places])
