"""What every store offers: transactions over small repositories that speak plain values.

One implementation keeps a SQLite file (`bot.store.connection`); another may keep a database server.
Whatever goes wrong with the database itself is a `StoreError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from bot.store.records import (
    AuditRow,
    DiaryEntry,
    Finish,
    FormerSitter,
    Gathering,
    KeyRow,
    LogRow,
    Motion,
    Notice,
    NoticeKind,
    NoticeState,
    Offer,
    PastGame,
    PersonRow,
    PlayedSetup,
    Post,
    ResultRow,
    Scored,
    SeatRow,
    Status,
    TableRow,
    Timer,
    WantedRow,
    Watcher,
)


class Tables(Protocol):
    """The tables and their states."""

    async def add(self, row: TableRow) -> TableRow:
        """The new table with its id, unless it has a reserved one; ids are never used twice."""
        ...

    async def reserve(self) -> int:
        """The id of a table to come, which no other table gets."""
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

    async def silent(self) -> tuple[int, ...]:
        """The games under way that can't speak where they stand, ascending."""
        ...

    async def all_in(self, guild: int) -> tuple[TableRow, ...]:
        """The active tables of a server, newest first."""
        ...

    async def lobbies(self, guild: int) -> tuple[TableRow, ...]:
        """The lobbies of a server, newest first."""
        ...

    async def active_in(self, guild: int) -> int:
        """How many active tables a server has."""
        ...

    async def hosted_by(self, user: int) -> int:
        """How many active tables have somebody as host."""
        ...

    async def open_in(self, channels: Sequence[int]) -> int:
        """How many of these channels have an active table."""
        ...

    async def stands_below(self, channel: int, parent: int) -> None:
        """The tables of this channel stand in a thread of another one; 0 if nobody can tell of which."""
        ...

    async def with_computers(self) -> tuple[int, ...]:
        """The games under way at which a computer sits or makes somebody's moves, oldest first."""
        ...

    async def ended(self, status: Status, before: datetime, most: int) -> tuple[TableRow, ...]:
        """Tables that have ended like this and have not changed since before this time, oldest first."""
        ...

    async def delete(self, table: int) -> None:
        """A table with all that belongs to it."""
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


class Results(Protocol):
    """How finished games ended, seat by seat. Those are compared that began with the same setup in the same
    server; better is more points, or fewer where `lowest_wins`, then earlier."""

    async def put(self, table: int, rows: Sequence[ResultRow]) -> None:
        """All results of the table anew."""
        ...

    async def at(self, table: int) -> tuple[ResultRow, ...]:
        """In seat order; none unless the game was played to its end."""
        ...

    async def missing(self, after: int, most: int) -> tuple[int, ...]:
        """Finished tables without results: the first ones with a greater id than `after`."""
        ...

    async def of_setup(self, guild: int, game: str, setup: str, most: int) -> tuple[Scored, ...]:
        """The best ones with a setup, best first."""
        ...

    async def rank(self, result: ResultRow) -> tuple[int, int]:
        """The place of a result among all that its setup had when it came in, and how many those were."""
        ...

    async def setups(self, guild: int, game: str, most: int) -> tuple[PlayedSetup, ...]:
        """The setups that were played last, newest first."""
        ...

    async def newest_in(self, channel: int, game: str) -> ResultRow | None:
        """The newest one with a setup in a channel."""
        ...

    async def finished(self, guild: int, game: str) -> tuple[Finish, ...]:
        """All of a game in a server: table by table as they ended, each in seat order."""
        ...


class Diary(Protocol):
    """What people wrote about finished games."""

    async def put(self, entry: DiaryEntry) -> None:
        """What somebody wrote about a game, anew; an empty entry is taken out."""
        ...

    async def at(self, table: int) -> tuple[DiaryEntry, ...]:
        """What was written about a game, by person."""
        ...

    async def games(self, guild: int, user: int | None = None) -> tuple[PastGame, ...]:
        """The finished tables of a server, or those a person finished, newest first."""
        ...


class Offers(Protocol):
    """Tables that can be opened by a button, with options for which it has no room."""

    async def add(self, offer: Offer) -> int:
        """The number under which it can be had."""
        ...

    async def get(self, number: int) -> Offer | None:
        """What was offered, None once it is forgotten."""
        ...

    async def forget(self, before: datetime) -> None:
        """Removes those made before this time."""
        ...


class Looks(Protocol):
    """How far people have followed the tables."""

    async def get(self, table: int, user: int) -> int:
        """The last version that a person has looked at, 0 if there is none."""
        ...

    async def put(self, table: int, user: int, version: int) -> None:
        """A person has looked at this version; an older one than is known changes nothing."""
        ...


class Watchers(Protocol):
    """Who follows which table without sitting there."""

    async def at(self, table: int) -> tuple[Watcher, ...]:
        """All who watch a table."""
        ...

    async def tables_of(self, user: int) -> tuple[int, ...]:
        """The tables that a person watches, newest first."""
        ...

    async def put(self, watcher: Watcher) -> None:
        """Adds somebody, or notes what their message shows now."""
        ...

    async def remove(self, table: int, user: int) -> None:
        """Somebody watches no more."""
        ...


class WantedGames(Protocol):
    """What people would like to play in which server."""

    async def get(self, guild: int, user: int) -> WantedRow | None: ...

    async def put(self, row: WantedRow) -> None:
        """Everything of the row anew."""
        ...

    async def looking(self) -> tuple[WantedRow, ...]:
        """Those that count since some time, longest first; also those whose time is over."""
        ...


class Gatherings(Protocol):
    """Who was brought together for a game."""

    async def add(self, gathering: Gathering) -> int:
        """The number under which it can be had."""
        ...

    async def get(self, number: int) -> Gathering | None: ...

    async def open(self) -> tuple[Gathering, ...]:
        """Those that are pending or being sent, in order."""
        ...

    async def of_guild(self, guild: int) -> tuple[Gathering, ...]:
        """All of a server that are remembered."""
        ...

    async def mark(self, number: int, state: NoticeState, channel: int | None = None) -> None:
        """How far its telling is, and in which channel from now on, if it is another one."""
        ...

    async def remove(self, number: int) -> None:
        """It has never been."""
        ...

    async def forget(self, before: datetime) -> None:
        """Removes those made before this time."""
        ...


class Motions(Protocol):
    """What people propose at tables."""

    async def add(self, motion: Motion) -> Motion:
        """The new motion with its number."""
        ...

    async def get(self, number: int) -> Motion | None: ...

    async def put(self, motion: Motion) -> None:
        """Everything of the motion anew."""
        ...

    async def open(self, table: int) -> tuple[Motion, ...]:
        """Those of a table that are not settled, oldest first."""
        ...

    async def for_person(self, person: int) -> tuple[Motion, ...]:
        """Those about somebody that are not settled, oldest first."""
        ...

    async def newest_by(self, table: int, person: int) -> Motion:
        """What somebody who has proposed something there proposed last."""
        ...

    async def removed(self, table: int, person: int) -> bool:
        """Whether somebody was removed from a table, and not invited back."""
        ...

    async def forget(self, before: datetime) -> None:
        """Removes those settled whose time was over before this and of which nothing is to be told; who was
        removed, and who was invited back, is known while a table goes on."""
        ...


class People(Protocol):
    """The people we know."""

    async def get(self, user: int) -> PersonRow | None: ...

    async def put(self, row: PersonRow) -> None: ...

    async def remember(self, user: int, name: str, locale: str) -> None:
        """Name and language as they are now; the person's wishes stay."""
        ...


class Audit(Protocol):
    """What was done to tables and people by those who may."""

    async def add(self, row: AuditRow) -> None: ...

    async def newest(self, guild: int, most: int) -> tuple[AuditRow, ...]:
        """The last acts in a server, newest first."""
        ...

    async def forget(self, before: datetime) -> None:
        """Removes those of before this time."""
        ...


class Traces(Protocol):
    """Everything that names a person, wherever it stands. What a person owns alone is found by the column
    `user` of its rows, also in kinds of rows that come later."""

    async def tables_of(self, user: int) -> tuple[int, ...]:
        """The tables at which a person sits or sat, or whose host they were, oldest first."""
        ...

    async def rows(self, user: int) -> dict[str, list[dict[str, Any]]]:
        """The rows of all kinds that are a person's own, by kind, column by column; of what they share with
        others in a row their own part."""
        ...

    async def letters(self, user: int, box: int | None) -> tuple[Post, ...]:
        """Our direct messages about tables to a person; `box` is the channel of these, where it is known."""
        ...

    async def remove(self, user: int) -> None:
        """Nothing names this person any more. Finished games stay as they are: a neutral name for each table,
        and a number below 0 in whose place the game counts for the others."""
        ...


class Servers(Protocol):
    """What is set for servers, as JSON."""

    async def settings(self, guild: int) -> bytes:
        """What is set for a server; an empty object where nothing is."""
        ...

    async def put_settings(self, guild: int, settings: bytes) -> None:
        """Sets all of it anew."""
        ...


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
    def results(self) -> Results: ...
    @property
    def diary(self) -> Diary: ...
    @property
    def offers(self) -> Offers: ...
    @property
    def looks(self) -> Looks: ...
    @property
    def watchers(self) -> Watchers: ...
    @property
    def wanted(self) -> WantedGames: ...
    @property
    def gatherings(self) -> Gatherings: ...
    @property
    def motions(self) -> Motions: ...
    @property
    def people(self) -> People: ...
    @property
    def servers(self) -> Servers: ...
    @property
    def audit(self) -> Audit: ...
    @property
    def traces(self) -> Traces: ...
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

    async def purge(self) -> None:
        """What was deleted is gone for good from the files of the database."""
        ...

    async def close(self) -> None:
        """Waits for what is under way and lets go of the database; a second call does nothing."""
        ...
