"""A whole game of Thurn and Taxis on two phones, from the lobby to the ranking, by what people press."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect
from taxis_windows import Evening, evening_of
from windows import app_of, control, press, up_to_date

from bot.__main__ import main
from bot.discord.view_models import view_model
from bot.games.chance import Chance
from bot.games.registry import game
from bot.games.thurn_and_taxis.moves import (
    Begin,
    Close,
    Discard,
    EndTurn,
    Play,
    TakeBlind,
    TakeOpen,
    TaxisMove,
)
from bot.games.thurn_and_taxis.offer import best, modes
from bot.games.thurn_and_taxis.possible import may_call_cartwright, may_close
from bot.games.thurn_and_taxis.rows import sides
from bot.games.thurn_and_taxis.view import TaxisView
from bot.tables.model import Status
from cogs.thurn_and_taxis.steps import closing_path
from render.thurn_and_taxis import ranking

pytestmark = pytest.mark.browser

RULES = game("thurn_and_taxis")
SECRET = bytes([85]) * 32
"""With this one the first of two sensible people begins and ends the game: the other one still has a turn."""


@pytest.fixture
async def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """Two people on phones, with cards that are known."""
    monkeypatch.setattr(Chance, "fresh", classmethod(lambda cls: cls(SECRET)))
    async with evening_of(tmp_path, "ja", (390, 390)) as opened:
        yield opened


def sensible(view: TaxisView) -> TaxisMove:
    """What somebody does who lengthens the route by what fits, and closes it as soon as a carriage is won."""
    match view.phase:
        case "take":
            return taking(view)
        case "play":
            return laying(view)
        case "close" if wins_carriage(view):
            return Close(best(view, modes(view)[0]), may_call_cartwright(view))
        case "discard":
            return Discard(view.hand[0])
        case _:
            return EndTurn()


def taking(view: TaxisView) -> TaxisMove:
    """An open card that fits, one where no own office stands above all; the deck where none does."""
    own = view.players[view.active]
    fitting = [
        place
        for place, city in enumerate(view.display, start=1)
        if city is not None and (not own.route or sides(own.route, city))
    ]
    new = [place for place in fitting if view.display[place - 1] not in own.offices]
    return TakeOpen((new or fitting)[0]) if fitting else TakeBlind()


def laying(view: TaxisView) -> TaxisMove:
    """A card that fits, else another route."""
    route = view.players[view.active].route
    fitting = [Play(city, side) for city in view.hand for side in sides(route, city)[-1:]]
    return fitting[0] if fitting else Begin(view.hand[0])


def wins_carriage(view: TaxisView) -> bool:
    """Whether closing now brings the next carriage."""
    own = view.players[view.active]
    return may_close(view) and (may_call_cartwright(view) or len(own.route) > max(own.carriage, 2))


async def play_turn(evening: Evening) -> None:
    """The turn of whoever's it is, in one private panel."""
    begun = state = await evening.state()
    panel = await evening.open_panel(evening.windows[begun.active])
    while state.turn == begun.turn and state.phase != "over":
        # Before a menu is opened the window has to show what the last press did, or the menu closes again.
        await up_to_date(panel.page)
        await expect(panel.locator(f'[data-custom-id*=":1:{state.moves}:"]').first).to_be_visible()
        view = RULES.view(state, begun.active)
        await make(evening, panel, view, sensible(view))
        moves, state = state.moves, await evening.state()
        assert state.moves > moves


async def make(evening: Evening, panel: Locator, view: TaxisView, move: TaxisMove) -> None:
    """Makes a move by the controls of the panel."""
    match move:
        case TakeOpen(place=place):
            await evening.choose(panel, "taxis.menu", f"!take_open/{place}")
        case TakeBlind():
            await evening.choose(panel, "taxis.menu", "!take_blind")
        case Play(city=city, side=side):
            await evening.choose(panel, "taxis.menu", f"!play/{city}/{side}")
        case Begin(city=city) if view.players[view.active].route:
            await evening.choose(panel, "taxis.menu", f"begin/{city}")
            await press(panel.locator('[data-custom-id^="s1:taxis.confirm:"]'))
        case Begin(city=city):
            await evening.choose(panel, "taxis.menu", f"!begin/{city}")
        case Close():
            await close(evening, panel, view)
        case Discard(city=city):
            await evening.choose(panel, "taxis.menu", f"!discard/{city}")
        case _:
            await press(panel.locator('[data-custom-id$=":!end_turn"]'))


async def close(evening: Evening, panel: Locator, view: TaxisView) -> None:
    """The mode worth most with the offices that are offered."""
    await press(panel.locator('[data-custom-id^="s1:taxis.step:"][data-custom-id$=":close"]'))
    mode = modes(view)[0]
    if len(modes(view)) > 1:
        value = closing_path(view, mode, None, cartwright=may_call_cartwright(view))
        await evening.choose(panel, "taxis.menu", value)
    await press(panel.locator('[data-custom-id^="s1:taxis.confirm:"]'))


@pytest.mark.slow(every=4, group="whole games in a browser")
async def test_two_people_play_a_whole_game_to_its_ranking(evening: Evening, tmp_path: Path) -> None:
    phone, other = evening.windows
    tables = app_of(evening.client).tables
    await evening.open_table()
    while (await evening.state()).ending is None:
        await play_turn(evening)

    # The first one has the last carriage; the other one reads that this round is the last, and has a turn.
    state = await evening.state()
    assert (state.ending, state.active, state.carriages[0]) == (0, 1, 7)
    await up_to_date(other)
    board = other.locator('.message:has([data-custom-id^="s1:table.move:"])').last
    await expect(board).to_contain_text(evening.say("thurn_and_taxis.report.ending.carriage", name="ハル"))
    await play_turn(evening)
    moment = await tables.queries.now_at(1)
    assert moment.table.status is Status.FINISHED

    # Everybody sees the ranking with its rows, and the fingerprint.
    outcome = RULES.outcome(moment.state)
    assert outcome is not None
    await up_to_date(phone)
    last = phone.locator(".message").last
    await expect(last).to_contain_text(Chance(SECRET).commitment[:16])
    picture = last.locator(".picture img")
    await expect(picture).to_be_visible()
    shown = await evening.client.get(await picture.get_attribute("src") or "")
    assert await shown.read() == ranking(view_model(moment, None, evening.say)).draw().png
    alt = await picture.get_attribute("alt") or ""
    for name, score in zip(("ハル", "ユイ"), outcome.scores, strict=True):
        assert name in alt
        assert str(abs(score)) in alt

    # The file of the game proves that every card came from that secret.
    await press(last.locator('[data-custom-id^="s1:table.file:"]'))
    link = phone.locator(".message.private").last.locator("a.file")
    file = tmp_path / (await link.get_attribute("download") or "")
    file.write_bytes(await (await evening.client.get(await link.get_attribute("href") or "")).read())
    assert main(["verify", str(file)]) == 0

    # The same two may have another one.
    await press(control(phone, "table.rematch"))
    await expect(control(phone, "lobby.start")).to_be_visible()
    assert await phone.locator("#messages img:not([alt])").count() == 0
