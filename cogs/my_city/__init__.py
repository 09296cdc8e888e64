"""My City: Roll & Build in Discord: its presenter, from which its panels and `/mycity` are made."""

from __future__ import annotations

from bot.app import App
from bot.discord.game_commands import add_game
from cogs.my_city.presenter import MyCityPresenter


async def setup(app: App) -> None:
    """Loads the game."""
    add_game(app, MyCityPresenter())
