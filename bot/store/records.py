"""The plain values the store keeps, free of rules and of Discord. Seats are numbers from 0."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Status(StrEnum):
    """Where a table stands; paused is a flag on playing."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"

    @property
    def active(self) -> bool:
        """Whether the table holds its channel."""
        return self in (Status.LOBBY, Status.PLAYING)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table without seats and state; `id` is 0 until it is added."""

    id: int = 0
    game: str
    guild: int | None
    channel: int
    status: Status
    paused: bool = False
    host: int
    options: bytes
    locale: str
    settings: bytes = b"{}"
    version: int = 0
    commitment: str = ""
    secret: bytes | None = field(default=None, repr=False)
    shift: int = 0
    """So much the turns that buttons carry are ahead of the game's own, since steps were taken back."""
    created: datetime
    updated: datetime


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where; `prompted` is the post of the prompt that is still open."""

    seat: int
    user: int | None
    name: str
    computer: str | None = None
    prompted: int | None = None
    away: int | None = None
    """The person who left this seat, as long as nobody else has taken it."""
    away_name: str = ""


@dataclass(frozen=True, slots=True)
class FormerSitter:
    """Who sat in a seat of a game under way before others did: `upto` is the last version then."""

    seat: int
    upto: int
    user: int | None
    name: str
    computer: str | None


@dataclass(frozen=True, slots=True)
class LogRow:
    """One move of a table: `version` is the one it led to, `turn` the one it was made in.

    With `back` it is no move: everything after that version is taken back, and `move` is empty.
    """

    version: int
    seat: int
    turn: int
    move: bytes = field(repr=False)
    automatic: bool
    milestone: bool
    at: datetime
    back: int | None = None


@dataclass(frozen=True, slots=True)
class KeyRow:
    """An accepted interaction and the version it was answered with."""

    key: str
    table: int
    version: int
    at: datetime


class NoticeKind(StrEnum):
    """What the courier has to bring about."""

    LOBBY = "lobby"
    """Channel: post or refresh the lobby; once its table has started or closed it loses its buttons."""
    BOARD = "board"
    """Channel: a fresh board post for this version, which calls whoever has to decide."""
    REPEAT = "repeat"
    """Channel: the same board once more because somebody asked for it; it calls nobody."""
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
    """One thing to tell. It names a version to draw and holds no secret; `id` is 0 until it is added."""

    id: int
    table: int
    kind: NoticeKind
    seat: int | None
    version: int
    state: NoticeState = NoticeState.PENDING
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class Post:
    """A message of ours that is still up: to edit it, to strip it, to find it again."""

    table: int
    kind: str
    seat: int | None
    channel: int
    message: int
    version: int


@dataclass(frozen=True, slots=True)
class Timer:
    """Something that falls due; `table` 0 is the house itself."""

    table: int
    kind: str
    due: datetime


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody of Discord as we know them."""

    user: int
    name: str
    locale: str
    dm: bool = True
    """Wants prompts by direct message."""
    dm_closed: bool = False
    """Discord refused our last direct message."""
