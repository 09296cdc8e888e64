"""The store in a SQLite file: one connection, one lock round everything that uses it, and one thread for
whatever may take its time."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

from bot.store import files
from bot.store.audit import SqliteAudit
from bot.store.diary import SqliteDiary
from bot.store.errors import StoreError, translate
from bot.store.guard import Guard
from bot.store.keys import SqliteKeys
from bot.store.log import SqliteLog
from bot.store.looks import SqliteLooks
from bot.store.meta import SqliteMeta
from bot.store.motions import SqliteMotions
from bot.store.notices import SqliteNotices
from bot.store.offers import SqliteOffers
from bot.store.people import SqlitePeople
from bot.store.posts import SqlitePosts
from bot.store.results import SqliteResults
from bot.store.seats import SqliteSeats
from bot.store.servers import SqliteServers
from bot.store.sql import Sql
from bot.store.tables import SqliteTables
from bot.store.timers import SqliteTimers
from bot.store.traces import SqliteTraces
from bot.store.wanted import SqliteGatherings, SqliteWanted
from bot.store.watchers import SqliteWatchers

Synchronous = Literal["full", "normal"]
"""`full` survives a power cut with everything that was accepted; `normal` may lose the last seconds."""


class SqliteRepositories:
    """`protocol.Repositories` on one connection."""

    def __init__(self, sql: Sql) -> None:
        self.tables = SqliteTables(sql)
        self.seats = SqliteSeats(sql)
        self.log = SqliteLog(sql)
        self.keys = SqliteKeys(sql)
        self.notices = SqliteNotices(sql)
        self.posts = SqlitePosts(sql)
        self.timers = SqliteTimers(sql)
        self.watchers = SqliteWatchers(sql)
        self.motions = SqliteMotions(sql)
        self.results = SqliteResults(sql)
        self.diary = SqliteDiary(sql)
        self.offers = SqliteOffers(sql)
        self.looks = SqliteLooks(sql)
        self.wanted = SqliteWanted(sql)
        self.gatherings = SqliteGatherings(sql)
        self.people = SqlitePeople(sql)
        self.servers = SqliteServers(sql)
        self.audit = SqliteAudit(sql)
        self.traces = SqliteTraces(sql)
        self.meta = SqliteMeta(sql)


class SqliteStore:
    """`protocol.Store` in a file; made by `open_store`."""

    def __init__(self, path: Path, guard: Guard, sql: Sql) -> None:
        self.path = path
        self._guard = guard
        self._sql = sql
        self._repositories = SqliteRepositories(sql)
        self._lock = asyncio.Lock()
        self._closed = False

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[SqliteRepositories]:
        """To write: all of it is on disk when the block ends, none of it if the block raises."""
        async with self._alone():
            try:
                await self._sql.begin()
                yield self._repositories
                await self._sql.commit()
            except BaseException:
                # The connection stays in its transaction after an error; without one this does nothing.
                await self._sql.roll_back()
                raise

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[SqliteRepositories]:
        """To read: never shows half of a transaction."""
        async with self._alone():
            yield self._repositories

    async def backup(self, target: Path) -> None:
        """A consistent copy in a new file, made by a connection of its own."""
        await backup(self.path, target)

    async def purge(self) -> None:
        """What was deleted is gone from the file and from the one beside it, unless somebody reads there."""
        async with self._alone():
            with self._sql.impatient():
                await self._sql.apart("PRAGMA wal_checkpoint(TRUNCATE)")

    async def close(self) -> None:
        """Waits for what is under way and lets go of the file; a second call does nothing."""
        async with self._lock:
            if not self._closed:
                self._closed = True
                await self._sql.close()
                self._guard.release()

    @asynccontextmanager
    async def _alone(self) -> AsyncGenerator[None]:
        async with self._lock:
            if self._closed:
                raise StoreError(f"{self.path}: the database is closed")
            try:
                yield
            except sqlite3.Error as error:
                raise translate(error, self.path) from error


async def open_store(path: Path, *, synchronous: Synchronous = "full") -> SqliteStore:
    """The store in this file, made or brought up to date; a `StoreError` says why it can't be had."""
    guard = await asyncio.to_thread(Guard, path)
    thread = ThreadPoolExecutor(1, thread_name_prefix="store")
    try:
        connection = await asyncio.get_running_loop().run_in_executor(thread, _connected, path, synchronous)
    except BaseException:
        thread.shutdown()
        guard.release()
        raise
    return SqliteStore(path, guard, Sql(connection, thread, files.BUSY_SECONDS))


async def backup(path: Path, target: Path) -> None:
    """A consistent copy in a new file, also while a bot is using the database."""
    await asyncio.to_thread(files.backup, path, target)


def _connected(path: Path, synchronous: Synchronous) -> sqlite3.Connection:
    """A connection for the thread and for the event loop, one after the other, never both at once."""
    files.prepare(path)
    try:
        connection = sqlite3.connect(
            path, timeout=files.BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        for pragma in (
            "foreign_keys = ON",
            f"synchronous = {synchronous}",
            "temp_store = MEMORY",
            "secure_delete = ON",
        ):
            connection.execute(f"PRAGMA {pragma}").fetchall()
    except sqlite3.Error as error:
        raise translate(error, path) from error
    return connection
