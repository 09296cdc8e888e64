"""Moves: what is accepted, what is refused, what happens twice, what follows by itself."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest
from table_house import House, person, random_move
from units import writing

from bot.games.contract import Refusal, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions, TakeRow
from bot.games.six_nimmt.state import NimmtState
from bot.store import Repositories
from bot.tables.model import LogRow, Moment, Status
from bot.verify import verify


def state_of(moment: Moment) -> NimmtState:
    """The state, as this game's."""
    assert isinstance(moment.state, NimmtState)
    return moment.state


def hand(moment: Moment, seat: int) -> tuple[int, ...]:
    """The cards of a seat."""
    return state_of(moment).hands[seat]


async def test_an_accepted_move_is_in_the_log_and_in_the_state(house: House) -> None:
    moment = await house.game()
    card = hand(moment, 1)[3]
    acted = await house.act(moment, Seat(1), Choose(card))
    assert acted.moment.version == 1
    assert not acted.repeated
    assert state_of(acted.moment).selected[1] == card
    assert await house.tables.queries.now_at(moment.table.id) == acted.moment


async def test_everything_that_is_refused_changes_nothing(house: House) -> None:
    moment = await house.game()
    number, first = moment.table.id, hand(moment, 0)[0]
    foreign = next(card for card in range(1, 105) if card not in hand(moment, 0))
    act = house.tables.play.act
    attempts = {
        "no_table": lambda: act(99, 1, Choose(first), turn=0, key="a"),
        "not_seated": lambda: act(number, 9, Choose(first), turn=0, key="b"),
        "stale": lambda: act(number, 1, Choose(first), turn=7, key="c"),
        "not_in_hand": lambda: act(number, 1, Choose(foreign), turn=0, key="d"),
        "not_now": lambda: act(number, 1, TakeRow(1), turn=0, key="e"),
        "not_lobby": lambda: house.tables.play.start(number, person(1), key="f"),
        "not_host": lambda: house.tables.play.end(number, person(2), moderator=False, key="g"),
        "not_over": lambda: house.tables.lobby.rematch(number, person(1), key="h"),
        "seat_taken": lambda: house.tables.seats.take_seat(number, person(9), Seat(1), key="i"),
        "seated": lambda: house.tables.seats.take_seat(number, person(2), Seat(1), key="j"),
        "no_version": lambda: house.tables.queries.moment(number, 1),
    }
    before, told = house.dump(), list(house.told)
    for code, attempt in attempts.items():
        with pytest.raises(Refusal) as refused:
            await attempt()
        assert refused.value.code == code
    assert house.dump() == before
    assert house.told == told


async def test_a_lobby_has_nothing_to_play_and_nothing_to_look_at(house: House) -> None:
    table = await house.lobby()
    with pytest.raises(Refusal) as refused:
        await house.tables.play.act(table.id, 1, Choose(1), turn=0, key=house.key())
    assert refused.value.code == "not_playing"
    with pytest.raises(Refusal) as refused:
        await house.tables.queries.now_at(table.id)
    assert refused.value.code == "not_started"
    with pytest.raises(Refusal) as refused:
        await house.tables.seats.take_seat(table.id, person(8), Seat(0), key=house.key())
    assert refused.value.code == "not_playing"


async def test_a_paused_table_takes_no_move(house: House) -> None:
    moment = await house.game()
    async with writing(house.store) as tx:
        row = await tx.tables.get(moment.table.id)
        assert row is not None
        await tx.tables.put(replace(row, paused_since=house.time))
    with pytest.raises(Refusal) as refused:
        await house.act(moment, Seat(0), Choose(hand(moment, 0)[0]))
    assert refused.value.code == "paused"


async def test_a_repeated_delivery_is_answered_like_the_first(house: House) -> None:
    moment = await house.game()
    first = await house.act(moment, Seat(0), Choose(hand(moment, 0)[0]), key="same")
    await house.act(moment, Seat(1), Choose(hand(moment, 1)[0]))
    before = house.dump()
    again = await house.act(moment, Seat(0), Choose(hand(moment, 0)[0]), key="same")
    assert again.repeated
    assert (again.moment.version, again.moment.state) == (first.moment.version, first.moment.state)
    assert house.dump() == before


async def test_each_repeated_delivery_around_the_game_changes_nothing(house: House) -> None:
    table = await house.lobby(3)
    await house.tables.seats.leave(table.id, person(3), key="leave")
    started = await house.tables.play.start(table.id, person(1), key="start")
    await house.tables.play.end(table.id, person(1), moderator=False, key="end")
    again = await house.tables.lobby.rematch(table.id, person(1), key="rematch")
    before = house.dump()
    assert (await house.tables.seats.leave(table.id, person(3), key="leave")).id == table.id
    repeated = await house.tables.play.start(table.id, person(1), key="start")
    assert repeated.repeated
    assert repeated.moment.state == started.moment.state
    assert (await house.tables.play.end(table.id, person(1), moderator=False, key="end")).id == table.id
    assert (await house.tables.lobby.rematch(table.id, person(1), key="rematch")).id == again.id
    assert house.dump() == before


async def test_a_double_click_is_one_move_even_when_it_closed_the_turn(house: House) -> None:
    moment = await house.game()
    for seat in range(3):
        acted = await house.act(moment, Seat(seat), Choose(hand(moment, seat)[0]))
    before = house.dump()
    again = await house.act(moment, Seat(2), Choose(hand(moment, 2)[0]))
    assert again.repeated
    assert again.moment == acted.moment
    assert house.dump() == before


async def test_the_same_move_in_a_later_turn_is_a_new_one(house: House) -> None:
    moment = await house.game()
    async with writing(house.store) as tx:
        await _as_if_made_before(tx, moment, Choose(hand(moment, 0)[0]))
    acted = await house.act(moment, Seat(0), Choose(hand(moment, 0)[0]))
    assert not acted.repeated


async def _as_if_made_before(tx: Repositories, moment: Moment, move: Choose) -> None:
    """Puts a move of an earlier turn into the log, and the table one version on."""
    row = await tx.tables.get(moment.table.id)
    assert row is not None
    await tx.log.add(row.id, [LogRow(1, 0, -1, GAME.encode_move(move), False, False, row.updated)])
    await tx.tables.put(replace(row, version=1))


async def test_another_choice_on_a_button_of_the_turn_before_is_stale(house: House) -> None:
    moment = await house.game()
    for seat in range(3):
        await house.act(moment, Seat(seat), Choose(hand(moment, seat)[0]))
    with pytest.raises(Refusal) as refused:
        await house.act(moment, Seat(2), Choose(hand(moment, 2)[1]))
    assert refused.value.code == "stale"


async def test_a_choice_may_go_back_and_forth(house: House) -> None:
    moment = await house.game()
    one, other = hand(moment, 0)[:2]
    for card in (one, other, one):
        acted = await house.act(moment, Seat(0), Choose(card))
        assert not acted.repeated
    assert acted.moment.version == 3
    assert state_of(acted.moment).selected[0] == one


async def test_choices_of_others_do_not_spoil_a_button(house: House) -> None:
    moment = await house.game(10)
    for seat in reversed(range(10)):
        acted = await house.act(moment, Seat(seat), Choose(hand(moment, seat)[0]))
    assert acted.moment.version == 10
    assert GAME.turn(state_of(acted.moment)) > GAME.turn(state_of(moment))


async def test_twenty_presses_at_once_lose_nothing_and_double_nothing(house: House) -> None:
    moment = await house.game(10)
    presses = [(Seat(seat), hand(moment, seat)[pick]) for seat in range(10) for pick in (0, 1)]
    random.Random(5).shuffle(presses)
    answers = await asyncio.gather(
        *(house.act(moment, seat, Choose(card)) for seat, card in presses), return_exceptions=True
    )
    accepted = [answer for answer in answers if not isinstance(answer, Exception)]
    assert all(isinstance(answer, Refusal) for answer in answers if isinstance(answer, Exception))
    newest = await house.tables.queries.now_at(moment.table.id)
    assert sorted(answer.moment.version for answer in accepted) == list(range(1, newest.version + 1))
    before = await house.tables.queries.moment(moment.table.id, newest.version - 1)
    assert GAME.turn(state_of(before)) == 0
    assert GAME.turn(state_of(newest)) == 1


async def test_last_cards_and_deals_follow_by_themselves_and_say_so(house: House) -> None:
    moment = await house.game(2, NimmtOptions(format="rounds", rounds=2))
    rng = random.Random(3)
    while state_of(moment).round == 1:
        moment = (await house.act(moment, *random_move(moment, rng))).moment
    assert moment.automatic
    log = [
        await house.tables.queries.moment(moment.table.id, version)
        for version in range(1, moment.version + 1)
    ]
    last_cards = [entry for entry in log if entry.automatic and entry.version < moment.version]
    assert len(last_cards) == 2
    assert len(state_of(moment).hands[0]) == 10


async def test_a_finished_game_reveals_its_secret_and_can_be_verified(house: House) -> None:
    moment = await house.play_out(await house.game(), random.Random(1))
    assert moment.table.status is Status.FINISHED
    assert moment.table.secret is not None
    found = verify(await house.tables.queries.transcript(moment.table.id))
    assert found.code == "ok"
    assert found.data["moves"] == moment.version


async def test_a_running_game_hands_out_no_transcript(house: House) -> None:
    moment = await house.game()
    with pytest.raises(Refusal) as refused:
        await house.tables.queries.transcript(moment.table.id)
    assert refused.value.code == "not_over"


async def test_nothing_can_be_done_once_a_game_is_over(house: House) -> None:
    moment = await house.play_out(await house.game(), random.Random(1))
    number, before = moment.table.id, house.dump()
    for attempt in (
        house.tables.play.act(number, 1, Choose(1), turn=0, key=house.key()),
        house.tables.seats.leave(number, person(1), key=house.key()),
        house.tables.play.end(number, person(1), moderator=True, key=house.key()),
        house.tables.seats.take_seat(number, person(9), Seat(0), key=house.key()),
    ):
        with pytest.raises(Refusal) as refused:
            await attempt
        assert refused.value.code == "over"
    assert house.dump() == before


async def test_the_rematch_seats_the_same_people_under_a_new_host(house: House) -> None:
    moment = await house.play_out(await house.game(), random.Random(1))
    with pytest.raises(Refusal) as refused:
        await house.tables.lobby.rematch(moment.table.id, person(9), key=house.key())
    assert refused.value.code == "not_seated"
    again = await house.tables.lobby.rematch(moment.table.id, person(2), key=house.key())
    assert (again.status, again.host, again.options) == (Status.LOBBY, 2, moment.table.options)
    assert [sitter.user for sitter in again.sitters] == [1, 2, 3]
    assert (again.version, again.secret, again.contributions) == (0, None, ())
    assert again.commitment not in ("", moment.table.commitment)
    with pytest.raises(Refusal) as refused:
        await house.tables.lobby.rematch(moment.table.id, person(1), key=house.key())
    assert (refused.value.code, refused.value.data) == ("channel_busy", {"table": again.id})
