"""However long a game has become, what is looked at after each move reads only the end of its log."""

from __future__ import annotations

import random

import pytest
from table_house import House

from bot.games import registry
from bot.games.thurn_and_taxis.moves import TaxisOptions
from bot.store.records import LogRow
from bot.store.tables import Log
from bot.tables.model import Moment
from bot.tables.policy import RECALLED

MOVES = 250


async def played(house: House) -> Moment:
    """A game of small moves that has gone on for a while."""
    moment = await house.game(4, TaxisOptions(), game="thurn_and_taxis")
    return await house.play_on(moment, MOVES, random.Random(5))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each look into the log has brought so far."""
    counted: list[int] = []
    between = Log.between

    async def counting(log: Log, table: int, after: int, upto: int) -> tuple[LogRow, ...]:
        rows = await between(log, table, after, upto)
        counted.append(len(rows))
        return rows

    monkeypatch.setattr(Log, "between", counting)
    return counted


async def look(house: House, moment: Moment) -> None:
    """What board, panel and the post that is put away ask for after a move."""
    table = moment.table.id
    opening = await house.tables.queries.opening(table, moment.version)
    await house.tables.queries.closing(table, opening.version - 1)
    await house.tables.queries.taken_back(table, opening.version, moment.version)
    for user in range(1, 5):
        await house.tables.undo.may_undo(table, user)


async def test_the_posts_of_a_long_game_read_only_its_last_moves(house: House, read: list[int]) -> None:
    moment = await played(house)
    read.clear()
    await look(house, moment)
    assert 0 < sum(read) < MOVES // 5


async def test_after_a_restart_the_log_is_read_once(house: House, read: list[int]) -> None:
    moment = await played(house)
    await house.restart()
    read.clear()
    await look(house, moment)
    assert [rows for rows in read if rows > RECALLED] == [MOVES]


async def test_pages_one_after_the_other_read_each_move_once(house: House, read: list[int]) -> None:
    moment = await played(house)
    await house.restart()
    pages = await house.tables.queries.milestones(moment.table.id)
    read.clear()
    found = [await house.tables.queries.moment(moment.table.id, version) for version in pages]
    assert [page.version for page in found] == list(pages)
    assert sum(read) == pages[-1] > MOVES // 2


async def test_what_is_recalled_across_steps_taken_back_is_what_was_played(house: House) -> None:
    """In every order of asking, whatever is remembered."""
    rng = random.Random(7)
    moment = await house.game(2, TaxisOptions(), game="thurn_and_taxis")
    seen = [moment]
    for _ in range(60):
        users = [user for user in (1, 2) if await house.tables.undo.may_undo(moment.table.id, user)]
        if users and rng.random() < 0.4:
            moment = (await house.tables.undo.undo(moment.table.id, users[0], key=house.key())).moment
        else:
            moment = await house.play_on(moment, 1, rng)
        seen.append(moment)
    game = registry.game(moment.table.game)
    assert await house.tables.queries.taken_back(moment.table.id, 0, moment.version)
    for _ in range(3):
        await house.restart()
        for earlier in rng.sample(seen, len(seen)):
            found = await house.tables.queries.moment(moment.table.id, earlier.version)
            assert (game.encode(found.state), found.turn) == (game.encode(earlier.state), earlier.turn)
