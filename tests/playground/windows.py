"""What the tests of the playground share: a running server, and windows of a real browser on it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import simcord
from aiohttp.test_utils import TestClient, TestServer
from playwright.async_api import Browser, Locator, Page, TimeoutError as LostError, expect
from simulated import lent
from stand_in import StandIn

from bot.app import App
from bot.playground.people import crowd
from bot.playground.server import PLAYGROUND, Playground, application
from bot.playground.world import MakeBot, World

Client = TestClient[Any, Any]
Window = Callable[..., Awaitable[Page]]
PATIENCE = 30_000
"""Milliseconds that a page may take where others keep the machine busy."""
NOTICED = 5_000
"""Milliseconds after which somebody clicks again if nothing has happened."""
expect.set_options(timeout=PATIENCE)


@asynccontextmanager
async def serving(make_bot: MakeBot, *, people: int = 3, locale: str = "en") -> AsyncIterator[Client]:
    """A running server with a world of its own; it ends with the block."""

    async def make_world() -> World:
        world = World(lambda: lent(make_bot()), crowd(people, locale), locale=locale)
        await world.open()
        return world

    playground = Playground(make_world)
    await playground.open()
    async with TestClient(TestServer(application(playground))) as client:
        yield client


@asynccontextmanager
async def windows_of(browser: Browser, client: Client) -> AsyncIterator[Window]:
    """Opens windows on a server: `await window("alice", width=390)`; they end with the block, and a page that
    has complained of anything fails it."""
    complaints = list[str]()

    async def window(person: str, *, width: int = 1200, height: int = 850, locale: str = "en-GB") -> Page:
        context = await browser.new_context(viewport={"width": width, "height": height}, locale=locale)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None,
        )
        await page.goto(str(client.make_url(f"/?as={person}")))
        await page.locator("#line").wait_for()
        return page

    yield window
    for context in browser.contexts:
        for page in context.pages:
            await page.unroute_all(behavior="ignoreErrors")
        await context.close()
    assert not complaints, complaints


def world_of(client: Client) -> World:
    server: Any = client.server
    return server.app[PLAYGROUND].desk.world


def env_of(world: World) -> simcord.Env:
    return world._env


def stand_in_of(world: World) -> StandIn:
    bot = world._env.bot
    assert isinstance(bot, StandIn)
    return bot


def app_of(client: Client) -> App:
    bot = world_of(client)._env.bot
    assert isinstance(bot, App)
    return bot


def control(window: Page, action: str) -> Locator:
    """The newest control of an action."""
    return window.locator(f'[data-custom-id^="s1:{action}:"]').last


async def press(thing: Locator) -> None:
    """A press, and the bot's answer to it. A click that falls between two drawings of a message reaches
    nothing: then somebody clicks again, as people do."""
    for last in (False, False, True):
        try:
            async with thing.page.expect_request("**/api/do", timeout=NOTICED) as sent:
                await thing.click()
            break
        except LostError:
            if last:
                raise
    await (await sent.value).response()


async def unfold(menu: Locator) -> None:
    """Opens a menu. A click between two drawings of a message reaches nothing, as for `press`."""
    choices = menu.locator("[role=listbox]")
    for _ in range(3):
        if await choices.is_visible():
            return
        await menu.locator(".face").click()
        with suppress(LostError):
            await choices.wait_for(timeout=NOTICED)
    await expect(choices).to_be_visible()


async def opened(thing: Locator) -> Locator:
    """The newest private message after a press that opens one, once that message is there: until then the
    newest one is an older one, whose controls still have a meaning."""
    private = thing.page.locator(".message.private")
    before = await private.last.get_attribute("id") if await private.count() else None
    await press(thing)
    await expect(private.last).not_to_have_attribute("id", before or "")
    await expect(private.last.locator(".thinking")).to_have_count(0)
    return private.last


async def up_to_date(window: Page) -> None:
    """Waits until a window shows what has happened so far."""
    await window.evaluate("async () => (await import('/static/state.js')).refresh()")


async def command(window: Page, name: str) -> None:
    """Begins a slash command; of those that begin alike the shortest one stands first."""
    await window.locator("#line").fill(f"/{name}")
    await expect(window.locator(".suggestions [role=option] span").first).to_have_text(f"/{name}")
    await window.locator("#line").press("Enter")
