"""A step of Nördlingen while it is being made."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.making import TurnMaking
from bot.games.noerdlingen.moves import NoerdlingenEvent
from bot.games.noerdlingen.state import NoerdlingenState


class Making(TurnMaking[NoerdlingenState, NoerdlingenEvent]):
    """A step of whoever's turn it is. It can be taken back: nothing is hidden, nothing drawn by lot."""

    __slots__ = ()

    def __init__(self, state: NoerdlingenState) -> None:
        super().__init__(state, state.news, state.before)

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.state.active
