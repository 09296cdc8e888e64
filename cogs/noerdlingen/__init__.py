"""City of Nördlingen in Discord: its messages, its controls, `/noerdlingen`."""

from __future__ import annotations

from bot.app import App
from bot.discord.presenter import register
from cogs.noerdlingen.commands import Noerdlingen
from cogs.noerdlingen.presenter import NoerdlingenPresenter


async def setup(app: App) -> None:
    """Loads the game: its presenter and its commands."""
    register(NoerdlingenPresenter())
    await app.add_cog(Noerdlingen())
