"""Decisions that let others wait: deadlines, pauses, reminders, and what the clock does about them."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from msgspec import structs

from bot.games.contract import Refusal, Seat
from bot.store.repositories import Repositories
from bot.store.session import NO_TABLE
from bot.tables import notifications, turn_clock
from bot.tables.computers import Naming, with_computer
from bot.tables.grace import is_held, reveal_held
from bot.tables.lobby import absent, seated
from bot.tables.model import (
    Duty,
    NoticeKind,
    Person,
    SeatRow,
    Standing,
    Status,
    Table,
    TableRow,
    refuse_unless_playing,
)
from bot.tables.policy import GATHERED, MISSED, REMINDERS
from bot.tables.settings import (
    DEADLINES,
    change_preferences,
    preferences_of,
    reminded_by_message,
    settings_of,
)
from bot.tables.timers import DECISIONS
from bot.tables.turn_clock import Pace, extended, limited, rested
from bot.tables.units import (
    Act,
    Units,
    changes,
    changes_active,
    changes_table,
    changes_tables,
    note,
    owing_seats,
    reads,
)


@dataclass(eq=False)
class Deadlines:
    """Gives people time, seats to others where it is missed again and again, and games a rest."""

    units: Units

    @changes_active
    async def set_deadline(
        self, tx: Repositories, standing: Standing, person: Person, hours: int, *, key: str
    ) -> Table:
        """Sets how many hours each decision has, 0 for no deadline; those that are owed have it from now on.
        Refusals: no_table, over, not_host, bad_options."""
        if hours not in DEADLINES:
            raise Refusal("bad_options")
        standing.refuse_unless_host(person.id)
        settings = structs.replace(standing.row.settings, deadline=hours)
        row = replace(standing.row, settings=settings)
        if row.status is Status.LOBBY:
            return await self.units.write_lobby(tx, replace(standing, row=row), key)
        await note(tx, Act.DEADLINE, self.units.now(), guild=row.guild, actor=person.id, table=row.id)
        now = row.rests_since or self.units.now()

        def anew(pace: Pace) -> Pace:
            duty = pace.duty and limited(pace.duty, now, settings.limit)
            return structs.replace(pace, duty=duty, before=None, missed=0, wants_time=False)

        return await _show_times(self.units, tx, _with_paces(replace(standing, row=row), anew), key)

    @changes_active
    async def more_time(self, tx: Repositories, standing: Standing, person: Person, *, key: str) -> Table:
        """More time for the decisions owed: at once by the host, else once more than half have asked.
        Refusals: no_table, not_seated, over, not_playing, paused, no_deadline."""
        own = standing.seat_of(person.id)
        refuse_unless_playing(standing)
        row = standing.row
        limit, now = row.settings.limit, row.rests_since or self.units.now()
        if limit is None:
            raise Refusal("no_deadline")
        people = [seat for seat in standing.seats if seat.user is not None]
        wanting = {seat.seat for seat in people if seat.pace.wants_time} | {own.seat}
        if row.host == person.id or 2 * len(wanting) > len(people):

            def more(pace: Pace) -> Pace:
                duty = pace.duty and extended(pace.duty, now, limit)
                return structs.replace(pace, duty=duty, wants_time=False)

            return await _show_times(self.units, tx, _with_paces(standing, more), key)
        asking = seated(standing, replace(own, pace=structs.replace(own.pace, wants_time=True)))
        return await self.units.update(tx, asking, key, NoticeKind.PROGRESS)

    @changes_active
    async def keep_waiting(
        self, tx: Repositories, standing: Standing, person: Person, seat: Seat, *, key: str
    ) -> Table:
        """Goes on as before with a person who has missed several deadlines: the others are asked again after
        as many more. Refusals: no_table, over, not_seated, own_seat, not_missing."""
        missing = await self._missing(tx, standing, person, seat)
        forgiven = seated(standing, replace(missing, pace=structs.replace(missing.pace, missed=0)))
        return await self.units.update(tx, forgiven, key)

    @changes_active
    async def replace_missing(
        self,
        tx: Repositories,
        standing: Standing,
        person: Person,
        seat: Seat,
        level: str | None,
        naming: Naming,
        *,
        key: str,
    ) -> Table:
        """Gives a computer of this level, or anybody, the seat of a person who misses deadlines. Refusals:
        no_table, over, not_seated, own_seat, not_missing, no_such_level."""
        missing = await self._missing(tx, standing, person, seat)
        assert missing.user is not None, "only people miss deadlines"
        empty = absent(standing, missing.user, self.units.now())
        if level is not None:
            empty = with_computer(empty, empty.seats[seat], level, naming)
        return await self.units.reseat(tx, empty, key)

    async def _missing(self, tx: Repositories, standing: Standing, person: Person, seat: Seat) -> SeatRow:
        """The seat that missed its deadlines; refuses where it did not, or its person is on vacation."""
        own = standing.seat_of(person.id)
        if own.seat == seat:
            raise Refusal("own_seat")
        found = next((other for other in standing.seats if other.seat == seat), None)
        if found is None or found.user is None or found.pace.missed < MISSED:
            raise Refusal("not_missing")
        away = preferences_of(await tx.people.get(found.user)).away
        if away is not None and away > self.units.now():
            raise Refusal("not_missing")
        return found

    @changes_active
    async def pause(self, tx: Repositories, standing: Standing, person: Person, *, key: str) -> Table:
        """Pauses a game. Refusals: no_table, over, not_seated, not_playing, paused."""
        standing.seat_of(person.id)
        refuse_unless_playing(standing)
        row = replace(standing.row, paused_since=self.units.now())
        return await _show_times(self.units, tx, replace(standing, row=row), key)

    @changes_active
    async def resume(self, tx: Repositories, standing: Standing, person: Person, *, key: str) -> Table:
        """Resumes a game, with the time that was left. Refusals: no_table, over, not_seated, not_paused."""
        standing.seat_of(person.id)
        since = standing.row.paused_since
        if since is None:
            raise Refusal("not_paused")
        resumed = _rested(
            replace(standing, row=replace(standing.row, paused_since=None)), since, self.units.now()
        )
        run = await self.units.run(tx, resumed)
        calls = notifications.timed(resumed.seats)
        table = (await self.units.write_moves(tx, resumed, run, key, refresh=True, calls=calls)).moment.table
        await self.units.timers.set_decisions(tx, resumed.row, await tx.seats.at(table.id))
        return table

    @changes_table
    async def pause_delivery(self, tx: Repositories, table: int) -> None:
        """A table is unreachable: people may play on by direct message, without reminders and deadlines."""
        standing = await self.units.standings.at(tx, table)
        row = standing.row
        if row.status is Status.PLAYING and row.silent_since is None:
            silent = replace(standing, row=replace(row, silent_since=self.units.now()))
            calls = notifications.timed(silent.seats)
            await self.units.update(tx, silent, None, calls=calls)

    @reads
    async def unreachable(self, tx: Repositories) -> tuple[int, ...]:
        """The games under way where nothing could be posted the last time."""
        return await tx.tables.silent(self.units.signals.shards)

    @changes_table
    async def probe(self, tx: Repositories, table: int) -> None:
        """Probes an unreachable table: its board is posted once more, calling nobody."""
        row = await tx.tables.get(table)
        if row is not None and row.status is Status.PLAYING:
            await notifications.write(tx, row, notifications.of(row, (), NoticeKind.REPEAT))

    @changes_table
    async def resume_delivery(self, tx: Repositories, table: int) -> None:
        """Something could be posted where a table stands: every decision has the time that was left."""
        standing = await self.units.standings.at(tx, table)
        since = standing.row.silent_since
        if since is None:
            return
        row = replace(standing.row, silent_since=None)
        heard = _rested(replace(standing, row=row), since, self.units.now())
        if row.status is Status.PLAYING:
            await _show_times(self.units, tx, heard, None)
        else:
            await self.units.update(tx, heard, None)
        await self.units.timers.set_decisions(tx, row, heard.seats)


def _rested(standing: Standing, since: datetime, now: datetime) -> Standing:
    """A game after one of its rests; of two at the same time the later end counts."""
    until = standing.row.rests_since or now
    return _with_paces(standing, lambda pace: rested(pace, since, until))


def _with_paces(standing: Standing, change: Callable[[Pace], Pace]) -> Standing:
    seats = (replace(seat, pace=change(seat.pace)) for seat in standing.seats)
    return replace(standing, seats=tuple(seats))


async def _show_times(units: Units, tx: Repositories, standing: Standing, key: str | None) -> Table:
    """Writes a game whose decisions have another time than before: the board and the prompts say so."""
    calls = notifications.timed(standing.seats)
    return await units.update(tx, standing, key, NoticeKind.PROGRESS, calls=calls)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A decision that a person owes, and the table that waits for it."""

    table: Table
    duty: Duty


@dataclass(eq=False)
class Reminders:
    """Knows who lets whom wait, and does what is due about it."""

    units: Units

    async def load_ahead(self, tables: Collection[int]) -> None:
        """Reads at once what `ring` needs of several tables."""
        await self.units.store.change(lambda tx: self._load_ahead(tx, tables), held=NO_TABLE)

    async def _load_ahead(self, tx: Repositories, tables: Collection[int]) -> None:
        await tx.tables.load(tables)
        await tx.seats.at.load(tables)
        seats = [seat for table in tables for seat in await tx.seats.at(table)]
        people = [seat.user for seat in seats if seat.user is not None]
        await tx.people.get.load(people)
        await tx.seats.tables_of.load(people)
        await tx.votes.open.load(tables)

    @changes_tables
    async def ring(self, tx: Repositories, table: int) -> None:
        """Does what is due about the decisions of a table: the moves of those whose time is over, warnings,
        reminders. What was missed is not made up for: however late it is, there is one reminder."""
        row = await tx.tables.get(table)
        if row is not None and row.status is Status.PLAYING and row.rests_since is None:
            await self._look_after(tx, row)
            row = await tx.tables.get(table)
        if row is None:
            await tx.timers.drop(table, DECISIONS)
        else:
            await self.units.timers.set_decisions(tx, row, await tx.seats.at(table))

    async def _look_after(self, tx: Repositories, row: TableRow) -> None:
        """Does what is due at a table that goes on."""
        now, standing = self.units.now(), await self.units.standings.of(tx, row)
        free = {seat.seat for seat in standing.seats if _is_due(seat.pace.free_until, now)}
        for seat in free:
            standing = seated(standing, replace(standing.seats[seat], pace=Pace()))
        run = await self.units.run(tx, standing)
        seats = [_back(seat, now) for seat in await owing_seats(tx, row, standing.seats, run)]
        back = _away(standing.seats) != _away(seats)
        duties = [(seat, seat.pace.duty) for seat in seats]
        late = {Seat(seat.seat) for seat, duty in duties if duty and _is_due(duty.deadline, now)}
        calls: list[notifications.Call] = []
        seats = [
            replace(seat, pace=structs.replace(seat.pace, missed=seat.pace.missed + 1))
            if seat.seat in late
            else await self._looked_after(tx, standing, seat, calls)
            for seat in seats
        ]
        if not late and not free:
            calls += notifications.timed(seats) if back else []
            shown = (NoticeKind.PROGRESS,) if back else ()
            await self.units.update(tx, replace(standing, seats=tuple(seats)), None, *shown, calls=calls)
            return
        if is_held(seats, late):
            await reveal_held(self.units, tx, standing, None)
            return
        run.time_out(late)
        people = sum(seat.user is not None for seat in seats)
        if people > 1 and not run.over:
            missing = [seat.seat for seat in seats if seat.seat in late and seat.pace.missed % MISSED == 0]
            calls += [(NoticeKind.QUESTION, seat) for seat in missing]
        standing = replace(standing, seats=tuple(seats))
        await self.units.write_moves(tx, standing, run, None, refresh=bool(free), calls=calls)

    async def waiting_for(self, user: int) -> tuple[Waiting, ...]:
        """What a person owes at all tables that go on and may remind them of it, longest first."""
        owed = await self.units.store.read(lambda tx: _owed_by(tx, user))
        found = [Waiting(standing.table(), duty) for standing, _, duty in owed if not duty.silent]
        return tuple(sorted(found, key=lambda waiting: waiting.duty.since))

    async def longest_waiting(self, user: int) -> Table | None:
        """The table under way that waits longest for a person, a muted one too; None if none does."""
        owed = await self.units.store.read(lambda tx: _owed_by(tx, user, everywhere=True))
        going_on = [each for each in owed if not each[0].row.paused]
        return min(going_on, key=lambda each: each[2].since)[0].table() if going_on else None

    async def mute_post(self, table: int, user: int, post: int) -> None:
        """Mutes a person's decision in this post. Refusals: no_table, not_seated, stale."""

        def muted(seat: SeatRow) -> SeatRow:
            duty = seat.pace.duty
            if duty is None or duty.post != post:
                raise Refusal("stale")
            silent = structs.replace(duty, silent=True, remind=None, warn=None, arrange=None)
            return turn_clock.with_duty(seat, silent)

        await self._change_pace(table, user, muted)

    async def unheard(self, user: int, table: int) -> None:
        """A digest did not reach its person: the other tables remind them by themselves."""
        owed = await self.units.store.read(lambda tx: _owed_by(tx, user, everywhere=True))
        if any(duty.along == table for _, _, duty in owed):
            await self._unheard(user, table)

    @changes
    async def _unheard(self, tx: Repositories, user: int, table: int) -> None:
        now = self.units.now()
        for other, seat, duty in await _owed_by(tx, user, everywhere=True):
            if duty.along == table and not duty.silent:
                due = structs.replace(
                    duty, reminders=duty.reminders - 1, remind=other.row.rests_since or now, along=None
                )
                await self._put_duty(tx, other, seat, due)

    async def mute(self, table: int, user: int, *, muted: bool) -> None:
        """Turns the reminders of one table off, or on again. Refusals: no_table, not_seated."""
        await self._change_pace(
            table, user, lambda seat: replace(seat, pace=structs.replace(seat.pace, muted=muted))
        )

    @changes
    async def go_away(self, tx: Repositories, user: int, until: datetime | None) -> None:
        """Lets a person go on vacation until a time, or (None) come back: their decisions have no deadline
        meanwhile and nobody reminds them; afterwards they have the time that was left."""
        now = self.units.now()
        await change_preferences(tx, user, lambda settings: structs.replace(settings, away=until))
        for standing, seat, duty in await _owed_by(tx, user, everywhere=True):
            own = turn_clock.with_duty(seat, turn_clock.gone(duty, standing.row.rests_since or now, until))
            moved = seated(standing, own)
            calls = notifications.timed([own])
            await self.units.update(tx, moved, None, NoticeKind.PROGRESS, calls=calls)
            await self.units.signals.deliver(tx, standing.row.id)
            await self.units.signals.wake_clock(tx, standing.row.id)

    @changes_table
    async def _change_pace(
        self, tx: Repositories, table: int, user: int, change: Callable[[SeatRow], SeatRow]
    ) -> None:
        standing = await self.units.standings.at(tx, table)
        changed = seated(standing, change(standing.seat_of(user)))
        await self.units.update(tx, changed, None)

    async def _looked_after(
        self, tx: Repositories, standing: Standing, seat: SeatRow, calls: list[notifications.Call]
    ) -> SeatRow:
        """A seat after what is due there; what its person is told joins the calls."""
        now, pace = self.units.now(), seat.pace
        duty = pace.duty
        if duty is None or seat.user is None:
            return seat
        if not any(_is_due(when, now) for when in (duty.warn, duty.arrange, duty.remind)):
            return seat
        person = await tx.people.get(seat.user)
        wishes = preferences_of(person)
        if wishes.away is not None and wishes.away > now:
            return turn_clock.with_duty(seat, turn_clock.left_alone(duty, wishes.away))
        silent = pace.muted or wishes.reminders == "off"
        night = wishes.night((await settings_of(tx, standing.row.guild)).time_zone(standing.row.locale))
        duty = turn_clock.by_day(duty, now, night)
        if _is_due(duty.warn, now):
            duty = turn_clock.by_day(turn_clock.warned(duty, now), now, night)
            calls += [(NoticeKind.WARNING, seat.seat)] * (not silent)
        if not _is_due(duty.remind, now):
            return turn_clock.with_duty(seat, duty)
        when = night.awake(now)
        if when > now:
            return turn_clock.with_duty(seat, structs.replace(duty, remind=when))
        if silent:
            again = structs.replace(duty, remind=now + REMINDERS[duty.reminders])
            return turn_clock.with_duty(seat, again)
        calls.append((NoticeKind.REMINDER, seat.seat))
        if wishes.digest and reminded_by_message(person):
            await self._gather(tx, seat.user, standing.row.id)
        return turn_clock.with_duty(seat, turn_clock.reminded(duty, now))

    async def _gather(self, tx: Repositories, user: int, table: int) -> None:
        """The reminder of one table also stands for those that would soon follow from others."""
        if await tx.seats.tables_of(user) == (table,):
            return
        now = self.units.now()
        for other, seat, duty in await _owed_by(tx, user):
            if other.row.id != table and duty.remind is not None and duty.remind <= now + GATHERED:
                along = structs.replace(turn_clock.reminded(duty, now), along=table)
                await self._put_duty(tx, other, seat, along)

    async def _put_duty(self, tx: Repositories, standing: Standing, seat: SeatRow, duty: Duty) -> None:
        seats = seated(standing, turn_clock.with_duty(seat, duty)).seats
        await tx.seats.put(standing.row.id, seats)
        await self.units.timers.set_decisions(tx, standing.row, seats)


def _is_due(when: datetime | None, now: datetime) -> bool:
    return when is not None and when <= now


def _back(seat: SeatRow, now: datetime) -> SeatRow:
    """The seat of a person whose vacation may be over."""
    duty = seat.pace.duty
    if duty is None or not _is_due(duty.away, now):
        return seat
    return turn_clock.with_duty(seat, structs.replace(duty, away=None))


def _away(seats: Sequence[SeatRow]) -> list[datetime | None]:
    return [seat.pace.duty and seat.pace.duty.away for seat in seats]


async def _owed_by(
    tx: Repositories, user: int, *, everywhere: bool = False
) -> list[tuple[Standing, SeatRow, Duty]]:
    """What a person owes: at tables that go on and may remind them, or everywhere."""
    found: list[tuple[Standing, SeatRow, Duty]] = []
    for row in await tx.tables.active_of(user):
        if row.status is not Status.PLAYING:
            continue
        seats = await tx.seats.at(row.id)
        standing = Standing(row, seats, stored=seats)
        seat = standing.seat_of(user)
        pace = seat.pace
        if pace.duty is not None and (everywhere or not (pace.muted or row.rests_since)):
            found.append((standing, seat, pace.duty))
    return found
