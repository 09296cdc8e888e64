"""What the bot may do in a server has changed: tables that could not speak there try it again."""

from __future__ import annotations

import discord

from bot.app import App

Place = discord.Role | discord.Thread | discord.abc.GuildChannel


def listen(app: App) -> None:
    """From now on tables hear of it by themselves, also where nobody presses anything."""

    async def joined(guild: discord.Guild) -> None:
        app.courier.let_in(guild.id)

    async def changed(before: Place, after: Place) -> None:
        app.courier.let_in(after.guild.id)

    app.add_listener(joined, "on_guild_join")
    for event in ("on_guild_channel_update", "on_guild_role_update", "on_thread_update"):
        app.add_listener(changed, event)
