"""What a picture or a text is made from: a view, the names at the table, the words of the reader."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.games.contract import Event, Outcome, Seat, View
from bot.text import Words

V = TypeVar("V", bound=View)


@dataclass(frozen=True, slots=True)
class Scene(Generic[V]):
    """One moment of a table as one reader may know it."""

    table: int
    version: int
    view: V
    names: tuple[str, ...]
    """By seat, as people call themselves: any length, any script."""
    words: Words
    seat: Seat | None = None
    """Whose eyes; None is a spectator, and every public post."""
    events: tuple[Event, ...] = ()
    """What the step that led here made happen, as far as this reader may know."""
    outcome: Outcome | None = None
    earlier: V | None = None
    """What everybody might know when the reader last looked: where a board can show it, all that has changed
    since is lit. None: what the newest step has changed."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished PNG with what it shows in words (at most 1000 characters)."""

    name: str
    png: bytes
    alt: str

    @property
    def data(self) -> bytes:
        """What the file holds."""
        return self.png


Piece = Callable[[], Picture | bytes]
"""A short piece of work for the render pool. What is made of functions of modules and plain data, as a
`RenderRequest` is, can be pickled and so be done by another process; all else is done in a thread."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture still to be drawn, once for each key."""

    key: Hashable
    draw: Callable[[], Picture]
