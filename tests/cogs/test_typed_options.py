"""Options that are typed in, among the menus of a lobby."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.actors import MemberActor
from simulated import World, controls, text_of

from bot.discord.ids import CustomId
from bot.text import words
from tests.pebbles.game import GAME

pytestmark = pytest.mark.usefixtures("guests")
SPEAK = words("en")


async def options(world: World) -> tuple[MemberActor, Any]:
    """The host of a fresh lobby, and the private controls of its options."""
    ann = world.person("Ann")
    await ann.slash(world.channel, "pebbles start")
    answer = await world.press(ann, world.public()[-1], "lobby.options")
    assert answer.response is not None
    return ann, next(message for message in world.messages() if message.id == answer.response.id)


async def motto(world: World) -> str:
    """What is set now."""
    table = await world.app.tables.queries.table_in(world.channel.id)
    assert table is not None
    return GAME.decode_options(table.options).motto


def says(panel: Any) -> str:
    """What the button says."""
    (button,) = controls(panel, "lobby.type")
    return str(button["label"])


async def typed(world: World, ann: MemberActor, panel: Any, text: str) -> Any:
    """The answer to a text."""
    shown = await world.press(ann, panel, "lobby.type", rest="motto")
    return await ann.submit_modal(shown, {"value": text})


async def test_a_text_is_typed_in_and_emptied_again(world: World) -> None:
    ann, panel = await options(world)
    assert says(panel) == "Motto: none"
    await typed(world, ann, panel, "ahoy")
    assert await motto(world) == "ahoy"
    panel = next(message for message in world.messages() if message.id == panel.id)
    assert says(panel) == "Motto: ahoy"
    shown = await world.press(ann, panel, "lobby.type")
    (line,) = [part["component"] for part in shown.modal["components"]]
    assert (line["value"], line["required"], line["style"]) == ("ahoy", False, 1)
    await ann.submit_modal(shown, {"value": ""})
    assert await motto(world) == ""


async def test_a_text_that_the_game_does_not_take_is_refused(world: World) -> None:
    ann, panel = await options(world)
    await typed(world, ann, panel, "ahoy")
    answer = await typed(world, ann, panel, "A7")
    assert text_of(world.private(answer)) == SPEAK("refusal.option_text", example="ahoy")
    assert await motto(world) == "ahoy"


@pytest.mark.parametrize("text", [" ahoy ", "ａｈｏｙ", "　ａｈｏｙ\u3000"])
async def test_wide_letters_and_space_around_a_text_are_no_mistake(world: World, text: str) -> None:
    """Who writes Japanese often has them."""
    ann, panel = await options(world)
    await typed(world, ann, panel, text)
    assert await motto(world) == "ahoy"


async def test_only_the_host_types_and_only_what_is_text(world: World) -> None:
    ann, panel = await options(world)
    ben = world.person("Ben")
    answer = await world.press(ben, panel, "lobby.type")
    assert text_of(world.private(answer)) == SPEAK("refusal.not_host")
    for action, key in (("lobby.type", "heap"), ("lobby.typed", "called"), ("lobby.number", "motto")):
        press = world.prepared(ann, panel, str(CustomId(action, 1, 0, key)))
        (answer,) = await world.send(press)
        assert text_of(world.private(answer)) == SPEAK("refusal.bad_options")
