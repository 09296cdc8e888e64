"""SQL statements as values: a unit of work awaits them, the thread of a connection executes them. Their words
are those that all engines know, with `?` for each value."""

from __future__ import annotations

from collections.abc import Coroutine, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

MOST_ROWS = 500
"""Rows of one INSERT, and values in one list."""

NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)"
"""The present time as it is stored, by the clock of a PostgreSQL server."""

CHANNEL = "stammtisch"
"""Where the processes of a bot listen to each other."""

Rows = list[tuple[Any, ...]]
Schema = Mapping[str, Sequence[str]]
"""The columns of each table."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One SQL statement with its values; awaiting it in a unit of work gives its rows."""

    sql: str
    values: Sequence[Any]
    scans: bool = False
    """Whether it may go through a whole table, instead of finding its rows by an index."""
    keyed: bool = False
    """Whether its values are keys, `{keys}` stands in its SQL for their list, and the key is each row's first
    column: then several such statements can be executed as one."""
    gives_id: bool = False
    """Whether it inserts a row and is answered with its id. (With RETURNING, SQLite would look through all
    tables that refer to this one.)"""
    guards: bool = False
    """Whether it has to change a row: else the unit of work has decided by what holds no more."""

    def __await__(self) -> Generator[Statement, Rows, Rows]:
        return (yield self)

    @property
    def text(self) -> str:
        """Its SQL with a mark for each value."""
        return self.sql.format(keys=in_list(self.values)) if self.keyed else self.sql


async def run(sql: str, *values: Any) -> Rows:
    """All rows of the answer to a statement."""
    return await Statement(sql, values)


async def scan(sql: str, *values: Any) -> Rows:
    """All rows of the answer to a statement that may go through a whole table."""
    return await Statement(sql, values, scans=True)


async def insert(
    head: str, rows: Sequence[tuple[Any, ...]], tail: str = "", *, gives_id: bool = False
) -> Rows:
    """Inserts rows, as many as fit in each statement; `head` ends before VALUES, `tail` follows the rows."""
    answer: Rows = []
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        values = [value for row in some for value in row]
        text = f"{head} VALUES {marks(len(some), len(some[0]))} {tail}"
        answer += await Statement(text, values, gives_id=gives_id)
    return answer


@cache
def marks(rows: int, columns: int) -> str:
    """The marks of so many rows, as they follow VALUES."""
    return ", ".join([f"({', '.join('?' * columns)})"] * rows)


async def upsert(table: str, key: dict[str, Any], **columns: Any) -> None:
    """Inserts a row, or writes these columns anew where one has this key."""
    names, anew = ", ".join([*key, *columns]), ", ".join(f"{name} = excluded.{name}" for name in columns)
    tail = f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {anew}"
    await insert(f"INSERT INTO {table} ({names})", [(*key.values(), *columns.values())], tail)


def in_list(values: Sequence[Any]) -> str:
    """The marks of an IN list, in parentheses; without values nothing is in it."""
    return f"({', '.join('?' * len(values)) or 'NULL'})"


class Steps:
    """A unit of work under way, statement by statement."""

    __slots__ = ("_unit",)

    def __init__(self, unit: Coroutine[Any, Any, Any]) -> None:
        self._unit = unit

    def next(self, answer: Rows | None, trouble: Exception | None) -> Statement:
        """The next statement, after the answer to the last one or its error; `StopIteration` at the end."""
        found = self._unit.send(answer) if trouble is None else self._unit.throw(trouble)
        if not isinstance(found, Statement):
            self.close()
            raise TypeError("a unit of work awaits nothing but its repositories")
        return found

    def close(self) -> None:
        """Breaks the unit of work off."""
        self._unit.close()
