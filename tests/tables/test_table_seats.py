"""Leaving a game under way, taking a seat over, ending a table."""

from __future__ import annotations

import random

from table_house import House, person

from bot.games.contract import Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose
from bot.games.six_nimmt.state import NimmtState
from bot.tables.model import ABSENT, Moment, Status


async def newest(house: House, moment: Moment) -> tuple[Moment, NimmtState]:
    """The table as it stands now."""
    moment = await house.tables.queries.now_at(moment.table.id)
    assert isinstance(moment.state, NimmtState)
    return moment, moment.state


async def test_an_absent_seat_plays_by_itself_at_once(house: House) -> None:
    moment = await house.game()
    table = await house.tables.seats.leave(moment.table.id, person(2), key=house.key())
    assert [(sitter.user, sitter.computer, sitter.name) for sitter in table.sitters] == [
        (1, None, "Person 1"),
        (None, ABSENT, "Person 2"),
        (3, None, "Person 3"),
    ]
    moment, state = await newest(house, moment)
    assert (moment.version, moment.seat, moment.automatic) == (1, 1, True)
    assert list(GAME.decisions(state)) == [0, 2]


async def test_the_game_goes_on_to_its_end_with_one_person(house: House) -> None:
    moment = await house.game(4)
    for number in (1, 3, 4):
        table = await house.tables.seats.leave(moment.table.id, person(number), key=house.key())
    assert (table.host, table.status) == (2, Status.PLAYING)
    moment, _ = await newest(house, moment)
    moment = await house.play_out(moment, random.Random(2))
    assert moment.table.status is Status.FINISHED


async def test_a_table_without_people_is_abandoned_and_frees_its_channel(house: House) -> None:
    moment = await house.game(2)
    await house.tables.seats.leave(moment.table.id, person(1), key=house.key())
    table = await house.tables.seats.leave(moment.table.id, person(2), key=house.key())
    assert table.status is Status.ABANDONED
    assert table.secret is not None
    assert (await house.lobby(1)).id != table.id


async def test_the_host_hands_over_clockwise(house: House) -> None:
    moment = await house.game(3)
    table = await house.tables.seats.leave(moment.table.id, person(1), key=house.key())
    assert table.host == 2
    await house.tables.seats.take_seat(moment.table.id, person(8), Seat(0), key=house.key())
    table = await house.tables.seats.leave(moment.table.id, person(2), key=house.key())
    assert table.host == 3
    table = await house.tables.seats.leave(moment.table.id, person(3), key=house.key())
    assert table.host == 8


async def test_somebody_takes_the_seat_over_with_its_cards(house: House) -> None:
    moment = await house.game()
    await house.tables.seats.leave(moment.table.id, person(2), key=house.key())
    for seat in (0, 2):
        moment, state = await newest(house, moment)
        await house.act(moment, Seat(seat), Choose(state.hands[seat][0]))
    table = await house.tables.seats.take_seat(moment.table.id, person(8), Seat(1), key=house.key())
    assert (table.sitters[1].user, table.sitters[1].name, table.sitters[1].computer) == (8, "Person 8", None)
    moment, state = await newest(house, moment)
    if state.question is None:
        acted = await house.act(moment, Seat(1), Choose(state.hands[1][0]))
        assert not acted.moment.automatic


async def test_who_left_may_come_back(house: House) -> None:
    moment = await house.game()
    await house.tables.seats.leave(moment.table.id, person(2), key=house.key())
    table = await house.tables.seats.take_seat(moment.table.id, person(2), Seat(1), key=house.key())
    assert table.seat_of(2) == 1


async def test_the_host_or_a_moderator_ends_a_game(house: House) -> None:
    moment = await house.game(channel=1)
    table = await house.tables.play.end(moment.table.id, person(1), moderator=False, key=house.key())
    assert table.status is Status.ABANDONED
    moment = await house.game(channel=2)
    table = await house.tables.play.end(moment.table.id, person(77), moderator=True, key=house.key())
    assert table.status is Status.ABANDONED


async def test_a_lobby_can_be_ended(house: House) -> None:
    lobby = await house.lobby(3)
    table = await house.tables.play.end(lobby.id, person(1), moderator=False, key=house.key())
    assert table.status is Status.ABANDONED
    assert await house.notices(table.id) == [("lobby", None, 0)]
