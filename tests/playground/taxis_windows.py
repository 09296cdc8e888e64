"""What the tests that play Thurn and Taxis in a browser share: the two people and their commands."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import ClassVar

from game_windows import GameEvening, evening_with
from playwright.async_api import Locator, Page
from windows import command

from bot.games.thurn_and_taxis.state import TaxisState
from bot.text import words

COMMANDS = {"en": {"take": "taxis take"}, "ja": {"take": "郵便馬車 取る"}}


class Evening(GameEvening[TaxisState]):
    """Two people at a table, each with a window."""

    start: ClassVar = {"en": "taxis start", "ja": "郵便馬車 開始"}

    async def typed(self, window: Page, name: str, option: str, text: str) -> Locator:
        """Types into an option of a command; the suggestions."""
        await command(window, COMMANDS[self.locale][name])
        await window.locator(f"[name={option}]").fill(text)
        return window.locator(".suggestions [role=option]")

    def city(self, name: str) -> str:
        """A city as this evening calls it."""
        return words(self.locale)(f"thurn_and_taxis.city.{name}")


def evening_of(folder: Path, locale: str, widths: Sequence[int]) -> AbstractAsyncContextManager[Evening]:
    """The whole bot in a world of two, and a window of so many pixels for each of them."""
    return evening_with(Evening, folder, locale, widths)
