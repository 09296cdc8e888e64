"""What servers have anew each week: when it comes, and that it is told once."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from bot.store.records import NoticeState
from bot.store.repositories import Repositories
from bot.store.weekly import Week, WeeklyServer, WeeklyServers, Weeks
from bot.tables.policy import WEEK
from bot.tables.settings import settings_of
from bot.tables.timers import Signals

W = TypeVar("W", bound=Week)

REMEMBERED = 1000
"""So many of a server are counted where it turns them on again."""


class Rhythm(NamedTuple):
    """When another one comes, on the day that a server has chosen."""

    hour: int
    """Where the server is at home."""
    shortest: timedelta
    """One that comes less before its day stays open for a week more."""

    def next(self, after: datetime, day: int, zone: ZoneInfo) -> datetime:
        """The first time after this one at which another one comes."""
        local = after.astimezone(zone)
        at = datetime.combine(local.date() + timedelta(days=(day - local.weekday()) % 7), time(self.hour))
        while (found := at.replace(tzinfo=zone).astimezone(UTC)) <= after:
            at += WEEK
        return found

    async def end(self, tx: Repositories, server: WeeklyServer, now: datetime) -> datetime:
        """When one closes that comes now."""
        zone = (await settings_of(tx, server.guild)).time_zone(server.locale)
        return self.next(now + self.shortest, server.day, zone)


async def scheduled(
    tx: Repositories,
    weeks: Weeks[W],
    before: WeeklyServer | None,
    place: WeeklyServer,
    day: int | None,
    rhythm: Rhythm,
) -> tuple[WeeklyServer, bool]:
    """A server as it has them in this `place` from now on, and whether the first one comes at once: where
    there were none and none is open, at whose close it comes else. `day` None: as it was, or today."""
    now, zone = place.due, (await settings_of(tx, place.guild)).time_zone(place.locale)
    if before is None:
        earlier = await weeks.of_guild(place.guild, REMEMBERED)
        due = max([week.closes for week in earlier if not week.is_over], default=now)
        day = now.astimezone(zone).weekday() if day is None else day
        return replace(place, day=day, due=due, number=len(earlier)), all(week.is_over for week in earlier)
    row = replace(before, channel=place.channel, locale=place.locale, barred=False)
    if day is not None and day != before.day:
        row = replace(row, day=day, due=rhythm.next(now, day, zone))
    return row, False


async def next_look(weeks: Weeks[W], servers: WeeklyServers) -> datetime | None:
    """When one closes or comes next."""
    dues = [week.closes for week in await weeks.open()]
    comes = await servers.next()
    return min([*dues, *([comes] if comes else [])], default=None)


async def ours(weeks: Weeks[W], signals: Signals) -> Sequence[W]:
    """Those of our servers of which something is to be told, in order."""
    return [week for week in await weeks.untold() if signals.shards.has(week.guild)]


async def begin(tx: Repositories, weeks: Weeks[W], week: W) -> bool:
    """Marks that it is being told; False where something else is to be told by now."""
    await tx.as_owner()
    row = await weeks.get(week.id)
    if row is None or row.is_over is not week.is_over:
        return False
    await weeks.mark(week.id, NoticeState.SENDING)
    return True


async def end(tx: Repositories, weeks: Weeks[W], servers: WeeklyServers, week: W, *, delivered: bool) -> None:
    """It has been told, or can't be: whoever manages the server sees that in its settings."""
    await tx.as_owner()
    row = await weeks.get(week.id)
    if row is None or row.is_over is not week.is_over:
        return
    await weeks.mark(row.id, NoticeState.DONE if delivered else NoticeState.DROPPED)
    server = await servers.get(row.guild)
    if server is not None and server.channel == row.channel and server.barred is delivered:
        await servers.put(replace(server, barred=not delivered))
