"""The last tricks of 6 nimmt! in a real browser: three windows, three ways of playing."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from game_windows import GameEvening, evening_with
from playwright.async_api import Browser, Locator, Page, expect
from windows import command, enter, press, up_to_date

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.registry import game
from bot.games.six_nimmt.view import NimmtView
from bot.tables.model import Status
from tests.games.six_nimmt.positions import table

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

RULES = game("six_nimmt")
SECRET = bytes(range(32))
ONE_ROUND = {"format": "rounds", "rounds": 1}
LAST = table("20 / 40 / 60 / 80", "5 45 90 / 21 62 95 / 41 81 100", options=ONE_ROUND)
"""The lowest card of the first person lies below all rows."""


class Evening(GameEvening):
    """A table of three: the first two play by direct message, the third has closed hers."""

    rows_taken = 0

    async def fill_in(self, host: Page) -> None:
        """One round."""
        await self.windows[2].get_by_label("Close my direct messages to the bot").check()
        await host.locator("[name=format]").select_option(index=2)
        await host.locator("[name=rounds]").fill("1")

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


@pytest_asyncio.fixture(loop_scope="session")
async def evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser
) -> AsyncIterator[Evening]:
    """The whole bot in a world of three, and their windows."""
    monkeypatch.setattr(Chance, "fresh", classmethod(lambda cls: cls(SECRET)))
    monkeypatch.setattr(RULES, "setup", lambda *_: LAST)
    async with evening_with(Evening, "six_nimmt", tmp_path, "en", (1200, 390, 900), browser) as opened:
        yield opened


async def test_three_people_play_the_last_tricks(evening: Evening) -> None:
    host, phone, third = evening.windows
    await evening.open_table()
    assert RULES.decode_options((await evening.moment()).table.options) == LAST.options

    # The first card by command: suggestions say what is in the hand.
    moment = await evening.moment()
    view = RULES.view(moment.state, Seat(1))
    assert isinstance(view, NimmtView)
    await command(phone, evening.command("play"))
    await phone.locator("[name=card]").fill(str(view.hand[0]))
    await phone.locator(".suggestions [role=option]").first.click()
    await phone.locator("#composer .button.primary").click()
    await expect(phone.locator(".message.private").last).to_contain_text(str(view.hand[0]))

    await evening.play_out()
    assert evening.rows_taken == 1
    assert await third.locator(".message.private").count() >= 2
    await enter(third, "dm")
    await expect(third.locator(".message")).to_have_count(0)

    await enter(host, "channel")
    last = host.locator(".message").last
    await expect(last.locator(".picture img")).to_be_visible()
    await expect(last).to_contain_text(Chance(SECRET).commitment[:16])
    await expect(last.locator('[data-custom-id^="s1:table.rematch:"]')).to_be_visible()
    alt = await last.locator(".picture img").get_attribute("alt")
    assert alt
    assert all(sitter.name in alt for sitter in (await evening.moment()).table.sitters)
    assert await host.locator("#messages img:not([alt])").count() == 0

    await press(last.locator('[data-custom-id^="s1:table.replay:"]'))
    replay = host.locator(".message.private").last
    moving = replay.locator(".picture img")
    await expect(moving).to_be_visible()
    assert (await moving.get_attribute("src") or "").endswith(".gif")
    await press(replay.locator('[data-custom-id^="s1:table.file:"]'))
    file = host.locator(".message.private").last.locator("a.file")
    await expect(file).to_have_attribute("download", "stammtisch-1.json")
