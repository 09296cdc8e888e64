"""`python -m bot bench --kills N`: real processes of the bot are killed at random moments while people press,
plan, change what they have chosen, and reminders are due.

Every choice and every wish of a plan that was confirmed to somebody has to be stored, nothing may be made or
posted twice, a grace has to end, and everybody gets the reminder that is due.
"""

import asyncio
import os
import sys
from collections import Counter
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter

from bot.bench.copies import add_due_tables, opened, original
from bot.bench.crowd import Crowd, served, town
from bot.bench.discord_server import until
from bot.bench.figures import Figure, Target
from bot.bench.processes import BotProcess
from bot.bench.witness import WISH, Witness, logged, made_twice, waiting
from bot.store import Store

GROUPS, PEOPLE = ("nimmt", "nimmt", "taxis"), 8
"""The tables of each bot. At 6 nimmt! the answer to a choice names it: that can be held against the log."""
GRACE, PLANS, AWAY = 3, 0.2, 15.0
"""Seconds of grace, how often somebody plans instead of pressing what leads on, and seconds for which they
may then leave everything to their plan."""
REMINDERS = 3
"""So many are due whenever a bot starts."""
LIFE, LONGEST = 120, 20.0
"""Requests that a bot makes at most before it dies, and seconds that it has for them."""
START, EARLY = 1.0, 0.1
"""Seconds after which a bot dies at most that dies while it starts, and how often one does."""
PAUSE = 0.02
"""Seconds between two presses, and at most from the last request to the kill."""
CALM, PATIENCE = GRACE + 1.0, 120.0
SOME, NONE = Target(">=", 1), Target("<=", 0)
COUNTED = (
    ("confirmed choices", SOME),
    ("lost", NONE),
    ("choices made twice", NONE),
    ("confirmed wishes of plans", SOME),
    ("wishes lost", NONE),
    ("while a plan waited", SOME),
    ("during a grace", SOME),
    ("graces that did not end", NONE),
    ("posted twice", NONE),
    ("errors in the log", NONE),
)
"""What is counted, and how much of it there has to be."""


async def figures(folder: Path, *, kills: int) -> list[Figure]:
    """So many kills, by as many bots side by side as there are processors."""
    lanes = max(min(os.cpu_count() or 1, kills), 1)
    share = [kills // lanes + (lane < kills % lanes) for lane in range(lanes)]
    found = await asyncio.gather(
        *(_lane(folder / f"crashes-{lane}.sqlite3", many, lane) for lane, many in enumerate(share))
    )
    due = kills * REMINDERS
    counted = [(name, sum(each[name] for each in found), target) for name, target in COUNTED]
    reminded = sum(each["reminded"] for each in found)
    counted.append((f"people reminded of {due:,}", reminded, Target(">=", due)))
    return [Figure("kills", f"{kills:,} kills: {name}", value, "", target) for name, value, target in counted]


async def _lane(database: Path, kills: int, seed: int) -> Counter[str]:
    """One bot after the other on the same database: how often there was what."""
    rng, server, found = Random(seed), town(PEOPLE, len(GROUPS)), Counter[str]()
    async with opened(database) as (store, service):
        table = await original(store, service)
    async with served(server, database, seed=seed) as (crowd, bot):
        witness = Witness(crowd)
        server.listeners.append(witness.on_request)
        await crowd.sit_down(GROUPS, grace=GRACE)
        for number in range(kills):
            await _press(crowd, rng.randint(1, LIFE), rng)
            await bot.kill()
            witness.look_back()
            crowd.forget()
            async with opened(database) as (store, _):
                found["wishes lost"] += await store.read(witness.lost_wishes)
                plans, held = await store.read(partial(waiting, channels=_channels(crowd)))
                found["while a plan waited"] += plans > 0
                found["during a grace"] += bool(held)
                await add_due_tables(store, server, table, REMINDERS)
            await _start(bot, rng)
            _show_progress(number + 1, kills, seed)
        await until(lambda: len(witness.reminders) == kills * REMINDERS, seconds=PATIENCE)
        await crowd.calm(CALM, patience=PATIENCE)
        witness.look_back()
        calm = datetime.now(UTC)
        await bot.stop()
    found["errors in the log"] = bot.log.read_text(encoding="utf-8").count("Traceback")
    found["reminded"], found["posted twice"] = len(witness.reminders), witness.posted_twice()
    async with opened(database) as (store, _):
        await _compare(store, witness, found)
        _, held = await store.read(partial(waiting, channels=_channels(crowd)))
        found["graces that did not end"] = sum(reveal <= calm for reveal in held)
    return found


async def _compare(store: Store, witness: Witness, found: Counter[str]) -> None:
    """Holds all that was confirmed against the database."""
    logs = [await store.read(partial(logged, table=table)) for table in witness.tables]
    found["confirmed choices"] = len(witness.facts) + len(witness.held)
    found["lost"] = witness.lost({fact for log in logs for fact in log})
    found["choices made twice"] = sum(map(made_twice, logs))
    found["confirmed wishes of plans"] = witness.planned
    found["wishes lost"] += await store.read(witness.lost_wishes)


def _channels(crowd: Crowd) -> list[int]:
    return [table.channel for table in crowd.tables]


async def _press(crowd: Crowd, requests: int, rng: Random) -> None:
    """People press and plan until the bot has made so many requests, and a moment longer."""
    last, end = crowd.requests + requests, perf_counter() + LONGEST
    while crowd.requests < last and perf_counter() < end:
        if any(seat.free for seat in crowd.seats):
            planned = crowd.press_on_plan(WISH) if rng.random() < PLANS else crowd.press_something()
            if planned is not None and planned.action == WISH:
                planned.seat.away = perf_counter() + rng.choice((0, AWAY))
        await asyncio.sleep(rng.uniform(0, 2 * PAUSE))
    await asyncio.sleep(rng.uniform(0, PAUSE))


async def _start(bot: BotProcess, rng: Random) -> None:
    """A new bot; now and then one that dies while it starts comes first."""
    if rng.random() < EARLY:
        await bot.launch()
        await asyncio.sleep(rng.uniform(0, START))
        await bot.kill()
    await bot.start()


def _show_progress(done: int, kills: int, lane: int) -> None:
    """Progress in ten steps."""
    if done * 10 // kills > (done - 1) * 10 // kills:
        sys.stderr.write(f"bot {lane + 1}: {done} of {kills} kills\n")
