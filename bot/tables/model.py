"""The plain values of a table's life, as the store keeps them and the cogs read them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.games.contract import Event, Seat, State


class Status(StrEnum):
    """Where a table stands; paused is a flag on playing."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of Discord: id, name as shown in this server, language of the client."""

    id: int
    name: str
    locale: str = "en"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits in a seat: a person, or a computer of some level (then `user` is None)."""

    seat: Seat
    user: int | None
    name: str
    computer: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table without its state: what can be listed and drawn in a lobby."""

    id: int
    game: str
    guild: int | None
    channel: int
    status: Status
    host: int
    options: bytes
    locale: str
    version: int
    """Number of moves in the log: 0 before the first."""
    commitment: str
    sitters: tuple[Sitter, ...]
    created: datetime
    updated: datetime
    paused: bool = False
    secret: bytes | None = field(default=None, repr=False)
    """Only once the game is over."""

    def seat_of(self, user: int) -> Seat | None:
        """The seat of a person, None for everybody else."""
        return next((sitter.seat for sitter in self.sitters if sitter.user == user), None)


@dataclass(frozen=True, slots=True)
class Moment:
    """A table at one version: the state then, and what the move that led to it made happen."""

    table: Table
    version: int
    state: State = field(repr=False)
    events: tuple[Event, ...] = field(default=(), repr=False)
    seat: Seat | None = None
    """Who moved; None at version 0."""
    automatic: bool = False
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Acted:
    """The answer to an accepted action."""

    moment: Moment
    repeated: bool = False
    """The same interaction had been accepted before: nothing was changed by this one."""


class NoticeKind(StrEnum):
    """What the courier has to bring about."""

    LOBBY = "lobby"
    """Channel: post or refresh the lobby."""
    BOARD = "board"
    """Channel: a fresh board post for this version."""
    PROGRESS = "progress"
    """Channel: refresh the newest board post in place; only the latest counts."""
    PROMPT = "prompt"
    """Seat: the private panel by direct message, or a mention where that is not possible or not wanted."""
    SETTLED = "settled"
    """Seat: the prompt is over; take the controls off it and say what became of the choice."""
    ENDED = "ended"
    """Channel: the ranking (finished) or the sentence that the game was ended (abandoned)."""


class NoticeState(StrEnum):
    """`SENDING` after a crash means: look whether it went out before sending again."""

    PENDING = "pending"
    SENDING = "sending"
    DONE = "done"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to tell. It names a version to draw and holds no secret."""

    id: int
    table: int
    kind: NoticeKind
    seat: Seat | None
    version: int
    state: NoticeState
    attempts: int = 0
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Post:
    """A message of ours that is still up: to edit it, to strip it, to find it again."""

    table: int
    kind: str
    seat: Seat | None
    channel: int
    message: int
    version: int


@dataclass(frozen=True, slots=True)
class LogRow:
    """One move of a table."""

    version: int
    seat: Seat
    move: bytes = field(repr=False)
    automatic: bool
    milestone: bool
    at: datetime
