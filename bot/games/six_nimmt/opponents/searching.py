"""Hard and expert: they play rounds to their end in many deals that may be the true one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.games.contract import Advice, Opponent
from bot.games.six_nimmt.moves import NimmtMove
from bot.games.six_nimmt.opponents.drafting import priced
from bot.games.six_nimmt.opponents.effort import Effort
from bot.games.six_nimmt.view import NimmtView

_FEW = 4


@dataclass(frozen=True, slots=True)
class Searching(Opponent[NimmtView, NimmtMove]):
    """Makes the move after which it takes the fewest heads on average until the end of the round."""

    effort: Effort
    crowd: Effort | None = None
    """With more than four seats, if it differs: there the habits of the others matter more."""
    open_crowd: Effort | None = None
    """The same in Open with all hands known: what the others answer decides more than the order of the own
    hand, so that more deals are worth more than plans."""

    def advice(
        self, view: NimmtView, legal: Sequence[NimmtMove], rng: Random
    ) -> tuple[Advice[NimmtMove], ...]:
        """All moves by the heads expected from now to the end of the round."""
        if view.phase == "draft":
            return priced(view, legal, rng)
        from bot.games.six_nimmt.opponents import search  # brings numpy, which only these two need

        costs = search.costs(view, legal, self._effort(view), rng.getrandbits(64))
        return tuple(sorted(map(Advice, legal, costs), key=lambda advice: advice.expected))

    def _effort(self, view: NimmtView) -> Effort:
        if view.seats <= _FEW:
            return self.effort
        seen = self.open_crowd if view.known and view.options.playing == "open" else None
        return seen or self.crowd or self.effort
