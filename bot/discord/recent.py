"""A least recently used cache: so many things by their keys."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """So many things by their keys; the one that was not used for longest makes room."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """What is stored there, if anything."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: K, value: V) -> None:
        """Keeps it from now on."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def drop(self, unwanted: Callable[[K], bool]) -> None:
        """Keeps nothing any more under such keys."""
        for key in [key for key in self._kept if unwanted(key)]:
            del self._kept[key]
