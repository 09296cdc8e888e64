"""A write-through cache of rows that every move of a table needs, for the one connection that writes."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterable
from typing import Generic, TypeVar, cast

from bot.store.sql import Rows, Statement

T = TypeVar("T")
Key = tuple[Hashable, ...]
"""The repository's name, then what its method was asked for."""


class RowCache:
    """Rows as the open transaction sees them; what a rolled back unit of work touched is dropped. One of size
    0, for a connection that only reads, caches nothing."""

    __slots__ = ("_rows", "_size", "_touched")

    def __init__(self, size: int) -> None:
        self._size = size
        self._rows: OrderedDict[Key, object] = OrderedDict()
        self._touched: set[Key] = set()

    async def load(self, key: Key, read: Callable[[], Awaitable[T]]) -> T:
        """The cached value, else the one that stands in the database."""
        if key in self._rows:
            self._rows.move_to_end(key)
            return cast(T, self._rows[key])
        value = await read()
        self.put(key, value)
        return value

    def missing(self, kind: str, ids: Iterable[int]) -> list[int]:
        """Of these rows those that are not cached but could be."""
        return [number for number in dict.fromkeys(ids) if self._size and (kind, number) not in self._rows]

    def put(self, key: Key, value: object) -> None:
        """The value that was just written; the least recently used one is dropped."""
        if not self._size:
            return
        self._touched.add(key)
        self._rows[key] = value
        self._rows.move_to_end(key)
        if len(self._rows) > self._size:
            self._rows.popitem(last=False)

    def drop(self, *keys: Key) -> None:
        """What was cached there holds no more."""
        for key in keys:
            self._rows.pop(key, None)

    def drop_all(self, kind: str) -> None:
        """Nothing holds any more that was cached of this kind."""
        self.drop(*[key for key in self._rows if key[0] == kind])

    def clear(self) -> None:
        """Nothing that was cached holds any more."""
        self._rows.clear()

    def begin(self) -> None:
        """A unit of work begins."""
        self._touched.clear()

    def roll_back(self) -> None:
        """The unit of work was rolled back."""
        self.drop(*self._touched)


class Cached(Generic[T]):
    """What a keyed statement finds, one value for each key; a repository has it as a method of its own."""

    __slots__ = ("_kind", "_make", "_rows", "_sql")

    def __init__(self, rows: RowCache, kind: str, sql: str, make: Callable[[Rows], T]) -> None:
        """`make` gets the rows of a key without the key."""
        self._rows = rows
        self._kind = kind
        self._sql = sql
        self._make = make

    async def __call__(self, key: int) -> T:
        """The value of a key."""
        return await self._rows.load((self._kind, key), lambda: self._read(key))

    async def load(self, keys: Iterable[int]) -> None:
        """Has the values of these keys in the cache, if there is one."""
        missing = self._rows.missing(self._kind, keys)
        found: dict[int, Rows] = {key: [] for key in missing}
        for key, *row in await Statement(self._sql, missing, keyed=True) if missing else ():
            found[key].append(tuple(row))
        for key, rows in found.items():
            self.put(key, self._make(rows))

    def put(self, key: int, value: T) -> None:
        """The value that was just written."""
        self._rows.put((self._kind, key), value)

    def drop(self, key: int) -> None:
        """The value has changed."""
        self._rows.drop((self._kind, key))

    async def _read(self, key: int) -> T:
        rows = await Statement(self._sql, (key,), keyed=True)
        return self._make([row[1:] for row in rows])
