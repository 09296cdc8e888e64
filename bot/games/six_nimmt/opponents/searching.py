"""Hard and expert: they play rounds to their end in many deals that may be the true one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.games.contract import Advice, Opponent
from bot.games.six_nimmt.moves import NimmtMove
from bot.games.six_nimmt.opponents.drafting import picks
from bot.games.six_nimmt.view import NimmtView


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a decision is worth, and how the others are thought to choose in the trick to come."""

    deals: int
    """Deals sampled for a decision."""
    repeats: int = 1
    """How often each deal is played out with each candidate."""
    careful: float = 0
    """The share of the others who play by the heuristic of `risk.py`."""
    searching: float = 0
    """The share of the others who search themselves, whatever else they would do; the rest is random."""
    replies: int = 0
    """Playouts for each card in such a search."""
    careful_to_them: float = 0
    """The share of careful players that such a search reckons with."""
    plans: int = 0
    """Orders of the own hand tried behind each first card, each in all deals; 0: a new one in every deal."""


@dataclass(frozen=True, slots=True)
class Searching(Opponent[NimmtView, NimmtMove]):
    """Makes the move after which it takes the fewest heads on average until the end of the round."""

    effort: Effort
    duel: Effort | None = None
    """With two seats, if it differs: there the own plan matters more than the other's next card."""

    def advice(
        self, view: NimmtView, legal: Sequence[NimmtMove], rng: Random
    ) -> tuple[Advice[NimmtMove], ...]:
        """All moves by the heads expected from now to the end of the round."""
        if view.phase == "draft":
            return picks(view, legal, rng)
        from bot.games.six_nimmt.opponents import search  # brings numpy, which only these two need

        effort = self.duel if self.duel and view.seats == 2 else self.effort
        costs = search.costs(view, legal, effort, rng.getrandbits(64))
        ranked = sorted(zip(costs, legal, strict=True), key=lambda pair: pair[0])
        return tuple([Advice(move, cost) for cost, move in ranked])
