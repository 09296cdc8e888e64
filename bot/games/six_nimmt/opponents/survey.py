"""What it costs to play each card next, whoever holds it.

One survey serves all the others at once: in many deals it notes what came of playing a card and what came of
keeping it. So each of the others, whatever he holds, is thought to choose nearly as well as by a search of
his own, which would have to be made for every such hand.
"""

from __future__ import annotations

import numpy as np

from bot.games.six_nimmt.deck import CARDS
from bot.games.six_nimmt.opponents.deals import Generator, Worth, dealt, with_least
from bot.games.six_nimmt.opponents.effort import Effort
from bot.games.six_nimmt.opponents.lanes import Flags, Numbers
from bot.games.six_nimmt.opponents.prospect import Prospect
from bot.games.six_nimmt.opponents.rounds import heads_by_seat


def surveyed(everybody: Prospect, effort: Effort, dislike: Worth, rng: Generator) -> Worth:
    """By card number: how many heads more its owner takes if he plays it next than if he keeps it.

    A share of the others plays what it dislikes least, which is what somebody who searches reckons with;
    only what the rest plays at random is noted.
    """
    hands = dealt(everybody, effort.surveyed, rng)
    noted = rng.random(hands.shape[1:]) >= effort.careful_to_them
    hands = with_least(dislike, hands, ~noted)
    for seat, rival in enumerate(everybody.rivals):
        if rival.laid is not None:
            noted[seat] = False
    heads = heads_by_seat(everybody, hands)
    played = _average(hands[:1], heads, noted)
    kept = _average(hands[1:], heads, noted)
    return np.nan_to_num(played, nan=np.inf) - np.nan_to_num(kept)


def _average(cards: Numbers, heads: Numbers, noted: Flags) -> Worth:
    """The heads of those who have such a card among these, on average; not a number where nobody has."""
    cards = cards[:, noted]
    size = CARDS.numbers + 1
    sums = np.bincount(cards.ravel(), np.tile(heads[noted], len(cards)), minlength=size)
    with np.errstate(invalid="ignore"):
        return sums / np.bincount(cards.ravel(), minlength=size)
