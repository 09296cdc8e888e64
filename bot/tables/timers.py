"""Timers of a table: when the clock has to look after its decisions, its motions and its thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from bot.store.records import SeatRow, TableRow, Thread, Timer
from bot.store.repositories import Repositories
from bot.tables.model import Status
from bot.tables.policy import FOLDED
from bot.tables.signals import Signals
from bot.tables.standing import Standing
from bot.tables.turn_clock import earliest

HOUSE = 0
"""The table number of timers that belong to no table."""

LOBBY = "lobby"
"""The timer that closes an untouched lobby."""

THREADS = "thread"
"""The timer of a table in a thread: it is to be kept open, or folded up after the game."""

DECISIONS = "decisions"
"""The timer of a game under way: something is to be done about a decision that is still owed."""

MOTIONS = "motions"
"""The timer of the motions at a table: the time of one of them is over."""

GATHER = "gather"
"""The timer of no table: somebody may be brought together with others."""


class Timers:
    """Sets the timers of tables and wakes the clock."""

    def __init__(self, now: Callable[[], datetime], signals: Signals) -> None:
        self._now = now
        self._signals = signals

    async def follow(self, tx: Repositories, standing: Standing) -> None:
        """Reaction to a written table: its timers are those of its decisions and of its status."""
        row = standing.row
        if due_at(row, standing.seats) != earliest(standing.stored):
            await self.set_decisions(tx, row, standing.seats)
        if row.thread is Thread.OWN and not row.status.active:
            await self.set_thread(tx, row, FOLDED)

    async def set_decisions(self, tx: Repositories, row: TableRow, seats: Sequence[SeatRow]) -> None:
        """Lets the clock look at a table when something is to be done about a decision there."""
        due = due_at(row, seats)
        if due is None:
            await tx.timers.drop(row.id, DECISIONS)
        else:
            await self._put(tx, Timer(row.id, DECISIONS, due))

    async def set_thread(self, tx: Repositories, row: TableRow, after: timedelta) -> None:
        """Lets the clock look after the thread of a table, if it stands in one."""
        if row.thread is Thread.NONE:
            await tx.timers.drop(row.id, THREADS)
        else:
            await self._put(tx, Timer(row.id, THREADS, self._now() + after))

    async def set_motions(self, tx: Repositories, table: int) -> None:
        """Lets the clock close the motion of a table whose time is over first."""
        due = min((motion.until for motion in await tx.motions.open(table)), default=None)
        if due is None:
            await tx.timers.drop(table, MOTIONS)
        else:
            await self._put(tx, Timer(table, MOTIONS, due))

    async def _put(self, tx: Repositories, timer: Timer) -> None:
        await tx.timers.put(timer)
        self._signals.wake_clock(tx)


def due_at(row: TableRow, seats: Sequence[SeatRow]) -> datetime | None:
    """When something falls due at a table; never while it rests."""
    return earliest(seats) if row.status is Status.PLAYING and row.rests_since is None else None
