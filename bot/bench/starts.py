"""How long the bot takes to be ready, and how much memory it then has, with many tables under way."""

from pathlib import Path
from time import perf_counter

from bot.bench import machine
from bot.bench.copies import add_tables, opened, original
from bot.bench.crowd import served, town
from bot.bench.figures import Figure, Target
from bot.games import registry

TARGETS = Target("<=", 2), Target("<=", 150)
"""Seconds and MiB with the most open tables."""


async def figures(folder: Path, *, tables: int, most: bool) -> list[Figure]:
    """Start-up and memory of a bot that finds so many tables in its database, beside the targets where these
    are the most."""
    database = folder / f"starts-{tables}.sqlite3"
    async with opened(database, synchronous="normal") as (store, service):
        if tables:
            await add_tables(store, await original(store, service, registry.games()[0]), tables - 1)
    begin = perf_counter()
    async with served(town(1, 1), database) as (_, bot):
        ready = perf_counter() - begin
        mebibytes = machine.peak(bot.process.pid)
        await bot.stop()
    seconds, memory = TARGETS if most else (None, None)
    return [
        Figure("start", f"ready, {tables:,} open tables", ready, "s", seconds),
        Figure("start", f"peak memory, {tables:,} open tables", mebibytes, "MiB", memory),
    ]
