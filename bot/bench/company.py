"""How people are served at many tables while computers think at each, and their workers are killed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bot.bench import machine
from bot.bench.copies import opened
from bot.bench.crowd import LEVEL, served, town, waits
from bot.bench.figures import Figure, Target, percentile
from bot.bench.load import CALM, DRAIN, NONE, Size, steadily
from bot.store import Repositories

COMPUTERS = 2
"""At each table, beside one person; at the tables without any, people sit in their places."""
PEACE = 6.0
"""Seconds between two kills: so long a worker may take to come up again on a busy machine."""
UNCHANGED = Target("<=", 1.25)
"""The ratio to the same tables without computers."""
TARDY, LOST = "could not think: no move within", "could not think: the worker was lost"
"""What the log says of decisions that a weaker level had to make."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What was seen at all tables."""

    answers: Sequence[float]
    unanswered: int
    decisions: int
    """Moves that nobody made by hand."""
    killed: int
    log: str


async def figures(size: Size, folder: Path) -> list[Figure]:
    """People press as often at the same tables, once with nobody but people and once with computers."""
    people = await _played(size, folder / "people.sqlite3", computers=0)
    company = await _played(size, folder / "company.sqlite3", computers=COMPUTERS)
    return list(_figures(size, people, company))


async def _played(size: Size, database: Path, *, computers: int) -> Evening:
    each = 1 + COMPUTERS - computers
    async with served(town(each * size.tables, size.tables), database) as (crowd, bot):
        await crowd.sit_down(computers=computers)
        await crowd.calm(CALM, patience=DRAIN)
        first, killed = len(crowd.presses), list[int]()
        killing = asyncio.create_task(_kill(bot.process.pid, killed))
        await steadily(size.rate, size.seconds, crowd.press_something)
        killing.cancel()
        await crowd.calm(CALM, patience=DRAIN)
        presses = crowd.presses[first:]
        unanswered = len(crowd.unanswered(presses))
        await bot.stop()
    async with opened(database) as (store, _):
        decisions = await store.read(_automatic)
    answers, _ = waits(presses)
    return Evening(answers, unanswered, decisions, len(killed), bot.log.read_text(encoding="utf-8"))


async def _kill(bot: int, killed: list[int]) -> None:
    """Kills a worker in which computers think, again and again."""
    while True:
        await asyncio.sleep(PEACE)
        for worker in [each for each in machine.descendants(bot) if _thinks(each)][:1]:
            os.kill(worker, signal.SIGKILL)
            killed.append(worker)


def _thinks(process: int) -> bool:
    """Whether it is one of the computers' workers: pictures are drawn by processes that a server forks."""
    with suppress(OSError):
        return b"spawn_main" in (machine.PROC / str(process) / "cmdline").read_bytes()
    return False


async def _automatic(stored: Repositories) -> int:
    found, number = 0, 1
    while (table := await stored.tables.get(number)) is not None:
        found += sum(row.automatic for row in await stored.log.between(number, 0, table.version))
        number += 1
    return found


def _figures(size: Size, people: Evening, company: Evening) -> Iterator[Figure]:
    without, beside = [percentile(each.answers, 99) * 1000 for each in (people, company)]
    name = f"acknowledged, p99, {size.tables} tables"
    yield Figure("company", f"{name} of people", without, "ms")
    yield Figure("company", f"{name} with {COMPUTERS} at {LEVEL} each", beside, "ms")
    yield Figure("company", f"{name}: ratio", beside / without, "x", UNCHANGED)
    yield Figure("company", "decisions of computers", company.decisions, "")
    yield Figure("company", "workers killed meanwhile", company.killed, "")
    for what, count in {
        "decisions over their budget": company.log.count(TARDY),
        "decisions lost with a worker": company.log.count(LOST),
        "presses without an answer": people.unanswered + company.unanswered,
    }.items():
        yield Figure("company", what, count, "", NONE)
