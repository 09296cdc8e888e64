"""People against computers through the simulated Discord: the lobby, trouble, the log."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
import strange_seats
from evening_of_nimmt import A_WHILE, Evening, begin_with, seat_computers
from simulated import World, controls, text_of

from bot.opponents.brain import Brain
from bot.tables.model import Status
from bot.text import words

pytestmark = pytest.mark.usefixtures("short_games")
SPEAK = words("en")
LEVELS = ("easy", "normal", "hard", "expert")


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Everything that is logged."""
    with caplog.at_level(logging.DEBUG):
        yield caplog


async def begin(world: World, *levels: str) -> Evening:
    """A short game of one person against computers that has just begun."""
    return await begin_with(world, [world.person("Ann")], *levels, rounds=1)


async def names(world: World) -> list[str]:
    """Who sits at the table."""
    return [sitter.name for sitter in (await world.table()).sitters]


async def test_the_host_alone_adds_and_removes_computers_and_everybody_sees_them(world: World) -> None:
    """Every level is offered with a sentence."""
    ann, ben = world.people(2)
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
    *people, late = world.people(10)
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


@pytest.mark.parametrize("manner", ["blabbing", "cheating", "suicidal"])
async def test_a_computer_that_fails_makes_the_default_move_and_the_log_tells_no_card(
    world: World, logged: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, manner: str
) -> None:
    strange_seats.instead_of_easy(monkeypatch, manner)
    evening = await begin(world, "easy")
    hand = (await evening.position()).hands[1]
    await world.env.advance_time(A_WHILE)
    assert await evening.owing() == [0]
    told = [record.getMessage() for record in logged.records if record.name.startswith("bot.opponents")]
    assert len(told) == 1
    assert not any(str(card) in told[0].replace("table 1", "") for card in hand)


async def test_no_board_says_that_a_computer_has_left(world: World) -> None:
    evening = await begin(world, "easy")
    await world.env.advance_time(A_WHILE)
    assert not controls(evening.board(), "table.replace")
    asked = await world.ask(world.person("Ben"), "table replace")
    assert SPEAK("refusal.no_free_seat") in text_of(asked)
