"""The lease of a process on its part of the bot: taken before it serves, renewed while it does, given up at
its end. Where it runs out, nothing more is posted; where another process has taken over, this one ends."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

import msgspec

from bot.exits import Refused
from bot.store.errors import LeaseHeldError, LostError, NewerDatabaseError, StoreError
from bot.store.outside import leases
from bot.store.repositories import Lease
from bot.store.shards import FREED, LIFE, Shards
from bot.tables.clock import ticks

if TYPE_CHECKING:
    from bot.store import Server
    from bot.tables.timers import Signals

log = logging.getLogger(__name__)

RENEWED = timedelta(seconds=5)
"""After so long a lease is renewed."""
MARGIN = timedelta(seconds=5)
"""So long before the end of a lease nothing more is begun that needs it."""
POLLED = timedelta(seconds=10)
"""After so long one looks for what nobody has told."""
AGAIN = 1.0
"""Seconds between two attempts to have a lease, or to reach the database."""


class Ownership:
    """Our part of the bot: whether it is ours now, and what other processes tell of it."""

    def __init__(self, server: Server, shards: Shards, *, ticks: Callable[[], timedelta] = ticks) -> None:
        self.shards = shards
        self.lease: Lease | None = None
        self._ticks = ticks
        self._leases = leases().Leases(server, shards)
        self._until = self._renewed = self._polled = timedelta()
        self._signals: Signals | None = None
        self._poll: Callable[[bool], object] | None = None
        self._heard = 0
        """Up to which connection nothing can have been missed."""
        self._task: asyncio.Task[None] | None = None

    @property
    def held(self) -> bool:
        """Whether nobody else can have taken over by now."""
        return self.lease is not None and self._ticks() < self._until

    async def take(self, *, patience: timedelta | None) -> None:
        """Waits until the lease is ours, for ever or only so long; it is renewed until `give_up`. A
        `StoreError` says why it can't be had."""
        holder, waiting = f"{socket.gethostname()}:{os.getpid()}", False
        end = None if patience is None else self._ticks() + patience
        while True:
            self._renewed = self._ticks()
            try:
                lease = self.lease = await self._leases.take(holder)
                break
            except (LeaseHeldError, LostError) as error:
                if end is not None and self._ticks() >= end:
                    raise
                if not waiting:
                    log.info("waiting: %s", error)
                waiting = True
            with suppress(LostError):
                await self._freed()
        self._until = self._renewed + LIFE - MARGIN
        self._task = asyncio.create_task(self._keep(), name="lease")
        log.info("serving shards %s, lease %d", self.shards, lease.epoch)

    def keep(self, signals: Signals, poll: Callable[[bool], object]) -> None:
        """From now on `signals` hears what other processes tell, and `poll` looks for what they may have told
        in vain: (true) at once and after each break of the connection, and (false) now and then."""
        self._signals, self._poll = signals, poll
        self._heard = 0

    async def lost(self) -> None:
        """Ends with a `Refused` when another process has taken over."""
        if self._task is not None:
            await asyncio.shield(self._task)

    async def give_up(self) -> None:
        """Another process may take over at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        lease, self.lease = self.lease, None
        try:
            if lease is not None:
                await self._leases.release(lease)
        except StoreError as error:
            log.warning("the lease could not be given up: %s", error)
        await self._leases.close()

    async def renew(self) -> None:
        """The lease holds for some time more. `Refused` where another process or version has it now."""
        self._renewed = began = self._ticks()
        try:
            renewed = self.lease is not None and await self._leases.renew(self.lease)
        except NewerDatabaseError as error:
            self._until = timedelta()
            raise Refused(str(error)) from None
        if not renewed:
            self._until = timedelta()
            raise Refused(f"Another process has taken over shards {self.shards}: this one ends.")
        self._until = began + LIFE - MARGIN

    def _hear(self, told: str) -> None:
        """Does what another process asks for, if it is known here: another version may ask for more. What was
        told may be secret."""
        try:
            if self._signals is not None:
                self._signals.woken(told)
        except (ValueError, msgspec.DecodeError) as error:
            log.warning("what another process has told is not understood: %s", type(error).__name__)

    async def _freed(self) -> None:
        """Waits until it is worth while to try again: as soon as a lease is given up, or after a moment."""
        end = self._ticks() + timedelta(seconds=AGAIN)
        while (left := (end - self._ticks()).total_seconds()) > 0:
            if FREED in await self._leases.listen(left):
                return

    async def _keep(self) -> None:
        while True:
            try:
                if self._ticks() >= self._renewed + RENEWED:
                    await self.renew()
                for told in await self._leases.listen(AGAIN):
                    self._hear(told)
            except StoreError as error:
                log.warning("the lease has to wait: %s", error)
                self._renewed = timedelta()
                await asyncio.sleep(AGAIN)
                continue
            missed = self._heard != self._leases.connected
            if self._poll is not None and (missed or self._ticks() >= self._polled + POLLED):
                self._heard, self._polled = self._leases.connected, self._ticks()
                self._poll(missed)
