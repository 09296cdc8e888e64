"""Where tables stand: moves to another channel, and threads that stay open as long as they are needed."""

from dataclasses import dataclass, replace
from datetime import timedelta

from bot.store.repositories import Repositories
from bot.tables import notifications
from bot.tables.lobby import refuse_if_busy, refuse_if_full
from bot.tables.model import NoticeKind, Person, Standing, Status, Table, Thread
from bot.tables.policy import STIRRED
from bot.tables.timers import THREADS
from bot.tables.units import Act, Units, changes, changes_active, changes_table, note


@dataclass(eq=False)
class Threads:
    """Knows where tables stand."""

    units: Units

    @changes
    async def number(self, tx: Repositories, guild: int | None) -> int:
        """The number of a table to come, after which its thread can be named. Refusals: server_full {n}."""
        await refuse_if_full(tx, guild)
        return await tx.tables.reserve()

    @changes_active
    async def move(
        self,
        tx: Repositories,
        standing: Standing,
        person: Person,
        *,
        channel: int,
        thread: Thread = Thread.NONE,
        rescue: bool = False,
        key: str,
    ) -> Table:
        """Lets a table go on in another channel of its server. Only its host may, but for a `rescue` from a
        channel that is gone. Refusals: no_table, over, not_host, channel_busy {table}."""
        row = replace(standing.row, channel=channel, thread=thread)
        if not rescue:
            standing.refuse_unless_host(person.id)
        if row.host != person.id:
            await note(tx, Act.MOVED, self.units.now(), guild=row.guild, actor=person.id, table=row.id)
        await refuse_if_busy(tx, channel)
        await self.units.timers.set_thread(tx, row, STIRRED)
        for vote in await tx.votes.open(row.id):
            await notifications.write_vote(tx, row, vote.id)
        standing = replace(standing, row=row)
        if row.status is Status.LOBBY:
            return await self.units.write_lobby(tx, standing, key)
        return await self.units.update(tx, standing, key, NoticeKind.REPEAT)

    @changes
    async def thread_archived(self, tx: Repositories, channel: int, delay: timedelta) -> bool:
        """A person or Discord has archived a thread: after the delay it is looked after, if a table is active
        there; whether one is."""
        row = await tx.tables.in_channel(channel)
        if row is None or not row.status.active:
            return False
        await self.units.timers.set_thread(tx, row, delay)
        await self.units.signals.wake_clock(tx, row.id)
        return True

    @changes_table
    async def look_after_thread(self, tx: Repositories, table: int) -> None:
        """Its time has come: it is kept open once more, or archived for good."""
        await tx.timers.drop(table, THREADS)
        row = await tx.tables.get(table)
        if row is None or row.thread is Thread.NONE:
            return
        if row.status.active:
            await self.units.timers.set_thread(tx, row, STIRRED)
        elif row.thread is Thread.FOREIGN:
            return
        await notifications.write(tx, row, notifications.of(row, (), NoticeKind.THREAD))

    @changes
    async def stands_below(self, tx: Repositories, channel: int, parent: int) -> None:
        """Stores the parent channel of a thread, 0 if nobody can tell."""
        await tx.tables.set_parent(channel, parent)
