"""The real bot over real sockets: connections drop, answers get lost, the process dies, players are blind."""

from __future__ import annotations

import json
import random
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from blind import EVENINGS, BlindPlayers, BotProcess, Evening
from units import reading

from bot.bench.discord_server import TOKEN, DiscordServer, Trouble, components, until
from bot.discord.ids import CustomId
from bot.games import registry
from bot.store import open_store
from bot.tables.services import build_tables

pytestmark = [
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
    pytest.mark.usefixtures("real_chance"),
]
"""aiohttp's own reader of multipart bodies."""

AVOID = ("table.leave", "table.end", "table.kick", "lobby.leave", "table.rematch")
"""What would end the evening early."""
KILLS = 4
OFTEN = 0.06
"""How likely it is after each press that the process is killed, and that a connection is troubled."""
MOST = 4000
"""Presses of an evening."""
every_game = pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    server = DiscordServer(("alice", "ben", "chie"))
    await server.start()
    yield server
    await server.close()


@pytest.fixture
async def bot(server: DiscordServer, tmp_path: Path) -> AsyncIterator[BotProcess]:
    process = BotProcess(server, tmp_path / "bot.sqlite3")
    await process.start()
    yield process
    if process.process.returncode is None:
        await process.kill()


def actions(server: DiscordServer, message: Any) -> set[str]:
    found = (CustomId.parse(control["custom_id"]) for control in components(server.payload(message)))
    return {meaning.action for meaning in found if meaning}


def finished(server: DiscordServer) -> bool:
    public = [m for m in server.backend.messages[server.channel.id].values() if not m.is_ephemeral]
    return any("table.rematch" in actions(server, message) for message in public[-2:])


async def open_table(server: DiscordServer, evening: Evening = EVENINGS[0]) -> None:
    host, *others = (user.id for user in server.people)
    assert await until(lambda: bool(server.backend.commands.get(None)), seconds=20)
    record = server.command(host, evening.group, "start", **evening.options)
    assert await until(lambda: record.responded, seconds=20)
    assert await until(lambda: bool(server.backend.messages[server.channel.id]), seconds=20)
    for user in others:
        await press(server, user, "lobby.join")
    await press(server, host, "lobby.start")


async def press(server: DiscordServer, user: int, action: str) -> None:
    """Presses the newest control with this action once it is there, and waits for the answer."""

    def control() -> tuple[Any, dict[str, Any]] | None:
        for message in reversed(server.visible(user)):
            for found in components(server.payload(message)):
                meaning = CustomId.parse(found["custom_id"])
                if meaning and meaning.action == action:
                    return message, found
        return None

    assert await until(lambda: control() is not None, seconds=20), action
    message, found = control() or (None, {})
    record = server.press(user, message, found)
    assert await until(lambda: record.responded, seconds=20), action


def boards(server: DiscordServer) -> Counter[tuple[int, int, str]]:
    """How often a fresh board or prompt of a turn was posted: by place, turn and its first control. What a
    spectator follows is of no turn: somebody who stops and begins again gets another one."""
    counted: Counter[tuple[int, int, str]] = Counter()
    for entry in server.posted:
        meanings = [CustomId.parse(control["custom_id"]) for control in components(entry)]
        first = next((meaning for meaning in meanings if meaning), None)
        if first is not None and first.action != "table.news":
            counted[int(entry["channel_id"]), first.turn, first.action] += 1
    return counted


def undelivered(path: Path) -> int:
    """How many notices wait, read beside the running bot."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        waiting = "SELECT count(*) FROM notices WHERE state IN ('pending', 'sending')"
        return database.execute(waiting).fetchone()[0]


async def check_database(path: Path) -> None:
    """The table is what its log says, and nothing is left to be told."""
    store = await open_store(path)
    try:
        tables = build_tables(store, now=lambda: datetime.now(UTC))
        moment = await tables.queries.now_at(1)
        async with reading(store) as tx:
            stored = await tx.tables.state(1)
        assert registry.game(moment.table.game).encode(moment.state) == stored
        assert moment.version > 0
        assert not await tables.outbox.with_notices()
    finally:
        await store.close()


def over(server: DiscordServer, bot: BotProcess, evening: Evening) -> bool:
    """Whether the game has ended, or is so long that enough has been seen of it."""
    made = logged(bot)
    return finished(server) or (made.total() >= evening.enough and made.keys() >= evening.moves)


def logged(bot: BotProcess) -> Counter[str]:
    """How often each kind of move was made, and steps were taken back."""
    with closing(sqlite3.connect(f"file:{bot.database}?mode=ro", uri=True)) as database:
        rows = database.execute("SELECT move, back FROM log").fetchall()
    return Counter("undo" if back is not None else json.loads(move)["move"] for move, back in rows)


def presses(server: DiscordServer) -> list[dict[str, Any]]:
    """What everybody has pressed so far."""
    return [sent["data"] for sent in server.presses if "custom_id" in sent["data"]]


def chosen(server: DiscordServer, evening: Evening) -> list[list[str]]:
    """What they have taken from the menus of the game."""
    own = f"s1:{evening.group}."
    return [press["values"] for press in presses(server) if "values" in press and own in press["custom_id"]]


@pytest.mark.slow
@every_game
async def test_a_game_over_sockets(server: DiscordServer, bot: BotProcess, evening: Evening) -> None:
    """Without trouble every press is answered, and SIGTERM ends the process tidily."""
    await open_table(server, evening)
    players = BlindPlayers(server, evening, seed=1, avoid=AVOID)
    while not over(server, bot, evening) and players.pressed.total() < MOST:
        assert await players.press_one()
    assert await until(lambda: not undelivered(bot.database), seconds=20)
    assert await bot.stop() == 0
    assert max(boards(server).values()) == 1
    await check_database(bot.database)
    assert over(server, bot, evening), logged(bot)
    assert "Traceback" not in bot.log.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("evening", EVENINGS[:2], ids=lambda evening: evening.game)
async def test_killed_and_cut_off_at_random_moments(
    server: DiscordServer, bot: BotProcess, evening: Evening
) -> None:
    """kill -9, dropped sockets, op 7, op 9, lost answers, 429, 503: nothing is lost or told twice,
    neither in a game of secret choices and letters nor in one of turns and panels."""
    await open_table(server, evening)
    players = BlindPlayers(server, evening, seed=2, avoid=AVOID)
    chance = random.Random(3)
    server.trouble = Trouble(lost_request=0.02, lost_answer=0.02, server_error=0.02, too_many=0.02)
    troubles = [
        server.drop_connections,
        server.ask_to_reconnect,
        lambda: server.invalidate(resumable=True),
        lambda: server.invalidate(resumable=False),
    ]
    kills = 0
    while players.pressed.total() < MOST and (not over(server, bot, evening) or kills < KILLS or troubles):
        await players.press_one(seconds=chance.choice((0.01, 0.05, 0.2)))
        if chance.random() < OFTEN and kills < KILLS:
            kills += 1
            await bot.kill()
            await bot.start()
        elif chance.random() < OFTEN and troubles:
            await troubles.pop()()
            assert await until(lambda: server.connected, seconds=30)
    server.trouble = Trouble()
    assert kills == KILLS
    assert not troubles
    assert await bot.stop() == 0
    await bot.start()  # what waits for a better moment is told at the next start
    assert await until(lambda: not undelivered(bot.database), seconds=20)
    assert await bot.stop() == 0
    assert max(boards(server).values()) == 1, boards(server).most_common(3)
    await check_database(bot.database)
    assert over(server, bot, evening), logged(bot)
    text = bot.log.read_text()
    assert "Traceback" not in text, text[-4000:]


async def test_an_outage_while_logging_in_is_waited_out(server: DiscordServer, tmp_path: Path) -> None:
    """503 for the first requests, and for one in the midst of the login."""
    server.outage = 2
    bot = BotProcess(server, tmp_path / "bot.sqlite3")
    await bot.start()
    assert server.outage == 0
    assert await bot.stop() == 0
    assert "Traceback" not in bot.log.read_text()


@pytest.mark.slow
@every_game
async def test_the_log_of_a_game_holds_no_choice_and_no_token(
    server: DiscordServer, bot: BotProcess, evening: Evening
) -> None:
    """At debug level, with the library's own loggers; a slow start leaves people to press around the lobby,
    so they go on until somebody has chosen from a menu of the game."""
    await open_table(server, evening)
    players = BlindPlayers(server, evening, seed=4, avoid=AVOID)
    while players.pressed.total() < 25 or (not chosen(server, evening) and players.pressed.total() < MOST):
        assert await players.press_one()
    assert await bot.stop() == 0
    text = bot.log.read_text()
    assert TOKEN not in text
    assert chosen(server, evening)
    for values in chosen(server, evening):
        assert json.dumps(values) not in text
    assert not [press["custom_id"] for press in presses(server) if press["custom_id"] in text]
