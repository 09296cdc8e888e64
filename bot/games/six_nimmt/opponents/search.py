"""What a move may cost: rounds are played to their end over deals that agree with what is known.

The later tricks are random for everybody. Where plans are compared, a card is worth what it leads to if its
owner then plays the rest of the hand in one of the better orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.games.six_nimmt.deck import CARDS, heads
from bot.games.six_nimmt.moves import Choose, Deal, NimmtMove, Pick, TakeRow
from bot.games.six_nimmt.opponents import endgame
from bot.games.six_nimmt.opponents.deals import each_first
from bot.games.six_nimmt.opponents.effort import Effort
from bot.games.six_nimmt.opponents.prospect import Prospect, rows_behind
from bot.games.six_nimmt.opponents.rivals import hands_of_rivals
from bot.games.six_nimmt.opponents.rounds import heads_of_first
from bot.games.six_nimmt.placing import put, take
from bot.games.six_nimmt.view import NimmtView

_BETTER = 4
"""One plan in so many counts."""


def costs(view: NimmtView, moves: Sequence[NimmtMove], effort: Effort, seed: int) -> list[float]:
    """The heads expected after each move, from now to the end of the round."""
    prospect = Prospect.of(view)
    cards = _card_costs(prospect, effort, seed) if view.phase == "choose" else {}

    def cost(move: NimmtMove) -> float:
        match move:
            case Choose(card=card):
                return cards[card]
            case TakeRow(row=row):
                return _row_cost(view, prospect, row - 1, effort, seed)
            case Pick() | Deal():
                raise ValueError("a draft is not searched, and a deal is no choice")

    return [cost(move) for move in moves]


def _card_costs(prospect: Prospect, effort: Effort, seed: int) -> dict[int, float]:
    """The cost of playing each card of the hand next."""
    if effort.endgames and endgame.within_reach(prospect):
        return dict(zip(prospect.hand, endgame.solved(prospect), strict=True))
    rng = np.random.default_rng(seed)
    hand = np.array(prospect.hand, dtype=np.int16)
    rivals = hands_of_rivals(prospect, effort, rng)
    deals: int = rivals.shape[3]
    plans = effort.plans or deals
    own = each_first(np.repeat(hand[:, None], plans, axis=1), rng)
    if effort.plans:
        own, rivals = np.repeat(own, deals, axis=2), np.tile(rivals, plans)
    means = heads_of_first(prospect, own, rivals).reshape(len(hand), -1, deals).mean(axis=2)
    return dict(zip(prospect.hand, of_good_plans(means).tolist(), strict=True))


def of_good_plans(means: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each first card the average over its better plans: the owner will not play on at random."""
    keep = max(means.shape[1] // _BETTER, 1)
    return np.sort(means, axis=1)[:, :keep].mean(axis=1)


def _row_cost(view: NimmtView, prospect: Prospect, row: int, effort: Effort, seed: int) -> float:
    """What the answer to a question costs, and what follows if the best card is played behind it.

    This looks a trick further for each row, so that the rows share the deals of one survey.
    """
    rows = list(view.rows)
    card, *waiting = [placement.card for placement in view.last if not placement.row]
    tie = view.question is not None and view.question.kind == "tie"
    now = float(heads((put if tie else take)(rows, row, card)))
    after = rows_behind(rows, waiting, professional=prospect.professional)
    if not view.hand:
        return now
    effort = replace(effort, surveyed=effort.surveyed // CARDS.rows)
    later = _card_costs(replace(prospect, rows=after), effort, seed)
    return now + min(later.values())
