"""The few ways in which the repositories speak to SQLite."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import aiosqlite

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class Sql:
    """Statements on one connection; each call is one trip to its thread."""

    __slots__ = ("_connection",)

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def all(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """All rows of the answer."""
        return [tuple(row) for row in await self._connection.execute_fetchall(sql, values)]

    async def one(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        """The first row of the answer."""
        rows = await self.all(sql, *values)
        return rows[0] if rows else None

    async def run(self, sql: str, *values: Any) -> None:
        """A statement whose answer is of no interest."""
        await self._connection.execute_fetchall(sql, values)

    async def many(self, sql: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """The same statement for each row."""
        if len(rows) == 1:
            await self.run(sql, *rows[0])
        elif rows:
            await self._connection.executemany(sql, rows)

    async def insert(self, sql: str, *values: Any) -> int:
        """Inserts a row and returns its number."""
        row = await self._connection.execute_insert(sql, values)
        assert row is not None
        return int(row[0])


def micros(when: datetime) -> int:
    """A time as it is stored."""
    return (when - _EPOCH) // _MICROSECOND


def moment(stored: int) -> datetime:
    """A stored time, in UTC."""
    return _EPOCH + timedelta(microseconds=stored)
