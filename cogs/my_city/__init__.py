"""My City: Roll & Build in Discord: its messages, its controls, `/mycity`."""

from __future__ import annotations

from bot.app import App
from bot.discord.presenter import put
from cogs.my_city.commands import MyCity
from cogs.my_city.desk import MyCityDesk


async def setup(app: App) -> None:
    """Loads the game: its desk and its commands."""
    put(MyCityDesk())
    await app.add_cog(MyCity())
