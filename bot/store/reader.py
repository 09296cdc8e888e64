"""Reads that wait share the next trip: side by side on one snapshot, one statement for all that they look up
by key."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.store.repositories import Pending, Repositories, Work
from bot.store.sql import Connection, Rows, Statement, Steps

TOGETHER = 64
"""Reads that share a snapshot."""


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

    def __init__(self, connection: Connection, repositories: Repositories) -> None:
        self._connection = connection
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
        try:
            await self._connection.run(lambda connection: self._transact(connection, group))
        except Exception as error:  # noqa: BLE001 - the waiter gets it, and the reader goes on
            for read in group:
                read.error = self._connection.worded(error)
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
