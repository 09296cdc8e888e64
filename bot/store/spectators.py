"""Those who watch tables, in the database."""

from __future__ import annotations

from bot.store.records import Watcher
from bot.store.row_cache import NoCache
from bot.store.sql import Sql

_COLUMNS = "table_id, user, version, channel, message"


class Watchers:
    """Who follows which table without sitting there."""

    __slots__ = ("_rows", "_sql")

    def __init__(self, sql: Sql, rows: NoCache) -> None:
        self._sql = sql
        self._rows = rows

    async def at(self, table: int) -> tuple[Watcher, ...]:
        """All who watch a table."""
        return await self._rows.load(("watchers", table), lambda: self._at(table))

    async def _at(self, table: int) -> tuple[Watcher, ...]:
        rows = await self._sql.of_key(
            f"SELECT table_id, {_COLUMNS} FROM watchers WHERE table_id IN {{keys}} ORDER BY user", table
        )
        return tuple(Watcher(*row) for row in rows)

    async def tables_of(self, user: int) -> tuple[int, ...]:
        """The tables that a person watches, newest first."""
        rows = await self._sql.all(
            "SELECT table_id FROM watchers WHERE user = ? ORDER BY table_id DESC", user
        )
        return tuple(row[0] for row in rows)

    async def put(self, watcher: Watcher) -> None:
        """Adds somebody, or notes what their message shows now."""
        self._rows.drop(("watchers", watcher.table))
        await self._sql.run(
            f"INSERT OR REPLACE INTO watchers ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)",
            watcher.table,
            watcher.user,
            watcher.version,
            watcher.channel,
            watcher.message,
        )

    async def remove(self, table: int, user: int) -> None:
        """Somebody watches no more."""
        self._rows.drop(("watchers", table))
        await self._sql.run("DELETE FROM watchers WHERE table_id = ? AND user = ?", table, user)
