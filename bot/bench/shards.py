"""`python -m bot bench --shards`: processes that share a bot on one PostgreSQL are killed while people press
at tables of all games, and so is the database; one of them stands still for longer than its lease.

Each time the shards have to be served again soon. No choice that was confirmed may be missing, nothing may be
posted twice, and every table has to be what its log says.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import inf
from pathlib import Path
from time import perf_counter

from bot.bench import machine
from bot.bench.copies import opened
from bot.bench.crashes import NONE, Fact, Witness, logged
from bot.bench.crowd import Crowd, town
from bot.bench.discord_server import DiscordServer, shard_of, until
from bot.bench.figures import Figure, Target
from bot.bench.load import CALM, DRAIN
from bot.bench.postgres_server import Databases, serving
from bot.bench.processes import BotProcess
from bot.games import registry
from bot.store import Repositories, Server, Store
from bot.store.records import TableRow
from bot.store.shards import Shards
from bot.tables.model import Status
from bot.tables.services import Tables
from bot.verify import verify

Make = Callable[..., BotProcess]
SHORT = {"nimmt": {"format": "rounds", "rounds": 1}, "mycity": {}, "noerdlingen": {"date": "0519"}}
"""The options of games that are to end soon."""
KILLS = 12
SOON = Target("<=", 35)
LOOK = 0.1
GAP = 100
"""So many numbers of tables may be unused, one after the other."""
LONG = 90.0
"""Seconds after which nobody will take over any more."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What is done to whom."""

    processes: int = 4
    shards: int = 8
    tables: int = 200
    rate: float = 20
    """Presses a second."""
    kills: int = KILLS
    between: float = 10
    """Seconds from one kill to the next."""
    stall: float = 40
    """Seconds for which a process stands still: longer than a lease lives."""
    disaster: bool = True
    """Whether the database is killed, too."""

    def target(self, name: str) -> Target:
        """Of something that is counted. With few tables no game may have come to its end by then."""
        some = {"tables": self.tables, "moves": 1, "confirmed choices": 1, "finished": self.tables // 50}
        return Target(">=", some[name]) if name in some else NONE


@dataclass(slots=True)
class Seen:
    """What came of it."""

    takeovers: list[float] = field(default_factory=list[float])
    """Seconds from the loss of each part until it was served again."""
    codes: list[int] = field(default_factory=list[int])
    """How those have ended that were not killed."""
    awoken: int | None = None
    """How the process ended that had stood still."""


def parts(shards: int, processes: int) -> list[Shards]:
    """All shards in as many ranges."""
    bounds = [number * shards // processes for number in range(processes + 1)]
    return [Shards(first, end - 1, shards) for first, end in pairwise(bounds)]


@asynccontextmanager
async def sharing(
    server: DiscordServer, place: Server, folder: Path, processes: int, make: Make = BotProcess, **more: str
) -> AsyncGenerator[list[BotProcess]]:
    """So many processes, each with its part of the shards, all connected; all are gone in the end."""
    environment = {"STAMMTISCH_DATABASE": place.url, **more}
    bots = [
        make(server, folder / f"bot-{number}.sqlite3", environment=environment, shards=part, log="info")
        for number, part in enumerate(parts(server.shards, processes))
    ]
    await server.start()
    try:
        for bot in bots:
            await bot.launch()
        assert await until(lambda: server.connected, seconds=LONG), [bot.log.read_text() for bot in bots]
        yield bots
    finally:
        for bot in bots:
            if bot.process.returncode is None:
                await bot.kill()
        await server.close()


async def figures(folder: Path, trial: Trial) -> list[Figure]:
    """What so much trouble comes to."""
    with serving() as databases:
        return await tried(databases, folder, trial)


async def tried(databases: Databases, folder: Path, trial: Trial, make: Make = BotProcess) -> list[Figure]:
    """The same on this server, whose processes are made so."""
    place, server, seen = (
        databases.new(),
        town(2 * trial.tables + trial.tables // 5, trial.tables, trial.shards),
        Seen(),
    )
    async with sharing(server, place, folder, trial.processes, make, STAMMTISCH_DRAWING="thread") as bots:
        crowd = Crowd(server)
        witness = Witness(crowd)
        server.listeners.append(witness.on_request)
        await crowd.sit_down(options=SHORT)
        pressing = asyncio.create_task(_press(crowd, trial.rate))
        try:
            await _trouble(databases, bots, trial, seen, make)
            await until(lambda: bool(witness.facts), seconds=LONG)
        finally:
            pressing.cancel()
        await until(lambda: server.connected, seconds=LONG)
        await until(lambda: perf_counter() - crowd.newest > CALM, seconds=DRAIN)
        async with opened(place, shards=bots[0].shards) as (_, services):
            for _ in range(round(DRAIN / LOOK)):
                if not await services.outbox.with_notices():
                    break
                await asyncio.sleep(LOOK)
        seen.codes += [await bot.stop() for bot in bots]
        errors = sum([bot.errors() for bot in bots])
    async with opened(place) as (store, services):
        checked = await _checked(store, services, witness)
    checked["posted twice"] = witness.posted_twice()
    return [
        Figure("shards", "presses", len(crowd.presses), ""),
        *(Figure("shards", name, value, "", trial.target(name)) for name, value in checked.items()),
        Figure("shards", "parts taken over", len(seen.takeovers), "", Target(">=", trial.kills + 1)),
        Figure("shards", "longest until a part was served again", max(seen.takeovers), "s", SOON),
        Figure("shards", "exit code of the one that stood still", seen.awoken or 0, "", Target(">=", 3)),
        Figure("shards", "exit codes of the others", sum(seen.codes), "", NONE),
        Figure("shards", "errors in the log", errors, "", NONE),
    ]


async def _press(crowd: Crowd, rate: float) -> None:
    """People press where the bot is there, and wait for its answers."""
    server = crowd.server
    shard = {
        table.channel: shard_of(server.backend.channels[table.channel].guild_id or 0, server.shards)
        for table in crowd.tables
    }
    while True:
        there = server.connected_shards
        for seat in crowd.seats:
            seat.away = 0 if shard[seat.table.channel] in there else inf
        if any(seat.free for seat in crowd.seats):
            crowd.press_something()
        await asyncio.sleep(1 / rate)


async def _trouble(
    databases: Databases, bots: Sequence[BotProcess], trial: Trial, seen: Seen, make: Make
) -> None:
    """One process after the other is killed, in the midst of it the database; in the end one stands still."""
    notes = list[asyncio.Task[None]]()
    for number in range(trial.kills):
        await asyncio.sleep(trial.between)
        bot = bots[number % len(bots)]
        await asyncio.gather(*notes[: max(number - len(bots) + 1, 0)])
        await bot.kill()
        lost = perf_counter()
        await bot.launch()
        notes.append(asyncio.create_task(_note(bot, lost, seen)))
        if trial.disaster and number == trial.kills // 2:
            await asyncio.to_thread(databases.kill)
    await asyncio.gather(*notes)
    await _stall(bots[-1], trial.stall, seen, make)


async def _note(bot: BotProcess, lost: float, seen: Seen) -> None:
    await _served(bot, since=lost)
    seen.takeovers.append(perf_counter() - lost)


async def _served(bot: BotProcess, since: float) -> None:
    """Waits until all shards of its part have connected since then, and are heard. Where its process has
    ended, since the database was away when it started, the next one is started, as a supervisor does."""
    assert bot.shards is not None
    ids, server = set(bot.shards.ids), bot.server
    async with asyncio.timeout(LONG):
        while not ids <= server.introduced(since) & server.connected_shards:
            if not (machine.PROC / str(bot.process.pid)).exists():
                await bot.process.wait()
                await bot.launch()
            await asyncio.sleep(LOOK)


async def _stall(bot: BotProcess, seconds: float, seen: Seen, make: Make) -> None:
    """It stands still, whatever it was about to do; another one takes over, and then it goes on."""
    still = bot.process
    os.kill(still.pid, signal.SIGSTOP)
    lost = perf_counter()
    try:
        await bot.launch()
        await _note(bot, lost, seen)
        await asyncio.sleep(max(seconds - (perf_counter() - lost), 0))
        os.kill(still.pid, signal.SIGCONT)
        seen.awoken = await asyncio.wait_for(still.wait(), LONG)
    except BaseException:
        still.send_signal(signal.SIGKILL)
        raise


# What has to be right ------------------------------------------------------------------------------------


async def _checked(store: Store, services: Tables, witness: Witness) -> dict[str, int]:
    """Each table is replayed, and each finished one verified."""
    found = dict.fromkeys(("tables", "moves", "tables that differ", "finished", "not verified"), 0)
    made = set[Fact]()
    table, newest = 0, max(witness.tables, default=0)
    while (table := table + 1) <= newest + GAP:
        row = await store.read(partial(_row, table=table))
        if row is None:  # what was rolled back leaves its number unused
            continue
        newest = max(newest, table)
        found["tables"] += 1
        if row.version:
            found["moves"] += row.version
            moment = await services.queries.now_at(table)
            stored = await store.read(partial(_state, table=table))
            found["tables that differ"] += registry.game(row.game).encode(moment.state) != stored
        if row.status is Status.FINISHED:
            found["finished"] += 1
            found["not verified"] += not verify(await services.queries.transcript(table)).ok
        if table in witness.tables:
            made.update(await store.read(partial(logged, table=table)))
    return {**found, "confirmed choices": len(witness.facts), "lost": witness.lost(made)}


async def _row(tx: Repositories, table: int) -> TableRow | None:
    return await tx.tables.get(table)


async def _state(tx: Repositories, table: int) -> bytes | None:
    return await tx.tables.state(table)
