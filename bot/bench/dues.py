"""Timers that fall due in one instant: how soon all are handled, and how long a press waits meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

from msgspec import structs
from simcord.backend.models import Message

from bot.app import App, build
from bot.bench.discord_server import interaction_of
from bot.bench.figures import Figure, Target
from bot.bench.presses import begin
from bot.bench.stage import BUTTON, Entry, Stage, control, stage
from bot.config import Settings
from bot.games import registry
from bot.languages import fallback
from bot.store.records import PersonRow, SeatRow, Timer
from bot.store.repositories import Repositories
from bot.store.statements import counted
from bot.tables.settings import PersonSettings, encode
from bot.tables.timers import DECISIONS
from bot.tables.turn_clock import Duty, with_duty

IN_TURN, SEATS = "thurn_and_taxis", 2
"""A game in which one person at a time owes a decision: one letter a table."""
HANDLED, SLOWEST, STATEMENTS = Target("<=", 10), Target("<=", 100), Target("<=", 6)
PAUSE = 0.1
"""Seconds between two presses of a busy guild."""
PATIENCE = 120
"""Seconds after which the bot has failed to do what was due."""
LATE = timedelta(minutes=1)
AWAKE = encode(PersonSettings(quiet=(0, 0)))
Wanted = Callable[[str, Any], bool]
"""Of the name and the payload of a request."""


async def figures(folder: Path, *, tables: int) -> list[Figure]:
    """So many tables remind one person each, all at once: the seconds until every letter is out, and the
    longest that presses in between waited for their answers and their panels, in milliseconds."""
    bot = build(Settings(database=folder / "dues.sqlite3"), guild_ready_timeout=0.0)
    async with stage(bot, SEATS) as ours:
        await due_tables(ours, bot, tables)
        board, button = await ours.newest(ours.channel.id, control("table.move", BUTTON), private=False)
        start, waited = perf_counter(), list[tuple[float, float]]()
        async with _letters(ours, tables) as out, asyncio.timeout(PATIENCE):
            bot.tables.signals.on_timers()
            while not out.is_set():
                waited.append(await _press(ours, board, button))
                await asyncio.sleep(PAUSE)
        seconds = perf_counter() - start
    return [
        Figure("clock", f"{tables:,} due timers, all handled", seconds, "s", HANDLED),
        Figure(
            "clock",
            f"{tables:,} due timers, slowest answer",
            max(answer for answer, _ in waited),
            "ms",
            SLOWEST,
        ),
        Figure("clock", f"{tables:,} due timers, slowest panel", max(panel for _, panel in waited), "ms"),
    ]


async def statements(folder: Path, *, tables: int) -> Figure:
    """How many statements each of so many reminders takes that are due at once, while nobody presses."""
    with counted() as counter:
        bot = build(Settings(database=folder / "reminders.sqlite3"), guild_ready_timeout=0.0)
        async with stage(bot, SEATS) as ours:
            await due_tables(ours, bot, tables)
            await ours.env.settle()
            before = counter.tally()
            async with _letters(ours, tables) as out, asyncio.timeout(PATIENCE):
                bot.tables.signals.on_timers()
                await out.wait()
            await ours.env.settle()
            spent = counter.tally() - before
    name = f"{tables} due timers, statements of a reminder"
    return Figure("clock", name, spent.statements / tables, "", STATEMENTS)


async def due_tables(ours: Stage, bot: App, tables: int) -> None:
    """A table that has begun, and so many copies of it, each with people of its own, one of whom is to be
    reminded now; the clock does not know it yet."""
    await begin(ours, registry.game(IN_TURN))
    due = ours.env.now() - LATE

    async def copy_tables(tx: Repositories) -> None:
        row, state, seats = await tx.tables.get(1), await tx.tables.state(1), await tx.seats.at(1)
        assert row is not None
        assert state is not None
        for number in range(tables):
            copy = await tx.tables.add(replace(row, id=0, channel=number + 1))
            owing = [
                with_duty(await _taken(ours, tx, seat, f"player{number}_{seat.seat}"), _due(seat, due))
                for seat in seats
            ]
            await tx.seats.put(copy.id, owing)
            await tx.tables.put_state(copy.id, row.version, state)
            await tx.timers.put(Timer(copy.id, DECISIONS, due))

    await bot.store.change(copy_tables)


async def _taken(ours: Stage, tx: Repositories, seat: SeatRow, name: str) -> SeatRow:
    """The seat with somebody new in it, who never sleeps."""
    user = ours.guild.add_member(ours.env.create_user(name)).id
    await tx.people.put(PersonRow(user, name, fallback(), settings=AWAKE))
    return replace(seat, user=user, name=name)


def _due(seat: SeatRow, when: datetime) -> Duty | None:
    """What the seat owes, with its reminder due by then."""
    duty = seat.pace.duty
    return None if duty is None else structs.replace(duty, remind=when)


async def _press(ours: Stage, message: Message, component: dict[str, Any]) -> tuple[float, float]:
    """The milliseconds that a press waits for its answer and for its panel, whatever else goes on."""
    backend = ours.env.backend
    record, payload = interaction_of(backend, ours.people[0].id, message, component)
    async with (
        _heard(ours, lambda name, _: name.endswith(f"{record.token}/callback"), 1) as answered,
        _heard(ours, lambda name, _: name.endswith(f"{record.token}/messages/@original"), 1) as shown,
    ):
        start = perf_counter()
        backend.emit("INTERACTION_CREATE", payload)
        await answered.wait()
        answer = perf_counter() - start
        await shown.wait()
        return answer * 1000, (perf_counter() - start) * 1000


def _letters(ours: Stage, times: int) -> AbstractAsyncContextManager[asyncio.Event]:
    """Set once so many reminders are out."""
    return _heard(ours, lambda name, payload: name.endswith("/messages") and is_letter(payload), times)


@asynccontextmanager
async def _heard(ours: Stage, wanted: Wanted, times: int) -> AsyncGenerator[asyncio.Event]:
    """Set once the bot has made so many requests of a kind."""
    done, left = asyncio.Event(), times

    def listen(entry: Entry) -> None:
        nonlocal left
        kind, name, payload = entry
        if kind == "HTTP" and wanted(name, payload):
            left -= 1
            if left == 0:
                done.set()

    ours.tape.listeners.append(listen)
    try:
        yield done
    finally:
        ours.tape.listeners.remove(listen)


def is_letter(payload: Any) -> bool:
    """Whether a message, as it is sent or as it stands there, is a reminder."""
    return ":wait.never:" in str(payload)
