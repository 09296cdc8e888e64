"""Units of work: shared commits and snapshots, and what disks, locks and closed stores do to them."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from damages import refused
from units import check_cache

from bot.store import Repositories, Store, StoreError, Synchronous, open_store, session, sql, store as module
from bot.store.errors import (
    DiskFullError,
    InUseError,
    NotWritableError,
)
from bot.store.records import PersonRow
from bot.store.sqlite import SqliteSession
from tests.store.test_store_contract import a_table, added


def put(key: str, value: str = "x") -> Callable[[Repositories], Awaitable[None]]:
    """A unit of work that writes one value."""
    return lambda tx: tx.meta.put(key, value)


async def got(store: Store, *keys: str) -> list[str | None]:
    """What stands there, in one look."""

    async def read(tx: Repositories) -> list[str | None]:
        return [await tx.meta.get(key) for key in keys]

    return await store.read(read)


class Gate:
    """Holds up the thread of the writing connection, as a slow disk does."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._open = threading.Event()

    async def __aenter__(self) -> Gate:
        self._held = asyncio.ensure_future(self._store._writing.run(lambda _: self._open.wait(30)))
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._open.set()
        await self._held


def commits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many changes each commit takes along, from now on."""
    sizes: list[int] = []
    transact = module.Writer._transact

    def counting(self: module.Writer, writing: session.Session, group: list[module.Change]) -> None:
        transact(self, writing, group)
        sizes.append(len(group))

    monkeypatch.setattr(module.Writer, "_transact", counting)
    return sizes


async def test_what_waits_shares_a_commit_and_nobody_is_told_before_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = commits(monkeypatch)
    async with Gate(store):
        changes = [asyncio.create_task(store.change(put(f"k{number}"))) for number in range(10)]
        await asyncio.sleep(0.01)
        assert not any(change.done() for change in changes)
        assert await got(store, "k0") == [None], "who reads does not wait for the disk"
    await asyncio.gather(*changes)
    assert sizes == [1, 9] or sizes == [10]
    assert await got(store, *(f"k{number}" for number in range(10))) == ["x"] * 10


async def test_one_that_fails_is_undone_alone(store: Store) -> None:
    async def fail(tx: Repositories) -> None:
        await tx.meta.put("half", "written")
        await tx.people.put(PersonRow(7, "half", "en", True, False, b"{}"))
        raise ZeroDivisionError

    async with Gate(store):
        changes = [asyncio.create_task(store.change(work)) for work in (put("a"), put("b"), fail, put("c"))]
        await asyncio.sleep(0.01)
    answers = await asyncio.gather(*changes, return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), type(None), ZeroDivisionError, type(None)]
    assert await got(store, "a", "b", "half", "c") == ["x", "x", None, "x"]
    assert await store.change(lambda tx: tx.people.get(7)) is None, "nor does the cache know it"
    with pytest.raises(ZeroDivisionError):
        await store.change(fail)
    assert await got(store, "half") == [None]
    await check_cache(store)


async def test_a_group_that_can_not_be_committed_is_tried_one_by_one(
    file_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many changes one may be too much for the disk."""
    pages = "PRAGMA max_page_count = {}"
    small = await file_store._writing.run(lambda it: it.connection.execute("PRAGMA page_count").fetchone()[0])
    await file_store._writing.run(lambda it: it.connection.execute(pages.format(small + 4)).fetchall())
    async with Gate(file_store):
        works = (put("a"), put("b"), put("big", "x" * 1_000_000), put("c"))
        changes = [asyncio.create_task(file_store.change(work)) for work in works]
        await asyncio.sleep(0.01)
    answers = await asyncio.gather(*changes, return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), type(None), DiskFullError, type(None)]
    assert await got(file_store, "a", "b", "big", "c") == ["x", "x", None, "x"]
    await check_cache(file_store)


async def test_after_a_commit_that_failed_nothing_is_told_kept_or_cached(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    async def work(tx: Repositories) -> None:
        await tx.people.put(PersonRow(7, "name", "en", True, False, b"{}"))
        tx.after_commit(lambda: told.append("done"))

    with monkeypatch.context() as patched:
        patched.setattr(session, "COMMIT", "BROKEN")
        with pytest.raises(StoreError):
            await store.change(work)
    assert (told, await store.change(lambda tx: tx.people.get(7))) == ([], None)
    await store.change(work)
    assert told == ["done"]
    await check_cache(store)


@pytest.mark.logs_errors
async def test_what_follows_a_commit_is_called_once_and_harms_nobody(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[int] = []

    def broken() -> None:
        raise ZeroDivisionError

    async def work(tx: Repositories) -> str:
        tx.after_commit(broken)
        for number in range(3):
            tx.after_commit(lambda number=number: told.append(number), once="same")
        return "answer"

    assert await store.change(work) == "answer"
    assert told == [0]
    assert "ZeroDivisionError" in caplog.text


async def test_a_change_stands_without_whoever_waited_for_it(store: Store) -> None:
    told: list[str] = []

    async def work(tx: Repositories) -> None:
        await tx.meta.put("one", "written")
        await tx.meta.put("two", "written")
        tx.after_commit(lambda: told.append("done"))

    async with Gate(store):
        change = asyncio.create_task(store.change(work))
        await asyncio.sleep(0.01)
        change.cancel()
        with pytest.raises(asyncio.CancelledError):
            await change
    await store.flush()
    assert (await got(store, "one", "two"), told) == (["written", "written"], ["done"])


async def test_cancelled_at_any_step_there_is_all_or_nothing(store: Store) -> None:
    async def write(value: str) -> None:
        async def work(tx: Repositories) -> None:
            await tx.meta.put("one", value)
            await tx.meta.put("two", value)

        await store.change(work)

    for steps in range(30):
        task = asyncio.create_task(write(str(steps)))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        one, two = await got(store, "one", "two")
        assert one == two


async def test_readers_never_see_half_of_a_change_and_none_is_lost(store: Store) -> None:
    async def count(tx: Repositories) -> None:
        for key in ("one", "two"):
            await tx.meta.put(key, str(int(await tx.meta.get(key) or "0") + 1))

    changes = [asyncio.create_task(store.change(count)) for _ in range(20)]
    pairs = [await got(store, "one", "two") for _ in range(40)]
    await asyncio.gather(*changes)
    assert all(one == two for one, two in pairs)
    assert await got(store, "one") == ["20"]


async def test_deferred_changes_ride_along_or_are_flushed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = commits(monkeypatch)
    store.defer(put("first"), within=60)
    store.defer(put("second"), within=60)
    await asyncio.sleep(0.01)
    assert sizes == []
    await store.change(put("third"))
    assert sizes == [3]
    await asyncio.gather(*(store.change(put(key), within=0.01) for key in ("fourth", "fourth too")))
    assert sizes == [3, 2]
    store.defer(put("fifth"), within=60)
    await store.flush()
    assert await got(store, "first", "second", "third", "fourth", "fifth") == ["x"] * 5
    assert sizes == [3, 2, 1]


async def test_what_is_deferred_outlives_a_commit_that_fails(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.defer(put("deferred"), within=60)
    with monkeypatch.context() as patched:
        patched.setattr(session, "COMMIT", "BROKEN")
        with pytest.raises(StoreError):
            await store.change(put("lost"))
    await store.change(put("next"))
    assert await got(store, "deferred", "lost", "next") == ["x", None, "x"]


async def test_who_catches_up_does_not_wait_for_what_comes_later(store: Store) -> None:
    async def keep_busy() -> None:
        while True:
            await store.change(put("busy"))

    busy = [asyncio.create_task(keep_busy()) for _ in range(3)]
    try:
        for value in "abc":
            store.defer(put("deferred", value), within=60)
            await asyncio.wait_for(store.catch_up(), 10)
            assert await got(store, "deferred") == [value]
    finally:
        for task in busy:
            task.cancel()
        await asyncio.wait(busy)


@pytest.mark.logs_errors
async def test_a_flush_ends_also_where_nothing_can_be_committed(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store.defer(put("deferred"), within=60)
    with monkeypatch.context() as patched:
        patched.setattr(session, "COMMIT", "BROKEN")
        await store.flush()
    assert "a deferred change has failed" in caplog.text


async def test_closing_waits_for_everything_that_was_begun(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "closing.db")
    async with Gate(store):
        change = asyncio.create_task(store.change(put("begun")))
        await asyncio.sleep(0.01)
        store.defer(put("deferred"), within=60)
        closed = asyncio.create_task(store.close())
        await asyncio.sleep(0.01)
        with pytest.raises(StoreError, match="closed"):
            await store.change(put("late"))
    await asyncio.gather(change, closed)
    with closing(sqlite3.connect(tmp_path / "closing.db")) as other:
        found = other.execute("SELECT key FROM meta WHERE value = 'x' ORDER BY key").fetchall()
    assert found == [("begun",), ("deferred",)]


async def test_a_unit_of_work_awaits_nothing_but_its_repositories(store: Store) -> None:
    async def idle(tx: Repositories) -> None:
        await tx.meta.put("half", "written")
        await asyncio.sleep(0)

    for carry_out, work in ((store.change, idle), (store.read, idle), (store.read, put("half"))):
        with pytest.raises((TypeError, StoreError)):
            await carry_out(work)
    assert await got(store, "half") == [None], "nor does who reads write anything"


async def test_a_reader_that_nobody_waits_for_any_more_holds_up_nobody(store: Store) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

    async def count(tx: Repositories) -> None:
        await sql.scan(endless)

    reader = asyncio.create_task(store.read(count))
    queued = asyncio.create_task(store.read(count))
    await asyncio.sleep(0.05)
    for task in (reader, queued):
        task.cancel()
    await asyncio.wait([reader, queued])
    assert await got(store, "anything") == [None]


async def test_reads_of_the_same_moment_share_a_snapshot_and_what_they_look_up(file_store: Store) -> None:
    rows = [await added(file_store, a_table(channel)) for channel in range(3)]
    executed: list[str] = []
    file_store._reading.session.connection.set_trace_callback(executed.append)

    async def look(table: int) -> tuple[int | None, int]:
        async def work(tx: Repositories) -> tuple[int | None, int]:
            found = await tx.tables.get(table)
            return found and found.id, len(await tx.seats.at(table))

        return await file_store.read(work)

    found = await asyncio.gather(*[look(row.id) for row in rows], look(99), look(rows[0].id))
    seats = {row.id: await file_store.read(lambda tx, row=row: tx.seats.at(row.id)) for row in rows}
    assert found == [*((row.id, len(seats[row.id])) for row in rows), (None, 0), (rows[0].id, found[0][1])]
    whole = executed[executed.index("BEGIN") :]
    assert [sql.split()[0] for sql in whole[:4]] == ["BEGIN", "SELECT", "SELECT", "ROLLBACK"]


async def test_of_reads_that_share_a_snapshot_each_fails_alone(store: Store) -> None:
    row = await added(store)

    async def fail(tx: Repositories) -> None:
        await tx.tables.get(row.id)
        await sql.run("SELECT nothing FROM nowhere")

    async def refuse(tx: Repositories) -> None:
        await tx.tables.get(row.id)
        raise LookupError

    whole = lambda tx: tx.tables.get(row.id)  # noqa: E731
    answers = await asyncio.gather(*map(store.read, (whole, fail, refuse, whole)), return_exceptions=True)
    assert [type(answer).__name__ for answer in answers] == (
        ["TableRow", "StoreError", "LookupError", "TableRow"]
    )


async def test_of_reads_that_go_on_after_one_has_failed_none_is_the_worse_for_it(store: Store) -> None:
    """Also where an engine ends the snapshot of all with the one that fails, alone or looked up by key."""
    row = await added(store)

    async def fail(tx: Repositories) -> None:
        await sql.run("SELECT nothing FROM nowhere")

    async def miss(tx: Repositories) -> None:
        await sql.Statement("SELECT nothing FROM nowhere WHERE id IN {keys}", (1,), keyed=True)

    async def look(tx: Repositories) -> tuple[int, str | None]:
        seats = await tx.seats.at(row.id)
        return len(seats), await tx.meta.get("nothing")

    works = (look, fail, look, miss, miss, look)
    answers = await asyncio.gather(*map(store.read, works), return_exceptions=True)
    assert [
        answer if work is look else type(answer) for work, answer in zip(works, answers, strict=True)
    ] == ([(0, None), StoreError, (0, None), StoreError, StoreError, (0, None)])


async def test_who_asks_while_others_read_sees_what_was_written_meanwhile(store: Store) -> None:
    begun, go_on = threading.Event(), threading.Event()

    async def slow(tx: Repositories) -> str | None:
        begun.set()
        await tx.meta.get("value")
        go_on.wait(30)
        return await tx.meta.get("value")

    first = asyncio.create_task(store.read(slow))
    await asyncio.to_thread(begun.wait, 30)
    await store.change(put("value", "new"))
    second = asyncio.create_task(got(store, "value"))
    await asyncio.sleep(0)
    go_on.set()
    assert await first in (None, "new")
    assert await second == ["new"]


async def test_a_read_only_file_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await (await open_store(path)).close()
    connect = sqlite3.connect

    def read_only(database: object, **options: object) -> sqlite3.Connection:
        return connect(f"file:{database}?mode=ro", uri=True, **options)

    monkeypatch.setattr("bot.store.files.sqlite3.connect", read_only)
    path.with_name(path.name + "-wal").unlink(missing_ok=True)
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    assert "can't be opened for writing" in await refused(path, NotWritableError)


async def test_a_writer_from_outside_stops_nobody_but_those_who_write(file_store: Store) -> None:
    with closing(sqlite3.connect(file_store.place, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        written = asyncio.create_task(file_store.change(put("a")))
        await asyncio.sleep(0.01)
        assert await got(file_store, "a") == [None]
        assert not written.done()
        other.execute("ROLLBACK")
        await written
    assert await got(file_store, "a") == ["x"]


async def test_a_writer_from_outside_that_does_not_let_go_is_named(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.session.BUSY_SECONDS", 0.01)
    store = await open_store(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(InUseError):
            await store.change(put("a"))
        other.execute("ROLLBACK")
    await store.change(put("a"))
    await store.close()


@pytest.mark.parametrize(("synchronous", "level"), [("full", 2), ("normal", 1)])
async def test_the_settings_of_the_connection_are_as_asked(
    path: Path, synchronous: Synchronous, level: int
) -> None:
    store = await open_store(path, synchronous=synchronous)
    wanted = {
        "journal_mode": "wal",
        "synchronous": level,
        "foreign_keys": 1,
        "busy_timeout": 5000,
        "secure_delete": 1,
        "query_only": 0,
    }

    def pragmas(it: SqliteSession) -> dict[str, object]:
        return {name: it.connection.execute(f"PRAGMA {name}").fetchone()[0] for name in wanted}

    found = [await connection.run(pragmas) for connection in (store._writing, store._reading)]
    await store.close()
    assert found == [wanted, {**wanted, "query_only": 1}]


async def test_what_may_be_lost_waits_for_no_disk_unless_it_shares_a_commit(path: Path) -> None:
    store, levels = await open_store(path), list[int]()
    store._writing.session.connection.set_trace_callback(
        lambda sql: levels.append(1 if "normal" in sql else 2) if "synchronous" in sql else None
    )
    await store.change(put("a"), within=0.01)
    store.defer(put("b"), within=0.01)
    await store.catch_up()
    await store.change(put("c"), within=0.01)
    await asyncio.gather(store.change(put("d"), within=10), store.change(put("e")))
    await store.close()
    assert levels == [1, 2, 1, 2]


async def test_no_value_gets_into_the_log(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await store.change(put("key", "the card is a secret"))
    await store.close()
    assert "secret" not in caplog.text


async def test_an_opening_that_fails_leaves_no_thread_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A thread that outlives it would call an event loop that may be closed by then."""

    def failing(*_: object, **__: object) -> SqliteSession:
        raise NotWritableError("no connection to be had")

    def stop(connection: session.Connection) -> object:
        connection._tx.put_nowait((None, lambda: threading.Event().wait(0.2)))
        return stopped(connection)

    stopped = session.Connection.stop
    monkeypatch.setattr(session.Connection, "stop", stop)
    monkeypatch.setattr("bot.store.sqlite.SqliteEngine.connect", failing)
    before = {thread for thread in threading.enumerate() if "connection" in thread.name}
    with pytest.raises(NotWritableError):
        await open_store(tmp_path / "games.sqlite")
    assert {thread for thread in threading.enumerate() if "connection" in thread.name} <= before
