"""Seats in SQLite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.store.records import FormerSitter, SeatRow
from bot.store.sql import Sql

COLUMNS = "seat, user, name, computer, prompted, away, away_name, pace"
"""Of a row, in the order of `SeatRow`."""


class SqliteSeats:
    """`protocol.Seats`."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def at(self, table: int) -> tuple[SeatRow, ...]:
        """The seats of a table in seat order."""
        rows = await self._sql.all(f"SELECT {COLUMNS} FROM seats WHERE table_id = ? ORDER BY seat", table)
        return tuple(SeatRow(*row) for row in rows)

    async def put(self, table: int, seats: Sequence[SeatRow]) -> None:
        """All seats of the table anew."""
        await self._sql.run("DELETE FROM seats WHERE table_id = ?", table)
        await self._sql.many(
            f"INSERT INTO seats (table_id, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(table, *_values(row)) for row in seats],
        )

    async def former(self, table: int) -> tuple[FormerSitter, ...]:
        """Who sat at a table before others did, oldest first."""
        rows = await self._sql.all(
            "SELECT seat, upto, user, name, computer FROM former_sitters WHERE table_id = ? ORDER BY id",
            table,
        )
        return tuple(FormerSitter(*row) for row in rows)

    async def add_former(self, table: int, sitters: Sequence[FormerSitter]) -> None:
        """These have just given up their seats."""
        await self._sql.many(
            "INSERT INTO former_sitters (table_id, seat, upto, user, name, computer)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [(table, gone.seat, gone.upto, gone.user, gone.name, gone.computer) for gone in sitters],
        )


def _values(row: SeatRow) -> tuple[Any, ...]:
    return (row.seat, row.user, row.name, row.computer, row.prompted, row.away, row.away_name, row.pace)
