"""Start positions and dates that are typed in: every road to a table keeps what was typed."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simulated import World, controls, text_of

from bot.games.contract import Refusal
from bot.games.noria.moves import NoriaOptions
from bot.games.noria.notation import EXAMPLE, read_start
from bot.games.registry import game
from bot.text import words
from tests.games.noria.sample import START

SPEAK = words("en")
PASTED = EXAMPLE.replace("\n", " ")
"""What Discord makes of lines that are pasted into a command."""


async def begun_with(world: World, channel: ChannelHandle | None = None) -> Any:
    """The options of the channel's table."""
    table = await world.table(channel)
    return game(table.game).decode_options(table.options)


async def panel_of(world: World, ann: MemberActor, command: str = "noria start") -> Message:
    """The private controls of a lobby that was just opened."""
    return await world.opened(ann, await world.open_table([ann], command=command), "lobby.options")


async def typed(world: World, ann: MemberActor, panel: Message, text: str) -> str:
    """What the form of the one text among the options is answered with."""
    answer = await ann.submit_modal(await world.press(ann, panel, "lobby.type"), {"value": text})
    return text_of(world.private(answer))


async def test_the_command_takes_a_start_position_or_the_name_of_a_setup_in_any_spelling(
    world: World,
) -> None:
    ann = world.person("Ann")
    offered: list[Any] = await ann.autocomplete(world.channel, "noria start", "setup", "")
    assert [item["value"] for item in offered] == ["basic", "expert"]
    whole = NoriaOptions(start=EXAMPLE)
    meant = dict.fromkeys((START, EXAMPLE, PASTED, EXAMPLE.lower()), whole)
    meant |= dict.fromkeys(("expert", "上級"), NoriaOptions(setup="expert"))
    meant |= dict.fromkeys((" Basic ", "基本"), NoriaOptions(setup="basic"))
    for number, (text, options) in enumerate(meant.items()):
        channel = world.guild.create_text_channel(f"night-{number}")
        await world.person(f"Host{number}").slash(channel, "noria start", setup=text)
        assert await begun_with(world, channel) == options


async def test_the_host_types_it_into_a_form_that_shows_what_is_set(world: World) -> None:
    """One for a single person is refused where two sit."""
    ann = world.person("Ann")
    panel = await panel_of(world, ann)
    await typed(world, ann, panel, START)
    assert await begun_with(world) == NoriaOptions(start=EXAMPLE)
    (button,) = controls(panel, "lobby.type")
    assert button["label"] == "Start position: J1, C2, T3, B4 …"
    assert not controls(panel, "lobby.option"), "the position says all that these could"
    form = await world.press(ann, panel, "lobby.type")
    assert form.modal is not None
    (line,) = [part["component"] for part in form.modal["components"]]
    assert (line["value"], line["style"]) == (EXAMPLE, 2)
    await ann.submit_modal(form, {"value": " "})
    assert await begun_with(world) == NoriaOptions()
    await world.press(world.person("Ben"), world.lobby(), "lobby.join")
    assert await typed(world, ann, panel, EXAMPLE) == SPEAK("refusal.too_many_seats", seats=1)
    assert await begun_with(world) == NoriaOptions()


async def test_what_is_wrong_is_said_and_changes_nothing(world: World) -> None:
    ann = world.person("Ann")
    panel = await panel_of(world, ann)
    await typed(world, ann, panel, EXAMPLE)
    for wrong, code in (
        ("hello", "notation_lines"),
        (EXAMPLE.replace("J1, C2", "J1, Q2"), "notation_market"),
        (EXAMPLE.replace("4(x)", "4"), "notation_islands"),
        (EXAMPLE.replace("5D", "7D"), "notation_slot"),
        (EXAMPLE.replace("- COL", "- **@here**"), "notation_path"),
    ):
        answer = await typed(world, ann, panel, wrong)
        with pytest.raises(Refusal, match=code) as caught:
            read_start(wrong)
        assert code == "notation_path" or answer == SPEAK(f"refusal.{code}", **caught.value.data)
        assert "@here" not in answer
        assert await begun_with(world) == NoriaOptions(start=EXAMPLE)


async def test_a_busy_channel_offers_a_thread_with_the_same_start(world: World) -> None:
    """By the command and by the rematch, also after a restart."""
    ann, ben = world.people(2)
    await world.start_game([ann], command="noria start", setup=PASTED)
    assert (await begun_with(world)).start == EXAMPLE
    asked = await world.ask(ben, "noria start", setup=PASTED)
    await world.restart()
    await world.press(ben, asked, "lobby.thread")
    (thread,) = world.channel.threads
    assert await begun_with(world, thread) == NoriaOptions(start=EXAMPLE)
    await world.end(ann)
    await ben.slash(world.channel, "nimmt start")
    again = await world.opened(ann, world.with_control(world.public(), "table.rematch"), "table.rematch")
    await world.press(ann, again, "lobby.thread")
    assert await begun_with(world, world.channel.threads[-1]) == NoriaOptions(start=EXAMPLE)


async def test_the_date_of_noerdlingen_goes_the_same_ways(world: World) -> None:
    ann, ben = world.people(2)
    panel = await panel_of(world, ann, "noerdlingen start")
    await typed(world, ann, panel, "１２月２４日")
    assert (await begun_with(world)).date == "1224"
    assert await typed(world, ann, panel, "2/30") == SPEAK("refusal.no_such_date", date="2/30")
    await world.press(ben, await world.ask(ben, "noerdlingen start", date="5/19"), "lobby.thread")
    assert (await begun_with(world, world.channel.threads[0])).date == "0519"
