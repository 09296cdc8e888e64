"""The day on which a game begins: rules have no clock, so the table tells it them."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from table_house import House, person

from bot.games.contract import Refusal
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import NoerdlingenOptions, NoerdlingenState
from bot.tables.model import Moment


@pytest.fixture(autouse=True)
def _in_japan(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The bot is at home where the day begins nine hours earlier."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def state_of(moment: Moment) -> NoerdlingenState:
    assert isinstance(moment.state, NoerdlingenState)
    return moment.state


async def started(house: House, options: NoerdlingenOptions) -> Moment:
    return await house.game(3, options, game="noerdlingen")


async def test_the_date_is_the_day_of_the_start_where_the_bot_is_at_home(house: House) -> None:
    table = await house.lobby(3, NoerdlingenOptions(), game="noerdlingen")
    house.later(days=49, hours=16)
    moment = (await house.tables.play.start(table.id, person(1), key=house.key())).moment
    assert house.time.isoformat() == "2026-02-19T16:00:00+00:00"
    assert state_of(moment).date == "0220"


async def test_a_typed_date_is_kept(house: House) -> None:
    assert state_of(await started(house, NoerdlingenOptions(date="0519"))).date == "0519"


async def test_it_stays_the_same_day_after_a_restart_and_in_the_replay(house: House) -> None:
    moment = await started(house, NoerdlingenOptions())
    assert state_of(moment).date == "0101"
    house.later(days=3)
    await house.restart()
    assert await house.tables.queries.now_at(moment.table.id) == moment
    assert GAME.decode_options(moment.table.options).date == "0101*"


async def test_a_rematch_takes_its_own_day(house: House) -> None:
    first = await started(house, NoerdlingenOptions())
    assert GAME.again(GAME.decode_options(first.table.options)) == NoerdlingenOptions()
    assert state_of(await rematch(house, first)).date == "0103"


async def test_a_rematch_keeps_a_date_that_was_typed(house: House) -> None:
    first = await started(house, NoerdlingenOptions(date="0101"))
    assert state_of(await rematch(house, first)).date == "0101"


async def rematch(house: House, first: Moment) -> Moment:
    """The same people again, two days later."""
    await house.tables.play.end(first.table.id, person(1), moderator=False, key=house.key())
    house.later(days=2)
    again = await house.tables.lobby.rematch(first.table.id, person(1), key=house.key())
    assert GAME.decode_options(again.options) == GAME.again(GAME.decode_options(first.table.options))
    for number in (2, 3):
        if not any(sitter.user == number for sitter in again.sitters):
            again = await house.tables.lobby.join(again.id, person(number), key=house.key())
    return (await house.tables.play.start(again.id, person(1), key=house.key())).moment


@pytest.mark.parametrize("wrong", ["0230", "1301", "0000", "0431"])
async def test_a_day_that_no_calendar_has_is_refused(house: House, wrong: str) -> None:
    table = await house.lobby(3, NoerdlingenOptions(), game="noerdlingen")
    before = house.dump()
    with pytest.raises(Refusal, match="no_such_date"):
        await house.tables.lobby.configure(
            table.id, person(1), NoerdlingenOptions(date=wrong), key=house.key()
        )
    with pytest.raises(Refusal, match="bad_options"):
        await house.tables.lobby.configure(
            table.id, person(1), NoerdlingenOptions(date="519"), key=house.key()
        )
    assert house.dump() == before


async def test_a_game_without_a_day_begins_with_the_options_of_its_lobby(house: House) -> None:
    table = await house.lobby(2)
    moment = (await house.tables.play.start(table.id, person(1), key=house.key())).moment
    assert moment.table.options == table.options
