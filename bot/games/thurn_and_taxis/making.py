"""A step of Thurn and Taxis while it is being made."""

from __future__ import annotations

from typing import Any

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.making import TurnMaking
from bot.games.thurn_and_taxis.moves import TaxisEvent
from bot.games.thurn_and_taxis.state import TaxisState


class Making(TurnMaking[TaxisState, TaxisEvent]):
    """A step of whoever's turn it is, with the chance that shuffles."""

    __slots__ = ("chance",)

    def __init__(self, state: TaxisState, chance: Chance) -> None:
        super().__init__(state, state.news, state.before)
        self.chance = chance

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.state.active

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards of whoever's turn it is."""
        return self.state.hands[self.state.active]

    @property
    def route(self) -> tuple[str, ...]:
        """The row of whoever's turn it is."""
        return self.state.routes[self.state.active]

    def give(self, **fields: Any) -> None:
        """Gives fields that are indexed by seat new values for whoever's turn it is."""
        seat = self.state.active
        for name, value in fields.items():
            old = getattr(self.state, name)
            fields[name] = (*old[:seat], value, *old[seat + 1 :])
        self.change(**fields)
