"""The time by which the bot lives: that of the machine's clock, as long as it doesn't jump."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

TOLERANCE = timedelta(minutes=1)
"""So much the machine's clock may be corrected at once: more is a jump."""


def ticks() -> timedelta:
    """Time since the machine started, also while it slept; no correction of its clock changes that."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return timedelta(seconds=time.clock_gettime(time.CLOCK_BOOTTIME))
    return timedelta(seconds=time.monotonic())


class Steady:
    """A clock that goes on evenly from where the machine's clock stood, and is set by it only when asked."""

    def __init__(self, wall: Callable[[], datetime], ticks: Callable[[], timedelta]) -> None:
        self._wall = wall
        self._ticks = ticks
        self._offset = timedelta(0)
        self.set_by(self.behind)

    @property
    def behind(self) -> timedelta:
        """By how much the machine's clock is ahead of this one."""
        return self._wall() - self.now()

    def now(self) -> datetime:
        """The present time."""
        return _START + self._ticks() + self._offset

    def set_by(self, by: timedelta) -> None:
        """Puts it forward, or back."""
        self._offset += by


_START = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
