"""What is told of a game whose turns are made of small moves."""

from __future__ import annotations

import pytest
from table_house import House

from bot.games.contract import Seat
from bot.tables.model import Moment
from tests.pebbles.game import PebblesOptions, Stop, Take

pytestmark = pytest.mark.usefixtures("_with_pebbles")
PUBLIC, PRIVATE = PebblesOptions(), PebblesOptions(called="private")


async def begun(house: House, options: PebblesOptions) -> Moment:
    """A game of two whose start has been told."""
    moment = await house.game(2, options, game="pebbles")
    await house.deliver(moment.table.id)
    return moment


@pytest.mark.parametrize("options", [PUBLIC, PRIVATE], ids=["public", "private"])
async def test_a_small_move_of_a_turn_is_progress_and_asks_nobody_again(
    house: House, options: PebblesOptions
) -> None:
    moment = await begun(house, options)
    await house.act(moment, Seat(0), Take())
    assert await house.notices(moment.table.id) == [("progress", None, 1)]


async def test_the_next_turn_is_a_fresh_board_which_calls_its_player(house: House) -> None:
    moment = await begun(house, PUBLIC)
    moment = (await house.act(moment, Seat(0), Take())).moment
    await house.act(moment, Seat(0), Stop())
    assert await house.notices(moment.table.id) == [("board", None, 2)]


async def test_a_prompt_lasts_as_long_as_its_turn(house: House) -> None:
    moment = await begun(house, PRIVATE)
    moment = (await house.act(moment, Seat(0), Take())).moment
    await house.act(moment, Seat(0), Stop())
    assert await house.notices(moment.table.id) == [
        ("board", None, 2),
        ("settled", 0, 2),
        ("prompt", 1, 2),
    ]


async def test_a_turn_that_ends_by_itself_is_a_board_too(house: House) -> None:
    moment = await begun(house, PUBLIC)
    for _ in range(2):
        moment = (await house.act(moment, Seat(0), Take())).moment
    assert moment.version == 3
    assert await house.notices(moment.table.id) == [("board", None, 3)]


async def test_the_end_within_a_turn_is_told_by_the_ranking_alone(house: House) -> None:
    moment = await begun(house, PebblesOptions(heap=1))
    await house.act(moment, Seat(0), Take())
    assert await house.notices(moment.table.id) == [("ended", None, 1)]


async def test_a_post_knows_its_first_and_its_last_step(house: House) -> None:
    """Take, take and so stop; take: the second post was opened by version 3."""
    moment = await begun(house, PUBLIC)
    for seat in (0, 0, 1):
        moment = (await house.act(moment, Seat(seat), Take())).moment
    table, steps = moment.table.id, range(moment.version + 1)
    assert [(await house.tables.queries.opening(table, step)).version for step in steps] == [0, 0, 0, 3, 3]
    assert [(await house.tables.queries.closing(table, step)).version for step in steps] == [2, 2, 2, 4, 4]
