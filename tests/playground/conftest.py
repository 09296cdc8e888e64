"""A world with the stand-in bot, its server, and windows of a real browser."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser
from stand_in import StandIn
from windows import Client, Window, browsing, serving, windows_of

from bot.playground.people import crowd
from bot.playground.world import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """Three people and the stand-in bot, without a server."""
    opened = World(StandIn, crowd(3, "en"), locale="en")
    await opened.open()
    yield opened
    await opened.close()


@pytest_asyncio.fixture(loop_scope="session")
async def client() -> AsyncIterator[Client]:
    """A server of a world of three with the stand-in bot."""
    async with serving(StandIn) as opened:
        yield opened


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One for all tests: to start takes longer than most of them."""
    async with browsing() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def window(browser: Browser, client: Client) -> AsyncIterator[Window]:
    async with windows_of(browser, client) as opened:
        yield opened
