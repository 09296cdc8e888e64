"""A turn made of several small moves is one post: edited while it goes on, followed by a fresh one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, controls, picks, text_of

from bot.tables.model import Status
from bot.text import mention, words
from tests.pebbles.table import now, started, world_with_pebbles


@pytest_asyncio.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server whose bot also has pebbles."""
    async with world_with_pebbles(tmp_path, monkeypatch) as world:
        yield world


def boards(world: World) -> list[Message]:
    """The posts of the game, without the lobby."""
    return world.public()[1:]


async def panel(world: World, actor: MemberActor, board: Message) -> Message:
    """The private panel behind **Your move**."""
    await world.press(actor, board, "table.move")
    return world.messages()[-1]


async def test_one_turn_is_one_post_that_shows_each_of_its_moves(world: World) -> None:
    ann, ben = people = world.people(2)
    await started(world, people)
    (first,) = boards(world)
    assert mention(ann.id) in text_of(first)
    mine = await panel(world, ann, first)
    await world.pick(ann, mine, "take")
    assert boards(world) == [first]
    assert "Heap 11" in text_of(first)
    assert "stop" in picks(mine), "the panel goes on in place"
    await world.pick(ann, mine, "draw")
    _, second = boards(world)
    assert mention(ben.id) in text_of(second)
    assert not controls(first)
    assert (await now(world)).version == 3
    assert world.dms(ann) == world.dms(ben) == []


async def test_a_post_left_behind_shows_the_last_moves_of_its_turn(world: World) -> None:
    """Also where the turn was over before they could be shown."""
    ann, ben = people = world.people(2)
    table = await started(world, people)
    (first,) = boards(world)
    moves = (f"s1:pebbles.step:{table}:{turn}:!{move}" for turn, move in enumerate(("take", "stop")))
    await world.send(*(world.prepared(ann, first, move) for move in moves))
    assert "Heap 11" in text_of(first)
    assert "player0: 1" in text_of(first)
    assert not controls(first)
    assert mention(ben.id) in text_of(boards(world)[-1])


async def test_moves_by_direct_message_go_on_in_the_same_message(world: World) -> None:
    ann, ben = people = world.people(2)
    await started(world, people, called="private")
    (asked,) = world.dms(ann)
    await world.pick(ann, asked, "take")
    assert world.dms(ann) == [asked]
    assert "stop" in picks(asked)
    await world.pick(ann, asked, "stop")
    assert world.dms(ann) == [asked]
    assert words("en")("pebbles.settled") in text_of(asked)
    assert not controls(asked)
    assert "take" in picks(world.dms(ben)[-1])


async def test_a_game_that_ends_within_a_turn_leaves_its_last_move_on_the_post(world: World) -> None:
    people = world.people(2)
    await started(world, people, heap=1)
    (last,) = boards(world)
    await world.pick(people[0], await panel(world, people[0], last), "take")
    assert (await now(world)).table.status is Status.FINISHED
    assert "Heap 0" in text_of(last)
    assert not controls(last)
    assert controls(boards(world)[-1], "table.rematch")
