"""What is set for a server, as the tables feel it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from table_house import SHORT, House, person
from watched_house import watched

from bot.games.contract import Refusal
from bot.tables.model import Table
from bot.tables.settings import ServerSettings

GUILD, OTHER = 7, 8


async def settle(house: House, **wished: Any) -> None:
    """Sets something for the server of the tests."""
    await house.tables.servers.change(GUILD, lambda now: replace(now, **wished))


async def opened(house: House, channel: int, guild: int = GUILD) -> Table:
    """A lobby of the first person."""
    return await house.tables.lobby.open(
        "six_nimmt", SHORT, person(1), guild=guild, channel=channel, locale="en", key=house.key()
    )


async def test_a_server_has_its_own_settings_and_keeps_them(house: House) -> None:
    assert await house.tables.servers.settings(GUILD) == ServerSettings()
    await settle(house, channels=(1, 2**63), ending="managers")
    await settle(house, zone="Europe/Oslo")
    await house.restart()
    expected = ServerSettings(channels=(1, 2**63), ending="managers", zone="Europe/Oslo")
    assert await house.tables.servers.settings(GUILD) == expected
    assert (
        await house.tables.servers.settings(OTHER)
        == await house.tables.servers.settings(None)
        == ServerSettings()
    )


async def test_new_tables_begin_with_its_deadline_and_a_rematch_keeps_its_own(house: House) -> None:
    before = await house.lobby(2)
    await settle(house, deadline=24)
    assert (await house.tables.queries.table(before.id)).settings.deadline == 0
    assert (await opened(house, 501)).settings.deadline == 24
    assert (await opened(house, 502, OTHER)).settings.deadline == 0
    await house.tables.play.end(before.id, person(1), moderator=False, key=house.key())
    assert (await house.tables.lobby.rematch(before.id, person(1), key=house.key())).settings.deadline == 0


async def test_a_server_with_enough_tables_gets_no_other_until_one_has_ended(house: House) -> None:
    first, over = await opened(house, 501), await opened(house, 502)
    await house.tables.play.end(over.id, person(1), moderator=False, key=house.key())
    await settle(house, tables=1)
    await opened(house, 601, OTHER)
    before = house.dump()
    with pytest.raises(Refusal, match="server_full") as refused:
        await opened(house, 502)
    assert refused.value.data == {"n": 1}
    with pytest.raises(Refusal, match="server_full"):
        await house.tables.lobby.rematch(over.id, person(1), key=house.key())
    assert house.dump() == before
    await house.tables.play.end(first.id, person(1), moderator=False, key=house.key())
    assert (await house.tables.lobby.rematch(over.id, person(1), key=house.key())).status.active


async def test_a_repeated_delivery_is_answered_with_the_table_that_filled_the_server(house: House) -> None:
    await settle(house, tables=1)
    tables = [
        await house.tables.lobby.open(
            "six_nimmt", SHORT, person(1), guild=GUILD, channel=501, locale="en", key="twice"
        )
        for _ in range(2)
    ]
    assert tables[0].id == tables[1].id


async def test_whoever_has_set_no_time_zone_sleeps_where_the_server_is_at_home(tmp_path: Path) -> None:
    """It is noon in UTC and 21:00 in Tokyo: twelve hours later it is 9 in the morning there. The second
    person has a zone of her own, where it is midnight then."""
    async with watched(tmp_path) as house:
        await settle(house, zone="Asia/Tokyo")
        moment = await house.begun(2)
        for number in (1, 2):
            await house.wish(number, quiet=(22, 8), zone="" if number == 1 else "UTC")
        await house.pass_time(12)
        assert house.seen == [(12, moment.table.id, 0)]
        await house.pass_time(8)
        assert house.seen[1:] == [(20, moment.table.id, 1)]
