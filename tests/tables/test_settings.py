"""Settings of tables, servers and people; quiet hours where a person lives."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace
from table_world import World

from bot.games.six_nimmt.moves import NimmtOptions
from bot.store import Repositories, sql
from bot.tables import queries
from bot.tables.model import TableSettings
from bot.tables.settings import NIGHT, Night, PersonSettings, ServerSettings, zone_of, zones

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
    quiet=st.tuples(HOURS, HOURS) | HOURS.map(lambda hour: (hour, hour)),
)
def test_quiet_hours_last_no_longer_than_need_be(steps: int, name: str, quiet: tuple[int, int]) -> None:
    """The same hour twice means no quiet hours."""
    start, zone = datetime(2026, 1, 1, tzinfo=UTC) + steps * STEP, ZoneInfo(name)
    found = Night(zone, quiet).awake(start)
    slowly = start
    while is_quiet(slowly, zone, quiet):
        slowly += STEP
    assert found == slowly


def test_the_night_ends_at_eight_on_the_clock_of_the_wall() -> None:
    night = Night(ZoneInfo("UTC"), NIGHT)
    evening = datetime(2026, 6, 1, 22, tzinfo=UTC)
    for seconds in (0, 12345, 10 * 3600 - 1):
        assert night.awake(evening + timedelta(seconds=seconds)) == evening + timedelta(hours=10)


def test_who_has_set_no_time_zone_has_that_of_the_server_else_that_of_its_language() -> None:
    """So has who has set one that isn't there any more."""
    oslo = ServerSettings(zone="Europe/Oslo").time_zone("ja")
    gone = "Mars/Olympus_Mons"
    assert [zone_of(zone, language).key for zone, language in (("", "ja"), ("", "en"), (gone, "ja"))] == [
        "Asia/Tokyo",
        "UTC",
        "Asia/Tokyo",
    ]
    assert (oslo.key, ServerSettings().time_zone("ja").key) == ("Europe/Oslo", "Asia/Tokyo")
    assert PersonSettings(zone="Europe/Rome").time_zone(oslo).key == "Europe/Rome"
    assert PersonSettings(zone=gone).time_zone(oslo).key == "Europe/Oslo"


GUILD, OTHER = 7, 8


async def settle(world: World, **wished: Any) -> None:
    await world.tables.servers.change(GUILD, lambda now: replace(now, **wished))


async def test_a_server_has_its_own_settings_and_keeps_them(world: World) -> None:
    assert await world.settings(GUILD) == ServerSettings()
    await settle(world, channels=(1, 2**63), ending="managers")
    await settle(world, zone="Europe/Oslo")
    await world.restart()
    expected = ServerSettings(channels=(1, 2**63), ending="managers", zone="Europe/Oslo")
    assert await world.settings(GUILD) == expected
    assert await world.settings(OTHER) == await world.settings(None) == ServerSettings()


async def test_new_tables_begin_with_its_deadline_and_a_rematch_keeps_its_own(world: World) -> None:
    await world.lobby(2)
    await settle(world, deadline=24)
    assert (await world.table()).settings.deadline == 0
    assert (await world.opened(channel=501)).settings.deadline == 24
    assert (await world.opened(channel=502, guild=OTHER)).settings.deadline == 0
    await world.end()
    assert (await world.rematch()).settings.deadline == 0


async def test_a_server_with_enough_tables_gets_no_other_until_one_has_ended(world: World) -> None:
    """A repeated delivery is answered with the table that filled it."""
    await settle(world, tables=1)
    first, again = [await world.opened(channel=501, key="twice") for _ in range(2)]
    assert first.id == again.id
    await world.opened(channel=601, guild=OTHER)
    await world.refuses("server_full", world.opened(channel=502), n=1)
    await world.end(first.id)
    over = await world.opened(channel=502)
    await world.end(over.id)
    await world.opened(channel=503)
    await world.refuses("server_full", world.rematch(over.id))


async def test_of_very_many_lobbies_of_a_server_the_newest_are_listed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "LISTED", 3)
    opened = [(await world.opened(channel=channel)).id for channel in range(5)]
    await world.opened(channel=9, guild=8)
    assert [table.id for table in await world.lobbies(7)] == opened[:1:-1]


async def test_whoever_has_set_no_time_zone_sleeps_where_the_server_is_at_home(world: World) -> None:
    """It is noon in UTC and 21:00 in Tokyo: twelve hours later it is 9 in the morning there. The second
    person has a zone of her own, where it is midnight then."""
    await settle(world, zone="Asia/Tokyo")
    await world.begun(2)
    await world.wish(1, quiet=(22, 8))
    await world.wish(2, quiet=(22, 8), zone="UTC")
    await world.pass_time(12)
    assert world.reminded == [(12, 1, 0)]
    await world.pass_time(8)
    assert world.reminded[1:] == [(20, 1, 1)]


HINTS = TableSettings(hints=True)


async def test_the_host_alone_sets_hints_in_the_lobby_and_everybody_sees_it(world: World) -> None:
    """They stay as they are when options change, over a restart, and in a rematch."""
    table = await world.lobby(2, hold=24, grace=5)
    assert table.settings == TableSettings(hints=False)
    await world.deliver()
    await world.refuses("not_host", world.arrange(1, 2, HINTS))
    assert (await world.arrange(1, 1, HINTS)).settings == HINTS
    assert await world.notices() == [("lobby", None, 0)]
    await world.configure(1, 1, NimmtOptions(limit=30))
    await world.restart()
    assert (await world.start()).table.settings == HINTS
    await world.refuses("not_lobby", world.arrange(1, 1, HINTS))
    await world.end()
    assert (await world.rematch(1, 2)).settings == HINTS


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        (b"{}", TableSettings()),
        (b'{"hints":true,"from_the_future":7}', HINTS),
        (b'{"hints":true,"deadline":0}', HINTS),
    ],
)
async def test_what_an_older_or_newer_version_wrote_can_be_read(
    world: World, stored: bytes, expected: TableSettings
) -> None:
    table = await world.lobby(2)

    async def as_it_was(tx: Repositories) -> None:
        tx.rows.clear()
        await sql.run("UPDATE tables SET settings = ? WHERE id = ?", stored, table.id)

    await world.store.change(as_it_was)
    assert (await world.table(table.id)).settings == expected
