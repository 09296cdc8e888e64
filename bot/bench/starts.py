"""How long the bot takes to be ready, and how much memory it then has, with many tables under way."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from bot.app import build
from bot.bench import machine
from bot.bench.commits import begun
from bot.bench.figures import Figure, Target
from bot.bench.rules import seats_of
from bot.config import Settings
from bot.games.registry import AnyGame
from bot.store import open_store
from bot.store.records import NoticeState, Post
from bot.store.repositories import Repositories
from bot.tables.services import build_tables

TARGETS = Target("<=", 2), Target("<=", 150)
"""Seconds and MiB with the most open tables."""


async def figures(game: AnyGame, folder: Path, *, tables: int, most: bool) -> list[Figure]:
    """Start-up and memory of a bot in a process of its own that finds so many tables in its database, beside
    the targets where these are the most."""
    path = folder / f"starts-{tables}.sqlite3"
    await _fill(game, path, tables)
    begin = perf_counter()
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.bench.starts", str(path), stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    mebibytes = float(await child.stdout.readline())
    ready = perf_counter() - begin
    await child.wait()
    seconds, memory = TARGETS if most else (None, None)
    return [
        Figure("start", f"ready, {tables:,} open tables", ready, "s", seconds),
        Figure("start", f"peak memory, {tables:,} open tables", mebibytes, "MiB", memory),
    ]


async def _fill(game: AnyGame, path: Path, tables: int) -> None:
    """A database with so many tables, all copies of one that has just begun."""
    store = await open_store(path, synchronous="normal")
    try:
        if tables == 0:
            return
        service = build_tables(store, now=lambda: datetime.now(UTC))
        first = (await begun(service, game, range(1, seats_of(game) + 1), guild=1, channel=1)).moment.table.id

        async def fill(tx: Repositories) -> None:
            row, seats, state = (
                await tx.tables.get(first),
                await tx.seats.at(first),
                await tx.tables.state(first),
            )
            assert row is not None
            assert state is not None
            for notice in await tx.notices.open(first):
                await tx.notices.mark(notice.id, NoticeState.DONE, notice.attempts)
            for number in range(2, tables + 1):
                copy = await tx.tables.add(replace(row, id=0, channel=number))
                await tx.seats.put(copy.id, seats)
                await tx.tables.put_state(copy.id, row.version, state)
                await tx.posts.put(Post(copy.id, "board", None, number, number, row.version))

        await store.change(fill)
    finally:
        await store.close()


async def _start(path: Path) -> None:
    """The child: everything the bot does before it connects, then its memory on stdout."""
    bot = build(Settings(database=path))
    setattr(bot.tree, "sync", _told)  # noqa: B010 - Discord is not there to be told the commands
    async with bot:
        await bot.setup_hook()
        sys.stdout.write(f"{machine.peak(os.getpid())}\n")
        sys.stdout.flush()


async def _told() -> list[object]:
    return []


if __name__ == "__main__":
    asyncio.run(_start(Path(sys.argv[1])))
