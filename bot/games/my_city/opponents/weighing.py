"""Normal: one step ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.games.contract import Advice, Opponent
from bot.games.my_city.moves import MyCityMove
from bot.games.my_city.opponents.campaign import between
from bot.games.my_city.opponents.taste import Taste
from bot.games.my_city.view import MyCityView


@dataclass(frozen=True, slots=True)
class Weigher(Opponent[MyCityView, MyCityMove]):
    """Weighs all choices by the points that it expects in the end; where they differ by less than a
    `whim`, chance has a say, so that two of them don't draw the same sheets."""

    taste: Taste
    whim: float

    def advice(
        self, view: MyCityView, legal: Sequence[MyCityMove], rng: Random
    ) -> tuple[Advice[MyCityMove], ...]:
        """All moves by the points that are expected after them."""
        if view.phase != "round":
            return between(view, legal)
        from bot.games.my_city.opponents.present import Present  # brings numpy, needed only to think

        present = Present(view, self.taste)
        judged = present.judged()
        found = [
            Advice(move, float(judged[present.number(move)]) + rng.random() * self.whim) for move in legal
        ]
        return tuple(sorted(found, key=lambda advice: -advice.expected))
