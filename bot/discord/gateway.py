"""The connections to Discord's gateway, by the library's own means: one for each shard of this process."""

from __future__ import annotations

import asyncio
import logging
import threading
from contextlib import suppress
from typing import Any

import aiohttp
import discord
from discord.ext import commands
from discord.gateway import DiscordWebSocket, KeepAliveHandler

log = logging.getLogger(__name__)

APART = 5.5
"""Seconds between two shards that introduce themselves where Discord hears one at a time."""
AGAIN = 10
"""Seconds until Discord is asked again how many shards it wants, where it had trouble with that."""
PARTING = 3
"""Seconds that the connections have to end."""


class Connected(commands.AutoShardedBot):
    """A bot with as many shards as Discord wants, or those named by `shard_ids` and `shard_count`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._hung_up = False
        self._launching: asyncio.Task[None] | None = None
        self._at_once = 1
        self._introduced: dict[int, float] = {}
        """When a shard introduced itself last, for each of Discord's ways to be heard."""

    async def launch_shards(self) -> None:
        """Connects one shard after the other until all are there, or the bot hangs up."""
        self._launching = asyncio.create_task(self._launch(), name="shards")
        await asyncio.wait({self._launching})
        if not self._launching.cancelled():
            self._launching.result()

    async def _launch(self) -> None:
        while True:
            try:
                wanted, _, limits = await self.http.get_bot_gateway()
                break
            except (discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
                log.warning(
                    "Discord's gateway can't be asked (%s); again in %d s", type(error).__name__, AGAIN
                )
                await asyncio.sleep(AGAIN)
        self._at_once = max(limits["max_concurrency"], 1)
        self.shard_count = self.shard_count or wanted
        await super().launch_shards()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits until Discord hears this shard: by `max_concurrency` it hears some at once."""
        way, now = (shard_id or 0) % self._at_once, self.loop.time
        await asyncio.sleep(self._introduced.get(way, now() - APART) + APART - now())
        self._introduced[way] = now()

    async def hang_up(self) -> None:
        """From now on nothing arrives any more; what has arrived can still be answered."""
        self._hung_up = True
        if self._launching is not None:
            self._launching.cancel()
        with suppress(TimeoutError, OSError, aiohttp.ClientError):
            async with asyncio.timeout(PARTING):
                await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()))
                await asyncio.gather(*(connection.close(code=1000) for connection in self._beating()))

    def _beating(self) -> list[DiscordWebSocket]:
        """The connections that still have a heartbeat: by that alone those are known that had just begun."""
        beating: list[Any] = [each for each in threading.enumerate() if isinstance(each, KeepAliveHandler)]
        return [each.ws for each in beating if each.ws._connection is self._connection]

    def is_closed(self) -> bool:
        """Whether the connections have ended for good, so that the library does not connect again."""
        return self._hung_up or super().is_closed()

    async def leave(self) -> None:
        """Lets go of all that the library holds."""
        if self._launching is not None:
            await discord.AutoShardedClient.close(self)
        else:  # it has no shards before it has logged in, and can't close them
            await discord.Client.close(self)
