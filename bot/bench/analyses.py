"""How people are served at many tables while finished games are analysed beside them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

from bot.bench.copies import begun, opened, say_nothing
from bot.bench.evenings import Evening, compared, played
from bot.bench.figures import Figure, Target
from bot.bench.load import Size
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


async def figures(size: Size, folder: Path, alone: Evening) -> list[Figure]:
    """People press as often at the same tables as when they are alone, while games are analysed."""
    database = folder / "analysed.sqlite3"
    async with opened(database, synchronous="normal") as (store, service):
        for number in range(1, GAMES + 1):
            table = await _finished(service, number)
            await store.change(lambda tx: say_nothing(tx, table))  # noqa: B023 - awaited here
            await service.analyses.examine(table, 1 + number // EACH)
    beside = await played(size, database)
    async with opened(database) as (store, _):
        judged = await store.read(_judged)
    return [
        *compared("analyses", size, alone, beside, "while games are analysed", UNCHANGED),
        Figure("analyses", "decisions judged meanwhile", judged, ""),
    ]


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


async def _judged(stored: Repositories) -> int:
    rows = [await stored.analyses.get(table) for table in range(1, GAMES + 1)]
    return sum(row.judged for row in rows if row is not None)
