"""A whole chapter of My City alone on a phone, from the lobby to the grade, by what somebody presses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import ClassVar

import pytest
from game_windows import GameEvening, evening_with
from playwright.async_api import Locator, Page, expect
from windows import app_of, control, press, up_to_date

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.my_city.city import CHAPTERS
from bot.games.my_city.preview import offers
from bot.games.my_city.state import MyCityState
from bot.tables.model import Status

pytestmark = pytest.mark.browser

CHAPTER = 3
ALONE = Seat(0)
GRADES = ("hamlet", "village", "town", "city", "metropolis")


class Alone(GameEvening[MyCityState]):
    """Somebody who plays alone, in a window of a phone's width."""

    start: ClassVar = {"ja": "マイシティ 開始"}

    async def fill_in(self, host: Page) -> None:
        """One chapter."""
        await host.locator("[name=mode]").select_option(label=self.say("my_city.option.mode.chapter"))
        await host.locator("[name=chapter]").fill(str(CHAPTER))

    async def use(self, panel: Locator, action: str, first: str, label: str = "") -> None:
        """Presses a button of the panel whose path begins like this, of several the one with this label."""
        turn = (await self.state()).turn
        buttons = panel.locator(f'[data-custom-id^="s1:{action}:1:{turn}:{first}"]')
        button = buttons.filter(has_text=label).first
        await expect(button).to_be_enabled()
        await press(button)
        await up_to_date(panel.page)

    async def play_round(self, panel: Locator) -> None:
        """Builds at the spot where the panel begins; stops where nothing fits any more."""
        turn = (await self.state()).turn
        if offers(await self.state(), ALONE):
            await self.use(panel, "mycity.step", "!build/")
        else:
            await self.use(panel, "mycity.step", "stop")
            await self.use(panel, "mycity.confirm", "!stop")
        await self.until(lambda state: state.turn > turn)
        await up_to_date(panel.page)


@pytest.fixture
async def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Alone]:
    """The whole bot in a world of one, with dice that are known."""
    monkeypatch.setattr(Chance, "fresh", classmethod(lambda cls: cls(bytes([7]) * 32)))
    async with evening_with(Alone, tmp_path, "ja", (390,)) as evening:
        yield evening


@pytest.mark.slow(every=4, group="whole games in a browser")
async def test_a_chapter_alone_on_a_phone(alone: Alone) -> None:
    (window,) = alone.windows
    await alone.open_table()

    # The building is steered, turned and looked at before it is built where the panel began.
    panel = await alone.open_panel(window)
    begun = str(offers(await alone.state(), ALONE)[0].cells[0])
    await expect(panel).to_contain_text(begun)
    before = await panel.locator("img").last.get_attribute("src")
    for label in ("↓", alone.say("my_city.panel.turn"), alone.say("my_city.panel.told")):
        await alone.use(panel, "mycity.step", "aim/", label)
    assert await panel.locator("img").last.get_attribute("src") != before
    await expect(panel).to_contain_text(alone.say("my_city.score.rocks"))
    assert (await alone.state()).round == 1

    for episode in CHAPTERS[CHAPTER].episodes:
        while (state := await alone.state()).episode == episode and state.phase == "round":
            # Every round has a post: after some of them the panel is far above.
            if state.round % 10 == 1:
                panel = await alone.open_panel(window)
            await alone.play_round(panel)
    table = await app_of(alone.client).tables.queries.table(1)
    assert table.status is Status.FINISHED
    await expect(control(window, "table.rematch")).to_be_visible()
    last = window.locator('.message:has([data-custom-id^="s1:table.rematch:"])').last
    (points,) = [sum(result.points[0] for result in (await alone.state()).results)]
    await expect(last).to_contain_text(str(abs(points)))
    told = await last.inner_text()
    assert any(alone.say(f"my_city.grade.{name}") in told for name in GRADES)
