"""The real bot as a process of its own, connected to a Discord on this machine."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.bench.discord_server import TOKEN, DiscordServer, until

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds that a process may take to start or to stop where others keep the machine busy."""


class BotProcess:
    """`python -m bot run` against a `DiscordServer`, on a database of its own."""

    def __init__(
        self,
        server: DiscordServer,
        database: Path,
        *,
        log: str = "debug",
        tally: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """`tally`: the file in which the process counts its statements (`bot.store.statements`)."""
        self.server = server
        self.database = database
        self.log = database.with_suffix(".log")
        self._tally = tally
        self.environment = {
            "DISCORD_TOKEN": TOKEN,
            "STAMMTISCH_DATABASE": str(database),
            "STAMMTISCH_LOG": log,
            "PYTHONPATH": str(ROOT),
            **(environment or {}),
        }
        """What the process has besides what this one has."""

    async def start(self) -> None:
        """Starts the process and waits until it has connected."""
        await self.launch()
        assert await until(lambda: self.server.connected, seconds=PATIENCE), self.log.read_text()

    async def launch(self) -> None:
        """Starts the process."""
        arguments = [str(self.server.port), *([str(self._tally)] if self._tally else [])]
        with self.log.open("ab") as log:
            self.process: Any = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot.bench.bot_process", *arguments),
                stdout=log,
                stderr=log,
                env=os.environ | self.environment,
                cwd=self.database.parent,
            )

    async def kill(self) -> None:
        """kill -9: no chance to tidy up."""
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        self.server.forget_sessions()

    async def stop(self) -> int:
        """SIGTERM; the exit code."""
        self.process.terminate()
        code = await asyncio.wait_for(self.process.wait(), PATIENCE)
        self.server.forget_sessions()
        return code
