"""What is set for a table whatever its game."""

from __future__ import annotations

import pytest
from table_house import House, person

from bot.games.contract import Refusal
from bot.games.six_nimmt.moves import NimmtOptions
from bot.tables.model import TableSettings
from bot.tables.settings import decode, encode

HINTS = TableSettings(hints=True)


async def test_a_new_table_has_the_defaults(house: House) -> None:
    assert (await house.lobby()).settings == TableSettings(hints=False)


async def test_the_host_sets_them_and_everybody_sees_it(house: House) -> None:
    table = await house.lobby()
    await house.deliver(table.id)
    changed = await house.tables.lobby.arrange(table.id, person(1), HINTS, key=house.key())
    assert changed.settings == HINTS
    assert await house.notices(table.id) == [("lobby", None, 0)]
    await house.restart()
    assert (await house.tables.queries.table(table.id)).settings == HINTS


async def test_nobody_else_sets_them_and_only_in_the_lobby(house: House) -> None:
    table = await house.lobby(2)
    before = house.dump()
    with pytest.raises(Refusal, match="not_host"):
        await house.tables.lobby.arrange(table.id, person(2), HINTS, key=house.key())
    assert house.dump() == before
    await house.tables.play.start(table.id, person(1), key=house.key())
    with pytest.raises(Refusal, match="not_lobby"):
        await house.tables.lobby.arrange(table.id, person(1), HINTS, key=house.key())


async def test_they_stay_as_they_are_when_the_options_of_the_game_change(house: House) -> None:
    table = await house.lobby(2)
    await house.tables.lobby.arrange(table.id, person(1), HINTS, key=house.key())
    changed = await house.tables.lobby.configure(table.id, person(1), NimmtOptions(limit=30), key=house.key())
    assert changed.settings == HINTS


async def test_a_rematch_keeps_them(house: House) -> None:
    table = await house.lobby(2)
    await house.tables.lobby.arrange(table.id, person(1), HINTS, key=house.key())
    await house.tables.play.start(table.id, person(1), key=house.key())
    await house.tables.play.end(table.id, person(1), moderator=False, key=house.key())
    assert (await house.tables.lobby.rematch(table.id, person(2), key=house.key())).settings == HINTS


def test_what_an_older_or_newer_version_wrote_can_be_read() -> None:
    assert decode(b"{}") == TableSettings()
    assert decode(b'{"hints":true,"from_the_future":7}') == HINTS
    assert decode(encode(HINTS)) == HINTS
