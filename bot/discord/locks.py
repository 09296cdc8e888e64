"""One lock for each table, there only while somebody holds it or waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Locks:
    """Called with a table it gives the context in which nobody else changes that table."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._locks)

    @asynccontextmanager
    async def __call__(self, table: int) -> AsyncGenerator[None]:
        lock = self._locks.setdefault(table, asyncio.Lock())
        async with lock:
            yield
