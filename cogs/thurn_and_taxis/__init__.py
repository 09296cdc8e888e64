"""Thurn and Taxis in Discord: its messages, its controls, `/taxis`."""

from __future__ import annotations

from bot.app import App
from bot.discord.presenter import register
from cogs.thurn_and_taxis.commands import Taxis
from cogs.thurn_and_taxis.presenter import TaxisPresenter


async def setup(app: App) -> None:
    """Loads the game: its presenter and its commands."""
    register(TaxisPresenter())
    await app.add_cog(Taxis())
