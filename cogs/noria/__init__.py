"""Noria in Discord: its messages, its controls, `/noria`."""

from __future__ import annotations

from bot.app import App
from bot.discord.presenter import put
from cogs.noria.commands import NoriaCommands
from cogs.noria.desk import NoriaDesk


async def setup(app: App) -> None:
    """Loads the game: its desk and its commands."""
    put(NoriaDesk())
    await app.add_cog(NoriaCommands())
