"""Quiet hours: when somebody may be reminded, in the time zone in which they live."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

Hours = tuple[int, int]
"""The full hours from which and up to which it is quiet; twice the same hour means never."""
NIGHT: Hours = (22, 8)
"""The quiet hours of whoever has not set their own."""
_ZONES = {"ja": "Asia/Tokyo"}
"""The time zone of a server by its language; UTC for all others."""
_GAPS = 3
"""Changes of the clock that can push the end of the quiet hours, at most."""


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones, in order."""
    return tuple(sorted(available_timezones()))


def zone_of(name: str, locale: str) -> ZoneInfo:
    """The time zone of this name; where it is empty or unknown, that of a server with this language."""
    return ZoneInfo(name if name in zones() else _ZONES.get(locale, "UTC"))


def awake(at: datetime, zone: ZoneInfo, quiet: Hours) -> datetime:
    """The first moment from this one on that lies in no quiet hour."""
    for _ in range(_GAPS):
        local = at.astimezone(zone)
        if not _is_quiet(local.hour, quiet):
            break
        end = local.replace(hour=quiet[1], minute=0, second=0, microsecond=0, fold=0)
        if end <= local:
            end += timedelta(days=1)
        at = end.astimezone(UTC)
    return at


def _is_quiet(hour: int, quiet: Hours) -> bool:
    first, last = quiet
    if first <= last:
        return first <= hour < last
    return hour >= first or hour < last
