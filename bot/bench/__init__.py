"""`python -m bot bench`: speed, sizes and memory of every game and of the house, beside their targets."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from bot.bench import figures as shape
from bot.bench.figures import Figure
from bot.exits import CHECK_FAILED, DONE, Refused
from bot.games import registry


@dataclass(frozen=True, slots=True)
class Effort:
    """How often things are repeated."""

    seconds: float
    times: int
    games: int
    moments: int
    thoughts: int
    decisions: int
    """Of a player who moves in turns, where decisions are smaller and their number counts for each turn."""
    frames: int
    due: int
    """Timers that fall due at once."""
    kills: int
    """Of bots that send reminders."""
    tables: tuple[int, ...]


TABLES = (0, 1_000, 10_000)
FULL = Effort(
    seconds=2.0,
    times=200,
    games=3,
    moments=400,
    thoughts=20,
    decisions=200,
    frames=100,
    due=1_000,
    kills=20,
    tables=TABLES,
)
QUICK = Effort(
    seconds=0.02,
    times=2,
    games=1,
    moments=6,
    thoughts=1,
    decisions=2,
    frames=4,
    due=20,
    kills=2,
    tables=TABLES[::2],
)


def main(*, as_json: bool, quick: bool) -> int:
    """Measures everything and prints it; fails if a target is missed (never when quick)."""
    if find_spec("simcord") is None:
        raise Refused("The bench needs the simulation: run .venv/bin/pip install -e '.[playground]' first.")
    figures = asyncio.run(_collect(QUICK if quick else FULL))
    sys.stdout.write(_shown(figures, as_json))
    missed = any(figure.ok is False for figure in figures)
    return CHECK_FAILED if missed and not quick else DONE


def _shown(figures: list[Figure], json: bool) -> str:
    return (shape.as_json(figures) if json else shape.as_table(figures)) + "\n"


async def _collect(effort: Effort) -> list[Figure]:
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as folder:
        async for topic, found in _measured(effort, Path(folder)):
            sys.stderr.write(f"{topic}: {len(found)} figures\n")
            figures += found
    return figures


def in_discord(key: str) -> bool:
    """Whether a game is offered there: then there are messages and pictures of it to be measured."""
    from bot.app import EXTENSIONS

    return f"cogs.{key}" in EXTENSIONS


async def _measured(effort: Effort, folder: Path) -> AsyncGenerator[tuple[str, list[Figure]]]:
    """Every topic in turn, with its figures."""
    from bot.bench import commits, delay, dues, films, kills, pictures, presses, rules, starts, thinking

    for game in registry.games():
        key = game.info.key
        yield f"{key}: rules", rules.figures(game, seconds=effort.seconds)
        yield (
            f"{key}: opponents",
            thinking.figures(game, times=effort.thoughts, decisions=effort.decisions, seconds=effort.seconds),
        )
        yield f"{key}: commits", [await commits.moves(game, folder / f"{key}.sqlite3", times=effort.times)]
        if not in_discord(key):
            continue
        yield (
            f"{key}: pictures",
            await pictures.figures(game, folder, games=effort.games, moments=effort.moments),
        )
        yield f"{key}: replays", await films.figures(game, folder, most=effort.frames)
        yield f"{key}: presses", await presses.figures(game, folder, times=effort.times)
        yield f"{key}: event loop", await delay.figures(game, folder, seconds=effort.seconds)
    yield "store", [await commits.bare(folder / "store.sqlite3", times=effort.times)]
    yield f"clock with {effort.due:,} due timers", await dues.figures(folder, tables=effort.due)
    yield f"clock over {effort.kills} kills", await kills.figures(folder, kills=effort.kills)
    for tables in effort.tables:
        found = await starts.figures(registry.games()[0], folder, tables=tables)
        yield f"start with {tables:,} open tables", found
