"""People against computers through the simulated Discord: the lobby, trouble, the log."""

from __future__ import annotations

import multiprocessing
import os
import signal
from typing import Any

import pytest
from any_game import A_WHILE, GAMES, AnyEvening
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, controls, text_of

from bot.opponents.brain import Brain
from bot.tables.model import Status
from bot.text import words

pytestmark = pytest.mark.usefixtures("short_games")
SPEAK = words("en")
LEVELS = ("easy", "normal", "hard", "expert")


async def begin(world: World, *levels: str) -> AnyEvening:
    """A short game of one person against computers that has just begun."""
    people = [world.person("Ann")]
    table = await world.start_game(people, *levels, rounds=1)
    return AnyEvening(world, GAMES["six_nimmt"], people, table=table)


async def seat_computers(world: World, host: MemberActor, *levels: str) -> Message:
    """The host's panel after computers of these levels have sat down."""
    panel = await world.opened(host, world.lobby(), "lobby.computers")
    for level in levels:
        await world.press(host, panel, "lobby.computer", values=[level])
    return panel


async def names(world: World) -> list[str]:
    """Who sits at the table."""
    return [sitter.name for sitter in (await world.table()).sitters]


async def test_the_host_alone_adds_and_removes_computers_and_everybody_sees_them(world: World) -> None:
    """Every level is offered with a sentence."""
    ann, ben = world.members(2)
    post = await world.open_table([ann, ben])
    refused = await world.opened(ben, post, "lobby.computers")
    assert SPEAK("refusal.not_host") in text_of(refused)
    panel = await seat_computers(world, ann, "easy", "hard")
    assert await names(world) == [ann.name, ben.name, "Computer 1 (easy)", "Computer 2 (hard)"]
    assert "Computer 2 (hard)" in post.attachments[0]["description"]
    (menu,) = controls(panel, "lobby.computer")
    offered = [(entry["value"], entry["description"]) for entry in menu["options"]]
    assert offered == [(level, SPEAK(f"lobby.level.{level}.about")) for level in LEVELS]
    await world.press(ann, panel, "lobby.remove", rest="2")
    assert await names(world) == [ann.name, ben.name, "Computer 2 (hard)"]
    (left,) = controls(panel, "lobby.remove")
    assert left["label"] == SPEAK("lobby.computers.remove", name="Computer 2 (hard)")


async def test_at_a_full_table_computers_can_only_be_removed(world: World) -> None:
    """One that is full of people is offered none."""
    *people, late = world.members(10)
    post = await world.open_table(people)
    assert controls(post, "lobby.computers")
    panel = await seat_computers(world, people[0], "easy")
    assert not controls(panel, "lobby.computer")
    assert len(controls(panel, "lobby.remove")) == 1
    assert SPEAK("lobby.computers.full") in text_of(panel)
    (join,) = controls(post, "lobby.join")
    assert join["disabled"]
    await world.press(people[0], panel, "lobby.remove", rest="9")
    await world.press(late, post, "lobby.join")
    assert SPEAK("lobby.ready_full", host=people[0].name) in text_of(post)
    assert (await world.table()).seat_of(late.id) == 9
    assert not controls(post, "lobby.computers")


async def test_whoever_kills_the_worker_does_not_stop_the_game_and_it_ends_with_the_bot(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    brains: list[Brain] = []
    think = Brain.think

    def watched(brain: Brain, job: Any) -> bytes:
        brains.append(brain)
        return think(brain, job)

    monkeypatch.setattr(Brain, "think", watched)
    evening = await begin(world, "easy")
    await world.env.advance_time(A_WHILE)
    first = brains[0].pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    await evening.step()
    await world.env.advance_time(A_WHILE)
    assert brains[0].pid != first
    assert await evening.owing() == [] or (await world.table()).status is Status.PLAYING
    assert [child.name for child in multiprocessing.active_children()] == ["opponents"]
    await world.app.close()
    assert multiprocessing.active_children() == []
