"""What a person has set for all tables: kept with the person, read by clock and dispatcher."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from bot.store.records import PersonRow
from bot.store.repositories import Repositories
from bot.tables.quiet_hours import NIGHT, Hours, Night, awake, zones
from bot.tables.units import Units, changes, reads

Reminding = Literal["dm", "channel", "off"]
Palette = Literal["paper", "contrast", "night"]


class PersonSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A field for each wish; its default is what holds for whoever has wished nothing."""

    zone: str = ""
    """The name of a time zone; that of the server if empty."""
    quiet: Hours = NIGHT
    reminders: Reminding = "dm"
    away: datetime | None = None
    """On vacation up to this time."""
    language: str = ""
    """The language in which to answer; that of the person's client if empty."""
    digest: bool = True
    """One message about all tables that wait, instead of one for each."""
    listed: bool = True
    """Others may see the person in statistics and leaderboards."""
    palette: Palette = "paper"
    """The colours of all pictures that only this person sees."""

    def time_zone(self, server: ZoneInfo) -> ZoneInfo:
        """Where the person lives, or else the server is at home."""
        return ZoneInfo(self.zone) if self.zone in zones() else server

    def awake(self, at: datetime, server: ZoneInfo) -> datetime:
        """The first moment from this one on at which the person may be reminded in a server that is at home
        there."""
        return awake(at, self.time_zone(server), self.quiet)

    def night(self, server: ZoneInfo) -> Night:
        """The person's quiet hours in a server that is at home there."""
        return Night(self.time_zone(server), self.quiet)


def encode(settings: PersonSettings) -> bytes:
    """The settings as they are stored."""
    return msgspec.json.encode(settings)


def decode(data: bytes) -> PersonSettings:
    """The settings from `encode`, of this or an older version: what it did not know has its default."""
    return msgspec.json.decode(data, type=PersonSettings)


def wishes_of(person: PersonRow | None) -> PersonSettings:
    """What somebody wishes; the defaults for whoever we don't know."""
    return decode(person.settings) if person else PersonSettings()


def language_of(person: PersonRow | None) -> str:
    """The language in which to write to a person; empty for whoever we don't know."""
    return "" if person is None else wishes_of(person).language or person.locale


def takes_messages(person: PersonRow | None) -> bool:
    """Whether a person wants direct messages and lets us send them."""
    return person is None or (person.dm and not person.dm_closed)


def reminded_by_message(person: PersonRow | None) -> bool:
    """Whether reminders come by direct message; else they stand in the channel of their table."""
    return takes_messages(person) and wishes_of(person).reminders != "channel"


async def change_settings(
    tx: Repositories, user: int, change: Callable[[PersonSettings], PersonSettings]
) -> PersonSettings:
    """What a person wishes after a change; kept if we have met them."""
    person = await tx.people.get(user)
    wished = change(wishes_of(person))
    if person is not None:
        await tx.people.put(replace(person, settings=encode(wished)))
    return wished


class Preferences:
    """Knows what people have set for all tables."""

    def __init__(self, units: Units) -> None:
        self.units = units

    @reads
    async def of(self, tx: Repositories, user: int) -> PersonSettings:
        """What a person has set for all tables."""
        return wishes_of(await tx.people.get(user))

    @changes
    async def change(
        self, tx: Repositories, user: int, change: Callable[[PersonSettings], PersonSettings]
    ) -> PersonSettings:
        """Changes what a person we have met has set for all tables."""
        return await change_settings(tx, user, change)
