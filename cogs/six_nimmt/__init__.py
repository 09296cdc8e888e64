"""6 nimmt! in Discord: its messages, its controls, `/nimmt`."""

from __future__ import annotations

from bot.app import App
from bot.discord.presenter import register
from cogs.six_nimmt.commands import Nimmt
from cogs.six_nimmt.presenter import NimmtPresenter


async def setup(app: App) -> None:
    """Loads the game: its presenter and its commands."""
    register(NimmtPresenter())
    await app.add_cog(Nimmt())
