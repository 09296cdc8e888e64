"""Motions settled: what was agreed is done, and what has lost its meaning is dropped."""

from __future__ import annotations

from dataclasses import replace

from bot.games.contract import Seat
from bot.store.records import SeatRow
from bot.store.repositories import Repositories
from bot.tables.audit import Act, note
from bot.tables.core import Core
from bot.tables.lobby import free_seats, joined, left, numbered
from bot.tables.model import Motion, MotionKind, MotionState, Person, Status
from bot.tables.motions import Motions, absent_seats, is_settled, motion_at
from bot.tables.moves import MoveWriter
from bot.tables.seats import absent, open_to, seated
from bot.tables.standing import Standing
from bot.tables.undo import before_agreed, write_undone
from bot.tables.writer import TableWriter


class Settlement:
    """Carries motions, and drops those that speak of what can't be done any more."""

    def __init__(self, core: Core, writer: TableWriter, moves: MoveWriter, motions: Motions) -> None:
        self._core = core
        self._writer = writer
        self._moves = moves
        self._motions = motions

    async def settle(self, tx: Repositories, table: int) -> None:
        """Reaction to a change of a table: motions that have lost their meaning are dropped; one is carried
        if whoever was still asked has left, or a pause is over."""
        for number in [motion.id for motion in await tx.motions.open(table)]:
            standing, motion = await self._core.standings.at(tx, table), await motion_at(tx, table, number)
            if not await self._motions.holds(tx, standing, motion):
                await self._motions.put(tx, standing.row, replace(motion, state=MotionState.DROPPED))
            elif is_settled(standing, motion):
                await self.carry(tx, standing, motion, None)
                await self._motions.put(tx, standing.row, replace(motion, state=MotionState.CARRIED))

    async def carry(
        self,
        tx: Repositories,
        standing: Standing,
        motion: Motion,
        key: str | None,
        person: Person | None = None,
    ) -> None:
        """Does what was agreed; a seat goes to this person."""
        match motion.kind:
            case MotionKind.UNDO:
                seat = Seat(standing.seat_of(motion.by).seat)
                run = await self._moves.run(tx, standing)
                run.take_back(seat, await before_agreed(tx, self._core.history, standing, seat), agreed=True)
                await write_undone(tx, self._moves, standing, run, key)
            case MotionKind.KICK:
                assert motion.person is not None
                row = standing.row
                await note(tx, Act.KICKED, self._core.now(), guild=row.guild, actor=motion.by, table=row.id)
                if standing.row.status is Status.LOBBY:
                    await self._writer.write_lobby(tx, left(standing, motion.person), key)
                else:
                    await self._moves.reseat(tx, absent(standing, motion.person, removed=True), key)
            case MotionKind.INVITE | MotionKind.CALL:
                assert person is not None, "somebody takes the seat"
                await tx.people.remember(person.id, person.name, person.locale)
                if standing.row.status is Status.LOBBY:
                    await self._writer.write_lobby(tx, joined(_with_room(standing), person), key)
                else:
                    sitter = SeatRow(_seat_for(standing, motion, person), person.id, person.name)
                    await self._moves.reseat(tx, seated(standing, sitter), key)


def _seat_for(standing: Standing, motion: Motion, person: Person) -> int:
    """The seat that somebody takes by a motion: their own if they may come back to one."""
    own = open_to(standing, person.id)
    if own is not None:
        return own.seat
    return absent_seats(standing)[0] if motion.seat is None else motion.seat


def _with_room(lobby: Standing) -> Standing:
    """The lobby with a free seat: that of its newest computer, if it has no other."""
    if free_seats(lobby) > 0:
        return lobby
    newest = max(seat.seat for seat in lobby.seats if seat.user is None)
    return replace(lobby, seats=numbered(seat for seat in lobby.seats if seat.seat != newest))
