"""Start positions and dates that are typed in: every road to a table keeps what was typed."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, controls, text_of

from bot.games.contract import Refusal
from bot.games.noria.moves import NoriaOptions
from bot.games.noria.notation import EXAMPLE, read_start
from bot.games.registry import game
from bot.tables.model import Person
from bot.text import words
from tests.games.noria.sample import START

SPEAK = words("en")
RULES = game("noria")
PASTED = EXAMPLE.replace("\n", " ")
"""What Discord makes of lines that are pasted into a command."""


async def begun_with(world: World, channel: int | None = None) -> NoriaOptions:
    """The options of the channel's table."""
    table = await world.app.tables.queries.table_in(channel or world.channel.id)
    assert table is not None
    return RULES.decode_options(table.options)


async def panel_of(world: World, ann: MemberActor, command: str) -> Message:
    """The private controls of a lobby that was just opened."""
    await ann.slash(world.channel, command)
    return await world.opened(ann, world.public()[-1], "lobby.options")


async def typed(world: World, ann: MemberActor, panel: Message, text: str) -> Message:
    """What the form of the one text among the options is answered with."""
    answer = await ann.submit_modal(await world.press(ann, panel, "lobby.type"), {"value": text})
    return world.private(answer)


@pytest.mark.parametrize("text", [START, EXAMPLE, PASTED, EXAMPLE.lower()])
async def test_the_command_takes_a_start_position_in_any_spelling(world: World, text: str) -> None:
    await world.person("Ann").slash(world.channel, "noria start", setup=text)
    assert await begun_with(world) == NoriaOptions(start=EXAMPLE)


@pytest.mark.parametrize(
    ("text", "setup"), [("expert", "expert"), ("上級", "expert"), (" Basic ", "basic"), ("基本", "basic")]
)
async def test_the_command_takes_a_setup_by_its_name(world: World, text: str, setup: str) -> None:
    await world.person("Ann").slash(world.channel, "noria start", setup=text)
    assert (await begun_with(world)).setup == setup


async def test_the_setups_that_have_a_name_are_offered(world: World) -> None:
    ann = world.person("Ann")
    offered: list[Any] = await ann.autocomplete(world.channel, "noria start", "setup", "")
    assert [item["value"] for item in offered] == ["basic", "expert"]


async def test_the_host_types_it_into_a_form_that_shows_what_is_set(world: World) -> None:
    ann = world.person("Ann")
    panel = await panel_of(world, ann, "noria start")
    await typed(world, ann, panel, START)
    assert await begun_with(world) == NoriaOptions(start=EXAMPLE)
    panel = next(message for message in world.messages() if message.id == panel.id)
    (button,) = controls(panel, "lobby.type")
    assert button["label"] == "Start position: J1, C2, T3, B4 …"
    assert not controls(panel, "lobby.option"), "the position says all that these could"
    shown = await world.press(ann, panel, "lobby.type")
    assert shown.modal is not None
    (line,) = [part["component"] for part in shown.modal["components"]]
    assert (line["value"], line["style"]) == (EXAMPLE, 2)
    await ann.submit_modal(shown, {"value": " "})
    assert await begun_with(world) == NoriaOptions()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ("hello", "notation_lines"),
        (EXAMPLE.replace("J1, C2", "J1, Q2"), "notation_market"),
        (EXAMPLE.replace("4(x)", "4"), "notation_islands"),
        (EXAMPLE.replace("5D", "7D"), "notation_slot"),
        (EXAMPLE.replace("- COL", "- **@here**"), "notation_path"),
    ],
)
async def test_what_is_wrong_is_said_and_changes_nothing(world: World, wrong: str, code: str) -> None:
    ann = world.person("Ann")
    panel = await panel_of(world, ann, "noria start")
    await typed(world, ann, panel, EXAMPLE)
    answer = text_of(await typed(world, ann, panel, wrong))
    with pytest.raises(Refusal, match=code) as caught:
        read_start(wrong)
    if code != "notation_path":
        assert answer == SPEAK(f"refusal.{code}", **caught.value.data)
    assert "@here" not in answer
    assert await begun_with(world) == NoriaOptions(start=EXAMPLE)


async def test_a_start_for_one_is_refused_where_two_sit(world: World) -> None:
    ann, ben = world.people(2)
    panel = await panel_of(world, ann, "noria start")
    await world.press(ben, world.with_control(world.public(), "lobby.join"), "lobby.join")
    assert text_of(await typed(world, ann, panel, EXAMPLE)) == SPEAK("refusal.too_many_seats", seats=1)
    assert await begun_with(world) == NoriaOptions()


async def test_a_busy_channel_offers_a_thread_with_the_same_start(world: World) -> None:
    """By the command, by **Challenge** and by the rematch, also after a restart."""
    ann, ben = world.people(2)
    table = await world.start_game([ann], command="noria start", setup=PASTED)
    assert (await begun_with(world)).start == EXAMPLE
    asked = await ben.slash(world.channel, "noria start", setup=PASTED)
    await world.restart()
    await world.press(ben, world.private(asked), "lobby.thread")
    (thread,) = world.channel.threads
    assert await begun_with(world, thread.id) == NoriaOptions(start=EXAMPLE)
    await world.app.tables.play.end(table, Person(ann.id, ann.name), moderator=False, key="end")
    await world.env.settle()
    await ben.slash(world.channel, "nimmt start")
    rematch = await world.press(ann, world.with_control(world.public(), "table.rematch"), "table.rematch")
    await world.press(ann, world.private(rematch), "lobby.thread")
    assert await begun_with(world, world.channel.threads[-1].id) == NoriaOptions(start=EXAMPLE)


async def test_the_date_of_noerdlingen_goes_the_same_ways(world: World) -> None:
    ann, ben = world.people(2)
    panel = await panel_of(world, ann, "noerdlingen start")
    await typed(world, ann, panel, "１２月２４日")
    rules = game("noerdlingen")
    table = await world.app.tables.queries.table_in(world.channel.id)
    assert table is not None
    assert rules.decode_options(table.options).date == "1224"
    assert text_of(await typed(world, ann, panel, "2/30")) == SPEAK("refusal.no_such_date", date="2/30")
    asked = await ben.slash(world.channel, "noerdlingen start", date="5/19")
    await world.press(ben, world.private(asked), "lobby.thread")
    table = await world.app.tables.queries.table_in(world.channel.threads[0].id)
    assert table is not None
    assert rules.decode_options(table.options).date == "0519"
