"""A world with the stand-in bot, its server, and windows of a real browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from stand_in import StandIn
from windows import Client, Window, browsing, opener, serving

from bot.playground.people import crowd
from bot.playground.world import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """Three people and the stand-in bot, without a server."""
    opened = World(StandIn, crowd(3, "en"), locale="en")
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    """A server of a world of three with the stand-in bot."""
    async with serving(StandIn) as opened:
        yield opened


@pytest.fixture
async def window(client: Client) -> AsyncIterator[Window]:
    """Windows of a real browser on that server; the test fails on any complaint of a page."""
    async with AsyncExitStack() as stack:
        browser, complaints = await stack.enter_async_context(browsing())
        yield opener(browser, complaints, client)
