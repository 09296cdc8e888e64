"""What is set for a server: where tables may be opened, with what they begin, who may end them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from bot.store.repositories import Repositories
from bot.tables.audit import Act, note
from bot.tables.core import Core
from bot.tables.preferences import Palette
from bot.tables.quiet_hours import zone_of
from bot.tables.units import Units, changes, reads

Ending = Literal["host", "moderators", "managers"]


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A field for each setting; its default is what holds for a server that has set nothing."""

    channels: tuple[int, ...] = ()
    """Where tables may be opened, also in their threads; everywhere if empty."""
    language: str = ""
    """Of the posts of new tables; what Discord says of the server if empty."""
    zone: str = ""
    """The name of a time zone, for all who have set none; that of the language if empty."""
    deadline: int = 0
    """The hours that each decision has at a new table; 0 where it takes as long as it takes."""
    ending: Ending = "moderators"
    """Who may end a table for everybody: its host, also moderators, or only who manages the server."""
    tables: int = 0
    """So many tables may be open at the same time; any number if 0."""
    palette: Palette = "paper"
    """The colours of all pictures that several people see."""

    def time_zone(self, locale: str) -> ZoneInfo:
        """Where the server is at home, or else one with this language."""
        return zone_of(self.zone, locale)


class Servers:
    """Knows what is set for servers."""

    def __init__(self, units: Units, core: Core) -> None:
        self.units = units
        self._core = core

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
        """Changes what is set for a server; by whom is remembered."""
        before = await settings_of(tx, guild)
        changed = change(before)
        if changed != before:
            await note(tx, Act.SERVER, self._core.now(), guild=guild, actor=by)
        await tx.servers.put_settings(guild, msgspec.json.encode(changed))
        return changed


async def settings_of(tx: Repositories, guild: int | None) -> ServerSettings:
    """What is set for a server, by this or an older version: what it did not know has its default."""
    if guild is None:
        return ServerSettings()
    return msgspec.json.decode(await tx.servers.settings(guild), type=ServerSettings)
