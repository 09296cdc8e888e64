"""Decisions that let others wait: who owes them since when, and what the clock does about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from msgspec import structs

from bot.games.contract import Refusal, Seat
from bot.store.records import Duty, NoticeKind, SeatRow
from bot.store.repositories import Repositories
from bot.tables import notifications, turn_clock
from bot.tables.model import Status, Table
from bot.tables.policy import GATHERED, MISSED
from bot.tables.seats import seated
from bot.tables.settings import change_preferences, preferences_of, reminded_by_message, settings_of
from bot.tables.standing import Standing
from bot.tables.timers import DECISIONS, due_at
from bot.tables.units import Units, changes, changes_table, owing_seats


@dataclass(frozen=True, slots=True)
class Waiting:
    """A decision that a person owes, and the table that waits for it."""

    table: Table
    duty: Duty


class Reminders:
    """Knows who lets whom wait, and does what is due about it."""

    def __init__(self, units: Units) -> None:
        self.units = units

    @changes
    async def load_ahead(self, tx: Repositories, tables: Collection[int]) -> None:
        """Reads at once what `ring` needs of several tables."""
        await tx.tables.load(tables)
        await tx.seats.load(tables)
        seats = [seat for table in tables for seat in await tx.seats.at(table)]
        people = [seat.user for seat in seats if seat.user is not None]
        await tx.people.load(people)
        await tx.seats.load_tables_of(people)
        await tx.votes.load(tables)

    @changes_table
    async def ring(self, tx: Repositories, table: int) -> None:
        """Does what is due about the decisions of a table: the moves of those whose time is over, warnings,
        reminders. What was missed is not made up for: however late it is, there is one reminder."""
        row = await tx.tables.get(table)
        if row is None or row.status is not Status.PLAYING or row.rests_since is not None:
            await tx.timers.drop(table, DECISIONS)
            return
        standing = await self.units.standings.of(tx, row)
        run, now = await self.units.run(tx, standing), self.units.now()
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
        if not late:
            calls += notifications.timed(seats) if back else []
            shown = (NoticeKind.PROGRESS,) if back else ()
            await self.units.update(tx, replace(standing, seats=tuple(seats)), None, *shown, calls=calls)
            if due_at(row, seats) == turn_clock.earliest(standing.stored):
                await self.units.timers.set_decisions(tx, row, seats)
            return
        run.time_out(late)
        people = sum(seat.user is not None for seat in seats)
        if people > 1 and not run.over:
            missing = [seat.seat for seat in seats if seat.seat in late and seat.pace.missed % MISSED == 0]
            calls += [(NoticeKind.QUESTION, seat) for seat in missing]
        await self.units.write_moves(tx, replace(standing, seats=tuple(seats)), run, None, calls=calls)

    async def waiting_for(self, user: int) -> tuple[Waiting, ...]:
        """What a person owes at all tables that go on and may remind them of it, longest first."""
        owed = await self.units.store.read(lambda tx: _owed_by(tx, user))
        found = [Waiting(standing.table(), duty) for standing, _, duty in owed if not duty.silent]
        return tuple(sorted(found, key=lambda waiting: waiting.duty.since))

    async def mute_post(self, table: int, user: int, post: int) -> None:
        """Mutes a person's decision in this post. Refusals: no_table, not_seated, stale."""

        def muted(seat: SeatRow) -> SeatRow:
            duty = seat.pace.duty
            if duty is None or duty.post != post:
                raise Refusal("stale")
            return turn_clock.with_duty(seat, turn_clock.silenced(duty))

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
                await self._put_duty(tx, other, seat, turn_clock.unheard(duty, other.row.rests_since or now))

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
            self.units.signals.deliver(tx, standing.row.id)
        self.units.signals.wake_clock(tx)

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
            return turn_clock.with_duty(seat, turn_clock.put_off(duty, now))
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
