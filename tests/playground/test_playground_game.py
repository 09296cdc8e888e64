"""A whole game of 6 nimmt! in a real browser: three windows, three ways of playing, two languages."""

from __future__ import annotations

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
    enter,
    opener,
    press,
    serving,
    up_to_date,
)

from bot.app import App, build
from bot.config import Settings
from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.registry import game
from bot.games.six_nimmt.view import NimmtView
from bot.tables.model import Moment, Status

pytestmark = pytest.mark.browser

RULES = game("six_nimmt")
SECRET = bytes(range(32))
"""With this one, people who always play their lowest card are asked for a row."""

PEOPLE = {"en": ("alice", "bob", "carol"), "ja": ("haru", "yui", "sora")}
START = {"en": "nimmt start", "ja": "ニムト 開始"}
PLAY = {"en": "nimmt play", "ja": "ニムト 出す"}
CLOSED = {"en": "Close my direct messages to the bot", "ja": "ボットからのDMを受け取らない"}


class Evening:
    """A table of three: the first two play by direct message, the third has closed hers."""

    def __init__(self, client: Client, locale: str, windows: list[Page]) -> None:
        self.client = client
        self.locale = locale
        self.windows = windows
        self.rows_taken = 0

    @property
    def app(self) -> App:
        """The bot behind the page."""
        return app_of(self.client)

    async def moment(self) -> Moment:
        """The table as it is."""
        return await self.app.tables.queries.now_at(1)

    async def open_table(self) -> None:
        """By slash command with options; joined from two other windows, one of them a phone."""
        host, phone, third = self.windows
        await third.get_by_label(CLOSED[self.locale]).check()
        await command(host, START[self.locale])
        await host.locator("[name=format]").select_option(index=2)
        await host.locator("[name=rounds]").fill("1")
        await host.locator("[name=rounds]").press("Enter")
        for window in (phone, third):
            await press(control(window, "lobby.join"))
        await press(control(host, "lobby.start"))
        await expect(control(host, "table.move")).to_be_visible()

    async def play_out(self) -> None:
        """Everybody plays the lowest card until the game is over."""
        while (moment := await self.moment()).table.status is Status.PLAYING:
            seat = next(iter(RULES.decisions(moment.state)))
            view = RULES.view(moment.state, seat)
            assert isinstance(view, NimmtView)
            place = await self.panel(seat, RULES.turn(moment.state))
            if view.question is not None:
                await self.take_row(place)
            else:
                await self.play_card(place, view)
            assert (await self.moment()).version > moment.version

    async def panel(self, seat: Seat, turn: int) -> Locator:
        """Where a person chooses: the newest direct message, or what **Your move** opens in the channel."""
        window = self.windows[seat]
        if seat < 2:
            await enter(window, "dm")
        else:
            await up_to_date(window)
            await press(window.locator(f'[data-custom-id^="s1:table.move:1:{turn}:"]').last)
        await up_to_date(window)
        asking = window.locator(f'[data-custom-id^="s1:nimmt."][data-custom-id*=":1:{turn}:"]')
        return window.locator(".message").filter(has=asking).last

    async def play_card(self, place: Locator, view: NimmtView) -> None:
        """Chooses in the menu; confirms where the choice would reveal the trick."""
        await place.locator('[data-custom-id^="s1:nimmt.menu:"]').click()
        await press(place.locator(f'[role=option][data-value="~choose/{view.hand[0]}"]'))
        if sum(view.chosen) == view.seats - 1:
            await press(place.locator('[data-custom-id^="s1:nimmt.confirm:"]'))

    async def take_row(self, place: Locator) -> None:
        """Looks at a row, goes back, takes another one."""
        await press(place.locator('[data-custom-id^="s1:nimmt.step:"]').first)
        await press(place.locator('[data-custom-id^="s1:table.back:"]'))
        await expect(place.locator('[data-custom-id^="s1:nimmt.confirm:"]')).to_have_count(0)
        await press(place.locator('[data-custom-id^="s1:nimmt.step:"]').nth(1))
        await press(place.locator('[data-custom-id^="s1:nimmt.confirm:"]'))
        self.rows_taken += 1


@pytest.fixture(params=["en", "ja"])
async def evening(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Evening]:
    """The whole bot in a world of three, and their windows."""
    locale: str = request.param
    monkeypatch.setattr(Chance, "fresh", classmethod(lambda cls: cls(SECRET)))
    settings = Settings(database=tmp_path / "world.sqlite3", locale=locale)
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(
            serving(lambda: build(settings, always_sync=True), locale=locale)
        )
        browser, complaints = await stack.enter_async_context(browsing())
        window: Window = opener(browser, complaints, client)
        widths = (1200, 390, 900)
        windows = [await window(who, width=width) for who, width in zip(PEOPLE[locale], widths, strict=True)]
        yield Evening(client, locale, windows)


@pytest.mark.slow(every=4, group="whole games in a browser")
async def test_three_people_play_a_whole_game(evening: Evening) -> None:
    host, phone, third = evening.windows
    await evening.open_table()

    # The first card by command: suggestions say what is in the hand.
    moment = await evening.moment()
    view = RULES.view(moment.state, Seat(1))
    assert isinstance(view, NimmtView)
    await command(phone, PLAY[evening.locale])
    await phone.locator("[name=card]").fill(str(view.hand[0]))
    await phone.locator(".suggestions [role=option]").first.click()
    await phone.locator("#composer .button.primary").click()
    await expect(phone.locator(".message.private").last).to_contain_text(str(view.hand[0]))

    await evening.play_out()
    assert evening.rows_taken >= 1
    assert await third.locator(".message.private").count() >= 8
    await enter(third, "dm")
    await expect(third.locator(".message")).to_have_count(0)

    await enter(host, "channel")
    last = host.locator(".message").last
    await expect(last.locator(".picture img")).to_be_visible()
    await expect(last).to_contain_text(Chance(SECRET).commitment[:16])
    await expect(last.locator('[data-custom-id^="s1:table.rematch:"]')).to_be_visible()
    alt = await last.locator(".picture img").get_attribute("alt")
    assert alt
    for who in ("ハル", "ユイ", "ソラ") if evening.locale == "ja" else ("Alice", "Bob", "Carol"):
        assert who in alt
    assert await host.locator("#messages img:not([alt])").count() == 0

    await press(last.locator('[data-custom-id^="s1:table.replay:"]'))
    replay = host.locator(".message.private").last
    moving = replay.locator(".picture img")
    await expect(moving).to_be_visible()
    assert (await moving.get_attribute("src") or "").endswith(".gif")
    await press(replay.locator('[data-custom-id^="s1:table.file:"]'))
    file = host.locator(".message.private").last.locator("a.file")
    await expect(file).to_have_attribute("download", "stammtisch-1.json")
