"""Options that are typed in, among the menus of a lobby."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simulated import World, controls, text_of

from bot.text import words
from cogs.kit.opening import packed, unpacked
from tests.pebbles.game import GAME, PebblesOptions
from tests.pebbles.table import world_with_pebbles

SPEAK = words("en")


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A lobby of pebbles can be opened here."""
    async with world_with_pebbles(tmp_path, monkeypatch) as opened:
        yield opened


async def menus(world: World) -> tuple[MemberActor, Any]:
    """The host of a fresh lobby, and the private menus."""
    ann = world.person("Ann")
    await ann.slash(world.channel, "pebbles start")
    answer = await world.press(ann, world.public()[-1], "lobby.options")
    assert answer.response is not None
    return ann, next(message for message in world.messages() if message.id == answer.response.id)


async def motto(world: World) -> str:
    """What is set now."""
    table = await world.app.tables.table_in(world.channel.id)
    assert table is not None
    return GAME.decode_options(table.options).motto


def offered(panel: Any) -> list[tuple[str, bool]]:
    """The lines of the menu, and which of them is set."""
    (menu,) = [item for item in controls(panel) if item["custom_id"].endswith(":motto")]
    return [(item["label"], bool(item.get("default"))) for item in menu["options"]]


async def typed(world: World, ann: MemberActor, panel: Any, text: str) -> Any:
    """The answer to a text."""
    shown = await world.press(ann, panel, "lobby.option", rest="motto", values=["other"])
    return await ann.submit_modal(shown, {"value": text})


async def test_a_text_is_typed_in_and_emptied_again(world: World) -> None:
    ann, panel = await menus(world)
    assert offered(panel) == [("Motto: none", True), (SPEAK("lobby.typed"), False)]
    await typed(world, ann, panel, "ahoy")
    assert await motto(world) == "ahoy"
    panel = next(message for message in world.messages() if message.id == panel.id)
    assert offered(panel)[:2] == [("Motto: none", False), ("Motto: ahoy", True)]
    await world.press(ann, panel, "lobby.option", rest="motto", values=["none"])
    assert await motto(world) == ""


async def test_a_text_that_the_game_does_not_take_is_refused(world: World) -> None:
    ann, panel = await menus(world)
    answer = await typed(world, ann, panel, "A7")
    assert text_of(answer.response) == SPEAK("refusal.option_text", example="ahoy")
    assert await motto(world) == ""


async def test_a_text_survives_the_way_through_a_button(world: World) -> None:
    for options in (PebblesOptions(), PebblesOptions(motto="ahoy", heap=30, called="private")):
        assert unpacked(packed("pebbles", options)) == ("pebbles", options)
