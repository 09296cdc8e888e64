"""A bot that is killed in the middle of an analysis: the next one goes on where it was."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.analysis import Analyser, Verdict
from bot.bench.copies import opened, say_nothing
from bot.bench.discord_server import DiscordServer, until
from bot.bench.processes import PATIENCE
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import NimmtOptions
from bot.languages import fallback
from bot.store.records import TableSettings
from bot.tables.model import Person, Status
from bot.tables.services import Tables
from bot.verify import read
from tests.forked_bot import Analysing

pytestmark = [
    pytest.mark.slow,
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.usefixtures("real_chance"),
]

OPTIONS = NimmtOptions(format="rounds", rounds=2)
FEW = 10


async def played(service: Tables, server: DiscordServer) -> int:
    """The number of a game that everybody here has played to its end at random."""
    first, *others = (Person(user.id, user.name) for user in server.people)
    where = {"guild": server.guilds[0].id, "channel": server.channel.id, "locale": fallback()}
    table = (await service.lobby.open("six_nimmt", OPTIONS, first, key="open", **where)).id
    await service.lobby.arrange(table, first, TableSettings(grace=0), key="arrange")
    for person in others:
        await service.lobby.join(table, person, key=f"join {person.id}")
    moment, rng = (await service.play.start(table, first, key="start")).moment, random.Random(1)
    while moment.table.status is Status.PLAYING:
        seat = next(iter(GAME.decisions(moment.state)))
        move = rng.choice(list(GAME.legal(moment.state, seat)))
        user, key = server.people[seat].id, str(moment.version)
        moment = (await service.play.act(table, user, move, turn=moment.turn, key=key)).moment
    return table


def verdicts(database: Path) -> list[bytes]:
    """What is kept so far, read beside the running bot."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as reader:
        return [row for (row,) in reader.execute("SELECT verdict FROM verdicts ORDER BY action")]


def finished(database: Path) -> bool:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as reader:
        return bool(reader.execute("SELECT count(*) FROM analyses WHERE result IS NOT NULL").fetchone()[0])


async def analyse(server: DiscordServer) -> int:
    """Somebody asks for the analysis; with how many pictures they are answered."""
    record = server.command(server.people[0].id, "table", "analyse")
    assert await until(lambda: record.responded, seconds=PATIENCE)
    (shown,) = [each for each in server.backend.messages[server.channel.id].values() if each.is_ephemeral]
    assert await until(lambda: bool(shown.components), seconds=PATIENCE)
    return len(shown.attachments)


async def test_an_analysis_survives_a_kill(tmp_path: Path) -> None:
    """Around the kill it has the verdicts of one that nobody has disturbed, and nobody is told anything
    twice."""
    database, server = tmp_path / "bot.sqlite3", DiscordServer(("alice", "ben", "chie"))
    async with opened(database) as (store, service):
        table = await played(service, server)
        await store.change(lambda tx: say_nothing(tx, table))
        game = read(await service.queries.transcript(table))
    await server.start()
    bot = Analysing(server, database)
    await bot.start()
    try:
        await analyse(server)
        assert await until(lambda: bool(verdicts(database)), seconds=PATIENCE)
        await bot.kill()
        begun, told = verdicts(database), len(server.posted)
        assert not finished(database)
        await bot.start()
        fewest = len(begun)

        def over() -> bool:
            nonlocal fewest
            fewest = min(fewest, len(verdicts(database)))
            return finished(database)

        assert await until(over, seconds=PATIENCE)
        assert fewest == len(begun), "it has begun anew"
        kept, before = verdicts(database), max(len(begun) - FEW, 0)
        undisturbed = Analyser.of(game, [Verdict.from_json(one) for one in kept[:before]], timed=False)
        assert kept[: len(begun)] == begun
        assert len(kept) == undisturbed.decisions
        assert kept[before:][: 2 * FEW] == [undisturbed.step().to_json() for _ in range(2 * FEW)]
        assert len(server.posted) == told
        assert await bot.stop() == 0
    finally:
        if bot.process.returncode is None:
            await bot.kill()
        await server.close()
