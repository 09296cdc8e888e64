"""Group commit: changes that wait while the disk syncs share the next transaction."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import dataclass
from typing import Any

from bot.store.errors import InUseError
from bot.store.repositories import Pending, Repositories, Work
from bot.store.sql import Connection, execute

log = logging.getLogger(__name__)

COMMIT = "COMMIT"
AGAIN = 10.0
"""Seconds after which what was deferred is tried again, if no commit takes it along before."""
TOGETHER = 64
"""Changes that share a transaction."""


@dataclass(slots=True, eq=False)
class Change(Pending):
    """A unit of work that changes something; a deferred one has no waiter."""

    deferred: bool = False
    hooks: Sequence[Callable[[], object]] = ()


class Writer:
    """Runs changes one after the other on the writing connection; each is told only when it is on disk."""

    def __init__(self, connection: Connection, repositories: Repositories) -> None:
        self._connection = connection
        self._repositories = repositories
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
        change = Change(work, asyncio.get_running_loop().create_future())
        if within:
            self._defer(change, within)
        else:
            self._waiting.append(change)
            self._start()
        return await change.done

    def defer(self, work: Work[Any], within: float) -> None:
        """A unit of work that the next commit takes along, at the latest one after so many seconds."""
        self._defer(Change(work, asyncio.get_running_loop().create_future(), deferred=True), within)

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
        try:
            await self._connection.run(lambda connection: self._transact(connection, group))
        except Exception as error:  # noqa: BLE001 - the waiter gets it, and the writer goes on
            return self._connection.worded(error)
        return None

    def _transact(self, connection: sqlite3.Connection, group: Sequence[Change]) -> None:
        """One transaction for all of them, on the connection's thread."""
        try:
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
