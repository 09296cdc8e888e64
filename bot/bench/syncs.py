"""How often a move waits for the disk, alone and among others, in a process whose syncs are counted."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from bot.bench.commits import begun
from bot.bench.figures import Figure, Target
from bot.bench.processes import ROOT
from bot.bench.rules import seats_of
from bot.bench.slow_disk import SlowDisk, counting
from bot.games import registry
from bot.store import open_store
from bot.tables.model import Acted
from bot.tables.services import build_tables

ALONE, TOGETHER, ELSEWHERE = Target("<=", 1.1), Target("<=", 0.3), Target("<=", 0)
GAME, TABLES = "thurn_and_taxis", 10
"""A game in which one person after the other moves: a move at each table at a time."""
TIMES = 5
"""Moves alone, and moments in which every table has one."""


async def figures(folder: Path, disk: SlowDisk) -> list[Figure]:
    """Syncs of accepted moves, one after the other and one of every table at once."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot.bench.syncs", str(folder / "syncs.sqlite3")),
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | dict(disk.environment),
    )
    told, _ = await child.communicate()
    alone, together, on_main_thread = json.loads(told)
    return [
        Figure("store", "syncs of a move alone", alone, "", ALONE),
        Figure("store", f"syncs of a move, {TABLES} at once", together, "", TOGETHER),
        Figure("store", "syncs on the event loop's thread", on_main_thread, "", ELSEWHERE),
    ]


async def _measure(path: Path) -> tuple[float, float, int]:
    """The child: both, and how many of the syncs were made on the main thread."""
    store, game, rng = await open_store(path), registry.game(GAME), Random(1)
    service = build_tables(store, now=lambda: datetime.now(UTC))

    def syncs() -> int:
        return counting().syncs(os.getpid()).all

    async def move(number: int) -> None:
        state: Any = tables[number].moment.state
        seat = next(iter(game.decisions(state)))
        chosen, table = rng.choice(list(game.legal(state, seat))), tables[number].moment.table
        user = table.sitters[seat].user
        assert user is not None
        key = f"{table.id} {tables[number].moment.version}"
        tables[number] = await service.play.act(table.id, user, chosen, turn=game.turn(state), key=key)

    try:
        users = range(1, seats_of(game) + 1)
        tables: list[Acted] = [
            await begun(service, game, users, guild=1, channel=number + 1) for number in range(TABLES)
        ]
        first = syncs()
        for _ in range(TIMES):
            await move(0)
        second = syncs()
        for _ in range(TIMES):
            await asyncio.gather(*map(move, range(TABLES)))
        third = syncs()
    finally:
        await store.close()
    everywhere = counting().syncs(os.getpid())
    return (second - first) / TIMES, (third - second) / TIMES / TABLES, everywhere.on_main_thread


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(_measure(Path(sys.argv[1])))))
