"""Seats in SQLite."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store.records import SeatRow
from bot.store.sql import Sql


class SqliteSeats:
    """`protocol.Seats`."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def at(self, table: int) -> tuple[SeatRow, ...]:
        """The seats of a table in seat order."""
        rows = await self._sql.all(
            "SELECT seat, user, name, computer, prompted FROM seats WHERE table_id = ? ORDER BY seat", table
        )
        return tuple(SeatRow(*row) for row in rows)

    async def put(self, table: int, seats: Sequence[SeatRow]) -> None:
        """All seats of the table anew."""
        await self._sql.run("DELETE FROM seats WHERE table_id = ?", table)
        await self._sql.many(
            "INSERT INTO seats (table_id, seat, user, name, computer, prompted) VALUES (?, ?, ?, ?, ?, ?)",
            [(table, row.seat, row.user, row.name, row.computer, row.prompted) for row in seats],
        )
