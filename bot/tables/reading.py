"""What can be known about tables without changing anything."""

from __future__ import annotations

from bot.tables.core import Core, Standing
from bot.tables.model import Moment, Table


class ReadingRoom(Core):
    """The part of the table service that answers questions."""

    async def table(self, table: int) -> Table:
        """Refusals: no_table."""
        async with self._store.reading() as tx:
            return (await self._standing(tx, table)).table()

    async def table_in(self, channel: int) -> Table | None:
        """The table of a channel: the active one, else the one that ended last."""
        async with self._store.reading() as tx:
            row = await tx.tables.in_channel(channel)
            return None if row is None else Standing(row, await tx.seats.at(row.id)).table()

    async def tables_of(self, user: int) -> tuple[Table, ...]:
        """The active tables at which a person sits, newest first."""
        async with self._store.reading() as tx:
            rows = await tx.tables.active_of(user)
            return tuple([Standing(row, await tx.seats.at(row.id)).table() for row in rows])

    async def now_at(self, table: int) -> Moment:
        """The newest moment of a table under way or over. Refusals: no_table, not_started."""
        async with self._store.reading() as tx:
            standing = await self._standing(tx, table)
            return await self._moment(tx, standing, standing.row.version)

    async def moment(self, table: int, version: int) -> Moment:
        """An earlier moment, by replaying the log. Refusals: no_table, not_started, no_version {version}."""
        async with self._store.reading() as tx:
            return await self._moment(tx, await self._standing(tx, table), version)

    async def milestones(self, table: int) -> tuple[int, ...]:
        """The versions that are pages of the history, ascending."""
        async with self._store.reading() as tx:
            return await tx.log.milestones(table)
