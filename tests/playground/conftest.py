"""A world with the stand-in bot, its server, and windows of a real browser."""

import os
import shutil
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright
from stand_in import StandIn
from windows import Client, Window, serving, windows_of

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


CHROMIUM = "chromium-headless-shell", "chromium"
"""Debian's: the first one draws no window around the page, which costs half of all the work."""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Chromium, one for all tests: to start takes longer than most of them."""
    installed = filter(None, map(shutil.which, CHROMIUM))
    found = os.environ.get("STAMMTISCH_CHROMIUM") or next(installed, None)
    if not found:
        pytest.skip("no Chromium here")
    async with async_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu"]
        browser = await playwright.chromium.launch(executable_path=found, args=arguments)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def window(browser: Browser, client: Client) -> AsyncIterator[Window]:
    async with windows_of(browser, client) as opened:
        yield opened
