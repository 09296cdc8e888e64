"""An empty store, whose every statement has to find its rows by an index."""

import sqlite3
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from bot.store import Store, open_store
from bot.store.sql import Rows, Statement
from tests.units import new_database

SMALL = (
    "timers USING COVERING INDEX timers_by_due",
    "gatherings USING INDEX",
)
"""What may be gone through from its begin: it has few rows, or an order in which the first one is wanted."""


@pytest.fixture(autouse=True)
def _searching(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every statement finds its rows by an index, but for those that say they may scan."""
    execute = Statement.execute

    def watching(self: Statement, connection: sqlite3.Connection) -> Rows:
        if not self.scans:
            refuse_scans(connection, self.text, tuple(self.values))
        return execute(self, connection)

    monkeypatch.setattr(Statement, "execute", watching)


def refuse_scans(connection: sqlite3.Connection, sql: str, values: tuple[Any, ...]) -> None:
    """Fails where SQLite would look at all rows of a table that grows."""
    for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall():
        found = step.removeprefix("SCAN ")
        given = found.endswith(("CONSTANT ROW", "CONSTANT ROWS"))
        assert given or found == step or found.startswith(SMALL), f"{step}: {sql}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database of a test is."""
    return tmp_path / "stammtisch.db"


@pytest.fixture
async def store(path: Path) -> AsyncGenerator[Store]:
    """An empty store."""
    store = await open_store(new_database(path))
    yield store
    await store.close()
