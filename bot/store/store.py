"""The store in a SQLite file: one connection writes, one reads, each on a thread of its own. A unit of work
travels there once and runs as a whole."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Literal, TypeVar

from bot.store import files
from bot.store.errors import StoreError, translated
from bot.store.guard import Guard
from bot.store.reader import Reader
from bot.store.repositories import Repositories, Work
from bot.store.row_cache import RowCache
from bot.store.sql import Connection
from bot.store.writer import Writer

T = TypeVar("T")
Synchronous = Literal["full", "normal"]
"""`full` survives a power cut with everything that was accepted; `normal` may lose the last seconds."""

CACHED = 8_192
"""Rows that the writing connection keeps in memory."""


class Store:
    """A database of tables and people; made by `open_store`. Errors are `StoreError`s."""

    def __init__(
        self, guard: Guard, writing: Connection, reading: Connection, closing: AsyncExitStack
    ) -> None:
        self.path = guard.path
        self.identity = guard.identity
        """Which file this is, whatever stands at its path later."""
        self._writing = writing
        self._reading = reading
        self._reader = Reader(reading, Repositories(RowCache(0)))
        self._closing = closing
        self._closed = False
        self._writer = Writer(writing, Repositories(RowCache(CACHED)))

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
        """The answer of a unit of work, once all of it is on disk; nothing is if it raises. It may wait so
        many seconds for others to share its commit. The waiter may be cancelled: the change stands all the
        same."""
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


async def open_store(path: Path, *, synchronous: Synchronous = "full") -> Store:
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
        return Store(guard, writing, reading, closing.pop_all())


def _truncate(connection: sqlite3.Connection) -> None:
    """Copies the whole write-ahead log into the file and empties it, if nobody else holds them."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {int(files.BUSY_SECONDS * 1000)}")
