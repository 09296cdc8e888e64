"""Hard and expert: they play rounds to their end in many deals that may be the true one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.games.contract import Advice, Opponent
from bot.games.six_nimmt.moves import NimmtMove
from bot.games.six_nimmt.opponents.drafting import priced
from bot.games.six_nimmt.view import NimmtView

_FEW = 4


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a decision is worth, and how the others are thought to choose in the trick to come."""

    deals: int
    """Deals sampled for a decision."""
    careful: float = 0
    """The share of the others who play by the heuristic of `risk.py`."""
    searching: float = 0
    """The share of the others who search themselves, whatever else they would do; the rest is random. In
    Open nobody does: who is still to play has seen so much that the heuristic serves him."""
    replies: int = 0
    """Playouts for each card in such a search."""
    careful_to_them: float = 0
    """The share of careful players that such a search reckons with."""
    plans: int = 0
    """Orders of the own hand tried behind each first card, each in all deals; 0: a new one in every deal."""
    endgames: bool = False
    """Whether the last tricks are solved where all hands are known."""


@dataclass(frozen=True, slots=True)
class Searching(Opponent[NimmtView, NimmtMove]):
    """Makes the move after which it takes the fewest heads on average until the end of the round."""

    effort: Effort
    crowd: Effort | None = None
    """With more than four seats, if it differs: there the habits of the others matter more."""

    def advice(
        self, view: NimmtView, legal: Sequence[NimmtMove], rng: Random
    ) -> tuple[Advice[NimmtMove], ...]:
        """All moves by the heads expected from now to the end of the round."""
        if view.phase == "draft":
            return priced(view, legal, rng)
        from bot.games.six_nimmt.opponents import search  # brings numpy, which only these two need

        effort = self.crowd if self.crowd and view.seats > _FEW else self.effort
        costs = search.costs(view, legal, effort, rng.getrandbits(64))
        return tuple(sorted(map(Advice, legal, costs), key=lambda advice: advice.expected))
