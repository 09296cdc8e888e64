"""Where tables stand: moves to another channel, and threads that stay open as long as they are needed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.games.contract import Refusal
from bot.store.repositories import Repositories
from bot.tables import notifications
from bot.tables.audit import Act, note
from bot.tables.core import Core
from bot.tables.lobby import refuse_if_full
from bot.tables.model import Person, Status, Table, Thread
from bot.tables.policy import STIRRED
from bot.tables.standing import Standing
from bot.tables.timers import THREADS
from bot.tables.units import Units, changes, changes_table
from bot.tables.writer import TableWriter


class Threads:
    """Knows where tables stand."""

    def __init__(self, units: Units, core: Core, writer: TableWriter) -> None:
        self.units = units
        self._core = core
        self._writer = writer

    @changes
    async def number(self, tx: Repositories, guild: int | None) -> int:
        """The number of a table to come, after which its thread can be named. Refusals: server_full {n}."""
        await refuse_if_full(tx, guild)
        return await tx.tables.reserve()

    async def move(
        self,
        table: int,
        person: Person,
        *,
        channel: int,
        thread: Thread = Thread.NONE,
        rescue: bool = False,
        key: str,
    ) -> Table:
        """Lets a table go on in another channel of its server. Only its host may, but for a `rescue` from a
        place that is gone. Refusals: no_table, over, not_host, channel_busy {table}."""

        async def moved(tx: Repositories, standing: Standing) -> Table:
            if not rescue:
                standing.refuse_unless_host(person.id)
            if standing.row.host != person.id:
                guild = standing.row.guild
                await note(tx, Act.MOVED, self._core.now(), guild=guild, actor=person.id, table=table)
            other = await tx.tables.in_channel(channel)
            if other is not None and other.status.active:
                raise Refusal("channel_busy", table=other.id)
            row = replace(standing.row, channel=channel, thread=thread)
            standing = replace(standing, row=row)
            await self._core.timers.set_thread(tx, row, STIRRED)
            for motion in await tx.motions.open(row.id):
                await notifications.write(tx, row, notifications.of_motion(row, motion.id))
            if row.status is Status.LOBBY:
                return await self._writer.write_lobby(tx, standing, key)
            return (
                await self._writer.write(tx, standing, notifications.of_repeat(row, standing.seats), key)
            ).table()

        return await self.units.change_active(table, key, moved)

    @changes
    async def thread_folded(self, tx: Repositories, channel: int, delay: timedelta) -> bool:
        """Somebody or Discord has archived a thread: after the delay it is looked after, if a table is active
        there; whether one is."""
        row = await tx.tables.in_channel(channel)
        if row is None or not row.status.active:
            return False
        await self._core.timers.set_thread(tx, row, delay)
        self._core.signals.wake_clock(tx)
        return True

    @changes_table
    async def look_after_thread(self, tx: Repositories, table: int) -> None:
        """Its time has come: it is kept open once more, or folded up for good."""
        await tx.timers.drop(table, THREADS)
        row = await tx.tables.get(table)
        if row is None or row.thread is Thread.NONE:
            return
        if row.status.active:
            await self._core.timers.set_thread(tx, row, STIRRED)
        elif row.thread is Thread.FOREIGN:
            return
        standing = await self._core.standings.at(tx, table)
        await notifications.write(tx, row, notifications.of_thread(row, standing.seats))

    @changes
    async def stands_below(self, tx: Repositories, channel: int, parent: int) -> None:
        """Keeps of which channel one is a thread, 0 if nobody can tell: Discord does not say it by itself of
        threads that have been folded up."""
        await tx.tables.set_parent(channel, parent)
