"""Settings of servers in the database."""

from __future__ import annotations

from bot.store.row_cache import NoCache
from bot.store.sql import Sql


class Servers:
    """What is set for servers, as JSON."""

    __slots__ = ("_rows", "_sql")

    def __init__(self, sql: Sql, rows: NoCache) -> None:
        self._sql = sql
        self._rows = rows

    async def settings(self, guild: int) -> bytes:
        """What is set for a server; an empty object where nothing is."""
        return await self._rows.load(("server", guild), lambda: self._settings(guild))

    async def _settings(self, guild: int) -> bytes:
        rows = await self._sql.of_key("SELECT guild, settings FROM servers WHERE guild IN {keys}", guild)
        return rows[0][0] if rows else b"{}"

    async def put_settings(self, guild: int, settings: bytes) -> None:
        """Sets all of it anew."""
        self._rows.put(("server", guild), settings)
        await self._sql.run("INSERT OR REPLACE INTO servers (guild, settings) VALUES (?, ?)", guild, settings)
