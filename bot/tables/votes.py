"""Votes: what a person proposes at a table, who has to agree, until when, and what becomes of it.

A motion is settled in the transaction of the last answer. It is dropped as soon as what it speaks of can't be
done any more, and when its time is over. What kinds there are, `VoteKind` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.games.contract import Refusal, Seat
from bot.store.records import FormerSitter
from bot.store.repositories import Repositories
from bot.tables.core import MOTIONS
from bot.tables.lobby import free_seats, refuse_if_removed
from bot.tables.model import ABSENT, Person, Status, Vote, VoteKind, VoteState
from bot.tables.policy import ANSWERED
from bot.tables.proposals import (
    OpenVotes,
    Settlement,
    absent_seats,
    is_settled,
    motion_at,
    others,
    still_asked,
)
from bot.tables.replay import Snapshot
from bot.tables.seats import open_to
from bot.tables.standing import Standing, refuse_unless_playing
from bot.tables.undo import before_agreed
from bot.tables.units import Units, changes_table, reads

_ONE_AT_A_TIME = (VoteKind.UNDO, VoteKind.KICK, VoteKind.CALL)
"""Of each of these kinds one motion at a table is open; of invitations one for each person."""


class Votes:
    """Lets people propose something and agree on it."""

    def __init__(self, units: Units, motions: OpenVotes, settlement: Settlement) -> None:
        self.units = units
        self._motions = motions
        self._settlement = settlement

    @reads
    async def motion(self, tx: Repositories, table: int, number: int) -> Vote:
        """How a motion stands. Refusals: motion_over, if nobody knows it any more."""
        return await motion_at(tx, table, number)

    @changes_table
    async def ask_undo(self, tx: Repositories, table: int, person: Person, *, key: str) -> Vote:
        """Proposes to go back to before the person's last step, with all that others did since; where nobody
        else sits there it is done at once.

        Refusals: no_table, over, not_seated, not_playing, paused, motion_open, and those of `check_ask_undo`.
        """
        standing = await self.units.standings.at(tx, table)
        if await tx.keys.get(key) is not None:
            return await tx.motions.newest_by(table, person.id)
        earlier = await self._before_step(tx, standing, person.id)
        motion = self._new(standing, VoteKind.UNDO, person, version=earlier.version)
        return await self._propose(tx, standing, replace(motion, agreed=(person.id,)), key)

    @reads
    async def check_ask_undo(self, tx: Repositories, table: int, user: int) -> None:
        """Refuses unless `ask_undo` may be proposed: no_table, not_seated, over, not_playing, paused,
        nothing_to_undo, undo_change, undo_since."""
        await self._before_step(tx, await self.units.standings.at(tx, table), user)

    async def may_ask_undo(self, table: int, user: int) -> bool:
        """Whether `check_ask_undo` refuses nothing."""
        try:
            await self.check_ask_undo(table, user)
        except Refusal:
            return False
        return True

    @changes_table
    async def kick(
        self, tx: Repositories, table: int, person: Person, user: int, *, moderator: bool, key: str
    ) -> Vote:
        """Removes a person who may not come back uninvited: at once in a lobby or by a moderator, in a game
        when all others have agreed.

        Refusals: no_table, over, not_host, kick_self, not_at_table, kick_alone, motion_open.
        """
        standing = await self.units.standings.at(tx, table)
        if await tx.keys.get(key) is not None:
            return await tx.motions.newest_by(table, person.id)
        standing.refuse_unless_active()
        if not moderator:
            standing.refuse_unless_host(person.id)
        if person.id == user:
            raise Refusal("kick_self")
        if not standing.is_seated(user):
            raise Refusal("not_at_table")
        name = standing.seat_of(user).name
        motion = self._new(standing, VoteKind.KICK, person, user, name)
        if moderator or standing.row.status is Status.LOBBY:
            return await self._propose(tx, standing, motion, key, at_once=True)
        if not others(standing, motion):
            raise Refusal("kick_alone")
        return await self._propose(tx, standing, replace(motion, agreed=(person.id,)), key)

    @changes_table
    async def invite(self, tx: Repositories, table: int, person: Person, guest: Person, *, key: str) -> Vote:
        """Offers a free seat to a person, or the host also that of a computer. In a game under way it is the
        seat that the guest had before, if that one is free.

        Refusals: no_table, over, not_seated, guest_seated, motion_open, full {seats}, seats_offered,
        no_free_seat.
        """
        standing = await self.units.standings.at(tx, table)
        if await tx.keys.get(key) is not None:
            return await tx.motions.newest_by(table, person.id)
        standing.refuse_unless_active()
        standing.seat_of(person.id)
        if standing.is_seated(guest.id):
            raise Refusal("guest_seated")
        promised = [one for one in await tx.motions.open(table) if one.kind is VoteKind.INVITE]
        motion = self._new(standing, VoteKind.INVITE, person, guest.id, guest.name)
        former = await tx.seats.former(table)
        seat = _offered_seat(standing, person.id, promised, guest.id, former)
        return await self._propose(tx, standing, replace(motion, seat=seat), key)

    @changes_table
    async def call_out(self, tx: Repositories, table: int, person: Person, *, key: str) -> Vote:
        """Offers the seats of those who left to the person who wants one first.

        Refusals: no_table, over, not_seated, not_started, no_free_seat, motion_open.
        """
        standing = await self.units.standings.at(tx, table)
        if await tx.keys.get(key) is not None:
            return await tx.motions.newest_by(table, person.id)
        standing.refuse_unless_active()
        standing.seat_of(person.id)
        if standing.row.status is Status.LOBBY:
            raise Refusal("not_started")
        if not absent_seats(standing):
            raise Refusal("no_free_seat")
        return await self._propose(tx, standing, self._new(standing, VoteKind.CALL, person), key)

    @changes_table
    async def answer(
        self, tx: Repositories, table: int, number: int, person: Person, *, yes: bool, key: str
    ) -> Vote:
        """What a person says to a motion, and how it stands then. The proposer, takes it back by
        saying no; where anybody may take a seat, the host does so as well.

        Refusals: no_table, motion_over, not_asked_you, not_your_call, seated, own_seat_open, removed.
        """
        standing = await self.units.standings.at(tx, table)
        motion = await motion_at(tx, table, number)
        if await tx.keys.get(key) is not None:
            return motion
        late = motion.until <= self.units.now()
        if motion.state is not VoteState.OPEN or late or not await self._motions.holds(tx, standing, motion):
            raise Refusal("motion_over")
        await _refuse_unless_asked(tx, standing, motion, person, yes=yes)
        if not yes:
            motion = replace(
                motion,
                state=VoteState.DECLINED,
                closer=_called(standing, motion, person),
                withdrawn=person.id == motion.by,
            )
        elif person.id not in motion.agreed:
            motion = replace(motion, agreed=(*motion.agreed, person.id))
        if yes and is_settled(standing, motion):
            motion = replace(motion, state=VoteState.CARRIED, closer=_called(standing, motion, person))
            await self._settlement.carry(tx, standing, motion, key, person)
        else:
            await self.units.writer.update(tx, standing, key)
        await self._motions.put(tx, standing.row, motion)
        return motion

    @changes_table
    async def close_late(self, tx: Repositories, table: int) -> None:
        """Closes the motions of a table whose time is over."""
        await tx.timers.drop(table, MOTIONS)
        for motion in await tx.motions.open(table):
            row = await tx.tables.get(table)
            assert row is not None, "motions go with their table"
            if motion.until <= self.units.now():
                await self._motions.put(tx, row, replace(motion, state=VoteState.EXPIRED))
        await self.units.timers.set_motions(tx, table)

    async def _before_step(self, tx: Repositories, standing: Standing, user: int) -> Snapshot:
        seat = Seat(standing.seat_of(user).seat)
        refuse_unless_playing(standing)
        return await before_agreed(tx, self.units.history, standing, seat)

    def _new(
        self,
        standing: Standing,
        kind: VoteKind,
        by: Person,
        person: int | None = None,
        name: str = "",
        version: int | None = None,
    ) -> Vote:
        return Vote(
            table=standing.row.id,
            kind=kind,
            by=by.id,
            by_name=by.name,
            person=person,
            name=name,
            version=version,
            until=self.units.now() + ANSWERED,
        )

    async def _propose(
        self, tx: Repositories, standing: Standing, motion: Vote, key: str, *, at_once: bool = False
    ) -> Vote:
        """Puts a motion to the others; carries it `at_once`, or where there is nobody to be asked."""
        if not at_once:
            _refuse_second(motion, await tx.motions.open(motion.table))
        motion = await tx.motions.add(motion)
        if at_once or is_settled(standing, motion):
            motion = replace(motion, state=VoteState.CARRIED)
            await self._settlement.carry(tx, standing, motion, key)
        else:
            await self.units.writer.update(tx, standing, key)
        await self._motions.put(tx, standing.row, motion)
        return motion


def _refuse_second(motion: Vote, open_ones: Iterable[Vote]) -> None:
    alike = (other for other in open_ones if other.kind is motion.kind)
    if any(motion.kind in _ONE_AT_A_TIME or other.person == motion.person for other in alike):
        raise Refusal("motion_open")


async def _refuse_unless_asked(
    tx: Repositories, standing: Standing, motion: Vote, person: Person, *, yes: bool
) -> None:
    """Refuses those whose answer does not count. Refusals: not_asked_you, not_your_call, seated,
    own_seat_open, removed."""
    if motion.kind is VoteKind.CALL:
        if not yes and person.id not in (motion.by, standing.row.host):
            raise Refusal("not_your_call")
        if not yes:
            return
        if standing.is_seated(person.id):
            raise Refusal("seated")
        own = open_to(standing, person.id)
        if own is not None and own.computer != ABSENT:
            raise Refusal("own_seat_open")
        await refuse_if_removed(tx, standing, person.id)
        return
    asked = still_asked(replace(motion, agreed=()), [seat.user for seat in standing.seats])
    if person.id not in asked and (yes or person.id != motion.by):
        raise Refusal("not_asked_you")


def _called(standing: Standing, motion: Vote, person: Person) -> str:
    """The name by which a table knows the person who answers: a server may call them otherwise, and erasure
    looks for the names of the table."""
    known = {motion.person: motion.name, motion.by: motion.by_name}
    known |= {seat.user: seat.name for seat in standing.seats}
    return known.get(person.id, person.name)


def _offered_seat(
    standing: Standing, by: int, promised: list[Vote], guest: int, former: Sequence[FormerSitter]
) -> int | None:
    """The seat for one more guest of this person; in a lobby whichever is free then (None). Who sat at the
    table before knows the hand they had there, so they are offered no other one if that is possible.

    Refusals: full {seats}, seats_offered, no_free_seat.
    """
    computers = [seat.seat for seat in standing.seats if seat.computer not in (None, ABSENT)]
    if standing.row.host != by:
        computers = []
    if standing.row.status is Status.LOBBY:
        room = free_seats(standing) + len(computers)
        if room <= 0:
            raise Refusal("full", seats=len(standing.seats))
        if room <= len(promised):
            raise Refusal("seats_offered")
        return None
    own = open_to(standing, guest)
    if own is not None:
        return own.seat
    held, taken = [*absent_seats(standing), *computers], [motion.seat for motion in promised]
    free = [seat for seat in held if seat not in taken]
    if not free:
        raise Refusal("seats_offered" if held else "no_free_seat")
    last = {gone.seat: gone.user for gone in former if gone.user is not None}
    return next((seat for seat in free if last.get(seat) == guest), free[0])
