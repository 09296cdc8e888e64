"""The store in a SQLite file: one connection writes, one reads, each on a thread of its own. A unit of work
travels there once and runs as a whole. Reads that wait share the next trip, side by side on one snapshot, and
one statement for all that they look up by key. Changes that wait while the disk syncs share the next
transaction (group commit); where all of them may be lost by a power cut, the next sync takes it along."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from contextvars import Context
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, TypeVar

from bot.store import files
from bot.store.errors import InUseError, StoreError, translated
from bot.store.guard import Guard
from bot.store.repositories import Pending, Repositories, Work
from bot.store.row_cache import RowCache
from bot.store.sql import Connection, Rows, Schema, Statement, Steps, execute

log = logging.getLogger(__name__)
T = TypeVar("T")
Synchronous = Literal["full", "normal"]
"""`full` survives a power cut with everything that was accepted; `normal` may lose the last seconds."""
Timed = Callable[[Literal["commit", "read"], float], object]
"""Told how many seconds each trip to the database has taken."""

CACHED = 8_192
"""Rows that the writing connection keeps in memory."""
TOGETHER = 64
"""Reads that share a snapshot, and changes that share a transaction."""
COMMIT = "COMMIT"
AGAIN = 10.0
"""Seconds after which what was deferred is tried again, if no commit takes it along before."""


# Reading -----------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Read(Pending):
    """A unit of work that only reads, statement by statement."""

    running: bool = False
    """Whether a statement is being executed for it alone."""
    steps: Steps | None = None
    statement: Statement = field(default_factory=lambda: Statement("", ()))
    """What it waits for."""
    rows: Rows | None = None
    trouble: sqlite3.Error | None = None

    def step(self, repositories: Repositories) -> None:
        """Goes on to the next statement with what the last one gave; `StopIteration` at its end."""
        if self.steps is None:
            self.steps = Steps(self.work(repositories))
        rows, trouble, self.rows, self.trouble = self.rows, self.trouble, None, None
        self.statement = self.context.run(self.steps.next, rows, trouble)


class Reader:
    """Runs units of work that only read; whatever is asked for while they run waits for the next snapshot."""

    def __init__(self, connection: Connection, repositories: Repositories, timed: Timed) -> None:
        self._connection = connection
        self._repositories = repositories
        self._timed = timed
        self._waiting: list[Read] = []
        self._task: asyncio.Task[None] | None = None

    async def read(self, work: Work[Any]) -> Any:
        """The answer of a unit of work; one that is cancelled is broken off."""
        read = Read(work, asyncio.get_running_loop().create_future())
        self._waiting.append(read)
        if self._task is None:
            self._task = asyncio.create_task(self._drain(), name="reader")
        try:
            return await read.done
        except asyncio.CancelledError:
            if read.running:
                await self._connection.interrupt()
            raise

    async def finish(self) -> None:
        """Waits until nothing is read any more."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def _drain(self) -> None:
        try:
            while self._waiting:
                group, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
                await self._answer(group)
        finally:
            self._task = None

    async def _answer(self, group: Sequence[Read]) -> None:
        began = perf_counter()
        try:
            await self._connection.run(lambda connection: self._transact(connection, group))
        except Exception as error:  # noqa: BLE001 - the waiter gets it, and the reader goes on
            for read in group:
                read.error = self._connection.worded(error)
        self._timed("read", perf_counter() - began)
        for read in group:
            read.settle()

    def _transact(self, connection: sqlite3.Connection, reads: Sequence[Read]) -> None:
        """One transaction in which all take turns, on the connection's thread."""
        connection.execute("BEGIN")
        try:
            while going_on := [read for read in reads if self._goes_on(read)]:
                for read in {*reads}.difference(going_on):  # the last ones are settled by the way back
                    read.done.get_loop().call_soon_threadsafe(read.settle)
                reads = going_on
                self._execute(connection, reads)
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def _goes_on(self, read: Read) -> bool:
        """Takes a unit of work to its next statement; false at its end."""
        if read.done.cancelled():
            if read.steps is not None:
                read.steps.close()
            return False
        try:
            read.step(self._repositories)
        except StopIteration as end:
            read.answer = end.value
        except Exception as error:  # noqa: BLE001 - the waiter gets it
            read.error = self._connection.worded(error)
        else:
            return True
        return False

    def _execute(self, connection: sqlite3.Connection, reads: Sequence[Read]) -> None:
        """The statements of all, those that look up by key in the same way as one."""
        alike: dict[str, list[Read]] = {}
        for read in reads:
            if read.statement.keyed:
                alike.setdefault(read.statement.sql, []).append(read)
            else:
                _execute_alone(connection, read)
        for sql, group in alike.items():
            _look_up(connection, sql, group)


def _execute_alone(connection: sqlite3.Connection, read: Read) -> None:
    read.running = True
    while not read.done.cancelled():
        try:
            read.rows = read.statement.execute(connection)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT:
                continue  # meant for the one before, which had just ended, unless this one was cancelled
            read.trouble = error
        break
    read.running = False


def _look_up(connection: sqlite3.Connection, sql: str, reads: Sequence[Read]) -> None:
    if len(reads) == 1:
        _execute_alone(connection, reads[0])
        return
    keys = tuple(dict.fromkeys(key for read in reads for key in read.statement.values))
    try:
        rows = Statement(sql, keys, keyed=True).execute(connection)
    except (sqlite3.Error, UnicodeDecodeError):
        for read in reads:  # it may be the fault of one
            _execute_alone(connection, read)
        return
    found: dict[Any, Rows] = {key: [] for key in keys}
    for row in rows:
        found[row[0]].append(row)
    for read in reads:
        read.rows = [row for key in read.statement.values for row in found[key]]


# Writing -----------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Change(Pending):
    """A unit of work that changes something; a deferred one has no waiter."""

    synced: bool = True
    """Whether it has to survive a power cut; without that it still survives the end of the process."""
    deferred: bool = False
    hooks: Sequence[Callable[[], object]] = ()


class Writer:
    """Runs changes one after the other on the writing connection; each is told when it is committed."""

    def __init__(
        self, connection: Connection, repositories: Repositories, synchronous: Synchronous, timed: Timed
    ) -> None:
        self._connection = connection
        self._timed = timed
        self._repositories = repositories
        self._synchronous: Synchronous = synchronous
        self._now: Synchronous = synchronous
        """As the connection is set at present."""
        self._waiting: list[Change] = []
        self._deferred: list[Change] = []
        self._flushing = False
        self._patient = True
        """Whether what is deferred waits for the next commit if one fails."""
        self._flush: asyncio.TimerHandle | None = None
        """When what is deferred is committed, if nothing takes it along."""
        self._task: asyncio.Task[None] | None = None

    async def change(self, work: Work[Any], *, within: float = 0.0) -> Any:
        """The answer of a unit of work, once it is on disk; it may wait so many seconds to share a commit."""
        change = Change(work, asyncio.get_running_loop().create_future(), synced=not within)
        if within:
            self._defer(change, within)
        else:
            self._waiting.append(change)
            self._start()
        return await change.done

    def defer(self, work: Work[Any], within: float) -> None:
        """A unit of work that the next commit takes along, at the latest one after so many seconds."""
        future = asyncio.get_running_loop().create_future()
        self._defer(Change(work, future, synced=False, deferred=True), within)

    def _defer(self, change: Change, within: float) -> None:
        self._deferred.append(change)
        Context().run(self._flush_within, within)  # the disk's time is no simulated time

    def _flush_within(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + seconds
        if self._flush is None or due < self._flush.when():
            self._no_flush()
            self._flush = loop.call_at(due, self.flush_soon)

    def _no_flush(self) -> None:
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None

    def flush_soon(self) -> None:
        """Commits what is deferred, without waiting for it."""
        if self._deferred:
            self._flushing = True
            self._start()

    async def catch_up(self) -> None:
        """Waits until all that was asked for by now, deferred changes included, was tried."""
        if self._waiting or self._deferred or self._task is not None:
            self.flush_soon()
            await self.change(_nothing)

    async def flush(self) -> None:
        """Waits until nothing is waiting any more, deferred changes included."""
        self._patient = False
        while self._waiting or self._deferred or self._task is not None:
            self.flush_soon()
            if self._task is not None:
                await asyncio.wait({self._task})
        self._patient = True

    def _start(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._drain(), name="writer")

    async def _drain(self) -> None:
        try:
            while self._waiting or (self._flushing and self._deferred):
                group, self._deferred = [*self._deferred, *self._waiting[:TOGETHER]], []
                self._no_flush()
                self._flushing = False
                self._waiting = self._waiting[TOGETHER:]
                await self._commit(group)
        finally:
            self._task = None

    async def _commit(self, group: Sequence[Change]) -> None:
        error = await self._try(group)
        if error is not None:
            for change in group:
                # One of them may have been too much for the disk; a lock holds up all of them.
                alone = len(group) > 1 and not isinstance(error, InUseError)
                change.error = (await self._try([change]) or change.error) if alone else error
        loop = asyncio.get_running_loop()
        for change in group:
            for hook in change.hooks if change.error is None else ():
                loop.call_soon(hook, context=change.context)  # before anybody goes on who waited
            if not change.deferred or change.error is None:
                change.settle()
            elif error is not None and self._patient:
                self._defer(change, AGAIN)
            else:
                log.error("a deferred change has failed: %s", change.error)

    async def _try(self, group: Sequence[Change]) -> Exception | None:
        """Commits a group; why nothing of it stands, or None."""
        began = perf_counter()
        try:
            await self._connection.run(lambda connection: self._transact(connection, group))
        except Exception as error:  # noqa: BLE001 - the waiter gets it, and the writer goes on
            return self._connection.worded(error)
        finally:
            self._timed("commit", perf_counter() - began)
        return None

    def _transact(self, connection: sqlite3.Connection, group: Sequence[Change]) -> None:
        """One transaction for all of them, on the connection's thread."""
        try:
            self._sync(connection, any(change.synced for change in group))
            connection.execute("BEGIN IMMEDIATE")
            for change in group:
                self._execute(connection, change, alone=len(group) == 1)
            if connection.in_transaction:
                connection.execute(COMMIT)
        except BaseException:
            self._repositories.rows.clear()
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _sync(self, connection: sqlite3.Connection, synced: bool) -> None:
        """Whether the next commit waits for the disk."""
        wanted = self._synchronous if synced else "normal"
        if wanted != self._now:
            connection.execute(f"PRAGMA synchronous = {wanted}")
            self._now = wanted

    def _execute(self, connection: sqlite3.Connection, change: Change, *, alone: bool) -> None:
        """One change: all of it, or nothing if it raises."""
        if not alone:
            connection.execute("SAVEPOINT change")
        self._repositories.begin()
        change.error = None
        try:
            change.answer = change.context.run(execute, connection, change.work(self._repositories))
            change.hooks = self._repositories.hooks
        except Exception as error:
            self._repositories.rows.roll_back()
            if not connection.in_transaction:  # the disk is full or broken: SQLite has undone all of it
                raise
            connection.execute("ROLLBACK" if alone else "ROLLBACK TO change")
            change.error = self._connection.worded(error)
        if not alone:
            connection.execute("RELEASE change")


async def _nothing(_: Repositories) -> None:
    """Changes nothing: an empty transaction needs no sync."""


# Both --------------------------------------------------------------------------------------------------


class Store:
    """A database of tables and people; made by `open_store`. Errors are `StoreError`s."""

    def __init__(
        self,
        guard: Guard,
        writing: Connection,
        reading: Connection,
        closing: AsyncExitStack,
        synchronous: Synchronous,
        timed: Timed,
        schema: Schema,
    ) -> None:
        self.path = guard.path
        self.identity = guard.identity
        """Which file this is, whatever stands at its path later."""
        self._writing = writing
        self._reading = reading
        self._reader = Reader(reading, Repositories(RowCache(0), schema), timed)
        self._closing = closing
        self._closed = False
        self._writer = Writer(writing, Repositories(RowCache(CACHED), schema), synchronous, timed)

    @property
    def trips(self) -> int:
        """How often something went to a thread of the store."""
        return self._writing.trips + self._reading.trips

    async def read(self, work: Work[T]) -> T:
        """The answer of a unit of work that only reads; it never sees half of a change, and always what a
        change has written that was awaited."""
        self._refuse_if_closed()
        return await self._reader.read(work)

    async def change(self, work: Work[T], *, within: float = 0.0) -> T:
        """The answer of a unit of work, once all of it is on disk; nothing is if it raises. With `within` it
        waits so many seconds for others to share its commit, and alone it does not wait for the disk: the
        end of the process leaves it, a power cut may undo it. The waiter may be cancelled: the change stands
        all the same."""
        self._refuse_if_closed()
        return await self._writer.change(work, within=within)

    def defer(self, work: Work[None], *, within: float) -> None:
        """A change that nobody waits for and that may be lost by a crash: the next commit takes it along, at
        the latest one after so many seconds."""
        self._refuse_if_closed()
        self._writer.defer(work, within)

    async def catch_up(self) -> None:
        """Waits until all that was asked for by now, deferred changes included, was tried."""
        await self._writer.catch_up()

    async def flush(self) -> None:
        """Waits until every change, deferred ones too, is on disk or has failed."""
        await self._writer.flush()

    async def purge(self) -> None:
        """What was deleted is gone from the file and its log, unless another connection reads there."""
        self._refuse_if_closed()
        await self._writer.catch_up()
        with translated(self.path):
            await self._writing.run(_truncate)

    async def close(self) -> None:
        """Waits for what is under way and lets go of the file; a second call does nothing."""
        if not self._closed:
            self._closed = True
            await self._writer.flush()
            await self._reader.finish()
            await self._closing.aclose()

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise StoreError(f"{self.path}: the database is closed")


def _untimed(_: object, __: float) -> None:
    """Nobody wants to know."""


async def open_store(path: Path, *, synchronous: Synchronous = "full", timed: Timed = _untimed) -> Store:
    """The store in this file, made or brought up to date; a `StoreError` says why it can't be had."""
    async with AsyncExitStack() as closing:
        guard = await asyncio.to_thread(Guard, path)
        closing.callback(guard.release)
        path = guard.path
        await asyncio.to_thread(files.prepare, path)
        pragmas = (
            "foreign_keys = ON",
            f"synchronous = {synchronous}",
            "temp_store = MEMORY",
            "secure_delete = ON",
        )
        writing, reading = Connection(path, pragmas), Connection(path, (*pragmas, "query_only = ON"))
        with translated(path):
            for connection in (writing, reading):
                await connection
                closing.push_async_callback(connection.close)
            schema = await reading.run(files.columns)
        return Store(guard, writing, reading, closing.pop_all(), synchronous, timed, schema)


def _truncate(connection: sqlite3.Connection) -> None:
    """Copies the whole write-ahead log into the file and empties it, if nobody else holds them."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {int(files.BUSY_SECONDS * 1000)}")
