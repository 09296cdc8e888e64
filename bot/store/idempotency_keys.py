"""Accepted interactions in the database."""

from __future__ import annotations

from datetime import datetime

from bot.store.errors import RepeatedError
from bot.store.records import KeyRow
from bot.store.sql import Sql, micros, moment


class Keys:
    """The interactions that were accepted."""

    __slots__ = ("_sql",)

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def get(self, key: str) -> KeyRow | None:
        """What an interaction was answered with, if it was accepted before."""
        row = await self._sql.one("SELECT key, table_id, version, at FROM keys WHERE key = ?", key)
        return KeyRow(row[0], row[1], row[2], moment(row[3])) if row else None

    async def add(self, row: KeyRow) -> None:
        """An interaction that is being accepted; a `RepeatedError` if it was before."""
        added = await self._sql.one(
            "INSERT INTO keys (key, table_id, version, at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (key) DO NOTHING RETURNING key",
            row.key,
            row.table,
            row.version,
            micros(row.at),
        )
        if added is None:
            raise RepeatedError(f"the interaction {row.key} was accepted before")

    async def forget(self, before: datetime) -> None:
        """Removes those accepted before this time."""
        await self._sql.scan("DELETE FROM keys WHERE at < ?", micros(before))
