"""Old tables are deleted with all that belongs to them: a few at a time, once, after so many days."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from finished_games import NOW, finished
from table_house import CHANNEL, House, person
from units import writing

from bot.games.contract import Refusal
from bot.store.records import Status, TableRow, Timer
from bot.tables.clock import Clock
from bot.tables.model import DiaryEntry
from bot.tables.policy import AUDITED, DELETED, HEARTBEAT
from bot.tables.retention import Keeping


async def never(awaitable: object, *, reason: str) -> None:
    """The tests look by themselves."""
    raise AssertionError(reason)


def clock_of(house: House, keeping: Keeping) -> Clock:
    return Clock(house.store, house.tables, now=lambda: house.time, wait=never, keeping=keeping)


async def beat(house: House, keeping: Keeping) -> None:
    """The next heartbeat."""
    async with writing(house.store) as tx:
        await tx.timers.put(Timer(0, "heartbeat", house.time))
    await clock_of(house, keeping).run_due()
    house.time += HEARTBEAT


def filled(house: House) -> set[str]:
    """The tables of the schema that hold anything, but for what concerns no table of a game."""
    with closing(sqlite3.connect(house.path)) as connection:
        names = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        full = {name for name in names if connection.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone()}
    return full - {"sqlite_sequence", "meta", "people", "audit", "timers"}


async def test_a_table_goes_with_all_that_belongs_to_it(house: House) -> None:
    moment = await house.game()
    await house.tables.seats.leave(moment.table.id, person(3), key=house.key())
    await house.tables.spectators.watch(moment.table.id, 9)
    over = (await house.play_out(await house.tables.queries.now_at(moment.table.id), random.Random(4))).table
    await house.tables.diary.write(over.id, 1, lambda entry: DiaryEntry(entry.table, entry.user, 5))
    await house.tables.unread.looked(over, 2)
    lobby = await house.lobby(2)
    await house.tables.play.end(lobby.id, person(1), moderator=False, key=house.key())
    house.later(days=89)
    await beat(house, Keeping(90, 90))
    assert len([await house.tables.queries.table(table) for table in (over.id, lobby.id)]) == 2
    house.later(days=1)
    await beat(house, Keeping(90, 90))
    assert filled(house) == set()
    with pytest.raises(Refusal, match="no_table"):
        await house.tables.queries.table(over.id)
    assert await house.tables.queries.table_in(CHANNEL) is None
    assert await house.tables.diary.past_games(7) == ()
    assert (await house.lobby()).id > lobby.id


async def test_what_is_under_way_or_to_be_kept_for_ever_stays(house: House) -> None:
    moment = await house.game()
    over = await finished(house.store, [1, 2], [3, 4])
    house.later(days=4000)
    for keeping in (Keeping(), Keeping(1, 0)):
        await beat(house, keeping)
        assert (await house.tables.queries.table(moment.table.id)).status is Status.PLAYING
        assert len(await house.tables.results.at(over)) == 2
    await beat(house, Keeping(0, 1))
    assert await house.tables.results.at(over) == ()


async def test_many_go_a_few_at_a_time_and_each_leaves_one_line(house: House) -> None:
    """Also over restarts."""
    many = 2 * DELETED + 1
    async with writing(house.store) as tx:
        for channel in range(many):
            row = TableRow(
                game="six_nimmt",
                guild=7,
                channel=channel,
                status=Status.ABANDONED,
                host=1,
                options=b"{}",
                locale="en",
                created=NOW,
                updated=NOW,
            )
            await tx.tables.add(row)
    house.time = NOW + timedelta(days=91)
    left: list[int] = []
    for _ in range(4):
        await beat(house, Keeping())
        await house.restart()
        with closing(sqlite3.connect(house.path)) as connection:
            left += connection.execute("SELECT count(*) FROM tables").fetchone()
            noted = connection.execute("SELECT table_id FROM audit WHERE act = 'deleted'").fetchall()
        assert len(set(noted)) == len(noted) == many - left[-1]
    assert left == [many - DELETED, 1, 0, 0]
    house.time += AUDITED
    await beat(house, Keeping())
    assert await house.tables.audit.newest(7) == ()
