"""6 nimmt! in Discord: its messages, its controls, `/nimmt`."""

from __future__ import annotations

from bot.app import App
from bot.discord.presenter import put
from cogs.six_nimmt.commands import Nimmt
from cogs.six_nimmt.desk import NimmtDesk


async def setup(app: App) -> None:
    """Loads the game: its desk and its commands."""
    put(NimmtDesk())
    await app.add_cog(Nimmt())
