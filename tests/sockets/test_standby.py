"""A bot on PostgreSQL whose standby takes over when it is stopped, while people play."""

import json
from pathlib import Path

import pytest
from evenings import WAITING, boards, check_database, come_to_rest, evening, free_port, seen
from test_on_postgres import counted

from bot.bench.discord_server import until
from bot.bench.postgres_server import Databases
from bot.bench.processes import PATIENCE
from tests.forked_bot import ForkedBot, Standby

pytestmark = [
    pytest.mark.slow,
    pytest.mark.asyncio(loop_scope="session"),
]


async def test_a_standby_takes_over_what_is_still_to_be_done(tmp_path: Path, databases: Databases) -> None:
    place = databases.new()
    environment = {"STAMMTISCH_DATABASE": place.url, "STAMMTISCH_SHARDS": "0-0/1"}
    port = str(free_port())  # of both that wait, one after the other
    async with evening(tmp_path / "bot.sqlite3", seed=2, **environment) as one:
        running: ForkedBot = one.bot
        for number in range(2):
            watched = environment | {"STAMMTISCH_METRICS": port}
            standby = Standby(one.server, tmp_path / f"standby{number}.sqlite3", environment=watched)
            await standby.launch()
            try:
                assert await until(lambda: "waiting" in standby.log.read_text(), seconds=PATIENCE)  # noqa: B023
                if not number:
                    assert not any(json.loads(await seen(port, "readyz", status=503)).values())
                for _ in range(10):
                    await one.players.press_one(seconds=0.5)
                assert await running.stop() == 0
                assert await until(lambda: one.server.connected, seconds=PATIENCE)
                assert all(json.loads(await seen(port, "readyz")).values())
            except BaseException:
                await standby.kill()
                raise
            running = standby
        for _ in range(10):
            await one.players.press_one(seconds=0.5)
        await come_to_rest(running, lambda: counted(place, *WAITING))
        await check_database(place)
        assert max(boards(one.server).values()) == 1
    for log in (one.bot.log, running.log):
        assert "Traceback" not in (said := log.read_text()), said[-4000:]
