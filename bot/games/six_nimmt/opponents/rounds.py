"""Rounds played to their end in lanes, from what one player knows."""

from __future__ import annotations

import numpy as np

from bot.games.six_nimmt.opponents.both_ends import BothEnds
from bot.games.six_nimmt.opponents.lanes import Numbers, Tables, placed
from bot.games.six_nimmt.opponents.prospect import Prospect
from bot.games.six_nimmt.opponents.right_ends import RightEnds


def heads_by_seat(prospect: Prospect, hands: Numbers) -> Numbers:
    """What each seat takes in each lane if the hands, tricks by seats by lanes, are played in this order."""
    total = np.zeros(hands.shape[1:], dtype=np.int16)
    for owner, heads in placed(_tables(prospect, hands), hands):
        hit = np.flatnonzero(heads)
        total[owner[hit], hit] += heads[hit]
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
    for owner, heads in placed(_tables(prospect, hands), hands):
        total += heads * (owner == 0)
    return total.reshape(firsts, lanes)


def _tables(prospect: Prospect, hands: Numbers) -> Tables:
    """As many tables as there are lanes, by the rules in force."""
    kind = BothEnds if prospect.professional else RightEnds
    return kind(prospect.rows, hands.shape[2])
