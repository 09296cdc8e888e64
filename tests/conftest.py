"""What the tests of all rooms share."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from simulated import World, open_world


@pytest_asyncio.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A simulated server in English with the whole bot, on a new database."""
    world = await open_world(tmp_path)
    yield world
    await world.close()


@pytest_asyncio.fixture
async def japanese_world(tmp_path: Path) -> AsyncIterator[World]:
    """The same with Japanese as the server's language."""
    world = await open_world(tmp_path, locale="ja")
    yield world
    await world.close()


@pytest.fixture(autouse=True)
def _no_errors_in_the_log(caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest) -> Iterator[None]:
    """An error that was only logged fails its test, unless the test is marked `logs_errors`."""
    yield
    if request.node.get_closest_marker("logs_errors"):
        return
    errors = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not errors, f"errors were logged: {errors}"


def pytest_configure(config: pytest.Config) -> None:
    """Makes our own marker known."""
    config.addinivalue_line("markers", "logs_errors: the test brings about an error that is logged")
