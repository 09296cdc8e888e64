"""SQL statements as values: a unit of work awaits them, the thread of a connection executes them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot.store import files
from bot.store.errors import translate

MOST_ROWS = 500
"""Rows of one INSERT, and values in one list."""

Rows = list[tuple[Any, ...]]
Schema = Mapping[str, Sequence[str]]
"""The columns of each table."""
T = TypeVar("T")


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

    def __await__(self) -> Generator[Statement, Rows, Rows]:
        return (yield self)

    @property
    def text(self) -> str:
        """Its SQL with a mark for each value."""
        return self.sql.format(keys=in_list(self.values)) if self.keyed else self.sql

    def execute(self, connection: sqlite3.Connection) -> Rows:
        """All rows of the answer."""
        cursor = connection.execute(self.text, self.values)
        return [(cursor.lastrowid,)] if self.gives_id else cursor.fetchall()


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
        text = f"{head} VALUES {_marks(len(some), len(some[0]))} {tail}"
        answer += await Statement(text, values, gives_id=gives_id)
    return answer


@cache
def _marks(rows: int, columns: int) -> str:
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

    def next(self, answer: Rows | None, trouble: sqlite3.Error | None) -> Statement:
        """The next statement, after the answer to the last one or its error; `StopIteration` at the end."""
        found = self._unit.send(answer) if trouble is None else self._unit.throw(trouble)
        if not isinstance(found, Statement):
            self.close()
            raise TypeError("a unit of work awaits nothing but its repositories")
        return found

    def close(self) -> None:
        """Breaks the unit of work off."""
        self._unit.close()


def execute(connection: sqlite3.Connection, unit: Coroutine[Any, Any, T]) -> T:
    """Runs a unit of work to its end, here and now, and returns its answer."""
    steps, answer, trouble = Steps(unit), None, None
    while True:
        try:
            statement = steps.next(answer, trouble)
        except StopIteration as end:
            return end.value
        answer, trouble = None, None
        try:
            answer = statement.execute(connection)
        except sqlite3.Error as error:
            trouble = error


class Connection(aiosqlite.Connection):
    """A connection whose thread takes whole functions: a trip there costs more than most statements."""

    def __init__(self, path: Path, pragmas: tuple[str, ...]) -> None:
        super().__init__(lambda: _connect(path, pragmas), iter_chunk_size=64)
        self._thread.daemon = True  # a bot that breaks off does not wait for it: SQLite survives that
        self._path = path
        self.trips = 0
        """Functions that were executed there."""

    async def run(self, function: Callable[[sqlite3.Connection], T]) -> T:
        """What a function answers that is executed on the connection's thread."""
        self.trips += 1
        context = copy_context()
        return await self._execute(  # pyright: ignore[reportUnknownMemberType]
            lambda: context.run(function, self._conn)
        )

    def worded(self, error: Exception) -> Exception:
        """The error as the waiter of a unit of work gets it: without its cause, which may quote a row."""
        if isinstance(error, (sqlite3.Error, UnicodeDecodeError)):
            return translate(error, self._path)
        return error


def _connect(path: Path, pragmas: tuple[str, ...]) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=files.BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}").fetchall()
    return connection
