"""Opens the playground: a port, a world with the whole bot in it, a page; and closes them in order."""

import asyncio
import os
import signal
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from datetime import timedelta
from itertools import count
from pathlib import Path

import discord
from aiohttp import web

from bot import COMMAND
from bot.app import App, build
from bot.config import Settings
from bot.playground.people import crowd
from bot.playground.server import MakeWorld, Playground, application
from bot.playground.world import World

MakeBotAt = Callable[[Path], discord.Client]
"""Makes the bot for a database file."""

HEARTBEAT = timedelta(days=1)
TAKEN = 3
"""The exit code when the port is not free."""


def bot_on(settings: Settings) -> App:
    """The whole bot as the playground runs it."""
    # A new Discord knows no commands, whatever the database remembers having told.
    bot = build(settings, always_sync=True, limited=True)
    # Nobody asks a playground whether it is alive, and in it a month may pass at once.
    bot.heartbeat = HEARTBEAT
    return bot


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")


async def serve(
    make_bot: MakeBotAt,
    *,
    port: int,
    people: int,
    locale: str,
    open_browser: bool,
    own: str = "",
    stop: asyncio.Event | None = None,
    tell: Callable[[str], object] = _tell,
) -> int:
    """Serves until `stop` is set or the process is told to end, each world with a new temporary file for its
    database, beside the bot's `own` one; the exit code."""
    door = _door(port)
    if door is None:
        tell(f"Port {port} of 127.0.0.1 is taken; try another one: {COMMAND} play --port {port + 1}")
        return TAKEN
    over = stop or asyncio.Event()
    with tempfile.TemporaryDirectory(prefix="stammtisch-") as folder, door:
        playground = Playground(_worlds(make_bot, Path(folder), people, locale, own))
        await playground.open()
        runner = web.AppRunner(application(playground), shutdown_timeout=0.5, access_log=None)
        await runner.setup()
        try:
            await web.SockSite(runner, door).start()
            with _told_to_stop(over):
                address = f"http://127.0.0.1:{door.getsockname()[1]}/"
                tell(f"The playground is open: {address}  (Ctrl+C closes it.)")
                # Without a screen, Python would start a browser inside this terminal.
                if open_browser and (
                    sys.platform in ("win32", "darwin")
                    or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
                ):
                    await asyncio.to_thread(webbrowser.open, address)
                await over.wait()
        finally:
            await runner.cleanup()
    return 0


def _worlds(make_bot: MakeBotAt, folder: Path, people: int, locale: str, own: str) -> MakeWorld:
    """Makes worlds one after the other, each with a database of its own in the folder."""
    numbers = count(1)

    async def make_world() -> World:
        database = folder / f"world-{next(numbers)}.sqlite3"
        world = World(lambda: make_bot(database), crowd(people, locale), locale=locale, database=own)
        await world.open()
        return world

    return make_world


def _door(port: int) -> socket.socket | None:
    """A socket of this machine alone, None if somebody else has the port."""
    door = socket.socket()
    if os.name == "posix":
        # Elsewhere this option would let two servers share a port.
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind(("127.0.0.1", port))
        door.listen()
    except OSError:
        door.close()
        return None
    return door


@contextmanager
def _told_to_stop(over: asyncio.Event) -> Generator[None, None, None]:
    """SIGINT and SIGTERM end the server in order, where the system can tell us of them."""
    loop = asyncio.get_running_loop()
    told: list[signal.Signals] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError, ValueError, RuntimeError):
            loop.add_signal_handler(number, over.set)
            told.append(number)
    try:
        yield
    finally:
        for number in told:
            loop.remove_signal_handler(number)
