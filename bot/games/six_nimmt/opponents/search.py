"""What a move may cost: rounds are played to their end over deals that agree with what is known.

The later tricks are random for everybody. In the trick to come each of the others plays at random, by the
heuristic, or by a small search from what he would know in that deal: the mixture keeps the searcher from
trusting any one habit. Where plans are compared, a card is worth what it leads to if its owner then plays
the rest of the hand in one of the better orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.games.six_nimmt.deck import CARDS, Row, heads
from bot.games.six_nimmt.moves import Choose, Deal, NimmtMove, Pick, TakeRow
from bot.games.six_nimmt.opponents.deals import (
    Generator,
    Places,
    drawn,
    each_first,
    reshuffled,
    shuffled,
    with_first,
)
from bot.games.six_nimmt.opponents.lanes import SEATS, Lanes, Numbers, taken_by_first
from bot.games.six_nimmt.opponents.risk import Prospect, reluctance
from bot.games.six_nimmt.opponents.searching import Effort
from bot.games.six_nimmt.placing import fitting_row, put, take
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
                return 0.0

    return [cost(move) for move in moves]


def _card_costs(prospect: Prospect, effort: Effort, seed: int) -> dict[int, float]:
    """The cost of playing each card of the hand next."""
    rng = np.random.default_rng(seed)
    hand = np.array(prospect.hand, dtype=np.int16)
    rivals = reshuffled(_rivals(prospect, effort, rng), effort.repeats, rng)
    deals: int = rivals.shape[2]
    plans = effort.plans or deals
    orders = each_first(np.repeat(hand[:, None], plans, axis=1), rng)
    if effort.plans:
        taken = _taken(prospect.rows, np.repeat(orders, deals, axis=2), np.tile(rivals, plans))
        found = of_good_plans(taken.reshape(len(hand), plans, deals).mean(axis=2))
    else:
        found = _taken(prospect.rows, orders, rivals).mean(axis=1)
    return dict(zip(prospect.hand, found.tolist(), strict=True))


def of_good_plans(means: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each first card the average over its better plans: the owner will not play on at random."""
    keep = max(means.shape[1] // _BETTER, 1)
    return np.sort(means, axis=1)[:, :keep].mean(axis=1)


def _row_cost(view: NimmtView, prospect: Prospect, row: int, effort: Effort, seed: int) -> float:
    """The heads of the row, and what follows if the best card is played behind it.

    This looks a trick further for each row, so that the others are not searched for: it would take too long.
    """
    now = float(heads(view.rows[row]))
    if not view.hand:
        return now
    after = replace(prospect, rows=_rows_after(view, row))
    return now + min(_card_costs(after, replace(effort, searching=0), seed).values())


def _rows_after(view: NimmtView, row: int) -> list[Row]:
    """The rows when the card in question has taken one, and the cards behind it are placed."""
    rows = list(view.rows)
    first, *waiting = [placement.card for placement in view.last if not placement.row]
    take(rows, row, first)
    for card in waiting:
        index = fitting_row(rows, card)
        assert index is not None  # it is higher than the card that has just been put down
        put(rows, index, card)
    return rows


def _rivals(prospect: Prospect, effort: Effort, rng: Generator) -> Numbers:
    """The hands of the others in many deals, in the order of play: cards by seats by deals."""
    size, seats = len(prospect.hand), prospect.seats - 1
    hidden = np.array(prospect.hidden, dtype=np.int16)
    hands = shuffled(hidden, effort.deals, rng)[: size * seats].reshape(size, seats * effort.deals)
    dislike = _dislike(prospect)
    hands = _some_careful(hands, effort.careful, dislike, rng)
    searching = np.flatnonzero(_drawn_by(effort.searching, hands, rng))
    if searching.size:
        some = hands[:, searching]
        hands[:, searching] = with_first(some, _least_costly(prospect, some, effort, dislike, rng))
    return hands.reshape(size, seats, effort.deals)


def _dislike(prospect: Prospect) -> NDArray[np.float64]:
    """By card number: how reluctantly the heuristic plays it, as far as this player can tell."""
    table = np.zeros(CARDS.numbers + 1)
    for card in (*prospect.hidden, *prospect.hand):
        table[card] = reluctance(prospect, card)
    return table


def _some_careful(hands: Numbers, share: float, dislike: NDArray[np.float64], rng: Generator) -> Numbers:
    """This share of the hands with the card first that the heuristic plays; the others as they are."""
    best = dislike[hands].argmin(axis=0)
    return with_first(hands, np.where(_drawn_by(share, hands, rng), best, 0))


def _drawn_by(share: float, hands: Numbers, rng: Generator) -> NDArray[np.bool_]:
    """For each hand whether it is one of this share, at random."""
    count: int = hands.shape[1]
    return rng.random(count) < share


def _least_costly(
    prospect: Prospect, hands: Numbers, effort: Effort, dislike: NDArray[np.float64], rng: Generator
) -> Places:
    """The place in each hand of the card that a small search plays, which knows this hand and no other."""
    size, seats = len(hands), prospect.seats - 1
    pool = np.sort(np.array(prospect.hidden + prospect.hand, dtype=np.int16))
    owners = np.repeat(hands, effort.replies, axis=1)
    rest = drawn(pool, owners, size * seats, rng).reshape(size, -1)
    rest = _some_careful(rest, effort.careful_to_them, dislike, rng).reshape(size, seats, -1)
    taken = _taken(prospect.rows, each_first(owners, rng), rest)
    return taken.reshape(size, -1, effort.replies).mean(axis=2).argmin(axis=0)


def _taken(rows: Sequence[Row], own: Numbers, rivals: Numbers) -> NDArray[np.int16]:
    """The heads of the owner for each first card in each lane.

    `own` holds cards by first card by lanes, `rivals` cards by seats by lanes.
    """
    firsts, lanes = own.shape[1:]
    hands = np.concatenate((own.reshape(len(own), 1, -1), np.tile(rivals, firsts)), axis=1)
    tricks = hands * SEATS + np.arange(hands.shape[1], dtype=np.int16)[:, None]
    return taken_by_first(Lanes.of(rows, firsts * lanes), tricks).reshape(firsts, lanes)
