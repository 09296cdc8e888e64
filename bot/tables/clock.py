"""The one loop for everything that falls due: it sleeps until the next timer or a kick, and never polls."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from bot.store.errors import StoreError
from bot.store.protocol import Repositories, Store
from bot.store.records import Timer
from bot.tables.core import DECISIONS, HOUSE, MOTIONS, THREADS
from bot.tables.gathering import GATHER
from bot.tables.house import AGAIN, AUDITED, CALLS_KEPT, HEARTBEAT, KEPT, LOBBY_OPEN, RETRY
from bot.tables.lobby import EXPIRY
from bot.tables.retention import USUAL, Keeping, delete_old
from bot.tables.service import TableService

log = logging.getLogger(__name__)

BEAT = "heartbeat"
"""The house's timer, and the key in the store's meta under which its last time is kept (ISO, UTC)."""


class Wait(Protocol):
    """The app's seam for waiting, behind which a simulation puts its own time."""

    def __call__(self, awaitable: Awaitable[None], *, reason: str) -> Awaitable[None]:
        """Awaits something that only time or somebody outside can bring about."""
        ...


class Clock:
    """Closes untouched lobbies and late motions, rings at tables where people owe decisions, looks after
    threads, brings people together, notes that the bot is alive and deletes what was kept long enough, from
    timers that outlive the process."""

    def __init__(
        self,
        store: Store,
        tables: TableService,
        *,
        now: Callable[[], datetime],
        wait: Wait,
        keeping: Keeping = USUAL,
    ) -> None:
        self._store = store
        self._tables = tables
        self._now = now
        self._wait = wait
        self._keeping = keeping
        self._beaten: datetime | None = None
        self._kicked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """The first heartbeat, and from now on whatever falls due."""
        await self._beat()
        self._tables.on_timers = self.kick
        self._task = asyncio.create_task(self._run(), name="clock")

    def kick(self) -> None:
        """Something was given a time: it may come before what the clock waits for."""
        self._kicked.set()

    async def close(self) -> None:
        """Stops; what falls due meanwhile is done after the next start."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def run_due(self) -> float | None:
        """Does all that is due by now; the seconds until the next timer, None if there is none."""
        while True:
            async with self._store.reading() as tx:
                timer = await tx.timers.next()
            if timer is None:
                return None
            seconds = (timer.due - self._now()).total_seconds()
            if seconds > 0:
                return seconds
            await self._safely(timer)

    async def _run(self) -> None:
        while True:
            self._kicked.clear()
            try:
                if self._beaten is not None and self._now() < self._beaten:
                    await self._beat()
                seconds = await self.run_due()
            except StoreError as error:
                log.error("the clock has to wait: %s", error)
                seconds = RETRY.total_seconds()
            await self._wait(_kick_or_timeout(self._kicked, seconds), reason="timers")

    async def _safely(self, timer: Timer) -> None:
        """Rings in a task of its own, so that the clock outlives whatever goes wrong at one table."""
        ringing = asyncio.create_task(self._ring(timer))
        try:
            await asyncio.wait({ringing})
        finally:
            ringing.cancel()
        error = ringing.exception()
        if isinstance(error, StoreError):
            raise error
        if error is not None:
            log.error("timer %s of table %d is broken", timer.kind, timer.table, exc_info=error)
            async with self._store.transaction() as tx:
                await tx.timers.put(replace(timer, due=self._now() + AGAIN))

    async def _ring(self, timer: Timer) -> None:
        if timer.kind == EXPIRY:
            await self._tables.close_untouched(timer.table)
        elif timer.kind == DECISIONS:
            await self._tables.ring(timer.table)
        elif timer.kind == GATHER:
            await self._tables.gather()
        elif timer.kind == THREADS:
            await self._tables.look_after_thread(timer.table)
        elif timer.kind == MOTIONS:
            await self._tables.close_late(timer.table)
        else:
            await self._beat()

    async def _beat(self) -> None:
        now = self._now()
        async with self._store.transaction() as tx:
            await tx.meta.put(BEAT, now.isoformat())
            await tx.timers.put(Timer(HOUSE, BEAT, now + HEARTBEAT))
            await _tidy(tx, now)
            await delete_old(tx, now, self._keeping)
        self._beaten = now


async def _tidy(tx: Repositories, now: datetime) -> None:
    """Forgets what only mattered for a while."""
    await tx.keys.forget(now - KEPT)
    await tx.notices.forget(now - KEPT)
    await tx.offers.forget(now - LOBBY_OPEN)
    await tx.gatherings.forget(now - CALLS_KEPT)
    await tx.motions.forget(now - KEPT)
    await tx.audit.forget(now - AUDITED)


async def _kick_or_timeout(kicked: asyncio.Event, seconds: float | None) -> None:
    """Never longer than until the next heartbeat: a clock that was wrong for a moment may be right again."""
    longest = HEARTBEAT.total_seconds()
    with suppress(TimeoutError):
        async with asyncio.timeout(longest if seconds is None else min(seconds, longest)):
            await kicked.wait()
