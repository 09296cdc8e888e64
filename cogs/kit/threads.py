"""Threads that are archived while a game is played there: each is opened again, and nobody is fought with."""

from __future__ import annotations

from datetime import datetime, timedelta

import discord

from bot.app import App

PEACE = timedelta(hours=6)
"""So long a thread stays closed that was archived sooner than Discord would have done it by itself."""
KEPT = timedelta(days=7)
"""The longest time without a word after which Discord archives a thread."""


class Threads:
    """Hears of every thread that is archived."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._opened: dict[int, datetime] = {}
        """When a thread was, or will be, opened again for the last time; what is longer ago tells nothing."""

    async def updated(self, before: discord.Thread, after: discord.Thread) -> None:
        """Has a thread looked after that has just been archived; one that is locked is meant to stay so."""
        if before.archived or not after.archived or after.locked:
            return
        now = self._app.now()
        self._opened = {thread: at for thread, at in self._opened.items() if now - at < KEPT}
        opened = self._opened.get(after.id)
        idle = opened is None or now - opened >= timedelta(minutes=after.auto_archive_duration)
        delay = timedelta() if idle else PEACE
        if await self._app.tables.thread_folded(after.id, delay):
            self._opened[after.id] = now + delay
