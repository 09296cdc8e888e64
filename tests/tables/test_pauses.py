"""Games that rest, and go on with the time that was left."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from table_house import naming, person
from units import reading
from watched_house import HOUR, NOON, Watched, watched

from bot.games.contract import Refusal
from bot.store.records import NoticeKind
from bot.tables.turn_clock import pace_of


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[Watched]:
    """A house in which it is noon."""
    async with watched(tmp_path) as house:
        yield house


async def deadline(house: Watched) -> float:
    """Hours from noon to the deadline of seat 1."""
    async with reading(house.store) as tx:
        duty = pace_of((await tx.seats.at(1))[1]).duty
    assert duty is not None
    assert duty.deadline is not None
    return (duty.deadline - NOON) / HOUR


async def test_deadlines_warnings_and_reminders_go_on_with_the_time_that_was_left(house: Watched) -> None:
    moment = await house.begun(deadline=48)
    await house.all_but(1, moment)
    await house.pass_time(10)
    await house.tables.pauses.pause(1, person(3), key=house.key())
    async with reading(house.store) as tx:
        assert await tx.timers.first(1) == ()
    await house.pass_time(100, step=10)
    await house.restart()
    assert house.notes == []
    await house.tables.pauses.resume(1, person(2), key=house.key())
    assert await deadline(house) == 148
    await house.pass_time(38)
    assert house.seen == [(112, 1, 1), (136, 1, 1)]
    assert house.all_of(NoticeKind.WARNING) == [(124, 1, 1), (145, 1, 1)]
    assert await deadline(house) == 148 + 48


async def test_a_game_that_rests_takes_no_move_and_can_rest_only_once(house: Watched) -> None:
    moment = await house.begun()
    await house.tables.pauses.pause(1, person(1), key="same")
    await house.tables.pauses.pause(1, person(1), key="same")
    with pytest.raises(Refusal, match="paused"):
        await house.choose(moment, 0)
    with pytest.raises(Refusal, match="paused"):
        await house.tables.pauses.pause(1, person(2), key=house.key())
    with pytest.raises(Refusal, match="paused"):
        await house.tables.deadlines.more_time(1, person(2), key=house.key())
    await house.tables.pauses.resume(1, person(2), key=house.key())
    with pytest.raises(Refusal, match="not_paused"):
        await house.tables.pauses.resume(1, person(2), key=house.key())
    await house.choose(moment, 0)


async def test_everybody_at_the_table_may_and_nobody_else(house: Watched) -> None:
    await house.begun()
    with pytest.raises(Refusal, match="not_seated"):
        await house.tables.pauses.pause(1, person(9), key=house.key())
    await house.tables.pauses.pause(1, person(2), key=house.key())
    with pytest.raises(Refusal, match="not_seated"):
        await house.tables.pauses.resume(1, person(9), key=house.key())
    assert await house.notices(1) == [("progress", None, 0), *(("timed", seat, 0) for seat in range(3))]


async def test_a_lobby_can_not_rest(house: Watched) -> None:
    table = await house.lobby()
    with pytest.raises(Refusal, match="not_playing"):
        await house.tables.pauses.pause(table.id, person(1), key=house.key())


async def test_computers_think_again_once_it_goes_on(house: Watched) -> None:
    table = await house.lobby(1)
    await house.tables.computers.add_computer(table.id, person(1), "easy", naming, key=house.key())
    await house.tables.play.start(table.id, person(1), key=house.key())
    await house.tables.pauses.pause(table.id, person(1), key=house.key())
    assert await house.tables.computers.riddles(table.id) == ()
    told: list[int] = []
    house.tables.signals.on_thinking = told.append
    await house.tables.pauses.resume(table.id, person(1), key=house.key())
    assert told == [table.id]
    assert len(await house.tables.computers.riddles(table.id)) == 1


async def test_a_clock_that_jumped_back_meanwhile_takes_no_time_away(house: Watched) -> None:
    moment = await house.begun(deadline=4)
    await house.all_but(1, moment)
    await house.tables.pauses.pause(1, person(1), key=house.key())
    house.later(hours=-5)
    await house.tables.pauses.resume(1, person(1), key=house.key())
    assert await deadline(house) == 4


async def test_a_deadline_that_is_set_during_the_pause_begins_after_it(house: Watched) -> None:
    await house.begun()
    await house.tables.pauses.pause(1, person(1), key=house.key())
    house.later(hours=7)
    await house.tables.deadlines.set_deadline(1, person(1), 4, key=house.key())
    house.later(hours=2)
    await house.tables.pauses.resume(1, person(1), key=house.key())
    assert await deadline(house) == 9 + 4


async def test_no_move_is_made_for_whoever_leaves_before_the_game_goes_on(house: Watched) -> None:
    moment = await house.begun()
    await house.all_but(1, moment)
    await house.tables.pauses.pause(1, person(1), key=house.key())
    await house.tables.seats.leave(1, person(2), key=house.key())
    assert (await house.tables.queries.now_at(1)).version == 2
    await house.tables.pauses.resume(1, person(1), key=house.key())
    assert (await house.tables.queries.now_at(1)).turn > moment.turn


PAUSE, RESUME, AWAY, BACK, BARRED, HEARD = "pause", "resume", "away", "back", "barred", "heard"


@pytest.mark.parametrize(
    "events",
    [
        ((4, PAUSE), (4, AWAY), (100, RESUME)),
        ((4, AWAY), (4, PAUSE), (100, RESUME)),
        ((4, AWAY), (4, PAUSE), (50, RESUME), (60, BACK)),
        ((4, AWAY), (10, PAUSE), (30, BACK), (60, RESUME)),
        ((4, PAUSE), (20, AWAY), (60, RESUME)),
        ((4, PAUSE), (20, AWAY), (60, BACK), (80, RESUME)),
        ((4, PAUSE), (20, AWAY), (130, RESUME)),
        ((4, BARRED), (30, HEARD)),
        ((4, BARRED), (10, PAUSE), (20, HEARD), (30, RESUME)),
        ((4, BARRED), (10, PAUSE), (20, RESUME), (30, HEARD)),
        ((4, PAUSE), (10, BARRED), (20, HEARD), (30, RESUME)),
        ((4, PAUSE), (10, BARRED), (20, RESUME), (30, HEARD)),
        ((4, BARRED), (20, AWAY), (60, BACK), (80, HEARD)),
    ],
)
async def test_however_vacations_and_rests_overlap_there_is_what_was_left_and_no_more(
    house: Watched, events: tuple[tuple[int, str], ...]
) -> None:
    """After four of 24 hours; the vacation is to last for 100 hours from noon."""
    moment = await house.begun(deadline=24)
    await house.all_but(1, moment)
    await house.pass_time(4)
    for hour, what in events:
        house.time = NOON + hour * HOUR
        if what is PAUSE:
            await house.tables.pauses.pause(1, person(1), key=house.key())
        elif what is RESUME:
            await house.tables.pauses.resume(1, person(1), key=house.key())
        elif what is BARRED:
            await house.tables.pauses.fall_silent(1)
        elif what is HEARD:
            await house.tables.pauses.speak_again(1)
        else:
            await house.tables.reminders.go_away(2, NOON + 100 * HOUR if what is AWAY else None)
        await house.look()
    happened = [each for _, each in events]
    vacation = 100 if AWAY in happened and BACK not in happened else 0
    assert await deadline(house) == max(events[-1][0], vacation) + 20
    assert house.notes == []


async def test_where_nothing_can_be_posted_people_may_play_on_but_their_time_stands_still(
    house: Watched,
) -> None:
    moment = await house.begun(deadline=24)
    await house.tables.pauses.fall_silent(1)
    await house.tables.pauses.fall_silent(1)
    await house.restart()
    await house.pass_time(100, step=4)
    for seat in (0, 1, 2):
        moment = await house.choose(moment, seat)
    await house.pass_time(50, step=2)
    assert {kind for _, kind, _, _ in house.notes} == {NoticeKind.PROMPT, NoticeKind.SETTLED}
    assert (await house.tables.queries.now_at(1)).version == moment.version
    assert await house.tables.reminders.waiting_for(1) == ()
    await house.tables.pauses.speak_again(1)
    assert await house.notices(1) == [
        ("progress", None, moment.version),
        *(("timed", seat, moment.version) for seat in range(3)),
    ]
    assert await deadline(house) == 150 + 24
    (waiting,) = await house.tables.reminders.waiting_for(1)
    assert (waiting.duty.since - NOON) / HOUR == 100
    await house.pass_time(12)
    assert {hours for hours, _, _ in house.all_of(NoticeKind.WARNING)} == {162}


async def test_a_lobby_or_a_game_that_is_over_has_no_time_that_could_stand_still(house: Watched) -> None:
    table = await house.lobby()
    before = house.dump()
    await house.tables.pauses.fall_silent(table.id)
    await house.tables.pauses.speak_again(table.id)
    assert house.dump() == before
