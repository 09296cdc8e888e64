"""A step while it is being made: what a move changes, and what it tells."""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from bot.games.contract import Event, State, Step

S = TypeVar("S", bound=State)
E = TypeVar("E", bound=Event)
T = TypeVar("T")


class Making(Generic[S, E]):
    """The state so far, what has been told, and what undo and history have to know of the step."""

    __slots__ = ("_events", "irrevocable", "milestone", "state")

    def __init__(self, state: S) -> None:
        self.state = state
        self.irrevocable = False
        self.milestone = False
        self._events: list[E] = []

    def change(self, **fields: Any) -> None:
        """Gives fields of the state new values."""
        self.state = replace(self.state, **fields)

    def tell(self, event: E) -> None:
        """A fact more of the step."""
        self._events.append(event)

    def step(self) -> Step[S]:
        """The step as it stands."""
        return Step(self.state, tuple(self._events), self.irrevocable, self.milestone)


def changed(items: Sequence[T], place: int, item: T) -> tuple[T, ...]:
    """The same with another item at a place."""
    return (*items[:place], item, *items[place + 1 :])
