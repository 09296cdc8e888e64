"""Turns of Thurn and Taxis in a real browser, on a phone and beside it, by the controls people have."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import expect
from taxis_windows import Evening, evening_of
from windows import press, up_to_date

from bot.games.registry import game
from bot.games.thurn_and_taxis.moves import Tile
from render.thurn_and_taxis import names
from tests.games.thurn_and_taxis.positions import table

pytestmark = pytest.mark.browser

RULES = game("thurn_and_taxis")
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


@pytest.fixture(params=["en", "ja"])
async def evening(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Evening]:
    """Two people: one on a phone, one at a desk."""
    monkeypatch.setattr(RULES, "setup", lambda *_: BEGIN)
    async with evening_of(tmp_path, request.param, (390, 1200)) as opened:
        yield opened


@pytest.mark.slow
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
    await expect(panel.locator('[data-custom-id^="s1:taxis.menu:"]')).to_be_visible()
    await evening.until(lambda state: state.hands[0] == ("augsburg", "basel", "muenchen"))

    # A card to the right end, back into the hand, and down again; another one by the Postal Carrier.
    await evening.choose(panel, "taxis.menu", "!play/augsburg/right")
    await evening.until(lambda state: state.routes[0][-1] == "augsburg")
    await press(panel.locator('[data-custom-id^="s1:table.undo:"]'))
    await evening.until(lambda state: state.routes[0][-1] == "ulm")
    await evening.choose(panel, "taxis.menu", "!play/augsburg/right")
    await evening.choose(panel, "taxis.menu", "!play/muenchen/right")
    await evening.until(lambda state: state.official == "postal_carrier")

    # Closing: the mode worth most, its cities chosen already; one is exchanged, what it yields stands above.
    await press(panel.locator('[data-custom-id^="s1:taxis.step:"][data-custom-id$=":close"]'))
    await evening.choose(panel, "taxis.menu", "close/each/0")
    offices = panel.locator('[data-custom-id^="s1:taxis.several:"]')
    await expect(offices).to_have_text(", ".join(map(evening.city, ("mannheim", "ulm", "augsburg"))))
    await evening.tick(panel, "taxis.several", "4", "5")
    await expect(offices).to_have_text(", ".join(map(evening.city, EXCHANGED)))
    await expect(panel).to_contain_text(re.compile(rf"[(（]{names.cities(EXCHANGED, evening.say)}[)）]"))
    await press(panel.locator('[data-custom-id^="s1:taxis.confirm:"]'))
    await evening.until(
        lambda state: (state.active, state.carriages[0], state.offices[0]) == (1, 3, EXCHANGED)
    )
    state = await evening.state()
    assert state.tiles[0] == (Tile("length_5", 2),)

    # The other one has no card that fits: the warning, a look back, the loss, the end of the turn.
    panel = await evening.open_panel(desk)
    await evening.choose(panel, "taxis.menu", "!take_open/5")
    await evening.choose(panel, "taxis.menu", "begin/linz")
    await expect(panel).to_contain_text(evening.city("pilsen"))
    await press(panel.locator('[data-custom-id^="s1:table.back:"]'))
    await evening.until(lambda state: state.routes[1] == ("lodz", "pilsen"))
    await evening.choose(panel, "taxis.menu", "begin/salzburg")
    await press(panel.locator('[data-custom-id^="s1:taxis.confirm:"]'))
    await evening.choose(panel, "taxis.menu", "!play/linz/right")
    await press(panel.locator('[data-custom-id$=":!end_turn"]'))
    await evening.until(lambda state: (state.active, state.routes[1]) == (0, ("salzburg", "linz")))

    # Everybody reads the story in the newest post, and the picture says it, too.
    await up_to_date(phone)
    board = phone.locator('.message:not(.private):has([data-custom-id^="s1:table.move:"])').last
    await expect(board).to_contain_text(evening.city("salzburg"))
    alt = await board.locator(".picture img").get_attribute("alt")
    assert alt
    assert evening.city("muenchen") in alt
    assert await phone.locator("#messages img:not([alt])").count() == 0
