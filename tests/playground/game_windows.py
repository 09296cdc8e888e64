"""What the tests that play a game in a browser share: the people, their windows, the controls."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar, cast

from playwright.async_api import Locator, Page, expect
from playwright.async_api import TimeoutError as TooLate
from windows import (
    Client,
    Window,
    app_of,
    browsing,
    command,
    control,
    opened,
    opener,
    press,
    serving,
    up_to_date,
)

from bot.app import build
from bot.config import Settings
from bot.playground.people import crowd
from bot.text import words

S = TypeVar("S")
E = TypeVar("E", bound="GameEvening[Any]")
TRIES = 5
"""Times that a menu is opened again, if it has to be."""


class GameEvening(Generic[S]):
    """A few people at a table, each with a window; the first one opens it by the command that is named."""

    start: ClassVar[Mapping[str, str]]

    def __init__(self, client: Client, locale: str, windows: list[Page]) -> None:
        self.client = client
        self.locale = locale
        self.windows = windows
        self.say = words(locale)

    async def until(self, holds: Callable[[S], object]) -> None:
        """Waits until the state is as it should become; a press is answered before all is done."""
        for _ in range(100):
            if holds(await self.state()):
                return
            await asyncio.sleep(0.1)
        assert holds(await self.state())

    async def state(self) -> S:
        """The table as it is."""
        return cast(S, (await app_of(self.client).tables.queries.now_at(1)).state)

    async def open_table(self) -> None:
        """By slash command; joined and started from the windows."""
        host, *guests = self.windows
        await command(host, self.start[self.locale])
        await self.fill_in(host)
        await host.locator("#composer .button.primary").click()
        for guest in guests:
            await press(control(guest, "lobby.join"))
        await press(control(host, "lobby.start"))
        await expect(control(host, "table.move")).to_be_visible()

    async def fill_in(self, host: Page) -> None:
        """The options of the command that opens the table; nothing is what the house proposes."""

    async def open_panel(self, window: Page) -> Locator:
        """The newest private message, after **Your move** of the newest board."""
        await up_to_date(window)
        return await opened(window.locator('.message:not(.private) [data-custom-id^="s1:table.move:"]').last)

    async def choose(self, panel: Locator, action: str, value: str) -> None:
        """Opens a menu of the panel and takes a line of it."""
        entry = f'[role=option][data-value="{value}"]'
        menu, line = panel.locator(".menu").filter(has=panel.page.locator(entry)), panel.locator(entry)
        face = menu.locator(f'.face[data-custom-id^="s1:{action}:"]')
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


@asynccontextmanager
async def evening_with(kind: type[E], folder: Path, locale: str, widths: Sequence[int]) -> AsyncIterator[E]:
    """The whole bot in a world of a few people, and a window of so many pixels for each of them."""
    settings = Settings(database=folder / "world.sqlite3", locale=locale)
    people = [person.key for person in crowd(len(widths), locale)]
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(
            serving(lambda: build(settings, always_sync=True), people=len(widths), locale=locale)
        )
        browser, complaints = await stack.enter_async_context(browsing())
        window: Window = opener(browser, complaints, client)
        windows = [await window(who, width=width) for who, width in zip(people, widths, strict=True)]
        yield kind(client, locale, windows)
