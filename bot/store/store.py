"""The store, whatever its engine: one connection writes, one reads, each on a thread of its own. A unit of
work travels there once and runs as a whole. Reads that wait share the next trip, side by side on one
snapshot, and one statement for all that they look up by key. Changes that wait while the disk syncs share
the next transaction (group commit); where a power cut may undo all of them, the next sync takes it along."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from contextvars import Context
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, Protocol, TypeVar

from bot.store.errors import DeadlockError, InUseError, LostError, StaleError, StoreError
from bot.store.outside import driver
from bot.store.place import Place
from bot.store.repositories import Lease, Pending, Repositories, Work
from bot.store.row_cache import RowCache
from bot.store.session import NO_TABLE, UNFINISHED, Connection, Session, Synchronous, execute
from bot.store.shards import Shards
from bot.store.sql import Rows, Schema, Statement, Steps
from bot.store.sqlite import SqliteEngine

log = logging.getLogger(__name__)
T = TypeVar("T")
Timed = Callable[[Literal["commit", "read"], float], object]
"""Told how many seconds each trip to the database has taken."""
CACHED = 8_192
"""Rows that the writing connection keeps in memory."""
TOGETHER = 64
"""Reads that share a snapshot, and changes that share a transaction."""
TRIES = 5
"""So often a change is made that others come in the way of."""
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
    trouble: Exception | None = None

    def step(self, repositories: Repositories) -> None:
        """Goes on to the next statement with what the last one gave; `StopIteration` at its end."""
        if self.steps is None:
            self.steps = Steps(self.work(repositories))
        rows, trouble, self.rows, self.trouble = self.rows, self.trouble, None, None
        self.statement = self.context.run(self.steps.next, rows, trouble)

    def close(self) -> None:
        """Breaks it off, so that it can begin anew."""
        if self.steps is not None:
            self.steps.close()
        self.steps = self.rows = self.trouble = None


class Reader:
    """Runs units of work that only read; whatever is asked for while they run waits for the next snapshot."""

    def __init__(self, connection: Connection, repositories: Repositories, timed: Timed) -> None:
        self._connection = connection
        self._timed = timed
        self._repositories = repositories
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
            await self._connection.run(lambda session: self._transact(session, group))
        except Exception as error:  # noqa: BLE001 - the waiter gets it, and the reader goes on
            for read in group:
                read.error = self._connection.session.worded(error)
        self._timed("read", perf_counter() - began)
        for read in group:
            read.settle()

    def _transact(self, session: Session, reads: Sequence[Read]) -> None:
        """One transaction in which all take turns, on the connection's thread."""
        session.begin()
        try:
            while going_on := [read for read in reads if self._goes_on(session, read)]:
                for read in {*reads}.difference(going_on):  # the last ones are settled by the way back
                    read.done.get_loop().call_soon_threadsafe(read.settle)
                reads = going_on
                self._execute(session, reads)
                if session.aborted and (len(reads) > 1 or reads[0].trouble is None):
                    break
            else:
                return
        finally:
            if session.in_transaction:
                session.rollback()
        for read in reads:  # the fault of one of them has ended the snapshot of all
            read.close()
            self._transact(session, [read])

    def _goes_on(self, session: Session, read: Read) -> bool:
        """Takes a unit of work to its next statement; false at its end."""
        if read.done.cancelled():
            read.close()
            return False
        try:
            read.step(self._repositories)
        except StopIteration as end:
            read.answer = end.value
        except Exception as error:  # noqa: BLE001 - the waiter gets it
            read.error = session.worded(error)
        else:
            return True
        return False

    def _execute(self, session: Session, reads: Sequence[Read]) -> None:
        """The statements of all, those that look up by key in the same way as one."""
        alike: dict[str, list[Read]] = {}
        for read in reads:
            if read.statement.keyed:
                alike.setdefault(read.statement.sql, []).append(read)
            else:
                _execute_alone(session, read)
        for sql, group in alike.items():
            _look_up(session, sql, group)


def _execute_alone(session: Session, read: Read) -> None:
    read.running = True
    while not read.done.cancelled() and not session.aborted:
        try:
            read.rows = session.execute(read.statement)
        except session.errors as error:
            if session.interrupted(error):
                continue  # meant for the one before, which had just ended, unless this one was cancelled
            read.trouble = error
        break
    read.running = False


def _look_up(session: Session, sql: str, reads: Sequence[Read]) -> None:
    if len(reads) == 1:
        _execute_alone(session, reads[0])
        return
    keys = tuple(dict.fromkeys(key for read in reads for key in read.statement.values))
    try:
        rows = session.execute(Statement(sql, keys, keyed=True))
    except (*session.errors, UnicodeDecodeError):
        for read in reads:  # it may be the fault of one
            _execute_alone(session, read)
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
    held: int | None = None
    """The table that it reads and writes, `NO_TABLE`, or None where it may be about everything."""
    hooks: Sequence[Callable[[], object]] = ()


class Writer:
    """Runs changes one after the other on the writing connection; each is told when it is committed."""

    def __init__(self, connection: Connection, repositories: Repositories, timed: Timed) -> None:
        self._connection = connection
        self._timed = timed
        self._repositories = repositories
        self._waiting: list[Change] = []
        self._deferred: list[Change] = []
        self._flushing = False
        self._patient = True
        """Whether what is deferred waits for the next commit if one fails."""
        self._flush: asyncio.TimerHandle | None = None
        """When what is deferred is committed, if nothing takes it along."""
        self._task: asyncio.Task[None] | None = None

    async def change(self, work: Work[Any], held: int | None = None, within: float = 0.0) -> Any:
        """The answer of a unit of work, once it is on disk; it may wait so many seconds to share a commit."""
        change = Change(work, asyncio.get_running_loop().create_future(), synced=not within, held=held)
        if within:
            self._defer(change, within)
        else:
            self._waiting.append(change)
            self._start()
        return await change.done

    def defer(self, work: Work[Any], held: int | None, within: float) -> None:
        """A unit of work that the next commit takes along, at the latest one after so many seconds."""
        future = asyncio.get_running_loop().create_future()
        self._defer(Change(work, future, synced=False, deferred=True, held=held), within)

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
            await self.change(_nothing, NO_TABLE)

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
        if self._connection.session.shared:
            error = await self._try_again(group, error)
        if error is not None:
            for change in group:
                # One of them may have been too much for the disk; a lock holds up all of them, and what may
                # already stand is not done once more.
                alone = len(group) > 1 and not isinstance(error, (InUseError, LostError))
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

    async def _try_again(self, group: Sequence[Change], error: Exception | None) -> Exception | None:
        """The same where other processes came in the way of some of it, or of all."""
        if isinstance(error, InUseError):
            await self._connection.run(lambda session: session.free())
            error = await self._try(group)
        for change in group if error is None else ():
            for _ in range(TRIES):
                if not isinstance(change.error, (DeadlockError, InUseError, StaleError)):
                    break
                if isinstance(change.error, InUseError):
                    await self._connection.run(lambda session: session.free())
                change.error = await self._try([change]) or change.error
        return error

    async def _try(self, group: Sequence[Change]) -> Exception | None:
        """Commits a group; why nothing of it stands, or None."""
        began = perf_counter()
        try:
            await self._connection.run(lambda session: self._transact(session, group))
        except Exception as error:  # noqa: BLE001 - the waiter gets it, and the writer goes on
            return self._connection.session.worded(error)
        finally:
            self._timed("commit", perf_counter() - began)
        return None

    def _transact(self, session: Session, group: Sequence[Change]) -> None:
        """One transaction for all of them, on the connection's thread."""
        try:
            if session.shared:
                self._repositories.rows.clear()
            session.begin(
                synced=any(change.synced for change in group), held={change.held for change in group}
            )
            for change in group:
                self._execute(session, change, alone=len(group) == 1)
            if session.in_transaction:
                session.commit()
        except BaseException:
            self._repositories.rows.clear()
            if session.in_transaction:
                session.rollback()
            raise

    def _execute(self, session: Session, change: Change, *, alone: bool) -> None:
        """One change: all of it, or nothing if it raises."""
        if not alone:
            session.command("SAVEPOINT change")
        self._repositories.begin()
        change.error = None
        try:
            change.answer = change.context.run(execute, session, change.work(self._repositories))
            session.settle()
            change.hooks = self._repositories.hooks
        except Exception as error:
            if isinstance(error, StaleError):
                self._repositories.rows.clear()
            self._repositories.rows.roll_back()
            if not session.in_transaction:  # disk, or connection: the engine has undone all of it
                raise
            session.rollback("" if alone else "change")
            change.error = session.worded(error)
        if not alone:
            session.command("RELEASE change")


async def _nothing(_: Repositories) -> None:
    """Changes nothing: an empty transaction needs no sync."""


# Both --------------------------------------------------------------------------------------------------


class Engine(Protocol):
    """A database that can be connected to."""

    @property
    def place(self) -> Place:
        """Where it is."""
        ...

    def connect(self, *, writing: bool) -> Session:
        """One more connection; called on the thread that is to use it."""
        ...

    def replaced(self) -> str:
        """In one sentence, that the database is not ours any more; "" while it is."""
        ...

    def release(self) -> None:
        """Lets others have it."""
        ...


class Store:
    """A database of tables and people; made by `open_store`. Errors are `StoreError`s."""

    def __init__(
        self,
        engine: Engine,
        writing: Connection,
        reading: Connection,
        closing: AsyncExitStack,
        schema: Schema,
        timed: Timed,
    ) -> None:
        self.place = engine.place
        self.replaced = engine.replaced
        """In one sentence, that nothing would be kept any more; "" while all is well. Asks the disk."""
        self._writing = writing
        self._reading = reading
        self._reader = Reader(reading, Repositories(RowCache(0), schema), timed)
        self._closing = closing
        self._closed = False
        self._repositories = Repositories(RowCache(CACHED), schema)
        self._writer = Writer(writing, self._repositories, timed)

    @property
    def trips(self) -> int:
        """How often something went to a thread of the store."""
        return self._writing.trips + self._reading.trips

    def write_under(self, lease: Lease) -> None:
        """From now on what only the owner of a table may write is written as long as this lease holds."""
        self._repositories.lease = lease

    async def read(self, work: Work[T]) -> T:
        """The answer of a unit of work that only reads; it never sees half of a change, and always what a
        change has written that was awaited."""
        self._refuse_if_closed()
        return await self._reader.read(work)

    async def change(self, work: Work[T], *, held: int | None = None, within: float = 0.0) -> T:
        """The answer of a unit of work, once all of it is on disk; nothing is if it raises. Where several
        processes write, it has the table `held` for itself, or (None) all there is. With `within` it waits so
        many seconds for others to share its commit, and alone it does not wait for the disk: the end of the
        process leaves it, a power cut may undo it. The waiter may be cancelled: the change stands all the
        same."""
        self._refuse_if_closed()
        return await self._writer.change(work, held, within)

    def defer(self, work: Work[None], *, held: int | None = None, within: float) -> None:
        """A change that nobody waits for and that may be lost by a crash: the next commit takes it along, at
        the latest one after so many seconds."""
        self._refuse_if_closed()
        self._writer.defer(work, held, within)

    async def catch_up(self) -> None:
        """Waits until all that was asked for by now, deferred changes included, was tried."""
        await self._writer.catch_up()

    async def flush(self) -> None:
        """Waits until every change, deferred ones too, is on disk or has failed."""
        await self._writer.flush()

    async def purge(self) -> None:
        """What was deleted is gone from where the engine keeps it, unless another connection reads there."""
        self._refuse_if_closed()
        await self._writer.catch_up()
        try:
            await self._writing.run(lambda session: session.purge())
        except self._writing.session.errors as error:
            raise self._writing.session.worded(error) from None

    async def close(self) -> None:
        """Waits for what is under way and lets go of the database; a second call does nothing."""
        if not self._closed:
            self._closed = True
            await self._writer.flush()
            await self._reader.finish()
            await self._closing.aclose()

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise StoreError(f"{self.place}: the database is closed")


def _untimed(_: str, __: float) -> None:
    """Where nobody measures."""


async def open_store(
    place: Place,
    *,
    synchronous: Synchronous = "full",
    timed: Timed = _untimed,
    shards: Shards | None = None,
) -> Store:
    """The store in this place, made or brought up to date; a `StoreError` says why it can't be had. With
    `shards` other processes may have it as well, if its engine is a server."""
    async with AsyncExitStack() as closing:
        engine = await asyncio.to_thread(engine_at, place, synchronous, shared=shards is not None)
        closing.callback(engine.release)
        writing, reading = (Connection(partial(engine.connect, writing=writing)) for writing in (True, False))
        for connection in (writing, reading):
            await connection.open()
            closing.push_async_callback(connection.close)
        schema = await reading.run(lambda session: session.columns())
        if UNFINISHED in schema:
            raise StoreError(
                f"{engine.place}: the move of a database to this place was broken off; "
                "give the command `move-database` again"
            )
        return Store(engine, writing, reading, closing.pop_all(), schema, timed)


def engine_at(place: Place, synchronous: Synchronous = "full", *, shared: bool = False) -> Engine:
    """A database of the present schema that is nobody else's from now on; a `shared` one of a server is that
    of several processes."""
    if isinstance(place, Path):
        return SqliteEngine(place, synchronous)
    return driver().PostgresEngine(place, synchronous, shared=shared)
