"""A person against computers in the playground: it goes on while they think."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from windows import env_of

from bot.app import App, build
from bot.config import Settings
from bot.games.registry import game
from bot.opponents.brain import Brain
from bot.playground.people import crowd
from bot.playground.world import World

RULES = game("six_nimmt")


async def owing(app: App) -> list[int]:
    """The seats that owe a decision at table 1."""
    return list(RULES.decisions((await app.tables.queries.now_at(1)).state))


async def test_people_act_while_a_computer_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free, think = threading.Event(), Brain.think

    def patient(brain: Brain, job: Any) -> bytes:
        free.wait()
        return think(brain, job)

    monkeypatch.setattr(Brain, "think", patient)
    settings = Settings(database=tmp_path / "x.sqlite3")
    world = World(lambda: build(settings, always_sync=True), crowd(1, "en"), locale="en")
    await world.open()
    try:
        app = env_of(world).bot
        assert isinstance(app, App)
        channel = world.channels("alice")[0]["id"]
        await world.command("alice", channel, "nimmt start", {})
        lobby = world.message_ids("alice", channel)[-1]
        await world.press("alice", channel, lobby, "s1:lobby.computers:1:0:")
        panel = world.message_ids("alice", channel)[-1]
        await world.choose("alice", channel, panel, "s1:lobby.computer:1:0:1", ["easy"])
        await world.press("alice", channel, lobby, "s1:lobby.start:1:0:")
        await world.advance(5)
        assert await owing(app) == [0, 1]
        assert (await world.command("alice", channel, "table hand", {})).answered
        free.set()
        while await owing(app) != [0]:
            await world.tick()
    finally:
        free.set()
        await world.close()
