"""A bot without Discord that plays at random until it is killed: `kill_child.py DATABASE SEED GAME`.

After each accepted move, step taken back and delivered notice, it says so in one line of JSON.
"""

import asyncio
import json
import random
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from table_world import CHANNEL, World, random_move

from bot.games import registry
from bot.games.contract import Refusal
from bot.tables.model import Moment, Status, Table


def say(**facts: Any) -> None:
    """An acknowledgement, as a player would see one."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


async def seated(world: World, key: str, game: str) -> Table:
    """The table of the channel with three people: found, opened, or opened again."""
    table = await world.table_in(CHANNEL)
    if table is None:
        return await world.lobby(3, game=game)
    if not table.status.active:
        table = await world.rematch(table.id, key=f"{key} rematch")
    for number in (1, 2, 3):
        with suppress(Refusal):
            await world.join(table.id, number, key=f"{key} join {number}")
    return await world.table(table.id)


async def deliver(world: World, table: int) -> None:
    """The next notice, as the dispatcher brings it."""
    for notice in (await world.pending(table))[:1]:
        await world.delivered(notice)
        say(delivered=notice.id)


async def move(world: World, moment: Moment, rng: random.Random) -> Moment:
    """A random move of somebody who owes one, acknowledged once it is accepted."""
    seat, choice = random_move(moment, rng)
    press = {"turn": moment.turn, "key": world.key()}
    user, table = moment.table.sitters[seat].user, moment.table
    after = (await world.press(table.id, user, choice, **press)).moment
    made = registry.game(table.game).encode_move(choice).decode()
    say(table=table.id, before=moment.version, version=after.version, user=user, move=made, **press)
    return after


async def take_back(world: World, moment: Moment, rng: random.Random) -> Moment:
    """Somebody takes a step back, acknowledged once it is accepted; the same moment if nobody may."""
    press = {"turn": moment.turn, "key": world.key()}
    user, table = rng.choice(moment.table.sitters).user, moment.table.id
    with suppress(Refusal):
        moment = (await world.tables.undo.undo(table, user, **press)).moment
        say(table=table, undone=moment.version, user=user, **press)
    return moment


async def play(path: Path, seed: str, kind: str) -> None:
    """One game after the other."""
    rng = random.Random(seed)
    world = await World(path).open()
    world.keys = (f"{seed} {number}" for number in range(10**9))
    for game in range(10**9):
        table = await seated(world, f"{seed} {game}", kind)
        if table.status is Status.LOBBY:
            await world.start(table.id, table.host)
        moment = await world.now(table.id)
        while moment.table.status is Status.PLAYING:
            moment = await move(world, moment, rng)
            if rng.random() < 0.3 and moment.table.status is Status.PLAYING:
                moment = await take_back(world, moment, rng)
            if rng.random() < 0.5:
                await deliver(world, moment.table.id)


if __name__ == "__main__":
    registry.register("pebbles", "tests.pebbles.game:GAME")
    asyncio.run(play(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
