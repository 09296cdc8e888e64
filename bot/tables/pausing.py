"""Pauses: a game rests and goes on with the time that was left."""

from __future__ import annotations

from dataclasses import replace

from bot.games.contract import Refusal
from bot.store.protocol import Repositories
from bot.tables import news
from bot.tables.core import Standing
from bot.tables.deadlines import DeadlineRoom
from bot.tables.model import Person, Table
from bot.tables.pace import pace_of, paced, rested
from bot.tables.play import refuse_unless_playing


class PauseRoom(DeadlineRoom):
    """The part of the table service that lets games rest."""

    async def pause(self, table: int, person: Person, *, key: str) -> Table:
        """Lets a game rest: no move is made, nobody is reminded, no deadline comes nearer.

        Refusals: no_table, over, not_seated, not_playing, paused.
        """

        async def rests(tx: Repositories, standing: Standing) -> Table:
            standing.seat_of(person.id)
            refuse_unless_playing(standing)
            row = replace(standing.row, paused_since=self._now())
            told = news.of_refresh(row, standing.seats)
            return (await self._write(tx, replace(standing, row=row), told, key)).table()

        return await self._change_active(table, key, rests)

    async def resume(self, table: int, person: Person, *, key: str) -> Table:
        """Lets a game go on that rests; every decision has the time that was left.

        Refusals: no_table, over, not_seated, not_paused.
        """

        async def goes_on(tx: Repositories, standing: Standing) -> Table:
            standing.seat_of(person.id)
            since = standing.row.paused_since
            if since is None:
                raise Refusal("not_paused")
            now, row = self._now(), replace(standing.row, paused_since=None)
            seats = tuple(paced(seat, rested(pace_of(seat), since, now)) for seat in standing.seats)
            resumed = replace(standing, row=row, seats=seats)
            run = await self._run(tx, resumed)
            table = (await self._write_run(tx, resumed, run, key, refresh=True)).moment.table
            await self._set_timer(tx, row, await tx.seats.at(table.id))
            return table

        return await self._change_active(table, key, goes_on)
