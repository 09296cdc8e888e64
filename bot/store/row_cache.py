"""A write-through cache of rows that every move of a table needs, for the one connection that writes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterable
from typing import TypeVar, cast

T = TypeVar("T")
Key = tuple[Hashable, ...]
"""The repository's name, then what its method was asked for."""


class NoCache:
    """The cache of a connection that only reads: every row is read anew, since others write."""

    __slots__ = ()

    async def load(self, key: Key, read: Callable[[], Awaitable[T]]) -> T:
        """The value that stands in the database."""
        return await read()

    def missing(self, kind: str, ids: Iterable[int]) -> list[int]:
        """Of these rows those that are not cached; none where nothing is."""
        return []

    def put(self, key: Key, value: object) -> None:
        """The value that was just written."""

    def drop(self, *keys: Key) -> None:
        """What was cached there holds no more."""

    def drop_all(self, kind: str) -> None:
        """Nothing holds any more that was cached of this kind."""

    def clear(self) -> None:
        """Nothing that was cached holds any more."""


class RowCache(NoCache):
    """Rows as the open transaction sees them. Everything that changes them goes through `put` or `drop`, and
    what a unit of work touched is dropped when it is rolled back."""

    __slots__ = ("_rows", "_size", "_touched")

    def __init__(self, size: int) -> None:
        self._size = size
        self._rows: OrderedDict[Key, object] = OrderedDict()
        self._touched: set[Key] = set()

    def __len__(self) -> int:
        return len(self._rows)

    async def load(self, key: Key, read: Callable[[], Awaitable[T]]) -> T:
        """The cached value, else the one that stands in the database."""
        if key in self._rows:
            self._rows.move_to_end(key)
            return cast(T, self._rows[key])
        value = await read()
        self.put(key, value)
        return value

    def missing(self, kind: str, ids: Iterable[int]) -> list[int]:
        """Of these rows those that are not cached."""
        return [number for number in ids if (kind, number) not in self._rows]

    def put(self, key: Key, value: object) -> None:
        """The value that was just written; the one that was not used for longest is dropped."""
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
