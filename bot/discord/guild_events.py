"""What changes in a server around its tables: what the bot may do there, and threads that are archived."""

from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any, ParamSpec

import discord
from discord.abc import GuildChannel

from bot.discord import App
from bot.discord.first_meeting import welcome

P = ParamSpec("P")
PEACE = timedelta(hours=6)
"""So long a thread stays closed that was archived sooner than Discord would have done it by itself."""
KEPT = timedelta(days=7)
"""The longest time without a word after which Discord archives a thread."""


class GuildEvents:
    """Retries deliveries, stops the time and opens threads again when something changes in a server."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._opened: dict[int, datetime] = {}
        """When a thread was, or will be, opened again for the last time; what is longer ago means nothing."""

    def listen(self) -> None:
        """From now on, until the bot closes: what happens after that is found out after the next start."""
        listeners: dict[str, Callable[..., Awaitable[None]]] = {
            "on_guild_join": self._joined,
            "on_guild_remove": self._removed,
            "on_guild_channel_delete": self._gone,
            "on_raw_thread_delete": self._gone,
            "on_member_update": self._changed,
            "on_guild_role_update": self._changed,
            "on_guild_channel_update": self._changed,
            "on_raw_thread_update": self._thread_changed,
            "on_thread_update": self._thread_archived,
        }
        for event, work in listeners.items():
            self._app.add_listener(self._while_open(work), event)

    def _while_open(self, work: Callable[P, Awaitable[None]]) -> Callable[P, Coroutine[Any, Any, None]]:
        async def listener(*event: P.args, **more: P.kwargs) -> None:
            if not self._app.closing:
                await work(*event, **more)

        return listener

    async def _removed(self, guild: discord.Guild) -> None:
        for table, _ in await self._app.tables.queries.channels_in(guild.id):
            await self._app.tables.deadlines.probe(table)

    async def _gone(self, place: GuildChannel | discord.RawThreadDeleteEvent) -> None:
        number = place.thread_id if isinstance(place, discord.RawThreadDeleteEvent) else place.id
        table = await self._app.tables.queries.table_in(number)
        if table is not None:
            await self._app.tables.deadlines.probe(table.id)

    async def _changed(self, before: discord.Member | discord.Role | GuildChannel, after: Any) -> None:
        """A role of the bot, or what a role or a channel allows, is another."""
        match before:
            case discord.Member():
                matters = after.id == after.guild.me.id
            case discord.Role():
                matters = before.permissions != after.permissions
            case _:
                matters = before.overwrites != after.overwrites
        if matters:
            self._app.dispatcher.retry(guild=after.guild.id)
            self._app.tables.signals.look_at_events()

    async def _joined(self, guild: discord.Guild) -> None:
        self._app.dispatcher.retry(guild=guild.id)
        await welcome(self._app, guild)

    async def _thread_changed(self, change: discord.RawThreadUpdateEvent) -> None:
        self._app.dispatcher.retry(channel=change.thread_id)

    async def _thread_archived(self, before: discord.Thread, after: discord.Thread) -> None:
        """Has a thread opened that has just been archived; one that is locked is meant to stay so."""
        if before.archived or not after.archived or after.locked:
            return
        now = self._app.now()
        self._opened = {thread: at for thread, at in self._opened.items() if now - at < KEPT}
        opened = self._opened.get(after.id)
        idle = opened is None or now - opened >= timedelta(minutes=after.auto_archive_duration)
        delay = timedelta() if idle else PEACE
        if await self._app.tables.threads.thread_archived(after.id, delay):
            self._opened[after.id] = now + delay
