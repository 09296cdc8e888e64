"""How people are served at many tables by a bot that is a process of its own: alone, or beside other work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.bench.crowd import served, town, waits
from bot.bench.discord_server import until
from bot.bench.figures import Figure, Target, percentile
from bot.bench.load import CALM, DRAIN, NONE, Size, steadily


@dataclass(frozen=True, slots=True)
class Evening:
    """What was seen at all tables."""

    answers: Sequence[float]
    unanswered: int
    log: str


async def played(
    size: Size,
    database: Path,
    *,
    computers: int = 0,
    meanwhile: Callable[[int], Coroutine[Any, Any, None]] | None = None,
) -> Evening:
    """The people press steadily at tables with so many computers each; what goes on meanwhile is told the
    number of the bot's process."""
    async with served(town(size.people, size.tables), database) as (crowd, bot):
        await crowd.sit_down(computers=computers)
        await crowd.calm(CALM, patience=DRAIN)
        first = len(crowd.presses)
        beside = asyncio.create_task(meanwhile(bot.process.pid)) if meanwhile else None
        await steadily(size.rate, size.seconds, crowd.press_something)
        if beside:
            beside.cancel()
        presses = crowd.presses[first:]
        await until(lambda: not crowd.unanswered(presses), seconds=DRAIN)
        unanswered = len(crowd.unanswered(presses))
        await bot.stop()
    return Evening(waits(presses)[0], unanswered, bot.log.read_text(encoding="utf-8"))


def compared(
    group: str, size: Size, alone: Evening, beside: Evening, how: str, unchanged: Target
) -> Iterator[Figure]:
    """The same tables with people alone and with something beside, which `how` names."""
    without, with_it = [percentile(each.answers, 99) * 1000 for each in (alone, beside)]
    name = f"acknowledged, p99, {size.tables} tables"
    yield Figure(group, f"{name} alone", without, "ms")
    yield Figure(group, f"{name} {how}", with_it, "ms")
    yield Figure(group, f"{name}: ratio", with_it / without, "x", unchanged)
    yield Figure(group, "presses without an answer", alone.unanswered + beside.unanswered, "", NONE)
