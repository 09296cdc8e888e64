"""The log of moves in SQLite."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from bot.store.records import LogRow
from bot.store.sql import Sql, micros, moment

_COLUMNS = "version, seat, turn, move, automatic, milestone, at, back, late, agreed, owed"
_MICROSECOND = timedelta(microseconds=1)


class SqliteLog:
    """`protocol.Log`."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def add(self, table: int, rows: Sequence[LogRow]) -> None:
        """What was just done."""
        await self._sql.many(
            f"INSERT INTO log (table_id, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
        row = await self._sql.one(
            f"SELECT {_COLUMNS} FROM log WHERE table_id = ? AND seat = ? AND NOT automatic"
            " ORDER BY version DESC LIMIT 1",
            table,
            seat,
        )
        return _row(row) if row else None

    async def milestones(self, table: int) -> tuple[int, ...]:
        """The versions of the moves marked as milestones and not taken back, ascending."""
        rows = await self._sql.apart(
            "WITH undo AS MATERIALIZED"
            " (SELECT version, back FROM log WHERE table_id = ? AND back IS NOT NULL)"
            " SELECT version FROM log AS made WHERE table_id = ? AND milestone AND NOT EXISTS"
            " (SELECT 1 FROM undo WHERE undo.version > made.version AND undo.back < made.version)"
            " ORDER BY version",
            table,
            table,
        )
        return tuple(row[0] for row in rows)


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
