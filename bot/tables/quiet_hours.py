"""Quiet hours: when a person may be reminded, in the time zone in which they live."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from bot.languages import time_zone_of

Hours = tuple[int, int]
"""The full hours from which and up to which it is quiet; twice the same hour means never."""
NIGHT: Hours = (22, 8)
"""The quiet hours of the person who has not set their own."""
_GAPS = 3
"""Changes of the clock that can push the end of the quiet hours, at most."""


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones, in order."""
    return tuple(sorted(available_timezones()))


def zone_of(name: str, locale: str) -> ZoneInfo:
    """The time zone of this name; where it is empty or unknown, that of a server with this language."""
    return ZoneInfo(name if name in zones() else time_zone_of(locale))


class Night(NamedTuple):
    """The quiet hours of a person, where they live."""

    zone: ZoneInfo
    quiet: Hours

    def awake(self, at: datetime) -> datetime:
        """The first moment from this one on that lies in no quiet hour."""
        for _ in range(_GAPS):
            local = at.astimezone(self.zone)
            if not _is_quiet(local.hour, self.quiet):
                break
            end = local.replace(hour=self.quiet[1], minute=0, second=0, microsecond=0, fold=0)
            if end <= local:
                end += timedelta(days=1)
            at = end.astimezone(UTC)
        return at

    def evening(self, at: datetime) -> datetime:
        """When the quiet hours have begun in which this moment lies; itself where it lies in none."""
        local = at.astimezone(self.zone)
        if not _is_quiet(local.hour, self.quiet):
            return at
        start = local.replace(hour=self.quiet[0], minute=0, second=0, microsecond=0, fold=0)
        if start > local:
            start -= timedelta(days=1)
        return start.astimezone(UTC)


def _is_quiet(hour: int, quiet: Hours) -> bool:
    first, last = quiet
    if first <= last:
        return first <= hour < last
    return hour >= first or hour < last
