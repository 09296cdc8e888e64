"""Databases of every earlier version are brought up to date with all they hold."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest

from bot.store import open_store
from bot.store.migrate import migrate, newest, schema_of, scripts
from bot.store.records import Status

DATABASES = Path(__file__).parent / "databases"
"""A dump of a used database for each schema that was ever released: `NNN.sql`."""

SETTINGS = 3
"""The schema from which on there are settings of a table and former sitters."""


@pytest.fixture
def connection(tmp_path: Path) -> Generator[sqlite3.Connection]:
    """An empty file."""
    with closing(sqlite3.connect(tmp_path / "stammtisch.db", isolation_level=None)) as connection:
        yield connection


def schema(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Every table and index, as it was declared."""
    return connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


def restored(connection: sqlite3.Connection, number: int) -> None:
    """Fills an empty file with the database of a schema."""
    connection.executescript((DATABASES / f"{number:03}.sql").read_text(encoding="utf-8"))
    connection.execute(f"PRAGMA user_version = {number}")
    connection.execute(f"PRAGMA application_id = {int.from_bytes(b'Stam', 'big')}")


def test_the_steps_are_numbered_one_after_the_other() -> None:
    """Their order is that of their names, and a schema's number is that of its file."""
    names = sorted(entry.name for entry in files("bot.store").joinpath("migrations").iterdir())
    assert [name.partition("_")[0] for name in names if name.endswith(".sql")] == [
        f"{number:03}" for number in range(1, newest() + 1)
    ]


def test_an_empty_file_gets_the_newest_schema(connection: sqlite3.Connection, tmp_path: Path) -> None:
    migrate(connection, tmp_path)
    assert schema_of(connection) == newest() == len(scripts())
    before = schema(connection)
    migrate(connection, tmp_path)
    assert schema(connection) == before


@pytest.mark.parametrize("number", range(newest()))
def test_each_step_starts_from_the_version_before(
    connection: sqlite3.Connection, tmp_path: Path, number: int
) -> None:
    migrate(connection, tmp_path, upto=number)
    assert schema_of(connection) == number
    migrate(connection, tmp_path, upto=number + 1)
    assert schema_of(connection) == number + 1


@pytest.mark.parametrize("number", range(1, newest() + 1))
async def test_a_used_database_of_each_version_is_read_as_it_was(tmp_path: Path, number: int) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        restored(connection, number)
    store = await open_store(path)
    async with store.reading() as tx:
        table = await tx.tables.in_channel(500)
        assert table is not None
        assert (table.status, table.version, len(table.secret or b"")) == (Status.PLAYING, 4, 32)
        assert [seat.user for seat in await tx.seats.at(table.id)] == [1, 2, 3]
        assert [row.back for row in await tx.log.between(table.id, 0, 4)] == [None] * 4
        assert table.shift == 0
        assert await tx.tables.state(table.id) is not None
        assert await tx.notices.tables() == (table.id,)
        assert table.settings == (b"{}" if number < SETTINGS else b'{"hints":true}')
        assert [seat.away for seat in await tx.seats.at(table.id)] == [None] * 3
        former = await tx.seats.former(table.id)
        assert [(gone.seat, gone.upto, gone.user) for gone in former] == [(2, 2, 9)] * (number >= SETTINGS)
    await store.close()
    with closing(sqlite3.connect(path)) as migrated, closing(sqlite3.connect(":memory:")) as fresh:
        fresh.isolation_level = None
        migrate(fresh, path)
        assert schema(migrated) == schema(fresh)


def test_a_step_that_breaks_leaves_the_version_before(
    connection: sqlite3.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(connection, tmp_path)
    before = schema(connection)
    broken = (*scripts(), "CREATE TABLE half (a TEXT);\nCREATE TABLE half (a TEXT);")
    monkeypatch.setattr("bot.store.migrate.scripts", lambda: broken)
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, tmp_path)
    assert schema(connection) == before
    assert schema_of(connection) == newest() - 1
    assert not connection.in_transaction
