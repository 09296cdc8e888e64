"""The disk of a real bot is full, broken or read-only for a while, or another program holds the database."""

import asyncio
import errno
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import cache, partial
from itertools import islice
from pathlib import Path

import evenings
import pytest
from blind import BlindPlayers, Server
from evenings import Evening, logged

from bot.text import words
from tests.forked_bot import ForkedBot

pytestmark = [
    pytest.mark.slow,
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler to make a failing disk with"),
]
Waiting = Callable[[Path], Awaitable[None]]
FAILING_DISK = Path(__file__).with_name("failing_disk.c")
PRESSES = 12
"""So many at least are made while nothing can be stored."""
MOST = 300
HELD = 60.0
"""Seconds, much longer than SQLite waits for a database that another program holds."""
NOT_STORED = words("en")("kit.not_stored")


@cache
def library(folder: Path) -> str:
    """What makes the calls of a process fail that has it from its start."""
    made = str(folder / "failing_disk.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", made, FAILING_DISK, "-ldl"], check=True)
    return made


@contextmanager
def failing(bot: ForkedBot, number: int, calls: str) -> Generator[None]:
    """In this block these calls ("write", "fsync") fail with an error number."""
    flag = bot.database.with_suffix(".trouble")
    flag.write_text(f"{number} {calls}")
    yield
    flag.unlink()


@asynccontextmanager
async def evening(database: Path, seed: int) -> AsyncGenerator[Evening]:
    """Three people have begun to play; after the block they play on to a good end."""
    environment = {
        "LD_PRELOAD": library(database.parent),
        "FAILING_DISK_FLAG": str(database.with_suffix(".trouble")),
        "FAILING_DISK_NAME": database.name,
    }
    async with evenings.evening(database, seed, **environment) as one:
        await play_on(one.players, one.bot, 3)
        yield one
        await play_on(one.players, one.bot, 8)
        await one.ended_well()


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
    return any(
        text in str(message.components)
        for user in server.people
        for message in islice(server.visible(user.id, server.channels), 100)
    )


async def written_in_vain(number: int, database: Path) -> None:
    """What can't be written changes nothing."""
    async with evening(database, seed=5) as one:
        with failing(one.bot, number, "write"):
            made = logged(one.bot)  # a press that was acknowledged may have been stored since the last look
            await press_until_told(one.players)
            assert logged(one.bot) == made


async def synced_in_vain(database: Path) -> None:
    """A sync that fails lets nobody down. Whether such a change stands, as a whole, is not known."""
    async with evening(database, seed=6) as one:
        with failing(one.bot, errno.EIO, "fsync"):
            await press_until_told(one.players)


async def held_by_another_program(database: Path) -> None:
    """A program that holds the database changes nothing."""
    async with evening(database, seed=7) as one:
        now = asyncio.get_running_loop().time
        end = now() + HELD
        with locked(one.bot.database):
            made = logged(one.bot)  # a press that was acknowledged may have been stored since the last look
            while now() < end:
                assert await one.players.press_one()
                await asyncio.sleep(0.3)
            await press_until_told(one.players)
            assert logged(one.bot) == made


@pytest.mark.parametrize(
    "waiting",
    [
        pytest.param(partial(written_in_vain, errno.ENOSPC), id="full"),
        pytest.param(partial(written_in_vain, errno.EIO), id="broken"),
        pytest.param(partial(written_in_vain, errno.EROFS), id="read-only"),
        pytest.param(synced_in_vain, id="sync"),
        pytest.param(held_by_another_program, id="held"),
    ],
)
async def test_whatever_the_disk_does_nothing_is_lost_and_all_goes_on_afterwards(
    waiting: Waiting, begun: dict[Waiting, asyncio.Task[None]]
) -> None:
    await begun[waiting]
