"""How long the event loop lets others wait while computer players think and their moves are posted."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event, Thread
from time import perf_counter, process_time

from bot.bench.crowd import LEVEL, Crowd, town
from bot.bench.figures import Figure, Target, percentile
from bot.bench.processes import connected
from bot.games import registry
from bot.running import settle

COMPUTERS = 3
DELAY = Target("<=", 5)
PERIOD = 0.002
"""Seconds between two knocks at the loop."""
PAUSE = 0.2
"""Seconds between two presses."""


class Knocker:
    """Knocks at the event loop at a steady pace and notes how long each knock waits to be heard.

    It knocks from a thread of its own: one that slept in the loop would not knock while the loop is busy.
    """

    def __init__(self) -> None:
        self.waited: list[float] = []
        self.worked: list[float] = []
        """The same in processor time of this process: what of the waiting was its own work."""
        self._loop = asyncio.get_running_loop()
        self._over = Event()
        self._thread = Thread(target=self._knock, name="knocker", daemon=True)

    @asynccontextmanager
    async def knocking(self) -> AsyncGenerator[None]:
        """Knocks as long as the block lasts."""
        self._thread.start()
        try:
            yield
        finally:
            self._over.set()
            await asyncio.to_thread(self._thread.join)

    def _knock(self) -> None:
        while not self._over.wait(PERIOD):
            self._loop.call_soon_threadsafe(self._note, perf_counter(), process_time())

    def _note(self, knocked: float, worked: float) -> None:
        self.waited.append(perf_counter() - knocked)
        self.worked.append(process_time() - worked)


async def figures(folder: Path, *, seconds: float) -> list[Figure]:
    """The delay that 99 of 100 knocks stay below, in a process with the whole bot, drawing and posting
    included, and with the Discord that it speaks to: one person and computers at a table of every game.

    Where other programs keep the processors busy, the clock on the wall includes them; the bot's own work
    is then the better measure."""
    tables = len(registry.own())
    server = town(tables, tables)
    async with connected(server, folder / "event_loop.sqlite3"):
        crowd = Crowd(server)
        await crowd.sit_down(computers=COMPUTERS)
        settle()  # as the bot does when it has started
        knocker, end = Knocker(), perf_counter() + seconds
        async with knocker.knocking():
            while perf_counter() < end:
                crowd.press_something()
                await asyncio.sleep(PAUSE)
    name = f"p99 delay, {COMPUTERS} at {LEVEL} think at each of {tables} tables"
    return [
        Figure("event loop", name, percentile(knocker.waited, 99) * 1000, "ms", DELAY),
        Figure("event loop", f"{name}: own work", percentile(knocker.worked, 99) * 1000, "ms"),
    ]
