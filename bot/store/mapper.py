"""The mapping between records and the rows of their tables: names of columns, and each value both ways."""

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import Any, Generic, TypeVar, cast, get_args, get_origin, get_type_hints

import msgspec

from bot.store import sql
from bot.store.errors import DamagedRowError
from bot.store.sql import Rows, Statement

T = TypeVar("T")
Convert = Callable[[Any], Any]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_UNREADABLE = (ValueError, TypeError, OverflowError, LookupError, msgspec.MsgspecError)


class Mapper(Generic[T]):
    """Reads and writes the records of one type, which are rows of one table."""

    def __init__(
        self, record: type[T], table: str, *, key: str = "id", without: Collection[str] = (), **columns: str
    ) -> None:
        """`key` lists the columns of the primary key, `without` the fields that stand elsewhere; `columns`
        names those that are called otherwise than their field (`table_id` and `user_id` by themselves)."""
        columns |= {"table": "table_id", "user": "user_id"}
        self._record = record
        self._table = table
        self._key = key.split(", ")
        self._fields = [field.name for field in fields(cast(Any, record)) if field.name not in without]
        self._columns = [columns.get(name, name) for name in self._fields]
        self._decode, self._encode = zip(*[_converters(record)[name] for name in self._fields], strict=True)
        self.columns = ", ".join(self._columns)
        """As they follow SELECT."""
        self.width = len(self._columns)
        self.qualified = ", ".join(f"{table}.{name}" for name in self._columns)
        """The same, each with the name of the table."""
        own = [name for name in self._columns if name not in self._key]
        self._anew = ", ".join(f"{name} = excluded.{name}" for name in own)

    def read(self, row: Sequence[Any], **more: Any) -> T:
        """The record of a row; what can't be read is a `DamagedRowError`. Neither the line nor its cause
        tells the value, which may be something that nobody should see."""
        try:
            values = [
                value if decode is None or value is None else decode(value)
                for decode, value in zip(self._decode, row, strict=True)
            ]
            return self._record(**dict(zip(self._fields, values, strict=True)), **more)
        except _UNREADABLE as error:
            wrong = type(error).__name__
        raise DamagedRowError(f"a stored row is damaged ({self._table}: {wrong}); `doctor` tells more")

    def each(self, rows: Rows) -> tuple[T, ...]:
        """The records of all rows."""
        return tuple(map(self.read, rows))

    def first_of(self, rows: Rows) -> T | None:
        """The record of the first row."""
        return self.read(rows[0]) if rows else None

    def by(self, column: str, rest: str = "") -> str:
        """The keyed statement for all rows with a value in this column."""
        return f"SELECT {column}, {self.columns} FROM {self._table} WHERE {column} IN {{keys}} {rest}"

    async def get(self, *key: int | str) -> T | None:
        """The record with this primary key."""
        return await self.one(f"WHERE {' AND '.join(f'{name} = ?' for name in self._key)}", *key)

    async def at(self, table: int) -> tuple[T, ...]:
        """The records of a table in the order of their keys, by a statement that others can share."""
        rows = await Statement(self.by("table_id", f"ORDER BY {self._key[-1]}"), (table,), keyed=True)
        return self.each([row[1:] for row in rows])

    async def one(self, rest: str, *values: Any) -> T | None:
        """The first record that this clause finds by an index."""
        return next(iter(await self.all(rest, *values)), None)

    async def all(self, rest: str, *values: Any) -> tuple[T, ...]:
        """All records that this clause finds by an index."""
        return self.each(await sql.run(f"SELECT {self.columns} FROM {self._table} {rest}", *values))

    async def scan(self, rest: str, *values: Any) -> tuple[T, ...]:
        """All records that this clause finds, maybe by going through the whole table."""
        return self.each(await sql.scan(f"SELECT {self.columns} FROM {self._table} {rest}", *values))

    async def add(self, record: T) -> int:
        """Inserts a record; its id, a new one unless it has one already."""
        known = getattr(record, "id", 0)
        more: dict[str, Any] = {"id": known} if known else {}
        ((number,),) = await self.insert([record], gives_id=True, **more)
        return number

    async def insert(
        self, records: Sequence[T], tail: str = "", *, gives_id: bool = False, **more: Any
    ) -> Rows:
        """Inserts records with new ids and with `more`, the same in every row."""
        own = [at for at, name in enumerate(self._columns) if name != "id"]
        names = ", ".join([*more, *(self._columns[at] for at in own)])
        rows: list[tuple[Any, ...]] = []
        for record in records:
            values = self._values(record)
            rows.append((*more.values(), *(values[at] for at in own)))
        return await sql.insert(f"INSERT INTO {self._table} ({names})", rows, tail, gives_id=gives_id)

    async def update(self, record: T, before: T | None = None) -> None:
        """Writes the columns anew that differ from the row `before`, which has the record's id and must still
        stand at its version; else all."""
        values = zip(self._fields, self._columns, self._encode, strict=True)
        anew = {
            column: _encoded(getattr(record, field), encode)
            for field, column, encode in values
            if column != "id" and (before is None or getattr(record, field) != getattr(before, field))
        }
        marks = ", ".join(f"{column} = ?" for column in anew)
        number = getattr(record, "id")  # noqa: B009 - only records with an id are written like this
        values = [*anew.values(), number]
        where = "id = ?"
        if before is not None:
            where += " AND version = ?"
            values.append(getattr(before, "version"))  # noqa: B009
        await Statement(f"UPDATE {self._table} SET {marks} WHERE {where}", values, guards=True)

    async def put(self, *records: T, **more: Any) -> None:
        """Writes records, and all columns anew of those whose key is known."""
        names = ", ".join([*more, *self._columns])
        rows = [(*more.values(), *self._values(record)) for record in records]
        tail = f"ON CONFLICT ({', '.join(self._key)}) DO UPDATE SET {self._anew}"
        await sql.insert(f"INSERT INTO {self._table} ({names})", rows, tail)

    async def forget(self, before: datetime) -> None:
        """Deletes the rows whose column `at` is earlier than this."""
        await sql.scan(f"DELETE FROM {self._table} WHERE at < ?", micros(before))

    def _values(self, record: T) -> list[Any]:
        return [
            _encoded(getattr(record, name), encode)
            for name, encode in zip(self._fields, self._encode, strict=True)
        ]


def _encoded(value: Any, encode: Convert | None) -> Any:
    return value if encode is None or value is None else encode(value)


def micros(when: datetime) -> int:
    """A time as it is stored: microseconds since 1970 in UTC."""
    return (when - _EPOCH) // _MICROSECOND


@cache
def _converters(record: type) -> dict[str, tuple[Convert | None, Convert | None]]:
    return {name: _converter(hint) for name, hint in get_type_hints(record).items()}


def _converter(hint: Any) -> tuple[Convert | None, Convert | None]:
    """From what is stored to what a field of this type holds, and back; None where it is the same."""
    if get_origin(hint) is UnionType:
        hint = next(kind for kind in get_args(hint) if kind is not type(None))
    if get_origin(hint) is tuple:
        return lambda stored: tuple(json.loads(stored)), json.dumps
    if hint is bool:
        return bool, int
    if hint is datetime:
        return lambda stored: _EPOCH + stored * _MICROSECOND, micros
    if hint is timedelta:
        return lambda stored: stored * _MICROSECOND, lambda span: span // _MICROSECOND
    if issubclass(hint, msgspec.Struct):
        return msgspec.json.Decoder(hint).decode, msgspec.json.encode
    return (hint, attrgetter("value")) if issubclass(hint, Enum) else (None, None)
