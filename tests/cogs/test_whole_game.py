"""Whole games of 6 nimmt! through the simulated Discord, by the controls that people really have."""

from __future__ import annotations

from copy import deepcopy

import pytest
from evening_of_nimmt import Evening, begin
from simcord.backend.models import Message
from simulated import EPHEMERAL, World, controls, text_of

from bot.discord.ids import CustomId


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3, 10])
async def test_people_play_a_round_to_its_end_by_every_way_there_is(world: World, count: int) -> None:
    evening = await begin(world, count, seed=count, rounds=1)
    await evening.play_out()
    await evening.world.ended_well(evening.table)
    assert evening.presses >= 9 * count


async def test_four_people_play_in_japanese_until_somebody_passes_the_limit(japanese_world: World) -> None:
    evening = await begin(japanese_world, 4, locale="ja", limit=20)
    await evening.play_out()
    await evening.world.ended_well(evening.table)
    scores = (await evening.view()).totals
    assert max(scores) > 20


async def test_a_game_with_restarts_in_the_middle_loses_nothing_and_repeats_nothing(world: World) -> None:
    evening = await begin(world, 4, rounds=1)
    while await evening.step():
        if evening.presses % 6 == 0:
            await world.env.advance_time(5)  # a refresh of the board may wait for its turn
            before = (await evening.position(), texts(world.public()))
            await world.restart()
            await world.env.settle()
            assert (await evening.position(), texts(world.public())) == before
    await evening.world.ended_well(evening.table)
    boards = [message.id for message in world.public() if "**6 nimmt!**" in text_of(message)]
    versions = [text_of(world_message) for world_message in world.public() if world_message.id in boards]
    assert len(versions) == len(set(versions))


async def test_every_control_of_earlier_turns_is_answered_after_a_restart_and_changes_nothing(
    world: World,
) -> None:
    evening = await begin(world, 3, rounds=1)
    seen: dict[str, tuple[int, Message]] = {}
    for _ in range(20):
        remember(evening, seen)
        await evening.step()
    await world.restart()
    before = await evening.position()
    assert len(seen) > 30
    for custom_id, (seat, message) in seen.items():
        if CustomId.parse(custom_id).turn == before.turn and "nimmt." in custom_id:  # type: ignore[union-attr]
            continue
        values = [option(message, custom_id)] if is_menu(message, custom_id) else None
        (answer,) = await world.send(world.prepared(evening.people[seat], message, custom_id, values))
        assert answer.acknowledged, custom_id
    assert await evening.position() == before


async def test_a_control_from_a_game_that_is_over_is_answered_with_a_sentence(world: World) -> None:
    evening = await begin(world, 2, rounds=1)
    panel = deepcopy(evening.prompt(evening.people[0]))
    await evening.play_out()
    (menu,) = controls(panel, "nimmt.menu")
    press = world.prepared(evening.people[0], panel, menu["custom_id"], [menu["options"][0]["value"]])
    (answer,) = await world.send(press)
    assert answer.acknowledged
    told = world.dms(evening.people[0])[-1]
    assert told.flags & EPHEMERAL
    assert "over" in text_of(told)


def texts(messages: list[Message]) -> list[str]:
    return [text_of(message) for message in messages]


def remember(evening: Evening, seen: dict[str, tuple[int, Message]]) -> None:
    """Keeps every control that can be seen now, with somebody who sees it and the message as it looks."""
    for seat, actor in enumerate(evening.people):
        for message in (*evening.world.messages(), *evening.world.dms(actor)):
            for item in controls(message):
                seen.setdefault(item["custom_id"], (seat, deepcopy(message)))


def is_menu(message: Message, custom_id: str) -> bool:
    return any("options" in item for item in controls(message) if item["custom_id"] == custom_id)


def option(message: Message, custom_id: str) -> str:
    (menu,) = [item for item in controls(message) if item["custom_id"] == custom_id]
    return str(menu["options"][0]["value"])
