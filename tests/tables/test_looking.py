"""How far somebody has followed a game: what they looked at, and what they did themselves."""

from __future__ import annotations

import random

from table_house import House, person

from bot.games.contract import Seat
from bot.games.six_nimmt.moves import Choose
from bot.games.six_nimmt.state import NimmtState
from bot.tables.model import Moment

SPECTATOR = 99


async def trick(house: House, moment: Moment) -> Moment:
    """The moment after everybody has chosen, and whoever has to has taken a row."""
    pages = len(await house.tables.queries.milestones(moment.table.id))
    assert isinstance(moment.state, NimmtState)
    for seat, hand in enumerate(moment.state.hands):
        moment = (await house.act(moment, Seat(seat), Choose(hand[0]))).moment
    rng = random.Random(1)
    while len(await house.tables.queries.milestones(moment.table.id)) == pages:
        moment = await house.play_on(moment, 1, rng)
    return moment


async def test_a_look_lasts_over_a_restart_and_is_each_persons_own(house: House) -> None:
    moment = await trick(house, await house.game())
    assert await house.tables.unread.seen(moment.table, SPECTATOR) == 0
    await house.tables.unread.looked(moment.table, SPECTATOR)
    await house.restart()
    assert await house.tables.unread.seen(moment.table, SPECTATOR) == moment.version
    assert await house.tables.unread.seen(moment.table, SPECTATOR + 1) == 0


async def test_nothing_is_written_while_no_page_is_new(house: House) -> None:
    """Neither before the first one, nor for a second look, nor after one choice of several."""
    moment = await house.game()
    before = house.dump()
    await house.tables.unread.looked(moment.table, SPECTATOR)
    assert house.dump() == before
    moment = await trick(house, moment)
    await house.tables.unread.looked(moment.table, SPECTATOR)
    assert isinstance(moment.state, NimmtState)
    moment = (await house.act(moment, Seat(0), Choose(moment.state.hands[0][0]))).moment
    before = house.dump()
    await house.tables.unread.looked(moment.table, SPECTATOR)
    assert house.dump() == before


async def test_an_own_move_is_a_look_without_a_row(house: House) -> None:
    moment = await trick(house, await house.game())
    assert isinstance(moment.state, NimmtState)
    moment = (await house.act(moment, Seat(1), Choose(moment.state.hands[1][0]))).moment
    assert await house.tables.unread.seen(moment.table, 2) == moment.version
    before = house.dump()
    await house.tables.unread.looked(moment.table, 2)
    assert house.dump() == before
    assert await house.tables.unread.seen(moment.table, 1) < moment.version


async def test_an_older_look_that_comes_late_changes_nothing(house: House) -> None:
    first = await trick(house, await house.game())
    second = await trick(house, first)
    await house.tables.unread.looked(second.table, SPECTATOR)
    await house.tables.unread.looked(first.table, SPECTATOR)
    assert await house.tables.unread.seen(second.table, SPECTATOR) == second.version


async def test_the_moves_of_whoever_sat_there_before_are_not_ones_own(house: House) -> None:
    moment = await trick(house, await house.game())
    await house.tables.seats.leave(moment.table.id, person(2), key=house.key())
    table = await house.tables.seats.take_seat(moment.table.id, person(7), Seat(1), key=house.key())
    assert await house.tables.unread.seen(table, 7) == 0
    await house.tables.unread.looked(moment.table, 7)
    assert await house.tables.unread.seen(table, 7) == moment.version
