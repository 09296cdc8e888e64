"""Once the bot has logged in, the garbage collector leaves alone what the start has made."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from typing import Any, cast

import pytest

from bot import running
from bot.app import App


class Client:
    """What the command asks of the bot, noted with how much the collector passes over by then."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, bool]] = []
        self.render_pool = self

    def warm(self) -> None:
        self._note("warm")

    async def login(self, token: str) -> None:
        self._note(f"login {token}")

    def _note(self, what: str) -> None:
        self.asked.append((what, gc.get_freeze_count() > 1000))


@pytest.fixture
def collecting() -> Iterator[None]:
    """Nothing is passed over before, and nothing afterwards."""
    gc.unfreeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("collecting")
def test_what_the_start_has_made_is_passed_over_while_the_bot_serves() -> None:
    client: Any = Client()
    asyncio.run(running._get_ready(cast(App, client), "secret"))
    assert client.asked == [("login secret", False), ("warm", False)]
    assert gc.get_freeze_count() > 1000
