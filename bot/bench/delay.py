"""How long the event loop lets others wait while computer players think and their moves are told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import perf_counter, process_time
from typing import Any

from bot.app import App, build
from bot.bench.figures import Figure, Target
from bot.bench.stage import BUTTON, MENU, Stage, control, stage, walk
from bot.config import Settings
from bot.discord.presenter import presenter_of
from bot.games.registry import AnyGame
from bot.running import settle
from bot.tables.model import Status

LEVEL, COMPUTERS = "hard", 3
TARGETS: Mapping[str, Target] = {"six_nimmt": Target("<=", 5)}
CONFIRM = 3
"""The style of a button that makes a choice final."""
STEPS = 10
"""Presses in a panel after which it is opened anew."""
PERIOD = 0.002
"""Seconds between two knocks at the loop."""
TRICK = 2.0
"""Seconds of the simulated clock in which all computers have made a move."""


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
            self._loop.call_soon_threadsafe(self._heard, perf_counter(), process_time())

    def _heard(self, knocked: float, worked: float) -> None:
        self.waited.append(perf_counter() - knocked)
        self.worked.append(process_time() - worked)


async def figures(game: AnyGame, folder: Path, *, seconds: float, warm: bool) -> list[Figure]:
    """The delay that 99 of 100 knocks stay below, in the process of the bot, drawing, posting and keeping
    included, and the simulated Discord too; nothing for a game without computers of this level.

    Where other programs keep the processors busy, the clock on the wall tells of them, too; the bot's own
    work is then the better measure."""
    if LEVEL not in game.opponents:
        return []
    bot = build(Settings(database=folder / f"delay-{game.info.key}.sqlite3"), guild_ready_timeout=0.0)
    async with stage(bot, 1) as ours:
        if warm:
            await _play(ours, bot, game, 0.0)  # the worker starts, the fonts are opened
        settle()  # as the bot does when it has started
        knocker = Knocker()
        async with knocker.knocking():
            await _play(ours, bot, game, seconds)
    name, key = f"event loop, p99 delay, {COMPUTERS} at {LEVEL} think", game.info.key
    return [
        Figure(key, name, _p99(knocker.waited) * 1000, "ms", TARGETS.get(key)),
        Figure(key, f"{name}: own work", _p99(knocker.worked) * 1000, "ms"),
    ]


def _p99(delays: list[float]) -> float:
    return sorted(delays)[int(len(delays) * 0.99)]


async def _play(ours: Stage, bot: App, game: AnyGame, seconds: float) -> None:
    """Games of one person against the computers, until so much time has passed; one trick at least."""
    begin = perf_counter()
    while True:
        table = await begun(ours, bot, game)
        while await trick(ours, bot, game, table):
            if perf_counter() - begin > seconds:
                await ours.people[0].slash(ours.channel, "table end")
                await ours.press(
                    ours.people[0], *await ours.newest(ours.channel.id, control("table.end", BUTTON))
                )
                return


async def trick(ours: Stage, bot: App, game: AnyGame, table: int) -> bool:
    """Whatever is owed; False when the game is over."""
    await ours.env.advance_time(TRICK)
    rng = Random(1)
    while (moment := await bot.tables.queries.now_at(table)).table.status is Status.PLAYING:
        if not any(moment.table.sitters[seat].user for seat in game.decisions(moment.state)):
            return True
        await _decide(ours, rng)
    return False


async def _decide(ours: Stage, rng: Random) -> None:
    """What somebody presses in the private panel who does not think: anything that leads on, and **Confirm**
    where it is asked for."""
    person, channel = ours.people[0], ours.channel.id
    await ours.press(person, *await ours.newest(channel, control("table.move", BUTTON)))
    panel, _ = await ours.newest(channel, lambda item: "custom_id" in item)
    for _ in range(STEPS):
        # The controls of the game that can be used, but for menus that ask for several lines.
        offered = [
            item
            for item in walk(panel.components)
            if "custom_id" in item
            and ":table." not in item["custom_id"]
            and not item.get("disabled")
            and item.get("min_values", 1) == 1
        ]
        sure = [item for item in offered if item.get("style") == CONFIRM]
        if not offered:
            break
        found = rng.choice(sure or offered)
        lines = [option["value"] for option in found.get("options", ())]
        await ours.press(person, panel, found, rng.choice(lines) if lines else "")
        if sure:
            break


async def begun(ours: Stage, bot: App, game: AnyGame) -> int:
    """A table of a person and the computers, by command, buttons and menu; its number."""
    person, channel = ours.people[0], ours.channel.id
    await person.slash(ours.channel, f"{presenter_of(game.info.key).group} start")
    await ours.press(person, *await ours.newest(channel, control("lobby.computers", BUTTON)))
    for _ in range(COMPUTERS):
        await ours.press(person, *await ours.newest(channel, control("lobby.computer", MENU)), value=LEVEL)
    await ours.press(person, *await ours.newest(channel, control("lobby.start", BUTTON)))
    table: Any = await bot.tables.queries.table_in(channel)
    return table.id
