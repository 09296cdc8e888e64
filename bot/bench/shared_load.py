"""`python -m bot bench --load --processes N`: the same load on one process with SQLite, and on 1, 2, 4 and
so on up to N processes that share a bot on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from bot.bench import machine
from bot.bench.crowd import Crowd, Press, served, town, waits
from bot.bench.figures import Figure, Target, percentile
from bot.bench.load import CALM, DRAIN, NONE, Size, steadily
from bot.bench.postgres_server import DURABLE, Databases, serving
from bot.bench.processes import BotProcess
from bot.bench.shards import sharing

COST = Target("<=", 1.5)
"""What a press may cost the processor, compared with one process on SQLite."""

WARMING = 10
"""Seconds of presses that are not counted: by then what draws has its fonts and sprites, which each process
makes for itself, once."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of processor time: of the bot, of what draws and thinks for it, of the database."""

    own: float
    children: float
    database: float

    @property
    def total(self) -> float:
        """All of it."""
        return self.own + self.children + self.database

    def __sub__(self, before: Spent) -> Spent:
        return Spent(self.own - before.own, self.children - before.children, self.database - before.database)


@dataclass(frozen=True, slots=True)
class Run:
    """What so many processes came to."""

    name: str
    presses: Sequence[Press]
    seconds: float
    """From the first press to the last answer."""
    spent: Spent

    @property
    def cost(self) -> float:
        """Milliseconds of processor time a press."""
        return self.spent.total / len(self.presses) * 1000


async def figures(size: Size, folder: Path, processes: int) -> list[Figure]:
    """One arrangement after the other, each with people and tables of its own."""
    numbers = [number for number in (1, 2, 4, 8, 16) if number <= processes]
    shards, runs = max(numbers), list[Run]()
    async with served(town(size.people, size.tables, shards), folder / "alone.sqlite3") as (crowd, bot):
        runs.append(await _run("1 process on SQLite", size, crowd, [bot], None))
    with serving(DURABLE) as databases:
        for number in numbers:
            server, own = town(size.people, size.tables, shards), folder / f"of-{number}"
            own.mkdir()
            async with sharing(server, databases.new(), own, number) as bots:
                runs.append(await _run(f"{number} on PostgreSQL", size, Crowd(server), bots, databases))
    return [figure for run in runs for figure in _figures(run, runs[0])]


async def _run(
    name: str, size: Size, crowd: Crowd, bots: Sequence[BotProcess], databases: Databases | None
) -> Run:
    def spent() -> Spent:
        used = [machine.usage(bot.process.pid) for bot in bots]
        kept = machine.usage(databases.process) if databases else machine.Usage(0, 0)
        return Spent(
            sum(each.own for each in used), sum(each.children for each in used), kept.own + kept.children
        )

    await crowd.sit_down()
    await steadily(size.rate, min(WARMING, size.seconds), crowd.press_something)
    await crowd.calm(CALM, patience=DRAIN)
    first, before, begin = len(crowd.presses), spent(), perf_counter()
    await steadily(size.rate, size.seconds, crowd.press_something)
    await crowd.calm(CALM, patience=DRAIN)
    presses = crowd.presses[first:]
    last = max((press.answered for press in presses if press.answered is not None), default=begin)
    return Run(name, presses, last - begin, spent() - before)


def _figures(run: Run, alone: Run) -> Iterator[Figure]:
    answers, pictures = waits(run.presses)
    each = 1000 / len(run.presses)
    yield Figure("processes", f"{run.name}: presses a second", len(answers) / run.seconds, "")
    yield Figure("processes", f"{run.name}: acknowledged, p99", percentile(answers, 99) * 1000, "ms")
    yield Figure("processes", f"{run.name}: picture of one's own, p95", percentile(pictures, 95) * 1000, "ms")
    yield Figure("processes", f"{run.name}: processor time a press, bot", run.spent.own * each, "ms")
    yield Figure("processes", f"{run.name}: its children", run.spent.children * each, "ms")
    if run is not alone:
        yield Figure("processes", f"{run.name}: the database", run.spent.database * each, "ms")
        yield Figure("processes", f"{run.name}: all, ratio to SQLite", run.cost / alone.cost, "x", COST)
    unanswered = sum(not press.complete for press in run.presses)
    yield Figure("processes", f"{run.name}: presses without an answer", unanswered, "", NONE)
