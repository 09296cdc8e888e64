"""What every store offers: transactions over small repositories that speak plain values.

One implementation keeps a SQLite file (`bot.store.connection`); another may keep a database server.
Whatever goes wrong with the database itself is a `StoreError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from pathlib import Path
from typing import Protocol

from bot.store.records import (
    FormerSitter,
    KeyRow,
    LogRow,
    Notice,
    NoticeKind,
    NoticeState,
    PersonRow,
    Post,
    SeatRow,
    TableRow,
    Timer,
)


class Tables(Protocol):
    """The tables and their states."""

    async def add(self, row: TableRow) -> TableRow:
        """The new table with its id; ids are never used twice."""
        ...

    async def get(self, table: int) -> TableRow | None: ...

    async def put(self, row: TableRow) -> None:
        """Everything of the row anew."""
        ...

    async def state(self, table: int) -> bytes | None:
        """The newest state, None before the start."""
        ...

    async def put_state(self, table: int, version: int, state: bytes) -> None: ...

    async def in_channel(self, channel: int) -> TableRow | None:
        """The active table of a channel, else the one that changed last."""
        ...

    async def active_of(self, user: int) -> tuple[TableRow, ...]:
        """The active tables at which somebody sits, newest first."""
        ...

    async def with_computers(self) -> tuple[int, ...]:
        """The games under way at which a computer sits or makes somebody's moves, oldest first."""
        ...


class Seats(Protocol):
    """Who sits at a table."""

    async def at(self, table: int) -> tuple[SeatRow, ...]:
        """In seat order."""
        ...

    async def put(self, table: int, seats: Sequence[SeatRow]) -> None:
        """All seats of the table anew."""
        ...

    async def former(self, table: int) -> tuple[FormerSitter, ...]:
        """Who sat there before others did, oldest first."""
        ...

    async def add_former(self, table: int, sitters: Sequence[FormerSitter]) -> None:
        """These have just given up their seats."""
        ...


class Log(Protocol):
    """The moves of the tables, in order."""

    async def add(self, table: int, rows: Sequence[LogRow]) -> None: ...

    async def between(self, table: int, after: int, upto: int) -> tuple[LogRow, ...]:
        """The rows from after version `after` up to version `upto`, also what was taken back later."""
        ...

    async def newest_of(self, table: int, seat: int) -> LogRow | None:
        """The newest row of a seat that is not an automatic move: a move of its own, or a step taken back."""
        ...

    async def milestones(self, table: int) -> tuple[int, ...]:
        """The versions of the moves marked as milestones and not taken back, ascending."""
        ...


class Keys(Protocol):
    """The interactions that were accepted."""

    async def get(self, key: str) -> KeyRow | None: ...

    async def add(self, row: KeyRow) -> None: ...

    async def forget(self, before: datetime) -> None:
        """Removes those accepted before this time."""
        ...


class Notices(Protocol):
    """What is still to be told, and for a while what was."""

    async def add(self, notices: Sequence[Notice], at: datetime) -> None:
        """In this order, after everything that stands."""
        ...

    async def open(self, table: int) -> tuple[Notice, ...]:
        """Those of a table that are pending or being sent, in order."""
        ...

    async def tables(self) -> tuple[int, ...]:
        """The tables that have such."""
        ...

    async def get(self, notice: int) -> Notice | None: ...

    async def mark(self, notice: int, state: NoticeState, attempts: int) -> None: ...

    async def supersede(self, table: int, what: Sequence[tuple[NoticeKind, int | None]]) -> None:
        """Drops the pending ones of these kinds, each of the seat named or of the channel (None)."""
        ...

    async def forget(self, before: datetime) -> None:
        """Removes those done or dropped that are older than this."""
        ...


class Posts(Protocol):
    """Our messages that are still up."""

    async def at(self, table: int) -> tuple[Post, ...]:
        """Oldest first."""
        ...

    async def put(self, post: Post) -> None:
        """Adds a message, or notes what it shows now."""
        ...

    async def forget(self, messages: Sequence[int]) -> None: ...


class Timers(Protocol):
    """What falls due; one of each kind at a table."""

    async def put(self, timer: Timer) -> None:
        """Sets it, or sets it anew."""
        ...

    async def drop(self, table: int, kind: str) -> None: ...

    async def next(self) -> Timer | None:
        """The one that falls due first."""
        ...


class People(Protocol):
    """The people we know."""

    async def get(self, user: int) -> PersonRow | None: ...

    async def put(self, row: PersonRow) -> None: ...

    async def remember(self, user: int, name: str, locale: str) -> None:
        """Name and language as they are now; the person's wishes stay."""
        ...


class Servers(Protocol):
    """The settings of servers."""

    async def locale(self, guild: int) -> str | None: ...

    async def put_locale(self, guild: int, locale: str) -> None: ...


class Meta(Protocol):
    """Single values of the house."""

    async def get(self, key: str) -> str | None: ...

    async def put(self, key: str, value: str) -> None: ...


class Repositories(Protocol):
    """Everything there is, seen within one transaction."""

    @property
    def tables(self) -> Tables: ...
    @property
    def seats(self) -> Seats: ...
    @property
    def log(self) -> Log: ...
    @property
    def keys(self) -> Keys: ...
    @property
    def notices(self) -> Notices: ...
    @property
    def posts(self) -> Posts: ...
    @property
    def timers(self) -> Timers: ...
    @property
    def people(self) -> People: ...
    @property
    def servers(self) -> Servers: ...
    @property
    def meta(self) -> Meta: ...


class Store(Protocol):
    """A database of the house. Neither of its contexts may be entered inside the other."""

    def transaction(self) -> AbstractAsyncContextManager[Repositories]:
        """To write: all of it is on disk when the block ends, none of it if the block raises."""
        ...

    def reading(self) -> AbstractAsyncContextManager[Repositories]:
        """To read: never shows half of a transaction."""
        ...

    async def backup(self, target: Path) -> None:
        """A consistent copy in a new file, while everything goes on."""
        ...

    async def close(self) -> None:
        """Waits for what is under way and lets go of the database; a second call does nothing."""
        ...
