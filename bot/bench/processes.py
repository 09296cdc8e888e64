"""The real bot, connected to a Discord on this machine: as a process of its own, or within this one."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
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
        with self._ending():
            self.process.send_signal(signal.SIGKILL)
            await self.process.wait()

    async def stop(self) -> int:
        """SIGTERM; the exit code."""
        with self._ending():
            self.process.terminate()
            return await asyncio.wait_for(self.process.wait(), PATIENCE)

    def errors(self) -> int:
        """How many errors its log tells with their tracebacks; stderr gets them."""
        found = ERROR.findall(self.log.read_text(encoding="utf-8"))
        sys.stderr.write("".join(found))
        return len(found)

    @contextmanager
    def _ending(self) -> Generator[None]:
        """Its sessions end with it. Another process that shares the bot may have begun its own by then: those
        stay, and those of a part end as their sockets do."""
        before, shared = set(self.server.sessions), "STAMMTISCH_SHARDS" in self.environment
        yield
        if self.shards is None:
            sessions = self.server.sessions.items()
            self.server.sessions = {name: each for name, each in sessions if shared and name not in before}


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
