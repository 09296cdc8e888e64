"""What `python -m bot bench` measures: every game and the bot, or the bot as a process of its own."""

import asyncio
import sys
import tempfile
from collections.abc import AsyncGenerator, Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from bot.bench import (
    analyses,
    busy_server,
    commits,
    company,
    crashes,
    disks,
    dues,
    evenings,
    event_loop,
    load,
    pictures,
    rules,
    slow_disk,
    starts,
    thinking,
)
from bot.bench.figures import Figure, tell
from bot.bench.load import Size
from bot.bench.slow_disk import SlowDisk
from bot.exits import CHECK_FAILED, DONE, Refused
from bot.games import registry


@dataclass(frozen=True, slots=True)
class Effort:
    """How often things are repeated."""

    seconds: float = 1.0
    times: int = 100
    games: int = 2
    moments: int = 60
    thoughts: int = 8
    decisions: int = 120
    """Of a player who moves in turns, where decisions are smaller and their number counts for each turn."""
    frames: int = 100
    thinking: float = 10.0
    """Seconds for which computers keep the event loop busy."""
    load: Size = field(default_factory=lambda: Size(tables=10, people=20, rate=12, seconds=15))
    company: Size = field(default_factory=lambda: Size(tables=20, people=60, rate=8, seconds=20))
    due: int = 1_000
    """Timers that fall due at once."""
    crashes: int = 8
    server: busy_server.Size = field(default_factory=lambda: busy_server.Size(people=500, games=5_000))
    tables: tuple[int, ...] = (0, 1_000, 10_000)


FULL = Effort()
QUICK = Effort(
    seconds=0.02,
    times=2,
    games=1,
    moments=6,
    thoughts=1,
    decisions=2,
    frames=4,
    thinking=0.5,
    load=Size(tables=5, people=10, rate=8, seconds=3),
    company=Size(tables=5, people=15, rate=8, seconds=1),
    due=20,
    crashes=2,
    server=busy_server.Size(people=25, games=20),
    tables=(0, 100),
)
SYNC = 10
"""Milliseconds of a sync while syncs are counted: long enough for others to come meanwhile."""


def main(
    work: Callable[[Path], Coroutine[Any, Any, list[Figure]]], *, as_json: bool, quick: bool = False
) -> int:
    """Measures in a folder of its own and prints it; fails if a target is missed and it was not `quick`."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as folder:
        found = asyncio.run(work(Path(folder)))
    tell(found, for_programs=as_json)
    missed = any(figure.ok is False for figure in found)
    return CHECK_FAILED if missed and not quick else DONE


async def everything(effort: Effort, folder: Path) -> list[Figure]:
    """All topics, each told on stderr once it is done."""
    figures, begin = list[Figure](), perf_counter()
    async for topic, found in _measured(effort, folder):
        end = perf_counter()
        sys.stderr.write(f"{topic}: {len(found)} figures in {end - begin:.1f} s\n")
        figures, begin = figures + found, end
    return figures


async def under_load(
    size: Size | None, milliseconds: int | None, kills: int | None, folder: Path, processes: int | None = None
) -> list[Figure]:
    """The bot as a process of its own, or as so many on PostgreSQL: with so much going on, on a disk whose
    syncs take so long, over so many kills."""
    if size is not None:
        _check(size)
    figures, disk = list[Figure](), _disk(folder, milliseconds or 0)
    if size is not None and processes is not None:
        from bot.bench import shared_load  # it needs the extra postgres

        figures += await shared_load.figures(size, folder, processes)
    elif size is not None:
        figures += await load.figures(size, folder, disk)
    if milliseconds is not None and disk is not None:
        figures += await disks.figures(folder, disk)
    if kills is not None:
        figures += await crashes.figures(folder, kills=kills)
    return figures


async def beside_analyses(size: Size, folder: Path) -> list[Figure]:
    """The bot with so much going on, without analyses and with some."""
    _check(size)
    return await analyses.figures(size, folder, await _alone(size, folder))


async def _alone(size: Size, folder: Path) -> evenings.Evening:
    """What others are compared with: the tables with people and nothing beside."""
    return await evenings.played(size, folder / "alone.sqlite3")


def _check(size: Size) -> None:
    if not 2 * size.tables <= size.people <= 4 * size.tables:
        raise Refused(f"{size.tables} tables need {2 * size.tables} to {4 * size.tables} people.")


def _disk(folder: Path, milliseconds: int) -> SlowDisk | None:
    """A disk that takes so long to sync, and counts; None, with a word on stderr, where there can be none."""
    library = slow_disk.built(folder)
    if library is None:
        sys.stderr.write(f"{slow_disk.why_not()}\n")
        return None
    return SlowDisk(library, milliseconds, folder / "syncs.txt")


async def _measured(effort: Effort, folder: Path) -> AsyncGenerator[tuple[str, list[Figure]]]:
    """Every topic in turn, with its figures."""
    for game in registry.games():
        key = game.info.key
        yield f"{key}: rules", rules.figures(game, seconds=effort.seconds)
        yield (
            f"{key}: opponents",
            thinking.figures(game, times=effort.thoughts, decisions=effort.decisions, seconds=effort.seconds),
        )
        yield f"{key}: commits", await commits.moves(game, folder / f"{key}.sqlite3", times=effort.times)
        if pictures.in_discord(key):
            await pictures.load_cog(game, folder)
            yield f"{key}: pictures", pictures.figures(game, games=effort.games, moments=effort.moments)
            yield f"{key}: replays", pictures.replays(game, most=effort.frames)
    yield "store", await commits.bare(folder / "store.sqlite3", times=effort.times)
    if (disk := _disk(folder, SYNC)) is not None:
        yield "store: syncs", await commits.syncs(folder, disk)
    yield "server", await busy_server.figures(folder, effort.server)
    yield "load", await load.figures(effort.load, folder, None)
    yield "event loop", await event_loop.figures(folder, seconds=effort.thinking)
    alone = await _alone(effort.company, folder)
    yield "company", await company.figures(effort.company, folder, alone)
    yield "analyses", await analyses.figures(effort.company, folder, alone)
    yield f"clock with {effort.due:,} due timers", await dues.figures(folder, tables=effort.due)
    yield "clock: statements", await dues.statements(folder, tables=min(effort.due, 50))
    yield f"{effort.crashes} kills", await crashes.figures(folder, kills=effort.crashes)
    for tables in effort.tables:
        found = await starts.figures(folder, tables=tables, most=tables == effort.tables[-1])
        yield f"start with {tables:,} open tables", found
