"""Whatever happens at tables leads to the same rows in SQLite and in PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path
from random import Random

import pytest
from finished_games import finished
from table_world import World, person, random_move
from test_circles import ANN, BEN, CLEO, GUILD, cup as cup_of, found, looks_for, opened as opened_cup
from test_personal_data import BOX, ZOE, rich_life
from units import all_rows, check_cache

from bot import verify
from bot.bench.postgres_server import Databases
from bot.games import registry
from bot.games.chance import Chance
from bot.tables.circles import Reader
from bot.tables.model import Status

GAMES = [game.info.key for game in registry.games() if game.info.key != "pebbles"]
Evening = Callable[[World], Awaitable[object]]


@asynccontextmanager
async def opened(world: World) -> AsyncIterator[World]:
    await world.open()
    yield world
    await check_cache(world.store)
    await world.store.close()


async def the_same(folder: Path, databases: Databases, evening: Evening) -> None:
    """Spends the evening with each engine, with the same luck; all answers and all rows are alike."""
    answers, rows = list[object](), list[dict[str, list[tuple[object, ...]]]]()
    for place in (None, databases.new()):
        numbers = count()
        with pytest.MonkeyPatch.context() as fixed:
            fixed.setattr(Chance, "fresh", lambda numbers=numbers: Chance(next(numbers).to_bytes(32, "big")))
            async with opened(World(folder / "world.db", place)) as world:
                answers.append(await evening(world))
                rows.append(await all_rows(world.store))
    assert rows[0].keys() == rows[1].keys()
    for table in rows[0]:
        assert rows[0][table] == rows[1][table], table
    assert answers[0] == answers[1]


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
async def test_a_whole_game_with_a_restart_in_its_middle(
    tmp_path: Path, databases: Databases, key: str
) -> None:
    async def evening(world: World) -> bytes:
        moment, chance = await world.game(3, game=key, deadline=24), Random(7)
        while moment.table.status is Status.PLAYING:
            if moment.version == 20:
                await world.restart()
            moment = (await world.act(moment, *random_move(moment, chance))).moment
            world.later(hours=1)
            await world.clock.run_due()
        data = await world.transcript()
        assert verify.verify(data).code == "ok"
        return data

    await the_same(tmp_path, databases, evening)


async def test_a_rich_life_that_is_exported_and_forgotten(tmp_path: Path, databases: Databases) -> None:
    async def evening(world: World) -> tuple[object, object]:
        tables = await rich_life(world)
        stored, kept = await world.stored(ZOE.id), json.loads(await world.export(ZOE.id))
        await world.erase(ZOE.id, BOX)
        return tables, (stored, kept)

    await the_same(tmp_path, databases, evening)


async def test_circles_and_what_belongs_to_them(tmp_path: Path, databases: Databases) -> None:
    async def evening(world: World) -> tuple[object, ...]:
        await world.lobby((ANN, BEN, CLEO))
        number = await found(world, "Owls", ANN, BEN, CLEO)
        await found(world, "Cats", CLEO, public=True)
        await world.mark(GUILD, BEN, "six_nimmt", "own", given=True)
        for users in ([ANN, BEN], [BEN, CLEO], [CLEO, 9]):
            await finished(world.store, users, [1, 2])
        for user in (ANN, BEN):
            await looks_for(world, user, number)
        await world.clock.run_due()
        cup = await opened_cup(world, CLEO, cup_of(number))
        await world.tables.tournaments.sign_up(cup, person(BEN))
        told = (
            await world.circle_shelf(GUILD, number, Reader(CLEO)),
            await world.circles(GUILD, Reader(ANN)),
            await world.looking(GUILD, CLEO),
            await world.leaderboard(GUILD, "six_nimmt", number),
            await world.gatherings(),
        )
        await world.leave_circle(GUILD, number, BEN)
        await world.remove_from_circle(GUILD, number, Reader(ANN), CLEO)
        await world.erase(ANN, None)
        return told

    await the_same(tmp_path, databases, evening)


async def test_a_clock_that_jumps(tmp_path: Path, databases: Databases) -> None:
    async def evening(world: World) -> None:
        await rich_life(world)
        await world.store.change(
            lambda tx: tx.timers.move_all(tx.rows, timedelta(days=3), settings=lambda own: own + b" ")
        )

    await the_same(tmp_path, databases, evening)
