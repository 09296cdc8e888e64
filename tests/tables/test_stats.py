"""Results, statistics and ratings of finished games."""

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from finished_games import ELSEWHERE, HERE, NOW, finished
from table_world import Calls, World, ranking

from bot.games import registry
from bot.games.noria.moves import EndTurn, NoriaOptions
from bot.store.errors import StoreError
from bot.store.results import Results
from bot.tables import stats
from bot.tables.feats import Past
from bot.tables.model import Finish, LogRow, Moment, ResultRow, Status
from bot.tables.stats import (
    Record,
    Variant,
    answers,
    games_of,
    people_in,
    tallied,
)
from tests.games.noria.sample import START as ISLANDS


async def alone(world: World, start: str = ISLANDS) -> Moment:
    """A finished game of Noria for one, who only ends turns."""
    moment = await world.game(1, NoriaOptions(start=start), game="noria")
    while moment.table.status is Status.PLAYING:
        moment = (await world.act(moment, 0, EndTurn())).moment
    return moment


async def test_the_results_are_the_ranking_and_tell_where_and_when(world: World) -> None:
    moment = await world.game(4)
    world.later(days=3)
    moment = await world.play_out(moment, 1)
    rows = await world.tables.results.at(1)
    knows = [await world.tables.results.has_finished(user, "six_nimmt") for user in (1, 4, 5)]
    assert (knows, await world.tables.results.has_finished(1, "noria")) == ([True, True, False], False)
    assert [row.seat for row in rows] == [0, 1, 2, 3]
    assert await world.results() == ranking(moment)
    assert {(row.game, row.guild, row.at, row.setup, row.lowest_wins) for row in rows} == {
        ("six_nimmt", 7, world.time, "", True)
    }


async def test_new_to_a_game_is_who_has_neither_finished_one_nor_moved_at_the_table(world: World) -> None:
    """Who takes the seat of another one has not moved there."""
    moment = await world.choose(await world.game(3), 1)
    assert [await world.tables.results.is_new(moment.table, user) for user in (1, 2)] == [True, False]
    await world.leave(1, 2)
    table = await world.take_seat(1, 4, 1)
    assert await world.tables.results.is_new(table, 4)
    await world.play_out(await world.now(), 1)
    other = await world.game([1, 5])
    assert [await world.tables.results.is_new(other.table, user) for user in (1, 5)] == [False, True]


async def test_the_last_move_and_the_results_are_one_transaction(world: World) -> None:
    """A move whose results can't be kept is not accepted either."""
    moment = await world.game(2)
    broken = patch.object(Results, "put", side_effect=StoreError("full"))
    with broken, pytest.raises(StoreError):
        await world.play_out(moment, 2)
    assert ((await world.table()).status, await world.results()) == (Status.PLAYING, [])
    moment = await world.play_out(await world.now(), 2)
    assert await world.results() == ranking(moment)


@pytest.mark.parametrize("ends", [(("end", 1),), (("leave", 1, 1), ("leave", 1, 2))])
async def test_what_is_broken_off_has_no_results(world: World, ends: Calls) -> None:
    await world.play_on(await world.game(2), 5, random.Random(3))
    await world.carry_out(ends)
    table = await world.table()
    assert (table.status, table.secret is None) == (Status.ABANDONED, False)
    assert await world.write_missing_results() == 0
    assert await world.results() == []


async def test_results_that_are_missing_are_written_as_they_had_been(world: World) -> None:
    """Games that ended before there were results; one whose game is gone is passed over."""
    for number, people in ((1, 2), (2, 3), (3, 2)):
        await world.play_out(await world.game(people, channel=number), number)
        world.later(hours=5)
    await world.game(2, channel=4)
    before = [await world.tables.results.at(table) for table in (1, 2, 3, 4)]
    with closing(sqlite3.connect(world.file)) as connection, connection:
        connection.execute("DELETE FROM results")
        connection.execute("UPDATE tables SET game = 'gone' WHERE id = 2")
    await world.restart()
    with patch("bot.tables.stats.BATCH", 2):
        assert await world.write_missing_results() == 2
    after = [await world.tables.results.at(table) for table in (1, 2, 3, 4)]
    assert after == [before[0], (), before[2], ()]
    assert await world.write_missing_results() == 0


async def test_a_start_position_can_be_compared_with_itself(world: World) -> None:
    """The same position in another spelling is the same; two who play have none."""
    first = await alone(world)
    turned = ISLANDS.replace("7, 4(x), 2, 8, 9", "2, 8, 9, 7, 4(x)").lower()
    second = await alone(world, turned)
    await alone(world, ISLANDS.replace("J1, C2", "C1, J2"))
    (row,), (again,) = [await world.tables.results.at(each.table.id) for each in (first, second)]
    assert row.setup == again.setup != ""
    assert (await world.newest_in(first.table.channel, "noria")).setup not in ("", row.setup)
    best = await world.best_like(await world.newest_with(7, "noria", row.setup), 9)
    assert [scored.result.table for scored in best] == [first.table.id, second.table.id]
    assert await world.rank_of(again) == (1, 2)
    setups = await world.setups_of(7, "noria", 9)
    assert [each.games for each in setups] == [1, 2]


GAME = "six_nimmt"


async def record(world: World, user: int, guild: int = HERE) -> Record:
    (found,) = await world.records(guild, user)
    return found


async def test_a_played_game_is_counted_with_its_last_move(world: World) -> None:
    moment = await world.game(3)
    assert await world.records(7, 1) == ()
    await world.play_out(moment, 1)
    results = await world.results()
    for number, (place, points) in enumerate(results, start=1):
        tally = (await record(world, number)).tally
        assert (tally.games, tally.place, tally.seats, tally.best) == (1, place, 3, points)
        assert tally.wins == (place == 1)
    board = await world.leaderboard(HERE, GAME)
    assert [each.place for each in board] == sorted(place for place, _ in results)
    await world.restart()
    assert await world.leaderboard(HERE, GAME) == board


async def test_a_seat_that_was_taken_over_counts_for_who_finished(world: World) -> None:
    """Of two who leave one is replaced by a person and one by a computer."""
    await world.play_on(await world.game(4), 6, random.Random(2))
    for number in (3, 4):
        await world.leave(1, number)
    await world.take_seat(1, 9, 2)
    await world.stand_in(1, 1, 3)
    await world.stepped_out()
    assert [len(await world.records(HERE, user)) for user in (1, 2, 3, 4, 9)] == [1, 1, 0, 0, 1]
    assert {each.tally.user for each in await world.leaderboard(HERE, GAME)} == {1, 2, 9}


async def test_a_leaderboard_counts_games_among_people_and_shares_places(world: World) -> None:
    await finished(world.store, [1, 2, 4], [5, 9, 5], day=1)
    await finished(world.store, [1, None], [5, 9], day=2)
    await finished(world.store, [3, None], [5, 9], day=3)
    board = await world.leaderboard(HERE, GAME)
    places = [(each.place, each.tally.user, each.tally.games) for each in board]
    assert places == [(1, 1, 1), (1, 4, 1), (3, 2, 1)]
    alone = await record(world, 3)
    assert (alone.tally.games, alone.rating) == (1, None)
    own = await record(world, 1)
    assert (own.tally.games, own.rating) == (2, board[0].rating)


async def test_a_leaderboard_is_the_same_however_many_seats_are_read_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a page ends between the seats of a table, and where several ended in the same moment."""
    for day in range(7):
        people = [1 + day % 3, 4, 5 + day % 2][: 2 + day % 2]
        await finished(world.store, people, [5, 9, 3][: len(people)], day=day // 2)
    whole = await world.leaderboard(HERE, GAME)
    assert sum(each.tally.games for each in whole) == 17
    for seats in (4, 5, 17):
        monkeypatch.setattr(stats, "PAGE", seats)
        assert await world.leaderboard(HERE, GAME) == whole


async def test_nothing_crosses_to_another_server(world: World) -> None:
    await finished(world.store, [1, 2], [5, 9], day=1, names=["Kim here", "Ben"])
    await finished(world.store, [1, 3], [99, 9], day=2, guild=ELSEWHERE, names=["Kim there", "Cid"])
    here, there = await record(world, 1), await record(world, 1, ELSEWHERE)
    assert (here.tally.name, here.tally.best) == ("Kim here", 5)
    assert (there.tally.name, there.tally.best) == ("Kim there", 99)
    assert {each.tally.user for each in await world.leaderboard(HERE, GAME)} == {1, 2}
    assert await world.records(HERE, 3) == ()


async def test_who_hides_is_on_no_leaderboard_and_counts_for_the_others(world: World) -> None:
    await finished(world.store, [1, 2, 3], [3, 5, 9], day=1)
    await finished(world.store, [1, 2], [9, 5], day=2)

    async def listed(wanted: bool) -> dict[int, tuple[int, object]]:
        await world.wish(1, listed=wanted)
        board = await world.leaderboard(HERE, GAME)
        return {each.tally.user: (each.place, each.rating) for each in board}

    await world.store.change(lambda tx: tx.people.remember(1, "Kim", "en"))
    before, after = await listed(True), await listed(False)
    assert len(before) == 3
    assert after == {2: (1, before[2][1]), 3: (2, before[3][1])}
    assert not (await record(world, 1)).tally.listed


async def test_earlier_games_are_those_alone_with_the_same_options_and_rules(world: World) -> None:
    """Of who hides there are none."""

    async def played(user: int, points: int, day: int, **more: Any) -> int:
        return await finished(world.store, [user], [points], day=day, game="noria", **more)

    for day, points in enumerate((5, 6, 7, 8)):
        await played(1, points, day)
    await played(2, 50, 5)
    await played(1, 60, 6, options=b'{"bot":"bot_2"}')
    await played(1, 61, 6, rules=2)
    await finished(world.store, [1, 2], [70, 71], day=7, game="noria")
    newest = await played(1, 9, 8)
    await played(1, 10, 9)
    assert (await world.past(HERE, "noria", newest)).earlier == (6, 7, 8)
    await world.store.change(lambda tx: tx.people.remember(1, "Person 1", "en"))
    await world.wish(1, listed=False)
    assert await world.past(HERE, "noria", newest) == Past()


async def test_the_usual_answer_is_that_of_the_person_in_the_seat(world: World) -> None:
    """Two who answer each other, after half an hour and after two hours; of few answers there is none."""
    for game, turns in ((GAME, 12), ("noria", 6)):
        at, log = NOW, list[LogRow]()
        for turn in range(turns):
            at += timedelta(minutes=120 if turn % 2 else 30)
            log.append(LogRow(turn + 1, turn % 2, turn, b"{}", False, False, at))
        await finished(world.store, [1, 2], [5, 9], game=game, log=log)
    asked = [(HERE, GAME, 1), (HERE, GAME, 2), (HERE, GAME, 3), (ELSEWHERE, GAME, 1), (HERE, "noria", 1)]
    half_an_hour, two_hours = timedelta(minutes=30), timedelta(hours=2)
    usual = [await world.usual_answer(*each) for each in asked]
    assert usual == [half_an_hour, two_hours, None, None, None]


PAUSED = (("pause",), ("later", 48), ("resume",))


@pytest.mark.parametrize(
    ("rest", "days"),
    [
        pytest.param(PAUSED, 0, id="a rest"),
        pytest.param((("vacation", 2, 48), ("later", 48)), 2, id="a vacation"),
        pytest.param((("vacation", 2, 216), ("later", 48), ("go_away", 2, None)), 2, id="back early"),
        pytest.param((("vacation", 2, 48), ("later", 24), *PAUSED), 1, id="a rest that outlasts a vacation"),
    ],
)
async def test_rests_and_vacations_are_no_time_to_answer(world: World, rest: Calls, days: int) -> None:
    """Who stays lets others wait on those days of the other one's vacation on which the game doesn't rest."""
    moment = await world.game(2)
    while moment.table.status is Status.PLAYING:
        if len(registry.game(GAME).decisions(moment.state)) == 2:
            world.later(minutes=20)
            await world.carry_out(rest)
            world.later(minutes=10)
            moment = await world.step(await world.now())
        moment = await world.step(moment)
    await world.restart()
    assert await world.usual_answer(HERE, GAME, 2) == timedelta(minutes=30)
    assert await world.usual_answer(HERE, GAME, 1) == timedelta(days=days, minutes=30)


# Counted by hand ----------------------------------------------------------------------------------------

ALL = {1: True, 2: False}


def row(
    table: int, user: int | None, place: int, points: int, *, options: bytes = b"a", lowest_wins: bool = True
) -> Finish:
    game = {"game": "g", "guild": 1, "lowest_wins": lowest_wins, "at": NOW}
    result = ResultRow(table=table, seat=place, place=place, points=points, **game)
    return Finish(result, user, f"name at {table}", b"{}", options, rules=1)


def moves(*made: tuple[int, int, float], automatic: bool = False) -> list[LogRow]:
    """Rows of a log: seat, turn and the minutes since the start."""
    return [
        LogRow(version, seat, turn, b"{}", automatic, False, NOW + timedelta(minutes=minutes))
        for version, (seat, turn, minutes) in enumerate(made, start=1)
    ]


def minutes(times: list[timedelta]) -> list[float]:
    return [time.total_seconds() / 60 for time in times]


def test_games_are_counted_for_people_alone() -> None:
    """A computer takes its place among the players."""
    games = games_of([row(1, 1, 2, 9), row(1, None, 1, 3), row(2, 2, 2, 8), row(2, 1, 1, 4)])
    assert [len(people_in(ended)) for ended in games] == [1, 2]
    found = tallied(games, ALL)
    assert set(found) == {1, 2}
    own = found[1]
    assert (own.games, own.wins, own.place, own.seats, own.points) == (2, 1, 1.5, 2, 6.5)
    assert (own.name, own.listed, found[2].listed) == ("name at 2", True, False)


def test_alone_nothing_is_won_and_no_place_is_taken() -> None:
    """Not even where a bot wheel that has no seat comes first."""
    games = games_of([row(1, 1, 2, 30), row(2, 1, 1, 50), row(3, 1, 1, 40), row(3, 2, 2, 9)])
    own = tallied(games, ALL)[1]
    assert (own.games, own.wins, own.place, own.seats) == (1, 1, 1, 2)
    assert (own.alone, own.points, own.best) == (2, 40, 30)
    hermit = tallied(games[:2], ALL)[1]
    assert (hermit.games, hermit.wins, hermit.place, hermit.seats, hermit.alone) == (0, 0, 0, 0, 2)


def test_the_best_score_is_the_lowest_where_the_lowest_wins() -> None:
    rows = [(1, 9, b"a"), (2, 4, b"b"), (3, 7, b"a")]
    for lowest_wins, best, of_a in ((True, 4, 7), (False, 9, 9)):
        made = [row(table, 1, 1, n, options=way, lowest_wins=lowest_wins) for table, n, way in rows]
        own = tallied(games_of(made), ALL)[1]
        assert own.best == best
        assert own.variants == (Variant(b"a", 2, of_a), Variant(b"b", 1, 4))


# Pace ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("log", "answered"),
    [
        # Neither a choice that is changed nor one of a row of small moves.
        ([(0, 0, 0), (1, 1, 10), (1, 2, 11), (0, 3, 31), (1, 4, 36), (1, 4, 50)], {1: [10, 5], 0: [20]}),
        # Where all choose at once the time runs from the end of the turn before.
        ([(0, 0, 0), (1, 0, 8), (0, 1, 10), (2, 1, 28), (1, 1, 40)], {0: [2], 2: [20]}),
        # Whoever ends a turn of all at once answers in the next one, too.
        ([(0, 0, 0), (1, 0, 5), (0, 1, 6), (1, 1, 11), (1, 2, 13), (0, 2, 20)], {1: [6, 2], 0: [1, 9]}),
    ],
)
def test_an_answer_is_the_first_move_in_a_turn_that_others_began(
    log: list[tuple[int, int, float]], answered: dict[int, list[float]]
) -> None:
    assert {seat: minutes(answers(moves(*log), seat, 0)) for seat in answered} == answered


def test_neither_what_was_made_for_a_seat_counts_nor_what_somebody_did_there_before() -> None:
    log = moves((0, 0, 0), (1, 1, 10), (0, 2, 15), (1, 3, 18))
    assert minutes(answers(log, 1, 2)) == [3]
    made_for = moves((0, 0, 0), (1, 1, 10), automatic=True)
    assert answers(made_for, 1, 0) == []


def test_an_answer_takes_no_longer_than_it_was_owed() -> None:
    """Of rows that don't know it, older ones, all the time counts."""
    log = moves((0, 0, 0), (1, 1, 10), (0, 2, 30), (1, 3, 50))
    log[1] = replace(log[1], owed=timedelta(minutes=4))
    log[3] = replace(log[3], owed=timedelta(minutes=99))
    assert minutes(answers(log, 1, 0)) == [4, 20]
    assert minutes(answers(log, 0, 0)) == [20]
