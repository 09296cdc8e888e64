"""Deadlines: warnings, moves that are made for people, more time, and what the table is asked."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st
from table_world import HOUR, NOON, Calls, World

from bot.games import registry
from bot.games.contract import Move
from bot.tables.model import ABSENT, LogRow, NoticeKind, SeatRow
from bot.tables.settings import DEADLINES, Night
from bot.tables.turn_clock import begun, by_day, earliest, extended, limited, warned, with_duty
from tests.pebbles.game import Stop, Take

WARNING, QUESTION = NoticeKind.WARNING, NoticeKind.QUESTION

pytestmark = pytest.mark.usefixtures("fitting_hands")


async def log_of(world: World, *, late: bool = False) -> list[LogRow]:
    """All moves of the first table, or those that were made at a deadline."""
    rows = await world.store.read(lambda tx: tx.log.between(1, 0, 1000))
    return [row for row in rows if row.late or not late]


# The arithmetic ------------------------------------------------------------------------------------


@given(hours=st.sampled_from(DEADLINES[1:]))
def test_warnings_come_at_half_time_and_shortly_before(hours: int) -> None:
    limit = hours * HOUR
    duty = begun(0, NOON, limit)
    assert (duty.warn, duty.deadline) == (NOON + limit / 2, NOON + limit)
    half = warned(duty, NOON + limit / 2)
    assert half.warn is not None
    assert timedelta(minutes=10) <= NOON + limit - half.warn <= timedelta(hours=3)
    assert warned(half, half.warn).warn is None


@given(
    hours=st.sampled_from(DEADLINES[1:]),
    steps=st.lists(st.tuples(st.sampled_from(("warn", "more", "anew")), st.floats(0, 100)), max_size=12),
)
def test_every_decision_with_a_deadline_comes_to_an_end(hours: int, steps: list[tuple[str, float]]) -> None:
    """Whatever happens on the way: nothing is due later than the deadline, and no warning after it."""
    limit, now = hours * HOUR, NOON
    duty = begun(0, now, limit)
    changes = {"warn": warned, "more": partial(extended, limit=limit), "anew": partial(limited, limit=limit)}
    for what, share in steps:
        assert duty.deadline is not None
        now += (duty.deadline - now) * (share / 101)
        duty = changes[what](duty, now)
        assert duty.deadline is not None
        assert now < duty.deadline
        owing = with_duty(SeatRow(0, 1, "Alice"), duty)
        assert (earliest([owing]) or now) <= duty.deadline
        assert duty.warn is None or duty.warn <= duty.deadline


NIGHTS = st.tuples(st.integers(0, 23), st.integers(0, 23))
"""The first quiet hour and the one that ends them; twice the same means none."""


@given(hours=st.sampled_from(DEADLINES[1:]), start=st.integers(0, 24 * 60), quiet=NIGHTS)
def test_quiet_hours_hold_warnings_back_to_their_end_or_to_before_them(
    hours: int, start: int, quiet: tuple[int, int]
) -> None:
    """Either leaves half an hour at least. Where it is too late for both one comes in them, at half time, and
    no other."""
    night, now = Night(ZoneInfo("UTC"), quiet), NOON + timedelta(minutes=start)
    duty, told, half_an_hour = begun(0, now, hours * HOUR), list[datetime](), timedelta(minutes=30)
    half, deadline = now + hours * HOUR / 2, now + hours * HOUR
    while (due := min(filter(None, (duty.warn, duty.arrange)), default=None)) is not None:
        now, planned = due, duty.warn or due
        duty = by_day(duty, now, night)
        if duty.warn is not None and duty.warn <= now:
            told.append(now)
            duty = by_day(warned(duty, now), now, night)
        elif duty.warn is not None and duty.warn != planned:
            assert deadline - duty.warn >= half_an_hour
            assert duty.warn in (night.awake(planned), night.evening(planned) - half_an_hour)
    assert told
    for at in told:
        if night.awake(at) > at:
            assert (at, told[0]) == (half, half)
            assert night.awake(half) > deadline - half_an_hour
            assert night.evening(half) - half_an_hour <= half - hours * HOUR * 11 / 24


# Warnings and moves --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deadline", "wished", "told"),
    [
        pytest.param(24, {"quiet": (0, 0)}, [12, 21], id="at half time and three hours before the end"),
        pytest.param(24, {"quiet": (22, 8)}, [20, 23], id="half time is midnight: in the morning"),
        pytest.param(
            12, {"quiet": (22, 8)}, [6, 9.5], id="the end is midnight: half an hour before the night"
        ),
        pytest.param(12, {"quiet": (17, 8)}, [4.5], id="both in the night: only before it"),
        pytest.param(12, {"quiet": (17, 0)}, [4.5], id="the end is that of the night: before it"),
        pytest.param(8, {"quiet": (14, 19)}, [7], id="an hour is left at the end of the night: then"),
        pytest.param(8, {"quiet": (12, 8)}, [4], id="it begins in the night and ends there: one"),
        pytest.param(12, {"quiet": (18, 20)}, [8, 11], id="only a nap: right after it"),
        pytest.param(24, {"quiet": (22, 8), "reminders": "off"}, [], id="who wants no reminders"),
    ],
)
async def test_no_warning_comes_in_quiet_hours_that_can_come_before_or_after_them(
    world: World, deadline: int, wished: dict[str, Any], told: list[float]
) -> None:
    """Nobody is reminded besides."""
    await world.waiting(1, deadline=deadline)
    await world.wish(2, **wished)
    await world.pass_time(deadline - 0.5, step=0.5)
    assert world.all_of(WARNING) == [(hours, 1, 1) for hours in told]
    assert world.reminded == []


async def test_quiet_hours_are_those_of_where_a_person_lives(world: World) -> None:
    """Noon is nine in the evening in Tokyo; half time and deadline lie in the night to come."""
    await world.waiting(1, deadline=8)
    await world.wish(2, quiet=(22, 8), zone="Asia/Tokyo")
    for hours, step in ((0.4, 0.2), (0.1, 0.1), (7, 0.25)):
        await world.pass_time(hours, step)
    assert [round(hours, 2) for hours in world.told_at(WARNING)] == [0.5]


async def test_a_warning_out_of_quiet_hours_moves_with_a_pause(world: World) -> None:
    await world.waiting(1, deadline=12)
    await world.wish(2, quiet=(17, 8))
    await world.pause()
    await world.pass_time(20)
    await world.resume()
    await world.pass_time(11.5, step=0.5)
    assert world.all_of(WARNING) == [(26, 1, 1), (28.5, 1, 1)]


async def test_after_a_pause_a_warning_comes_before_the_night_that_now_holds_the_deadline(
    world: World,
) -> None:
    await world.waiting(1, deadline=24)
    await world.wish(2, quiet=(22, 8))
    await world.pass_time(20.5, step=0.5)
    await world.pause()
    await world.pass_time(12)
    await world.resume()
    await world.pass_time(3, step=0.5)
    assert world.all_of(WARNING) == [(20, 1, 1), (33.5, 1, 1)]


@pytest.mark.parametrize(
    ("chosen", "logged"),
    [((0, 2), [(0, False), (2, False), (1, True)]), ((1,), [(1, False), (0, True), (2, True)])],
)
async def test_at_the_deadline_the_default_move_is_made_for_everybody_who_has_not_and_the_log_says_so(
    world: World, chosen: tuple[int, ...], logged: list[tuple[int, bool]]
) -> None:
    moment = await world.choose(await world.begun(deadline=1), *chosen)
    await world.pass_time(1, step=0.25)
    rows = [(row.seat, row.automatic, row.late) for row in (await log_of(world))[:3]]
    assert rows == [(seat, late, late) for seat, late in logged]
    assert (await world.now()).turn > moment.turn
    assert await world.deadlines() == [2, 2, 2]


async def test_a_turn_of_many_small_moves_is_finished_for_whoever_is_late(world: World) -> None:
    game = registry.game("thurn_and_taxis")
    moment = await world.game(2, game="thurn_and_taxis", deadline=1)
    (first,) = game.decisions(moment.state)
    await world.pass_time(1)
    assert list(game.decisions((await world.now()).state)) == [1 - first]
    assert {row.seat for row in await log_of(world, late=True)} == {first}


async def test_after_a_long_sleep_one_move_is_made_and_the_next_one_has_all_the_time(world: World) -> None:
    await world.waiting(1, deadline=1)
    await world.restart()
    world.later(days=9)
    await world.tick()
    assert [row.seat for row in await log_of(world, late=True)] == [1]
    assert await world.deadlines() == [9 * 24 + 1] * 3
    assert world.all_of(WARNING) == []


async def test_a_clock_that_jumps_back_warns_nobody_twice(world: World) -> None:
    await world.waiting(1, deadline=24)
    await world.pass_time(13)
    world.later(hours=-13)
    await world.pass_time(20)
    assert world.all_of(WARNING) == [(12, 1, 1)]


# Setting it, and more time -------------------------------------------------------------------------


async def test_the_host_alone_sets_it_and_open_decisions_have_it_from_then_on(world: World) -> None:
    await world.begun()
    await world.pass_time(5)
    await world.refuses("not_host", world.set_deadline(1, 2, 4))
    await world.refuses("bad_options", world.set_deadline(1, 1, 5))
    await world.set_deadline(1, 1, 4)
    assert await world.deadlines() == [9, 9, 9]
    assert await world.notices() == [("progress", None, 0), *(("timed", seat, 0) for seat in range(3))]
    await world.set_deadline(1, 1, 0)
    assert await world.deadlines() == [None] * 3
    await world.pass_time(24 * 30, step=24)
    assert await log_of(world) == world.all_of(WARNING) == []


async def test_the_host_gives_more_time_at_once(world: World) -> None:
    """Where there is any to give."""
    await world.begun()
    await world.refuses("no_deadline", world.more_time())
    await world.refuses("not_seated", world.more_time(1, 9))
    await world.set_deadline(1, 1, 4)
    await world.pass_time(3)
    for _ in range(2):
        await world.more_time(key="more")
    assert await world.deadlines() == [8, 8, 8]
    await world.pass_time(2, step=0.5)
    assert [hours for hours, _, _ in world.all_of(WARNING)] == [2] * 3


async def test_others_give_more_time_when_more_than_half_of_the_people_want_it(world: World) -> None:
    await world.begun(4, deadline=4)
    for number in (2, 3):
        table = await world.more_time(1, number)
        assert table.sitters[number - 1].pace.wants_time
        assert await world.deadlines() == [4] * 4
    table = await world.more_time(1, 4)
    assert await world.deadlines() == [8] * 4
    assert not any(sitter.pace.wants_time for sitter in table.sitters)


async def test_who_asked_for_more_time_is_not_counted_for_the_next_decision(world: World) -> None:
    moment = await world.choose(await world.begun(deadline=24), 1)
    await world.more_time(1, 2)
    table = (await world.choose(moment, 0, 2)).table
    assert not any(sitter.pace.wants_time for sitter in table.sitters)
    await world.more_time(1, 3)
    assert await world.deadlines() == [24] * 3


# Steps taken back ----------------------------------------------------------------------------------


async def turn_of_pebbles(world: World, *moves: Move) -> None:
    """A game of pebbles with a deadline of 24 hours, after these moves."""
    await world.begun(2, game="pebbles", deadline=24)
    await world.made(1, *moves)


async def taken_back(world: World) -> None:
    """The end of a turn, right after it was made."""
    await world.made(1, Stop())
    await world.undo()


async def test_a_turn_that_goes_on_after_a_step_back_has_what_was_left_of_its_time(world: World) -> None:
    await turn_of_pebbles(world, Take())
    for _ in range(3):
        await world.pass_time(7)
        await taken_back(world)
        assert await world.deadlines() == [24, None]
    assert world.all_of(WARNING) == [(12, 1, 0), (21, 1, 0)]
    await world.pass_time(2)
    await taken_back(world)
    await world.pass_time(2)
    assert (await world.table()).sitters[0].pace.missed == 1


async def test_a_step_that_is_taken_back_late_leaves_a_moment_to_make_another(world: World) -> None:
    await turn_of_pebbles(world, Take())
    await world.pass_time(23)
    await world.made(1, Stop())
    await world.pass_time(5)
    await world.undo()
    assert await world.deadlines() == [pytest.approx(28 + 1 / 6), None]
    await world.tick()
    assert set(world.told_at(WARNING, seat=0)) == {12, 21}


@pytest.mark.parametrize(
    ("meanwhile", "deadline"),
    [
        pytest.param((("pause", 1, 2), ("later", 10), ("resume", 1, 2)), 34, id="a rest"),
        pytest.param((("vacation", 1, 100),), 124, id="a vacation"),
    ],
)
async def test_a_rest_or_a_vacation_before_a_step_is_taken_back_takes_no_time_away(
    world: World, meanwhile: Calls, deadline: int
) -> None:
    await turn_of_pebbles(world, Take(), Stop())
    await world.carry_out(meanwhile)
    await world.undo()
    assert await world.deadlines() == [deadline, None]


async def test_a_muted_turn_stays_muted_after_a_step_back(world: World) -> None:
    await turn_of_pebbles(world)
    await world.mute_post(1, 1, (await world.waiting_for(1))[0].duty.post)
    await world.made(1, Take())
    await taken_back(world)
    await world.pass_time(23)
    assert [note for note in world.notes if note[3] == 0] == []


async def test_the_next_turn_begins_with_its_full_time_after_a_step_back(world: World) -> None:
    await turn_of_pebbles(world, Take())
    await world.pass_time(7)
    await taken_back(world)
    for moves in ((Stop(),), (Take(), Stop())):
        await world.pass_time(1)
        await world.made(1, *moves)
    assert await world.deadlines() == [9 + 24, None]


# Several missed deadlines --------------------------------------------------------------------------


async def missing(world: World, times: int = 2) -> None:
    """Seat 1 misses deadlines in a row, and the others none."""
    if not world.notes:
        await world.begun(deadline=1)
    for _ in range(times):
        await world.all_but(1, await world.now())
        await world.pass_time(1)


async def test_after_each_two_missed_deadlines_in_a_row_the_table_is_asked(world: World) -> None:
    await missing(world)
    assert world.all_of(QUESTION) == [(2, 1, 1)]
    await missing(world, 3)
    assert world.all_of(QUESTION) == [(2, 1, 1), (4, 1, 1)]


async def test_a_move_in_between_makes_up_for_a_missed_deadline(world: World) -> None:
    await missing(world, 1)
    await world.choose(await world.now(), 1)
    await world.all_but(1, await world.now())
    await missing(world, 1)
    assert world.all_of(QUESTION) == []


async def test_who_is_waited_for_is_asked_about_again_after_two_more(world: World) -> None:
    await missing(world)
    await world.refuses("own_seat", world.keep_waiting(1, 2, 1))
    await world.keep_waiting(1, 3, 1)
    await world.refuses("not_missing", world.keep_waiting(1, 3, 1))
    await missing(world)
    assert world.told_at(QUESTION) == [2, 4]


@pytest.mark.parametrize(("level", "computer"), [("hard", "hard"), (None, ABSENT)])
async def test_the_seat_goes_to_a_computer_or_becomes_free_and_its_person_may_come_back(
    world: World, level: str | None, computer: str
) -> None:
    """Nobody decides as long as its person is on vacation."""
    await missing(world)
    await world.vacation(2, 98)
    await world.refuses("not_missing", world.replace_missing(1, 3, 1, level))
    await world.pass_time(100, step=10)
    sitter = (await world.replace_missing(1, 3, 1, level)).sitters[1]
    assert (sitter.user, sitter.computer, sitter.away) == (None, computer, 2)
    assert (await world.take_seat(1, 2, 1)).sitters[1].pace.missed == 0


async def test_nobody_is_asked_about_whoever_plays_alone(world: World) -> None:
    await world.game(1, computers=1, deadline=1)
    for _ in range(3):
        for riddle in await world.riddles():
            await world.play_for(1, riddle.seat, None, turn=riddle.turn)
        await world.pass_time(1)
    assert (await world.table()).sitters[0].pace.missed == 3
    assert world.all_of(QUESTION) == []
