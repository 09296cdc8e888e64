"""Somebody plays alone, in a game that allows it: from the lobby to the rematch."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from msgspec.structs import replace
from simcord.backend.models import Message
from simulated import World, controls, text_of

from bot.games.contract import Info
from bot.tables.model import Status
from bot.text import words
from tests.guest_world import as_guest, world_with_high_card
from tests.tiny_game.game import GAME


@pytest.fixture(params=["en-US", "ja"])
def locale(request: pytest.FixtureRequest) -> str:
    """The language of the server and of everybody in it."""
    return str(request.param)


@pytest_asyncio.fixture
async def world(tmp_path: Path, locale: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server whose bot has high card, also for one."""
    as_guest(monkeypatch)
    alone: Info = replace(GAME.info, seats=(1, GAME.info.seats[1]))
    monkeypatch.setattr(GAME, "info", alone)
    async with world_with_high_card(tmp_path, locale=locale) as world:
        yield world


def newest(world: World) -> Message:
    return world.public()[-1]


async def test_somebody_plays_alone_from_the_lobby_to_the_rematch(world: World, locale: str) -> None:
    speak = words(locale)
    (ann,) = world.people(1, locale)
    await ann.slash(world.channel, "highcard start", cards=2)
    assert speak("lobby.ready", host=ann.name) in text_of(newest(world))
    await world.press(ann, newest(world), "lobby.start")
    assert speak("high_card.panel.waiting", names=ann.name) in text_of(newest(world))
    (panel,) = world.dms(ann)
    (menu,) = controls(panel, "highcard.menu")
    await world.press(ann, panel, "highcard.menu", values=[menu["options"][0]["value"]])
    await world.press(ann, panel, "highcard.confirm")
    table = await world.app.tables.queries.table_in(world.channel.id)
    assert table is not None
    assert table.status is Status.FINISHED
    over = newest(world)
    parts = speak("picture.alt_part", what=speak("high_card.score.tricks"), points=2)
    told = speak("picture.alt_alone_parts", name=ann.name, score=2, parts=parts)
    assert told in over.attachments[0]["description"]
    await world.press(ann, over, "table.rematch")
    assert controls(newest(world), "lobby.start")
