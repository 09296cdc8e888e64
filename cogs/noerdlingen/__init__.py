"""City of Nördlingen in Discord: its presenter, from which its panels and `/noerdlingen` are made."""

from __future__ import annotations

from bot.app import App
from bot.discord.game_commands import add_game
from cogs.noerdlingen.presenter import NoerdlingenPresenter


async def setup(app: App) -> None:
    """Loads the game."""
    add_game(app, NoerdlingenPresenter())
