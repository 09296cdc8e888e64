"""Rounds played to their end in lanes, from what one player knows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.six_nimmt.opponents.both_ends import BothEnds
from bot.games.six_nimmt.opponents.lanes import Numbers, taken
from bot.games.six_nimmt.opponents.prospect import Prospect
from bot.games.six_nimmt.opponents.right_ends import RightEnds


class Taken(NamedTuple):
    """Heads by first card of the owner by lane."""

    own: NDArray[np.int16]
    all: NDArray[np.int16]
    """Those of the whole table."""


def heads_by_seat(prospect: Prospect, hands: Numbers) -> Numbers:
    """What each seat takes if the hands, tricks by seats by lanes, are played in this order."""
    tables = BothEnds if prospect.professional else RightEnds
    return taken(tables(prospect.rows, hands.shape[2]), hands)


def heads_of_first(prospect: Prospect, own: Numbers, rivals: Numbers) -> Taken:
    """What the owner takes for each first card in each lane.

    `own` holds cards by first card by lanes, `rivals` cards by seats by first card, or by one, by lanes.
    """
    size, firsts, lanes = own.shape
    hands = np.empty((size, rivals.shape[1] + 1, firsts, lanes), dtype=np.int16)
    hands[:, 0], hands[:, 1:] = own, rivals
    heads = heads_by_seat(prospect, hands.reshape(size, hands.shape[1], -1))
    return Taken(heads[0].reshape(firsts, lanes), heads.sum(axis=0, dtype=np.int16).reshape(firsts, lanes))
