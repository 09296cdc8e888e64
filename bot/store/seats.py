"""Seats in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.store.records import FormerSitter, SeatRow
from bot.store.row_cache import NoCache
from bot.store.sql import Sql, in_list

COLUMNS = "seat, user, name, computer, prompted, away, away_name, pace"
"""Of a row, in the order of `SeatRow`."""
_TABLES_OF = (
    "SELECT user, table_id FROM seats JOIN tables ON id = table_id"
    " WHERE user IN {keys} AND status IN ('lobby', 'playing') ORDER BY table_id"
)
_ANEW = ", ".join(f"{name} = excluded.{name}" for name in COLUMNS.split(", ")[1:])


class Seats:
    """Who sits at a table."""

    __slots__ = ("_rows", "_sql")

    def __init__(self, sql: Sql, rows: NoCache) -> None:
        self._sql = sql
        self._rows = rows

    async def at(self, table: int) -> tuple[SeatRow, ...]:
        """The seats of a table in seat order."""
        return await self._rows.load(("seats", table), lambda: self._at(table))

    async def _at(self, table: int) -> tuple[SeatRow, ...]:
        rows = await self._sql.of_key(
            f"SELECT table_id, {COLUMNS} FROM seats WHERE table_id IN {{keys}} ORDER BY table_id, seat", table
        )
        return tuple(SeatRow(*row) for row in rows)

    async def of(self, tables: Sequence[int]) -> dict[int, tuple[SeatRow, ...]]:
        """The seats of several tables, each in seat order."""
        rows = await self._sql.all(
            f"SELECT table_id, {COLUMNS} FROM seats WHERE table_id IN {in_list(tables)}"
            " ORDER BY table_id, seat",
            *tables,
        )
        found: dict[int, list[SeatRow]] = {table: [] for table in tables}
        for table, *row in rows:
            found[table].append(SeatRow(*row))
        return {table: tuple(seats) for table, seats in found.items()}

    async def load(self, tables: Iterable[int]) -> None:
        """Has the seats of these tables in the cache."""
        missing = self._rows.missing("seats", tables)
        found = await self.of(missing) if missing else {}
        for table, seats in found.items():
            self._rows.put(("seats", table), seats)

    async def tables_of(self, user: int) -> tuple[int, ...]:
        """The active tables at which somebody sits."""
        return await self._rows.load(("tables of", user), lambda: self._tables_of(user))

    async def _tables_of(self, user: int) -> tuple[int, ...]:
        rows = await self._sql.of_key(_TABLES_OF, user)
        return tuple(row[0] for row in rows)

    async def load_tables_of(self, users: Iterable[int]) -> None:
        """Has what `tables_of` says of these people in the cache."""
        missing = self._rows.missing("tables of", dict.fromkeys(users))
        found: dict[int, list[int]] = {user: [] for user in missing}
        sql = _TABLES_OF.format(keys=in_list(missing))
        for user, table in await self._sql.all(sql, *missing) if missing else ():
            found[user].append(table)
        for user, tables in found.items():
            self._rows.put(("tables of", user), tuple(tables))

    async def put(self, table: int, seats: Sequence[SeatRow]) -> None:
        """All seats of the table anew: what is different from before is written."""
        before = await self.at(table)
        changed = [row for row in seats if row not in before]
        if changed:
            await self._sql.insert_all(
                f"INSERT INTO seats (table_id, {COLUMNS})",
                [(table, *_values(row)) for row in changed],
                f"ON CONFLICT (table_id, seat) DO UPDATE SET {_ANEW}",
            )
        gone = [row.seat for row in before if row.seat not in {kept.seat for kept in seats}]
        if gone:
            await self._sql.run(
                f"DELETE FROM seats WHERE table_id = ? AND seat IN {in_list(gone)}", table, *gone
            )
        if {row.user for row in before} != {row.user for row in seats}:
            self._rows.drop_all("tables of")
        self._rows.put(("seats", table), tuple(seats))

    async def former(self, table: int) -> tuple[FormerSitter, ...]:
        """Who sat at a table before others did, oldest first."""
        rows = await self._sql.all(
            "SELECT seat, upto, user, name, computer FROM former_sitters WHERE table_id = ? ORDER BY id",
            table,
        )
        return tuple(FormerSitter(*row) for row in rows)

    async def add_former(self, table: int, sitters: Sequence[FormerSitter]) -> None:
        """These have just given up their seats."""
        await self._sql.insert_all(
            "INSERT INTO former_sitters (table_id, seat, upto, user, name, computer)",
            [(table, gone.seat, gone.upto, gone.user, gone.name, gone.computer) for gone in sitters],
        )


def _values(row: SeatRow) -> tuple[Any, ...]:
    return (row.seat, row.user, row.name, row.computer, row.prompted, row.away, row.away_name, row.pace)
