"""Thurn and Taxis in Discord: its presenter, from which its panels and `/taxis` are made."""

from __future__ import annotations

from bot.app import App
from bot.discord.game_commands import add_game
from cogs.thurn_and_taxis.presenter import TaxisPresenter


async def setup(app: App) -> None:
    """Loads the game."""
    add_game(app, TaxisPresenter())
