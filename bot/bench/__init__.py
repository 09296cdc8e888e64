"""`python -m bot bench`: speed, sizes and memory of every game and of the house, beside their targets."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from bot.bench import figures as shape, slow_disk
from bot.bench.figures import Figure
from bot.bench.slow_disk import SlowDisk
from bot.exits import CHECK_FAILED, DONE, Refused
from bot.games import registry


@dataclass(frozen=True, slots=True)
class Effort:
    """How often things are repeated."""

    seconds: float = 1.0
    times: int = 100
    turns: int = 3
    """Of our bot and the minimal one, which are compared."""
    games: int = 2
    moments: int = 100
    thoughts: int = 8
    decisions: int = 120
    """Of a player who moves in turns, where decisions are smaller and their number counts for each turn."""
    frames: int = 100
    due: int = 1_000
    """Timers that fall due at once."""
    kills: int = 8
    """Of bots that send reminders."""
    crashes: int = 6
    """Of bots at which people press."""
    tables: tuple[int, ...] = (0, 1_000, 10_000)
    warm: bool = True
    """Whether something is done once before it is measured."""


FULL = Effort()
QUICK = Effort(
    seconds=0.02,
    times=2,
    turns=1,
    games=1,
    moments=6,
    thoughts=1,
    decisions=2,
    frames=4,
    due=20,
    kills=2,
    crashes=0,
    tables=(0, 100),
    warm=False,
)


@dataclass(frozen=True, slots=True)
class Size:
    """How much goes on when there is load: presses come at `rate` a second."""

    tables: int = 30
    people: int = 60
    rate: int = 36
    seconds: int = 40


SYNC = 10
"""Milliseconds of a sync while syncs are counted: long enough for others to come meanwhile."""


def main(*, as_json: bool, quick: bool) -> int:
    """Measures everything and prints it; fails if a target is missed (never when quick)."""
    _refuse_without_simulation()
    return _told(asyncio.run(_collect(QUICK if quick else FULL)), as_json, quick)


def under_load(*, as_json: bool, size: Size | None, milliseconds: int | None, crashes: int | None) -> int:
    """Measures the bot as a process of its own: with so much going on, on a disk whose syncs take so long,
    over so many kills; fails if a target is missed."""
    _refuse_without_simulation()
    if size is not None and not 2 * size.tables <= size.people <= 4 * size.tables:
        raise Refused(f"{size.tables} tables need {2 * size.tables} to {4 * size.tables} people.")
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as folder:
        figures = asyncio.run(_loaded(size, milliseconds, crashes, Path(folder)))
    return _told(figures, as_json, quick=False)


def _refuse_without_simulation() -> None:
    if find_spec("simcord") is None:
        raise Refused("The bench needs the simulation: run .venv/bin/pip install -e '.[playground]' first.")


def _told(figures: list[Figure], as_json: bool, quick: bool) -> int:
    sys.stdout.write((shape.as_json(figures) if as_json else shape.as_table(figures)) + "\n")
    missed = any(figure.ok is False for figure in figures)
    return CHECK_FAILED if missed and not quick else DONE


async def _collect(effort: Effort) -> list[Figure]:
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as folder:
        async for topic, found in _measured(effort, Path(folder)):
            sys.stderr.write(f"{topic}: {len(found)} figures\n")
            figures += found
    return figures


async def _loaded(
    size: Size | None, milliseconds: int | None, crashes: int | None, folder: Path
) -> list[Figure]:
    from bot.bench import crashes as killing, disks, load

    figures, disk = list[Figure](), _disk(folder, milliseconds or 0)
    if size is not None:
        figures += await load.figures(size, folder, disk)
    if milliseconds is not None and disk is not None:
        figures += await disks.figures(folder, disk)
    if crashes is not None:
        figures += await killing.figures(folder, kills=crashes)
    return figures


def _disk(folder: Path, milliseconds: int) -> SlowDisk | None:
    """A disk that takes so long to sync, and counts; None, with a word on stderr, where there can be none."""
    library = slow_disk.built(folder)
    if library is None:
        sys.stderr.write(f"{slow_disk.why_not()}\n")
        return None
    return SlowDisk(library, milliseconds, folder / "syncs.txt")


def in_discord(key: str) -> bool:
    """Whether a game is offered there: then there are messages and pictures of it to be measured."""
    from bot.app import EXTENSIONS

    return f"cogs.{key}" in EXTENSIONS


async def _measured(effort: Effort, folder: Path) -> AsyncGenerator[tuple[str, list[Figure]]]:
    """Every topic in turn, with its figures."""
    from bot.bench import (
        commits,
        crashes,
        delay,
        dues,
        kills,
        memory,
        pictures,
        presses,
        rules,
        starts,
        syncs,
        thinking,
    )

    for game in registry.games():
        key = game.info.key
        yield f"{key}: rules", rules.figures(game, seconds=effort.seconds)
        yield (
            f"{key}: opponents",
            thinking.figures(game, times=effort.thoughts, decisions=effort.decisions, seconds=effort.seconds),
        )
        yield f"{key}: commits", await commits.moves(game, folder / f"{key}.sqlite3", times=effort.times)
        if not in_discord(key):
            continue
        yield (
            f"{key}: pictures",
            await pictures.figures(game, folder, games=effort.games, moments=effort.moments),
        )
        yield f"{key}: replays", await pictures.replays(game, folder, most=effort.frames)
        yield f"{key}: presses", await presses.figures(game, folder, times=effort.times, turns=effort.turns)
        yield (
            f"{key}: event loop",
            await delay.figures(game, folder, seconds=effort.seconds, warm=effort.warm),
        )
    yield "memory", await memory.figures(folder, actions=effort.times)
    yield "store", [await commits.bare(folder / "store.sqlite3", times=effort.times)]
    if (disk := _disk(folder, SYNC)) is not None:
        yield "store: syncs", await syncs.figures(folder, disk)
    yield f"clock with {effort.due:,} due timers", await dues.figures(folder, tables=effort.due)
    yield "clock: statements", [await dues.statements(folder, tables=min(effort.due, 50))]
    yield f"clock over {effort.kills} kills", await kills.figures(folder, kills=effort.kills)
    if effort.crashes:
        yield (
            f"{effort.crashes} kills while people press",
            await crashes.figures(folder, kills=effort.crashes),
        )
    for tables in effort.tables:
        most = tables == effort.tables[-1]
        found = await starts.figures(registry.games()[0], folder, tables=tables, most=most)
        yield f"start with {tables:,} open tables", found
