"""Noria in Discord: its presenter, from which its panels and `/noria` are made, and its solo starts."""

from __future__ import annotations

from bot.app import App
from bot.discord.game_commands import add_game
from cogs.noria.presenter import STARTS, NoriaPresenter


async def setup(app: App) -> None:
    """Loads the game."""
    STARTS.add_to(add_game(app, NoriaPresenter()))
