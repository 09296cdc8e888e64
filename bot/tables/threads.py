"""Where tables stand: moves to another channel, and threads that stay open as long as they are needed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.games.contract import Refusal
from bot.store.repositories import Repositories
from bot.tables import notifications
from bot.tables.audit import Act, note
from bot.tables.core import THREADS, Standing, changes, changes_table
from bot.tables.lobby import refuse_if_full
from bot.tables.model import Person, Status, Table, Thread
from bot.tables.play import PlayRoom
from bot.tables.policy import STIRRED


class ThreadRoom(PlayRoom):
    """The part of the table service that knows where tables stand."""

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
                await note(tx, Act.MOVED, self._now(), guild=guild, actor=person.id, table=table)
            other = await tx.tables.in_channel(channel)
            if other is not None and other.status.active:
                raise Refusal("channel_busy", table=other.id)
            row = replace(standing.row, channel=channel, thread=thread)
            standing = replace(standing, row=row)
            await self._set_thread_timer(tx, row, STIRRED)
            for motion in await tx.motions.open(row.id):
                await notifications.write(tx, row, notifications.of_motion(row, motion.id))
            if row.status is Status.LOBBY:
                return await self._write_lobby(tx, standing, key)
            return (
                await self._write(tx, standing, notifications.of_repeat(row, standing.seats), key)
            ).table()

        return await self._change_active(table, key, moved)

    @changes
    async def thread_folded(self, tx: Repositories, channel: int, delay: timedelta) -> bool:
        """Somebody or Discord has archived a thread: after the delay it is looked after, if a table is active
        there; whether one is."""
        row = await tx.tables.in_channel(channel)
        if row is None or not row.status.active:
            return False
        await self._set_thread_timer(tx, row, delay)
        self._wake_clock(tx)
        return True

    @changes_table
    async def look_after_thread(self, tx: Repositories, table: int) -> None:
        """Its time has come: it is kept open once more, or folded up for good."""
        await tx.timers.drop(table, THREADS)
        row = await tx.tables.get(table)
        if row is None or row.thread is Thread.NONE:
            return
        if row.status.active:
            await self._set_thread_timer(tx, row, STIRRED)
        elif row.thread is Thread.FOREIGN:
            return
        standing = await self._standing(tx, table)
        await notifications.write(tx, row, notifications.of_thread(row, standing.seats))
