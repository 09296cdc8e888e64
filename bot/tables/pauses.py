"""Rests: a game goes on with the time that was left, after a pause and where nothing could be posted."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.games.contract import Refusal
from bot.store.records import NoticeKind
from bot.store.repositories import Repositories
from bot.tables import notifications
from bot.tables.model import Person, Status, Table
from bot.tables.standing import Standing, refuse_unless_playing
from bot.tables.turn_clock import pace_of, paced, rested
from bot.tables.units import Units, changes_active, changes_table, reads


class Pauses:
    """Lets games rest."""

    def __init__(self, units: Units) -> None:
        self.units = units

    @changes_active
    async def pause(self, tx: Repositories, standing: Standing, person: Person, *, key: str) -> Table:
        """Lets a game rest: no move is made, nobody is reminded, no deadline comes nearer.

        Refusals: no_table, over, not_seated, not_playing, paused.
        """
        standing.seat_of(person.id)
        refuse_unless_playing(standing)
        row = replace(standing.row, paused_since=self.units.now())
        return await self._show_times(tx, replace(standing, row=row), key)

    @changes_active
    async def resume(self, tx: Repositories, standing: Standing, person: Person, *, key: str) -> Table:
        """Lets a game go on that rests; every decision has the time that was left.

        Refusals: no_table, over, not_seated, not_paused.
        """
        standing.seat_of(person.id)
        since = standing.row.paused_since
        if since is None:
            raise Refusal("not_paused")
        resumed = _rested(
            replace(standing, row=replace(standing.row, paused_since=None)), since, self.units.now()
        )
        run = await self.units.moves.run(tx, resumed)
        calls = notifications.timed(resumed.seats)
        table = (await self.units.moves.write(tx, resumed, run, key, refresh=True, calls=calls)).moment.table
        await self.units.timers.set_decisions(tx, resumed.row, await tx.seats.at(table.id))
        return table

    @changes_table
    async def fall_silent(self, tx: Repositories, table: int) -> None:
        """Nothing can be posted where a table stands: people may play on by direct message, but nobody is
        reminded and no deadline comes nearer, as not everybody sees what there is to decide."""
        standing = await self.units.standings.at(tx, table)
        row = standing.row
        if row.status is Status.PLAYING and row.silent_since is None:
            silent = replace(standing, row=replace(row, silent_since=self.units.now()))
            calls = notifications.timed(silent.seats)
            await self.units.writer.update(tx, silent, None, calls=calls)

    @reads
    async def silent_tables(self, tx: Repositories) -> tuple[int, ...]:
        """The games under way where nothing could be posted the last time."""
        return await tx.tables.silent()

    @changes_table
    async def try_to_speak(self, tx: Repositories, table: int) -> None:
        """Has the board of a game under way posted once more, calling nobody: that shows whether anything can
        be posted where it stands."""
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
            await self._show_times(tx, heard, None)
        else:
            await self.units.writer.update(tx, heard, None)
        await self.units.timers.set_decisions(tx, row, heard.seats)

    async def _show_times(self, tx: Repositories, standing: Standing, key: str | None) -> Table:
        """Writes a game whose decisions have another time than before: the board and the prompts say so."""
        calls = notifications.timed(standing.seats)
        return await self.units.writer.update(tx, standing, key, NoticeKind.PROGRESS, calls=calls)


def _rested(standing: Standing, since: datetime, now: datetime) -> Standing:
    """A game after one of its rests; of two at the same time the later end counts."""
    until = standing.row.rests_since or now
    seats = (paced(seat, rested(pace_of(seat), since, until)) for seat in standing.seats)
    return replace(standing, seats=tuple(seats))
