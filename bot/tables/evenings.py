"""Evenings on which people of a server want to play: who calls for one, who comes, when it begins."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.games.contract import Refusal
from bot.store.evenings import EveningGuest, EveningHost, EveningRow, EveningState, EventRow
from bot.store.records import NoticeState
from bot.store.repositories import Repositories
from bot.store.tournaments import TournamentRow
from bot.tables.cups import rounds_of
from bot.tables.model import Challenge, Person
from bot.tables.policy import EVENING_AHEAD, EVENING_LASTS, EVENING_SOON, EVENINGS, EVENINGS_OF_ONE
from bot.tables.timers import News
from bot.tables.units import Act, Units, changes, note, reads

UNTOLD = (NoticeState.PENDING, NoticeState.SENDING)


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening with who has called for it and who comes."""

    row: EveningRow
    host: EveningHost | None
    """None where they were forgotten."""
    guests: tuple[EveningGuest, ...]

    @property
    def number(self) -> int:
        """Its number."""
        return self.row.id


@dataclass(frozen=True, slots=True)
class Calendar:
    """All for which Discord may have an event, and the events that there are."""

    evenings: tuple[tuple[EveningRow, str], ...]
    """With what was written about them."""
    challenges: tuple[Challenge, ...]
    cups: tuple[tuple[TournamentRow, int], ...]
    """With how many rounds have begun."""
    events: tuple[EventRow, ...]


@dataclass(eq=False)
class Evenings:
    """Calls for evenings. What follows by itself is done by the clock, once."""

    units: Units

    @changes
    async def call(
        self,
        tx: Repositories,
        person: Person,
        *,
        guild: int,
        channel: int,
        locale: str,
        starts: datetime,
        games: tuple[str, ...],
        text: str,
        key: str,
    ) -> Evening:
        """A person calls for an evening, to which they come themselves. Refusals: bad_time {days},
        evenings_enough {n}."""
        known = await tx.evenings.one("WHERE press = ?", key)
        if known is not None:
            return await _whole(tx, known)
        now = self.units.now()
        _refuse_time(starts, now)
        here = [row for row in await tx.evenings.active() if row.guild == guild]
        own = [row for row in here if (host := await tx.evening_hosts.get(row.id)) and host.user == person.id]
        if len(here) >= EVENINGS or len(own) >= EVENINGS_OF_ONE:
            raise Refusal("evenings_enough", n=EVENINGS if len(here) >= EVENINGS else EVENINGS_OF_ONE)
        await tx.people.remember(person.id, person.name, person.locale)
        row = EveningRow(
            guild=guild,
            channel=channel,
            locale=locale,
            games=games,
            starts=starts,
            until=starts + EVENING_LASTS,
            press=key,
        )
        row = replace(row, id=await tx.evenings.add(row))
        await tx.evening_hosts.put(EveningHost(row.id, person.id, person.name, text))
        await tx.evening_guests.put(EveningGuest(row.id, person.id, person.name, now))
        await self._changed(tx, row)
        return await _whole(tx, row)

    @reads
    async def of_guild(self, tx: Repositories, guild: int) -> tuple[Evening, ...]:
        """What is to come or under way in a server, the next ones first."""
        return tuple([await _whole(tx, row) for row in await tx.evenings.active() if row.guild == guild])

    @reads
    async def evening(self, tx: Repositories, number: int) -> Evening:
        """Refusals: no_evening."""
        return await _whole(tx, await _row(tx, number))

    @changes
    async def come(self, tx: Repositories, number: int, person: Person, *, comes: bool) -> Evening:
        """A person says that they come, or that they don't. Refusals: no_evening, evening_over."""
        row = await _active(tx, number)
        if comes and await tx.evening_guests.get(number, person.id) is None:
            await tx.people.remember(person.id, person.name, person.locale)
            await tx.evening_guests.put(EveningGuest(number, person.id, person.name, self.units.now()))
            await show_evenings(tx, self.units, row)
        elif not comes and await tx.evening_guests.get(number, person.id) is not None:
            await tx.evening_guests.remove(number, person.id)
            await show_evenings(tx, self.units, row)
        return await _whole(tx, await _row(tx, number))

    @changes
    async def change(
        self, tx: Repositories, number: int, by: int, *, starts: datetime | None, text: str | None
    ) -> Evening:
        """Another time, or other words; None leaves what stands. Refusals: no_evening, evening_over, and
        evening_begun, bad_time {days}."""
        row = await _active(tx, number)
        if starts is not None:
            if row.state is not EveningState.OPEN:
                raise Refusal("evening_begun")
            _refuse_time(starts, self.units.now())
            if starts != row.starts:
                row = replace(row, calls=True, moved_at=self.units.now())
            row = replace(row, starts=starts, until=starts + EVENING_LASTS)
            await tx.evenings.put(row)
        host = await tx.evening_hosts.get(number)
        if text is not None and host is not None:
            await tx.evening_hosts.put(replace(host, text=text))
        await self._changed(tx, row)
        await show_evenings(tx, self.units, row)
        if host is None or host.user != by:
            await note(tx, Act.EVENING, self.units.now(), guild=row.guild, actor=by)
        return await _whole(tx, row)

    @changes
    async def cancel(self, tx: Repositories, number: int, by: int) -> Evening:
        """It does not take place. Refusals: no_evening, evening_over."""
        row = replace(
            await _active(tx, number),
            state=EveningState.CANCELLED,
            told=NoticeState.DONE,
            calls=True,
            moved_at=self.units.now(),
        )
        await tx.evenings.put(row)
        await self._changed(tx, row)
        await show_evenings(tx, self.units, row)
        host = await tx.evening_hosts.get(number)
        if host is None or host.user != by:
            await note(tx, Act.EVENING, self.units.now(), guild=row.guild, actor=by)
        return await _whole(tx, row)

    # Time -----------------------------------------------------------------------------------------

    @changes
    async def turn_evenings(self, tx: Repositories) -> None:
        """Begins and ends what is due, each once, and says when to look again. Of one that was over before
        the bot came back nothing is told."""
        now = self.units.now()
        for row in await tx.evenings.active():
            if row.until <= now:
                told = NoticeState.DROPPED if row.state is EveningState.OPEN else row.told
                await tx.evenings.put(replace(row, state=EveningState.OVER, told=told))
                await tx.evenings.change(row.id)
            elif row.starts <= now and row.state is EveningState.OPEN:
                await tx.evenings.put(replace(row, state=EveningState.BEGUN, told=NoticeState.PENDING))
            else:
                continue
            await self.units.signals.tell(tx, News.EVENINGS, row.guild)
        await self._set_timer(tx)

    @reads
    async def untold_evenings(self, tx: Repositories) -> tuple[Evening, ...]:
        """Those of our servers of which something is to be told, in order."""
        return await self._ours(tx, await tx.evenings.untold())

    @changes
    async def begin_evening_post(self, tx: Repositories, evening: EveningRow) -> bool:
        """Marks that it is being told; False where something else is to be told by now."""
        await tx.as_owner()
        row = await tx.evenings.get(evening.id)
        if row is None or row.state is not evening.state:
            return False
        await tx.evenings.mark(row.id, NoticeState.SENDING)
        return True

    @changes
    async def end_evening_post(self, tx: Repositories, evening: EveningRow, *, delivered: bool) -> None:
        """It has been told, or can't be."""
        await tx.as_owner()
        row = await tx.evenings.get(evening.id)
        if row is not None and row.state is evening.state:
            await tx.evenings.mark(row.id, NoticeState.DONE if delivered else NoticeState.DROPPED)

    @reads
    async def calling_evenings(self, tx: Repositories) -> tuple[Evening, ...]:
        """Those of our servers whose guests are still to be called, in order."""
        return await self._ours(tx, await tx.evenings.calling())

    @changes
    async def note_called(self, tx: Repositories, evening: EveningRow) -> None:
        """Its guests have been called, or can't be; a change since calls them once more."""
        await tx.as_owner()
        await tx.evenings.called(evening.id, evening.changes)

    @reads
    async def unshown_evenings(self, tx: Repositories) -> tuple[Evening, ...]:
        """Those of our servers whose announcement is over with and does not show how they stand."""
        changed = await tx.evenings.to_show()
        over_with = [row for row in changed if row.state is not EveningState.OPEN or row.told not in UNTOLD]
        return await self._ours(tx, over_with)

    @changes
    async def note_evening_shown(self, tx: Repositories, evening: Evening, post: int) -> None:
        """The post, 0 where there is none any more, shows the evening like this."""
        await tx.as_owner()
        await tx.evenings.show(evening.number, post, evening.row.changes)

    # Discord's events -----------------------------------------------------------------------------

    @reads
    async def calendar(self, tx: Repositories) -> Calendar:
        """What our servers may have events for, and the events that they have: by as many statements as there
        are kinds."""
        ours = self.units.signals.shards
        texts = {host.evening: host.text for host in await tx.evening_hosts.active()}
        return Calendar(
            tuple((row, texts.get(row.id, "")) for row in await tx.evenings.active() if ours.has(row.guild)),
            tuple(row for row in await tx.challenges.open() if ours.has(row.guild)),
            tuple((row, rounds_of(row)) for row in await tx.tournaments.active() if ours.has(row.guild)),
            tuple(row for row in await tx.events.every() if ours.has(row.guild)),
        )

    @changes
    async def put_event(self, tx: Repositories, row: EventRow) -> None:
        """Remembers an event, or that it is being made."""
        await tx.as_owner()
        await tx.events.put(row)

    @changes
    async def drop_event(self, tx: Repositories, row: EventRow) -> None:
        """It stands for nothing any more."""
        await tx.as_owner()
        await tx.events.remove(row)

    @reads
    async def event_of(self, tx: Repositories, kind: str, number: int) -> EventRow | None:
        """The event that stands for something, if there is one."""
        row = await tx.events.get(kind, number, 0)
        return row if row is not None and row.event else None

    async def _ours(self, tx: Repositories, rows: Iterable[EveningRow]) -> tuple[Evening, ...]:
        ours = self.units.signals.shards
        return tuple([await _whole(tx, row) for row in rows if ours.has(row.guild)])

    async def _changed(self, tx: Repositories, row: EveningRow) -> None:
        await self._set_timer(tx)
        await self.units.signals.tell(tx, News.EVENINGS, row.guild)

    async def _set_timer(self, tx: Repositories) -> None:
        rows = await tx.evenings.active()
        dues = [row.starts if row.state is EveningState.OPEN else row.until for row in rows]
        await self.units.timers.set_news(tx, News.EVENINGS, min(dues, default=None))


async def show_evenings(tx: Repositories, units: Units, *rows: EveningRow) -> None:
    """Has the posts of evenings follow a change of these."""
    for row in rows:
        await tx.evenings.change(row.id)
        await units.signals.tell(tx, News.EVENINGS, row.guild)


def _refuse_time(starts: datetime, now: datetime) -> None:
    if not now + EVENING_SOON <= starts <= now + EVENING_AHEAD:
        raise Refusal("bad_time", days=EVENING_AHEAD.days)


async def _row(tx: Repositories, number: int) -> EveningRow:
    row = await tx.evenings.get(number)
    if row is None:
        raise Refusal("no_evening")
    return row


async def _active(tx: Repositories, number: int) -> EveningRow:
    row = await _row(tx, number)
    if row.state not in (EveningState.OPEN, EveningState.BEGUN):
        raise Refusal("evening_over")
    return row


async def _whole(tx: Repositories, row: EveningRow) -> Evening:
    return Evening(row, await tx.evening_hosts.get(row.id), await tx.evening_guests.of(row.id))
