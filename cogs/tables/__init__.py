"""`/table`: what concerns one table of whatever game, by command and by the buttons of **More**."""

from __future__ import annotations

from bot.app import App
from cogs.tables.commands import Tables


async def setup(app: App) -> None:
    """Called when the cog is loaded."""
    await app.add_cog(Tables())
