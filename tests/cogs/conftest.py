"""What the tests of the cogs share."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from troubled import Evening

from bot.games import registry
from tests.guest_world import invite


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """Three people in a channel without a table, and all the time in the world."""
    async with Evening.begin(tmp_path) as evening:
        yield evening


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first round of 6 nimmt! has two tricks."""
    rules = registry.game("six_nimmt")
    setup = rules.setup

    def dealt(*deal: Any) -> Any:
        state = setup(*deal)
        return replace(state, hands=tuple(hand[:2] for hand in state.hands))

    monkeypatch.setattr(rules, "setup", dealt)


@pytest.fixture
def guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots have the games of the tests, too."""
    invite(monkeypatch)
