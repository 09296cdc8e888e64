"""What the others may hold, and what they play next: deals that agree with what is known.

In the trick to come each of the others plays at random, by the heuristic, or what a survey finds best for
him: the mixture keeps the searcher from trusting any one habit. Who lays his card behind the searcher answers
to the card he sees.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bot.games.six_nimmt.deck import CARDS
from bot.games.six_nimmt.opponents.deals import Generator, Worth, dealt, with_least
from bot.games.six_nimmt.opponents.effort import Effort
from bot.games.six_nimmt.opponents.lanes import Numbers
from bot.games.six_nimmt.opponents.prospect import Prospect, Rival
from bot.games.six_nimmt.opponents.risk import reluctance
from bot.games.six_nimmt.opponents.survey import surveyed


def hands_of_rivals(prospect: Prospect, effort: Effort, rng: Generator) -> Numbers:
    """The hands of the others in the order of play: cards by seats by own first card by deals.

    Where nobody sees the own card before he plays, the own first card makes no difference: there is only one.
    Elsewhere all of them are answered after surveys of the same luck: so the own cards compare fairly.
    """
    hands = dealt(prospect, effort.deals, rng)
    if not effort.careful and not effort.searching:
        return hands[:, :, None]
    careful, searching = (rng.random(hands.shape[1:]) < share for share in (effort.careful, effort.searching))
    if not prospect.in_turn:
        dislike, cost = _tastes(prospect, prospect.among_all(), effort, rng)
        return with_least(cost, with_least(dislike, hands, careful), searching)[:, :, None]
    answers = np.repeat(hands[:, :, None], len(prospect.hand), axis=2)
    luck = int(rng.integers(2**63))
    coming = [seat for seat, rival in enumerate(prospect.rivals) if rival.laid is None]
    for place, card in enumerate(prospect.hand if coming else ()):
        seen = _seen_from(prospect, coming[0], card)
        dislike, cost = _tastes(seen, prospect.among_all(laid=card), effort, np.random.default_rng(luck))
        some = with_least(dislike, hands[:, coming], careful[coming])
        answers[:, coming, place] = with_least(cost, some, searching[coming])
    return answers


def _tastes(seen: Prospect, everybody: Prospect, effort: Effort, rng: Generator) -> tuple[Worth, Worth]:
    """How reluctantly the heuristic plays each card, and who searches, as far as this player can tell."""
    dislike = np.zeros(CARDS.numbers + 1)
    for card in (*seen.hidden, *seen.hand):
        dislike[card] = reluctance(seen, card)
    return dislike, surveyed(everybody, effort, dislike, rng) if effort.searching else dislike


def _seen_from(prospect: Prospect, seat: int, card: int) -> Prospect:
    """What the rival on this seat looks at when the card has been laid: it lies where he sat."""
    rivals = list(prospect.rivals)
    rivals[seat] = Rival(laid=card)
    return replace(prospect, rivals=tuple(rivals))
