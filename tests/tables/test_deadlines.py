"""Deadlines: warnings, moves that are made for people, more time, and what the table is asked."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from table_world import naming, person, refuses
from timed_world import HOUR, NOON, Timed, timed_world

from bot.games import registry
from bot.games.contract import Move, Seat
from bot.tables.model import ABSENT, LogRow, NoticeKind, SeatRow, Table
from bot.tables.settings import DEADLINES
from bot.tables.turn_clock import begun, earliest, extended, limited, warned, with_duty
from tests.pebbles.game import PebblesOptions, Stop, Take

WARNING, QUESTION, BOARD = NoticeKind.WARNING, NoticeKind.QUESTION, NoticeKind.BOARD


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[Timed]:
    """A world in which it is noon."""
    async with timed_world(tmp_path) as world:
        yield world


async def log_of(world: Timed) -> list[LogRow]:
    """All moves of the first table."""
    return list(await world.store.read(lambda tx: tx.log.between(1, 0, 1000)))


async def deadlines(world: Timed, table: int) -> list[float | None]:
    """Hours from noon to the deadline of each seat."""
    return [duty and duty.deadline and (duty.deadline - NOON) / HOUR for duty in await world.duties(table)]


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
    for what, share in steps:
        assert duty.deadline is not None
        now += (duty.deadline - now) * (share / 101)
        if what == "warn":
            duty = warned(duty, now)
        else:
            duty = extended(duty, now, limit) if what == "more" else limited(duty, now, limit)
        assert duty.deadline is not None
        assert now < duty.deadline
        owing = with_duty(SeatRow(0, 1, "Alice"), duty)
        assert (earliest([owing]) or now) <= duty.deadline
        assert duty.warn is None or duty.warn <= duty.deadline


# Warnings and moves --------------------------------------------------------------------------------


async def test_whoever_owes_a_decision_is_warned_twice_and_not_reminded_besides(world: Timed) -> None:
    await world.waiting(1, deadline=24)
    await world.pass_time(23.5, step=0.5)
    assert world.all_of(WARNING) == [(12, 1, 1), (21, 1, 1)]
    assert world.seen == []


@pytest.mark.parametrize(
    ("deadline", "quiet", "told"),
    [
        (24, (22, 8), [20, 23]),  # half time is midnight: in the morning, when there are four hours left
        (12, (22, 8), [6, 9.5]),  # the deadline is midnight: the second one half an hour before the night
        (12, (17, 8), [4.5, 10.5]),  # both lie in the night: so early that a phone may ring; then silently
        (12, (18, 20), [8, 11]),  # only a nap: right after it
        (24, (0, 0), [12, 21]),
        (24, "off", []),
    ],
)
async def test_no_warning_comes_in_quiet_hours_that_can_come_before_or_after_them(
    world: Timed, deadline: int, quiet: tuple[int, int] | str, told: list[float]
) -> None:
    await world.waiting(1, deadline=deadline)
    await (world.wish(2, quiet=quiet) if quiet != "off" else world.wish(2, quiet=(22, 8), reminders="off"))
    await world.pass_time(deadline - 0.5, step=0.5)
    assert world.all_of(WARNING) == [(hours, 1, 1) for hours in told]


async def test_quiet_hours_are_those_of_where_a_person_lives(world: Timed) -> None:
    """Noon is nine in the evening in Tokyo; half time and deadline lie in the night to come."""
    await world.waiting(1, deadline=8)
    await world.wish(2, quiet=(22, 8), zone="Asia/Tokyo")
    for hours, step in ((0.4, 0.2), (0.1, 0.1), (7, 0.25)):
        await world.pass_time(hours, step)
    assert [round(hours, 2) for hours, *_ in world.all_of(WARNING)] == [0.5, 6.25]


async def test_a_warning_out_of_quiet_hours_moves_with_a_pause(world: Timed) -> None:
    await world.waiting(1, deadline=12)
    await world.wish(2, quiet=(17, 8))
    await world.pause(1, 1)
    await world.pass_time(20)
    await world.resume(1, 1)
    await world.pass_time(11.5, step=0.5)
    assert world.all_of(WARNING) == [(26, 1, 1), (28.5, 1, 1)]


@pytest.mark.parametrize(
    ("chosen", "logged"),
    [((0, 2), [(0, False), (2, False), (1, True)]), ((1,), [(1, False), (0, True), (2, True)])],
)
async def test_at_the_deadline_the_default_move_is_made_for_everybody_who_has_not_and_the_log_says_so(
    world: Timed, chosen: tuple[int, ...], logged: list[tuple[int, bool]]
) -> None:
    moment = await world.choose(await world.begun(deadline=1), *chosen)
    await world.pass_time(1, step=0.25)
    rows = await log_of(world)
    assert [(row.seat, row.automatic, row.late) for row in rows[:3]] == [
        (seat, late, late) for seat, late in logged
    ]
    assert (await world.now()).turn > moment.turn
    assert await deadlines(world, 1) == [2, 2, 2]


async def test_a_turn_of_many_small_moves_is_finished_for_whoever_is_late(world: Timed) -> None:
    game = registry.game("thurn_and_taxis")
    table = await world.lobby(2, game.options_type(), game="thurn_and_taxis")
    await world.set_deadline(table.id, 1, 1)
    moment = await world.start(table.id)
    (first,) = game.decisions(moment.state)
    await world.pass_time(1)
    now = await world.now(table.id)
    assert list(game.decisions(now.state)) == [1 - first]
    assert {row.seat for row in await log_of(world) if row.late} == {first}


async def test_without_a_deadline_nothing_is_ever_played_for_anybody(world: Timed) -> None:
    await world.begun()
    await world.pass_time(24 * 30, step=24)
    assert await log_of(world) == []
    assert world.all_of(WARNING) == []


async def test_after_a_long_sleep_one_move_is_made_and_whoever_is_next_has_the_full_time(
    world: Timed,
) -> None:
    await world.waiting(1, deadline=1)
    await world.restart()
    world.later(days=9)
    await world.look()
    assert [row.seat for row in await log_of(world) if row.late] == [1]
    assert await deadlines(world, 1) == [9 * 24 + 1] * 3
    assert world.all_of(WARNING) == []


async def test_a_clock_that_jumps_back_warns_nobody_twice(world: Timed) -> None:
    await world.waiting(1, deadline=24)
    await world.pass_time(13)
    world.later(hours=-13)
    await world.pass_time(20)
    assert world.all_of(WARNING) == [(12, 1, 1)]


# Setting it, and more time -------------------------------------------------------------------------


async def test_the_host_alone_sets_it_and_open_decisions_have_it_from_then_on(world: Timed) -> None:
    await world.begun()
    await world.pass_time(5)
    await refuses("not_host", world.set_deadline(1, 2, 4))
    await refuses("bad_options", world.set_deadline(1, 1, 5))
    await world.set_deadline(1, 1, 4)
    assert await deadlines(world, 1) == [9, 9, 9]
    assert await world.notices(1) == [("progress", None, 0), *(("timed", seat, 0) for seat in range(3))]
    await world.set_deadline(1, 1, 0)
    assert await deadlines(world, 1) == [None] * 3
    await world.pass_time(24)
    assert await log_of(world) == []


async def test_the_host_gives_more_time_at_once(world: Timed) -> None:
    await world.begun(deadline=4)
    await world.pass_time(3)
    await world.more_time(1, 1, key="more")
    await world.more_time(1, 1, key="more")
    assert await deadlines(world, 1) == [8, 8, 8]
    await world.pass_time(2, step=0.5)
    assert [hours for hours, _, _ in world.all_of(WARNING)] == [2] * 3


async def test_others_give_more_time_when_more_than_half_of_the_people_want_it(world: Timed) -> None:
    await world.begun(4, deadline=4)
    for number in (2, 3):
        table = await world.more_time(1, number)
        assert table.sitters[number - 1].pace.wants_time
        assert await deadlines(world, 1) == [4] * 4
    table = await world.more_time(1, 4)
    assert await deadlines(world, 1) == [8] * 4
    assert not any(sitter.pace.wants_time for sitter in table.sitters)


async def test_more_time_is_refused_where_there_is_none_to_give(world: Timed) -> None:
    await world.begun()
    await refuses("no_deadline", world.more_time(1, 1))
    await refuses("not_seated", world.more_time(1, 9))


async def test_who_asked_for_more_time_is_not_counted_for_the_next_decision(world: Timed) -> None:
    moment = await world.choose(await world.begun(deadline=24), 1)
    await world.more_time(1, 2)
    table = (await world.choose(await world.choose(moment, 0), 2)).table
    assert not any(sitter.pace.wants_time for sitter in table.sitters)
    await world.more_time(1, 3)
    assert await deadlines(world, 1) == [24] * 3


# Steps taken back ----------------------------------------------------------------------------------


async def turn_of_pebbles(world: Timed, *moves: Move) -> None:
    """A game of pebbles with a deadline of 24 hours, after these moves."""
    table = await world.lobby(2, PebblesOptions(), game="pebbles")
    await world.set_deadline(table.id, 1, 24)
    await world.start(table.id)
    for number in (1, 2):
        await world.wish(number, quiet=(0, 0))
    await world.made(table.id, *moves)


async def taken_back(world: Timed) -> None:
    """The end of a turn, right after it was made."""
    await world.made(1, Stop())
    await world.undo(1)


async def test_a_turn_that_goes_on_after_a_step_back_has_what_was_left_of_its_time(world: Timed) -> None:
    await turn_of_pebbles(world, Take())
    for _ in range(3):
        await world.pass_time(7)
        await taken_back(world)
        assert await deadlines(world, 1) == [24, None]
    assert world.all_of(WARNING) == [(12, 1, 0), (21, 1, 0)]
    await world.pass_time(2)
    await taken_back(world)
    await world.pass_time(2)
    assert (await world.table()).sitters[0].pace.missed == 1


async def test_a_step_that_is_taken_back_late_leaves_a_moment_to_make_another(world: Timed) -> None:
    await turn_of_pebbles(world, Take())
    await world.pass_time(23)
    await world.made(1, Stop())
    await world.pass_time(5)
    await world.undo(1)
    assert await deadlines(world, 1) == [pytest.approx(28 + 1 / 6), None]
    await world.look()
    assert {hours for hours, _, seat in world.all_of(WARNING) if seat == 0} == {12, 21}


async def rests(world: Timed) -> None:
    await world.pause(1, 2)
    world.later(hours=10)
    await world.resume(1, 2)


async def goes_away(world: Timed) -> None:
    await world.tables.reminders.go_away(1, NOON + 100 * HOUR)


@pytest.mark.parametrize(("meanwhile", "deadline"), [(rests, 34), (goes_away, 124)])
async def test_a_rest_or_a_vacation_before_a_step_is_taken_back_takes_no_time_away(
    world: Timed, meanwhile: Callable[[Timed], Awaitable[None]], deadline: int
) -> None:
    await turn_of_pebbles(world, Take(), Stop())
    await meanwhile(world)
    await world.undo(1)
    assert await deadlines(world, 1) == [deadline, None]


async def test_a_muted_turn_stays_muted_after_a_step_back(world: Timed) -> None:
    await turn_of_pebbles(world)
    await world.tables.reminders.mute_post(1, 1, (await world.tables.reminders.waiting_for(1))[0].duty.post)
    await world.made(1, Take())
    await taken_back(world)
    await world.pass_time(23)
    assert [note for note in world.notes if note[3] == 0] == []


async def test_the_next_turn_begins_with_its_full_time_after_a_step_back(world: Timed) -> None:
    await turn_of_pebbles(world, Take())
    await world.pass_time(7)
    await taken_back(world)
    for moves in ((Stop(),), (Take(), Stop())):
        await world.pass_time(1)
        await world.made(1, *moves)
    assert await deadlines(world, 1) == [9 + 24, None]


# Several missed deadlines --------------------------------------------------------------------------


async def missing(world: Timed, times: int = 2) -> None:
    """Seat 1 misses deadlines in a row, and the others none."""
    if not world.notes:
        await world.begun(deadline=1)
    for _ in range(times):
        await world.all_but(1, await world.now())
        await world.pass_time(1)


async def test_after_two_missed_deadlines_in_a_row_the_table_is_asked_and_after_as_many_more_again(
    world: Timed,
) -> None:
    await missing(world)
    assert world.all_of(QUESTION) == [(2, 1, 1)]
    await missing(world, 3)
    assert world.all_of(QUESTION) == [(2, 1, 1), (4, 1, 1)]


async def test_a_move_in_between_makes_up_for_a_missed_deadline(world: Timed) -> None:
    await missing(world, 1)
    await world.choose(await world.now(), 1)
    await world.all_but(1, await world.now())
    await missing(world, 1)
    assert world.all_of(QUESTION) == []


async def test_who_is_waited_for_is_asked_about_again_after_two_more(world: Timed) -> None:
    await missing(world)
    wait = world.tables.deadlines.keep_waiting
    await refuses("own_seat", wait(1, person(2), Seat(1), key=world.key()))
    await wait(1, person(3), Seat(1), key=world.key())
    await refuses("not_missing", wait(1, person(3), Seat(1), key=world.key()))
    await missing(world)
    assert [hours for hours, _, _ in world.all_of(QUESTION)] == [2, 4]


async def replaced(world: Timed, level: str | None = None) -> Table:
    """The table decides about seat 1."""
    replace = world.tables.deadlines.replace_missing
    return await replace(1, person(3), Seat(1), level, naming, key=world.key())


@pytest.mark.parametrize(("level", "computer"), [("hard", "hard"), (None, ABSENT)])
async def test_the_seat_goes_to_a_computer_or_becomes_free_and_its_person_may_come_back(
    world: Timed, level: str | None, computer: str
) -> None:
    """Nobody decides as long as its person is on vacation."""
    await missing(world)
    await world.tables.reminders.go_away(2, NOON + 100 * HOUR)
    await refuses("not_missing", replaced(world))
    await world.pass_time(100, step=10)
    sitter = (await replaced(world, level)).sitters[1]
    assert (sitter.user, sitter.computer, sitter.away) == (None, computer, 2)
    await world.take_seat(1, 2, 1)
    assert (await world.table()).sitters[1].pace.missed == 0


async def test_nobody_is_asked_about_whoever_plays_alone(world: Timed) -> None:
    table = await world.lobby(1)
    await world.computer(table.id)
    await world.set_deadline(table.id, 1, 1)
    await world.start(table.id)
    for _ in range(3):
        for riddle in await world.riddles(table.id):
            await world.tables.computers.play_for(table.id, riddle.seat, None, turn=riddle.turn)
        await world.pass_time(1)
    assert (await world.table(table.id)).sitters[0].pace.missed == 3
    assert world.all_of(QUESTION) == []
