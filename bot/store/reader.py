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
    """A unit of work that waits, and its waiter."""

    work: Work[Any]
    done: asyncio.Future[Any]
    context: Context = field(default_factory=copy_context)
    """The caller's, as with `asyncio.to_thread`."""
    running: bool = False
    """Whether a statement is being executed for it alone."""

    def settle(self, answer: Any, error: BaseException | None) -> None:
        """Gives the outcome to the waiter, if there still is one."""
        if self.done.done():
            return
        if error is not None:
            self.done.set_exception(error)
        else:
            self.done.set_result(answer)


class Reader:
    """Runs units of work that only read on the reading connection. Whatever is asked for while they run waits
    for the next snapshot: it may have to see what was written since."""

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
        loop = asyncio.get_running_loop()

        def tell(read: Read, answer: Any, error: Exception | None) -> None:
            told = error and self._translate(error)
            loop.call_soon_threadsafe(read.settle, answer, told)

        try:
            while self._waiting:
                group, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
                await self._answer(group, tell)
        finally:
            self._task = None

    async def _answer(
        self, group: Sequence[Read], tell: Callable[[Read, Any, Exception | None], None]
    ) -> None:
        try:
            await self._run(lambda connection: _Snapshot(connection, tell).answer(group, self._repositories))
        except Exception as error:  # noqa: BLE001 - the waiter gets it, and the reader goes on
            for read in group:
                read.settle(None, self._translate(error))


class _Snapshot:
    """One transaction in which several units of work take turns, on the connection's thread."""

    def __init__(
        self, connection: sqlite3.Connection, tell: Callable[[Read, Any, Exception | None], None]
    ) -> None:
        self._connection = connection
        self._tell = tell

    def answer(self, group: Sequence[Read], repositories: Repositories) -> None:
        """Runs all of them to their ends; each is told as soon as it has come to its own."""
        self._connection.execute("BEGIN")
        try:
            turns = [_Turn(read, Steps(read.work(repositories))) for read in group]
            while turns := [turn for turn in turns if self._goes_on(turn)]:
                self._execute(turns)
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def _goes_on(self, turn: _Turn) -> bool:
        """Takes a unit of work to its next statement; false at its end."""
        if turn.read.done.cancelled():
            turn.steps.close()
            return False
        try:
            turn.step()
        except StopIteration as end:
            self._tell(turn.read, end.value, None)
        except Exception as error:  # noqa: BLE001 - the waiter gets it
            self._tell(turn.read, None, error)
        else:
            return True
        return False

    def _execute(self, turns: Sequence[_Turn]) -> None:
        """The statements of all turns, those that look up by key in the same way as one."""
        alike: dict[str, list[_Turn]] = {}
        for turn in turns:
            if turn.statement.keyed:
                alike.setdefault(turn.statement.sql, []).append(turn)
            else:
                self._execute_alone(turn)
        for sql, group in alike.items():
            self._look_up(sql, group)

    def _execute_alone(self, turn: _Turn) -> None:
        turn.read.running = True
        while not turn.read.done.cancelled():
            try:
                turn.answer = turn.statement.execute(self._connection)
            except sqlite3.Error as error:
                if _was_interrupted(error):
                    continue  # meant for the one before, which had just ended, unless this one was cancelled
                turn.trouble = error
            break
        turn.read.running = False

    def _look_up(self, sql: str, turns: Sequence[_Turn]) -> None:
        if len(turns) == 1:
            self._execute_alone(turns[0])
            return
        keys = tuple(dict.fromkeys(key for turn in turns for key in turn.statement.values))
        try:
            rows = Statement(sql, keys, keyed=True).execute(self._connection)
        except (sqlite3.Error, UnicodeDecodeError):
            for turn in turns:  # it may be the fault of one
                self._execute_alone(turn)
            return
        found: dict[Any, Rows] = {key: [] for key in keys}
        for row in rows:
            found[row[0]].append(row)
        for turn in turns:
            turn.answer = [row for key in turn.statement.values for row in found[key]]


class _Turn:
    """A unit of work under way."""

    __slots__ = ("answer", "read", "statement", "steps", "trouble")

    def __init__(self, read: Read, steps: Steps) -> None:
        self.read = read
        self.steps = steps
        self.statement = Statement("", ())
        """What it waits for."""
        self.answer: Rows | None = None
        self.trouble: sqlite3.Error | None = None

    def step(self) -> None:
        """Goes on to the next statement with what the last one gave; `StopIteration` at its end."""
        answer, trouble, self.answer, self.trouble = self.answer, self.trouble, None, None
        self.statement = self.read.context.run(self.steps.next, answer, trouble)


def _was_interrupted(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT
