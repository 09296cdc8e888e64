"""Noria in a real browser, on phones and in Japanese: the first turns alone, and games to their end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import ClassVar

import pytest
from game_windows import GameEvening, evening_with
from playwright.async_api import Locator, expect
from windows import app_of, control, press, up_to_date

from bot.discord.move_codec import path_of
from bot.discord.view_models import view_model
from bot.games.chance import Chance
from bot.games.noria.moves import Activate, EndAction, EndTurn, Enter, NightShift, NoriaMove, Use
from bot.games.noria.panel import chains
from bot.games.noria.state import NoriaState
from bot.games.noria.wheel import PLACE, at
from bot.games.registry import game
from bot.tables.model import Status
from render.noria import ranking
from tests.games.noria.positions import solo, table
from tests.games.noria.sample import START

pytestmark = pytest.mark.browser

RULES = game("noria")
SECRET = bytes([3]) * 32
RICH = {"energy": 5, "mycelium": 5, "obsidian": 5}
LAST_ROUND = {
    1: solo(player={"stock": RICH, "knowledge": 9}, round=16, setup=START),
    2: table(
        {"stock": RICH, "knowledge": 9}, {"stock": RICH, "knowledge": 9, "levels": [3, 1, 0, 0]}, round=16
    ),
}


class Evening(GameEvening[NoriaState]):
    """Everybody has a phone."""

    start: ClassVar = {"ja": "ノーリア 開始"}

    async def my_panel(self) -> Locator:
        """The private panel of whoever's turn it is."""
        return await self.open_panel(self.windows[(await self.state()).active])

    async def use(self, panel: Locator, action: str, rest: str = "") -> None:
        """Presses a button of the present moment."""
        turn = (await app_of(self.client).tables.queries.now_at(1)).turn
        button = panel.locator(f'[data-custom-id^="s1:{action}:1:{turn}:{rest}"]').first
        await expect(button).to_be_enabled(timeout=60_000)
        await press(button)
        await up_to_date(panel.page)

    async def make(self, panel: Locator, move: NoriaMove) -> None:
        """**Confirm** under a move that is shown, and what it brings about."""
        moves = (await self.state()).moves
        await self.use(panel, "noria.confirm", f"!{path_of(RULES, move)}")
        await self.until(lambda state: state.moves > moves)
        await up_to_date(panel.page)

    async def shown_and_made(self, panel: Locator, move: NoriaMove) -> None:
        """A button that shows a move, then **Confirm**."""
        await self.use(panel, "noria.step", path_of(RULES, move))
        await self.make(panel, move)

    async def activate(self, panel: Locator, slot: str) -> None:
        """A disc by its line in the menu; what it can do besides what it brings is given up."""
        await self.choose(panel, "noria.menu", path_of(RULES, Activate(slot)))
        await self.make(panel, Activate(slot))
        if (await self.state()).current.running:
            await self.shown_and_made(panel, EndAction())

    async def turn(self) -> None:
        """A night shift, the longest chain of discs, the end."""
        panel = await self.my_panel()
        await self.shown_and_made(panel, NightShift("M"))
        state = await self.state()
        for slot in sorted(max(chains(RULES.view(state, None)), key=len), key=PLACE.__getitem__):
            await self.activate(panel, slot)
        await self.shown_and_made(panel, EndTurn())


@pytest.fixture
async def evening(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Evening]:
    """So many people on phones."""
    monkeypatch.setattr(Chance, "fresh", classmethod(lambda cls: cls(SECRET)))
    async with evening_with(Evening, tmp_path, "ja", (390,) * request.param) as opened:
        yield opened


@pytest.mark.parametrize("evening", [1], indirect=True)
async def test_somebody_builds_a_wheel_and_plays_the_first_turns_alone(evening: Evening) -> None:
    await evening.open_table()
    panel = await evening.my_panel()
    await evening.use(panel, "noria.step", "wheel")
    await evening.until(lambda state: state.phase == "path")
    await up_to_date(panel.page)
    await evening.choose(panel, "noria.menu", path_of(RULES, Enter("EXP")))
    await expect(panel).to_contain_text(evening.say("noria.score.exp"))
    await evening.make(panel, Enter("EXP"))
    assert (await evening.state()).players[0].levels == (0, 0, 1, 0)

    # A disc that is considered is left, another one brings what it says.
    await evening.choose(panel, "noria.menu", path_of(RULES, Activate("S1")))
    await evening.use(panel, "table.back")
    before = await evening.state()
    there = at(before.players[0].wheel, "L2")
    assert there is not None
    await evening.activate(panel, "L2")
    assert (await evening.state()).players[0].stock.total == before.players[0].stock.total + 1
    await evening.use(panel, "table.undo")
    await evening.until(lambda state: state.players[0].stock.total == 0)
    await up_to_date(panel.page)
    for _ in range(2):
        await evening.shown_and_made(panel, EndTurn())
        panel = await evening.my_panel()

    # The bot has had its turn: both pictures have words, and the story names its letters.
    state, phone = await evening.state(), evening.windows[0]
    assert state.round == 3
    board = phone.locator('.message:has([data-custom-id^="s1:table.move:"]):not(.private)').last
    await expect(board.locator(".picture img")).to_have_count(2)
    (told, *_) = [event for event in state.before if isinstance(event, Use)]
    await expect(board).to_contain_text(told.slot)
    assert await phone.locator("#messages img:not([alt])").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("evening", [2, 1], indirect=True)
async def test_the_last_round_leads_to_the_ranking(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = len(evening.windows)
    monkeypatch.setattr(RULES, "setup", lambda *_: LAST_ROUND[seats])
    await evening.open_table()
    for _ in range(seats):
        await evening.turn()
    moment = await app_of(evening.client).tables.queries.now_at(1)
    assert moment.table.status is Status.FINISHED

    # Everybody sees the ranking, alone also the start that others can take on.
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
    again = "noria.challenge" if seats == 1 else "table.rematch"
    await press(control(phone, again))
    await expect(control(phone, "lobby.start")).to_be_visible()
