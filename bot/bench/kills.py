"""Reminders of a bot that is killed again and again while it sends them: everybody gets one, and only one."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from simcord.backend.models import Message

from bot.app import App, build
from bot.bench.dues import SEATS, due_tables, is_letter
from bot.bench.figures import Figure, Target
from bot.bench.stage import Entry, Stage, saved, stage, walk
from bot.config import Settings

STEPS = range(1, 7)
"""After so many steps of its letters each bot is killed."""
LETTERS = 3
"""So many reminders for each kill: there is always something left to be sent."""


async def figures(folder: Path, *, kills: int) -> list[Figure]:
    """How many people were reminded by bots of which so many were killed at it, each in a process of its
    own, and how many reminders they got too many."""
    tables, rng = kills * LETTERS, Random(1)
    bot = _bot(folder)
    async with stage(bot, SEATS) as ours:
        await due_tables(ours, bot, tables)
        _world(folder).write_bytes(saved(ours.env))
    for _ in range(kills):
        await _live(folder, rng.choice(STEPS), -signal.SIGKILL)
    await _live(folder, 0, 0)
    letters = _letters(pickle.loads(_world(folder).read_bytes()))
    name = f"{tables} reminders over {kills} kills"
    return [
        Figure("clock", f"{name}: people reminded", len(letters), "", Target(">=", tables)),
        Figure("clock", f"{name}: sent twice", sum(letters.values()) - len(letters), "", Target("<=", 0)),
    ]


def _bot(folder: Path) -> App:
    return build(Settings(database=folder / "kills.sqlite3"), guild_ready_timeout=0.0)


def _world(folder: Path) -> Path:
    """The file in which Discord survives the bot."""
    return folder / "kills.world"


def _letters(backend: Mapping[str, Any]) -> dict[int, int]:
    """The number of reminders of everybody who got one, by channel of direct messages."""
    found: dict[int, int] = {}
    for channel in backend["dm_channels"].values():
        messages: Mapping[int, Message] = backend["messages"].get(channel, {})
        reminders = sum(is_letter(list(walk(message.components))) for message in messages.values())
        if reminders:
            found[channel] = reminders
    return found


async def _live(folder: Path, steps: int, code: int) -> None:
    """A life of the bot, which ends as it should: by a kill after so many steps, or (0) in peace."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.bench.kills", str(folder), str(steps), stderr=asyncio.subprocess.PIPE
    )
    _, complaints = await child.communicate()
    if child.returncode != code:
        raise RuntimeError(f"a bot ended with {child.returncode}, not {code}: {complaints.decode()[-2000:]}")


async def _child(folder: Path, steps: int) -> None:
    """Starts, sends what is due, and dies on the way if it is to."""
    bot, left = _bot(folder), steps

    def step(ours: Stage, entry: Entry) -> None:
        nonlocal left
        kind, name, payload = entry
        # Once before Discord has done anything, once when it has and the bot doesn't know yet.
        if (kind == "HTTP" and name.endswith("/messages") and is_letter(payload)) or name == "MESSAGE_CREATE":
            left -= 1
            if left == 0:
                _world(folder).write_bytes(saved(ours.env))
                os.kill(os.getpid(), signal.SIGKILL)

    async with stage(bot, 0, again=_world(folder).read_bytes(), listener=step) as ours:
        await ours.env.settle()
        _world(folder).write_bytes(saved(ours.env))


if __name__ == "__main__":
    asyncio.run(_child(Path(sys.argv[1]), int(sys.argv[2])))
