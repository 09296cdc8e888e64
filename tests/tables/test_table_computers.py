"""Seats of computers: in the lobby, in the game, and what they are told."""

from __future__ import annotations

import random

import msgspec
import pytest
from table_house import House, naming, person

from bot.games import registry
from bot.games.contract import Refusal, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose
from bot.games.six_nimmt.state import NimmtState
from bot.games.six_nimmt.view import NimmtView
from bot.tables.model import ABSENT, Acted, Moment, Riddle, Status, Table
from bot.verify import verify


async def add(house: House, table: Table, level: str = "easy", host: int = 1) -> Table:
    return await house.tables.computers.add_computer(table.id, person(host), level, naming, key=house.key())


async def begun(house: House, computers: int = 2, people: int = 1) -> Moment:
    """A game that people have just started with computers."""
    table = await house.lobby(people)
    for _ in range(computers):
        table = await add(house, table)
    return (await house.tables.play.start(table.id, person(1), key=house.key())).moment


async def decide(house: House, riddle: Riddle, table: int, rng: random.Random) -> Acted:
    """The move of a computer that chooses at random."""
    move = GAME.decode_move(rng.choice(riddle.legal))
    return await house.tables.computers.play_for(table, riddle.seat, move, turn=riddle.turn)


def sitting(table: Table) -> list[tuple[int | None, str, str | None]]:
    return [(sitter.user, sitter.name, sitter.computer) for sitter in table.sitters]


async def test_a_computer_takes_the_next_seat_by_a_name_that_says_what_it_is(house: House) -> None:
    table = await add(house, await add(house, await house.lobby(2)), "hard")
    assert sitting(table)[2:] == [(None, "easy 1", "easy"), (None, "hard 2", "hard")]
    table = await house.tables.computers.remove_computer(table.id, person(1), Seat(2), key=house.key())
    assert sitting(table)[2:] == [(None, "hard 2", "hard")]
    assert [sitter.seat for sitter in table.sitters] == [0, 1, 2]
    assert sitting(await add(house, table, "expert"))[3:] == [(None, "expert 1", "expert")]


async def test_what_is_impossible_in_the_lobby_is_refused_and_changes_nothing(house: House) -> None:
    table = await add(house, await house.lobby(2))
    before = house.dump()
    for level, host, code in [
        ("easy", 2, "not_host"),
        ("perfect", 1, "no_such_level"),
        (ABSENT, 1, "no_such_level"),
    ]:
        with pytest.raises(Refusal) as refused:
            await add(house, table, level, host)
        assert refused.value.code == code
    for seat, host, code in [(2, 2, "not_host"), (1, 1, "no_such_computer"), (7, 1, "no_such_computer")]:
        with pytest.raises(Refusal) as refused:
            await house.tables.computers.remove_computer(table.id, person(host), Seat(seat), key=house.key())
        assert refused.value.code == code
    assert house.dump() == before


async def test_a_full_table_has_no_seat_for_a_computer(house: House) -> None:
    table = await house.lobby(1)
    for _ in range(9):
        table = await add(house, table)
    with pytest.raises(Refusal) as refused:
        await add(house, table)
    assert (refused.value.code, refused.value.data) == ("full", {"seats": 10})
    with pytest.raises(Refusal, match="full"):
        await house.tables.lobby.join(table.id, person(2), key=house.key())


async def test_a_game_under_way_gets_and_loses_no_computer(house: House) -> None:
    moment = await begun(house)
    with pytest.raises(Refusal, match="not_lobby"):
        await add(house, moment.table)
    with pytest.raises(Refusal, match="not_lobby"):
        await house.tables.computers.remove_computer(moment.table.id, person(1), Seat(1), key=house.key())


async def test_the_same_press_delivered_twice_adds_one_computer(house: House) -> None:
    table = await house.lobby(1)
    for _ in range(2):
        table = await house.tables.computers.add_computer(table.id, person(1), "easy", naming, key="once")
    assert len(table.sitters) == 2


async def test_one_person_starts_with_computers_and_plays_to_the_end(house: House) -> None:
    moment, rng = await begun(house, 3), random.Random(4)
    while moment.table.status is Status.PLAYING:
        riddles = await house.tables.computers.riddles(moment.table.id)
        if riddles:
            moment = (await decide(house, riddles[0], moment.table.id, rng)).moment
        else:
            move = rng.choice(list(GAME.legal(moment.state, Seat(0))))  # type: ignore[arg-type]
            moment = (await house.act(moment, Seat(0), move)).moment
    assert verify(await house.tables.queries.transcript(moment.table.id)).code == "ok"
    for version in range(1, moment.version + 1):
        made = await house.tables.queries.moment(moment.table.id, version)
        assert made.automatic or made.seat == 0


async def test_a_riddle_is_what_the_seat_may_know_and_do(house: House) -> None:
    moment = await begun(house, 2)
    state = moment.state
    assert isinstance(state, NimmtState)
    riddles = await house.tables.computers.riddles(moment.table.id)
    assert [(riddle.seat, riddle.level) for riddle in riddles] == [(1, "easy"), (2, "easy")]
    for riddle in riddles:
        view = msgspec.json.decode(riddle.view, type=NimmtView)
        assert view == GAME.view(state, riddle.seat)
        assert [GAME.decode_move(move) for move in riddle.legal] == GAME.legal(state, riddle.seat)
        assert "view" not in repr(riddle)
        assert "legal" not in repr(riddle)
        others = {card for seat, hand in enumerate(state.hands) if seat != riddle.seat for card in hand}
        assert not others & set(view.hand)


async def test_a_move_that_was_thought_out_for_an_earlier_turn_is_refused(house: House) -> None:
    moment, rng = await begun(house, 1), random.Random(1)
    (riddle,) = await house.tables.computers.riddles(moment.table.id)
    await decide(house, riddle, moment.table.id, rng)
    hand = moment.state.hands[0]  # type: ignore[attr-defined]
    moment = (await house.act(moment, Seat(0), Choose(hand[-1]))).moment
    before = house.dump()
    with pytest.raises(Refusal, match="stale"):
        await decide(house, riddle, moment.table.id, rng)
    assert house.dump() == before


async def test_a_decision_is_made_once(house: House) -> None:
    moment, rng = await begun(house, 2), random.Random(1)
    riddle, other = await house.tables.computers.riddles(moment.table.id)
    await decide(house, riddle, moment.table.id, rng)
    assert [left.seat for left in await house.tables.computers.riddles(moment.table.id)] == [other.seat]
    with pytest.raises(Refusal, match="stale"):
        await decide(house, riddle, moment.table.id, rng)


async def test_nobody_can_be_played_for_but_a_computer(house: House) -> None:
    moment = await begun(house)
    for seat in (0, 3, -1):
        with pytest.raises(Refusal, match="no_such_computer"):
            await house.tables.computers.play_for(moment.table.id, Seat(seat), None, turn=0)
    assert (await house.tables.queries.now_at(moment.table.id)).version == 0


async def test_without_a_move_the_default_of_the_rules_is_played(house: House) -> None:
    moment = await begun(house, 1)
    acted = await house.tables.computers.play_for(moment.table.id, Seat(1), None, turn=0)
    assert (acted.moment.seat, acted.moment.automatic) == (1, True)


async def test_computers_are_told_of_after_the_commit_and_found_after_a_restart(house: House) -> None:
    told: list[int] = []
    house.tables.signals.on_thinking = told.append
    moment = await begun(house, 1)
    assert told == [moment.table.id]
    (before,) = await house.tables.computers.riddles(moment.table.id)
    await house.restart()
    assert await house.tables.computers.thinking() == (moment.table.id,)
    assert await house.tables.computers.riddles(moment.table.id) == (before,)


async def test_tables_of_people_are_not_told_of(house: House) -> None:
    told: list[int] = []
    house.tables.signals.on_thinking = told.append
    moment = await house.game(2)
    await house.play_out(moment, random.Random(1))
    assert (told, await house.tables.computers.thinking()) == ([], ())


async def test_a_rematch_keeps_the_computers(house: House) -> None:
    moment = await begun(house, 2, people=2)
    await house.tables.seats.leave(moment.table.id, person(1), key=house.key())
    await house.tables.play.end(moment.table.id, person(2), moderator=False, key=house.key())
    table = await house.tables.lobby.rematch(moment.table.id, person(2), key=house.key())
    assert sitting(table) == [(2, "Person 2", None), (None, "easy 1", "easy"), (None, "easy 2", "easy")]


async def test_the_last_person_to_leave_closes_a_lobby_of_computers(house: House) -> None:
    table = await add(house, await house.lobby(2))
    table = await house.tables.seats.leave(table.id, person(1), key=house.key())
    assert (table.host, table.status) == (2, Status.LOBBY)
    table = await house.tables.seats.leave(table.id, person(2), key=house.key())
    assert table.status is Status.ABANDONED


async def test_a_game_that_only_computers_play_is_abandoned(house: House) -> None:
    moment = await begun(house)
    table = await house.tables.seats.leave(moment.table.id, person(1), key=house.key())
    assert table.status is Status.ABANDONED
    assert await house.tables.computers.riddles(table.id) == ()
    with pytest.raises(Refusal, match="over"):
        await house.tables.computers.play_for(table.id, Seat(1), None, turn=0)


async def test_the_seat_of_a_computer_can_not_be_taken_over(house: House) -> None:
    moment = await begun(house)
    with pytest.raises(Refusal, match="seat_taken"):
        await house.tables.seats.take_seat(moment.table.id, person(8), Seat(1), key=house.key())


async def test_a_level_that_a_game_no_longer_has_plays_by_default(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await add(house, await house.lobby(1))
    monkeypatch.setattr(type(registry.game("six_nimmt")), "opponents", {})
    moment = (await house.tables.play.start(table.id, person(1), key=house.key())).moment
    assert (moment.version, moment.seat, moment.automatic) == (1, 1, True)
    assert await house.tables.computers.riddles(table.id) == ()
