"""A month passes in the playground: the bot has little to do in it, and so nobody waits long."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.config import Settings
from bot.playground import bot_on
from bot.playground.people import crowd
from bot.playground.world import World
from bot.tables.clock import Clock

DAYS = 31


async def test_in_a_month_the_bot_wakes_up_for_itself_about_once_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beats, beat = list[object](), Clock._beat

    async def counted(clock: Clock) -> None:
        beats.append(clock)
        await beat(clock)

    monkeypatch.setattr(Clock, "_beat", counted)
    settings = Settings(database=tmp_path / "stammtisch.sqlite3")
    world = World(lambda: bot_on(settings), crowd(2, "en"), locale="en")
    await world.open()
    try:
        await world.advance(timedelta(days=DAYS).total_seconds())
    finally:
        await world.close()
    assert DAYS - 1 <= len(beats) <= DAYS + 1
