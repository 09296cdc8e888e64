"""The disk of a real bot is full, broken or read-only for a while, or another program holds the database."""

from __future__ import annotations

import asyncio
import errno
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest
from blind import EVENINGS, BlindPlayers, Server
from test_real_process import AVOID, boards, check_database, logged, open_table, undelivered

from bot.bench.discord_server import until
from bot.text import words
from tests.forked_bot import ForkedBot

pytestmark = [
    pytest.mark.usefixtures("real_chance"),
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler to make a failing disk with"),
]
FAILING_DISK = Path(__file__).with_name("failing_disk.c")
PRESSES = 12
"""So many at least are made while nothing can be stored."""
MOST = 300
HELD = 60.0
"""Seconds, much longer than SQLite waits for a database that another program holds."""
NOT_STORED = words("en")("kit.not_stored")


@dataclass(frozen=True)
class Disk:
    """The disk of the bot's database."""

    flag: Path

    @contextmanager
    def failing(self, number: int, calls: str) -> Generator[None]:
        """In this block these calls ("write", "fsync") fail with an error number."""
        self.flag.write_text(f"{number} {calls}")
        yield
        self.flag.unlink()


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """Discord with three people."""
    server = Server(("alice", "ben", "chie"))
    await server.start()
    yield server
    await server.close()


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What makes the calls of a process fail that has it from its start."""
    library = tmp_path_factory.mktemp("library") / "failing_disk.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, FAILING_DISK, "-ldl"], check=True)
    return library


@pytest.fixture
def disk(tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    """What is written there by processes that start from now on can be made to fail."""
    flag = tmp_path / "trouble"
    monkeypatch.setenv("LD_PRELOAD", str(library))
    monkeypatch.setenv("FAILING_DISK_FLAG", str(flag))
    monkeypatch.setenv("FAILING_DISK_NAME", "bot.sqlite3")
    return Disk(flag)


@pytest.fixture
async def bot(server: Server, disk: Disk, tmp_path: Path) -> AsyncIterator[ForkedBot]:
    """A bot on this disk."""
    process = ForkedBot(server, tmp_path / "bot.sqlite3")
    await process.start()
    yield process
    if process.process.returncode is None:
        await process.kill()


@contextmanager
def locked(database: Path) -> Generator[None]:
    """In this block another program holds the database."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def press_until_told(players: BlindPlayers) -> None:
    """Blind presses, each of them answered, until somebody was told that nothing can be stored."""
    for number in range(MOST):
        assert await players.press_one()
        if number >= PRESSES and told(players.server, NOT_STORED):
            return
    pytest.fail("nobody was told")


async def play_on(players: BlindPlayers, bot: ForkedBot, more: int) -> None:
    """Blind presses until so many more moves are made."""
    made = logged(bot).total()
    while logged(bot).total() < made + more:
        assert await players.press_one()


def told(server: Server, text: str) -> bool:
    """Whether somebody was told this."""
    return any(
        text in str(message.components)
        for user in server.people
        for message in islice(server.visible(user.id, server.channels), 100)
    )


async def ended_well(server: Server, bot: ForkedBot) -> None:
    """Nothing is left to be told, nothing was told twice, and the database is as its log says."""
    assert await until(lambda: not undelivered(bot.database), seconds=90)
    assert await bot.stop() == 0
    assert max(boards(server).values()) == 1, boards(server).most_common(3)
    await check_database(bot.database)
    assert "Traceback" not in bot.log.read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    "number", [errno.ENOSPC, errno.EIO, errno.EROFS], ids=["full", "broken", "read-only"]
)
async def test_what_can_not_be_written_changes_nothing_and_all_goes_on_afterwards(
    server: Server, bot: ForkedBot, disk: Disk, number: int
) -> None:
    await open_table(server)
    players = BlindPlayers(server, EVENINGS[:1], seed=5, avoid=AVOID)
    await play_on(players, bot, 3)
    with disk.failing(number, "write"):
        made = logged(bot)  # a press that was acknowledged may have been stored since the last look
        await press_until_told(players)
        assert logged(bot) == made
    await play_on(players, bot, 8)
    await ended_well(server, bot)


@pytest.mark.slow
async def test_a_sync_that_fails_lets_nobody_down_and_all_goes_on_afterwards(
    server: Server, bot: ForkedBot, disk: Disk
) -> None:
    """Whether such a change stands is not known: it may, whole, or it may not."""
    await open_table(server)
    players = BlindPlayers(server, EVENINGS[:1], seed=6, avoid=AVOID)
    await play_on(players, bot, 3)
    with disk.failing(errno.EIO, "fsync"):
        await press_until_told(players)
    await play_on(players, bot, 8)
    await ended_well(server, bot)


@pytest.mark.slow
async def test_a_program_that_holds_the_database_changes_nothing_and_all_goes_on_afterwards(
    server: Server, bot: ForkedBot
) -> None:
    await open_table(server)
    players = BlindPlayers(server, EVENINGS[:1], seed=7, avoid=AVOID)
    await play_on(players, bot, 3)
    now = asyncio.get_running_loop().time
    end = now() + HELD
    with locked(bot.database):
        made = logged(bot)  # a press that was acknowledged may have been stored since the last look
        while now() < end:
            assert await players.press_one()
            await asyncio.sleep(0.3)
        await press_until_told(players)
        assert logged(bot) == made
    await play_on(players, bot, 8)
    await ended_well(server, bot)
