"""The whole bot in a browser, on a simulated Discord: without a token, without a network."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import discord

    from bot.app import App
    from bot.config import Settings

HEARTBEAT = timedelta(days=1)


async def serve(
    settings: Settings, *, port: int, people: int = 4, locale: str, open_browser: bool = True
) -> int:
    """Opens the playground until the process is told to end; the exit code.

    The database is a new temporary file for every world: what the settings name is left alone.
    `ModuleNotFoundError` without the optional packages (`pip install 'stammtisch[playground]'`).
    """
    with _quietly("discord"):
        # Simcord makes a client when it is imported: discord.py warns of its intents and of voice.
        from bot.playground.house import keep_house

    def make_bot(database: Path) -> discord.Client:
        return bot_on(dataclasses.replace(settings, database=database, locale=locale))

    return await keep_house(make_bot, port=port, people=people, locale=locale, open_browser=open_browser)


def bot_on(settings: Settings) -> App:
    """The whole bot as the playground runs it."""
    from bot.app import build

    # A new Discord knows no commands, whatever the database remembers having told.
    bot = build(settings, always_sync=True, limited=True)
    # Nobody asks a playground whether it is alive, and in it a month may pass at once.
    bot.heartbeat = HEARTBEAT
    return bot


@contextmanager
def _quietly(name: str) -> Generator[None, None, None]:
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
