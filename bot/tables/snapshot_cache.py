"""Moments kept decoded, so that what was just played need not be replayed to be drawn."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from bot.tables.replay import Snapshot


class SnapshotCache:
    """The snapshots used last, for every thread. Which version is the newest only the database says."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._snapshots: OrderedDict[tuple[int, int], Snapshot] = OrderedDict()

    def __len__(self) -> int:
        return len(self._snapshots)

    def keep(self, table: int, snapshot: Snapshot) -> None:
        """Remembers a version; the one that was not used for longest is forgotten."""
        with self._lock:
            self._snapshots[table, snapshot.version] = snapshot
            self._snapshots.move_to_end((table, snapshot.version))
            if len(self._snapshots) > self._size:
                self._snapshots.popitem(last=False)

    def get(self, table: int, version: int) -> Snapshot | None:
        """A version, if it is remembered."""
        with self._lock:
            snapshot = self._snapshots.get((table, version))
            if snapshot is not None:
                self._snapshots.move_to_end((table, version))
            return snapshot

    def nearest(self, table: int, version: int) -> Snapshot | None:
        """The newest remembered version of a table up to this one."""
        with self._lock:
            known = [at for number, at in self._snapshots if number == table and at <= version]
        return self.get(table, max(known)) if known else None

    def drop(self, table: int) -> None:
        """Nothing of a table is remembered any more."""
        with self._lock:
            for key in [key for key in self._snapshots if key[0] == table]:
                del self._snapshots[key]
