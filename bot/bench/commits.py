"""What keeping costs: a bare commit, and a move through the table services, both on disk when they end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import fmean, median
from time import perf_counter
from typing import Any

from bot.bench.figures import Figure, Target
from bot.bench.rules import seats_of
from bot.games.registry import AnyGame
from bot.languages import fallback
from bot.store import Store, open_store, statements
from bot.tables.model import Acted, Person
from bot.tables.services import Tables, build_tables

STATEMENTS, TRIPS = Target("<=", 8), Target("<=", 3)


async def bare(path: Path, *, times: int) -> Figure:
    """The smallest transaction there is."""
    store = await open_store(path)
    try:
        taken = [await _commit(store, number) for number in range(times)]
    finally:
        await store.close()
    return Figure("store", "commit of one value", median(taken) * 1000, "ms")


async def _commit(store: Store, number: int) -> float:
    begin = perf_counter()
    await store.change(lambda tx: tx.meta.put("bench", str(number)))
    return perf_counter() - begin


@dataclass(frozen=True, slots=True)
class Cost:
    """What one move of a person took, with the moves that follow by themselves."""

    seconds: float
    statements: int
    trips: int
    """To the thread of the store."""


async def moves(game: AnyGame, path: Path, *, times: int) -> list[Figure]:
    """Moves of people, from the call to the answer."""
    costs: list[Cost] = []
    with statements.counted() as counter:
        store = await open_store(path)
        try:
            service = build_tables(store, now=lambda: datetime.now(UTC))
            while len(costs) < times:
                users = range(1, seats_of(game) + 1)
                acted = await begun(service, game, users, guild=1, channel=len(costs) + 1)
                costs += await _played(store, counter, service, game, acted, times - len(costs))
        finally:
            await store.close()
    key, trips = game.info.key, fmean(cost.trips for cost in costs)
    return [
        Figure(key, "commit of a move", median(cost.seconds for cost in costs) * 1000, "ms"),
        Figure(key, "statements of a move", fmean(cost.statements for cost in costs), "", STATEMENTS),
        Figure(key, "trips of a move to the store's thread", trips, "", TRIPS),
    ]


async def begun(service: Tables, game: AnyGame, users: Sequence[int], *, guild: int, channel: int) -> Acted:
    """A table in a channel that has just started, these people in its seats, the usual options."""
    first, *others = (Person(user, f"Player {user}") for user in users)
    table = await service.lobby.open(
        game.info.key,
        game.options_type(),
        first,
        guild=guild,
        channel=channel,
        locale=fallback(),
        key=f"open {channel}",
    )
    for person in others:
        await service.lobby.join(table.id, person, key=f"join {channel} {person.id}")
    return await service.play.start(table.id, first, key=f"start {channel}")


async def _played(
    store: Store, counter: statements.Counter, service: Tables, game: AnyGame, acted: Acted, most: int
) -> list[Cost]:
    """What each move of a random game took, which is left after so many."""
    rng, taken = Random(1), list[Cost]()
    state: Any = acted.moment.state
    table = acted.moment.table.id
    while len(taken) < most and (owed := game.decisions(state)):
        seat = next(iter(owed))
        move, turn = rng.choice(list(game.legal(state, seat))), game.turn(state)
        begin, before, trips = perf_counter(), counter.tally(), store.trips
        acted = await service.play.act(table, seat + 1, move, turn=turn, key=f"{table} {len(taken)}")
        seconds, spent = perf_counter() - begin, counter.tally() - before
        taken.append(Cost(seconds, spent.statements, store.trips - trips))
        state = acted.moment.state
    return taken
