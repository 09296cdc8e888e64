"""Reminders, vacations and pauses: who is told what when, and what time is left afterwards."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, strategies as st
from table_world import HOUR, NOON, World

from bot.games.my_city.moves import MyCityOptions, Pass
from bot.tables.model import Moment, NoticeKind
from bot.tables.turn_clock import Duty, begun, gone, owed

WARNING = NoticeKind.WARNING

pytestmark = pytest.mark.usefixtures("fitting_hands")


@pytest.fixture
async def ben(world: World, fitting_hands: None) -> Moment:
    """A game in which only seat 1 owes a decision."""
    return await world.waiting(1)


async def duty(world: World, table: int = 1) -> Duty:
    found = (await world.duties(table))[1]
    assert found is not None
    return found


async def deadline(world: World) -> float | None:
    """Hours from noon to the deadline of seat 1."""
    return (await world.deadlines())[1]


@pytest.mark.usefixtures("ben")
async def test_reminders_come_after_12_24_and_48_hours_and_are_five_at_most(world: World) -> None:
    """However often the bot is restarted."""
    for _ in range(200):
        await world.restart()
        await world.pass_time(4, step=4)
    assert world.reminded == [(hours, 1, 1) for hours in (12, 36, 84, 132, 180)]


async def test_only_who_owes_a_decision_is_reminded_of_it_from_its_own_beginning(world: World) -> None:
    moment = await world.begun()
    await world.pass_time(6)
    await world.choose(moment, 0)
    await world.pass_time(7)
    assert world.reminded == [(12, 1, 1), (12, 1, 2)]
    await world.choose(moment, 1, 2)
    await world.pass_time(11)
    assert len(world.reminded) == 2
    await world.pass_time(1)
    assert {hours for hours, _, _ in world.reminded[2:]} == {25}


async def test_nobody_is_reminded_at_night_in_his_own_time_zone(world: World) -> None:
    """At midnight in Greenwich it is nine in Tokyo: only there people are awake."""
    await world.waiting(0)
    await world.wish(1, quiet=(22, 8))
    await world.pass_time(24)
    assert world.reminded == [(20, 1, 0)]
    await world.wish(1, zone="Asia/Tokyo")
    await world.pass_time(24)
    assert world.reminded[1:] == [(44, 1, 0)]


async def test_a_reminder_can_be_turned_off_for_a_turn_a_table_and_always(world: World) -> None:
    moment = await world.waiting(0)
    post = (await world.waiting_for(1))[0].duty.post
    await world.mute_post(1, 1, post)
    await world.pass_time(24, step=12)
    assert world.reminded == []
    await world.refuses("stale", world.mute_post(1, 1, post + 1))
    await world.choose(moment, 0)
    await world.pass_time(12)
    assert [seat for _, _, seat in world.reminded] == [0, 1, 2]
    await world.mute(1, 1, muted=True)
    await world.wish(2, reminders="off")
    await world.pass_time(24, step=12)
    assert [seat for _, _, seat in world.reminded[3:]] == [2]
    await world.mute(1, 1, muted=False)
    await world.wish(2, reminders="dm")
    await world.pass_time(48, step=12)
    assert {seat for _, _, seat in world.reminded[4:]} == {0, 1, 2}


@pytest.mark.parametrize(
    ("wished", "reminded"),
    [
        ({}, [(12, 1, 0), (36, 1, 0)]),
        ({"digest": False}, [(12, 1, 0), (17, 2, 0), (36, 1, 0)]),
        ({"reminders": "channel"}, [(12, 1, 0), (17, 2, 0), (36, 1, 0)]),
    ],
    ids=["one message stands for all tables that wait", "no digest", "in the channel"],
)
async def test_who_wants_no_digest_gets_a_reminder_for_each_table(
    world: World, wished: dict[str, object], reminded: list[object]
) -> None:
    await world.begun(2, channel=1)
    await world.pass_time(5)
    await world.begun(2, channel=2)
    await world.wish(1, **wished)
    await world.pass_time(31)
    assert [found for found in world.reminded if found[2] == 0] == reminded
    assert [waiting.duty.reminders for waiting in await world.waiting_for(2)] == [2, 2]


async def test_of_my_city_those_who_play_in_the_channel_are_told_by_the_digest_alone(world: World) -> None:
    """Who plays by direct message, or wants no digest, gets one for each round."""

    async def asked() -> list[int]:
        return [each.seat for each in await world.deliver() if each.kind is NoticeKind.PROMPT]

    async def round_of(turn: int, *by_message: int) -> int:
        for user in (1, 2, 3):
            acted = await world.press(1, user, Pass(), turn=turn, by_message=user in by_message)
        return acted.moment.turn

    table = await world.lobby(3, MyCityOptions(), game="my_city")
    await world.wish(3, digest=False)
    turn = (await world.start(table.id)).turn
    assert await asked() == [2]
    turn = await round_of(turn, 2)
    assert await asked() == [1, 2]
    await world.pass_time(21)
    assert sorted(world.reminded) == [(20, 1, 0), (20, 1, 1), (20, 1, 2)], "in the morning"
    await world.restart()
    turn = await round_of(turn)
    assert await asked() == [2]
    await round_of(turn, 1)
    assert await asked() == [0, 2]


@pytest.mark.usefixtures("ben")
async def test_a_clock_that_jumps_brings_one_reminder_of_all_and_none_twice(world: World) -> None:
    world.later(days=20)
    await world.tick()
    await world.pass_time(23)
    assert world.reminded == [(480, 1, 1)]
    await world.pass_time(1)
    assert world.reminded[1:] == [(504, 1, 1)]
    world.later(hours=-12)
    await world.pass_time(24)
    assert len(world.reminded) == 2


@pytest.mark.usefixtures("ben")
async def test_who_takes_a_seat_over_is_reminded_from_then_on_until_the_game_is_over(world: World) -> None:
    await world.mute(1, 2, muted=True)
    await world.pass_time(6)
    await world.leave(1, 2)
    await world.take_seat(1, 9, 1)
    await world.choose(await world.now(), 0, 2)
    assert not (await world.table()).sitters[1].pace.muted
    assert (await duty(world)).since == world.time
    await world.end()
    assert await world.store.read(lambda tx: tx.timers.first(1)) == ()
    assert await world.waiting_for(9) == ()


async def test_the_timer_of_a_game_that_is_over_rings_once_more_and_tells_nothing(world: World) -> None:
    await world.begun()
    world.later(hours=1)
    await world.stepped_out()
    (timer,) = await world.store.read(lambda tx: tx.timers.first(2))
    assert timer.due == NOON + 12 * HOUR, "no move has moved it"
    await world.pass_time(13)
    assert await world.store.read(lambda tx: tx.timers.first(1)) == ()
    assert world.reminded == []


async def test_a_muted_turn_is_in_no_other_message_and_stays_silent_with_more_time(world: World) -> None:
    await world.begun(2, channel=1, deadline=48)
    await world.begun(2, channel=2)
    await world.mute_post(1, 1, (await world.waiting_for(1))[0].duty.post)
    assert [waiting.table.id for waiting in await world.waiting_for(1)] == [2]
    await world.more_time()
    await world.pass_time(90)
    here = {(kind, seat) for _, kind, table, seat in world.notes if table == 1}
    assert here == {(WARNING, 1), (NoticeKind.REMINDER, 1)}


async def test_what_a_message_should_have_told_is_due_again_where_it_did_not_arrive(world: World) -> None:
    """It comes table by table, and only where that message stood for it."""
    for channel in (1, 2, 3):
        await world.begun(2, channel=channel)
    await world.choose(await world.now(3), 0)
    await world.pass_time(12)
    assert [note for note in world.reminded if note[2] == 0] == [(12, 1, 0)]
    await world.unheard(1, 2)
    await world.tick()
    assert [note for note in world.reminded if note[2] == 0] == [(12, 1, 0)]
    for _ in range(2):
        await world.unheard(1, 1)
        await world.wish(1, reminders="channel")
        await world.tick()
    assert [note for note in world.reminded if note[2] == 0] == [(12, 1, 0), (12, 2, 0)]
    assert [waiting.duty.reminders for waiting in await world.waiting_for(1)] == [1, 1]


# Vacations ------------------------------------------------------------------------------------------

END = NOON + 100 * HOUR
"""When Ben comes back."""


@given(left=st.integers(0, 47), days=st.integers(1, 50), other=st.integers(1, 50), share=st.floats(0, 0.99))
def test_who_comes_back_has_what_was_left(left: int, days: int, other: int, share: float) -> None:
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


async def test_whoever_is_away_has_no_deadline_and_no_reminder_and_then_what_was_left(world: World) -> None:
    moment = await world.waiting(1, deadline=24)
    await world.pass_time(4)
    await world.go_away(2, END)
    assert await deadline(world) == 120
    await world.pass_time(95)
    assert world.notes == []
    await world.pass_time(1)
    assert (await duty(world)).away is None
    await world.pass_time(20)
    assert world.all_of(WARNING) == [(108, 1, 1), (117, 1, 1)]
    assert (await world.now()).turn > moment.turn


async def test_a_decision_that_begins_meanwhile_has_the_full_time_from_the_return(world: World) -> None:
    """The others are reminded, and their time runs out as ever."""
    moment = await world.begun(deadline=24)
    await world.go_away(2, END)
    await world.choose(moment, 1, 0)
    await world.pass_time(24)
    assert {seat for _, _, seat in world.all_of(WARNING)} == {2}
    assert await deadline(world) == 124
    assert (await duty(world)).away == END


async def test_coming_back_early_starts_the_clock_again_and_the_board_says_so(world: World) -> None:
    await world.waiting(1, deadline=24)
    for hours, until in ((0, END), (10, None)):
        await world.pass_time(hours)
        await world.go_away(2, until)
        assert await world.notices() == [("progress", None, 2), ("timed", 1, 2)]
    assert await deadline(world) == 34
    assert (await world.tables.preferences.of(2)).away is None


async def test_a_vacation_holds_at_all_tables(world: World) -> None:
    """Also where a seat is taken meanwhile."""
    await world.begun(2, channel=1)
    await world.begun(2, channel=2, deadline=24)
    await world.begun(3, channel=3, deadline=24)
    await world.leave(3, 2)
    await world.go_away(2, END)
    await world.take_seat(3, 2, 1)
    await world.choose(await world.now(3), 0, 2)
    assert {(await duty(world, table)).away for table in (1, 2, 3)} == {END}
    await world.pass_time(48, step=4)
    assert 1 not in {seat for _, _, seat in world.reminded}


@pytest.mark.usefixtures("ben")
async def test_whatever_falls_due_during_a_vacation_waits_for_its_end(world: World) -> None:
    """Also where the wish is all that is known of it."""
    await world.wish(2, away=END)
    await world.pass_time(101)
    assert world.told_at(NoticeKind.REMINDER) == [100]


# Games that rest ------------------------------------------------------------------------------------


async def test_deadlines_warnings_and_reminders_go_on_with_the_time_that_was_left(world: World) -> None:
    await world.waiting(1, deadline=48)
    await world.pass_time(10)
    await world.pause(1, 3)
    assert await world.store.read(lambda tx: tx.timers.first(1)) == ()
    await world.pass_time(100, step=10)
    await world.restart()
    assert world.notes == []
    await world.resume(1, 2)
    assert await deadline(world) == 148
    await world.pass_time(38)
    assert world.reminded == [(112, 1, 1), (136, 1, 1)]
    assert world.all_of(WARNING) == [(124, 1, 1), (145, 1, 1)]
    assert await deadline(world) == 148 + 48


async def test_a_game_that_rests_takes_no_move_and_can_rest_only_once(world: World) -> None:
    """Everybody at the table may let it rest and go on, and nobody else; a lobby can't rest."""
    moment = await world.begun()
    await world.refuses("not_seated", world.pause(1, 9))
    for _ in range(2):
        await world.pause(1, 2, key="same")
    assert await world.notices() == [("progress", None, 0), *(("timed", seat, 0) for seat in range(3))]
    await world.refuses("paused", world.choose(moment, 0), world.pause(1, 2), world.more_time(1, 2))
    await world.refuses("not_seated", world.resume(1, 9))
    await world.resume()
    await world.refuses("not_paused", world.resume(1, 2))
    await world.choose(moment, 0)
    lobby = await world.lobby(channel=9)
    await world.refuses("not_playing", world.pause(lobby.id))


async def test_computers_think_again_once_it_goes_on(world: World) -> None:
    await world.game(1, computers=1)
    await world.pause()
    assert await world.riddles() == ()
    world.kicked.clear()
    await world.resume()
    assert world.kicked == [1]
    assert len(await world.riddles()) == 1


async def test_a_clock_that_jumped_back_meanwhile_takes_no_time_away(world: World) -> None:
    await world.waiting(1, deadline=4)
    await world.pause()
    world.later(hours=-5)
    await world.resume()
    assert await deadline(world) == 4


async def test_a_deadline_that_is_set_during_the_pause_begins_after_it(world: World) -> None:
    await world.begun()
    await world.pause()
    world.later(hours=7)
    await world.set_deadline(1, 1, 4)
    world.later(hours=2)
    await world.resume()
    assert await deadline(world) == 9 + 4


async def test_no_move_is_made_for_whoever_leaves_before_the_game_goes_on(world: World) -> None:
    moment = await world.waiting(1)
    await world.pause()
    await world.leave(1, 2)
    assert (await world.now()).version == 2
    await world.resume()
    assert (await world.now()).turn > moment.turn


PAUSE, RESUME = ("pause", 1), ("resume", 1)
BARRED, HEARD = ("pause_delivery", 1), ("resume_delivery", 1)
AWAY, BACK = ("go_away", 2, END), ("go_away", 2, None)


@pytest.mark.parametrize(
    ("events", "goes_on"),
    [
        (((4, PAUSE), (4, AWAY), (100, RESUME)), 100),
        (((4, AWAY), (4, PAUSE), (100, RESUME)), 100),
        (((4, AWAY), (4, PAUSE), (50, RESUME), (60, BACK)), 60),
        (((4, AWAY), (10, PAUSE), (30, BACK), (60, RESUME)), 60),
        (((4, PAUSE), (20, AWAY), (60, RESUME)), 100),
        (((4, PAUSE), (20, AWAY), (60, BACK), (80, RESUME)), 80),
        (((4, PAUSE), (20, AWAY), (130, RESUME)), 130),
        (((4, BARRED), (30, HEARD)), 30),
        (((4, BARRED), (10, PAUSE), (20, HEARD), (30, RESUME)), 30),
        (((4, BARRED), (10, PAUSE), (20, RESUME), (30, HEARD)), 30),
        (((4, PAUSE), (10, BARRED), (20, HEARD), (30, RESUME)), 30),
        (((4, PAUSE), (10, BARRED), (20, RESUME), (30, HEARD)), 30),
        (((4, BARRED), (20, AWAY), (60, BACK), (80, HEARD)), 80),
    ],
)
async def test_however_vacations_and_rests_overlap_there_is_what_was_left_and_no_more(
    world: World, events: tuple[tuple[int, tuple[Any, ...]], ...], goes_on: int
) -> None:
    """After four of 24 hours; hours are those since noon."""
    await world.waiting(1, deadline=24)
    await world.pass_time(4)
    for hour, call in events:
        world.time = NOON + hour * HOUR
        await world.carry_out((call,))
        await world.tick()
    assert await deadline(world) == goes_on + 20
    assert world.notes == []


async def test_where_nothing_can_be_posted_people_play_on_but_time_stands_still(world: World) -> None:
    moment = await world.begun(deadline=24)
    for _ in range(2):
        await world.pause_delivery(1)
    await world.restart()
    await world.pass_time(100, step=4)
    moment = await world.choose(moment, 0, 1, 2)
    await world.pass_time(50, step=2)
    assert {kind for _, kind, _, _ in world.notes} == {NoticeKind.PROMPT, NoticeKind.SETTLED}
    assert (await world.now()).version == moment.version
    assert await world.waiting_for(1) == ()
    await world.resume_delivery(1)
    assert await world.notices() == [
        ("progress", None, moment.version),
        *(("timed", seat, moment.version) for seat in range(3)),
    ]
    assert await deadline(world) == 150 + 24
    (waiting,) = await world.waiting_for(1)
    assert (waiting.duty.since - NOON) / HOUR == 100
    await world.pass_time(12)
    assert {hours for hours, _, _ in world.all_of(WARNING)} == {162}


async def test_a_lobby_or_a_game_that_is_over_has_no_time_that_could_stand_still(world: World) -> None:
    await world.lobby()
    with world.unchanged():
        await world.pause_delivery(1)
        await world.resume_delivery(1)
