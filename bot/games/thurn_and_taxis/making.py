"""A step of Thurn and Taxis while it is being made."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.contract import Seat, Step
from bot.games.thurn_and_taxis.moves import TaxisEvent
from bot.games.thurn_and_taxis.state import TaxisState


class Making:
    """The state so far, what has been told, and what undo and history have to know of the step."""

    __slots__ = ("_before", "_events", "_news", "chance", "irrevocable", "milestone", "state")

    def __init__(self, state: TaxisState, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.irrevocable = False
        self.milestone = False
        self._events: list[TaxisEvent] = []
        self._news = list(state.news)
        self._before = state.before

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

    def change(self, **fields: Any) -> None:
        """Gives fields of the state new values."""
        self.state = replace(self.state, **fields)

    def give(self, **fields: Any) -> None:
        """Gives fields that are indexed by seat new values for whoever's turn it is."""
        seat = self.state.active
        for name, value in fields.items():
            old = getattr(self.state, name)
            fields[name] = (*old[:seat], value, *old[seat + 1 :])
        self.state = replace(self.state, **fields)

    def tell(self, event: TaxisEvent) -> None:
        """A fact more of the step and of the present turn."""
        self._events.append(event)
        self._news.append(event)

    def turn_over(self) -> None:
        """What is told from now on belongs to the next turn."""
        self._before, self._news = tuple(self._news), []

    def step(self) -> Step[TaxisState]:
        """The step as it stands."""
        self.change(news=tuple(self._news), before=self._before)
        return Step(self.state, tuple(self._events), self.irrevocable, self.milestone)
