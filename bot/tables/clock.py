"""The one loop for everything that falls due: it sleeps until the next timer or a kick, and never polls."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from typing import Protocol

from bot.store.errors import StoreError
from bot.store.protocol import Repositories, Store
from bot.store.records import Timer
from bot.tables.house import HEARTBEAT, KEPT, RETRY
from bot.tables.lobby import EXPIRY
from bot.tables.service import TableService

log = logging.getLogger(__name__)

HOUSE = 0
"""The table number of timers that belong to no table."""
BEAT = "heartbeat"
"""The house's timer, and the key in the store's meta under which its last time is kept (ISO, UTC)."""


class Wait(Protocol):
    """The app's seam for waiting, behind which a simulation puts its own time."""

    def __call__(self, awaitable: Awaitable[None], *, reason: str) -> Awaitable[None]:
        """Awaits something that only time or somebody outside can bring about."""
        ...


class Clock:
    """Closes untouched lobbies and notes that the bot is alive, from timers that outlive the process."""

    def __init__(
        self, store: Store, tables: TableService, *, now: Callable[[], datetime], wait: Wait
    ) -> None:
        self._store = store
        self._tables = tables
        self._now = now
        self._wait = wait
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
            await self._ring(timer)

    async def _run(self) -> None:
        while True:
            self._kicked.clear()
            try:
                seconds = await self.run_due()
            except StoreError as error:
                log.error("the clock has to wait: %s", error)
                seconds = RETRY.total_seconds()
            await self._wait(_kick_or_timeout(self._kicked, seconds), reason="timers")

    async def _ring(self, timer: Timer) -> None:
        if timer.kind == EXPIRY:
            await self._tables.close_untouched(timer.table)
        else:
            await self._beat()

    async def _beat(self) -> None:
        now = self._now()
        async with self._store.transaction() as tx:
            await tx.meta.put(BEAT, now.isoformat())
            await tx.timers.put(Timer(HOUSE, BEAT, now + HEARTBEAT))
            await _tidy(tx, now - KEPT)


async def _tidy(tx: Repositories, before: datetime) -> None:
    """Forgets what only mattered for a while."""
    await tx.keys.forget(before)
    await tx.notices.forget(before)


async def _kick_or_timeout(kicked: asyncio.Event, seconds: float | None) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await kicked.wait()
