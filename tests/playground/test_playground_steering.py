"""A building that is steered and a disc that is chosen in a real browser, by clicks on the private panel."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from game_windows import GameEvening, evening_with
from playwright.async_api import Browser, Locator
from windows import press, up_to_date

from bot.discord.move_codec import step_path
from bot.games.my_city.ghost import Ghost
from bot.games.my_city.moves import Build
from bot.games.registry import game
from bot.text import words
from cogs.my_city import Aim
from tests.games.my_city.positions import roll, table as city
from tests.games.noria.positions import RICH, solo

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SAY = words("en")
CLICKS: dict[str, tuple[Any, tuple[str, ...], Callable[[Any], Any], Any]] = {
    "my_city": (
        city(1, "r D1 D2", roll=roll("I2")),
        (step_path(Aim(Ghost("E1"))), "↓", SAY("my_city.panel.build")),
        lambda state: state.last and state.last.choices[0],
        Build(("E2", "F2")),
    ),
    "noria": (
        solo(player={"stock": RICH, "knowledge": 20}),
        ("activate/S1/0/-", SAY("kit.back"), "activate/M1/0/-", SAY("kit.confirm")),
        lambda state: state.current.activated,
        ("M1",),
    ),
}
"""A position; what is clicked, buttons by their names and lines of menus by their paths; what comes of it."""


async def click(panel: Locator, name: str) -> None:
    """A button of the panel, else a line of its menu."""
    button = panel.get_by_role("button", name=name, exact=True)
    if await button.count():
        await press(button)
    else:
        await panel.locator(".menu .face").first.click()
        await press(panel.locator(f'[role=option][data-value="{name}"]'))
    await up_to_date(panel.page)


@pytest.mark.parametrize("key", CLICKS)
async def test_what_is_steered_and_chosen_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser, key: str
) -> None:
    position, clicks, made, expected = CLICKS[key]
    monkeypatch.setattr(game(key), "setup", lambda *_: position)
    async with evening_with(GameEvening, key, tmp_path, "en", (390,), browser) as evening:
        await evening.open_table()
        panel = await evening.open_panel(evening.windows[0])
        for name in clicks:
            assert made((await evening.moment()).state) != expected, name
            await click(panel, name)
        for _ in range(200):
            if made((await evening.moment()).state) == expected:
                return
            await asyncio.sleep(0.05)
        raise AssertionError("it is not made")
