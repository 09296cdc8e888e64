"""The tables at which computers think, in processes of their own."""

import pytest

from tests.tables.conftest import world

__all__ = ["world"]


@pytest.fixture(autouse=True)
def _in_processes(thinking_processes: None) -> None:
    """As they do beside a bot."""
