"""Quiet hours, in every time zone and over changes of the clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.quiet_hours import NIGHT, Night, zone_of, zones
from bot.tables.settings import PersonSettings, ServerSettings

STEP = timedelta(minutes=15)
"""Every time zone's clock changes at, and by, a multiple of this since 1990."""
HOURS = st.integers(0, 23)
CHANGING = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Havana", "Asia/Kathmandu")
"""Zones with changes by an hour, by half an hour and at midnight, and one that is 45 minutes off."""


def is_quiet(at: datetime, zone: ZoneInfo, quiet: tuple[int, int]) -> bool:
    """The same question, asked of a set of hours."""
    hours = [(quiet[0] + n) % 24 for n in range((quiet[1] - quiet[0]) % 24)]
    return at.astimezone(zone).hour in hours


@settings(max_examples=150, deadline=None)
@given(
    steps=st.integers(0, 2 * 365 * 96),
    name=st.sampled_from(CHANGING) | st.sampled_from(zones()),
    quiet=st.tuples(HOURS, HOURS),
)
def test_nobody_is_reminded_in_quiet_hours_nor_later_than_need_be(
    steps: int, name: str, quiet: tuple[int, int]
) -> None:
    start, zone = datetime(2026, 1, 1, tzinfo=UTC) + steps * STEP, ZoneInfo(name)
    found = Night(zone, quiet).awake(start)
    slowly = start
    while is_quiet(slowly, zone, quiet):
        slowly += STEP
    assert found == slowly


@pytest.mark.parametrize(
    ("at", "zone", "expected"),
    [
        ("2026-06-01T21:59", "UTC", "2026-06-01T21:59"),
        ("2026-06-01T22:00", "UTC", "2026-06-02T08:00"),
        ("2026-06-02T07:59:30", "UTC", "2026-06-02T08:00"),
        ("2026-06-01T13:00", "Asia/Tokyo", "2026-06-01T23:00"),
        ("2026-03-28T22:30", "Europe/Berlin", "2026-03-29T06:00"),
        ("2026-10-24T21:30", "Europe/Berlin", "2026-10-25T07:00"),
    ],
)
def test_the_night_ends_at_eight_on_the_clock_of_the_wall(at: str, zone: str, expected: str) -> None:
    """In the two nights in Berlin an hour is left out, and comes twice."""
    found = Night(ZoneInfo(zone), NIGHT).awake(datetime.fromisoformat(f"{at}+00:00"))
    assert found == datetime.fromisoformat(f"{expected}+00:00")


def test_who_says_no_time_zone_has_that_of_the_servers_language() -> None:
    assert zone_of("", "ja").key == "Asia/Tokyo"
    assert zone_of("", "en").key == "UTC"
    assert zone_of("Mars/Olympus_Mons", "ja").key == "Asia/Tokyo"


def test_who_has_set_a_time_zone_has_that_one_else_that_of_the_server() -> None:
    oslo = ServerSettings(zone="Europe/Oslo").time_zone("ja")
    assert oslo.key == "Europe/Oslo"
    assert PersonSettings(zone="Europe/Rome").time_zone(oslo).key == "Europe/Rome"
    assert PersonSettings(zone="Mars/Olympus_Mons").time_zone(oslo).key == "Europe/Oslo"
    assert ServerSettings().time_zone("ja").key == "Asia/Tokyo"


def test_the_same_hour_twice_means_no_quiet_hours() -> None:
    midnight = datetime(2026, 6, 1, tzinfo=UTC)
    assert Night(ZoneInfo("UTC"), (3, 3)).awake(midnight) == midnight
