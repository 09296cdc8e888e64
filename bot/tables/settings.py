"""What can be set for a table, a server, or by a person: stored as JSON; unknown fields have defaults. And
the quiet hours in which nobody is reminded, in the time zone in which the person lives."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from bot.languages import time_zone_of
from bot.store.records import PersonRow
from bot.store.repositories import Repositories

DEADLINES = (0, 1, 2, 4, 8, 12, 24, 48, 72, 120, 168)
"""The deadlines that can be chosen, in hours."""

Reminding = Literal["dm", "channel", "off"]
Palette = Literal["paper", "contrast", "night"]
Ending = Literal["host", "moderators", "managers"]

Hours = tuple[int, int]
"""The full hours from which and up to which it is quiet; twice the same hour means never."""
NIGHT: Hours = (22, 8)
"""The quiet hours of the person who has not set their own."""
_GAPS = 3
"""Changes of the clock that can push the end of the quiet hours, at most."""


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones, in order."""
    return tuple(sorted(available_timezones()))


def zone_of(name: str, locale: str) -> ZoneInfo:
    """The time zone of this name; where it is empty or unknown, that of a server with this language."""
    return ZoneInfo(name if name in zones() else time_zone_of(locale))


class Night(NamedTuple):
    """The quiet hours of a person, where they live."""

    zone: ZoneInfo
    quiet: Hours

    def awake(self, at: datetime) -> datetime:
        """The first moment from this one on that lies in no quiet hour."""
        for _ in range(_GAPS):
            local = at.astimezone(self.zone)
            if not _is_quiet(local.hour, self.quiet):
                break
            end = local.replace(hour=self.quiet[1], minute=0, second=0, microsecond=0, fold=0)
            if end <= local:
                end += timedelta(days=1)
            at = end.astimezone(UTC)
        return at

    def evening(self, at: datetime) -> datetime:
        """When the quiet hours have begun in which this moment lies; itself where it lies in none."""
        local = at.astimezone(self.zone)
        if not _is_quiet(local.hour, self.quiet):
            return at
        start = local.replace(hour=self.quiet[0], minute=0, second=0, microsecond=0, fold=0)
        if start > local:
            start -= timedelta(days=1)
        return start.astimezone(UTC)


def _is_quiet(hour: int, quiet: Hours) -> bool:
    first, last = quiet
    if first <= last:
        return first <= hour < last
    return hour >= first or hour < last


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The settings of a server."""

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
    role: int = 0
    """The role that wants to be called; 0 where open calls name people."""
    met: bool = False
    """The games have been presented there."""

    def time_zone(self, locale: str) -> ZoneInfo:
        """Where the server is at home, or else one with this language."""
        return zone_of(self.zone, locale)


class PersonSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The preferences of a person, for all tables."""

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
    confirm: bool = False
    """The person is asked before a choice is the last one, which nobody can change any more."""
    listed: bool = True
    """Others may see the person in statistics and leaderboards."""
    puzzles: bool = False
    """The person's finished games may become puzzles of their servers, if all others who played want that."""
    palette: Palette = "paper"
    """The colours of all pictures that only this person sees."""
    icon: str = ""
    """Shown at all tables instead of the symbol of the seat; empty for that."""

    def time_zone(self, server: ZoneInfo) -> ZoneInfo:
        """Where the person lives, or else the server is at home."""
        return ZoneInfo(self.zone) if self.zone in zones() else server

    def night(self, server: ZoneInfo) -> Night:
        """The person's quiet hours in a server that is at home there."""
        return Night(self.time_zone(server), self.quiet)


_PREFERENCES, _SETTINGS = msgspec.json.Decoder(PersonSettings), msgspec.json.Decoder(ServerSettings)


def encode(settings: ServerSettings | PersonSettings) -> bytes:
    """The settings as they are stored."""
    return msgspec.json.encode(settings)


def decode_preferences(data: bytes) -> PersonSettings:
    """The preferences of a person, of this or an older version of the bot."""
    return _PREFERENCES.decode(data)


async def settings_of(tx: Repositories, guild: int | None) -> ServerSettings:
    """The settings of a server; the defaults where there is none."""
    if guild is None:
        return ServerSettings()
    return _SETTINGS.decode(await tx.servers.settings(guild))


def preferences_of(person: PersonRow | None) -> PersonSettings:
    """The preferences of a person; the defaults for an unknown one."""
    return decode_preferences(person.settings) if person else PersonSettings()


def language_of(person: PersonRow | None) -> str:
    """The language in which to write to a person; empty for an unknown one."""
    return "" if person is None else preferences_of(person).language or person.locale


def takes_messages(person: PersonRow | None) -> bool:
    """Whether a person wants direct messages and lets us send them."""
    return person is None or (person.dm and not person.dm_closed)


def reminded_by_message(person: PersonRow | None) -> bool:
    """Whether reminders come by direct message; else they stand in the channel of their table."""
    return takes_messages(person) and preferences_of(person).reminders != "channel"


async def change_preferences(
    tx: Repositories, user: int, change: Callable[[PersonSettings], PersonSettings]
) -> PersonSettings:
    """The preferences of a person after a change; stored if the person is known."""
    person = await tx.people.get(user)
    changed = change(preferences_of(person))
    if person is not None:
        await tx.people.put(replace(person, settings=encode(changed)))
    return changed
