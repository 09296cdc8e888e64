"""SQLite in trouble: one clear line, nothing damaged, nothing left open."""

# ruff: noqa: ASYNC240 - these tests look at small files between the steps

from __future__ import annotations

import asyncio
import logging
import sqlite3
import subprocess
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from units import reading, writing

from bot.store import StoreError, Synchronous, files, open_store
from bot.store.connection import Store
from bot.store.errors import (
    DiskFullError,
    InUseError,
    NewerDatabaseError,
    NotADatabaseError,
    NotWritableError,
    translate,
)
from bot.store.files import read_meta
from bot.store.guard import Guard
from bot.store.migrate import newest

HOLDER = """
import asyncio, sys
from pathlib import Path
from bot.store import open_store

async def main():
    store = await open_store(Path(sys.argv[1]))
    await store.change(lambda tx: tx.meta.put("by", "the first bot"))
    print("open", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database of a test is."""
    return tmp_path / "stammtisch.db"


Opener = Callable[..., Awaitable[Store]]


@pytest.fixture
async def opened() -> AsyncGenerator[Opener]:
    """Opens stores and closes them after the test: one left open would keep the process alive."""
    stores: list[Store] = []

    async def open_one(path: Path, synchronous: Synchronous = "full") -> Store:
        stores.append(await open_store(path, synchronous=synchronous))
        return stores[-1]

    yield open_one
    for store in stores:
        await store.close()


async def probe(path: Path) -> None:
    """Opens and closes the store, which makes the file or fails."""
    store = await open_store(path)
    await store.close()


async def refused(path: Path, kind: type[StoreError]) -> str:
    """The one line with which the store can't be had."""
    with pytest.raises(kind) as error:
        await probe(path)
    assert "\n" not in str(error.value)
    assert str(path.parent) in str(error.value)
    return str(error.value)


async def test_folders_are_made_and_the_file_is_for_our_eyes_only(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "stammtisch.db"
    store = await opened(path)
    copy = tmp_path / "copy.db"
    files.backup(store.path, copy)
    await store.close()
    assert [file.stat().st_mode & 0o777 for file in (path, copy)] == [0o600, 0o600]


async def test_a_path_through_a_file_is_not_writable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert "File exists" in await refused(tmp_path / "file" / "stammtisch.db", NotWritableError)


async def test_a_folder_is_not_a_database(path: Path) -> None:
    path.mkdir()
    assert "Is a directory" in await refused(path, NotWritableError)


async def test_a_read_only_file_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await probe(path)
    connect = sqlite3.connect

    def read_only(database: object, **options: object) -> sqlite3.Connection:
        return connect(f"file:{database}?mode=ro", uri=True, **options)

    monkeypatch.setattr("bot.store.files.sqlite3.connect", read_only)
    path.with_name(path.name + "-wal").unlink(missing_ok=True)
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    assert "can't be opened for writing" in await refused(path, NotWritableError)


async def test_a_file_that_is_no_database_is_left_as_it_is(path: Path) -> None:
    path.write_bytes(b"a shopping list\n" * 100)
    await refused(path, NotADatabaseError)
    assert path.read_bytes() == b"a shopping list\n" * 100


async def test_another_programs_database_is_left_as_it_is(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    await refused(path, NotADatabaseError)
    assert path.read_bytes() == before


async def test_a_database_damaged_at_its_root_is_refused(path: Path) -> None:
    await probe(path)
    content = bytearray(path.read_bytes())
    content[100:4096] = b"\xff" * 3996
    path.write_bytes(content)
    await refused(path, NotADatabaseError)
    assert path.read_bytes() == bytes(content)


async def test_a_newer_database_is_left_as_it_is(path: Path) -> None:
    await probe(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {newest() + 1}")
    before = path.read_bytes()
    assert "newer" in await refused(path, NewerDatabaseError)
    assert path.read_bytes() == before


async def test_a_second_store_in_the_same_process_is_refused(opened: Opener, path: Path) -> None:
    store = await opened(path)
    assert "another bot" in await refused(path, InUseError)
    await store.close()
    await (await opened(path)).close()


async def test_a_refused_store_lets_go_of_the_guard(path: Path) -> None:
    path.write_bytes(b"no database" * 100)
    first = await refused(path, NotADatabaseError)
    assert await refused(path, NotADatabaseError) == first, "not because it is in use"
    Guard(path).release()


async def test_a_second_bot_is_refused_until_the_first_is_killed(opened: Opener, path: Path) -> None:
    first = subprocess.Popen(  # noqa: ASYNC220 - the child must live while we try
        [sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert first.stdout is not None
        assert await asyncio.to_thread(first.stdout.readline) == "open\n"
        await refused(path, InUseError)
        copy = path.with_name("copy.db")
        files.backup(path, copy)
        assert read_meta(copy, "by") == read_meta(path, "by") == "the first bot"
    finally:
        first.kill()
        await asyncio.to_thread(first.wait)
        if first.stdout is not None:
            first.stdout.close()
    store = await opened(path)
    async with reading(store) as tx:
        assert await tx.meta.get("by") == "the first bot"
    await store.close()


async def test_a_disk_that_is_full_is_an_error_and_loses_nothing(opened: Opener, path: Path) -> None:
    store = await opened(path)
    async with writing(store) as tx:
        await tx.meta.put("kept", "yes")
    await store._writing.run(lambda connection: connection.execute("PRAGMA max_page_count = 1").fetchall())
    with pytest.raises(DiskFullError):
        async with writing(store) as tx:
            await tx.meta.put("big", "x" * 1_000_000)
    async with reading(store) as tx:
        assert await tx.meta.get("kept") == "yes"
        assert await tx.meta.get("big") is None
    await store.close()


async def test_a_writer_from_outside_stops_nobody_but_those_who_write(opened: Opener, path: Path) -> None:
    store = await opened(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        written = asyncio.create_task(store.change(lambda tx: tx.meta.put("a", "b")))
        await asyncio.sleep(0.01)
        assert await store.read(lambda tx: tx.meta.get("a")) is None
        assert not written.done()
        other.execute("ROLLBACK")
        await written
    async with reading(store) as tx:
        assert await tx.meta.get("a") == "b"
    await store.close()


async def test_a_writer_from_outside_that_does_not_let_go_is_named(
    opened: Opener, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.files.BUSY_SECONDS", 0.01)
    store = await opened(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(InUseError):
            async with writing(store) as tx:
                await tx.meta.put("a", "b")
        other.execute("ROLLBACK")
    async with writing(store) as tx:
        await tx.meta.put("a", "b")
    await store.close()


async def test_a_backup_that_fails_leaves_no_file(path: Path, tmp_path: Path) -> None:
    with pytest.raises(NotWritableError):
        files.backup(path, tmp_path / "copy.db")
    path.write_bytes(b"no database" * 100)
    with pytest.raises(NotADatabaseError):
        files.backup(path, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


async def test_a_backup_of_a_damaged_file_is_not_left_behind(
    opened: Opener, path: Path, tmp_path: Path
) -> None:
    store = await opened(path)
    async with writing(store) as tx:
        await tx.meta.put("big", "x" * 1_000_000)
    await store.close()
    content = bytearray(path.read_bytes())
    content[len(content) // 2 :] = b"\xff" * (len(content) - len(content) // 2)
    path.write_bytes(content)
    with pytest.raises(StoreError):
        files.backup(path, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


async def test_a_backup_into_a_missing_folder_is_not_writable(path: Path, tmp_path: Path) -> None:
    await probe(path)
    with pytest.raises(NotWritableError, match="nowhere"):
        files.backup(path, tmp_path / "nowhere" / "copy.db")


async def test_a_backup_is_a_database_one_can_go_on_with(opened: Opener, path: Path, tmp_path: Path) -> None:
    store = await opened(path)
    async with writing(store) as tx:
        await tx.meta.put("kept", "yes")
    files.backup(store.path, tmp_path / "copy.db")
    await store.close()
    copy = await opened(tmp_path / "copy.db")
    async with reading(copy) as tx:
        assert await tx.meta.get("kept") == "yes"
    await copy.close()


async def test_reading_a_value_from_outside_makes_no_file(path: Path) -> None:
    with pytest.raises(NotWritableError):
        read_meta(path, "heartbeat")
    assert not path.exists()
    await probe(path)
    assert read_meta(path, "heartbeat") is None


@pytest.mark.parametrize("synchronous", ["full", "normal"])
async def test_the_settings_of_the_connection_are_as_asked(
    opened: Opener, path: Path, synchronous: str
) -> None:
    store = await opened(path, synchronous=synchronous)
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "secure_delete", "query_only")

    def pragmas(connection: sqlite3.Connection) -> dict[str, object]:
        return {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names}

    found = [await connection.run(pragmas) for connection in (store._writing, store._reading)]
    await store.close()
    wanted = {
        "journal_mode": "wal",
        "synchronous": {"full": 2, "normal": 1}[synchronous],
        "foreign_keys": 1,
        "busy_timeout": 5000,
        "secure_delete": 1,
        "query_only": 0,
    }
    assert found == [wanted, {**wanted, "query_only": 1}]


async def test_no_value_gets_into_the_log(
    opened: Opener, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    store = await opened(path)
    async with writing(store) as tx:
        await tx.meta.put("key", "the card is a secret")
    await store.close()
    assert "secret" not in caplog.text


def test_what_sqlite_does_not_name_is_told_as_it_is(path: Path) -> None:
    error = translate(sqlite3.IntegrityError("UNIQUE constraint failed"), path)
    assert type(error) is StoreError
    assert str(error) == f"{path}: UNIQUE constraint failed"
