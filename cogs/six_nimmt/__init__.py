"""6 nimmt! in Discord: its presenter, from which its panels and `/nimmt` are made."""

from __future__ import annotations

from bot.app import App
from bot.discord.game_commands import add_game
from cogs.six_nimmt.presenter import NimmtPresenter


async def setup(app: App) -> None:
    """Loads the game."""
    add_game(app, NimmtPresenter())
