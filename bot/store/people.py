"""People in the database."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.store.errors import decoded
from bot.store.records import PersonRow
from bot.store.row_cache import NoCache
from bot.store.sql import Sql, in_list

_COLUMNS = "user, name, locale, dm, dm_closed, settings"


class People:
    """The people we know."""

    __slots__ = ("_rows", "_sql")

    def __init__(self, sql: Sql, rows: NoCache) -> None:
        self._sql = sql
        self._rows = rows

    async def get(self, user: int) -> PersonRow | None:
        """Somebody we know."""
        return await self._rows.load(("person", user), lambda: self._get(user))

    async def _get(self, user: int) -> PersonRow | None:
        rows = await self._sql.of_key(f"SELECT user, {_COLUMNS} FROM people WHERE user IN {{keys}}", user)
        return _person(rows[0]) if rows else None

    async def load(self, users: Iterable[int]) -> None:
        """Has these people in the cache."""
        missing = self._rows.missing("person", dict.fromkeys(users))
        sql = f"SELECT {_COLUMNS} FROM people WHERE user IN {in_list(missing)}"
        for row in await self._sql.all(sql, *missing) if missing else ():
            self._rows.put(("person", row[0]), _person(row))

    async def remember(self, user: int, name: str, locale: str) -> None:
        """Name and language as they are now; the person's wishes stay."""
        self._rows.drop(("person", user))
        await self._sql.run(
            "INSERT INTO people (user, name, locale) VALUES (?, ?, ?)"
            " ON CONFLICT (user) DO UPDATE SET name = excluded.name, locale = excluded.locale",
            user,
            name,
            locale,
        )

    async def put(self, row: PersonRow) -> None:
        """Everything of the row anew."""
        self._rows.put(("person", row.user), row)
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


@decoded
def _person(row: tuple[Any, ...]) -> PersonRow:
    user, name, locale, dm, dm_closed, settings = row
    return PersonRow(user, name, locale, bool(dm), bool(dm_closed), settings)
