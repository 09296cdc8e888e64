"""What every store keeps of people who look for others."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from test_store_contract import BIG, a_table, added
from units import reading, writing

from bot.store import Store
from bot.store.records import Gathering, NoticeState, SeatRow, Status, WantedRow

NOW = datetime(2026, 5, 4, 3, 2, 1, 123456, tzinfo=UTC)
ROW = WantedRow(7, BIG, "Ann", 5, "ja", b'{"games":["noria"]}')
GATHERING = Gathering(0, 7, 5, "ja", "noria", (1, BIG), NOW)


async def test_a_wish_is_kept_for_each_person_and_server(store: Store) -> None:
    later = replace(ROW, guild=8, since=NOW, until=NOW + timedelta(microseconds=1))
    sooner = replace(later, user=3, since=NOW - timedelta(hours=1), until=None)
    async with writing(store) as tx:
        for row in (ROW, later, sooner):
            await tx.wanted.put(row)
    async with reading(store) as tx:
        assert await tx.wanted.get(7, BIG) == ROW
        assert await tx.wanted.get(8, BIG) == later
        assert await tx.wanted.get(7, 3) is None
        assert await tx.wanted.looking() == (sooner, later)


async def test_a_gathering_is_open_until_it_is_told_and_then_remembered(store: Store) -> None:
    async with writing(store) as tx:
        first = await tx.gatherings.add(GATHERING)
        second = await tx.gatherings.add(replace(GATHERING, guild=8, at=NOW + timedelta(days=1)))
        await tx.gatherings.mark(first, NoticeState.SENDING)
    async with reading(store) as tx:
        assert await tx.gatherings.get(first) == replace(GATHERING, id=first, state=NoticeState.SENDING)
        assert [one.id for one in await tx.gatherings.open()] == [first, second]
    async with writing(store) as tx:
        await tx.gatherings.mark(first, NoticeState.DONE)
        assert [one.id for one in await tx.gatherings.open()] == [second]
        assert [one.people for one in await tx.gatherings.of_guild(7)] == [(1, BIG)]
        await tx.gatherings.remove(second)
        assert await tx.gatherings.of_guild(8) == ()
        await tx.gatherings.forget(NOW)
        assert await tx.gatherings.get(first) is not None
        await tx.gatherings.forget(NOW + timedelta(microseconds=1))
        assert await tx.gatherings.get(first) is None


async def test_the_lobbies_of_a_server_come_newest_first(store: Store) -> None:
    old = await added(store, a_table(1, guild=7))
    for status in (Status.PLAYING, Status.FINISHED, Status.ABANDONED):
        await added(store, a_table(2, status, guild=7))
    await added(store, a_table(3, guild=8))
    new = await added(store, a_table(4, guild=7))
    other = await added(store, a_table(5, guild=7, game="noria", created=NOW + timedelta(days=1)))
    async with reading(store) as tx:
        assert await tx.tables.lobbies(7, 9) == (other, new, old)
        assert await tx.tables.lobbies(7, 2) == (other, new)
        assert await tx.tables.lobbies(7, 9, game="six_nimmt") == (new, old)
        assert await tx.tables.lobbies(7, 9, since=NOW + timedelta(hours=1)) == (other,)


async def test_the_channels_of_a_server_come_without_their_tables(store: Store) -> None:
    """First those that can't speak there, then the newest."""
    old = await added(store, a_table(1, guild=7))
    silent = await added(store, a_table(2, Status.PLAYING, guild=7, silent_since=NOW))
    await added(store, a_table(3, Status.FINISHED, guild=7))
    await added(store, a_table(4, guild=8))
    new = await added(store, a_table(5, Status.PLAYING, guild=7))
    async with reading(store) as tx:
        assert await tx.tables.channels_in(7) == ((silent.id, 2), (new.id, 5), (old.id, 1))


async def test_the_seats_of_several_tables_are_found_at_once(store: Store) -> None:
    one, other, empty = [await added(store, a_table(channel)) for channel in (1, 2, 3)]
    seats = (SeatRow(0, 7, "a"), SeatRow(1, None, "b", "hard"))
    async with writing(store) as tx:
        await tx.seats.put(one.id, seats)
        await tx.seats.put(other.id, seats[:1])
        found = await tx.seats.of([one.id, other.id, empty.id])
    assert found == {one.id: seats, other.id: seats[:1], empty.id: ()}
