"""Deadlines and pauses: how much time decisions have, and when a game rests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from msgspec import structs

from bot.games.contract import Refusal, Seat
from bot.store.records import NoticeKind, SeatRow
from bot.store.repositories import Repositories
from bot.tables import notifications
from bot.tables.audit import Act, note
from bot.tables.computers import Naming, with_computer
from bot.tables.model import Person, Status, Table
from bot.tables.policy import MISSED
from bot.tables.seats import absent, seated
from bot.tables.settings import DEADLINES, preferences_of
from bot.tables.standing import Standing, refuse_unless_playing
from bot.tables.turn_clock import Pace, extended, limited, rested
from bot.tables.units import Units, changes_active, changes_table, reads


class Deadlines:
    """Gives people time, and seats to others where it is missed again and again."""

    def __init__(self, units: Units) -> None:
        self.units = units

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
        empty = absent(standing, missing.user)
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


class Pauses:
    """Lets games rest."""

    def __init__(self, units: Units) -> None:
        self.units = units

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
    async def fall_silent(self, tx: Repositories, table: int) -> None:
        """A table is unreachable: people may play on by direct message, without reminders and deadlines."""
        standing = await self.units.standings.at(tx, table)
        row = standing.row
        if row.status is Status.PLAYING and row.silent_since is None:
            silent = replace(standing, row=replace(row, silent_since=self.units.now()))
            calls = notifications.timed(silent.seats)
            await self.units.update(tx, silent, None, calls=calls)

    @reads
    async def silent_tables(self, tx: Repositories) -> tuple[int, ...]:
        """The games under way where nothing could be posted the last time."""
        return await tx.tables.silent()

    @changes_table
    async def try_to_speak(self, tx: Repositories, table: int) -> None:
        """Probes an unreachable table: its board is posted once more, calling nobody."""
        row = await tx.tables.get(table)
        if row is not None and row.status is Status.PLAYING:
            await notifications.write(tx, row, notifications.of(row, (), NoticeKind.REPEAT))

    @changes_table
    async def speak_again(self, tx: Repositories, table: int) -> None:
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
