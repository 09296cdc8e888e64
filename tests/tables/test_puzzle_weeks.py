"""The puzzle of the week: posted once, answered in secret, told with its solution; ratings and streaks."""

import logging
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from table_world import World

from bot.games import puzzles
from bot.games.registry import own
from bot.store.puzzles import PuzzleWeek
from bot.tables.policy import PUZZLES_KEPT, WEEK
from bot.tables.puzzles import RHYTHM, puzzle_of

GUILD, PLACE = 7, {"channel": 20, "locale": "en", "by": 1}


async def begun(world: World) -> PuzzleWeek:
    """The first puzzle of a server, which is posted on a Monday evening."""
    world.later(hours=7)
    server = await world.tables.puzzles.weekly.schedule(GUILD, day=None, **PLACE)
    week = await world.newest_puzzle(GUILD)
    assert server.due == week.closes, "the next one"
    await told(world)
    return week


async def told(world: World) -> list[tuple[int, bool]]:
    """Everything that is to be told is told: which week, and whether with its solution."""
    found = list[tuple[int, bool]]()
    for week in await world.tables.puzzles.weekly.untold():
        assert await world.tables.puzzles.weekly.begin(week)
        await world.tables.puzzles.weekly.end(week, delivered=True)
        found.append((week.id, week.is_over))
    return found


async def weeks_later(world: World, weeks: int = 1) -> list[tuple[int, bool]]:
    world.later(hours=weeks * 7 * 24)
    await world.clock.run_due()
    return await told(world)


def right(week: PuzzleWeek) -> int:
    return puzzles.puzzle(week.puzzle).losses.index(0)


def wrong(week: PuzzleWeek) -> int:
    return int(right(week) == 0)


def test_all_games_come_in_turn_and_no_puzzle_twice_before_all_were_there() -> None:
    names = [puzzle_of(number).name for number in range(60)]
    shelves = [key for key in own() if puzzles.puzzles(key)]
    assert {name.partition(".")[0] for name in names[: len(shelves)]} == {*shelves}
    whole = sum(len(puzzles.puzzles(key)) for key in shelves)
    assert len({*names[:whole]}) == min(whole, 60)


def test_the_hour_is_that_of_the_server_also_where_clocks_change() -> None:
    berlin, monday = ZoneInfo("Europe/Berlin"), 0
    assert RHYTHM.next(datetime(2026, 3, 26, tzinfo=UTC), monday, berlin) == datetime(
        2026, 3, 30, 16, tzinfo=UTC
    )
    assert RHYTHM.next(datetime(2026, 3, 23, 16, tzinfo=UTC), monday, berlin) == datetime(
        2026, 3, 23, 17, tzinfo=UTC
    )
    at = RHYTHM.next(datetime(2026, 3, 23, 17, tzinfo=UTC), monday, berlin)
    assert at == datetime(2026, 3, 30, 16, tzinfo=UTC)


async def test_one_is_posted_and_told_once_whatever_restarts(world: World) -> None:
    week = await begun(world)
    for _ in range(2):
        await world.restart()
        await world.clock.run_due()
        assert await told(world) == []
    assert await weeks_later(world) == [(week.id, True), (week.id + 1, False)]
    await world.restart()
    await world.clock.run_due()
    assert await told(world) == []


async def test_after_weeks_without_the_bot_one_comes_and_what_nobody_saw_is_not_told(world: World) -> None:
    week = await begun(world)
    assert await weeks_later(world, 5) == [(week.id, True), (week.id + 1, False)]
    await world.tables.puzzles.weekly.schedule(8, day=None, **PLACE)
    await world.clock.run_due()
    world.later(hours=5 * 7 * 24)
    await world.clock.run_due()
    unseen = [week.id for week in await world.tables.puzzles.weekly.untold() if week.guild == 8]
    assert len(unseen) == 1
    assert not any(week.is_over for week in await world.tables.puzzles.weekly.untold() if week.guild == 8)


async def test_a_person_has_one_answer_and_may_change_it_until_the_close(world: World) -> None:
    week = await begun(world)
    await world.refuses("bad_options", world.solve(week.id, 2, choice=99))
    await world.refuses("no_puzzle", world.solve(99, 2, choice=0))
    for choice in (wrong(week), right(week), right(week)):
        await world.solve(week.id, 2, choice=choice)
    await world.solve(week.id, 3, choice=wrong(week))
    assert await world.answer_of(week.id, 2) == bytes(puzzles.puzzle(week.puzzle).solution)
    world.time = week.closes
    await world.refuses("puzzle_over", world.solve(week.id, 2, choice=wrong(week)))
    await world.clock.run_due()
    await world.refuses("puzzle_over", world.solve(week.id, 2, choice=wrong(week)))
    solved = await world.solved(await world.puzzle_week(week.id))
    assert (solved.answers, solved.found, solved.named) == (2, 1, (2,))


async def test_who_hides_is_not_named(world: World) -> None:
    week = await begun(world)
    await world.store.change(lambda tx: tx.people.remember(2, "Ben", "en"))
    await world.wish(2, listed=False)
    await world.solve(week.id, 2, choice=right(week))
    await weeks_later(world)
    solved = await world.solved(await world.puzzle_week(week.id))
    assert (solved.found, solved.named) == (1, ())
    assert await world.solvers(GUILD, 3) == ()
    assert [each.user for each in await world.solvers(GUILD, 2)] == [2]


async def test_streaks_and_ratings_follow_from_puzzles_that_are_over(world: World) -> None:
    week = await begun(world)
    for results in ({2: True, 3: False}, {2: True, 3: True}, {3: True, 4: True}):
        for user, good in results.items():
            await world.solve(week.id, user, choice=right(week) if good else wrong(week))
        assert len(await world.solvers(GUILD, 2)) < len(results) + (week.id > 1) + (week.id > 2)
        await weeks_later(world)
        week = await world.newest_puzzle(GUILD)
    found = {each.user: each for each in await world.solvers(GUILD, 2)}
    assert {user: (each.found, each.answered, each.streak) for user, each in found.items()} == {
        2: (2, 2, 0),
        3: (2, 3, 2),
        4: (1, 1, 1),
    }
    assert found[2].rating.points > found[3].rating.points


async def test_an_answer_stands_in_no_log(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    week = await begun(world)
    await world.solve(week.id, 2, choice=right(week))
    move = bytes(puzzles.puzzle(week.puzzle).solution).decode()
    assert move not in caplog.text
    assert move not in repr(await world.puzzle_week(week.id))


async def test_turned_off_and_on_nothing_comes_twice(world: World) -> None:
    week = await begun(world)
    await world.tables.puzzles.weekly.unschedule(GUILD, by=1)
    assert await world.tables.puzzles.weekly.server(GUILD) is None
    server = await world.tables.puzzles.weekly.schedule(GUILD, day=None, **PLACE)
    assert (server.due, server.number) == (week.closes, 1)
    await world.clock.run_due()
    assert await told(world) == []
    await world.tables.puzzles.weekly.unschedule(GUILD, by=1)
    assert await weeks_later(world) == [(week.id, True)]
    assert await weeks_later(world, 3) == []
    assert (await world.tables.puzzles.weekly.schedule(GUILD, day=3, **PLACE)).number == 2


async def test_what_cannot_be_posted_is_known_until_another_channel_is_set(world: World) -> None:
    await world.tables.puzzles.weekly.schedule(GUILD, day=None, **PLACE)
    await world.clock.run_due()
    (week,) = await world.tables.puzzles.weekly.untold()
    await world.tables.puzzles.weekly.end(week, delivered=False)
    world.later(hours=7)
    assert (await world.tables.puzzles.weekly.server(GUILD)).barred
    assert await world.tables.puzzles.weekly.untold() == ()
    assert not (await world.tables.puzzles.weekly.schedule(GUILD, day=None, **PLACE | {"channel": 21})).barred
    assert await weeks_later(world) == [(week.id + 1, False)], "nobody saw the first one"


async def test_old_ones_are_deleted_with_their_answers(world: World) -> None:
    week = await begun(world)
    await world.solve(week.id, 2, choice=right(week))
    await world.tables.puzzles.weekly.unschedule(GUILD, by=1)
    await weeks_later(world)
    world.later(hours=(PUZZLES_KEPT + 2 * WEEK).total_seconds() / 3600)
    await world.beat()
    assert await world.newest_puzzle(GUILD) is None
    assert await world.answer_of(week.id, 2) is None
