"""A cache that forgets what was used longest ago once it weighs too much."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import ClassVar, Generic, TypeVar

V = TypeVar("V")


class Bounded(Generic[V]):
    """Values by key, together at most `limit` heavy, or as many times as much as there is room; safe to use
    from several threads."""

    room: ClassVar[int] = 1
    """Times its limit that each may hold; more in a process that only draws."""

    def __init__(self, limit: int, weigh: Callable[[V], int]) -> None:
        self._limit = limit
        self._weigh = weigh
        self._kept: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = Lock()
        self.weight = 0

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The value for `key`, made if it is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        value = make()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = value
                self.weight += self._weigh(value)
            while self.weight > self._limit * self.room and len(self._kept) > 1:
                self.weight -= self._weigh(self._kept.popitem(last=False)[1])
        return value
