"""Turns of Thurn and Taxis in a real browser, on a phone and beside it, by the controls people have."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect
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
from bot.games.registry import game
from bot.games.thurn_and_taxis.land import CITIES
from bot.games.thurn_and_taxis.moves import Tile
from bot.games.thurn_and_taxis.state import TaxisState
from bot.text import words
from render.thurn_and_taxis import names
from tests.games.thurn_and_taxis.positions import table

pytestmark = pytest.mark.browser

RULES = game("thurn_and_taxis")
PEOPLE = {"en": ("alice", "bob"), "ja": ("haru", "yui")}
COMMANDS = {
    "en": {"start": "taxis start", "take": "taxis take", "close": "taxis close"},
    "ja": {"start": "郵便馬車 開始", "take": "郵便馬車 取る", "close": "郵便馬車 確定"},
}
TYPED = {"en": "munich", "ja": "ミュンヘン"}
"""A city as somebody may spell it; it is open, and it fits the route after Augsburg."""
OTHER = {"en": "Zurich", "ja": "チューリッヒ"}
"""Another one that is open, in another spelling than ours."""
BEGIN = table(
    "mannheim stuttgart ulm / lodz pilsen",
    "augsburg basel / linz salzburg",
    display="muenchen zuerich passau freiburg lodz linz",
)
"""The first player can lengthen the route and close it; the second player's cards fit nowhere."""
EXCHANGED = ("mannheim", "ulm", "muenchen")


class Evening:
    """Two people at a table: one on a phone, one at a desk."""

    def __init__(self, client: Client, locale: str, windows: list[Page]) -> None:
        self.client = client
        self.locale = locale
        self.windows = windows
        self.say = words(locale)

    async def state(self) -> TaxisState:
        """The table as it is."""
        state = (await app_of(self.client).tables.now_at(1)).state
        assert isinstance(state, TaxisState)
        return state

    async def open_table(self) -> None:
        """By slash command; joined and started from the two windows."""
        phone, desk = self.windows
        await command(phone, COMMANDS[self.locale]["start"])
        await phone.locator("#composer .button.primary").click()
        await press(control(desk, "lobby.join"))
        await press(control(phone, "lobby.start"))
        await expect(control(phone, "table.move")).to_be_visible()

    async def open_panel(self, window: Page) -> Locator:
        """The newest private message, after **Your move** of the newest board."""
        await up_to_date(window)
        await press(window.locator('.message:not(.private) [data-custom-id^="s1:table.move:"]').last)
        return window.locator(".message.private").last

    async def choose(self, panel: Locator, action: str, value: str) -> None:
        """Opens a menu of the panel and takes a line of it."""
        await panel.locator(f'[data-custom-id^="s1:{action}:"]').click()
        await press(panel.locator(f'[role=option][data-value="{value}"]'))

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


@pytest.fixture(params=["en", "ja"])
async def evening(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Evening]:
    """The whole bot in a world of two, and their windows."""
    locale: str = request.param
    monkeypatch.setattr(RULES, "setup", lambda *_: BEGIN)
    settings = Settings(database=tmp_path / "world.sqlite3", locale=locale)
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(
            serving(lambda: build(settings, always_sync=True), people=2, locale=locale)
        )
        browser, complaints = await stack.enter_async_context(browsing())
        window: Window = opener(browser, complaints, client)
        windows = [
            await window(who, width=width) for who, width in zip(PEOPLE[locale], (390, 1200), strict=True)
        ]
        yield Evening(client, locale, windows)


async def test_two_people_take_play_take_back_close_and_lose_a_route(evening: Evening) -> None:
    phone, desk = evening.windows
    await evening.open_table()

    # A city that is none, then one in another spelling: by command, with suggestions.
    suggested = await evening.typed(phone, "take", "card", "京都")
    await expect(suggested).to_have_count(0)
    await phone.locator("[name=card]").fill(OTHER[evening.locale])
    await expect(suggested).to_have_count(1)
    await phone.locator("[name=card]").fill(TYPED[evening.locale])
    await expect(suggested).to_contain_text([evening.city("muenchen")])
    await suggested.first.click()
    await phone.locator("#composer .button.primary").click()
    panel = phone.locator(".message.private").last
    await expect(panel.locator('[data-custom-id^="s1:taxis.play:"]')).to_be_visible()
    assert (await evening.state()).hands[0] == ("augsburg", "basel", "muenchen")

    # A card to the right end, back into the hand, and down again; another one by the Postal Carrier.
    await evening.choose(panel, "taxis.play", "right/augsburg")
    assert (await evening.state()).routes[0][-1] == "augsburg"
    await press(panel.locator('[data-custom-id^="s1:table.undo:"]'))
    assert (await evening.state()).routes[0][-1] == "ulm"
    await evening.choose(panel, "taxis.play", "right/augsburg")
    await evening.choose(panel, "taxis.play", "right/muenchen")
    assert (await evening.state()).official == "postal_carrier"

    # Closing: the mode worth most, its cities chosen already; one is exchanged, what it yields stands above.
    await press(panel.locator('[data-custom-id^="s1:taxis.closing:"]'))
    await evening.choose(panel, "taxis.mode", "close/each-")
    offices = panel.locator('[data-custom-id^="s1:taxis.offices:"]')
    await expect(offices).to_have_text(", ".join(map(evening.city, ("mannheim", "ulm", "augsburg"))))
    await evening.tick(panel, "taxis.offices", "4", "5")
    await expect(offices).to_have_text(", ".join(map(evening.city, EXCHANGED)))
    await expect(panel).to_contain_text(re.compile(rf"[(（]{names.cities(EXCHANGED, evening.say)}[)）]"))
    await press(panel.locator('[data-custom-id^="s1:taxis.close:"]'))
    state = await evening.state()
    assert (state.active, state.carriages[0], state.offices[0]) == (1, 3, EXCHANGED)
    assert state.tiles[0] == (Tile("length_5", 2),)

    # The other one has no card that fits: the warning, a look back, the loss, the end of the turn.
    panel = await evening.open_panel(desk)
    await evening.choose(panel, "taxis.take", "5")
    await evening.choose(panel, "taxis.begin", "linz")
    await expect(panel).to_contain_text(evening.city("pilsen"))
    await press(panel.locator('[data-custom-id^="s1:table.back:"]'))
    assert (await evening.state()).routes[1] == ("lodz", "pilsen")
    await evening.choose(panel, "taxis.begin", "salzburg")
    await press(panel.locator('[data-custom-id^="s1:taxis.give_up:"]'))
    await evening.choose(panel, "taxis.play", "right/linz")
    await press(panel.locator('[data-custom-id^="s1:taxis.end:"]'))
    state = await evening.state()
    assert (state.active, state.routes[1]) == (0, ("salzburg", "linz"))

    # Everybody reads the story in the newest post, and the picture says it, too.
    await up_to_date(phone)
    board = phone.locator('.message:not(.private):has([data-custom-id^="s1:table.move:"])').last
    await expect(board).to_contain_text(evening.city("salzburg"))
    alt = await board.locator(".picture img").get_attribute("alt")
    assert alt
    assert evening.city("muenchen") in alt
    assert await phone.locator("#messages img:not([alt])").count() == 0
