"""The store in a SQLite file: one connection, one lock round everything that uses it."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Literal

import aiosqlite

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

    def __init__(self, path: Path, guard: Guard, connection: aiosqlite.Connection) -> None:
        self.path = path
        self._guard = guard
        self._connection = connection
        self._repositories = SqliteRepositories(Sql(connection))
        self._lock = asyncio.Lock()
        self._closed = False

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[SqliteRepositories]:
        """To write: all of it is on disk when the block ends, none of it if the block raises."""
        async with self._alone():
            try:
                await self._run("BEGIN IMMEDIATE")
                yield self._repositories
                await self._run("COMMIT")
            except BaseException:
                # The connection stays in its transaction after an error; without one this does nothing.
                await self._connection.rollback()
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
            await self._run("PRAGMA busy_timeout = 0")
            try:
                await self._run("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                await self._run(f"PRAGMA busy_timeout = {int(files.BUSY_SECONDS * 1000)}")

    async def close(self) -> None:
        """Waits for what is under way and lets go of the file; a second call does nothing."""
        async with self._lock:
            if not self._closed:
                self._closed = True
                await self._connection.close()
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

    async def _run(self, sql: str) -> None:
        await self._connection.execute_fetchall(sql)


async def open_store(path: Path, *, synchronous: Synchronous = "full") -> SqliteStore:
    """The store in this file, made or brought up to date; a `StoreError` says why it can't be had."""
    _keep_out_of_the_log()
    guard = await asyncio.to_thread(Guard, path)
    try:
        await asyncio.to_thread(files.prepare, path)
        connection = await _connect(path, synchronous)
    except BaseException:
        guard.release()
        raise
    return SqliteStore(path, guard, connection)


async def backup(path: Path, target: Path) -> None:
    """A consistent copy in a new file, also while a bot is using the database."""
    await asyncio.to_thread(files.backup, path, target)


async def _connect(path: Path, synchronous: Synchronous) -> aiosqlite.Connection:
    connect = partial(aiosqlite.connect, path, timeout=files.BUSY_SECONDS, isolation_level=None)
    try:
        connection = await connect()
        for pragma in (
            "foreign_keys = ON",
            f"synchronous = {synchronous}",
            "temp_store = MEMORY",
            "secure_delete = ON",
        ):
            await connection.execute_fetchall(f"PRAGMA {pragma}")
    except sqlite3.Error as error:
        raise translate(error, path) from error
    return connection


def _keep_out_of_the_log() -> None:
    """aiosqlite logs every statement with its values at DEBUG: hands and secrets would be in the log."""
    logger = logging.getLogger("aiosqlite")
    if _above_debug not in logger.filters:
        logger.addFilter(_above_debug)


def _above_debug(record: logging.LogRecord) -> bool:
    return record.levelno > logging.DEBUG
