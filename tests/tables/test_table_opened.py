"""The day on which a game begins: rules have no clock, so the table tells it them."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from table_world import World, person

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


async def started(world: World, options: NoerdlingenOptions) -> Moment:
    return await world.game(3, options, game="noerdlingen")


async def test_the_date_is_the_day_of_the_start_where_the_bot_is_at_home(world: World) -> None:
    table = await world.lobby(3, NoerdlingenOptions(), game="noerdlingen")
    world.later(days=49, hours=16)
    moment = await world.start(table.id)
    assert world.time.isoformat() == "2026-02-19T16:00:00+00:00"
    assert state_of(moment).date == "0220"


async def test_a_typed_date_is_kept(world: World) -> None:
    assert state_of(await started(world, NoerdlingenOptions(date="0519"))).date == "0519"


async def test_it_stays_the_same_day_after_a_restart_and_in_the_replay(world: World) -> None:
    moment = await started(world, NoerdlingenOptions())
    assert state_of(moment).date == "0101"
    world.later(days=3)
    await world.restart()
    assert await world.now(moment.table.id) == moment
    assert GAME.decode_options(moment.table.options).date == "0101*"


async def test_a_rematch_takes_its_own_day(world: World) -> None:
    first = await started(world, NoerdlingenOptions())
    assert GAME.again(GAME.decode_options(first.table.options)) == NoerdlingenOptions()
    assert state_of(await rematch(world, first)).date == "0103"


async def test_a_rematch_keeps_a_date_that_was_typed(world: World) -> None:
    first = await started(world, NoerdlingenOptions(date="0101"))
    assert state_of(await rematch(world, first)).date == "0101"


async def rematch(world: World, first: Moment) -> Moment:
    """The same people again, two days later."""
    await world.end(first.table.id)
    world.later(days=2)
    again = await world.rematch(first.table.id)
    assert GAME.decode_options(again.options) == GAME.again(GAME.decode_options(first.table.options))
    for number in (2, 3):
        if not any(sitter.user == number for sitter in again.sitters):
            again = await world.join(again.id, number)
    return await world.start(again.id)


@pytest.mark.parametrize("wrong", ["0230", "1301", "0000", "0431"])
async def test_a_day_that_no_calendar_has_is_refused(world: World, wrong: str) -> None:
    table = await world.lobby(3, NoerdlingenOptions(), game="noerdlingen")
    before = world.dump()
    with pytest.raises(Refusal, match="no_such_date"):
        await world.tables.lobby.configure(
            table.id, person(1), NoerdlingenOptions(date=wrong), key=world.key()
        )
    with pytest.raises(Refusal, match="bad_options"):
        await world.tables.lobby.configure(
            table.id, person(1), NoerdlingenOptions(date="519"), key=world.key()
        )
    assert world.dump() == before


async def test_a_game_without_a_day_begins_with_the_options_of_its_lobby(world: World) -> None:
    table = await world.lobby(2)
    moment = await world.start(table.id)
    assert moment.table.options == table.options
