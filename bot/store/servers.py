"""Settings of servers in SQLite."""

from __future__ import annotations

from bot.store.sql import Sql


class SqliteServers:
    """`protocol.Servers`."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def settings(self, guild: int) -> bytes:
        """What is set for a server."""
        row = await self._sql.one("SELECT settings FROM servers WHERE guild = ?", guild)
        return row[0] if row else b"{}"

    async def put_settings(self, guild: int, settings: bytes) -> None:
        """Sets all of it anew."""
        await self._sql.run("INSERT OR REPLACE INTO servers (guild, settings) VALUES (?, ?)", guild, settings)
