"""The results of a game: written with its last move, the same as its ranking, none of what was broken off."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from unittest.mock import patch

import pytest
from results_told import told_by_the_ranking
from table_house import SHORT, House, person

from bot.games import registry
from bot.games.noria.moves import EndTurn, NoriaOptions
from bot.store.errors import StoreError
from bot.store.records import ResultRow
from bot.store.results import Results
from bot.tables.model import Moment, Status
from tests.games.noria.sample import START


async def kept(house: House) -> dict[int, tuple[ResultRow, ...]]:
    """The results of the first few tables that have any."""
    found = {table: await house.tables.results.at(table) for table in range(1, 6)}
    return {table: rows for table, rows in found.items() if rows}


async def alone(house: House, options: NoriaOptions | None = None) -> Moment:
    """A finished game of Noria for one, who only ends turns."""
    moment = await house.game(1, options or NoriaOptions(start=START), game="noria")
    seat = next(iter(registry.game("noria").decisions(moment.state)))
    while moment.table.status is Status.PLAYING:
        moment = (await house.act(moment, seat, EndTurn())).moment
    return moment


async def test_the_results_are_the_ranking_and_tell_where_and_when(house: House) -> None:
    moment = await house.game(4)
    house.later(days=3)
    moment = await house.play_out(moment, random.Random(1))
    rows = await house.tables.results.at(moment.table.id)
    assert rows == told_by_the_ranking(moment)
    assert {(row.game, row.guild, row.at, row.setup, row.lowest_wins) for row in rows} == {
        ("six_nimmt", 7, house.time, "", True)
    }


async def test_the_last_move_and_the_results_are_one_transaction(house: House) -> None:
    """A move whose results can't be kept is not accepted either."""
    moment = await house.game(2)
    broken = patch.object(Results, "put", side_effect=StoreError("full"))
    with broken, pytest.raises(StoreError):
        await house.play_out(moment, random.Random(2))
    table = await house.tables.queries.table(moment.table.id)
    assert (table.status, await kept(house)) == (Status.PLAYING, {})
    moment = await house.play_out(await house.tables.queries.now_at(table.id), random.Random(2))
    assert await house.tables.results.at(table.id) == told_by_the_ranking(moment)


@pytest.mark.parametrize("by_the_host", [True, False])
async def test_what_is_broken_off_has_no_results(house: House, by_the_host: bool) -> None:
    moment = await house.play_on(await house.game(2), 5, random.Random(3))
    if by_the_host:
        await house.tables.play.end(moment.table.id, person(1), moderator=False, key=house.key())
    else:
        for number in (1, 2):
            await house.tables.seats.leave(moment.table.id, person(number), key=house.key())
    assert (await house.tables.queries.table(moment.table.id)).status is Status.ABANDONED
    assert await house.tables.results.write_missing_results() == 0
    assert await kept(house) == {}


async def test_results_that_are_missing_are_written_as_they_had_been(house: House) -> None:
    """Games that ended before there were results; one whose game is gone is passed over."""
    for channel, people in ((1, 2), (2, 3), (3, 2)):
        await house.play_out(await house.game(people, SHORT, channel), random.Random(channel))
        house.later(hours=5)
    await house.game(2, SHORT, 4)
    before = await kept(house)
    with closing(sqlite3.connect(house.path)) as connection, connection:
        connection.execute("DELETE FROM results")
        connection.execute("UPDATE tables SET game = 'gone' WHERE id = 2")
    await house.restart()
    with patch("bot.tables.results.BATCH", 2):
        assert await house.tables.results.write_missing_results() == 2
    assert await kept(house) == {table: before[table] for table in (1, 3)}
    assert await house.tables.results.write_missing_results() == 0


async def test_a_start_position_can_be_compared_with_itself(house: House) -> None:
    """The same position in another spelling is the same; two who play have none."""
    first = await alone(house)
    turned = START.replace("7, 4(x), 2, 8, 9", "2, 8, 9, 7, 4(x)").lower()
    second = await alone(house, NoriaOptions(start=turned))
    await alone(house, NoriaOptions(start=START.replace("J1, C2", "C1, J2")))
    (row,), (again,) = [await house.tables.results.at(each.table.id) for each in (first, second)]
    assert row.setup == again.setup != ""
    assert await house.tables.results.newest_setup(first.table.channel, "noria") not in ("", row.setup)
    best = await house.tables.results.best_with(7, "noria", row.setup, 9)
    assert [scored.result.table for scored in best] == [first.table.id, second.table.id]
    assert await house.tables.results.rank_of(again) == (1, 2)
    setups = await house.tables.results.setups_of(7, "noria", 9)
    assert [each.games for each in setups] == [1, 2]
