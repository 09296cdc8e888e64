"""Rests: a game goes on with the time that was left, after a pause and where nothing could be posted."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.games.contract import Refusal
from bot.store.repositories import Repositories
from bot.tables import notifications
from bot.tables.core import Core
from bot.tables.model import Person, Status, Table
from bot.tables.moves import MoveWriter
from bot.tables.standing import Standing, refuse_unless_playing
from bot.tables.turn_clock import pace_of, paced, rested
from bot.tables.units import Units, changes_table, reads
from bot.tables.writer import TableWriter


class Pauses:
    """Lets games rest."""

    def __init__(self, units: Units, core: Core, writer: TableWriter, moves: MoveWriter) -> None:
        self.units = units
        self._core = core
        self._writer = writer
        self._moves = moves

    async def pause(self, table: int, person: Person, *, key: str) -> Table:
        """Lets a game rest: no move is made, nobody is reminded, no deadline comes nearer.

        Refusals: no_table, over, not_seated, not_playing, paused.
        """

        async def rests(tx: Repositories, standing: Standing) -> Table:
            standing.seat_of(person.id)
            refuse_unless_playing(standing)
            row = replace(standing.row, paused_since=self._core.now())
            told = notifications.of_time(row, standing.seats)
            return (await self._writer.write(tx, replace(standing, row=row), told, key)).table()

        return await self.units.change_active(table, key, rests)

    async def resume(self, table: int, person: Person, *, key: str) -> Table:
        """Lets a game go on that rests; every decision has the time that was left.

        Refusals: no_table, over, not_seated, not_paused.
        """

        async def goes_on(tx: Repositories, standing: Standing) -> Table:
            standing.seat_of(person.id)
            since = standing.row.paused_since
            if since is None:
                raise Refusal("not_paused")
            resumed = _rested(
                replace(standing, row=replace(standing.row, paused_since=None)), since, self._core.now()
            )
            run = await self._moves.run(tx, resumed)
            calls = notifications.timed(resumed.seats)
            table = (await self._moves.write(tx, resumed, run, key, refresh=True, calls=calls)).moment.table
            await self._core.timers.set_decisions(tx, resumed.row, await tx.seats.at(table.id))
            return table

        return await self.units.change_active(table, key, goes_on)

    @changes_table
    async def fall_silent(self, tx: Repositories, table: int) -> None:
        """Nothing can be posted where a table stands: people may play on by direct message, but nobody is
        reminded and no deadline comes nearer, as not everybody sees what there is to decide."""
        standing = await self._core.standings.at(tx, table)
        row = standing.row
        if row.status is Status.PLAYING and row.silent_since is None:
            silent = replace(standing, row=replace(row, silent_since=self._core.now()))
            told = notifications.of_calls(silent.row, silent.seats, notifications.timed(silent.seats))
            await self._writer.write(tx, silent, told, None)

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
            await notifications.write(tx, row, notifications.of_repeat(row, ()))

    @changes_table
    async def speak_again(self, tx: Repositories, table: int) -> None:
        """Something could be posted where a table stands: every decision has the time that was left."""
        standing = await self._core.standings.at(tx, table)
        since = standing.row.silent_since
        if since is None:
            return
        row = replace(standing.row, silent_since=None)
        heard = _rested(replace(standing, row=row), since, self._core.now())
        playing = row.status is Status.PLAYING
        told = notifications.of_time(row, heard.seats) if playing else notifications.none(heard.seats)
        await self._writer.write(tx, heard, told, None)
        await self._core.timers.set_decisions(tx, row, heard.seats)


def _rested(standing: Standing, since: datetime, now: datetime) -> Standing:
    """A game after one of its rests; of two at the same time the later end counts."""
    until = standing.row.rests_since or now
    seats = (paced(seat, rested(pace_of(seat), since, until)) for seat in standing.seats)
    return replace(standing, seats=tuple(seats))
