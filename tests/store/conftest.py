"""An empty store, whose every statement has to find its rows by an index."""

import sqlite3
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from bot.store import Place, Store, open_store
from bot.store.sql import Rows, Statement
from bot.store.sqlite import SqliteSession
from tests.units import new_database

SMALL = (
    "timers USING COVERING INDEX timers_by_due",
    "gatherings USING INDEX",
)
"""What may be gone through from its begin: it has few rows, or an order in which the first one is wanted."""


@pytest.fixture(autouse=True)
def _searching(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every statement finds its rows by an index, but for those that say they may scan."""
    execute = SqliteSession.execute

    def watching(self: SqliteSession, statement: Statement) -> Rows:
        assert not any("?" in quoted for quoted in statement.text.split("'")[1::2]), "a mark is a value"
        if not statement.scans:
            refuse_scans(self.connection, statement.text, tuple(statement.values))
        return execute(self, statement)

    monkeypatch.setattr(SqliteSession, "execute", watching)


def refuse_scans(connection: sqlite3.Connection, sql: str, values: tuple[Any, ...]) -> None:
    """Fails where SQLite would look at all rows of a table that grows."""
    for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall():
        found = step.removeprefix("SCAN ")
        given = found.endswith(("CONSTANT ROW", "CONSTANT ROWS"))
        assert given or found == step or found.startswith(SMALL), f"{step}: {sql}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database file of a test is."""
    return tmp_path / "stammtisch.db"


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, path: Path) -> Place:
    """An empty database of each engine."""
    return new_database(path) if request.param == "sqlite" else request.getfixturevalue("databases").new()


@pytest.fixture
async def store(place: Place) -> AsyncGenerator[Store]:
    """An empty store of each engine."""
    store = await open_store(place)
    yield store
    await store.close()


@pytest.fixture
async def file_store(path: Path) -> AsyncGenerator[Store]:
    """An empty store in a file."""
    store = await open_store(new_database(path))
    yield store
    await store.close()
