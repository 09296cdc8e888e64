"""Reads that wait share the next trip: side by side on one snapshot, one statement for all that they look up
by key."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import Any

from bot.store.repositories import Repositories, Work
from bot.store.sql import Rows, Statement, Steps

TOGETHER = 64
"""Reads that share a snapshot."""


@dataclass(slots=True, eq=False)
class Read:
    """A unit of work that waits or is under way, and its waiter."""

    work: Work[Any]
    done: asyncio.Future[Any]
    context: Context = field(default_factory=copy_context)
    """The caller's, as with `asyncio.to_thread`."""
    running: bool = False
    """Whether a statement is being executed for it alone."""
    steps: Steps | None = None
    statement: Statement = field(default_factory=lambda: Statement("", ()))
    """What it waits for."""
    answer: Rows | None = None
    trouble: sqlite3.Error | None = None

    def step(self, repositories: Repositories) -> None:
        """Goes on to the next statement with what the last one gave; `StopIteration` at its end."""
        if self.steps is None:
            self.steps = Steps(self.work(repositories))
        answer, trouble, self.answer, self.trouble = self.answer, self.trouble, None, None
        self.statement = self.context.run(self.steps.next, answer, trouble)

    def settle(self, answer: Any, error: BaseException | None) -> None:
        """Gives the outcome to the waiter, if there still is one."""
        if self.done.done():
            return
        if error is not None:
            self.done.set_exception(error)
        else:
            self.done.set_result(answer)


class Reader:
    """Runs units of work that only read; whatever is asked for while they run waits for the next snapshot."""

    def __init__(
        self,
        run: Callable[[Callable[[sqlite3.Connection], None]], Awaitable[None]],
        interrupt: Callable[[], Awaitable[None]],
        repositories: Repositories,
        translate: Callable[[Exception], Exception],
    ) -> None:
        """`run` executes a function on the connection's thread, `interrupt` breaks off its statement;
        `translate` words its errors."""
        self._run = run
        self._interrupt = interrupt
        self._repositories = repositories
        self._translate = translate
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
                await self._interrupt()
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
            await self._run(lambda connection: self._transact(connection, group))
        except Exception as error:  # noqa: BLE001 - the waiter gets it, and the reader goes on
            for read in group:
                read.settle(None, self._translate(error))

    def _transact(self, connection: sqlite3.Connection, reads: Sequence[Read]) -> None:
        """One transaction in which all take turns, on the connection's thread."""
        connection.execute("BEGIN")
        try:
            while reads := [read for read in reads if self._goes_on(read)]:
                self._execute(connection, reads)
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def _goes_on(self, read: Read) -> bool:
        """Takes a unit of work to its next statement; false at its end, which its waiter learns at once."""
        if read.done.cancelled():
            if read.steps is not None:
                read.steps.close()
            return False
        answer, trouble = None, None
        try:
            read.step(self._repositories)
        except StopIteration as end:
            answer = end.value
        except Exception as error:  # noqa: BLE001 - the waiter gets it
            trouble = self._translate(error)
        else:
            return True
        read.done.get_loop().call_soon_threadsafe(read.settle, answer, trouble)
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
            read.answer = read.statement.execute(connection)
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
        read.answer = [row for key in read.statement.values for row in found[key]]
