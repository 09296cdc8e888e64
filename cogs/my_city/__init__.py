"""My City: Roll & Build in Discord: its messages, its controls, `/mycity`."""

from __future__ import annotations

from bot.app import App
from bot.discord.presenter import register
from cogs.my_city.commands import MyCity
from cogs.my_city.presenter import MyCityPresenter


async def setup(app: App) -> None:
    """Loads the game: its presenter and its commands."""
    register(MyCityPresenter())
    await app.add_cog(MyCity())
