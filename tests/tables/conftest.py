"""The world in which the tables are tested."""

from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest
from fixed_chance import every_secret_is
from units import check_cache

from bot.games import registry
from tests.tables.table_world import World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[World]:
    """The table services on a fresh file."""
    world = await World(tmp_path / "world.db").open()
    yield world
    await check_cache(world.store)
    await world.store.close()


@pytest.fixture
def fitting_hands() -> Iterator[None]:
    """The lowest cards of three hands fit into rows."""
    with every_secret_is(bytes([24]) * 32):
        yield


@pytest.fixture(autouse=True)
def _with_pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pebbles is among the games: turns made of small moves."""
    monkeypatch.setattr(registry, "_WHERE", {**registry._WHERE, "pebbles": "tests.pebbles.game:GAME"})
