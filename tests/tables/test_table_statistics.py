"""Records and leaderboards of a server: made of finished games alone, for those who finished them."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from datetime import timedelta

import msgspec
import pytest
from finished_games import ELSEWHERE, HERE, NOW, finished
from table_house import SHORT, House, naming, person
from units import writing

from bot.games import registry
from bot.store.records import LogRow
from bot.tables.model import Status
from bot.tables.stats import Record

GAME = "six_nimmt"


async def record(house: House, user: int, guild: int = HERE) -> Record:
    (found,) = await house.tables.statistics.records(guild, user)
    return found


async def test_a_played_game_is_counted_with_its_last_move(house: House) -> None:
    moment = await house.game(3, SHORT)
    assert await house.tables.statistics.records(7, 1) == ()
    moment = await house.play_out(moment, random.Random(1))
    results = await house.tables.results.at(moment.table.id)
    for number in (1, 2, 3):
        seat = moment.table.seat_of(number)
        assert seat is not None
        tally = (await record(house, number)).tally
        place, points = results[seat].place, results[seat].points
        assert (tally.games, tally.place, tally.seats, tally.best) == (1, place, 3, points)
        assert tally.wins == (place == 1)
    board = await house.tables.statistics.leaderboard(HERE, GAME)
    assert [each.place for each in board] == sorted(row.place for row in results)
    await house.restart()
    assert await house.tables.statistics.leaderboard(HERE, GAME) == board


async def test_a_seat_that_was_taken_over_counts_for_who_finished(house: House) -> None:
    """Of two who leave one is replaced by a person and one by a computer."""
    moment = await house.play_on(await house.game(4, SHORT), 6, random.Random(2))
    table = moment.table.id
    for number in (3, 4):
        await house.tables.seats.leave(table, person(number), key=house.key())
    left = {sitter.away: sitter.seat for sitter in (await house.tables.queries.table(table)).absent}
    await house.tables.seats.take_seat(table, person(9), left[3], key=house.key())
    await house.tables.computers.stand_in(table, person(1), left[4], "easy", naming, key=house.key())
    moment = await house.tables.queries.now_at(table)
    while moment.table.status is Status.PLAYING:
        moment = await house.step(moment)
    counted = {user: len(await house.tables.statistics.records(HERE, user)) for user in (1, 2, 3, 4, 9)}
    assert counted == {1: 1, 2: 1, 3: 0, 4: 0, 9: 1}
    assert {each.tally.user for each in await house.tables.statistics.leaderboard(HERE, GAME)} == {1, 2, 9}


async def test_a_leaderboard_counts_games_among_people_only(house: House) -> None:
    await finished(house.store, [1, 2], [5, 9], day=1)
    await finished(house.store, [1, None], [5, 9], day=2)
    await finished(house.store, [3, None], [5, 9], day=3)
    board = await house.tables.statistics.leaderboard(HERE, GAME)
    assert [(each.place, each.tally.user, each.tally.games) for each in board] == [(1, 1, 1), (2, 2, 1)]
    alone = await record(house, 3)
    assert (alone.tally.games, alone.rating) == (1, None)
    assert (await record(house, 1)).tally.games == 2
    assert (await record(house, 1)).rating == board[0].rating


async def test_equal_ratings_share_their_place(house: House) -> None:
    await finished(house.store, [1, 2, 3], [5, 5, 9])
    places = [(each.place, each.tally.user) for each in await house.tables.statistics.leaderboard(HERE, GAME)]
    assert places == [(1, 1), (1, 2), (3, 3)]


async def test_nothing_crosses_to_another_server(house: House) -> None:
    await finished(house.store, [1, 2], [5, 9], day=1, names=["Kim here", "Ben"])
    await finished(house.store, [1, 3], [99, 9], day=2, guild=ELSEWHERE, names=["Kim there", "Cid"])
    here, there = await record(house, 1), await record(house, 1, ELSEWHERE)
    assert (here.tally.name, here.tally.best) == ("Kim here", 5)
    assert (there.tally.name, there.tally.best) == ("Kim there", 99)
    assert {each.tally.user for each in await house.tables.statistics.leaderboard(HERE, GAME)} == {1, 2}
    assert await house.tables.statistics.records(HERE, 3) == ()


async def test_who_hides_is_on_no_leaderboard_and_counts_for_the_others(house: House) -> None:
    await finished(house.store, [1, 2, 3], [3, 5, 9], day=1)
    await finished(house.store, [1, 2], [9, 5], day=2)
    before = {each.tally.user: each.rating for each in await house.tables.statistics.leaderboard(HERE, GAME)}
    async with writing(house.store) as tx:
        await tx.people.remember(1, "Kim", "en")
    await house.tables.preferences.change(1, lambda wishes: msgspec.structs.replace(wishes, listed=False))
    after = await house.tables.statistics.leaderboard(HERE, GAME)
    assert [(each.place, each.tally.user) for each in after] == [(1, 2), (2, 3)]
    assert {each.tally.user: each.rating for each in after} == {2: before[2], 3: before[3]}
    assert not (await record(house, 1)).tally.listed
    await house.tables.preferences.change(1, lambda wishes: msgspec.structs.replace(wishes, listed=True))
    assert len(await house.tables.statistics.leaderboard(HERE, GAME)) == 3


async def test_the_usual_answer_is_that_of_the_person_in_the_seat(house: House) -> None:
    """Two who answer each other: one after half an hour, the other after two."""
    at, log = NOW, list[LogRow]()
    for turn in range(12):
        at += timedelta(minutes=120 if turn % 2 else 30)
        log.append(LogRow(turn + 1, turn % 2, turn, b"{}", False, False, at))
    await finished(house.store, [1, 2], [5, 9], log=log)
    assert await house.tables.statistics.usual_answer(HERE, GAME, 1) == timedelta(minutes=30)
    assert await house.tables.statistics.usual_answer(HERE, GAME, 2) == timedelta(minutes=120)
    assert await house.tables.statistics.usual_answer(HERE, GAME, 3) is None
    assert await house.tables.statistics.usual_answer(ELSEWHERE, GAME, 1) is None


async def paused(house: House, table: int) -> None:
    await house.tables.pauses.pause(table, person(1), key=house.key())
    house.later(days=2)
    await house.tables.pauses.resume(table, person(1), key=house.key())


async def away(house: House, table: int) -> None:
    await house.tables.reminders.go_away(2, house.time + timedelta(days=2))
    house.later(days=2)


async def back_early(house: House, table: int) -> None:
    await house.tables.reminders.go_away(2, house.time + timedelta(days=9))
    house.later(days=2)
    await house.tables.reminders.go_away(2, None)


async def away_and_paused(house: House, table: int) -> None:
    """The game rests for the end of the vacation and a day more."""
    await house.tables.reminders.go_away(2, house.time + timedelta(days=2))
    house.later(days=1)
    await paused(house, table)


@pytest.mark.parametrize(("rest", "days"), [(paused, 0), (away, 2), (back_early, 2), (away_and_paused, 1)])
async def test_rests_and_vacations_are_no_time_to_answer(
    house: House, rest: Callable[[House, int], Awaitable[None]], days: int
) -> None:
    """Who stays lets others wait on those days of the other one's vacation on which the game doesn't rest."""
    moment = await house.game(2, SHORT)
    table = moment.table.id
    while moment.table.status is Status.PLAYING:
        if len(registry.game(GAME).decisions(moment.state)) == 2:
            house.later(minutes=20)
            await rest(house, table)
            house.later(minutes=10)
            moment = await house.step(await house.tables.queries.now_at(table))
        moment = await house.step(moment)
    await house.restart()
    assert await house.tables.statistics.usual_answer(HERE, GAME, 2) == timedelta(minutes=30)
    assert await house.tables.statistics.usual_answer(HERE, GAME, 1) == timedelta(days=days, minutes=30)
