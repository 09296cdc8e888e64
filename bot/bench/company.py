"""How people are served at many tables while computers think at each, and their workers are killed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from bot.bench import machine
from bot.bench.copies import opened
from bot.bench.crowd import LEVEL
from bot.bench.evenings import Evening, compared, played
from bot.bench.figures import Figure, Target
from bot.bench.load import NONE, Size
from bot.store import Repositories

COMPUTERS = 2
"""At each table, beside one person; at the tables without any, people sit in their places."""
PEACE = 4.0
"""Seconds between two kills: so long a worker may take to come up again on a busy machine."""
UNCHANGED = Target("<=", 1.25)
"""The ratio to the same tables without computers."""
TARDY, LOST = "could not think: no move within", "could not think: the worker was lost"
"""What the log says of decisions that a weaker level had to make."""


async def figures(size: Size, folder: Path, alone: Evening) -> list[Figure]:
    """People press as often at the same tables as when they are alone."""
    database, killed = folder / "company.sqlite3", list[int]()

    async def kill(bot: int) -> None:
        """Kills a worker in which computers think, again and again."""
        while True:
            await asyncio.sleep(PEACE)
            for worker in [each for each in machine.descendants(bot) if _thinks(each)][:1]:
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)

    single = replace(size, people=size.tables)
    company = await played(single, database, computers=COMPUTERS, meanwhile=kill)
    async with opened(database) as (store, _):
        decisions = await store.read(_automatic)
    return [
        *compared(
            "company", size, alone, company, f"with {COMPUTERS} at {LEVEL} each instead of people", UNCHANGED
        ),
        *_figures(company, decisions, len(killed)),
    ]


def _thinks(process: int) -> bool:
    """Whether it is one of the computers' workers: pictures are drawn by processes that a server forks."""
    with suppress(OSError):
        return b"spawn_main" in (machine.PROC / str(process) / "cmdline").read_bytes()
    return False


async def _automatic(stored: Repositories) -> int:
    """The moves that nobody made by hand."""
    found, number = 0, 1
    while (table := await stored.tables.get(number)) is not None:
        found += sum(row.automatic for row in await stored.log.between(number, 0, table.version))
        number += 1
    return found


def _figures(company: Evening, decisions: int, killed: int) -> Iterator[Figure]:
    yield Figure("company", "decisions of computers", decisions, "")
    yield Figure("company", "workers killed meanwhile", killed, "")
    for what, sign in {"over their budget": TARDY, "lost with a worker": LOST}.items():
        yield Figure("company", f"decisions {what}", company.log.count(sign), "", NONE)
