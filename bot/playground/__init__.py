"""The whole bot in a browser, on a simulated Discord: without a token, without a network."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import discord

    from bot.config import Settings


async def serve(
    settings: Settings, *, port: int, people: int = 4, locale: str = "en", open_browser: bool = True
) -> int:
    """Opens the playground until the process is told to end; the exit code.

    The database is a new temporary file for every world: what the settings name is left alone.
    `ModuleNotFoundError` without the optional packages (`pip install 'stammtisch[playground]'`).
    """
    with _quietly("discord"):
        # Simcord makes a client when it is imported: discord.py warns of its intents and of voice.
        from bot.playground.house import keep_house
    from bot.app import build

    def make_bot(database: Path) -> discord.Client:
        # A new Discord knows no commands, whatever the database remembers having told.
        own = dataclasses.replace(settings, database=database, locale=locale)
        return build(own, always_sync=True, limited=True)

    return await keep_house(make_bot, port=port, people=people, locale=locale, open_browser=open_browser)


@contextmanager
def _quietly(name: str) -> Generator[None, None, None]:
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
