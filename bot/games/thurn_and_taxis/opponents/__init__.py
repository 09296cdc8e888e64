"""The computer players of Thurn and Taxis, weakest first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from bot.games.contract import Advice, Advised, Opponent
from bot.games.thurn_and_taxis.moves import Close, TakeBlind, TakeOpen, TaxisMove
from bot.games.thurn_and_taxis.opponents.weighing import Effort, Weighing
from bot.games.thurn_and_taxis.opponents.worth import Taste
from bot.games.thurn_and_taxis.view import TaxisView

_WHIMS = {"daring": 0.12, "thrifty": 0.2, "hasty": 0.5, "patient": 0.5}
"""Points that a character gives up at most for what it likes: less, the more often it has the choice."""


@dataclass(frozen=True, slots=True)
class Planner(Opponent[TaxisView, TaxisMove]):
    """Looks at all moves, at all routes that can follow, and at the cards that may come."""

    characterful: ClassVar = True

    effort: Effort

    def advice(self, view: TaxisView, legal: Sequence[TaxisMove], rng: Random) -> Advised[TaxisMove]:
        """All moves by the score that the player is expected to have in the end."""
        weighing = Weighing(view, self.effort, rng)
        slips = [rng.gauss(0, self.effort.slips) for _ in legal]
        found = [Advice(move, weighing.points(move) + slip) for move, slip in zip(legal, slips, strict=True)]
        return tuple(sorted(found, key=lambda advice: -advice.expected))

    def liking(self, view: TaxisView, move: TaxisMove, character: str) -> float:
        """The daring draw from the deck, the thrifty take what they see; the hasty close soon, the patient
        later."""
        match character, move:
            case ("daring", TakeBlind()) | ("thrifty", TakeOpen()) | ("hasty", Close()):
                return _WHIMS[character]
            case "patient", Close():
                return -_WHIMS[character]
            case _:
                return 0


class Beginner(Planner):
    """One without likings: what it does beside the best is by mistake."""

    characterful: ClassVar = False


_NEXT_ROUTE = Taste(
    turn=1.7,
    groups=(1, 0.3, 0.1, 0.05, 0.02, 0, 0, 0, 0),
    everywhere=(1, 0.4, 0.2, 0.1, 0.05, 0.02, 0, 0, 0, 0),
    postponed=0,
    early=8,
    step=1.5,
    cards=(0, 0.4, 0.8, 1.1),
    new=0,
    pair=0,
    wild=0.8,
    victory=0,
)
"""Thinks of the route in hand; a tile that needs several routes is hardly begun on purpose."""
_WHOLE_GAME = Taste(
    turn=1.85,
    groups=(1, 0.55, 0.3, 0.17, 0.1, 0.06, 0.04, 0.025, 0.015),
    everywhere=(1, 0.7, 0.52, 0.4, 0.3, 0.22, 0.16, 0.12, 0.1, 0.08),
    postponed=0,
    early=8,
    step=1.5,
    cards=(0, 0.4, 0.8, 1.1),
    new=0.15,
    pair=0.25,
    wild=0.8,
    victory=3,
)
"""Works towards tiles from the first route on, and towards the end while it is ahead."""
_PACE = replace(
    _WHOLE_GAME,
    turn=2.1,
    groups=(1, 0.44, 0.24, 0.136, 0.08, 0.048, 0.032, 0.02, 0.012),
    everywhere=(1, 0.63, 0.468, 0.36, 0.27, 0.198, 0.144, 0.108, 0.09, 0.072),
    postponed=0.6,
    early=9,
    new=0.35,
    wild=0.7,
)
"""Makes less of offices, of which there are enough, and more of turns: it closes sooner."""

OPPONENTS: Mapping[str, Opponent[TaxisView, TaxisMove]] = {
    "easy": Beginner(Effort(_NEXT_ROUTE, worlds=1, foresees_end=False, slips=0.18)),
    "normal": Planner(Effort(_NEXT_ROUTE, worlds=3, foresees_end=False)),
    "hard": Planner(Effort(_WHOLE_GAME, worlds=5, foresees_end=True)),
    "expert": Planner(Effort(_PACE, worlds=20, foresees_end=True, watches=True)),
}
