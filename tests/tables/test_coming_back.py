"""Somebody leaves in the middle of a game, whichever it is, and comes back while a computer plays there."""

from __future__ import annotations

import pytest
from table_house import House, naming, person

from bot.games import registry
from bot.games.contract import Seat

BEN = Seat(1)
STEPS = 4


@pytest.mark.parametrize("key", [game.info.key for game in registry.games() if game.opponents])
async def test_the_own_hand_and_place_are_there_again(house: House, key: str) -> None:
    """What the person sees is what the seat came to, and nothing else; the others see the same as before."""
    game = registry.game(key)
    moment = await house.game(max(2, game.info.seats[0]), game.options_type(), game=key)
    table = moment.table.id
    for _ in range(STEPS):
        moment = await house.step(moment)
    await house.tables.seats.leave(table, person(2), key=house.key())
    level = next(iter(game.opponents))
    await house.tables.computers.stand_in(table, person(1), BEN, level, naming, key=house.key())
    moment = await house.tables.queries.now_at(table)
    for _ in range(STEPS):
        moment = await house.step(moment)
    await house.tables.seats.take_seat(table, person(2), BEN, key=house.key())
    back = await house.tables.queries.now_at(table)
    assert back.table.seat_of(2) == BEN
    assert await house.tables.computers.riddles(table) == ()
    for who in (None, Seat(0), BEN):
        assert game.view(back.state, who) == game.view(moment.state, who)
    for _ in range(STEPS):
        back = await house.step(back)
    assert back.version > moment.version
