"""SQL statements as values: a unit of work awaits them, its connection's thread executes them."""

from __future__ import annotations

import sqlite3
from collections.abc import Coroutine, Generator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from bot.store.errors import decoded

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

MOST_ROWS = 500
"""Rows of one INSERT, and values in one list."""

Rows = list[tuple[Any, ...]]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Statement:
    """One SQL statement with its values; awaiting it in a unit of work gives its rows and its new id."""

    sql: str
    values: Sequence[Any]
    scans: bool = False
    """Whether it may go through a whole table, instead of finding its rows by an index."""
    keyed: bool = False
    """Whether its values are keys, `{keys}` stands in its SQL for their list, and the key is each row's first
    column: then several such statements can be executed as one."""

    def __await__(self) -> Generator[Statement, tuple[Rows, int], tuple[Rows, int]]:
        return (yield self)

    @property
    def text(self) -> str:
        """Its SQL with a mark for each value."""
        return self.sql.format(keys=in_list(self.values)) if self.keyed else self.sql

    def execute(self, connection: sqlite3.Connection) -> tuple[Rows, int]:
        """All rows of the answer, and the id of the row inserted last."""
        cursor = connection.execute(self.text, self.values)
        return cursor.fetchall(), cursor.lastrowid or 0


class Sql:
    """The few ways in which the repositories state what they want."""

    __slots__ = ()

    async def all(self, sql: str, *values: Any) -> Rows:
        """All rows of the answer."""
        rows, _ = await Statement(sql, values)
        return rows

    async def one(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        """The first row of the answer."""
        rows, _ = await Statement(sql, values)
        return rows[0] if rows else None

    async def of_key(self, sql: str, key: int) -> Rows:
        """The rows of one key, without it. `sql` selects the key first and asks for it with `IN {keys}`."""
        rows, _ = await Statement(sql, (key,), keyed=True)
        return [row[1:] for row in rows]

    async def scan(self, sql: str, *values: Any) -> Rows:
        """All rows of the answer to a statement that may go through a whole table."""
        rows, _ = await Statement(sql, values, scans=True)
        return rows

    async def run(self, sql: str, *values: Any) -> None:
        """A statement whose answer is of no interest."""
        await Statement(sql, values)

    async def insert(self, sql: str, *values: Any) -> int:
        """Inserts a row and returns its id."""
        _, number = await Statement(sql, values)
        return number

    async def insert_all(self, head: str, rows: Sequence[tuple[Any, ...]], tail: str = "") -> None:
        """Inserts several rows in one statement; `head` ends before VALUES, `tail` follows the rows."""
        for first in range(0, len(rows), MOST_ROWS):
            some = rows[first : first + MOST_ROWS]
            marks = f"({', '.join('?' * len(some[0]))})"
            values = [value for row in some for value in row]
            await Statement(f"{head} VALUES {', '.join([marks] * len(some))} {tail}", values)


def in_list(values: Sequence[Any]) -> str:
    """The marks of an IN list, in parentheses; without values nothing is in it."""
    return f"({', '.join('?' * len(values)) or 'NULL'})"


def execute(connection: sqlite3.Connection, unit: Coroutine[Any, Any, T]) -> T:
    """Runs a unit of work to its end, here and now, and returns its answer."""
    answer, trouble = None, None
    while True:
        try:
            statement = unit.throw(trouble) if trouble else unit.send(answer)
        except StopIteration as end:
            return end.value
        if not isinstance(statement, Statement):
            unit.close()
            raise TypeError("a unit of work awaits nothing but its repositories")
        answer, trouble = None, None
        try:
            answer = statement.execute(connection)
        except sqlite3.Error as error:
            trouble = error


def micros(when: datetime) -> int:
    """A time as it is stored: microseconds since 1970 in UTC."""
    return (when - _EPOCH) // _MICROSECOND


@decoded
def moment(stored: int) -> datetime:
    """A stored time, in UTC."""
    return _EPOCH + timedelta(microseconds=stored)
