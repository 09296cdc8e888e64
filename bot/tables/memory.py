"""Moments kept decoded, so that what was just played need not be replayed to be drawn."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime

from bot.games.contract import Event, Seat, State


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a version of a table is, apart from the table itself."""

    version: int
    state: State = field(repr=False)
    events: tuple[Event, ...] = field(default=(), repr=False)
    seat: Seat | None = None
    automatic: bool = False
    at: datetime | None = None


class Memory:
    """The snapshots used last. Which version is the newest only the database says."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._snapshots: OrderedDict[tuple[int, int], Snapshot] = OrderedDict()

    def __len__(self) -> int:
        return len(self._snapshots)

    def keep(self, table: int, snapshot: Snapshot) -> None:
        """Remembers a version; the one that was not used for longest is forgotten."""
        self._snapshots[table, snapshot.version] = snapshot
        self._snapshots.move_to_end((table, snapshot.version))
        if len(self._snapshots) > self._size:
            self._snapshots.popitem(last=False)

    def get(self, table: int, version: int) -> Snapshot | None:
        """A version, if it is remembered."""
        snapshot = self._snapshots.get((table, version))
        if snapshot is not None:
            self._snapshots.move_to_end((table, version))
        return snapshot

    def before(self, table: int, version: int) -> Snapshot | None:
        """The newest remembered version that is not after this one."""
        versions = (number for number in range(version, -1, -1) if (table, number) in self._snapshots)
        found = next(versions, None)
        return None if found is None else self.get(table, found)
