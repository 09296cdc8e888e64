"""Random rounds at speed, through the same deal and the same placing as at the table."""

from random import Random

from bot.games.six_nimmt.deck import CARDS, DECK, deal, heads
from bot.games.six_nimmt.placing import fitting_row, put, take


def playout(seats: int, rng: Random) -> tuple[int, ...]:
    """The heads by seat after a round in which everybody plays, and takes, at random.

    A hand in the order of the deal is already in random order, so the first cards are the first trick.
    """
    dealt = deal(rng.sample(DECK, seats * CARDS.hand + CARDS.rows), seats)
    rows = list(dealt.rows)
    result = [0] * seats
    for played in zip(*dealt.hands, strict=True):
        for card in sorted(played):
            index = fitting_row(rows, card)
            taken = take(rows, rng.randrange(CARDS.rows), card) if index is None else put(rows, index, card)
            if taken:
                result[played.index(card)] += heads(taken)
    return tuple(result)
