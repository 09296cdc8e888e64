"""Databases of every earlier version are brought up to date with all they hold."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing
from datetime import timedelta
from importlib.resources import files
from pathlib import Path

import pytest
from units import reading

from bot.store import open_store
from bot.store.migrate import migrate, newest, schema_of, scripts
from bot.store.records import Spectator, Status, Thread, Timer

DATABASES = Path(__file__).parent / "databases"
"""A dump of a used database for each schema that was ever released: `NNN.sql`."""

SETTINGS = 3
"""The schema from which on there are settings of a table and former sitters."""

RESULTS = 4
"""The schema from which on there are results of finished games."""
OFFERS = 5
"""The schema from which on there are offers."""

TIME = 6
"""The schema from which on there is a pace of each seat, and settings of a person."""

LATE = 7
"""The schema from which on the log says which moves were made at a deadline."""

LOOKS = 8
"""The schema from which on there is how far people have followed a table."""

DIARY = 9
"""The schema from which on there is a diary."""

WATCHERS = 10
"""The schema from which on there are watchers."""

WANTED = 11
"""The schema from which on people say what they would like to play."""

SERVERS = 12
"""The schema from which on all settings of a server are JSON."""

THREADS = 13
"""The schema from which on a table knows whether it stands in a thread."""

MOTIONS = 14
"""The schema from which on there are motions."""

AUDIT = 15
"""The schema from which on administrative acts are remembered."""

WITHDRAWN = 16
"""The schema from which on a motion says whether it was taken back."""

OWED = 17
"""The schema from which on the log says for how long a move had been owed."""

PARENTS = 18
"""The schema from which on the channel of a thread can be kept."""

SILENT = 19
"""The schema from which on a table knows since when nothing can be posted where it stands."""

POSTED = 20
"""The schema from which on a post knows the notice that put it up."""

CHANCE = 21
"""The schema from which on a table knows what its draws depend on besides its secret."""


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
    async with reading(store) as tx:
        table = await tx.tables.in_channel(500)
        assert table is not None
        assert (table.status, table.version, len(table.secret or b"")) == (Status.PLAYING, 4, 32)
        assert [seat.user for seat in await tx.seats.at(table.id)] == [1, 2, 3]
        rows = await tx.log.between(table.id, 0, 4)
        assert [row.back for row in rows] == [None] * 4
        assert [row.owed for row in rows] == [
            timedelta(minutes=1) if number >= OWED else None,
            None,
            None,
            None,
        ]
        assert [row.late for row in rows] == [False, number >= LATE, False, False]
        assert table.shift == 0
        assert table.thread is (Thread.OWN if number >= THREADS else Thread.NONE)
        assert await tx.tables.state(table.id) is not None
        assert {at for at, _ in await tx.notices.all_open()} == {table.id}
        assert table.settings == (b"{}" if number < SETTINGS else b'{"hints":true}')
        assert [seat.away for seat in await tx.seats.at(table.id)] == [None] * 3
        former = await tx.seats.former(table.id)
        assert [(gone.seat, gone.upto, gone.user) for gone in former] == [(2, 2, 9)] * (number >= SETTINGS)
        results = [(row.seat, row.place, row.points) for row in await tx.results.at(2)]
        assert results == [(0, 1, 5), (1, 2, 12)] * (number >= RESULTS)
        parents = [past.parent for past in await tx.diary.games(7)]
        assert parents == [501 if number >= PARENTS else None] * (number >= RESULTS)
        lines = [entry.line for entry in await tx.diary.at(2)]
        assert lines == ["What a game!"] * (number >= DIARY)
        offer = await tx.offers.get(1)
        assert (offer.game if offer else None) == ("six_nimmt" if number >= OFFERS else None)
        assert not table.paused
        assert [post.notice for post in await tx.posts.at(table.id)] == [10 if number >= POSTED else None]
        assert table.silent_since == (table.created if number >= SILENT else None)
        paces = [seat.pace for seat in await tx.seats.at(table.id)]
        assert paces == [b'{"missed":1}' if number >= TIME else b"{}"] * 3
        person = await tx.people.get(1)
        assert person is not None
        assert person.settings == (b'{"zone":"Asia/Tokyo"}' if number >= TIME else b"{}")
        assert await tx.looks.get(table.id, 1) == (3 if number >= LOOKS else 0)
        watching = (Spectator(table.id, 9, 3, 700, 701),) * (number >= WATCHERS)
        assert await tx.watchers.at(table.id) == watching
        looking = [(row.user, row.wanted) for row in await tx.wanted.looking()]
        assert looking == [(1, b'{"games":["six_nimmt"]}')] * (number >= WANTED)
        called = [gathering.people for gathering in await tx.gatherings.of_guild(7)]
        assert called == [(1, 2)] * (number >= WANTED)
        assert await tx.servers.settings(7) == (
            b'{"language":"ja","tables":3}' if number >= SERVERS else b"{}"
        )
        proposed = [(one.kind, one.agreed) for one in await tx.motions.open(table.id)]
        assert proposed == [("undo", (1, 2))] * (number >= MOTIONS)
        settled = await tx.motions.get(2)
        assert (settled.withdrawn if settled else None) == (True if number >= WITHDRAWN else None)
        assert [row.act for row in await tx.audit.newest(7, 9)] == ["ended"] * (number >= AUDIT)
        assert table.chance is None
        assert table.rules == 1, "all games of before began with the first version"
        lobby = await tx.tables.get(3)
        assert (lobby is not None) == (number >= CHANCE)
        assert lobby is None or lobby.rules == 0
        assert lobby is None or b'"press":"1456789012345678901"' in (lobby.chance or b"")
        assert await tx.timers.first(1) == (Timer(table.id, "decisions", table.updated),)
    await store.close()
    with closing(sqlite3.connect(path)) as migrated, closing(sqlite3.connect(":memory:")) as fresh:
        fresh.isolation_level = None
        migrate(fresh, path)
        assert schema(migrated) == schema(fresh)


def test_the_language_of_a_server_becomes_one_of_its_settings(
    connection: sqlite3.Connection, tmp_path: Path
) -> None:
    migrate(connection, tmp_path, upto=SERVERS - 1)
    connection.execute("INSERT INTO servers (guild, locale) VALUES (7, 'ja')")
    migrate(connection, tmp_path)
    assert connection.execute("SELECT * FROM servers").fetchall() == [(7, b'{"language":"ja"}')]


def test_until_then_a_name_told_who_had_taken_a_motion_back(
    connection: sqlite3.Connection, tmp_path: Path
) -> None:
    restored(connection, MOTIONS)
    columns = (
        "table_id, kind, state, proposer, proposer_name, name, agreed, until, closer",
        "1, 'kick', 'declined', 1, 'Ann', 'Ben', '[1]', 1",
    )
    for closer in ("Ann", "Cleo"):
        connection.execute(f"INSERT INTO motions ({columns[0]}) VALUES ({columns[1]}, ?)", (closer,))
    migrate(connection, tmp_path)
    kept = connection.execute("SELECT closer, withdrawn FROM motions ORDER BY id").fetchall()
    assert kept == [("", 0), ("Ann", 1), ("Cleo", 0)]


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
