"""A step of Nördlingen while it is being made."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.games.contract import Seat, Step
from bot.games.noerdlingen.moves import NoerdlingenEvent
from bot.games.noerdlingen.state import NoerdlingenState


class Making:
    """The state so far, what has been told, and whether the step is a page of the history."""

    __slots__ = ("_before", "_events", "_news", "milestone", "state")

    def __init__(self, state: NoerdlingenState) -> None:
        self.state = state
        self.milestone = False
        self._events: list[NoerdlingenEvent] = []
        self._news = list(state.news)
        self._before = state.before

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.state.active

    def change(self, **fields: Any) -> None:
        """Gives fields of the state new values."""
        self.state = replace(self.state, **fields)

    def tell(self, event: NoerdlingenEvent) -> None:
        """A fact more of the step and of the present turn."""
        self._events.append(event)
        self._news.append(event)

    def turn_over(self) -> None:
        """What is told from now on belongs to the next turn."""
        self._before, self._news = tuple(self._news), []

    def step(self) -> Step[NoerdlingenState]:
        """The step as it stands. It can be taken back: nothing is hidden, and nothing drawn by lot."""
        self.change(news=tuple(self._news), before=self._before)
        return Step(self.state, tuple(self._events), milestone=self.milestone)
