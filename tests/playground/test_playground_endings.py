"""The last turns of every game in a real browser, on phones and beside them, by the controls people have:
to the ranking, the file that proves the deal, and the rematch."""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import simulated
from playwright.async_api import Browser, Locator, Page, expect
from windows import (
    Client,
    app_of,
    command,
    control,
    opened,
    press,
    serving,
    unfold,
    up_to_date,
    windows_of,
    world_of,
)

from bot.__main__ import main
from bot.app import build
from bot.config import Settings
from bot.discord.presenter import presenter_of
from bot.discord.table_posts import finale
from bot.games.chance import Chance
from bot.games.registry import game
from bot.playground.people import crowd
from bot.tables.model import Moment, Status
from bot.text import words
from tests.games.my_city.positions import table as city
from tests.games.noerdlingen.positions import table as town
from tests.games.noria.positions import solo, table
from tests.games.noria.sample import START
from tests.games.six_nimmt.positions import table as rows
from tests.games.thurn_and_taxis.positions import table as taxis

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

SECRET = bytes([3]) * 32
PHONE, TABLET, DESK = 390, 900, 1200
TURNS, STEPS = 12, 20
"""No ending takes more turns, no move more presses."""
SEVEN = "mannheim stuttgart ulm augsburg muenchen salzburg linz"
RICH = {"stock": {"energy": 5, "mycelium": 5, "obsidian": 5}, "knowledge": 9}


@dataclass(frozen=True)
class Ending:
    """A game shortly before its end, and the people at it."""

    key: str
    locale: str
    widths: tuple[int, ...]
    position: Any
    wanted: tuple[str, ...] = ()
    """What is pressed where it is offered: beginnings of paths. Else it is the first thing that is."""
    again: str = "table.rematch"


ENDINGS = {
    "six_nimmt": Ending(
        "six_nimmt",
        "en",
        (DESK, PHONE, TABLET),
        rows(
            "20 / 40 / 60 / 80",
            "5 45 90 / 21 62 95 / 41 81 100",
            options={"format": "rounds", "rounds": 1},
        ),
    ),
    "thurn_and_taxis": Ending(
        "thurn_and_taxis",
        "en",
        (PHONE, DESK),
        taxis(f"/ {SEVEN}", "lodz / lodz", carriages=[0, 6], active=1, phase="close"),
        ("close",),
    ),
    "noerdlingen": Ending(
        "noerdlingen",
        "ja",
        (PHONE, PHONE, PHONE),
        town(
            [[(3, 5), (6, 4)], [(3, 4), (5, 5)], [(6, 6), (2, 3)]],
            [[(3, 4), (5, 4), (5, 5), (3, 5)]],
            round=8,
        ),
    ),
    "my_city": Ending("my_city", "ja", (PHONE, PHONE), city(1, "r D1", "i D1"), ("stop",)),
    "noria": Ending(
        "noria", "en", (PHONE, PHONE), table(RICH, {**RICH, "levels": [3, 1, 0, 0]}, round=16), ("end_turn",)
    ),
    "noria alone": Ending(
        "noria", "ja", (PHONE,), solo(player=RICH, round=16, setup=START), ("end_turn",), "noria.challenge"
    ),
}


class Evening:
    """The people at a table that begins shortly before its end, each with a window."""

    def __init__(self, ending: Ending, client: Client, windows: list[Page]) -> None:
        self.ending = ending
        self.rules = game(ending.key)
        self.group = presenter_of(ending.key).group
        self.client = client
        self.windows = windows
        self.say = words(ending.locale)

    async def moment(self) -> Moment:
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

    async def play_out(self) -> None:
        """Everybody presses what leads on until the game is over."""
        for _ in range(TURNS):
            moment = await self.moment()
            if moment.table.status is not Status.PLAYING:
                return
            seat = next(iter(self.rules.decisions(moment.state)))
            panel = await self.open_panel(self.windows[seat])
            for _ in range(STEPS):
                await self.step(panel)
                after = await self.moment()
                if after.version > moment.version or after.table.reveal is not None:
                    break
            await self.revealed()
        raise AssertionError("a game without end")

    async def revealed(self) -> None:
        """What is held back is revealed: its grace is over at once by the clock of the world."""
        table = (await self.moment()).table
        if table.reveal is not None:
            await world_of(self.client).advance(table.settings.grace)
            assert (await self.moment()).table.reveal is None

    async def step(self, panel: Locator) -> None:
        """One press of a control that leads on; where it makes a move, until that is made."""
        version = (await self.moment()).version
        made = await self.use_any(panel)
        for _ in range(100 if made else 0):
            after = await self.moment()
            if after.version > version or after.table.reveal is not None:
                break
            await asyncio.sleep(0.1)
        await up_to_date(panel.page)

    async def use_any(self, panel: Locator) -> bool:
        """Uses **Confirm**, what is wanted, a line of a menu or a button; whether it makes a move."""
        group = self.group
        found = panel.locator(f'[data-custom-id^="s1:{group}.confirm:"]:enabled')
        if await found.count():
            await press(found.first)
            return True
        for path in self.ending.wanted:
            found = panel.locator(f'[data-custom-id^="s1:{group}.step:"][data-custom-id*=":{path}"]:enabled')
            if await found.count():
                await press(found.first)
                return False
        if await panel.locator(f'.face[data-custom-id^="s1:{group}.menu:"]:enabled').count():
            return await self.use_menu(panel)
        buttons = panel.locator(f'[data-custom-id^="s1:{group}.step:"]:enabled')
        made = ":!" in (await buttons.first.get_attribute("data-custom-id") or "")
        await press(buttons.first)
        return made

    async def use_menu(self, panel: Locator) -> bool:
        """Takes the first line of the last menu, which asks for what is open; whether it makes a move."""
        face = panel.page.locator(f'.face[data-custom-id^="s1:{self.group}.menu:"]:enabled')
        menu = panel.locator(".menu").filter(has=face).last
        line = menu.locator("[role=option][data-value]").first
        await unfold(menu)
        value = await line.get_attribute("data-value") or ""
        await press(line)
        return value.startswith("!")


@pytest_asyncio.fixture(params=ENDINGS, loop_scope="session")
async def evening(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser
) -> AsyncIterator[Evening]:
    """The whole bot with a table that will begin at that position."""
    ending = ENDINGS[request.param]
    monkeypatch.setattr(Chance, "fresh", classmethod(lambda cls: cls(SECRET)))
    monkeypatch.setattr(game(ending.key), "setup", lambda *_: ending.position)
    monkeypatch.setattr(simulated, "PAINTED", True)
    settings = Settings(database=tmp_path / "world.sqlite3", locale=ending.locale)
    people = crowd(len(ending.widths), ending.locale)
    async with (
        serving(
            lambda: build(settings, always_sync=True), people=len(people), locale=ending.locale
        ) as client,
        windows_of(browser, client) as window,
    ):
        seated = zip(people, ending.widths, strict=True)
        yield Evening(ending, client, [await window(who.key, width=width) for who, width in seated])


async def test_the_last_turns_lead_to_the_ranking_its_proof_and_the_next_game(
    evening: Evening, tmp_path: Path
) -> None:
    await evening.open_table()
    await evening.play_out()
    moment, phone = await evening.moment(), evening.windows[0]
    assert moment.table.status is Status.FINISHED
    outcome = evening.rules.outcome(moment.state)
    assert outcome is not None

    # Everybody sees the ranking and the fingerprint, as the presenter describes them.
    await up_to_date(phone)
    last = phone.locator('.message:has([data-custom-id^="s1:table.rematch:"])').last
    await expect(last).to_contain_text(Chance(SECRET).commitment[:16])
    picture = last.locator(".picture img").first
    await expect(picture).to_be_visible()
    shown = await evening.client.get(await picture.get_attribute("src") or "")
    (drawing, *_) = (await finale(app_of(evening.client), moment, evening.say)).drawings
    assert await shown.read() == drawing.draw().data
    alt = await picture.get_attribute("alt") or ""
    assert all(sitter.name in alt for sitter in moment.table.sitters)
    assert all(str(abs(score)) in alt for score in outcome.scores)

    await press(last.locator('[data-custom-id^="s1:table.replay:"]'))
    moving = phone.locator(".message.private").last.locator(".picture img")
    await expect(moving).to_have_attribute("src", re.compile(r"\.gif$"))

    # The file of the game proves its deal.
    await press(last.locator('[data-custom-id^="s1:table.file:"]'))
    link = phone.locator(".message.private").last.locator("a.file")
    file = tmp_path / (await link.get_attribute("download") or "")
    file.write_bytes(await (await evening.client.get(await link.get_attribute("href") or "")).read())
    assert main(["verify", str(file)]) == 0

    await press(control(phone, evening.ending.again))
    await expect(control(phone, "lobby.start")).to_be_visible()
    assert await phone.locator("#messages img:not([alt])").count() == 0
