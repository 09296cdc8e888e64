"""What the tests that play Thurn and Taxis in a browser share: the people, their windows, the controls."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

from playwright.async_api import Locator, Page, expect
from playwright.async_api import TimeoutError as TooLate
from windows import (
    Client,
    Window,
    app_of,
    browsing,
    command,
    control,
    opener,
    press,
    serving,
    up_to_date,
)

from bot.app import build
from bot.config import Settings
from bot.games.thurn_and_taxis.land import CITIES
from bot.games.thurn_and_taxis.state import TaxisState
from bot.text import words

TRIES = 5
"""Times that a menu is opened again, if it has to be."""
PEOPLE = {"en": ("alice", "bob"), "ja": ("haru", "yui")}
COMMANDS = {
    "en": {"start": "taxis start", "take": "taxis take", "close": "taxis close"},
    "ja": {"start": "郵便馬車 開始", "take": "郵便馬車 取る", "close": "郵便馬車 確定"},
}


class Evening:
    """Two people at a table, each with a window."""

    def __init__(self, client: Client, locale: str, windows: list[Page]) -> None:
        self.client = client
        self.locale = locale
        self.windows = windows
        self.say = words(locale)

    async def until(self, holds: Callable[[TaxisState], object]) -> None:
        """Waits until the state is as it should become; a press is answered before all is done."""
        for _ in range(100):
            if holds(await self.state()):
                return
            await asyncio.sleep(0.1)
        assert holds(await self.state())

    async def state(self) -> TaxisState:
        """The table as it is."""
        state = (await app_of(self.client).tables.now_at(1)).state
        assert isinstance(state, TaxisState)
        return state

    async def open_table(self) -> None:
        """By slash command; joined and started from the two windows."""
        host, guest = self.windows
        await command(host, COMMANDS[self.locale]["start"])
        await host.locator("#composer .button.primary").click()
        await press(control(guest, "lobby.join"))
        await press(control(host, "lobby.start"))
        await expect(control(host, "table.move")).to_be_visible()

    async def open_panel(self, window: Page) -> Locator:
        """The newest private message, after **Your move** of the newest board."""
        await up_to_date(window)
        await press(window.locator('.message:not(.private) [data-custom-id^="s1:table.move:"]').last)
        return window.locator(".message.private").last

    async def choose(self, panel: Locator, action: str, value: str) -> None:
        """Opens a menu of the panel and takes a line of it."""
        face = panel.locator(f'[data-custom-id^="s1:{action}:"]')
        line = panel.locator(f'[role=option][data-value="{value}"]')
        async with panel.page.expect_response("**/api/do"):
            # A message that changes meanwhile closes its menu: whoever wants the line opens it again.
            for _ in range(TRIES):
                if not await line.is_visible():
                    await face.click()
                with suppress(TooLate):
                    await line.click(timeout=2000)
                    break
        # What is pressed next may stand in the same place, of an older turn until the page has changed.
        await up_to_date(panel.page)

    async def tick(self, panel: Locator, action: str, *values: str) -> None:
        """Opens a menu of which several lines can be taken, changes these, and is done."""
        menu = panel.locator(".menu").filter(has=panel.page.locator(f'[data-custom-id^="s1:{action}:"]'))
        await menu.locator(".face").click()
        for value in values:
            await menu.locator(f'[role=option][data-value="{value}"]').click()
        await press(menu.locator(".button.primary"))

    async def typed(self, window: Page, name: str, option: str, text: str) -> Locator:
        """Types into an option of a command; the suggestions."""
        await command(window, COMMANDS[self.locale][name])
        await window.locator(f"[name={option}]").fill(text)
        return window.locator(".suggestions [role=option]")

    def city(self, name: str) -> str:
        """A city as this evening calls it."""
        return CITIES[name].name_ja if self.locale == "ja" else CITIES[name].name


@asynccontextmanager
async def evening_of(folder: Path, locale: str, widths: Sequence[int]) -> AsyncIterator[Evening]:
    """The whole bot in a world of two, and a window of so many pixels for each of them."""
    settings = Settings(database=folder / "world.sqlite3", locale=locale)
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(
            serving(lambda: build(settings, always_sync=True), people=2, locale=locale)
        )
        browser, complaints = await stack.enter_async_context(browsing())
        window: Window = opener(browser, complaints, client)
        windows = [await window(who, width=width) for who, width in zip(PEOPLE[locale], widths, strict=True)]
        yield Evening(client, locale, windows)
