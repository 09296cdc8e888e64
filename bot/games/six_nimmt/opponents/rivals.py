"""What the others may hold, and what they play next: deals that agree with what is known.

In the trick to come each of the others plays at random, by the heuristic, or by a small search from what he
would know in that deal: the mixture keeps the searcher from trusting any one habit. Who lays his card behind
the searcher answers to the card he sees.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.games.six_nimmt.deck import CARDS
from bot.games.six_nimmt.opponents.deals import Generator, Places, drawn, each_first, shuffled, with_first
from bot.games.six_nimmt.opponents.effort import Effort
from bot.games.six_nimmt.opponents.lanes import Numbers
from bot.games.six_nimmt.opponents.prospect import Prospect, Rival
from bot.games.six_nimmt.opponents.risk import reluctance
from bot.games.six_nimmt.opponents.rounds import heads_by_seat, heads_of_first


def hands_of_rivals(prospect: Prospect, effort: Effort, rng: Generator) -> Numbers:
    """The hands of the others in the order of play: cards by seats by own first card by deals.

    Where nobody sees the own card before he plays, the own first card makes no difference: there is only one.
    """
    hands = _dealt(prospect, effort.deals, rng)
    careful = _drawn_by(effort.careful, hands, rng)
    if not effort.careful and not effort.searching:
        return hands[:, :, None]
    if prospect.in_turn:
        return _answering(prospect, hands, careful)
    flat = hands.reshape(len(hands), -1)
    dislike = _dislike(prospect)
    flat = _some_careful(flat, careful.ravel(), dislike)
    searching = np.flatnonzero(_drawn_by(effort.searching, flat, rng))
    if searching.size:
        some = flat[:, searching]
        if prospect.known:
            places = _best_of_known(prospect, some, searching // effort.deals, effort, rng)
        else:
            places = _least_costly(prospect, some, effort, dislike, rng)
        flat[:, searching] = with_first(some, places)
    return flat.reshape(hands.shape)[:, :, None]


def _dealt(prospect: Prospect, deals: int, rng: Generator) -> Numbers:
    """Hands in random order, a card that is laid before all others: cards by seats by deals."""
    size, start = len(prospect.hand), 0
    hidden = shuffled(np.array(prospect.hidden, dtype=np.int16), deals, rng)
    hands = np.empty((size, len(prospect.rivals), deals), dtype=np.int16)
    for seat, rival in enumerate(prospect.rivals):
        first = int(rival.laid is not None)
        hands[:first, seat] = rival.laid or 0
        if prospect.known:
            hands[first:, seat] = shuffled(np.array(rival.hand, dtype=np.int16), deals, rng)
        else:
            hands[first:, seat] = hidden[start : start + size - first]
            start += size - first
    return hands


def _answering(prospect: Prospect, hands: Numbers, careful: NDArray[np.bool_]) -> Numbers:
    """The hands in answer to each own card: whoever is careful and still to play has seen it."""
    size, _, deals = hands.shape
    coming = [seat for seat, rival in enumerate(prospect.rivals) if rival.laid is None]
    answers = np.repeat(hands[:, :, None], size, axis=2)
    if not coming:
        return answers
    for place, card in enumerate(prospect.hand):
        dislike = _dislike(_seen_from(prospect, coming[0], card))
        some = hands[:, coming].reshape(size, -1)
        some = _some_careful(some, careful[coming].ravel(), dislike)
        answers[:, coming, place] = some.reshape(size, len(coming), deals)
    return answers


def _seen_from(prospect: Prospect, seat: int, card: int) -> Prospect:
    """What the rival on this seat looks at when the card has been laid: it lies where he sat."""
    rivals = list(prospect.rivals)
    rivals[seat] = Rival(laid=card)
    return replace(prospect, rivals=tuple(rivals))


def _dislike(prospect: Prospect) -> NDArray[np.float64]:
    """By card number: how reluctantly the heuristic plays it, as far as this player can tell."""
    table = np.zeros(CARDS.numbers + 1)
    for card in (*prospect.hidden, *prospect.hand):
        table[card] = reluctance(prospect, card)
    return table


def _some_careful(hands: Numbers, careful: NDArray[np.bool_], dislike: NDArray[np.float64]) -> Numbers:
    """These of the hands with the card first that the heuristic plays; the others as they are."""
    best = dislike[hands].argmin(axis=0)
    return with_first(hands, np.where(careful, best, 0))


def _drawn_by(share: float, hands: Numbers, rng: Generator) -> NDArray[np.bool_]:
    """For each hand whether it is one of this share, at random."""
    return rng.random(hands.shape[1:]) < share


def _least_costly(
    prospect: Prospect, hands: Numbers, effort: Effort, dislike: NDArray[np.float64], rng: Generator
) -> Places:
    """The place in each hand of the card that a small search plays, which knows this hand and no other."""
    size, seats = len(hands), prospect.seats - 1
    pool = np.sort(np.array(prospect.hidden + prospect.hand, dtype=np.int16))
    owners = np.repeat(hands, effort.replies, axis=1)
    rest = drawn(pool, owners, size * seats, rng).reshape(size, -1)
    careful = _drawn_by(effort.careful_to_them, rest, rng)
    rest = _some_careful(rest, careful, dislike).reshape(size, seats, 1, -1)
    taken = heads_of_first(prospect, each_first(owners, rng), rest)
    return taken.reshape(size, -1, effort.replies).mean(axis=2).argmin(axis=0)


def _best_of_known(
    prospect: Prospect, hands: Numbers, seats: Places, effort: Effort, rng: Generator
) -> Places:
    """The place in each hand of the card that costs its owner least while all the others play at random."""
    own = np.repeat(np.array(prospect.hand, dtype=np.int16)[:, None], effort.deals * effort.replies, axis=1)
    rivals = _dealt(prospect, effort.deals * effort.replies, rng)
    dealt = np.concatenate((rng.permuted(own, axis=0)[:, None], rivals), axis=1)
    heads = heads_by_seat(prospect, dealt)
    best = [
        min(rival.hand, key=lambda card: float(heads[seat, dealt[0, seat] == card].mean()))
        for seat, rival in enumerate(prospect.rivals, start=1)
    ]
    return (hands == np.array(best)[seats]).argmax(axis=0)
