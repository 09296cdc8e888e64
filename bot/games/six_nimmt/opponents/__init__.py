"""The computer players of 6 nimmt!, weakest first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from bot.games.contract import Advice, Advised, Opponent
from bot.games.six_nimmt.moves import NimmtMove
from bot.games.six_nimmt.opponents.heuristic import Easy, Normal, Player, cheapest_first, price_of
from bot.games.six_nimmt.view import NimmtView


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a decision is worth, and how the others are thought to choose in the trick to come."""

    deals: int
    """Deals sampled for a decision."""
    careful: float = 0
    """The share of the others who play by the heuristic of `risk.py`."""
    searching: float = 0
    """The share of the others who search themselves, whatever else they would do; the rest is random."""
    surveyed: int = 0
    """Deals in which is noted what each card would cost them."""
    careful_to_them: float = 0
    """The share of careful players that such a search reckons with."""
    plans: int = 0
    """Orders of the own hand tried behind each first card, each in all deals; 0: a new one in every deal."""
    endgames: bool = False
    """Whether the last tricks are solved where all hands are known."""


_FEW = 4


@dataclass(frozen=True, slots=True)
class Searching(Player):
    """Makes the move after which it takes the fewest heads on average until the end of the round."""

    effort: Effort
    crowd: Effort | None = None
    """With more than four seats, if it differs: there the habits of the others matter more."""
    open_crowd: Effort | None = None
    """The same in Open with all hands known: what the others answer decides more than the order of the own
    hand, so that more deals are worth more than plans."""

    def advice(self, view: NimmtView, legal: Sequence[NimmtMove], rng: Random) -> Advised[NimmtMove]:
        """All moves by the heads expected from now to the end of the round."""
        if view.phase == "draft":
            return cheapest_first(legal, rng, price_of(view))
        from bot.games.six_nimmt.opponents import search  # brings numpy, which only these two need

        seen = self.open_crowd if view.known and view.options.playing == "open" else None
        effort = self.effort if view.seats <= _FEW else seen or self.crowd or self.effort
        costs = search.costs(view, legal, effort, rng.getrandbits(64))
        return tuple(sorted(map(Advice, legal, costs), key=lambda advice: advice.expected))

    def reordered(self, rng: Random) -> Self:
        """With others who play at random, where this one takes them for careful."""
        plain = Effort(deals=2 * self.effort.deals)
        return replace(self, effort=plain, crowd=None, open_crowd=None)


_USUAL = Effort(deals=400, plans=16, careful=0.5, searching=0.8, surveyed=12_000, endgames=True)
_CROWD = Effort(
    deals=500, plans=8, careful=0.5, searching=0.8, surveyed=8000, careful_to_them=0.5, endgames=True
)
_OPEN_CROWD = Effort(
    deals=2000, careful=0.5, searching=0.8, surveyed=12_000, careful_to_them=0.5, endgames=True
)
OPPONENTS: Mapping[str, Opponent[NimmtView, NimmtMove]] = {
    "easy": Easy(),
    "normal": Normal(),
    "hard": Searching(Effort(deals=200), crowd=Effort(deals=500, careful=0.5)),
    "expert": Searching(_USUAL, crowd=_CROWD, open_crowd=_OPEN_CROWD),
}


def _quicker(effort: Effort) -> Effort:
    """Half the time, for hundreds of decisions: what is expected is off by a quarter more."""
    return replace(effort, deals=effort.deals // 2, surveyed=effort.surveyed // 3)


JUDGE = Searching(_quicker(_USUAL), crowd=_quicker(_CROWD), open_crowd=_quicker(_OPEN_CROWD))


def easy_choice(view: NimmtView, legal: Sequence[NimmtMove], luck: int) -> NimmtMove:
    """What an easy computer does, by luck that was drawn as the game draws."""
    return OPPONENTS["easy"].choose(view, legal, Random(luck))
