"""City of Nördlingen in Discord: its messages, its controls, `/noerdlingen`."""

from __future__ import annotations

from bot.app import App
from bot.discord.presenter import put
from cogs.noerdlingen.commands import Noerdlingen
from cogs.noerdlingen.desk import NoerdlingenDesk


async def setup(app: App) -> None:
    """Loads the game: its desk and its commands."""
    put(NoerdlingenDesk())
    await app.add_cog(Noerdlingen())
