"""How people are served at many tables while finished games are analysed beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from bot.bench.copies import begun, opened, say_nothing
from bot.bench.crowd import served, town, waits
from bot.bench.figures import Figure, Target, percentile
from bot.bench.load import CALM, DRAIN, NONE, Size, steadily
from bot.games import registry
from bot.store import Repositories
from bot.tables.model import Status
from bot.tables.services import Tables

GAMES, EACH = 6, 2
"""Games that are analysed, and how many of them one person has asked for."""
LONG = registry.game("noria")
"""The game whose analysis takes longest."""
CHOICES = 50
"""Legal moves from which one is made at random."""
UNCHANGED = Target("<=", 1.2)
"""The ratio to the same tables without analyses."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What was seen at all tables."""

    answers: Sequence[float]
    unanswered: int
    judged: int
    """Decisions of finished games."""


async def figures(size: Size, folder: Path) -> list[Figure]:
    """People press as often at the same tables, once with nothing else and once while games are analysed."""
    alone = await _played(size, folder / "alone.sqlite3", games=0)
    beside = await _played(size, folder / "analysed.sqlite3", games=GAMES)
    return list(_figures(size, alone, beside))


async def _played(size: Size, database: Path, *, games: int) -> Evening:
    async with opened(database, synchronous="normal") as (store, service):
        for number in range(1, games + 1):
            table = await _finished(service, number)
            await store.change(lambda tx: say_nothing(tx, table))  # noqa: B023 - awaited here
            await service.analyses.examine(table, 1 + number // EACH)
    async with served(town(size.people, size.tables), database) as (crowd, bot):
        await crowd.sit_down()
        await crowd.calm(CALM, patience=DRAIN)
        first = len(crowd.presses)
        await steadily(size.rate, size.seconds, crowd.press_something)
        await crowd.calm(CALM, patience=DRAIN)
        presses = crowd.presses[first:]
        unanswered = len(crowd.unanswered(presses))
        await bot.stop()
    async with opened(database) as (store, _):
        judged = await store.read(lambda tx: _judged(tx, games))
    return Evening(waits(presses)[0], unanswered, judged)


async def _finished(service: Tables, number: int) -> int:
    """A game that two people have played to its end at random, in no channel that there is."""
    rng, users = Random(number), (1, 2)
    moment = (await begun(service, LONG, users, guild=number, channel=number)).moment
    while moment.table.status is Status.PLAYING:
        seat = next(iter(LONG.decisions(moment.state)))
        move = rng.choice(tuple(islice(LONG.legal(moment.state, seat), CHOICES)))
        key = f"{number}: {moment.version}"
        acted = await service.play.act(moment.table.id, users[seat], move, turn=moment.turn, key=key)
        moment = acted.moment
    return moment.table.id


async def _judged(stored: Repositories, games: int) -> int:
    rows = [await stored.analyses.get(table) for table in range(1, games + 1)]
    return sum(row.judged for row in rows if row is not None)


def _figures(size: Size, alone: Evening, beside: Evening) -> Iterator[Figure]:
    without, with_them = [percentile(each.answers, 99) * 1000 for each in (alone, beside)]
    name = f"acknowledged, p99, {size.tables} tables"
    yield Figure("analyses", f"{name} alone", without, "ms")
    yield Figure("analyses", f"{name} while games are analysed", with_them, "ms")
    yield Figure("analyses", f"{name}: ratio", with_them / without, "x", UNCHANGED)
    yield Figure("analyses", "decisions judged meanwhile", beside.judged, "")
    yield Figure("analyses", "presses without an answer", alone.unanswered + beside.unanswered, "", NONE)
