"""The log of moves in the database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from bot.store.errors import decoded
from bot.store.records import LogRow
from bot.store.row_cache import NoCache
from bot.store.sql import Sql, micros, moment

_COLUMNS = "version, seat, turn, move, automatic, milestone, at, back, late, agreed, owed"
_MICROSECOND = timedelta(microseconds=1)


class Log:
    """The moves of the tables, in order."""

    __slots__ = ("_rows", "_sql")

    def __init__(self, sql: Sql, rows: NoCache) -> None:
        self._sql = sql
        self._rows = rows

    async def add(self, table: int, rows: Sequence[LogRow]) -> None:
        """What was just done."""
        for row in rows:
            if not row.automatic:
                self._rows.put(("newest_of", table, row.seat), row)
        await self._sql.insert_all(
            f"INSERT INTO log (table_id, {_COLUMNS})",
            [
                (
                    table,
                    row.version,
                    row.seat,
                    row.turn,
                    row.move,
                    row.automatic,
                    row.milestone,
                    micros(row.at),
                    row.back,
                    row.late,
                    row.agreed,
                    None if row.owed is None else row.owed // _MICROSECOND,
                )
                for row in rows
            ],
        )

    async def between(self, table: int, after: int, upto: int) -> tuple[LogRow, ...]:
        """The rows from after version `after` up to version `upto`, also what was taken back later."""
        rows = await self._sql.all(
            f"SELECT {_COLUMNS} FROM log WHERE table_id = ? AND version > ? AND version <= ?"
            " ORDER BY version",
            table,
            after,
            upto,
        )
        return tuple(_row(row) for row in rows)

    async def newest_of(self, table: int, seat: int) -> LogRow | None:
        """The newest row of a seat that is not an automatic move."""
        return await self._rows.load(("newest_of", table, seat), lambda: self._newest_of(table, seat))

    async def _newest_of(self, table: int, seat: int) -> LogRow | None:
        row = await self._sql.one(
            f"SELECT {_COLUMNS} FROM log WHERE table_id = ? AND seat = ? AND NOT automatic"
            " ORDER BY version DESC LIMIT 1",
            table,
            seat,
        )
        return _row(row) if row else None

    async def milestones(self, table: int) -> tuple[int, ...]:
        """The versions of the moves marked as milestones and not taken back, ascending."""
        rows = await self._sql.scan(
            "WITH undo AS MATERIALIZED"
            " (SELECT version, back FROM log WHERE table_id = ? AND back IS NOT NULL)"
            " SELECT version FROM log AS made WHERE table_id = ? AND milestone AND NOT EXISTS"
            " (SELECT 1 FROM undo WHERE undo.version > made.version AND undo.back < made.version)"
            " ORDER BY version",
            table,
            table,
        )
        return tuple(row[0] for row in rows)


@decoded
def _row(row: tuple[Any, ...]) -> LogRow:
    version, seat, turn, move, automatic, milestone, at, back, late, agreed, owed = row
    return LogRow(
        version,
        seat,
        turn,
        move,
        bool(automatic),
        bool(milestone),
        moment(at),
        back,
        late=bool(late),
        agreed=bool(agreed),
        owed=None if owed is None else owed * _MICROSECOND,
    )
