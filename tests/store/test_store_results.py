"""What every store must do with the results of finished games, whatever database it speaks to."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import finished_games
from units import reading, writing

from bot.store import Store
from bot.store.records import DiaryEntry, PastGame, PersonRow, ResultRow, Scored, SeatRow, Status, TableRow

NOW = datetime(2026, 5, 4, 3, 2, 1, 123456, tzinfo=UTC)
HERE, ELSEWHERE = 7, 8


async def finished(
    store: Store,
    points: int = 0,
    *,
    setup: str = "a",
    guild: int = HERE,
    channel: int = 5,
    day: int = 0,
    lowest_wins: bool = False,
) -> Scored:
    """The result of a game for one, by the person of this number of points."""
    row = TableRow(
        game="alone",
        guild=guild,
        channel=channel,
        status=Status.FINISHED,
        host=1,
        options=b"{}",
        locale="en",
        created=NOW,
        updated=NOW,
    )
    sitter = SeatRow(0, 1000 + points, f"Person {points}")
    async with writing(store) as tx:
        table = await tx.tables.add(row)
        await tx.seats.put(table.id, [sitter])
        result = ResultRow(
            table=table.id,
            seat=0,
            game="alone",
            guild=guild,
            place=1,
            points=points,
            lowest_wins=lowest_wins,
            setup=setup,
            at=NOW + timedelta(days=day),
        )
        await tx.results.put(table.id, [result])
    return Scored(result, sitter)


async def test_results_come_back_in_seat_order_and_are_replaced_as_a_whole(store: Store) -> None:
    first = (await finished(store)).result
    second = replace(first, seat=1, place=2, points=-4, lowest_wins=True)
    async with writing(store) as tx:
        await tx.results.put(first.table, [second, first])
        assert await tx.results.at(first.table) == (first, second)
        await tx.results.put(first.table, [second])
        assert await tx.results.at(first.table) == (second,)
        assert await tx.results.at(first.table + 1) == ()


async def test_finished_tables_without_results_are_found_in_order(store: Store) -> None:
    tables = [(await finished(store)).result.table for _ in range(4)]
    async with writing(store) as tx:
        for table in tables[:3]:
            await tx.results.put(table, [])
        lobby = await tx.tables.get(tables[0])
        assert lobby is not None
        await tx.tables.put(replace(lobby, status=Status.ABANDONED))
        assert await tx.results.missing(0, 9) == tuple(tables[1:3])
        assert await tx.results.missing(0, 1) == (tables[1],)
        assert await tx.results.missing(tables[1], 9) == (tables[2],)


async def test_the_best_of_a_setup_come_first_and_of_equal_ones_the_earlier(store: Store) -> None:
    late = await finished(store, 20, day=3)
    best = await finished(store, 30, day=2)
    early = await finished(store, 20, day=1)
    await finished(store, 99, guild=ELSEWHERE)
    await finished(store, 98, setup="b")
    async with reading(store) as tx:
        assert await tx.results.of_setup(HERE, "alone", "a", 9) == (best, early, late)
        assert await tx.results.of_setup(HERE, "alone", "a", 1) == (best,)
        assert await tx.results.of_setup(HERE, "other", "a", 9) == ()


async def test_where_the_lowest_wins_fewer_points_are_better(store: Store) -> None:
    many = await finished(store, 20, lowest_wins=True)
    few = await finished(store, 10, lowest_wins=True)
    async with reading(store) as tx:
        assert await tx.results.of_setup(HERE, "alone", "a", 9) == (few, many)
        assert await tx.results.rank(few.result) == (1, 2)


async def test_a_rank_is_that_of_its_day_and_equal_points_share_it(store: Store) -> None:
    first = await finished(store, 10)
    equal = await finished(store, 10)
    better = await finished(store, 11, day=1)
    last = await finished(store, 9, day=2)
    await finished(store, 99, day=1, guild=ELSEWHERE)
    await finished(store, 98, day=1, setup="b")
    async with reading(store) as tx:
        ranks = [await tx.results.rank(each.result) for each in (first, equal, better, last)]
    assert ranks == [(1, 1), (1, 2), (1, 3), (4, 4)]


async def test_each_setup_has_its_best_and_the_one_played_last_comes_first(store: Store) -> None:
    best = await finished(store, 30, day=1)
    other = await finished(store, 99, setup="b", day=2)
    await finished(store, 20, day=3)
    await finished(store, 10, setup="")
    await finished(store, 98, setup="c", guild=ELSEWHERE)
    async with reading(store) as tx:
        found = await tx.results.setups(HERE, "alone", 9)
        assert [(each.best, each.games) for each in found] == [(best, 2), (other, 1)]
        assert await tx.results.setups(HERE, "alone", 1) == found[:1]


async def test_the_newest_result_of_a_channel_is_one_with_a_setup(store: Store) -> None:
    await finished(store, 1, day=1)
    newest = await finished(store, 2, day=2, setup="b")
    await finished(store, 3, day=3, setup="")
    await finished(store, 4, day=3, channel=6)
    async with reading(store) as tx:
        assert await tx.results.newest_in(5, "alone") == newest.result
        assert await tx.results.newest_in(5, "other") is None


async def test_who_sat_there_is_told_by_the_seats_alone(store: Store) -> None:
    """So a person who is to be forgotten is forgotten there."""
    scored = await finished(store, 5)
    nobody = replace(scored.sitter, user=None, name="")
    async with writing(store) as tx:
        await tx.seats.put(scored.result.table, [nobody])
        assert await tx.results.of_setup(HERE, "alone", "a", 9) == (Scored(scored.result, nobody),)


async def test_all_results_of_a_game_come_with_what_is_needed_to_count_them(store: Store) -> None:
    """Table by table as they ended; whoever has set nothing has the empty settings."""
    late = await finished_games.finished(store, [11, None], [3, 4], day=2, options=b'{"limit":30}')
    early = await finished_games.finished(store, [12, 11], [5, 5], day=1)
    await finished_games.finished(store, [11], [9], guild=ELSEWHERE)
    await finished_games.finished(store, [11], [9], game="noria")
    async with writing(store) as tx:
        await tx.people.put(PersonRow(11, "Kim", "en", settings=b'{"listed":false}'))
        found = await tx.results.finished(HERE, "six_nimmt")
        assert await tx.results.finished(HERE, "thurn_and_taxis") == ()
    assert [(row.result.table, row.result.seat, row.user, row.name) for row in found] == [
        (early, 0, 12, "Person 12"),
        (early, 1, 11, "Person 11"),
        (late, 0, 11, "Person 11"),
        (late, 1, None, "normal 1"),
    ]
    assert [row.settings for row in found] == [b"{}", b'{"listed":false}', b'{"listed":false}', b"{}"]
    assert [row.options for row in found] == [b"{}", b"{}", b'{"limit":30}', b'{"limit":30}']


async def test_the_diary_keeps_one_entry_of_each_person_and_no_empty_one(store: Store) -> None:
    table = await finished_games.finished(store, [11, 12], [3, 4])
    first, second = DiaryEntry(table, 12, 5, "Again!"), DiaryEntry(table, 11, line="犬も勝った")
    async with writing(store) as tx:
        for entry in (DiaryEntry(table, 12, 1, "Hm."), first, second):
            await tx.diary.put(entry)
        assert await tx.diary.at(table) == (second, first)
        await tx.diary.put(DiaryEntry(table, 11))
        assert await tx.diary.at(table) == (first,)
        assert await tx.diary.at(table + 1) == ()


async def test_past_games_are_those_of_a_server_or_of_a_person_there_newest_first(store: Store) -> None:
    early = await finished_games.finished(store, [11, 12], [3, 4], day=1)
    latest = await finished_games.finished(store, [12, None], [3, 4], day=3, game="noria")
    late = await finished_games.finished(store, [11, 13], [3, 4], day=2)
    await finished_games.finished(store, [11], [1], guild=ELSEWHERE)
    async with writing(store) as tx:
        row = await tx.tables.get(late)
        assert row is not None
        await tx.tables.put(replace(row, channel=6))
        await tx.tables.set_parent(6, 60)
    everything = (
        PastGame(latest, "noria", 5, None),
        PastGame(late, "six_nimmt", 6, 60),
        PastGame(early, "six_nimmt", 5, None),
    )
    async with reading(store) as tx:
        assert await tx.diary.games(HERE) == everything
        assert await tx.diary.games(HERE, 11) == everything[1:]
        assert await tx.diary.games(HERE, 14) == ()
