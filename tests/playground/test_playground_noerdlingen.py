"""City of Nördlingen in a real browser, on three phones, from the first soldier on and to the ranking."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import ClassVar

import pytest
from game_windows import GameEvening, evening_with
from playwright.async_api import Locator, expect
from windows import app_of, command, control, press, up_to_date

from bot.__main__ import main
from bot.discord.view_models import view_model
from bot.games.chance import Chance
from bot.games.noerdlingen.preview import drawable, preview, ways
from bot.games.noerdlingen.spelling import crossing_meant
from bot.games.noerdlingen.state import NoerdlingenState
from bot.games.noerdlingen.town import Crossing, crossing_name
from bot.games.noerdlingen.view import NoerdlingenView
from bot.games.registry import game
from bot.tables.model import Status
from render.noerdlingen import ranking
from tests.games.noerdlingen.positions import table

pytestmark = pytest.mark.browser

RULES = game("noerdlingen")
MENU = "noerdlingen.menu"
SECRET = bytes([3]) * 32
PHONES = (390, 390, 390)
PLACES = ("E5", "C4", "G7")
LAST_ROUND = table(
    [[(3, 5), (6, 4)], [(3, 4), (5, 5)], [(6, 6), (2, 3)]], [[(3, 4), (5, 4), (5, 5), (3, 5)]], round=8
)
BONUS = {"en": "noerdlingen decline", "ja": "ネルトリンゲン 引かない"}


class Evening(GameEvening[NoerdlingenState]):
    """Three people at a table, each with a phone."""

    start: ClassVar = {"en": "noerdlingen start", "ja": "ネルトリンゲン 開始"}

    async def my_panel(self) -> Locator:
        """The private panel of whoever's turn it is, up to date."""
        panel = await self.open_panel(self.windows[(await self.state()).active])
        turn = (await app_of(self.client).tables.queries.now_at(1)).turn
        await expect(panel.locator(f'[data-custom-id*=":1:{turn}:"]').first).to_be_visible()
        return panel

    async def confirm(self, panel: Locator) -> None:
        """**Confirm**, and what it brings about."""
        moves = (await self.state()).moves
        await press(panel.locator('[data-custom-id^="s1:noerdlingen.confirm:"]'))
        await self.until(lambda state: state.moves > moves)

    async def place(self, name: str) -> None:
        """A first soldier by its column and its crossing."""
        panel = await self.my_panel()
        x, y = crossing_meant(name)
        await self.choose(panel, MENU, f"place/{name[0]}")
        await self.choose(panel, MENU, f"place/{x}.{y}")
        await expect(panel).to_contain_text(
            self.say("noerdlingen.panel.place_sure", crossing=name).strip("*")
        )
        await self.confirm(panel)

    async def take(self, number: int) -> None:
        """A number."""
        panel, moves = await self.my_panel(), (await self.state()).moves
        await self.choose(panel, MENU, f"!choose/{number}")
        await self.until(lambda state: state.moves > moves)

    async def draw(self, start: Crossing, steps: str) -> Locator:
        """A border or the bonus, as far as **Confirm**."""
        panel, phase = await self.my_panel(), (await self.state()).phase
        soldier = f"{phase}/{start[0]}.{start[1]}"
        if await panel.locator(f'[data-value="{soldier}"]').count():
            await self.choose(panel, MENU, soldier)
        await self.choose(panel, MENU, f"{soldier}/{steps}")
        await expect(panel.locator('[data-custom-id^="s1:noerdlingen.confirm:"]')).to_be_visible()
        return panel


def best(view: NoerdlingenView) -> tuple[Crossing, str]:
    """The border that brings whoever's turn it is most points now: its soldier and steps."""
    paths = [path for _, found in drawable(view) for path in found]
    path = max(paths, key=lambda path: preview(view, view.active, path).gains[view.active])
    return path.start, path.steps


@pytest.fixture
async def evening(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Evening]:
    """Three people on phones, in the language that is asked for."""
    monkeypatch.setattr(Chance, "fresh", classmethod(lambda cls: cls(SECRET)))
    async with evening_with(Evening, tmp_path, request.param, PHONES) as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.parametrize("evening", ["en", "ja"], indirect=True)
async def test_three_people_place_choose_and_draw_their_first_borders(evening: Evening) -> None:
    await evening.open_table()
    for name in PLACES[:2]:
        await evening.place(name)
    # The second one thinks again, as long as the third one has not moved.
    window = evening.windows[((await evening.state()).active - 1) % 3]
    await up_to_date(window)
    await press(window.locator(".message.private").last.locator('[data-custom-id^="s1:table.undo:"]'))
    await evening.until(lambda state: sum(map(len, state.soldiers)) == 1)
    for name in PLACES[1:]:
        await evening.place(name)
    for number in (2, 4, 1):
        await evening.take(number)
    for _ in range(3):
        state = await evening.state()
        panel = await evening.draw(*best(RULES.view(state, state.active)))
        await expect(panel).to_contain_text(evening.say("noerdlingen.text.closes_nothing"))
        await evening.confirm(panel)
    state = await evening.state()
    assert (state.round, [len(soldiers) for soldiers in state.soldiers]) == (2, [2, 2, 2])

    # Everybody reads it in the newest post, and the picture says it, too.
    phone = evening.windows[0]
    await up_to_date(phone)
    board = phone.locator('.message:has([data-custom-id^="s1:table.move:"])').last
    await expect(board).to_contain_text(crossing_name(state.soldiers[state.borders[-1].seat or 0][-1]))
    assert await board.locator(".picture img").get_attribute("alt")
    assert await phone.locator("#messages img:not([alt])").count() == 0


@pytest.mark.parametrize("evening", ["ja"], indirect=True)
async def test_the_last_round_leads_to_the_ranking(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RULES, "setup", lambda *_: LAST_ROUND)
    await evening.open_table()
    while (state := await evening.state()).phase == "choose":
        view = RULES.view(state, state.active)
        await evening.take(max(view.free, key=lambda number: ways(view, view.active)[number]))
    while (state := await evening.state()).phase != "over":
        if state.phase == "bonus":
            window = evening.windows[state.active]
            await command(window, BONUS[evening.locale])
            await window.locator("#composer .button.primary").click()
            await evening.until(lambda now, moves=state.moves: now.moves > moves)
        else:
            await evening.confirm(await evening.draw(*best(RULES.view(state, state.active))))
    moment = await app_of(evening.client).tables.queries.now_at(1)
    assert moment.table.status is Status.FINISHED
    assert state.territories

    # Everybody sees the ranking and the fingerprint, and the file of the game proves it.
    outcome = RULES.outcome(moment.state)
    assert outcome is not None
    phone = evening.windows[0]
    await up_to_date(phone)
    last = phone.locator(".message").last
    await expect(last).to_contain_text(Chance(SECRET).commitment[:16])
    picture = last.locator(".picture img")
    await expect(picture).to_be_visible()
    shown = await evening.client.get(await picture.get_attribute("src") or "")
    assert await shown.read() == ranking(view_model(moment, None, evening.say)).draw().png
    for score in outcome.scores:
        await expect(last).to_contain_text(str(score))
    await press(last.locator('[data-custom-id^="s1:table.file:"]'))
    link = phone.locator(".message.private").last.locator("a.file")
    file = tmp_path / (await link.get_attribute("download") or "")
    file.write_bytes(await (await evening.client.get(await link.get_attribute("href") or "")).read())
    assert main(["verify", str(file)]) == 0
    await press(control(phone, "table.rematch"))
    await expect(control(phone, "lobby.start")).to_be_visible()
