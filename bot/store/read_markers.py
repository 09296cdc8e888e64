"""Who has looked at which table, and when it last was, in the database."""

from __future__ import annotations

from bot.store.sql import Sql


class Looks:
    """How far people have followed the tables."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def get(self, table: int, user: int) -> int:
        """The last version that a person has looked at, 0 if there is none."""
        row = await self._sql.one("SELECT version FROM looks WHERE table_id = ? AND user = ?", table, user)
        return row[0] if row else 0

    async def put(self, table: int, user: int, version: int) -> None:
        """A person has looked at this version; an older one than is known changes nothing."""
        await self._sql.run(
            "INSERT INTO looks (table_id, user, version) VALUES (?, ?, ?)"
            " ON CONFLICT (table_id, user) DO UPDATE SET version = max(version, excluded.version)",
            table,
            user,
            version,
        )
