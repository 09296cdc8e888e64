"""People in SQLite."""

from __future__ import annotations

from bot.store.records import PersonRow
from bot.store.sql import Sql


class SqlitePeople:
    """`protocol.People`."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def get(self, user: int) -> PersonRow | None:
        """Somebody we know."""
        row = await self._sql.one(
            "SELECT name, locale, dm, dm_closed, settings FROM people WHERE user = ?", user
        )
        return PersonRow(user, row[0], row[1], bool(row[2]), bool(row[3]), row[4]) if row else None

    async def remember(self, user: int, name: str, locale: str) -> None:
        """Name and language as they are now; the person's wishes stay."""
        await self._sql.run(
            "INSERT INTO people (user, name, locale) VALUES (?, ?, ?)"
            " ON CONFLICT (user) DO UPDATE SET name = excluded.name, locale = excluded.locale",
            user,
            name,
            locale,
        )

    async def put(self, row: PersonRow) -> None:
        """Everything of the row anew."""
        await self._sql.run(
            "INSERT OR REPLACE INTO people (user, name, locale, dm, dm_closed, settings)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            row.user,
            row.name,
            row.locale,
            row.dm,
            row.dm_closed,
            row.settings,
        )
