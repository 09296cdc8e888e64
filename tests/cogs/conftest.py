"""What the tests of the cogs share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from evening_of_nimmt import RULES
from msgspec.structs import replace
from slow_evening import SlowEvening


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[SlowEvening]:
    """Three people in a channel without a table, and all the time in the world."""
    async with SlowEvening.unhurried(tmp_path) as evening:
        yield evening


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first round of 6 nimmt! has two tricks."""
    setup = RULES.setup

    def dealt(*deal: Any) -> Any:
        state = setup(*deal)
        return replace(state, hands=tuple(hand[:2] for hand in state.hands))

    monkeypatch.setattr(RULES, "setup", dealt)
