"""Tables that move, the numbers of those that get a thread, and when a thread is looked after."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_house import SHORT, House, person
from watched_house import Watched, watched

from bot.games.contract import Refusal
from bot.store.records import NoticeKind
from bot.tables.model import Table, Thread

ELSEWHERE = 900


async def threaded(house: House, thread: Thread = Thread.OWN) -> Table:
    """A lobby of two in a thread."""
    table = await house.tables.lobby.open(
        "six_nimmt", SHORT, person(1), guild=7, channel=700, locale="en", key=house.key(), thread=thread
    )
    return await house.tables.lobby.join(table.id, person(2), key=house.key())


async def test_a_reserved_number_is_that_of_its_table_and_of_no_other(house: House) -> None:
    number = await house.tables.threads.number(7)
    assert (await house.lobby()).id == number + 1
    table = await house.tables.lobby.open(
        "six_nimmt", SHORT, person(1), guild=7, channel=700, locale="en", key=house.key(), number=number
    )
    assert table.id == number
    assert (await house.lobby(channel=701)).id == number + 2
    await house.restart()
    assert await house.tables.threads.number(7) == number + 3


async def test_a_lobby_and_a_game_go_on_where_their_host_brings_them(house: House) -> None:
    lobby = await house.lobby(2)
    await house.deliver(lobby.id)
    moved = await house.tables.threads.move(lobby.id, person(1), channel=ELSEWHERE, key=house.key())
    assert (moved.channel, moved.sitters) == (ELSEWHERE, lobby.sitters)
    assert await house.notices(lobby.id) == [("lobby", None, 0)]
    moment = (await house.tables.play.start(lobby.id, person(1), key=house.key())).moment
    await house.deliver(lobby.id)
    key = house.key()
    for _ in range(2):
        await house.tables.threads.move(
            lobby.id, person(1), channel=ELSEWHERE + 1, thread=Thread.FOREIGN, key=key
        )
    assert await house.notices(lobby.id) == [("repeat", None, 0)]
    assert await house.tables.queries.table_in(500) is await house.tables.queries.table_in(ELSEWHERE) is None
    after = await house.step(moment)
    assert (after.table.channel, after.table.thread) == (ELSEWHERE + 1, Thread.FOREIGN)


async def test_a_table_is_moved_by_its_host_alone_and_to_a_free_channel(house: House) -> None:
    table = await house.lobby(2)
    await house.lobby(1, channel=ELSEWHERE)
    before = house.dump()
    for mover, channel, refusal in (
        (person(2), 901, "not_host"),
        (person(1), ELSEWHERE, "channel_busy"),
        (person(1), 500, "channel_busy"),
    ):
        with pytest.raises(Refusal, match=refusal):
            await house.tables.threads.move(table.id, mover, channel=channel, key=house.key())
    assert house.dump() == before
    await house.tables.play.end(table.id, person(1), moderator=False, key=house.key())
    with pytest.raises(Refusal, match="over"):
        await house.tables.threads.move(table.id, person(1), channel=901, key=house.key())


async def looked_after(house: Watched, days: float) -> list[float]:
    """On which days from now on something is to be done about a thread."""
    found: list[float] = []
    for half in range(1, round(days * 2) + 1):
        house.later(hours=12)
        await house.clock.run_due()
        for table in await house.tables.outbox.with_notices():
            found += [half / 2 for notice in await house.deliver(table) if notice.kind is NoticeKind.THREAD]
    return found


@pytest.mark.parametrize(("thread", "after"), [(Thread.OWN, [1.0]), (Thread.FOREIGN, [])])
async def test_a_thread_is_looked_after_every_six_days_and_our_own_once_more_a_day_after_the_end(
    tmp_path: Path, thread: Thread, after: list[float]
) -> None:
    """Also while the game rests."""
    async with watched(tmp_path) as house:
        table = await threaded(house, thread)
        moment = (await house.tables.play.start(table.id, person(1), key=house.key())).moment
        assert await looked_after(house, 7) == [6]
        await house.tables.pauses.pause(moment.table.id, person(1), key=house.key())
        await house.restart()
        assert await looked_after(house, 12) == [5, 11]
        await house.tables.play.end(table.id, person(1), moderator=False, key=house.key())
        assert await looked_after(house, 14) == after


async def test_a_table_that_leaves_its_thread_has_none_to_look_after(tmp_path: Path) -> None:
    async with watched(tmp_path) as house:
        table = await threaded(house)
        await house.tables.threads.move(table.id, person(1), channel=ELSEWHERE, key=house.key())
        assert await looked_after(house, 8) == []


async def test_a_rematch_in_the_same_thread_is_in_our_thread_too(house: House) -> None:
    table = await threaded(house)
    await house.tables.play.end(table.id, person(1), moderator=False, key=house.key())
    again = await house.tables.lobby.rematch(table.id, person(2), key=house.key())
    assert (again.channel, again.thread) == (table.channel, Thread.OWN)
    await house.tables.play.end(again.id, person(2), moderator=False, key=house.key())
    number = await house.tables.threads.number(7)
    apart = await house.tables.lobby.rematch(
        again.id, person(2), key=house.key(), own_thread=800, number=number
    )
    assert (apart.id, apart.channel, apart.thread) == (number, 800, Thread.OWN)
