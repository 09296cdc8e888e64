"""The one loop for everything that falls due, the steady time by which it goes, and what it deletes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from msgspec import structs

from bot.log_context import about
from bot.store import Store
from bot.store.errors import DamagedRowError, StoreError
from bot.store.repositories import Repositories
from bot.store.tournaments import TournamentState
from bot.tables import policy
from bot.tables.model import Status, Timer
from bot.tables.services import Tables
from bot.tables.settings import decode_preferences, encode
from bot.tables.shelf import look_after
from bot.tables.timers import (
    DECISIONS,
    GATHER,
    GRACE,
    HOUSE,
    LOBBY,
    PLANS,
    THREADS,
    TOURNAMENT,
    VOTES,
    News,
)
from bot.tables.turn_clock import moved
from bot.tables.units import Act, note

log = logging.getLogger(__name__)

TOGETHER = 64
"""Timers that are looked after side by side."""

BEAT = "heartbeat"
"""The service's timer, and the key in the store's meta under which its last time is kept (ISO, UTC)."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """So many days tables are kept after their end, 0 for ever."""

    abandoned: int = policy.ABANDONED_DAYS
    """Without a result: also lobbies that never became a game."""
    finished: int = 0


USUAL = Keeping()
Wait = Callable[..., Awaitable[Any]]
"""Awaits what only time or the outside can bring about, with a `reason`: the app's seam, behind which a
simulation puts its own time."""


class Clock:
    """Does what falls due: lobbies, votes, decisions, threads, matchmaking, the heartbeat, and the retention
    of tables; its timers outlive the process."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        *,
        now: Callable[[], datetime],
        wait: Wait,
        steady: Steady | None = None,
        keeping: Keeping = USUAL,
        heartbeat: timedelta = policy.HEARTBEAT,
    ) -> None:
        """`steady` is what `now` reads, where that may have to be put forward or back."""
        self._store = store
        self._tables = tables
        self._now = now
        self._wait = wait
        self._steady = steady
        self._keeping = keeping
        self._heartbeat = heartbeat
        self._shards = tables.signals.shards
        self._beaten: datetime | None = None
        self._kicked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begins with a heartbeat; a clock that stands before the last one moves what is to come."""
        if self._shards.home:
            beat = await self._store.read(lambda tx: tx.meta.get(BEAT))
            ahead = datetime.fromisoformat(beat) - self._now() if beat else timedelta(0)
            if ahead > TOLERANCE:
                await self._anchor(-ahead)
            await self._beat()
        self._tables.signals.on_timers = self.kick
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
            await self._follow_machine()
            timers = await self._store.read(lambda tx: tx.timers.first(TOGETHER, self._shards))
            if not timers:
                return None
            seconds = (timers[0].due - self._now()).total_seconds()
            if seconds > 0:
                return seconds
            await self._ring_all([timer for timer in timers if timer.due <= self._now()])

    async def _run(self) -> None:
        while True:
            self._kicked.clear()
            try:
                if self._beaten is not None and self._now() < self._beaten:
                    await self._beat()
                seconds = await self.run_due()
            except StoreError as error:
                log.error("the clock has to wait: %s", error)
                seconds = policy.RETRY.total_seconds()
            await self._wait(self._kick_or_timeout(seconds), reason="timers")

    async def _kick_or_timeout(self, seconds: float | None) -> None:
        # Never longer than until the next heartbeat: a clock that was wrong for a moment may be right again.
        longest = self._heartbeat.total_seconds()
        with suppress(TimeoutError):
            async with asyncio.timeout(longest if seconds is None else min(seconds, longest)):
                await self._kicked.wait()

    async def _follow_machine(self) -> None:
        """Goes by the machine's clock; where that has jumped, what is to come moves with it."""
        if self._steady is None:
            return
        by = self._steady.behind
        if abs(by) <= TOLERANCE or await self._is_moved(self._now() + by):
            self._steady.set_by(by)
        elif self._shards.home:
            await self._anchor(by, self._steady)

    async def _is_moved(self, now: datetime) -> bool:
        """Whether the process that keeps the time for all has just followed the same jump."""
        told = None if self._shards.home else await self._store.read(lambda tx: tx.meta.get(AHEAD))
        return bool(told) and abs(datetime.fromisoformat(told.split()[1]) - now) < 2 * self._heartbeat

    async def _anchor(self, by: timedelta, steady: Steady | None = None) -> None:
        """Moves all that is to come, and the time by which the bot lives if it is not there yet."""
        log.warning("the clock of this machine has jumped by %s: what is to come is moved with it", by)
        now = self._now() + by if steady else self._now()
        await self._store.change(lambda tx: anchor(tx, by, now))
        if steady:
            steady.set_by(by)

    async def _ring_all(self, timers: Sequence[Timer]) -> None:
        """Rings side by side: timers share reads and commits, and the clock outlives trouble at one table."""
        with suppress(DamagedRowError):  # whose it is shows when its timer rings
            await self._tables.reminders.load_ahead(
                {timer.table for timer in timers if timer.kind == DECISIONS}
            )
        ringing = [asyncio.create_task(self._ring(timer)) for timer in timers]
        try:
            await asyncio.wait(ringing)
        finally:
            for task in ringing:
                task.cancel()
            await asyncio.wait(ringing)  # nothing may go on once the clock is closed
        for timer, task in zip(timers, ringing, strict=True):
            error = task.exception()
            if isinstance(error, StoreError) and not isinstance(error, DamagedRowError):
                raise error
            if error is not None:
                log.error("timer %s of table %d is broken", timer.kind, timer.table, exc_info=error)
                later = replace(timer, due=self._now() + policy.AGAIN)
                await self._store.change(
                    lambda tx: tx.timers.put(later),  # noqa: B023 - awaited here
                    held=timer.table,
                )

    async def _ring(self, timer: Timer) -> None:
        tables = self._tables
        work: dict[str, Callable[[int], Awaitable[object]]] = {
            LOBBY: tables.lobby.close_untouched,
            DECISIONS: tables.reminders.ring,
            GRACE: tables.play.reveal,
            PLANS: tables.plans.carry_out_plans,
            GATHER: lambda house: tables.matchmaking.gather(),
            News.PUZZLES: lambda house: tables.puzzles.turn_puzzles(),
            News.CHALLENGES: lambda house: tables.challenges.turn_over(),
            News.EVENINGS: lambda house: tables.evenings.turn_evenings(),
            THREADS: tables.threads.look_after_thread,
            VOTES: tables.votes.close_late,
            TOURNAMENT: lambda number: tables.tournaments.go_on(-number),
        }
        with about(table=timer.table):
            await work.get(timer.kind, lambda house: self._beat())(timer.table)

    async def _beat(self) -> None:
        now = self._now()

        async def beat(tx: Repositories) -> None:
            await tx.meta.put(BEAT, now.isoformat())
            await tx.timers.put(Timer(HOUSE, BEAT, now + self._heartbeat))
            surely = now - max(await doubt(tx, now), timedelta(0))
            for repository, kept in (
                (tx.keys, policy.KEPT),
                (tx.notices, policy.KEPT),
                (tx.offers, policy.LOBBY_OPEN),
                (tx.match_groups, policy.CALLS_KEPT),
                (tx.votes, policy.KEPT),
                (tx.audit, policy.AUDITED),
                (tx.circle_invitations, policy.INVITED),
                (tx.puzzle_weeks, policy.PUZZLES_KEPT),
                (tx.challenges, policy.CHALLENGES_KEPT),
                (tx.evenings, policy.CALLS_KEPT),
            ):
                await repository.forget(surely - kept)
            await look_after(tx, now)
            await delete_old(tx, surely, self._keeping)

        await self._store.change(beat)
        self._beaten = now


AHEAD = "ahead"
"""The key in the store's meta of how far the clock has jumped ahead lately: seconds, and since when."""


async def anchor(tx: Repositories, by: timedelta, now: datetime) -> None:
    """Moves all times by which something happens after a jump of the clock; `now` is the time after it."""

    def later_settings(data: bytes) -> bytes:
        settings = decode_preferences(data)
        away = settings.away and settings.away + by
        return encode(structs.replace(settings, away=away))

    ahead = await doubt(tx, now - by) + by
    await tx.meta.put(AHEAD, f"{ahead.total_seconds()} {now.isoformat()}")
    await tx.timers.move_all(tx.rows, by, settings=later_settings)
    for table in await tx.tables.playing():
        seats = await tx.seats.at(table)
        reveals = [seat.reveal and seat.reveal + by for seat in seats]
        anew = zip(seats, reveals, strict=True)
        await tx.seats.put(table, [replace(seat, pace=moved(seat.pace, by), reveal=at) for seat, at in anew])


async def doubt(tx: Repositories, now: datetime) -> timedelta:
    """How far the clock may be ahead of the truth: what it jumped lately and nobody has put back."""
    seconds, _, since = (await tx.meta.get(AHEAD) or "0").partition(" ")
    if not since or now - datetime.fromisoformat(since) >= policy.DOUBTED:
        return timedelta(0)
    return timedelta(seconds=float(seconds))


TOLERANCE = timedelta(minutes=1)
"""So much the machine's clock may be corrected at once: more is a jump."""


def ticks() -> timedelta:
    """Time since the machine started, also while it slept; no correction of its clock changes that."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return timedelta(seconds=time.clock_gettime(time.CLOCK_BOOTTIME))
    return timedelta(seconds=time.monotonic())


class Steady:
    """A clock that goes on evenly from where the machine's clock stood, and is set by it only when asked."""

    def __init__(self, wall: Callable[[], datetime], ticks: Callable[[], timedelta]) -> None:
        self._wall = wall
        self._ticks = ticks
        self._offset = timedelta(0)
        self.set_by(self.behind)

    @property
    def behind(self) -> timedelta:
        """By how much the machine's clock is ahead of this one."""
        return self._wall() - self.now()

    def now(self) -> datetime:
        """The present time."""
        return _START + self._ticks() + self._offset

    def set_by(self, by: timedelta) -> None:
        """Puts it forward, or back."""
        self._offset += by


_START = datetime.fromisoformat("1970-01-01T00:00:00+00:00")


async def delete_old(tx: Repositories, now: datetime, keeping: Keeping) -> None:
    """Deletes some of the tables and tournaments whose time is over, and all that belongs to them."""
    kept = {Status.ABANDONED: keeping.abandoned, Status.FINISHED: keeping.finished}
    for status, days in kept.items():
        before = now - timedelta(days=days)
        for row in await tx.tables.ended(status, before, policy.DELETED) if days else ():
            await tx.tables.delete(row.id)
            await note(tx, Act.DELETED, now, guild=row.guild, table=row.id)
    ends = {TournamentState.CANCELLED: keeping.abandoned, TournamentState.OVER: keeping.finished}
    for state, days in ends.items():
        before = now - timedelta(days=days)
        for one in await tx.tournaments.ended(state.value, before, policy.DELETED) if days else ():
            await tx.tournaments.delete(one.id)
