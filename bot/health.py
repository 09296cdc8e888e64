"""Whether the bot can do its work right now, for whoever looks after its process."""

from __future__ import annotations

import asyncio
from math import isfinite
from typing import TYPE_CHECKING

import discord

from bot.store.errors import StoreError
from bot.tables.clock import BEAT

if TYPE_CHECKING:
    from bot.app import App

PATIENCE = 5.0
"""Seconds after which a database that has not answered counts as closed."""


def connections(client: discord.AutoShardedClient) -> dict[int, float | None]:
    """Of each shard the seconds that Discord takes to answer a heartbeat (0 before the first one), None while
    it isn't connected."""
    found, shards = dict[int, float | None](), client.shards
    for number in client.shard_ids or range(client.shard_count or 1):
        shard = shards.get(number)
        found[number] = None if shard is None or shard.is_closed() else shard.latency
    return {
        number: seconds if seconds is None or isfinite(seconds) else 0.0 for number, seconds in found.items()
    }


async def ready(app: App) -> dict[str, bool]:
    """Of all that people need of the bot, whether it is there."""
    built = app.built and not app.closing
    return {
        "database": built and await _reads(app),
        "gateway": built and app.is_ready() and None not in connections(app).values(),
        "dispatcher": built and app.dispatcher.alive,
    }


async def _reads(app: App) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            await app.store.read(lambda tx: tx.meta.get(BEAT))
    except (StoreError, TimeoutError):
        return False
    return True
