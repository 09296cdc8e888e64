"""The services for what people and servers have set for all their tables."""

from __future__ import annotations

from collections.abc import Callable

from bot.store.repositories import Repositories
from bot.tables.audit import Act, note
from bot.tables.settings import (
    Palette,
    PersonSettings,
    ServerSettings,
    change_preferences,
    encode,
    preferences_of,
    settings_of,
)
from bot.tables.units import Units, changes, reads


class Preferences:
    """The preferences of people."""

    def __init__(self, units: Units) -> None:
        self.units = units

    @reads
    async def of(self, tx: Repositories, user: int) -> PersonSettings:
        """What a person has set for all tables."""
        return preferences_of(await tx.people.get(user))

    @changes
    async def change(
        self, tx: Repositories, user: int, change: Callable[[PersonSettings], PersonSettings]
    ) -> PersonSettings:
        """Changes what a known person has set for all tables."""
        return await change_preferences(tx, user, change)


class Servers:
    """The settings of servers."""

    def __init__(self, units: Units) -> None:
        self.units = units

    @reads
    async def settings(self, tx: Repositories, guild: int | None) -> ServerSettings:
        """What is set for a server; the defaults where there is none."""
        return await settings_of(tx, guild)

    @reads
    async def palette_at(self, tx: Repositories, table: int) -> Palette:
        """The colours in which a server sees its tables; those on paper where there is no such table."""
        row = await tx.tables.get(table)
        return (await settings_of(tx, row.guild if row else None)).palette

    @changes
    async def change(
        self,
        tx: Repositories,
        guild: int,
        change: Callable[[ServerSettings], ServerSettings],
        *,
        by: int | None = None,
    ) -> ServerSettings:
        """Changes what is set for a server, and notes by whom."""
        before = await settings_of(tx, guild)
        changed = change(before)
        if changed != before:
            await note(tx, Act.SERVER, self.units.now(), guild=guild, actor=by)
        await tx.servers.put_settings(guild, encode(changed))
        return changed
