"""The house in which the tables are tested."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from table_house import House
from units import check_cache

from bot.games import registry


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    """The table services on a fresh file."""
    house = await House(tmp_path / "house.db").start()
    yield house
    await check_cache(house.store)
    await house.store.close()


@pytest.fixture
def _with_pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pebbles is among the games: turns made of small moves."""
    monkeypatch.setattr(registry, "_WHERE", {**registry._WHERE, "pebbles": "tests.pebbles.game:GAME"})
