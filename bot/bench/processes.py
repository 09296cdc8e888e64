"""The real bot, connected to a Discord on this machine: as a process of its own, or within this one."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.app import App, build
from bot.bench.bot_process import turn_to
from bot.bench.discord_server import TOKEN, DiscordServer, until
from bot.config import Settings
from bot.store.shards import Shards

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""Seconds that a process may take to start or to stop where others keep the machine busy."""
ERROR = re.compile(r"(?:^.*\n)?^.*Traceback \(most .*\n(?:[ +|].*\n|\n)*.*\n?", re.MULTILINE)
"""A traceback, the line before it and its last one."""


class BotProcess:
    """`python -m bot run`, or another bot, against a `DiscordServer`, with a database of its own."""

    def __init__(
        self,
        server: DiscordServer,
        database: Path,
        *,
        log: str = "debug",
        module: str = "bot.bench.bot_process",
        arguments: Sequence[Path] = (),
        environment: Mapping[str, str] | None = None,
        shards: Shards | None = None,
    ) -> None:
        """`arguments`: what the module gets besides the port; `shards`: its part where it is not alone."""
        self.server = server
        self.database = database
        self.log = database.with_suffix(".log")
        self._module, self._arguments = module, arguments
        self.shards = shards
        self.environment = {
            "DISCORD_TOKEN": TOKEN,
            "STAMMTISCH_DATABASE": str(database),
            "STAMMTISCH_LOG": log,
            "PYTHONPATH": str(ROOT),
            **({"STAMMTISCH_SHARDS": str(shards)} if shards else {}),
            **(environment or {}),
        }
        """What the process has besides what this one has."""

    async def start(self) -> None:
        """Starts the process and waits until it has connected."""
        await self.launch()
        assert await until(lambda: self.server.connected, seconds=PATIENCE), self.log.read_text()

    async def launch(self) -> None:
        """Starts the process."""
        with self.log.open("ab") as log:
            self.process: Any = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", self._module, str(self.server.port), *self._arguments),
                stdout=log,
                stderr=log,
                env=os.environ | self.environment,
                cwd=self.database.parent,
            )

    async def kill(self) -> None:
        """kill -9: no chance to tidy up."""
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        self._forget_sessions()

    async def stop(self) -> int:
        """SIGTERM; the exit code."""
        self.process.terminate()
        code = await asyncio.wait_for(self.process.wait(), PATIENCE)
        self._forget_sessions()
        return code

    def errors(self) -> int:
        """How many errors its log tells with their tracebacks; stderr gets them."""
        found = ERROR.findall(self.log.read_text(encoding="utf-8"))
        sys.stderr.write("".join(found))
        return len(found)

    def _forget_sessions(self) -> None:
        """Where several processes share the bot another one may have begun its own by now: they end as their
        sockets do."""
        if "STAMMTISCH_SHARDS" not in self.environment:
            self.server.forget_sessions()


@asynccontextmanager
async def connected(
    server: DiscordServer, database: Path, shards: Shards | None = None
) -> AsyncGenerator[App]:
    """A bot within this process, with these shards or all, which spreads no requests over time, at its
    Discord, for a block."""
    await server.start()
    turn_to(server.port)
    bot = build(Settings(database=database, shards=shards))
    await bot.login(TOKEN)
    serving = asyncio.create_task(bot.connect())
    try:
        wanted = set(shards.ids) if shards else set(range(server.shards))
        assert await until(lambda: server.connected_shards == wanted, seconds=PATIENCE)
        yield bot
    finally:
        await bot.close()
        await serving
        await server.close()
