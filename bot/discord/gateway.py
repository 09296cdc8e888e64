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
EARLY, LATE = 2.0, 0.4
"""So many seconds before its turn a shard connects, and so long after it the turn is still its own."""
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
        self._free: dict[int, float] = {}
        """From when on Discord hears another shard, for each of its ways to be heard."""
        self._turns: dict[int, float] = {}
        """When a shard may introduce itself that has not done so yet."""

    async def launch_shards(self) -> None:
        """Connects the shards, as many at once as Discord hears, until all are there or the bot hangs up."""
        self._launching = asyncio.create_task(self._launch(), name="shards")
        await asyncio.wait({self._launching})
        if not self._launching.cancelled():
            self._launching.result()

    async def _launch(self) -> None:
        self.shard_count, self._at_once = await self._allowed()
        ids = self.shard_ids or [*range(self.shard_count)]
        self._connection.shard_count, self._connection.shard_ids = self.shard_count, ids
        ways = [[shard for shard in ids if shard % self._at_once == way] for way in range(self._at_once)]
        await asyncio.gather(*(self._launch_in_turn(way) for way in ways))

    async def _launch_in_turn(self, ids: list[int]) -> None:
        for shard in ids:
            await self._await_turn(shard, before=EARLY)  # a connection that says nothing is not kept for long
            await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)

    async def _allowed(self) -> tuple[int, int]:
        """How many shards there are, and how many Discord hears at once; as soon as it hears all of ours."""
        while True:
            try:
                wanted, _, limits = await self.http.get_bot_gateway()
            except (discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
                log.warning(
                    "Discord's gateway can't be asked (%s); again in %d s", type(error).__name__, AGAIN
                )
                await asyncio.sleep(AGAIN)
                continue
            count, left, reset = self.shard_count or wanted, limits["remaining"], limits["reset_after"] / 1000
            ours = len(self.shard_ids or range(count))
            if left >= ours:
                if left < count:
                    log.warning(
                        "Discord takes %d more connections of shards in the next %d s, and this bot has %d: "
                        "started anew by then, some of them would have to wait",
                        *(left, reset, count),
                    )
                return count, max(limits["max_concurrency"], 1)
            log.error(
                "Discord takes %d more connections of shards in the next %d s, and %d are to be made: the "
                "bot waits until then, since whoever makes too many loses its token",
                *(left, reset, ours),
            )
            await asyncio.sleep(max(reset, AGAIN))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits until Discord hears this shard: by `max_concurrency` it hears some at once."""
        await self._await_turn(shard_id or 0)
        del self._turns[shard_id or 0]

    async def _await_turn(self, shard: int, *, before: float = 0.0) -> None:
        """Waits for the turn of a shard, or until so many seconds `before` it."""
        now, late = self.loop.time, True
        while late:
            turn = self._turns.get(shard)
            if turn is None or now() > turn + LATE:
                turn = self._turns[shard] = now() + await self.turn_in(shard % self._at_once, APART)
            await asyncio.sleep(turn - before - now())
            late = now() > turn + LATE

    async def turn_in(self, way: int, apart: float) -> float:
        """Reserves the next turn of this way to be heard: in so many seconds it begins."""
        now = self.loop.time()
        turn = max(now, self._free.get(way, now))
        self._free[way] = turn + apart
        return turn - now

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
