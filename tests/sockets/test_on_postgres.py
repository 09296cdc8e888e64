"""The real bot on a PostgreSQL server that restarts, while the bot itself is killed now and then."""

import random
from contextlib import closing
from pathlib import Path

import pytest
from blind import EVENINGS
from evenings import WAITING, boards, check_database, evening

from bot.bench.discord_server import until
from bot.bench.postgres_server import Databases
from bot.bench.processes import PATIENCE
from bot.store import Server
from bot.store.postgres import connected
from tests.cut_off import cut_off

pytestmark = [
    pytest.mark.slow,
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.usefixtures("begun"),
]

PRESSES, MOST, TROUBLES = 160, 5000, 8
UNTOUCHED = "SELECT count(*) FROM tables WHERE version = 0"


def counted(server: Server, *questions: str) -> int:
    """The sum of what is counted, read beside the running bot."""
    with closing(connected(server)) as database:
        return sum(database.execute(question).fetchall()[0][0] for question in questions)  # type: ignore[call-overload]


async def test_no_move_is_lost_and_no_post_made_twice(tmp_path: Path, databases: Databases) -> None:
    place = databases.new("template0")
    asked = "SELECT count(*) FROM notices WHERE kind = 'asked'"
    async with evening(
        tmp_path / "bot.sqlite3", seed=5, games=EVENINGS, STAMMTISCH_DATABASE=place.url
    ) as one:
        chance, moves, number = random.Random(6), 0, 0
        while number < PRESSES or counted(place, UNTOUCHED):
            number += 1
            assert number < MOST
            await one.players.press_one(seconds=chance.choice((0.01, 0.2, 1)))
            if number % (PRESSES // TROUBLES):
                continue
            before, moves = moves, counted(place, "SELECT count(*) FROM log")
            assert moves >= before
            if number // (PRESSES // TROUBLES) % 2:
                cut_off(place)
            else:
                await one.bot.kill()
                await one.bot.start()
        assert moves > TROUBLES
        assert await one.bot.stop() == 0
        await one.bot.start()  # what waits for a better moment is sent at the next start
        assert await until(lambda: not counted(place, *WAITING), seconds=PATIENCE)
        assert await one.bot.stop() == 0
        await check_database(place, len(EVENINGS))
        twice = [count for count in boards(one.server).values() if count > 1]
        assert sum(twice) - len(twice) <= counted(place, asked)
    log = one.bot.log.read_text()
    assert "the connection to the database is lost" in log
    assert "Traceback" not in log, log[-4000:]
    assert not (tmp_path / "bot.sqlite3").exists()
