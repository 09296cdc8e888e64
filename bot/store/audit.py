"""Administrative acts in the database."""

from __future__ import annotations

from datetime import datetime

from bot.store.records import AuditRow
from bot.store.sql import Sql, micros, moment


class Audit:
    """What was done to tables and people by those who may."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def add(self, row: AuditRow) -> None:
        """What was just done."""
        await self._sql.run(
            "INSERT INTO audit (at, guild, actor, act, table_id) VALUES (?, ?, ?, ?, ?)",
            micros(row.at),
            row.guild,
            row.actor,
            row.act,
            row.table,
        )

    async def newest(self, guild: int, most: int) -> tuple[AuditRow, ...]:
        """The last acts in a server, newest first."""
        rows = await self._sql.all(
            "SELECT at, guild, actor, act, table_id FROM audit WHERE guild = ? ORDER BY id DESC LIMIT ?",
            guild,
            most,
        )
        return tuple(AuditRow(moment(at), act, guild, actor, table) for at, guild, actor, act, table in rows)

    async def forget(self, before: datetime) -> None:
        """Removes those of before this time."""
        await self._sql.scan("DELETE FROM audit WHERE at < ?", micros(before))
