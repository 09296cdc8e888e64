"""A whole bot whose pictures are drawn by a process: everybody sees the same, and no press is lost."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import cast

import pytest
from simulated import World, controls, open_world

from bot.discord.render_pool import RenderPool
from bot.games.chance import Chance
from render.hands import THREAD, InProcess, processes

pytestmark = pytest.mark.skipif(processes("1") == 0, reason="no processes are forked here")


def hand_of(world: World) -> InProcess:
    """Who draws."""
    (hand,) = cast(RenderPool, world.app.render_pool)._pool._hands
    assert isinstance(hand, InProcess)
    return hand


async def played(folder: Path, drawing: str) -> list[tuple[str, bytes | None]]:
    """All pictures of a game as they stand after a card is chosen; whoever draws is killed in between."""
    await asyncio.to_thread(folder.mkdir)
    world = await open_world(folder, album=False, drawing=drawing)
    if drawing != THREAD:
        await asyncio.to_thread(hand_of(world).warm)
    people = world.people(2)
    await world.start_game(people)
    if drawing != THREAD:
        pid = hand_of(world).pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
    await world.press(people[0], world.with_control(world.public(), "table.move"), "table.move")
    panel = world.with_control(world.messages(), "nimmt.menu")
    (menu,) = controls(panel, "nimmt.menu")
    await world.press(people[0], panel, "nimmt.menu", values=[menu["options"][0]["value"]])
    files = [file for message in world.messages() for file in message.attachments]
    found = [(file["filename"], world.env.backend.cdn.get(file["url"])) for file in files]
    await world.close()
    return found


async def test_everybody_sees_the_same_as_if_a_thread_had_drawn_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Chance, "fresh", lambda: Chance(bytes(32)))
    ours = await played(tmp_path / "one", "1")
    assert ours == await played(tmp_path / "two", THREAD)
    assert {name for name, _ in ours} >= {"six_nimmt-board.png", "six_nimmt-hand.png"}


async def test_a_bot_that_closes_while_a_process_starts_leaves_none(tmp_path: Path) -> None:
    world = await open_world(tmp_path, album=False, drawing="1")
    world.app.render_pool.warm()
    await asyncio.sleep(0)
    hand = hand_of(world)
    await world.close()
    assert hand.pid is None
