"""What the tests that play a game in a browser share: the people, their windows, the controls."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from playwright.async_api import Browser, Locator, Page, expect
from windows import Client, app_of, command, control, opened, press, serving, up_to_date, windows_of

from bot.app import build
from bot.config import Settings
from bot.discord.presenter import presenter_of
from bot.games.registry import game
from bot.playground.people import crowd
from bot.tables.model import Moment
from bot.text import words

E = TypeVar("E", bound="GameEvening")


class GameEvening:
    """A few people at a table, each with a window; the first one opens it by slash command."""

    def __init__(self, key: str, client: Client, locale: str, windows: list[Page]) -> None:
        self.key = key
        self.rules = game(key)
        self.group = presenter_of(key).group
        self.client = client
        self.locale = locale
        self.windows = windows
        self.say = words(locale)

    async def moment(self) -> Moment:
        """The table as it is."""
        return await app_of(self.client).tables.queries.now_at(1)

    async def open_table(self) -> None:
        """By slash command; joined and started from the windows."""
        host, *guests = self.windows
        await command(host, f"{self.say(f'command.{self.group}.name')} {self.say('command.start.name')}")
        await host.locator("#composer .button.primary").click()
        for guest in guests:
            await press(control(guest, "lobby.join"))
        await press(control(host, "lobby.start"))
        await expect(control(host, "table.move")).to_be_visible()

    async def open_panel(self, window: Page) -> Locator:
        """The newest private message, after **Your move** of the newest board."""
        await up_to_date(window)
        return await opened(window.locator('.message:not(.private) [data-custom-id^="s1:table.move:"]').last)


@asynccontextmanager
async def evening_with(
    kind: type[E], key: str, folder: Path, locale: str, widths: Sequence[int], browser: Browser
) -> AsyncIterator[E]:
    """The whole bot in a world of a few people, and a window of so many pixels for each of them."""
    settings = Settings(database=folder / "world.sqlite3", locale=locale)
    people = [person.key for person in crowd(len(widths), locale)]
    async with (
        serving(lambda: build(settings, always_sync=True), people=len(widths), locale=locale) as client,
        windows_of(browser, client) as window,
    ):
        windows = [await window(who, width=width) for who, width in zip(people, widths, strict=True)]
        yield kind(key, client, locale, windows)
