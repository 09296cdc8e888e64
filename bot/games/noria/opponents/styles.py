"""Ways to play Noria: what a player makes of things, and how the game is begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.noria.box import DISCS, PATHS, RESOURCES, Path
from bot.games.noria.moves import Choose, Enter, NoriaMove, Place
from bot.games.noria.notation import read_slots
from bot.games.noria.opponents.taste import Taste
from bot.games.noria.wheel import Wheel, discs_on


@dataclass(frozen=True, slots=True)
class Style:
    """A taste, and the start that goes with it."""

    taste: Taste
    wheel: Wheel
    path: Path

    @classmethod
    def of(cls, taste: Taste, start: str) -> Style:
        """With a start wheel and a path in the notation."""
        wheel, path = read_slots(start)
        return cls(taste, wheel, path or PATHS[0])

    def begin(self, legal: Sequence[NoriaMove]) -> NoriaMove:
        """The choice of the start among these that comes nearest to the own one."""
        wanted = [
            Place(kind, slot) for slot, disc in discs_on(self.wheel) for kind in DISCS if kind == disc.kind
        ]
        best = max(range(len(RESOURCES)), key=self.taste.resource.__getitem__)
        choices = [*wanted, Choose(RESOURCES[best]), Enter(self.path)]
        return next((move for move in choices if move in legal), legal[0])
