"""The draft of Logic, the same for all levels: a hand that is spread out has an answer to more rows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.games.contract import Advice
from bot.games.six_nimmt.deck import CARDS
from bot.games.six_nimmt.moves import NimmtMove, Pick
from bot.games.six_nimmt.view import NimmtView


def picks(view: NimmtView, legal: Sequence[NimmtMove], rng: Random) -> tuple[Advice[NimmtMove], ...]:
    """All cards of the pool, those far from the own ones first; what they cost is not known yet."""

    def closeness(move: NimmtMove) -> int:
        assert isinstance(move, Pick), "in the draft there is nothing else to do"
        return -min((abs(move.card - own) for own in view.hand), default=CARDS.numbers)

    shuffled = rng.sample(legal, len(legal))
    return tuple([Advice(move, None) for move in sorted(shuffled, key=closeness)])
