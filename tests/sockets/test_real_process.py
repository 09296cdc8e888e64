"""The real bot over real sockets: connections drop, answers get lost, the process dies, players are blind."""

import json
import random
import signal
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from blind import EVENINGS, BlindPlayers, Evening, Server, Trouble, controls
from units import reading

from bot.bench.discord_server import TOKEN, components, until
from bot.bench.processes import PATIENCE
from bot.discord.content import CustomId
from bot.games import registry
from bot.store import open_store
from bot.tables.services import build_tables
from tests.cli_runner import command
from tests.forked_bot import ForkedBot

pytestmark = [
    pytest.mark.slow,
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.usefixtures("real_chance"),
]

AVOID = ("table.leave", "table.end", "table.kick", "lobby.leave", "table.rematch")
"""What would end the evening early."""
KILLS = 12
OFTEN = 0.02
"""How likely it is after each press that the process is killed, and that a connection is troubled."""
MOST = 12000
"""Presses of an evening."""
PEACEFUL = 400
"""Presses at least of an evening without trouble."""
SOMETIMES = 10
"""Presses after which the log is read."""


@pytest_asyncio.fixture(loop_scope="session")
async def server() -> AsyncIterator[Server]:
    server = Server(("alice", "ben", "chie"), [evening.game for evening in EVENINGS])
    await server.start()
    yield server
    await server.close()


@pytest_asyncio.fixture(loop_scope="session")
async def bot(server: Server, tmp_path: Path) -> AsyncIterator[ForkedBot]:
    process = ForkedBot(server, tmp_path / "bot.sqlite3")
    await process.start()
    yield process
    if process.process.returncode is None:
        await process.kill()


def actions(message: Any) -> set[str]:
    found = (CustomId.parse(control["custom_id"]) for control in controls(message))
    return {meaning.action for meaning in found if meaning}


def finished(server: Server, table: int) -> bool:
    newest = islice(reversed(server.backend.messages[server.channels[table - 1].id].values()), 10)
    public = [message for message in newest if not message.is_ephemeral]
    return any("table.rematch" in actions(message) for message in public[:2])


async def open_table(server: Server, table: int = 1) -> None:
    """A table with everybody, of the game and in the channel of its number."""
    evening, channel = EVENINGS[table - 1], server.channels[table - 1].id
    host, *others = (user.id for user in server.people)
    assert await until(lambda: bool(server.backend.commands.get(None)), seconds=PATIENCE)
    record = server.command(host, evening.group, "start", channel=channel, **evening.options)
    assert await until(lambda: record.responded, seconds=PATIENCE)
    assert await until(lambda: bool(server.backend.messages[channel]), seconds=PATIENCE)
    for user in others:
        await press(server, user, "lobby.join", table)
    await press(server, host, "lobby.start", table)


async def press(server: Server, user: int, action: str, table: int) -> None:
    """Presses the newest control of a table with this action once it is there, and waits for the answer."""

    def control() -> tuple[Any, dict[str, Any]] | None:
        for message in server.visible(user, server.channels[table - 1 : table]):
            for found in controls(message):
                meaning = CustomId.parse(found["custom_id"])
                if meaning and (meaning.action, meaning.table) == (action, table):
                    return message, found
        return None

    assert await until(lambda: control() is not None, seconds=PATIENCE), action
    message, found = control() or (None, {})
    record = server.press(user, message, found)
    assert await until(lambda: record.responded, seconds=PATIENCE), action


def boards(server: Server) -> Counter[tuple[int, int, str]]:
    """How often a fresh board or prompt of a turn was posted: by place, turn and its first control, which
    names the question where it is one. What a spectator follows is of no turn: somebody who stops and begins
    again gets another one."""
    counted: Counter[tuple[int, int, str]] = Counter()
    for entry in server.posted:
        meanings = [CustomId.parse(control["custom_id"]) for control in components(entry)]
        first = next((meaning for meaning in meanings if meaning), None)
        if first is not None and first.action != "table.news":
            asked = first.rest if first.action == "motion.yes" else ""
            counted[int(entry["channel_id"]), first.turn, first.action + asked] += 1
    return counted


def undelivered(path: Path) -> int:
    """How many notices wait, read beside the running bot."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        waiting = "SELECT count(*) FROM notices WHERE state IN ('pending', 'sending')"
        return database.execute(waiting).fetchone()[0]


async def check_database(path: Path, tables: int = 1) -> None:
    """Each table is what its log says, and nothing is left to be sent."""
    store = await open_store(path)
    try:
        services = build_tables(store, now=lambda: datetime.now(UTC))
        for table in range(1, tables + 1):
            moment = await services.queries.now_at(table)
            async with reading(store) as tx:
                stored = await tx.tables.state(table)
            assert registry.game(moment.table.game).encode(moment.state) == stored
            assert moment.version > 0
        assert not await services.outbox.with_notices()
    finally:
        await store.close()


def logged(bot: ForkedBot, table: int = 1) -> Counter[str]:
    """How often each kind of move was made at a table, and steps were taken back."""
    with closing(sqlite3.connect(f"file:{bot.database}?mode=ro", uri=True)) as database:
        rows = database.execute("SELECT move, back FROM log WHERE table_id = ?", (table,)).fetchall()
    return Counter("undo" if back is not None else json.loads(move)["move"] for move, back in rows)


def begun(bot: ForkedBot) -> bool:
    """Whether a move was made at every table."""
    return all(logged(bot, table) for table in range(1, len(EVENINGS) + 1))


def seen_enough(evening: Evening, made: Counter[str]) -> bool:
    return made.total() >= evening.enough and made.keys() >= evening.moves


def leave_what_is_over(players: BlindPlayers, bot: ForkedBot) -> None:
    """Games that have ended, or are so long that enough has been seen of them, are left alone; the log is
    read now and then."""
    now = not players.pressed.total() % SOMETIMES
    for table, evening in list(players.tables.items()):
        if finished(players.server, table) or (now and seen_enough(evening, logged(bot, table))):
            del players.tables[table]


def presses(server: Server) -> list[dict[str, Any]]:
    """What everybody has pressed so far."""
    return [sent["data"] for sent in server.presses if "custom_id" in sent["data"]]


def chosen(server: Server) -> dict[str, list[list[str]]]:
    """By game, what they have taken from its menus."""
    found = [press for press in presses(server) if "values" in press]
    return {
        one.game: [press["values"] for press in found if f"s1:{one.group}." in press["custom_id"]]
        for one in EVENINGS
    }


def check_log(server: Server, bot: ForkedBot) -> None:
    """At debug level, with the library's own loggers, it holds no choice and no token."""
    text = bot.log.read_text()
    assert TOKEN not in text
    assert not [one for values in chosen(server).values() for one in values if json.dumps(one) in text]
    assert not [press["custom_id"] for press in presses(server) if press["custom_id"] in text]


async def test_an_evening_with_every_game_over_sockets(server: Server, bot: ForkedBot) -> None:
    """Without trouble every press is answered, no choice gets into the log, and SIGTERM ends it tidily."""
    for table in range(1, len(EVENINGS) + 1):
        await open_table(server, table)
    players = BlindPlayers(server, EVENINGS, seed=1, avoid=AVOID)
    while players.tables and (
        players.pressed.total() < PEACEFUL or not all(chosen(server).values()) or not begun(bot)
    ):
        assert await players.press_one()
        assert players.pressed.total() < MOST, players.tables
        leave_what_is_over(players, bot)
    assert await until(lambda: not undelivered(bot.database), seconds=PATIENCE)
    assert await bot.stop() == 0
    assert max(boards(server).values()) == 1
    await check_database(bot.database, len(EVENINGS))
    check_log(server, bot)
    assert "Traceback" not in bot.log.read_text()


async def test_killed_and_cut_off_at_random_moments(server: Server, bot: ForkedBot) -> None:
    """kill -9, dropped sockets, op 7, op 9, lost answers, 429, 503: nothing is lost or posted twice."""
    for table in range(1, len(EVENINGS) + 1):
        await open_table(server, table)
    players = BlindPlayers(server, EVENINGS, seed=2, avoid=AVOID)
    chance = random.Random(3)
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
        assert players.pressed.total() < MOST, players.tables
        if chance.random() < OFTEN and kills < KILLS:
            kills += 1
            await bot.kill()
            await bot.start()
        elif chance.random() < OFTEN and troubles:
            await troubles.pop()()
            assert await until(lambda: server.connected, seconds=30)
        if kills == KILLS and not troubles:
            leave_what_is_over(players, bot)
    server.trouble = Trouble()
    assert await bot.stop() == 0
    await bot.start()  # what waits for a better moment is sent at the next start
    assert await until(lambda: not undelivered(bot.database), seconds=PATIENCE)
    assert await bot.stop() == 0
    assert max(boards(server).values()) == 1, boards(server).most_common(3)
    await check_database(bot.database, len(EVENINGS))
    text = bot.log.read_text()
    assert "Traceback" not in text, text[-4000:]


async def test_an_outage_while_logging_in_is_waited_out_unless_the_bot_is_stopped(
    server: Server, tmp_path: Path
) -> None:
    """503 for the first requests, and for one in the midst of the login."""
    bot = ForkedBot(server, tmp_path / "bot.sqlite3")
    server.outage = 1000
    await bot.launch()
    assert await until(lambda: "trying again in 1 s" in bot.log.read_text(), seconds=PATIENCE)
    assert await bot.stop() == 0
    server.outage = 2
    await bot.start()
    assert server.outage == 0
    assert await bot.stop() == 0
    assert "Traceback" not in bot.log.read_text()


async def test_beside_a_bot_another_one_is_refused_while_backup_and_health_work(
    bot: ForkedBot, tmp_path: Path
) -> None:
    settings = {"DISCORD_TOKEN": TOKEN, "STAMMTISCH_DATABASE": str(bot.database)}
    ended = command(tmp_path, "run", **settings)
    assert (ended.code, ended.out, ended.err.count("\n")) == (3, "", 1)
    assert "another bot is using" in ended.err
    assert command(tmp_path, "backup", "copy.sqlite3", **settings).code == 0
    assert command(tmp_path, "doctor", "--health", **settings).code == 0
    bot.process.send_signal(signal.SIGINT)
    assert await bot.process.wait() == 0
    assert not list(tmp_path.glob("*-wal")), "the database was closed"  # noqa: ASYNC240


async def test_a_bot_whose_database_is_deleted_says_so_and_stops(bot: ForkedBot) -> None:
    bot.database.unlink()
    assert await bot.process.wait() == 3
    *_, told = bot.log.read_text().splitlines()
    assert told.startswith("stammtisch: ")
    assert "was replaced or deleted while the bot was running" in told
    assert "Traceback" not in bot.log.read_text()
