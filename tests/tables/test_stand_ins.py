"""Computers that play on for people who left, and who sat where at which moment."""

from __future__ import annotations

import random

import pytest
from table_house import House, naming, person

from bot.games.contract import Refusal, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose
from bot.games.six_nimmt.state import NimmtState
from bot.tables.model import ABSENT, Moment, Status, Table
from bot.verify import verify

BEN = Seat(1)


async def left(house: House, people: int = 3) -> Moment:
    """A game that person 2 has just left."""
    moment = await house.game(people)
    await house.tables.seats.leave(moment.table.id, person(2), key=house.key())
    return await house.tables.queries.now_at(moment.table.id)


async def stand_in(house: House, table: int, level: str = "hard", *, by: int = 1, seat: Seat = BEN) -> Table:
    return await house.tables.computers.stand_in(table, person(by), seat, level, naming, key=house.key())


async def next_trick(house: House, table: int) -> Moment:
    """The first moment of the next trick: everybody makes the first legal move, computers too."""
    moment = await house.tables.queries.now_at(table)
    trick = state_of(moment).trick
    while moment.table.status is Status.PLAYING and state_of(moment).trick == trick:
        moment = await house.step(moment)
    return moment


def state_of(moment: Moment) -> NimmtState:
    assert isinstance(moment.state, NimmtState)
    return moment.state


async def test_a_computer_takes_the_seat_with_its_cards_and_its_heads(house: House) -> None:
    moment = await left(house)
    before = state_of(moment)
    table = await stand_in(house, moment.table.id, by=3)
    sitter = table.sitters[BEN]
    assert (sitter.user, sitter.name, sitter.computer) == (None, "hard 1", "hard")
    assert (sitter.away, sitter.away_name, sitter.stands_in) == (2, "Person 2", True)
    assert table.absent == ()
    assert state_of(await house.tables.queries.now_at(table.id)) == before


async def test_it_decides_from_then_on_and_the_default_no_longer_does(house: House) -> None:
    moment = await left(house)
    table = (await stand_in(house, moment.table.id)).id
    await next_trick(house, table)
    (riddle,) = await house.tables.computers.riddles(table)
    assert (riddle.seat, riddle.level) == (BEN, "hard")
    move = GAME.decode_move(riddle.legal[-1])
    acted = await house.tables.computers.play_for(table, BEN, move, turn=riddle.turn)
    assert (acted.moment.seat, acted.moment.automatic) == (BEN, True)
    assert state_of(acted.moment).selected[BEN] == state_of(acted.moment).hands[BEN][-1]


async def test_what_it_owes_is_told_after_the_commit_and_found_after_a_restart(house: House) -> None:
    moment = await left(house)
    told: list[int] = []
    house.tables.signals.on_thinking = told.append
    table = (await stand_in(house, moment.table.id)).id
    assert told == []
    await next_trick(house, table)
    assert set(told) == {table}
    before = await house.tables.computers.riddles(table)
    await house.restart()
    assert await house.tables.computers.thinking() == (table,)
    assert await house.tables.computers.riddles(table) == before


async def test_it_owes_at_once_what_is_open_when_it_sits_down(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = await house.game(2)
    monkeypatch.setattr("bot.tables.move_runner.Run._due", lambda run: None)
    await house.tables.seats.leave(moment.table.id, person(2), key=house.key())
    told: list[int] = []
    house.tables.signals.on_thinking = told.append
    await stand_in(house, moment.table.id)
    assert told == [moment.table.id]
    assert [riddle.seat for riddle in await house.tables.computers.riddles(moment.table.id)] == [BEN]


async def test_whoever_left_comes_back_while_a_computer_plays(house: House) -> None:
    moment = await left(house)
    table = (await stand_in(house, moment.table.id)).id
    await next_trick(house, table)
    back = await house.tables.seats.take_seat(table, person(2), BEN, key=house.key())
    sitter = back.sitters[BEN]
    assert (sitter.user, sitter.name, sitter.computer, sitter.away) == (2, "Person 2", None, None)
    assert await house.tables.computers.riddles(table) == ()
    assert [notice for notice in await house.notices(table) if notice[:2] == ("prompt", 1)]
    with pytest.raises(Refusal, match="no_such_computer"):
        await house.tables.computers.play_for(table, BEN, None, turn=1)


async def test_nobody_else_takes_the_seat_from_the_computer(house: House) -> None:
    moment = await left(house)
    table = (await stand_in(house, moment.table.id)).id
    before = house.dump()
    with pytest.raises(Refusal, match="seat_taken"):
        await house.tables.seats.take_seat(table, person(8), BEN, key=house.key())
    assert house.dump() == before


@pytest.mark.parametrize(
    ("by", "seat", "level", "code"),
    [
        (8, 1, "hard", "not_seated"),
        (2, 1, "hard", "not_seated"),
        (1, 1, "perfect", "no_such_level"),
        (1, 1, ABSENT, "no_such_level"),
        (1, 2, "hard", "seat_taken"),
        (1, 0, "hard", "seat_taken"),
        (1, 7, "hard", "seat_taken"),
        (1, -1, "hard", "seat_taken"),
    ],
)
async def test_what_is_impossible_is_refused_and_changes_nothing(
    house: House, by: int, seat: int, level: str, code: str
) -> None:
    moment = await left(house)
    before = house.dump()
    with pytest.raises(Refusal) as refused:
        await stand_in(house, moment.table.id, level, by=by, seat=Seat(seat))
    assert refused.value.code == code
    assert house.dump() == before


async def test_there_is_nobody_to_stand_in_for_before_and_after_the_game(house: House) -> None:
    lobby = await house.lobby(2)
    with pytest.raises(Refusal, match="not_playing"):
        await stand_in(house, lobby.id)
    await house.tables.play.end(lobby.id, person(1), moderator=False, key=house.key())
    with pytest.raises(Refusal, match="over"):
        await stand_in(house, lobby.id)


async def test_the_same_press_delivered_twice_seats_one_computer(house: House) -> None:
    moment = await left(house)
    for _ in range(2):
        table = await house.tables.computers.stand_in(
            moment.table.id, person(1), BEN, "easy", naming, key="once"
        )
    assert table.sitters[BEN].name == "easy 1"


async def test_the_game_is_given_up_when_only_computers_are_left(house: House) -> None:
    moment = await left(house, 2)
    await stand_in(house, moment.table.id)
    table = await house.tables.seats.leave(moment.table.id, person(1), key=house.key())
    assert table.status is Status.ABANDONED


async def test_a_game_with_changes_of_seats_is_played_out_and_verified(house: House) -> None:
    moment = await left(house)
    table = (await stand_in(house, moment.table.id)).id
    while moment.table.status is Status.PLAYING:
        moment = await next_trick(house, table)
        if moment.version > 12 and moment.table.sitters[BEN].stands_in:
            await house.tables.seats.take_seat(table, person(2), BEN, key=house.key())
    assert moment.table.sitters[BEN].user == 2
    assert verify(await house.tables.queries.transcript(table)).code == "ok"


async def test_every_moment_of_the_past_names_who_sat_there_then(house: House) -> None:
    moment = await left(house)
    table = moment.table.id
    gone = moment.version
    await stand_in(house, table)
    computer = (await next_trick(house, table)).version
    await house.tables.seats.take_seat(table, person(2), BEN, key=house.key())
    await house.tables.seats.leave(table, person(3), key=house.key())
    await house.tables.seats.take_seat(table, person(9), Seat(2), key=house.key())
    newest = await next_trick(house, table)

    async def names(version: int) -> tuple[str, ...]:
        return (await house.tables.queries.moment(table, version)).names

    assert await names(0) == await names(gone) == ("Person 1", "Person 2", "Person 3")
    assert await names(gone + 1) == await names(computer) == ("Person 1", "hard 1", "Person 3")
    assert await names(newest.version) == ()
    assert [sitter.name for sitter in newest.table.sitters] == ["Person 1", "Person 2", "Person 9"]
    await house.restart()
    assert (await house.tables.queries.moment(table, computer)).names == ("Person 1", "hard 1", "Person 3")


async def test_where_nobody_changed_seats_the_past_has_the_names_of_now(house: House) -> None:
    moment = await house.play_on(await house.game(), 5, random.Random(1))
    assert (await house.tables.queries.moment(moment.table.id, 2)).names == ()
    acted = await house.act(moment, *_any(moment))
    assert acted.moment.names == ()


def _any(moment: Moment) -> tuple[Seat, Choose]:
    state = state_of(moment)
    seat = next(iter(GAME.decisions(state)))
    return seat, next(iter(GAME.legal(state, seat)))  # type: ignore[return-value]
