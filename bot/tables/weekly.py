"""What servers have anew each week: when it comes, and that it is told once."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Generic, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from bot.store.records import NoticeState
from bot.store.repositories import Repositories
from bot.store.weekly import Week, WeeklyServer, WeeklyServers, Weeks
from bot.tables.policy import WEEK
from bot.tables.settings import settings_of
from bot.tables.timers import News
from bot.tables.units import Act, Units, changes, note, reads

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


@dataclass(eq=False)
class Weekly(Generic[W]):
    """Where and when servers have another one each week, and that each is told once."""

    units: Units
    rhythm: Rhythm
    news: News
    """What there is to tell, and the timer."""
    weeks: Callable[[Repositories], Weeks[W]]
    servers: Callable[[Repositories], WeeklyServers]
    made: Callable[[Repositories, WeeklyServer, datetime], Awaitable[W]]
    """The next one of a server, which closes at this time."""
    ended: Callable[[Repositories, int], Awaitable[None]] | None = None
    """What else goes where a server wants no more of them."""

    # A server -------------------------------------------------------------------------------------

    @reads
    async def server(self, tx: Repositories, guild: int) -> WeeklyServer | None:
        """Where and when a server has them; None where it has none."""
        return await self.servers(tx).get(guild)

    @changes
    async def schedule(
        self, tx: Repositories, guild: int, *, channel: int, day: int | None, locale: str, by: int
    ) -> WeeklyServer:
        """From now on there is one in this channel each week: the first one at once where there were none and
        none is open, at whose close it comes else. `day` None: as it was, or today."""
        now = self.units.now()
        row, at_once = await self._scheduled(tx, WeeklyServer(guild, channel, locale, 0, now), day)
        row = await self._next(tx, row) if at_once else row
        await self.servers(tx).put(row)
        await note(tx, Act.SERVER, now, guild=guild, actor=by)
        await self.set_timer(tx)
        return row

    @changes
    async def unschedule(self, tx: Repositories, guild: int, *, by: int) -> None:
        """No more come in a server; what is open closes in its time."""
        await self.servers(tx).remove(guild)
        if self.ended is not None:
            await self.ended(tx, guild)
        await note(tx, Act.SERVER, self.units.now(), guild=guild, actor=by)
        await self.set_timer(tx)

    async def _scheduled(
        self, tx: Repositories, place: WeeklyServer, day: int | None
    ) -> tuple[WeeklyServer, bool]:
        """A server as it has them in this `place` from now on, and whether one comes at once."""
        before, weeks = await self.servers(tx).get(place.guild), self.weeks(tx)
        now, zone = place.due, (await settings_of(tx, place.guild)).time_zone(place.locale)
        if before is None:
            earlier = await weeks.of_guild(place.guild, REMEMBERED)
            due = max([week.closes for week in earlier if not week.is_over], default=now)
            day = now.astimezone(zone).weekday() if day is None else day
            row = replace(place, day=day, due=due, number=len(earlier))
            return row, all(week.is_over for week in earlier)
        row = replace(before, channel=place.channel, locale=place.locale, barred=False)
        if day is not None and day != before.day:
            row = replace(row, day=day, due=self.rhythm.next(now, day, zone))
        return row, False

    # Time -----------------------------------------------------------------------------------------

    async def go_on(self, tx: Repositories) -> None:
        """What is due comes, each once, and the clock learns when to look again. However long the bot did not
        run, one comes in a server."""
        for server in await self.servers(tx).due(self.units.now()):
            await self.servers(tx).put(await self._next(tx, server))
        await self.set_timer(tx)

    @reads
    async def untold(self, tx: Repositories) -> tuple[W, ...]:
        """Those of our servers of which something is to be told, in order."""
        return await self.ours(tx)

    async def ours(self, tx: Repositories) -> tuple[W, ...]:
        """The same in a unit of work."""
        shards = self.units.signals.shards
        return tuple([week for week in await self.weeks(tx).untold() if shards.has(week.guild)])

    @changes
    async def begin(self, tx: Repositories, week: W) -> bool:
        """Marks that it is being told; False where something else is to be told by now."""
        await tx.as_owner()
        row = await self.weeks(tx).get(week.id)
        if row is None or row.is_over is not week.is_over:
            return False
        await self.weeks(tx).mark(week.id, NoticeState.SENDING)
        return True

    @changes
    async def end(self, tx: Repositories, week: W, *, delivered: bool) -> None:
        """It has been told, or can't be: whoever manages the server sees that in its settings."""
        await tx.as_owner()
        row = await self.weeks(tx).get(week.id)
        if row is None or row.is_over is not week.is_over:
            return
        await self.weeks(tx).mark(row.id, NoticeState.DONE if delivered else NoticeState.DROPPED)
        server = await self.servers(tx).get(row.guild)
        if server is not None and server.channel == row.channel and server.barred is delivered:
            await self.servers(tx).put(replace(server, barred=not delivered))

    async def _next(self, tx: Repositories, server: WeeklyServer) -> WeeklyServer:
        """One comes in a server, as which it waits for the next one."""
        closes = await self.rhythm.end(tx, server, self.units.now())
        await self.weeks(tx).add(await self.made(tx, server, closes))
        await self.units.signals.tell(tx, self.news, server.guild)
        return replace(server, due=closes, number=server.number + 1)

    async def set_timer(self, tx: Repositories) -> None:
        """Lets the clock look when one closes or comes next."""
        dues = [week.closes for week in await self.weeks(tx).open()]
        comes = await self.servers(tx).next()
        dues += [comes] if comes else []
        await self.units.timers.set_news(tx, self.news, min(dues, default=None))
