"""The stores that keep the contract; another implementation joins the list here."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.store import Store, open_store
from bot.store.sql import Sql

ON_THE_SPOT = ("all", "one", "run", "many", "insert")
SMALL = (
    "sqlite_sequence",
    "json_each",
    "timers USING COVERING INDEX timers_by_due",
    "gatherings USING INDEX",
)
"""What may be gone through from its begin: it has few rows, or an order in which the first one is wanted."""


@pytest.fixture(autouse=True)
def searching_on_the_spot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every statement that the event loop waits for finds its rows by an index."""

    def watched(name: str) -> Callable[..., Awaitable[Any]]:
        work: Callable[..., Awaitable[Any]] = getattr(Sql, name)

        def watching(self: Sql, sql: str, *values: Any) -> Awaitable[Any]:
            row = next(iter(values[0]), None) if name == "many" else values
            if row is not None and not sql.startswith("PRAGMA"):
                refuse_scans(self._connection, sql, row)
            return work(self, sql, *values)

        return watching

    for name in ON_THE_SPOT:
        monkeypatch.setattr(Sql, name, watched(name))


def refuse_scans(connection: sqlite3.Connection, sql: str, values: tuple[Any, ...]) -> None:
    """Fails where SQLite would look at all rows of a table that grows."""
    for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall():
        found = step.removeprefix("SCAN ")
        assert found == step or found.startswith(SMALL), f"{step}: {sql}"


@pytest.fixture(params=["sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Store]:
    """An empty store of each kind."""
    openers = {"sqlite": lambda: open_store(tmp_path / "stammtisch.db")}
    store = await openers[request.param]()
    yield store
    await store.close()
