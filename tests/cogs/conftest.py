"""What the tests of the cogs share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from any_game import deal
from troubled import Evening

from tests.guest_world import invite


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """Three people in a channel without a table, and all the time in the world."""
    async with Evening.begin(tmp_path) as evening:
        yield evening


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first round of 6 nimmt! has two tricks."""
    deal(monkeypatch, 2)


@pytest.fixture
def guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots have the games of the tests, too."""
    invite(monkeypatch)
