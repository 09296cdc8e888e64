"""Rounds played to their end in lanes, from what one player knows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bot.games.six_nimmt.opponents.both_ends import BothEnds
from bot.games.six_nimmt.opponents.lanes import Numbers, Tables, placed
from bot.games.six_nimmt.opponents.prospect import Prospect
from bot.games.six_nimmt.opponents.right_ends import RightEnds


class Taken(NamedTuple):
    """Heads by first card of the owner by lane."""

    own: Numbers
    all: Numbers
    """Those of the whole table."""


def heads_by_seat(prospect: Prospect, hands: Numbers) -> Numbers:
    """What each seat takes in each lane if the hands, tricks by seats by lanes, are played in this order."""
    total = np.zeros(hands.shape[1:], dtype=np.int16)
    for owner, heads in placed(_tables(prospect, hands), hands):
        hit = np.flatnonzero(heads)
        total[owner[hit], hit] += heads[hit]
    return total


def heads_of_first(prospect: Prospect, own: Numbers, rivals: Numbers) -> Taken:
    """What the owner takes for each first card in each lane.

    `own` holds cards by first card by lanes, `rivals` cards by seats by first card, or by one, by lanes.
    """
    size, firsts, lanes = own.shape
    hands = np.empty((size, rivals.shape[1] + 1, firsts, lanes), dtype=np.int16)
    hands[:, 0], hands[:, 1:] = own, rivals
    hands = hands.reshape(size, -1, firsts * lanes)
    taken = Taken(*np.zeros((2, firsts * lanes), dtype=np.int16))
    for owner, heads in placed(_tables(prospect, hands), hands):
        taken.own[:] += heads * (owner == 0)
        taken.all[:] += heads
    return Taken(taken.own.reshape(firsts, lanes), taken.all.reshape(firsts, lanes))


def _tables(prospect: Prospect, hands: Numbers) -> Tables:
    """As many tables as there are lanes, by the rules in force."""
    kind = BothEnds if prospect.professional else RightEnds
    return kind(prospect.rows, hands.shape[2])
