"""What keeping costs: a bare commit, and a move through the table service, both on disk when they end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from bot.bench.figures import Figure
from bot.bench.rules import seats_of
from bot.games.registry import AnyGame
from bot.store import Store, open_store
from bot.tables.model import Acted, Person
from bot.tables.service import TableService


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
    async with store.transaction() as work:
        await work.meta.put("bench", str(number))
    return perf_counter() - begin


async def moves(game: AnyGame, path: Path, *, times: int) -> Figure:
    """A move of a person, from the call to the answer, with the moves that follow by themselves."""
    store = await open_store(path)
    try:
        service = TableService(store, now=lambda: datetime.now(UTC))
        taken: list[float] = []
        while len(taken) < times:
            users = range(1, seats_of(game) + 1)
            acted = await begun(service, game, users, guild=1, channel=len(taken) + 1)
            taken += await _played(service, game, acted, times - len(taken))
    finally:
        await store.close()
    return Figure(game.info.key, "commit of a move", median(taken) * 1000, "ms")


async def begun(
    service: TableService, game: AnyGame, users: Sequence[int], *, guild: int, channel: int
) -> Acted:
    """A table in a channel that has just started, these people in its seats, the usual options."""
    first, *others = (Person(user, f"Player {user}") for user in users)
    table = await service.open(
        game.info.key,
        game.options_type(),
        first,
        guild=guild,
        channel=channel,
        locale="en",
        key=f"open {channel}",
    )
    for person in others:
        await service.join(table.id, person, key=f"join {channel} {person.id}")
    return await service.start(table.id, first, key=f"start {channel}")


async def _played(service: TableService, game: AnyGame, acted: Acted, most: int) -> list[float]:
    """The seconds of each move of a random game, which is left after so many."""
    rng, taken = Random(1), list[float]()
    state: Any = acted.moment.state
    table = acted.moment.table.id
    while len(taken) < most and (owed := game.decisions(state)):
        seat = next(iter(owed))
        move, turn = rng.choice(list(game.legal(state, seat))), game.turn(state)
        begin = perf_counter()
        acted = await service.act(table, seat + 1, move, turn=turn, key=f"{table} {len(taken)}")
        taken.append(perf_counter() - begin)
        state = acted.moment.state
    return taken
