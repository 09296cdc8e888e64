"""What storing costs: a bare commit, a move through the table services, and how often it waits for the disk.

Syncs are counted in a process of its own, which this module is run as.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from random import Random
from statistics import fmean, median
from time import perf_counter

from bot.bench.copies import IN_TURN, begun, opened
from bot.bench.figures import Figure, Target
from bot.bench.processes import ROOT
from bot.bench.rules import seats_of
from bot.bench.slow_disk import SlowDisk, counting
from bot.games.registry import AnyGame
from bot.store import statements
from bot.tables.model import Acted
from bot.tables.services import Tables

STATEMENTS, TRIPS = Target("<=", 8), Target("<=", 3)
ALONE, TOGETHER, NONE = Target("<=", 1.1), Target("<=", 0.3), Target("<=", 0)
TABLES = 10
"""At which somebody moves at once."""
TIMES = 5
"""Moves alone, and moments in which every table has one, while syncs are counted."""


class Walk:
    """A table at which everybody moves at random."""

    def __init__(self, service: Tables, game: AnyGame, acted: Acted) -> None:
        self._service, self._game = service, game
        self._acted = acted
        self._random = Random(1)

    @classmethod
    async def begin(cls, service: Tables, game: AnyGame, channel: int) -> Walk:
        """A new table in a channel."""
        users = range(1, seats_of(game) + 1)
        return cls(service, game, await begun(service, game, users, guild=1, channel=channel))

    @property
    def over(self) -> bool:
        """Whether nobody owes a move."""
        return not self._game.decisions(self._acted.moment.state)

    async def move(self) -> float:
        """A move of whoever owes one; the seconds from the call to the answer."""
        table, state = self._acted.moment.table, self._acted.moment.state
        seat = next(iter(self._game.decisions(state)))
        move = self._random.choice(list(self._game.legal(state, seat)))
        turn, key = self._game.turn(state), f"{table.id} {self._acted.moment.version}"
        start = perf_counter()
        self._acted = await self._service.play.act(table.id, seat + 1, move, turn=turn, key=key)
        return perf_counter() - start


async def _walks(service: Tables, game: AnyGame, moves: int) -> AsyncGenerator[Walk]:
    """A table for each of so many moves: the same one until its game is over."""
    walk = await Walk.begin(service, game, channel=1)
    for number in range(moves):
        if walk.over:
            walk = await Walk.begin(service, game, channel=number + 1)
        yield walk


async def bare(path: Path, *, times: int) -> list[Figure]:
    """The smallest transaction there is."""
    seconds: list[float] = []
    async with opened(path) as (store, _):
        for number in range(times):
            start = perf_counter()
            await store.change(lambda tx, number=number: tx.meta.put("bench", str(number)))
            seconds.append(perf_counter() - start)
    return [Figure("store", "commit of one value", median(seconds) * 1000, "ms")]


async def moves(game: AnyGame, path: Path, *, times: int) -> list[Figure]:
    """Moves of people with those that follow by themselves; the same number is counted apart, not timed."""
    spent, trips = list[int](), list[int]()
    async with opened(path) as (_, service):
        seconds = [await walk.move() async for walk in _walks(service, game, times)]
    with statements.counted() as counter:
        async with opened(path.with_suffix(".counted")) as (store, service):
            async for walk in _walks(service, game, times):
                before = counter.tally().statements, store.trips
                await walk.move()
                spent.append(counter.tally().statements - before[0])
                trips.append(store.trips - before[1])
    key = game.info.key
    return [
        Figure(key, "commit of a move", median(seconds) * 1000, "ms"),
        Figure(key, "statements of a move", fmean(spent), "", STATEMENTS),
        Figure(key, "trips of a move to the store's thread", fmean(trips), "", TRIPS),
    ]


async def syncs(folder: Path, disk: SlowDisk) -> list[Figure]:
    """Syncs of moves of a process on this disk, one after the other and one of every table at once."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot.bench.commits", str(folder / "syncs.sqlite3")),
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | dict(disk.environment),
    )
    written, _ = await child.communicate()
    alone, together, on_main_thread = json.loads(written)
    return [
        Figure("store", "syncs of a move alone", alone, "", ALONE),
        Figure("store", f"syncs of a move, {TABLES} at once", together, "", TOGETHER),
        Figure("store", "syncs on the event loop's thread", on_main_thread, "", NONE),
    ]


async def _count(path: Path) -> tuple[float, float, int]:
    """The child: both, and how many of the syncs were made on the main thread."""

    def syncs_so_far() -> int:
        return counting().syncs(os.getpid()).all

    async with opened(path) as (_, service):
        walks = [await Walk.begin(service, IN_TURN, number + 1) for number in range(TABLES)]
        first = syncs_so_far()
        for _ in range(TIMES):
            await walks[0].move()
        second = syncs_so_far()
        for _ in range(TIMES):
            await asyncio.gather(*(walk.move() for walk in walks))
        third = syncs_so_far()
    on_main_thread = counting().syncs(os.getpid()).on_main_thread
    return (second - first) / TIMES, (third - second) / TIMES / TABLES, on_main_thread


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(_count(Path(sys.argv[1])))))
