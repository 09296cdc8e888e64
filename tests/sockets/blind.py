"""Players who know nothing: they press whatever they see, and the bot's process dies now and then."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from pathlib import Path
from typing import Any

from discord_server import TOKEN, DiscordServer, components, until

from cogs.kit.ids import CustomId

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


class BotProcess:
    """`python -m bot run` against the test's server, on a database of its own."""

    def __init__(self, server: DiscordServer, database: Path) -> None:
        self.server = server
        self.database = database
        self.log = database.with_suffix(".log")

    async def start(self) -> None:
        """Starts the process and waits until it has connected."""
        environment = os.environ | {
            "DISCORD_TOKEN": TOKEN,
            "STAMMTISCH_DATABASE": str(self.database),
            "STAMMTISCH_LOG": "debug",
            "STAMMTISCH_TEST_PORT": str(self.server.port),
            "PYTHONPATH": str(ROOT),
        }
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(HERE / "bot_process.py"),
                stdout=log,
                stderr=log,
                env=environment,
                cwd=ROOT,
            )
        assert await until(lambda: self.server.connected, seconds=30), self.log.read_text()

    async def kill(self) -> None:
        """kill -9: no chance to tidy up."""
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        self.server.forget_sessions()

    async def stop(self) -> int:
        """SIGTERM; the exit code."""
        self.process.terminate()
        return await asyncio.wait_for(self.process.wait(), 20)


class BlindPlayers:
    """Everybody at the table, pressing at random among what is enabled on the newest messages."""

    def __init__(self, server: DiscordServer, seed: int, *, avoid: tuple[str, ...]) -> None:
        self.server = server
        self.random = random.Random(seed)
        self.avoid = avoid
        self.eager = ("nimmt.", "table.move")
        """What is pressed more often than the rest, so that an evening comes to its end."""
        self.pressed = 0

    def choices(self, user: int) -> list[tuple[Any, dict[str, Any]]]:
        """The controls a person could use now: on the newest posts and on the newest private answers."""
        found: list[tuple[Any, dict[str, Any]]] = []
        seen = self.server.visible(user)
        private = [message for message in seen if message.is_ephemeral]
        posts = [message for message in seen if not message.is_ephemeral]
        for message in posts[-5:] + private[-3:]:
            for control in components(self.server.payload(message)):
                meaning = CustomId.parse(control["custom_id"])
                if meaning is None or not meaning.action.startswith(self.avoid):
                    found.append((message, control))
        return found

    def press_one(self) -> Any | None:
        """Somebody presses something; the interaction's record, None if there was nothing to press."""
        user = self.random.choice(self.server.people).id
        choices = self.choices(user)
        if not choices:
            return None
        names = sorted({_action(control) for _, control in choices})
        moves = [name for name in names if name.startswith(self.eager)]
        name = self.random.choice(moves if moves and self.random.random() < 0.6 else names)
        message, control = self.random.choice([pair for pair in choices if _action(pair[1]) == name])
        values = None
        if control["type"] == 3:
            values = [self.random.choice(control["options"])["value"]]
        self.pressed += 1
        return self.server.press(user, message, control, values)


def _action(control: dict[str, Any]) -> str:
    meaning = CustomId.parse(control["custom_id"])
    return meaning.action if meaning else ""
