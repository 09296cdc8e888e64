"""An evening of blind people on a bot of their own, beside a Discord of real sockets."""

import asyncio
import json
import socket
import sqlite3
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any

import aiohttp
from blind import EVENINGS, BlindPlayers, Game, Server, controls
from units import reading

from bot.bench.discord_server import components, until
from bot.bench.processes import PATIENCE
from bot.discord.content import CustomId
from bot.games import registry
from bot.store import Place, open_store
from bot.tables.services import build_tables
from tests.forked_bot import ForkedBot
from tests.sketches import PAINTING

AVOID = ("table.leave", "table.end", "table.kick", "lobby.leave", "table.rematch")
"""What would end the evening early."""


WAITING = (
    "SELECT count(*) FROM notices WHERE state IN ('pending', 'sending')",
    "SELECT count(*) FROM timers WHERE kind IN ('grace', 'plans')",
)
"""What counts what is still to be told, and what will go on by itself."""
PAINTED = {PAINTING: "yes"}
"""The environment of bots whose every picture is painted."""
AHEAD = {"planned", "carried out", "changed"}
"""What people do beside plain moves, by the notes of the bot."""


def early(work: Callable[[Path], Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """A test that waits most of the time, and so begins with the first one of this folder (`begun`)."""

    @wraps(work)
    async def test(begun: dict[Any, asyncio.Task[None]]) -> None:
        await begun[work]

    del test.__wrapped__  # what it needs is `begun`
    test.work = work  # type: ignore[attr-defined]
    return test


@dataclass(frozen=True)
class Evening:
    """The people, their Discord and the bot."""

    server: Server
    bot: ForkedBot
    players: BlindPlayers

    async def ended_well(self, *, shown: bool = False) -> None:
        """Nothing is left to be told, nothing was told twice but what people had `shown` again, and the
        database is as its log says."""
        await come_to_rest(self.bot, lambda: undelivered(self.bot.database))
        twice = boards(self.server) - asked_anew(self.bot.database)
        assert shown or max(twice.values()) == 1, twice.most_common(3)
        await check_database(self.bot.database, len(self.server.channels))
        assert "Traceback" not in (text := self.bot.log.read_text()), text[-4000:]


@asynccontextmanager
async def evening(
    database: Path,
    seed: int,
    *,
    games: Sequence[Game] = EVENINGS[:1],
    avoid: tuple[str, ...] = AVOID,
    shards: int = 1,
    **environment: str,
) -> AsyncGenerator[Evening]:
    """Three people have begun a table of each of these games, in a channel of its own; with several shards
    each of these channels is in a server of the next one."""
    server = Server(("alice", "ben", "chie"), [game.game for game in games], shards=shards)
    await server.start()
    bot = ForkedBot(server, database, environment=environment)
    await bot.start()
    try:
        for table in range(1, len(games) + 1):
            await open_table(server, table)
        yield Evening(server, bot, BlindPlayers(server, games, seed, avoid=avoid))
    finally:
        if bot.process.returncode is None:
            await bot.kill()
        await server.close()


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


async def come_to_rest(bot: ForkedBot, waiting: Callable[[], int]) -> None:
    """Stops a bot that has nothing left to tell. What comes of a press that was still being answered then
    waits for the next start."""
    assert await until(lambda: not waiting(), seconds=PATIENCE)
    assert await bot.stop() == 0
    if waiting():
        await bot.start()
        assert await until(lambda: not waiting(), seconds=PATIENCE)
        assert await bot.stop() == 0


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


def asked_anew(path: Path) -> Counter[tuple[int, int, str]]:
    """How often a question was to be put once more, in a post of its own: by the key that `boards` has."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        asked = "SELECT channel, n.version FROM notices n, tables t WHERE t.id = table_id AND kind = 'asked'"
        return Counter((channel, 0, f"motion.yes{vote}") for channel, vote in database.execute(asked))


def undelivered(path: Path) -> int:
    """How many notices wait, and choices and plans that will go on by themselves, read beside the running
    bot."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        return sum(database.execute(count).fetchone()[0] for count in WAITING)


async def check_database(path: Place, tables: int = 1) -> None:
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


def amid(path: Path) -> set[str]:
    """Of what is waiting there is something in the database of a bot that has stopped: plans, graces."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        asked = {
            "plans": "SELECT count(*) FROM seats WHERE plan IS NOT NULL",
            "graces": "SELECT count(*) FROM seats WHERE held IS NOT NULL",
        }
        return {what for what, count in asked.items() if database.execute(count).fetchone()[0]}


def logged(bot: ForkedBot, table: int = 1) -> Counter[str]:
    """How often each kind of move was made at a table, and steps were taken back."""
    with closing(sqlite3.connect(f"file:{bot.database}?mode=ro", uri=True)) as database:
        rows = database.execute("SELECT move, back FROM log WHERE table_id = ?", (table,)).fetchall()
    return Counter("undo" if back is not None else json.loads(move)["move"] for move, back in rows)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


async def seen(port: str, page: str, status: int = 200) -> str:
    """What the bot shows at its listener, once it answers so."""
    async with aiohttp.ClientSession() as session, asyncio.timeout(PATIENCE):
        while True:
            with suppress(aiohttp.ClientConnectionError):  # nobody listens yet
                async with session.get(f"http://127.0.0.1:{port}/{page}") as answer:
                    if answer.status == status:
                        return await answer.text()
            await asyncio.sleep(0.05)
