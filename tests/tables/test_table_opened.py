"""The day on which a game begins: rules have no clock, so the table tells it them."""

import time
from collections.abc import Iterator

import pytest
from table_world import World

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


def date_of(moment: Moment) -> str:
    assert isinstance(moment.state, NoerdlingenState)
    return moment.state.date


async def test_the_date_is_the_day_of_the_start_where_the_bot_is_at_home(world: World) -> None:
    """It stays the same day after a restart and in the replay."""
    await world.lobby(3, game="noerdlingen")
    world.later(days=49, hours=4)
    moment = await world.start()
    assert world.time.isoformat() == "2026-07-20T16:00:00+00:00"
    assert date_of(moment) == "0721"
    world.later(days=3)
    await world.restart()
    assert await world.now() == moment
    assert GAME.decode_options(moment.table.options).date == "0721*"


@pytest.mark.parametrize(
    ("options", "first", "second"),
    [(NoerdlingenOptions(), "0601", "0603"), (NoerdlingenOptions(date="0519"), "0519", "0519")],
)
async def test_a_rematch_takes_its_own_day_but_keeps_one_that_was_typed(
    world: World, options: NoerdlingenOptions, first: str, second: str
) -> None:
    """The same people again, two days later."""
    moment = await world.game(3, options, game="noerdlingen")
    assert date_of(moment) == first
    assert GAME.again(GAME.decode_options(moment.table.options)) == options
    await world.end()
    world.later(days=2)
    again = await world.rematch()
    assert GAME.decode_options(again.options) == options
    assert date_of(await world.start(again.id)) == second


@pytest.mark.parametrize(
    ("wrong", "code"),
    [*((date, "no_such_date") for date in ("0230", "1301", "0000", "0431")), ("519", "bad_options")],
)
async def test_a_day_that_no_calendar_has_is_refused(world: World, wrong: str, code: str) -> None:
    await world.lobby(3, game="noerdlingen")
    await world.refuses(code, world.configure(1, 1, NoerdlingenOptions(date=wrong)))
