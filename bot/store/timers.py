"""Timers in the database."""

from __future__ import annotations

from bot.store.records import Timer
from bot.store.sql import Sql, micros, moment


class Timers:
    """What falls due; one of each kind at a table."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def put(self, timer: Timer) -> None:
        """Sets it, or sets it anew."""
        await self._sql.run(
            "INSERT OR REPLACE INTO timers (table_id, kind, due) VALUES (?, ?, ?)",
            timer.table,
            timer.kind,
            micros(timer.due),
        )

    async def drop(self, table: int, kind: str) -> None:
        """It will not fall due any more."""
        await self._sql.run("DELETE FROM timers WHERE table_id = ? AND kind = ?", table, kind)

    async def first(self, most: int) -> tuple[Timer, ...]:
        """Those that fall due first, in order."""
        rows = await self._sql.all(
            "SELECT table_id, kind, due FROM timers ORDER BY due, table_id LIMIT ?", most
        )
        return tuple(Timer(row[0], row[1], moment(row[2])) for row in rows)
