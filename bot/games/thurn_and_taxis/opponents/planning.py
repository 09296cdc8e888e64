"""Normal and hard: they plan routes, and make the move after which the best plan is worth most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.games.contract import Advice, Opponent
from bot.games.thurn_and_taxis.moves import TaxisMove
from bot.games.thurn_and_taxis.opponents.weighing import Effort, Weighing
from bot.games.thurn_and_taxis.view import TaxisView


@dataclass(frozen=True, slots=True)
class Planner(Opponent[TaxisView, TaxisMove]):
    """Looks at all moves, at all routes that can follow, and at the cards that may come."""

    effort: Effort

    def advice(
        self, view: TaxisView, legal: Sequence[TaxisMove], rng: Random
    ) -> tuple[Advice[TaxisMove], ...]:
        """All moves by the score that the player is expected to have in the end."""
        weighing = Weighing(view, self.effort, rng)
        found = [Advice(move, weighing.points(move)) for move in legal]
        return tuple(sorted(found, key=lambda advice: -advice.expected))
