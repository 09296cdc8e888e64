"""Noria in Discord: its messages, its controls, `/noria`."""

from __future__ import annotations

from bot.app import App
from bot.discord.presenter import register
from cogs.noria.commands import NoriaCommands
from cogs.noria.presenter import NoriaPresenter


async def setup(app: App) -> None:
    """Loads the game: its presenter and its commands."""
    register(NoriaPresenter())
    await app.add_cog(NoriaCommands())
