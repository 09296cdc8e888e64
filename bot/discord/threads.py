"""What is wrong with the places where tables stand, and who may do something about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import discord
from discord.abc import GuildChannel

from bot.discord.discord_api import Trouble, Undelivered, outcomes
from bot.discord.opening import IN_A_THREAD, NEEDED
from bot.discord.people import manages
from bot.discord.router import Call
from bot.tables.model import Table

if TYPE_CHECKING:
    from bot.app import App

LOOKED_UP = 10
"""Channels that Discord is asked for at once."""


async def find_channel(guild: discord.Guild, channel: int) -> GuildChannel | discord.Thread:
    """A channel or a thread; one that has been folded up only Discord knows. Raises `Undelivered` where it is
    gone or closed to us, or Discord has trouble."""
    known = guild.get_channel_or_thread(channel)
    if known is not None:
        return known
    with outcomes():
        return await guild.fetch_channel(channel)


async def trouble(app: App, table: Table) -> Literal["removed", "gone", "barred", ""]:
    """What keeps us from posting where a table stands: we have been removed from its server, its channel is
    gone, or we may not; empty if nothing does."""
    guild = app.get_guild(table.guild) if table.guild is not None else None
    if guild is None:
        return "removed"
    try:
        channel = await find_channel(guild, table.channel)
    except Undelivered as error:
        if error.trouble is Trouble.CHANNEL_GONE:
            return "gone"
        return "barred" if error.trouble is Trouble.BARRED else ""
    threaded = isinstance(channel, discord.Thread)
    if threaded and channel.parent is None:
        return "gone"
    rights = channel.permissions_for(guild.me)
    if threaded and channel.archived and channel.locked and not rights.manage_threads:
        return "barred"
    return "" if all(getattr(rights, name) for name in (IN_A_THREAD if threaded else NEEDED)) else "barred"


async def is_stray(call: Call, table: Table) -> bool:
    """Whether the person may rescue a table of this server, since its place is gone: whoever sits there, and
    who manages the server."""
    may = table.seat_of(call.person.id) is not None or manages(call, table.guild)
    return may and await trouble(call.app, table) == "gone"


async def strays(call: Call) -> tuple[Table, ...]:
    """The active tables of this server whose place is gone, for who manages it; nobody else finds any. Of
    many that may be lost some are found the next time, first those which are known to be silent."""
    guild = call.interaction.guild
    if guild is None or not manages(call, guild.id):
        return ()
    tables = await call.tables.queries.channels_in(guild.id)
    unknown = [table for table, channel in tables if guild.get_channel_or_thread(channel) is None]
    found = [await call.tables.queries.table(table) for table in unknown[:LOOKED_UP]]
    return tuple([table for table in found if await trouble(call.app, table) == "gone"])
