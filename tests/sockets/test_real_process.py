"""The real bot over real sockets: connections drop, answers get lost, the process dies, players are blind."""

import asyncio
import json
import random
import re
import signal
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from blind import EVENINGS, BlindPlayers, Server, Trouble, controls
from evenings import AHEAD, PAINTED, early, evening, free_port, logged, seen

from bot.bench.discord_server import TOKEN, until
from bot.bench.processes import PATIENCE
from tests.cli_runner import command
from tests.forked_bot import ForkedBot

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

KILLS = 12
OFTEN = 0.02
"""How likely it is after each press that the process is killed, and that a connection is troubled."""
MOST = 12000
"""Presses of an evening."""
PEACEFUL = 400
"""Presses at least of an evening without trouble."""
READY = ("database", "gateway", "dispatcher")
ANSWERED = r'interactions_total{kind="component",outcome="answered"} ([3-9]|\d\d)'
"""Three presses or more."""
SOMETIMES = 10
"""Presses after which the logs are read, which takes longer than a press."""


def finished(server: Server, table: int) -> bool:
    newest = islice(reversed(server.backend.messages[server.channels[table - 1].id].values()), 10)
    public = [message for message in newest if not message.is_ephemeral][:2]
    offered = [control["custom_id"] for message in public for control in controls(message)]
    return any(custom_id.startswith("s1:table.rematch:") for custom_id in offered)


def missing(bot: ForkedBot) -> set[str]:
    """What has not happened yet at any of the tables, and those at which nothing has."""
    logs = {game.game: logged(bot, table) for table, game in enumerate(EVENINGS, start=1)}
    undone = {"undo"} if any(log["undo"] for log in logs.values()) else set[str]()
    return ({"undo"} | AHEAD) - bot.deeds - undone | {game for game, log in logs.items() if not log}


def seen_enough(players: BlindPlayers, bot: ForkedBot) -> list[int]:
    """The tables whose games have ended, or are so long that enough has been seen of them; at the others they
    are after the kinds of moves that nobody has made yet."""
    enough = list[int]()
    for table, game in players.tables.items():
        made = logged(bot, table)
        players.wanted[table] = game.moves - made.keys()
        if finished(players.server, table) or (made.total() >= game.enough and not players.wanted[table]):
            enough.append(table)
    return enough


def presses(server: Server) -> list[dict[str, Any]]:
    return [sent["data"] for sent in server.presses if "custom_id" in sent["data"]]


def chosen(server: Server) -> list[list[str]]:
    """What they have taken from the menus of games."""
    groups = tuple(f"s1:{game.group}." for game in EVENINGS)
    found = [press for press in presses(server) if press["custom_id"].startswith(groups)]
    return [press["values"] for press in found if "values" in press]


def check_log(server: Server, bot: ForkedBot, figures: str) -> None:
    """At debug level, with the library's own loggers, it holds no choice and no token, and each line is an
    object that a program can read; nor do the figures."""
    lines = [json.loads(line) for line in bot.log.read_text().splitlines()]
    text = "\n".join([value for line in lines for value in line.values()]) + figures
    assert TOKEN not in text
    taken = chosen(server)
    assert taken
    assert not [values for values in taken if json.dumps(values) in text]
    assert not [press["custom_id"] for press in presses(server) if press["custom_id"] in text]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "bot.sqlite3"


@early
async def test_an_evening_with_every_game_over_sockets(database: Path) -> None:
    """Without trouble every press is answered, whichever of eight shards brings it, every picture is painted,
    no choice gets into the log, and SIGTERM ends it tidily."""
    watched = {"STAMMTISCH_METRICS": str(free_port()), "STAMMTISCH_LOG_FORMAT": "json", **PAINTED}
    async with evening(database, seed=1, games=EVENINGS, shards=8, **watched) as one:
        players, bot = one.players, one.bot
        while players.pressed.total() < PEACEFUL or missing(bot):
            for _ in range(SOMETIMES):
                assert await players.press_one()
            assert players.pressed.total() < MOST, missing(bot)
            seen_enough(players, bot)
        figures = await seen(watched["STAMMTISCH_METRICS"], "metrics")
        await one.ended_well()
        check_log(one.server, bot, figures)
        assert 'stammtisch_shards{state="connected"} 8.0' in figures


@early
async def test_killed_and_cut_off_at_random_moments(database: Path) -> None:
    """kill -9, dropped sockets, op 7, op 9, lost answers, 429, 503: nothing is lost or posted twice."""
    async with evening(database, seed=2, games=EVENINGS) as one:
        server, bot, players, chance = one.server, one.bot, one.players, random.Random(3)
        server.trouble = Trouble(lost_request=0.02, lost_answer=0.02, server_error=0.02, too_many=0.02)
        troubles = [
            server.drop_connections,
            server.ask_to_reconnect,
            lambda: server.invalidate(resumable=True),
            lambda: server.invalidate(resumable=False),
        ]
        kills = 0
        while players.tables:
            await players.press_one(seconds=chance.choice((0.01, 0.2, 1)))
            assert players.pressed.total() < MOST, (players.wanted, missing(bot))
            if chance.random() < OFTEN and kills < KILLS:
                kills += 1
                await bot.kill()
                await bot.start()
            elif chance.random() < OFTEN and troubles:
                await troubles.pop()()
                assert await until(lambda: server.connected, seconds=30)
            if not players.pressed.total() % SOMETIMES:
                enough = seen_enough(players, bot)
                if kills == KILLS and not troubles and not missing(bot):
                    players.tables = {t: game for t, game in players.tables.items() if t not in enough}
        server.trouble = Trouble()
        assert await bot.stop() == 0
        await bot.start()  # what waits for a better moment is sent at the next start
        await one.ended_well()


async def test_an_outage_while_logging_in_is_waited_out_unless_the_bot_is_stopped(database: Path) -> None:
    """503 for the first requests, and for one in the midst of the login."""
    async with evening(database, seed=1) as one:
        assert await one.bot.stop() == 0
        one.server.outage = 1000
        await one.bot.launch()
        assert await until(lambda: "trying again in 1 s" in one.bot.log.read_text(), seconds=PATIENCE)
        assert await one.bot.stop() == 0
        one.server.outage = 2
        await one.bot.start()
        assert one.server.outage == 0
        assert await one.bot.stop() == 0
        assert "Traceback" not in one.bot.log.read_text()


async def test_beside_a_bot_another_one_is_refused_while_backup_and_health_work(
    database: Path, tmp_path: Path
) -> None:
    settings = {"DISCORD_TOKEN": TOKEN, "STAMMTISCH_DATABASE": str(database)}
    async with evening(database, seed=1) as one:
        ended = command(tmp_path, "run", **settings)
        assert (ended.code, ended.out, ended.err.count("\n")) == (3, "", 1)
        assert "another bot is using" in ended.err
        assert command(tmp_path, "backup", "copy.sqlite3", **settings).code == 0
        assert command(tmp_path, "doctor", "--health", **settings).code == 0
        one.bot.process.send_signal(signal.SIGINT)
        assert await one.bot.process.wait() == 0
    assert not list(tmp_path.glob("*-wal")), "the database was closed"  # noqa: ASYNC240


async def test_metrics_and_health_are_there_before_discord_is_and_until_the_end(
    database: Path, tmp_path: Path
) -> None:
    port = str(free_port())
    settings = {"STAMMTISCH_DATABASE": str(database), "STAMMTISCH_METRICS": port}
    async with evening(database, seed=1, STAMMTISCH_METRICS=port) as one:
        assert json.loads(await seen(port, "readyz")) == dict.fromkeys(READY, True)
        for _ in range(PATIENCE):  # those who have pressed do not wait until all is counted
            figures = await seen(port, "metrics")
            if re.search(ANSWERED, figures):
                break
            await asyncio.sleep(1)
        assert re.search(ANSWERED, figures)
        assert 'stammtisch_shards{state="connected"} 1.0' in figures
        assert 'stammtisch_discord_responses_total{status="200"}' in figures
        assert "answers" in command(tmp_path, "doctor", "--health", **settings).out
        other = {**settings, "DISCORD_TOKEN": TOKEN, "STAMMTISCH_DATABASE": str(tmp_path / "other")}
        ended = command(tmp_path, "run", **other)
        assert (ended.code, ended.err.count("\n")) == (3, 1)
        assert f"can't listen at 127.0.0.1:{port}" in ended.err
        assert await one.bot.stop() == 0
        ended = command(tmp_path, "doctor", "--health", **settings)
        assert (ended.code, "does not answer" in ended.out) == (1, True)
        one.server.outage = 1000
        await one.bot.launch()
        assert await until(lambda: "trying again in 1 s" in one.bot.log.read_text(), seconds=PATIENCE)
        assert await seen(port, "healthz") == "ok\n"
        assert json.loads(await seen(port, "readyz", status=503)) == dict.fromkeys(READY, False)
        assert await one.bot.stop() == 0
        assert "Traceback" not in one.bot.log.read_text()


async def test_a_bot_whose_database_is_deleted_says_so_and_stops(database: Path) -> None:
    async with evening(database, seed=1) as one:
        database.unlink()  # noqa: ASYNC240 - a small file
        assert await one.bot.process.wait() == 3
        log = one.bot.log.read_text()
    (told,) = [line for line in log.splitlines() if line.startswith("stammtisch: ")]
    assert "was replaced or deleted while the bot was running" in told
    assert "Traceback" not in log
