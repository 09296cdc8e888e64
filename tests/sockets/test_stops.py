"""SIGTERM at any moment: whoever's press has arrived is answered, and the process ends tidily."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from blind import BlindPlayers, Server
from evenings import AHEAD, AVOID, amid, early, evening, logged

from bot.bench.discord_server import until
from bot.bench.processes import PATIENCE
from tests.forked_bot import ForkedBot

BOTS, STOPS, MOST = 10, 10, 30
"""How many go side by side, and how often each of them is stopped, on one database: more often while what
there has to be has not been at any of them."""
PAUSES, LONG = (1, 3, 10), (20,)
"""Seconds that people have at most until the next stop; more for what does not happen soon, as on a machine
that others keep busy."""
DRAWING = ("thread", "1")
"""Every other bot draws in a process, as people's do: it is stopped, too, while that one starts or draws."""
WANTED = {*AHEAD, "plans", "graces"}
"""What people did, and what was waiting at a stop."""
COMMANDS = (("table", "hand"), ("table", "show"), ("games", "mine"), ("nimmt", "start"))


@asynccontextmanager
async def pressing(server: Server, players: BlindPlayers) -> AsyncGenerator[None]:
    """People press all the time and wait for no answer."""

    async def press() -> None:
        while True:
            if server.connected and players.random.random() < 0.1:
                server.command(players.random.choice(server.people).id, *players.random.choice(COMMANDS))
            await players.press_one(seconds=0.02)
            await asyncio.sleep(0.2)

    work = asyncio.create_task(press())
    try:
        yield
    finally:
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work


def unanswered(server: Server, bot: ForkedBot) -> list[str]:
    """Which presses and commands the bot has learnt of without answering."""
    arrived = set(bot.arrivals.read_text().split()) if bot.arrivals.exists() else set[str]()
    sent = zip(server.records, server.presses, strict=True)
    return [str(press["data"]) for record, press in sent if press["id"] in arrived and not record.responded]


async def stopped_and_begun(database: Path, seed: int, seen: set[str]) -> None:
    """A bot of its own that is stopped at random moments while people press; adds to what all have seen."""
    chance, stops = random.Random(seed), 0
    async with evening(database, seed, avoid=AVOID[:-1], STAMMTISCH_DRAWING=DRAWING[seed % 2]) as one:
        async with pressing(one.server, one.players):
            while stops < STOPS or (stops < MOST and not seen >= WANTED):
                stops += 1
                await asyncio.sleep(chance.uniform(0, chance.choice(PAUSES if stops <= STOPS else LONG)))
                assert await one.bot.stop() == 0, one.bot.log.read_text()[-4000:]
                assert "Traceback" not in one.bot.log.read_text(), one.bot.log.read_text()[-8000:]
                wal = one.bot.database.with_suffix(".sqlite3-wal")
                # Of a connection that was being opened just then an empty one stays.
                assert not wal.exists() or not wal.stat().st_size, "the database was closed"
                assert unanswered(one.server, one.bot) == []
                seen |= amid(one.bot.database) | one.bot.deeds
                one.server.forget_sessions()
                await one.bot.launch()
            assert await until(lambda: bool(logged(one.bot)), seconds=PATIENCE), "somebody has moved by now"
        await one.ended_well(shown=True)


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
@early
async def test_a_hundred_stops_at_random_moments_while_people_press(database: Path) -> None:
    """Side by side: most of the time each of them waits."""
    seen, bots = set[str](), [database.with_stem(f"{database.stem}-{seed}") for seed in range(BOTS)]
    await asyncio.gather(*(stopped_and_begun(bot, seed, seen) for seed, bot in enumerate(bots)))
    assert seen == WANTED
