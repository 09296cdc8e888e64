"""Hard: the promising choices are played to the end again and again, each with the same dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from bot.games.contract import Advice, Opponent
from bot.games.my_city.moves import MyCityMove
from bot.games.my_city.opponents.campaign import between
from bot.games.my_city.opponents.taste import Taste
from bot.games.my_city.view import MyCityView

_SEEDS = 1 << 63
Stages = tuple[tuple[int, int], ...]
"""With how many choices, and on how many new courses of the dice each: fewer choices from stage to stage."""


@dataclass(frozen=True, slots=True)
class Looker(Opponent[MyCityView, MyCityMove]):
    """Looks at the most promising choices in stages."""

    taste: Taste
    stages: Stages
    horizon: int
    """So many rounds are played on; what is expected beyond them is judged."""

    def advice(
        self, view: MyCityView, legal: Sequence[MyCityMove], rng: Random
    ) -> tuple[Advice[MyCityMove], ...]:
        """All moves by the points that were reached after them on average; those that promise little follow
        with no more than that."""
        if view.phase != "round":
            return between(view, legal)
        from bot.games.my_city.opponents.lookahead import Lookahead  # brings numpy, needed only to think

        looking = Lookahead(view, self.taste, self.horizon, rng.randrange(_SEEDS))
        moves = {looking.present.number(move): move for move in legal}
        judged = looking.present.judged()
        ranked = sorted(moves, key=lambda number: -judged[number])
        for count, times in self.stages:
            looking.look(ranked[:count], times)
            ranked[:count] = sorted(ranked[:count], key=looking.reached, reverse=True)
        looked = [looking.reached(number) for number in ranked[: self.stages[0][0]]]
        expected = accumulate([*looked, *judged[ranked[len(looked) :]].tolist()], min)
        return tuple([Advice(moves[number], some) for number, some in zip(ranked, expected, strict=True)])
