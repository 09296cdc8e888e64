"""A whole game against three hard computers in a real browser, by the controls that people have."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Page, expect
from test_playground_game import RULES, Evening, command, control, enter, press, up_to_date
from windows import browsing, opener, serving

from bot.app import build
from bot.config import Settings
from bot.games.contract import Seat
from bot.games.six_nimmt.view import NimmtView
from bot.opponents import runner
from bot.tables.model import Moment, Status

pytestmark = pytest.mark.browser

PAUSE = 0.1
"""Seconds that a computer waits before it plays: here nobody has to follow it."""
PATIENCE = 30
"""Seconds after which the computers are taken for stuck."""


async def seat_three(host: Page) -> None:
    """**Add computer**, and three times the same level from the menu."""
    await press(control(host, "lobby.computers"))
    for number in (1, 2, 3):
        await control(host, "lobby.computer").click()
        await press(host.locator('[role=option][data-value="hard"]').last)
        await up_to_date(host)
        await expect(host.locator('[data-custom-id^="s1:lobby.remove:"]')).to_have_count(number)


async def up_to_the_person(evening: Evening) -> Moment:
    """The table once all computers have decided, or at the end."""
    async with asyncio.timeout(PATIENCE):
        while True:
            moment = await evening.moment()
            if moment.table.status is not Status.PLAYING or list(RULES.decisions(moment.state)) == [0]:
                return moment
            await asyncio.sleep(PAUSE)


async def play_out(evening: Evening) -> int:
    """The person plays the lowest card each time; how many decisions it took."""
    decided = 0
    while (moment := await up_to_the_person(evening)).table.status is Status.PLAYING:
        view = RULES.view(moment.state, Seat(0))
        assert isinstance(view, NimmtView)
        place = await evening.panel(Seat(0), RULES.turn(moment.state))
        if view.question is not None:
            await evening.take_row(place)
        else:
            await evening.play_card(place, view)
        decided += 1
    return decided


async def test_one_person_plays_three_hard_computers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "PAUSE", PAUSE)
    settings = Settings(database=tmp_path / "world.sqlite3")
    async with serving(lambda: build(settings, always_sync=True)) as client, browsing() as (browser, said):
        host = await opener(browser, said, client)("alice")
        await command(host, "nimmt start")
        await host.locator("[name=rounds]").fill("1")
        await host.locator("[name=rounds]").press("Enter")
        await seat_three(host)
        await press(control(host, "lobby.start"))
        evening = Evening(client, "en", [host])
        assert await play_out(evening) >= 9

        await enter(host, "channel")
        last = host.locator(".message").last
        await expect(last.locator('[data-custom-id^="s1:table.rematch:"]')).to_be_visible()
        alt = await last.locator(".picture img").get_attribute("alt")
        assert alt
        names = [sitter.name for sitter in (await evening.moment()).table.sitters]
        assert names[1:] == [f"Computer {number} (hard)" for number in (1, 2, 3)]
        assert all(name in alt for name in names)
