"""Timers that fall due in one instant: how soon all are handled, and how long a press waits meanwhile."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter

from bot.app import App
from bot.bench.copies import IN_TURN, add_due_tables, opened, original
from bot.bench.crowd import Crowd, town, waits
from bot.bench.discord_server import Request, until
from bot.bench.figures import Figure, Target
from bot.bench.processes import connected
from bot.discord.presenter import presenter_of
from bot.store.statements import counted

HANDLED, SLOWEST, STATEMENTS = Target("<=", 10), Target("<=", 100), Target("<=", 6)
PAUSE = 0.1
"""Seconds between two presses."""
PATIENCE = 120
"""Seconds after which the bot has failed to do what was due."""
CALM = 0.5
"""Seconds without a request after which nothing more comes."""


class Reminders(Counter[str]):
    """How many reminders a bot has sent, by channel of direct messages."""

    def on_request(self, request: Request) -> None:
        """Counts it if it posts a reminder."""
        if request.method == "POST" and request.status < 400 and ":wait.never:" in str(request.body):
            self[request.path.split("/")[2]] += 1


@asynccontextmanager
async def _due(database: Path, tables: int) -> AsyncGenerator[tuple[Crowd, App, Reminders]]:
    """People at a table of a bot that has so many timers due, and whose clock does not know it yet."""
    server, reminders = town(2, 1), Reminders()
    server.listeners.append(reminders.on_request)
    async with opened(database) as (store, service):
        table = await original(store, service)
    async with connected(server, database) as bot:
        crowd = Crowd(server)
        await crowd.sit_down((presenter_of(IN_TURN.info.key).group,))
        await add_due_tables(bot.store, server, table, tables)
        await crowd.calm(CALM, patience=PATIENCE)
        yield crowd, bot, reminders


async def figures(folder: Path, *, tables: int) -> list[Figure]:
    """So many tables remind one person each, all at once: the seconds until every reminder is out, and the
    longest that presses in between waited for their answers and their panels, in milliseconds."""
    async with _due(folder / "dues.sqlite3", tables) as (crowd, bot, reminders):
        start, before = perf_counter(), len(crowd.presses)
        bot.tables.signals.on_timers()
        async with asyncio.timeout(PATIENCE):
            while len(reminders) < tables:
                await crowd.press_action(crowd.tables[0].seats[0], "table.move")
                await asyncio.sleep(PAUSE)
        seconds = perf_counter() - start
        answers, panels = waits(crowd.presses[before:])
    name = f"{tables:,} due timers"
    return [
        Figure("clock", f"{name}, all handled", seconds, "s", HANDLED),
        Figure("clock", f"{name}, slowest answer", max(answers) * 1000, "ms", SLOWEST),
        Figure("clock", f"{name}, slowest panel", max(panels) * 1000, "ms"),
    ]


async def statements(folder: Path, *, tables: int) -> list[Figure]:
    """How many statements each of so many reminders takes that are due at once, while nobody presses."""
    with counted() as counter:
        async with _due(folder / "reminders.sqlite3", tables) as (crowd, bot, reminders):
            before = counter.tally()
            bot.tables.signals.on_timers()
            assert await until(lambda: len(reminders) == tables, seconds=PATIENCE)
            await crowd.calm(CALM, patience=PATIENCE)
            spent = counter.tally() - before
    name = f"{tables} due timers, statements of a reminder"
    return [Figure("clock", name, spent.statements / tables, "", STATEMENTS)]
