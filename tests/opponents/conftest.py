"""The tables at which computers think, in processes of their own."""

import pytest

from bot.opponents import analyses
from tests.eager_analyst import serve
from tests.tables.conftest import world

__all__ = ["world"]


@pytest.fixture(autouse=True)
def _in_processes(thinking_processes: None) -> None:
    """As they do beside a bot."""


@pytest.fixture
def eager_analyst(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the process in which games are analysed gives way to nobody."""
    monkeypatch.setattr(analyses, "serve", serve)
