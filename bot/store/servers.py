"""Settings of servers in SQLite."""

from __future__ import annotations

from bot.store.sql import Sql


class SqliteServers:
    """`protocol.Servers`."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def locale(self, guild: int) -> str | None:
        """The language set for a server."""
        row = await self._sql.one("SELECT locale FROM servers WHERE guild = ?", guild)
        return row[0] if row else None

    async def put_locale(self, guild: int, locale: str) -> None:
        """Sets the language of a server."""
        await self._sql.run("INSERT OR REPLACE INTO servers (guild, locale) VALUES (?, ?)", guild, locale)
