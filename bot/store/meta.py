"""Single values of the house in the database."""

from __future__ import annotations

from bot.store.sql import Sql


class Meta:
    """Single values of the house."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def get(self, key: str) -> str | None:
        """The value kept under a key."""
        row = await self._sql.one("SELECT value FROM meta WHERE key = ?", key)
        return row[0] if row else None

    async def put(self, key: str, value: str) -> None:
        """Keeps a value under a key."""
        await self._sql.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", key, value)
