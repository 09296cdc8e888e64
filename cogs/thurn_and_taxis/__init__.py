"""Thurn and Taxis in Discord: its messages, its controls, `/taxis`."""

from __future__ import annotations

from bot.app import App
from bot.discord.presenter import put
from cogs.thurn_and_taxis.commands import Taxis
from cogs.thurn_and_taxis.desk import TaxisDesk


async def setup(app: App) -> None:
    """Loads the game: its desk and its commands."""
    put(TaxisDesk())
    await app.add_cog(Taxis())
