"""Vacations: whoever is away has no deadline and no reminder, and afterwards the time that was left."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_house import person
from units import reading
from watched_house import HOUR, NOON, Watched, watched

from bot.store.records import NoticeKind
from bot.tables.turn_clock import Duty, begun, gone, owed, pace_of


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[Watched]:
    """A house in which it is noon."""
    async with watched(tmp_path) as house:
        yield house


async def duty(house: Watched, table: int = 1, seat: int = 1) -> Duty:
    """What a seat owes."""
    async with reading(house.store) as tx:
        found = pace_of((await tx.seats.at(table))[seat]).duty
    assert found is not None
    return found


async def deadline(house: Watched) -> float:
    """Hours from noon to the deadline of seat 1."""
    until = (await duty(house)).deadline
    assert until is not None
    return (until - NOON) / HOUR


@given(left=st.integers(0, 47), days=st.integers(1, 50), other=st.integers(1, 50), share=st.floats(0, 0.99))
def test_whoever_comes_back_at_any_time_has_what_was_left(
    left: int, days: int, other: int, share: float
) -> None:
    start = NOON + left * HOUR
    planned = gone(begun(0, NOON, 48 * HOUR), start, start + days * 24 * HOUR)
    changed = gone(planned, start, start + other * 24 * HOUR)
    assert changed.away == start + other * 24 * HOUR
    early = start + timedelta(days=other) * share
    back = gone(changed, early, None)
    assert back.away is None
    assert back.deadline is not None
    assert back.deadline - early == (48 - left) * HOUR
    assert owed(changed, early) == owed(back, early) == left * HOUR
    assert owed(changed, changed.away + HOUR) == owed(back, early + HOUR) == (left + 1) * HOUR


async def test_whoever_is_away_has_no_deadline_and_no_reminder_and_then_what_was_left(house: Watched) -> None:
    moment = await house.begun(deadline=24)
    await house.all_but(1, moment)
    await house.pass_time(4)
    await house.tables.reminders.go_away(2, NOON + 100 * HOUR)
    assert await deadline(house) == 120
    await house.pass_time(95)
    assert house.notes == []
    await house.pass_time(1)
    assert (await duty(house)).away is None
    await house.pass_time(20)
    assert house.all_of(NoticeKind.WARNING) == [(108, 1, 1), (117, 1, 1)]
    assert (await house.tables.queries.now_at(1)).turn > moment.turn


async def test_the_others_are_reminded_and_their_time_runs_out_as_ever(house: Watched) -> None:
    moment = await house.begun(deadline=24)
    await house.choose(moment, 0)
    await house.tables.reminders.go_away(2, NOON + 100 * HOUR)
    await house.pass_time(24)
    assert {seat for _, _, seat in house.all_of(NoticeKind.WARNING)} == {2}
    assert await deadline(house) == 124


async def test_a_decision_that_begins_meanwhile_has_the_full_time_from_the_return(house: Watched) -> None:
    await house.wish(1, zone="UTC")
    await house.begun(deadline=24)
    await house.tables.reminders.go_away(2, NOON + 100 * HOUR)
    await house.choose(await house.tables.queries.now_at(1), 1)
    for seat in (0, 2):
        await house.choose(await house.tables.queries.now_at(1), seat)
    assert await deadline(house) == 124
    assert (await duty(house)).away == NOON + 100 * HOUR


async def test_coming_back_early_starts_the_clock_again_and_the_board_says_so(house: Watched) -> None:
    moment = await house.begun(deadline=24)
    await house.all_but(1, moment)
    await house.tables.reminders.go_away(2, NOON + 100 * HOUR)
    assert await house.notices(1) == [("progress", None, 2), ("timed", 1, 2)]
    await house.pass_time(10)
    await house.tables.reminders.go_away(2, None)
    assert await deadline(house) == 34
    assert await house.notices(1) == [("progress", None, 2), ("timed", 1, 2)]
    assert (await house.tables.preferences.of(2)).away is None


async def test_a_vacation_holds_at_all_tables(house: Watched) -> None:
    await house.begun(2, channel=1)
    await house.begun(2, channel=2, deadline=24)
    await house.tables.reminders.go_away(2, NOON + 100 * HOUR)
    assert {(await duty(house, table)).away for table in (1, 2)} == {NOON + 100 * HOUR}
    await house.pass_time(48, step=4)
    assert {seat for _, _, seat in house.seen} == {0}


async def test_whatever_falls_due_during_a_vacation_waits_for_its_end(house: Watched) -> None:
    """Also where the wish is all that is known of it."""
    moment = await house.begun(deadline=0)
    await house.all_but(1, moment)
    await house.wish(2, away=NOON + 100 * HOUR)
    await house.pass_time(101)
    assert [found for found in house.seen if found[2] == 1] == [(100, 1, 1)]


async def test_whoever_takes_a_seat_while_away_is_left_alone_too(house: Watched) -> None:
    moment = await house.begun(deadline=24)
    await house.tables.seats.leave(1, person(2), key=house.key())
    await house.begun(2, channel=9)
    await house.tables.reminders.go_away(2, NOON + 100 * HOUR)
    await house.tables.seats.take_seat(1, person(2), moment.table.sitters[1].seat, key=house.key())
    for seat in (0, 2):
        await house.choose(await house.tables.queries.now_at(1), seat)
    assert (await duty(house)).away == NOON + 100 * HOUR
