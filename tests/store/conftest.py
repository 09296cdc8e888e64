"""The stores that keep the contract; another implementation joins the list here."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.store import Store, open_store


@pytest.fixture(params=["sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Store]:
    """An empty store of each kind."""
    openers = {"sqlite": lambda: open_store(tmp_path / "stammtisch.db")}
    store = await openers[request.param]()
    yield store
    await store.close()
