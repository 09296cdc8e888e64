"""The few ways in which the repositories speak to SQLite."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from bot.store.errors import primary

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

Rows = list[tuple[Any, ...]]
Answer = TypeVar("Answer")


class Sql:
    """Statements on one connection.

    What finds its few rows by an index is done on the spot: that takes ten microseconds, a trip to a thread
    and back ten times as long. What goes through all there is, or waits for the disk, runs in the thread.
    """

    __slots__ = ("_connection", "_patience", "_thread")

    def __init__(self, connection: sqlite3.Connection, thread: Executor, patience: float) -> None:
        """`patience`: the seconds that one waits for another program that holds the file."""
        self._connection = connection
        self._thread = thread
        self._patience = int(patience * 1000)

    async def all(self, sql: str, *values: Any) -> Rows:
        """All rows of the answer."""
        return self._answered(sql, values)

    async def one(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        """The first row of the answer."""
        rows = self._answered(sql, values)
        return rows[0] if rows else None

    async def run(self, sql: str, *values: Any) -> None:
        """A statement whose answer is of no interest."""
        self._answered(sql, values)

    async def many(self, sql: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """The same statement for each row."""
        self._connection.executemany(sql, rows)

    async def insert(self, sql: str, *values: Any) -> int:
        """Inserts a row and returns its number."""
        number = self._connection.execute(sql, values).lastrowid
        assert number is not None
        return number

    async def apart(self, sql: str, *values: Any) -> Rows:
        """All rows of the answer to a statement that may take its time."""
        return await self._in_thread(self._answered, sql, values)

    async def begin(self) -> None:
        """Opens a transaction to write: at once, or as soon as another program lets go of the file."""
        try:
            with self.impatient():
                self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if primary(error) != sqlite3.SQLITE_BUSY:
                raise
            await self.apart("BEGIN IMMEDIATE")

    async def commit(self) -> None:
        """Ends the open transaction once all of it is on disk."""
        await self.apart("COMMIT")

    @contextmanager
    def impatient(self) -> Generator[None]:
        """In this block nobody waits for another program that holds the file."""
        self._connection.execute("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            self._connection.execute(f"PRAGMA busy_timeout = {self._patience}")

    async def roll_back(self) -> None:
        """Takes back what the open transaction has done, once the thread is free; nothing without one.

        Whoever is cancelled meanwhile waits for it all the same: nobody else may see half of a transaction.
        """
        rolling = asyncio.ensure_future(self._in_thread(self._connection.rollback))
        try:
            await asyncio.shield(rolling)
        except asyncio.CancelledError:
            await asyncio.wait({rolling})
            raise

    async def close(self) -> None:
        """Waits for what is under way; no statement may follow."""
        await self._in_thread(self._connection.close)
        self._thread.shutdown()

    async def _in_thread(self, work: Callable[..., Answer], *values: Any) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *values)

    def _answered(self, sql: str, values: Sequence[Any]) -> Rows:
        return self._connection.execute(sql, values).fetchall()


def micros(when: datetime) -> int:
    """A time as it is stored."""
    return (when - _EPOCH) // _MICROSECOND


def moment(stored: int) -> datetime:
    """A stored time, in UTC."""
    return _EPOCH + timedelta(microseconds=stored)
