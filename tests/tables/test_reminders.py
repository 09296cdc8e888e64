"""Reminders: who gets one when, and that nobody gets one twice."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest
from table_house import person
from units import reading, writing
from watched_house import Watched, watched

from bot.games.contract import Refusal, Seat
from bot.store.records import NoticeKind
from bot.tables.settings import PersonSettings
from bot.tables.turn_clock import pace_of


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[Watched]:
    """A house in which it is noon."""
    async with watched(tmp_path) as house:
        yield house


async def test_reminders_come_after_12_24_and_48_hours_and_are_five_at_most(house: Watched) -> None:
    moment = await house.begun()
    await house.all_but(1, moment)
    await house.pass_time(30 * 24, step=2)
    assert house.seen == [(hours, 1, 1) for hours in (12, 36, 84, 132, 180)]


async def test_only_who_owes_a_decision_is_reminded(house: Watched) -> None:
    moment = await house.begun()
    await house.pass_time(6)
    await house.choose(moment, 0)
    await house.pass_time(7)
    assert house.seen == [(12, 1, 1), (12, 1, 2)]


async def test_whoever_moved_is_reminded_of_the_next_decision_from_its_own_beginning(house: Watched) -> None:
    moment = await house.all_but(2, await house.begun())
    await house.pass_time(6)
    await house.choose(moment, 2)
    await house.pass_time(11)
    assert house.seen == []
    await house.pass_time(1)
    assert {hours for hours, _, _ in house.seen} == {18}


async def test_nobody_is_reminded_at_night_in_his_own_time_zone(house: Watched) -> None:
    """At midnight in Greenwich it is nine in Tokyo: only there people are awake."""
    moment = await house.begun()
    await house.all_but(0, moment)
    await house.wish(1, quiet=(22, 8))
    await house.pass_time(24)
    assert house.seen == [(20, 1, 0)]
    await house.wish(1, zone="Asia/Tokyo")
    await house.pass_time(24)
    assert house.seen[1:] == [(44, 1, 0)]


async def test_a_paused_table_reminds_nobody(house: Watched) -> None:
    table = (await house.begun()).table
    async with writing(house.store) as tx:
        row = await tx.tables.get(table.id)
        assert row is not None
        await tx.tables.put(replace(row, paused_since=house.time))
    await house.pass_time(48, step=12)
    assert house.seen == []


async def test_a_reminder_can_be_turned_off_for_a_turn_a_table_and_always(house: Watched) -> None:
    moment = await house.begun()
    await house.all_but(0, moment)
    table = moment.table.id
    duty = (await house.tables.reminders.waiting_for(1))[0].duty
    await house.tables.reminders.mute_post(table, 1, duty.post)
    await house.pass_time(24, step=12)
    assert house.seen == []
    with pytest.raises(Refusal, match="stale"):
        await house.tables.reminders.mute_post(table, 1, duty.post + 1)
    await house.choose(moment, 0)
    await house.pass_time(12)
    assert [seat for _, _, seat in house.seen] == [0, 1, 2]
    await house.tables.reminders.mute(table, 1, muted=True)
    await house.wish(2, reminders="off")
    await house.pass_time(24, step=12)
    assert [seat for _, _, seat in house.seen[3:]] == [2]
    await house.tables.reminders.mute(table, 1, muted=False)
    await house.wish(2, reminders="dm")
    await house.pass_time(48, step=12)
    assert {seat for _, _, seat in house.seen[4:]} == {0, 1, 2}


async def test_one_message_stands_for_all_tables_that_wait(house: Watched) -> None:
    await house.begun(2, channel=1)
    await house.pass_time(5)
    await house.begun(2, channel=2)
    await house.pass_time(31)
    assert house.seen == [(12, 1, 0), (12, 1, 1), (36, 1, 0), (36, 1, 1)]
    assert [waiting.duty.reminders for waiting in await house.tables.reminders.waiting_for(1)] == [2, 2]


@pytest.mark.parametrize("wished", [{"digest": False}, {"reminders": "channel"}])
async def test_who_wants_no_digest_gets_one_for_each_table(house: Watched, wished: dict[str, object]) -> None:
    await house.begun(2, channel=1)
    await house.pass_time(5)
    await house.begun(2, channel=2)
    await house.wish(1, **wished)
    await house.pass_time(12)
    assert [found for found in house.seen if found[2] == 0] == [(12, 1, 0), (17, 2, 0)]


async def test_a_restart_sends_nothing_twice_and_loses_nothing(house: Watched) -> None:
    moment = await house.begun()
    await house.all_but(1, moment)
    for _ in range(40):
        await house.restart()
        await house.pass_time(1)
    assert house.seen == [(12, 1, 1), (36, 1, 1)]


async def test_a_clock_that_jumps_ahead_brings_one_reminder_and_not_all_that_were_missed(
    house: Watched,
) -> None:
    moment = await house.begun()
    await house.all_but(1, moment)
    house.later(days=20)
    await house.look()
    await house.pass_time(23)
    assert house.seen == [(480, 1, 1)]
    await house.pass_time(1)
    assert house.seen[1:] == [(504, 1, 1)]


async def test_a_clock_that_jumps_back_brings_nothing_twice(house: Watched) -> None:
    moment = await house.begun()
    await house.all_but(1, moment)
    await house.pass_time(12)
    house.later(hours=-12)
    await house.pass_time(24)
    assert house.seen == [(12, 1, 1)]


async def test_who_takes_a_seat_over_is_reminded_of_it_from_then_on(house: Watched) -> None:
    moment = await house.begun()
    await house.all_but(1, moment)
    await house.tables.reminders.mute(moment.table.id, 2, muted=True)
    await house.pass_time(6)
    await house.tables.seats.leave(moment.table.id, person(2), key=house.key())
    await house.tables.seats.take_seat(moment.table.id, person(9), Seat(1), key=house.key())
    for seat in (0, 2):
        await house.choose(await house.tables.queries.now_at(moment.table.id), seat)
    async with reading(house.store) as tx:
        pace = pace_of((await tx.seats.at(moment.table.id))[1])
    assert not pace.muted
    assert pace.duty is not None
    assert pace.duty.since == house.time


async def test_a_game_that_is_over_reminds_nobody(house: Watched) -> None:
    moment = await house.begun()
    await house.tables.play.end(moment.table.id, person(1), moderator=False, key=house.key())
    async with reading(house.store) as tx:
        assert await tx.timers.first(1) == ()
    assert await house.tables.reminders.waiting_for(1) == ()


async def test_what_is_set_stays_with_the_person(house: Watched) -> None:
    await house.begun()
    await house.wish(1, zone="Europe/Berlin", digest=False)
    await house.restart()
    assert await house.tables.preferences.of(1) == PersonSettings(
        zone="Europe/Berlin", quiet=(0, 0), digest=False
    )
    assert await house.tables.preferences.of(77) == PersonSettings()


async def test_a_muted_turn_is_in_no_message_about_others_and_stays_silent_with_more_time(
    house: Watched,
) -> None:
    await house.begun(2, channel=1, deadline=48)
    await house.begun(2, channel=2)
    await house.tables.reminders.mute_post(1, 1, (await house.tables.reminders.waiting_for(1))[0].duty.post)
    assert [waiting.table.id for waiting in await house.tables.reminders.waiting_for(1)] == [2]
    await house.tables.deadlines.more_time(1, person(1), key=house.key())
    await house.pass_time(90)
    assert {(kind, seat) for _, kind, table, seat in house.notes if table == 1} == {
        (NoticeKind.WARNING, 1),
        (NoticeKind.REMINDER, 1),
    }


async def test_what_a_message_should_have_told_is_due_again_where_it_did_not_arrive(house: Watched) -> None:
    """It comes table by table, and only where that message stood for it."""
    for channel in (1, 2, 3):
        await house.begun(2, channel=channel)
    await house.choose(await house.tables.queries.now_at(3), 0)
    await house.pass_time(12)
    assert [note for note in house.seen if note[2] == 0] == [(12, 1, 0)]
    await house.tables.reminders.unheard(1, 2)
    await house.look()
    assert [note for note in house.seen if note[2] == 0] == [(12, 1, 0)]
    for _ in range(2):
        await house.tables.reminders.unheard(1, 1)
        await house.wish(1, reminders="channel")
        await house.look()
    assert [note for note in house.seen if note[2] == 0] == [(12, 1, 0), (12, 2, 0)]
    assert [waiting.duty.reminders for waiting in await house.tables.reminders.waiting_for(1)] == [1, 1]
