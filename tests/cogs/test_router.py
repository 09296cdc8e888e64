"""Every press is answered: unknown, broken, refused, repeated, from a modal, from a command of yesterday."""

import logging
from typing import Any

import aiohttp
import discord
import pytest
import simcord
from any_game import nimmt
from simcord import interactions
from simcord.results import InteractionResult
from simulated import EN, World, controls, text_of

from bot.discord import router
from bot.discord.router import Call, on
from bot.log_context import About, current


def test_the_simulation_that_is_made_quick_is_the_pinned_one() -> None:
    assert simcord.__version__ == "3.2.1"
    assert simcord.Env._settle_internal.__module__ == "quick_simcord"


async def test_a_control_nobody_knows_is_outdated_and_offers_the_present_instead(world: World) -> None:
    evening = await nimmt(world)
    ann = evening.people[0]
    for custom_id in ("s1:table.gone:1:0:", "s1:table.gone:99:0:x", "old-style", "s0:a:b"):
        (answer,) = await world.send(world.prepared(ann, evening.board(), custom_id))
        told = world.private(answer)
        assert text_of(told) == EN("kit.outdated"), custom_id
        (refresh,) = controls(told)
        assert refresh["label"] == EN("kit.refresh")
        await world.send(world.prepared(ann, told, refresh["custom_id"]))
        assert controls(world.private(answer), "nimmt.step") or "99" in custom_id


async def test_a_modal_nobody_knows_is_called_outdated(world: World) -> None:
    evening = await nimmt(world)
    record, payload = interactions.base_payload(
        world.env.backend,
        type=5,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=evening.people[0].id,
        data={"custom_id": "m1:42:7", "components": []},
    )
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert text_of(world.private(InteractionResult(world.env, record))) == EN("kit.outdated")


@pytest.mark.logs_errors
@pytest.mark.parametrize("error", [RuntimeError("a wheel came off"), None])
async def test_an_error_in_a_handler_and_an_answer_that_it_forgets_are_told_logged_and_counted(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception | None
) -> None:
    about: list[About] = []

    async def broken(press: Call) -> None:
        about.append(current())
        if error is not None:
            raise error

    monkeypatch.setitem(router.HANDLERS, "table.more", (broken, "shown"))
    evening = await nimmt(world)
    answer = await world.press(evening.people[0], evening.board(), "table.more")
    assert text_of(world.private(answer)) == EN("kit.failed")
    assert world.app.failures == 1
    assert about == [(answer._interaction.id, 1)]
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert error is None or (record.exc_info is not None and record.exc_info[1] is error)


async def test_an_answer_whose_connection_breaks_is_sent_once_more(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit, tried = discord.Interaction.edit_original_response, []

    async def broken_once(interaction: Any, **content: Any) -> Any:
        tried.append(content)
        if len(tried) == 1:
            raise aiohttp.ServerDisconnectedError
        return await edit(interaction, **content)

    monkeypatch.setattr(discord.Interaction, "edit_original_response", broken_once)
    evening = await nimmt(world)
    tried.clear()
    answer = await world.press(evening.people[0], evening.board(), "table.more")
    assert text_of(world.private(answer))
    assert len(tried) == 2


async def test_a_command_that_is_gone_is_answered_and_does_not_travel_on(world: World) -> None:
    ann = world.person("Ann")
    world.app.tree.remove_command("nimmt")
    answer = await ann.slash(world.channel, "nimmt start")
    assert text_of(world.private(answer)) == EN("kit.unknown_command")
    assert len(world.env.errors) == 1
    world.env.errors.clear()


async def test_what_is_filled_in_reaches_the_handler_by_its_keys(world: World) -> None:
    seen: list[Call] = []

    @on("test.fields", answers="in_place")
    async def keep(press: Call) -> None:
        seen.append(press)

    parts = [
        {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "a", "value": "1"}},
        {"type": 1, "id": 3, "components": [{"type": 4, "id": 4, "custom_id": "b", "value": "2"}]},
        {"type": 10, "id": 5, "content": "a line to read"},
    ]
    ann = world.person("Ann")
    _, payload = interactions.base_payload(
        world.env.backend,
        type=5,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=ann.id,
        data={"custom_id": "s1:test.fields:1:2:x", "components": parts},
    )
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    del router.HANDLERS["test.fields"]
    (press,) = seen
    assert press.fields == {"a": "1", "b": "2"}
    assert (press.id.table, press.id.turn, press.id.rest) == (1, 2, "x")
    assert press.person.name == "Ann"


async def test_while_the_bot_stops_a_press_is_told_to_come_back_and_begins_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await nimmt(world)
    monkeypatch.setattr(type(world.app), "closing", True)
    answer = await world.press(evening.people[0], evening.board(), "table.move")
    assert text_of(world.private(answer)) == EN("kit.restarting")
    command = await evening.people[0].slash(world.channel, "nimmt play", card=1)
    assert text_of(world.private(command)) == EN("kit.restarting")
