"""Motions: what somebody proposes at a table, who has to agree, until when, and what becomes of it.

A motion is settled in the transaction of the last answer. It is dropped as soon as what it speaks of can't be
done any more, and when its time is over. What kinds there are, `MotionKind` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.games.contract import Refusal, Seat
from bot.store.records import FormerSitter, SeatRow, TableRow, Timer
from bot.store.repositories import Repositories
from bot.tables import notifications
from bot.tables.audit import Act, note
from bot.tables.core import MOTIONS, Standing, changes_table, reads
from bot.tables.lobby import free_seats, joined, left, numbered, refuse_if_removed
from bot.tables.model import ABSENT, Motion, MotionKind, MotionState, Person, Status
from bot.tables.play import absent, open_to, refuse_unless_playing, seated
from bot.tables.policy import ANSWERED
from bot.tables.undo import UndoRoom

_ONE_AT_A_TIME = (MotionKind.UNDO, MotionKind.KICK, MotionKind.CALL)
"""Of each of these kinds one motion at a table is open; of invitations one for each person."""


def still_asked(motion: Motion, users: Iterable[int | None]) -> tuple[int, ...]:
    """Whose answer to an open motion is missing, of those who sit at its table; nobody in particular is asked
    where anybody may take a seat."""
    match motion.kind:
        case MotionKind.INVITE:
            return () if motion.person is None else (motion.person,)
        case MotionKind.CALL:
            return ()
        case MotionKind.UNDO | MotionKind.KICK:
            done = (None, motion.person, *motion.agreed)
            return tuple([user for user in users if user is not None and user not in done])


class VoteRoom(UndoRoom):
    """The part of the table service that lets people agree."""

    @reads
    async def motion(self, tx: Repositories, table: int, number: int) -> Motion:
        """How a motion stands. Refusals: motion_over, if nobody knows it any more."""
        return await _known(tx, table, number)

    @changes_table
    async def ask_undo(self, tx: Repositories, table: int, person: Person, *, key: str) -> Motion:
        """Proposes to go back to before the person's last step, with all that others did since; where nobody
        else sits there it is done at once.

        Refusals: no_table, over, not_seated, not_playing, paused, motion_open, and those of `check_ask_undo`.
        """
        standing = await self._standing(tx, table)
        if await tx.keys.get(key) is not None:
            return await tx.motions.newest_by(table, person.id)
        seat = Seat(standing.seat_of(person.id).seat)
        refuse_unless_playing(standing)
        earlier = await self._before_agreed(tx, standing, seat)
        motion = self._new(standing, MotionKind.UNDO, person, version=earlier.version)
        return await self._propose(tx, standing, replace(motion, agreed=(person.id,)), key)

    @reads
    async def check_ask_undo(self, tx: Repositories, table: int, user: int) -> None:
        """Refuses unless `ask_undo` may be proposed: no_table, not_seated, over, not_playing, paused,
        nothing_to_undo, undo_change, undo_since."""
        standing = await self._standing(tx, table)
        seat = Seat(standing.seat_of(user).seat)
        refuse_unless_playing(standing)
        await self._before_agreed(tx, standing, seat)

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
    ) -> Motion:
        """Removes somebody who may not come back uninvited: at once in a lobby or by a moderator, in a game
        when all others have agreed.

        Refusals: no_table, over, not_host, kick_self, not_at_table, kick_alone, motion_open.
        """
        standing = await self._standing(tx, table)
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
        motion = self._new(standing, MotionKind.KICK, person, user, name)
        if moderator or standing.row.status is Status.LOBBY:
            return await self._propose(tx, standing, motion, key, at_once=True)
        if not _others(standing, motion):
            raise Refusal("kick_alone")
        return await self._propose(tx, standing, replace(motion, agreed=(person.id,)), key)

    @changes_table
    async def invite(
        self, tx: Repositories, table: int, person: Person, guest: Person, *, key: str
    ) -> Motion:
        """Offers a free seat to somebody, or the host also that of a computer. In a game under way it is the
        seat that the guest had before, if that one is free.

        Refusals: no_table, over, not_seated, guest_seated, motion_open, full {seats}, seats_offered,
        no_free_seat.
        """
        standing = await self._standing(tx, table)
        if await tx.keys.get(key) is not None:
            return await tx.motions.newest_by(table, person.id)
        standing.refuse_unless_active()
        standing.seat_of(person.id)
        if standing.is_seated(guest.id):
            raise Refusal("guest_seated")
        promised = [one for one in await tx.motions.open(table) if one.kind is MotionKind.INVITE]
        motion = self._new(standing, MotionKind.INVITE, person, guest.id, guest.name)
        former = await tx.seats.former(table)
        seat = _offered_seat(standing, person.id, promised, guest.id, former)
        return await self._propose(tx, standing, replace(motion, seat=seat), key)

    @changes_table
    async def call_out(self, tx: Repositories, table: int, person: Person, *, key: str) -> Motion:
        """Offers the seats of those who left to whoever wants one first.

        Refusals: no_table, over, not_seated, not_started, no_free_seat, motion_open.
        """
        standing = await self._standing(tx, table)
        if await tx.keys.get(key) is not None:
            return await tx.motions.newest_by(table, person.id)
        standing.refuse_unless_active()
        standing.seat_of(person.id)
        if standing.row.status is Status.LOBBY:
            raise Refusal("not_started")
        if not _absent(standing):
            raise Refusal("no_free_seat")
        return await self._propose(tx, standing, self._new(standing, MotionKind.CALL, person), key)

    @changes_table
    async def answer(
        self, tx: Repositories, table: int, number: int, person: Person, *, yes: bool, key: str
    ) -> Motion:
        """What somebody says to a motion, and how it stands then. Whoever has proposed it, takes it back by
        saying no; where anybody may take a seat, the host does so as well.

        Refusals: no_table, motion_over, not_asked_you, not_your_call, seated, own_seat_open, removed.
        """
        standing = await self._standing(tx, table)
        motion = await _known(tx, table, number)
        if await tx.keys.get(key) is not None:
            return motion
        late = motion.until <= self._now()
        if motion.state is not MotionState.OPEN or late or not await self._holds(tx, standing, motion):
            raise Refusal("motion_over")
        await _refuse_unless_asked(tx, standing, motion, person, yes=yes)
        if not yes:
            motion = replace(
                motion,
                state=MotionState.DECLINED,
                closer=_called(standing, motion, person),
                withdrawn=person.id == motion.by,
            )
        elif person.id not in motion.agreed:
            motion = replace(motion, agreed=(*motion.agreed, person.id))
        if yes and _is_settled(standing, motion):
            motion = replace(motion, state=MotionState.CARRIED, closer=_called(standing, motion, person))
            await self._carry(tx, standing, motion, key, person)
        else:
            await self._write(tx, standing, notifications.none(standing.seats), key)
        await self._put(tx, standing.row, motion)
        return motion

    @changes_table
    async def close_late(self, tx: Repositories, table: int) -> None:
        """Closes the motions of a table whose time is over."""
        await tx.timers.drop(table, MOTIONS)
        for motion in await tx.motions.open(table):
            row = await tx.tables.get(table)
            assert row is not None, "motions go with their table"
            if motion.until <= self._now():
                await self._put(tx, row, replace(motion, state=MotionState.EXPIRED))
        await self._set_alarm(tx, table)

    # How it goes on --------------------------------------------------------------------------------

    async def _follow_up(self, tx: Repositories, table: int) -> None:
        """Motions that have lost their meaning are dropped; one is carried if whoever was still asked has
        left, or a pause is over."""
        for number in [motion.id for motion in await tx.motions.open(table)]:
            standing, motion = await self._standing(tx, table), await _known(tx, table, number)
            if not await self._holds(tx, standing, motion):
                await self._put(tx, standing.row, replace(motion, state=MotionState.DROPPED))
            elif _is_settled(standing, motion):
                await self._carry(tx, standing, motion, None)
                await self._put(tx, standing.row, replace(motion, state=MotionState.CARRIED))

    async def _keep_up(self, tx: Repositories, was: Standing, *, moved: bool) -> None:
        """Lets the open questions of a game say what holds after moves, or with others in the seats. Whoever
        agreed that fewer moves are taken back has not agreed to more, and is asked anew."""
        others = [(seat.user, seat.computer) for seat in was.seats]
        reseated = others != [(seat.user, seat.computer) for seat in was.stored]
        for motion in await tx.motions.open(was.row.id):
            standing = await self._standing(tx, was.row.id)
            if motion.kind is MotionKind.INVITE or not await self._holds(tx, standing, motion):
                continue
            before = still_asked(motion, [seat.user for seat in was.stored])
            more, anew = moved and motion.kind is MotionKind.UNDO, motion
            if more:
                anew = replace(motion, agreed=(motion.by,))
                await tx.motions.put(anew)
            asked = still_asked(anew, [seat.user for seat in standing.seats])
            called = [seat.seat for seat in standing.seats if seat.user in asked and seat.user not in before]
            if called:
                seat = called[0] if len(called) == 1 else None
                await notifications.write(
                    tx, standing.row, notifications.of_question(standing.row, motion.id, seat)
                )
            elif more or reseated:
                await notifications.write(tx, standing.row, notifications.of_motion(standing.row, motion.id))

    def _new(
        self,
        standing: Standing,
        kind: MotionKind,
        by: Person,
        person: int | None = None,
        name: str = "",
        version: int | None = None,
    ) -> Motion:
        return Motion(
            table=standing.row.id,
            kind=kind,
            by=by.id,
            by_name=by.name,
            person=person,
            name=name,
            version=version,
            until=self._now() + ANSWERED,
        )

    async def _propose(
        self, tx: Repositories, standing: Standing, motion: Motion, key: str, *, at_once: bool = False
    ) -> Motion:
        """Puts a motion to the others; carries it `at_once`, or where there is nobody to be asked."""
        if not at_once:
            _refuse_second(motion, await tx.motions.open(motion.table))
        motion = await tx.motions.add(motion)
        if at_once or _is_settled(standing, motion):
            motion = replace(motion, state=MotionState.CARRIED)
            await self._carry(tx, standing, motion, key)
        else:
            await self._write(tx, standing, notifications.none(standing.seats), key)
        await self._put(tx, standing.row, motion)
        return motion

    async def _holds(self, tx: Repositories, standing: Standing, motion: Motion) -> bool:
        """Whether what a motion speaks of can still be done."""
        if not standing.row.status.active:
            return False
        match motion.kind:
            case MotionKind.UNDO:
                return await self._still_before(tx, standing, motion)
            case MotionKind.KICK:
                both = all(standing.is_seated(user) for user in (motion.by, motion.person or 0))
                return both and (len(motion.agreed) > 1 or bool(_others(standing, motion)))
            case MotionKind.INVITE:
                return _is_welcome(standing, motion)
            case MotionKind.CALL:
                return bool(_absent(standing))

    async def _still_before(self, tx: Repositories, standing: Standing, motion: Motion) -> bool:
        """Whether going back by agreement would still lead to the version that a motion names."""
        try:
            seat = Seat(standing.seat_of(motion.by).seat)
            return (await self._before_agreed(tx, standing, seat)).version == motion.version
        except Refusal:
            return False

    async def _carry(
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
                run = await self._run(tx, standing)
                run.take_back(seat, await self._before_agreed(tx, standing, seat), agreed=True)
                await self._write_undone(tx, standing, run, key)
            case MotionKind.KICK:
                assert motion.person is not None
                row = standing.row
                await note(tx, Act.KICKED, self._now(), guild=row.guild, actor=motion.by, table=row.id)
                if standing.row.status is Status.LOBBY:
                    await self._write_lobby(tx, left(standing, motion.person), key)
                else:
                    await self._reseat(tx, absent(standing, motion.person, removed=True), key)
            case MotionKind.INVITE | MotionKind.CALL:
                assert person is not None, "somebody takes the seat"
                await tx.people.remember(person.id, person.name, person.locale)
                if standing.row.status is Status.LOBBY:
                    await self._write_lobby(tx, joined(_with_room(standing), person), key)
                else:
                    sitter = SeatRow(_seat_for(standing, motion, person), person.id, person.name)
                    await self._reseat(tx, seated(standing, sitter), key)

    async def _put(self, tx: Repositories, row: TableRow, motion: Motion) -> None:
        """Writes a motion down, lets the channel know, and sees to its time."""
        await tx.motions.put(motion)
        await notifications.write(tx, row, notifications.of_motion(row, motion.id))
        await self._set_alarm(tx, row.id)

    async def _set_alarm(self, tx: Repositories, table: int) -> None:
        due = min((motion.until for motion in await tx.motions.open(table)), default=None)
        if due is None:
            await tx.timers.drop(table, MOTIONS)
        else:
            await tx.timers.put(Timer(table, MOTIONS, due))
            self._timed = True


async def _known(tx: Repositories, table: int, number: int) -> Motion:
    motion = await tx.motions.get(number)
    if motion is None or motion.table != table:
        raise Refusal("motion_over")
    return motion


def _refuse_second(motion: Motion, others: Iterable[Motion]) -> None:
    alike = (other for other in others if other.kind is motion.kind)
    if any(motion.kind in _ONE_AT_A_TIME or other.person == motion.person for other in alike):
        raise Refusal("motion_open")


def _others(standing: Standing, motion: Motion) -> list[int]:
    """The people at a table besides whoever is to be removed and whoever wants it."""
    users = (seat.user for seat in standing.seats)
    return [user for user in users if user is not None and user not in (motion.by, motion.person)]


async def _refuse_unless_asked(
    tx: Repositories, standing: Standing, motion: Motion, person: Person, *, yes: bool
) -> None:
    """Refuses those whose answer does not count. Refusals: not_asked_you, not_your_call, seated,
    own_seat_open, removed."""
    if motion.kind is MotionKind.CALL:
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


def _called(standing: Standing, motion: Motion, person: Person) -> str:
    """The name by which a table knows whoever answers a motion there: a server may call them otherwise, and
    whoever is forgotten is looked for by the names of the table."""
    known = {motion.person: motion.name, motion.by: motion.by_name}
    known |= {seat.user: seat.name for seat in standing.seats}
    return known.get(person.id, person.name)


def _is_settled(standing: Standing, motion: Motion) -> bool:
    """Whether nobody's yes is missing; the moves of a game that rests are not taken back meanwhile."""
    if motion.kind in (MotionKind.INVITE, MotionKind.CALL):
        return bool(motion.agreed)
    rests = motion.kind is MotionKind.UNDO and standing.row.paused
    return not rests and not still_asked(motion, [seat.user for seat in standing.seats])


def _absent(standing: Standing) -> list[int]:
    """The seats whose person left, and for which nobody thinks."""
    playing = standing.row.status is Status.PLAYING
    return [seat.seat for seat in standing.seats if playing and seat.computer == ABSENT]


def _offered_seat(
    standing: Standing, by: int, promised: list[Motion], guest: int, former: Sequence[FormerSitter]
) -> int | None:
    """The seat for one more guest of this person; in a lobby whichever is free then (None). Whoever sat at
    the table before knows the hand they had there, so they are offered no other one if that is possible.

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
    held, taken = [*_absent(standing), *computers], [motion.seat for motion in promised]
    free = [seat for seat in held if seat not in taken]
    if not free:
        raise Refusal("seats_offered" if held else "no_free_seat")
    last = {gone.seat: gone.user for gone in former if gone.user is not None}
    return next((seat for seat in free if last.get(seat) == guest), free[0])


def _seat_for(standing: Standing, motion: Motion, person: Person) -> int:
    """The seat that somebody takes by a motion: their own if they may come back to one."""
    own = open_to(standing, person.id)
    if own is not None:
        return own.seat
    return _absent(standing)[0] if motion.seat is None else motion.seat


def _is_welcome(standing: Standing, motion: Motion) -> bool:
    """Whether the seat of an invitation is still free for its guest."""
    if not standing.is_seated(motion.by) or standing.is_seated(motion.person or 0):
        return False
    host = standing.row.host == motion.by
    if standing.row.status is Status.LOBBY:
        return free_seats(standing) > 0 or (host and any(seat.user is None for seat in standing.seats))
    held = [seat for seat in standing.seats if seat.seat == motion.seat and seat.user is None]
    return any(host or seat.computer == ABSENT or seat.away == motion.person for seat in held)


def _with_room(lobby: Standing) -> Standing:
    """The lobby with a free seat: that of its newest computer, if it has no other."""
    if free_seats(lobby) > 0:
        return lobby
    newest = max(seat.seat for seat in lobby.seats if seat.user is None)
    return replace(lobby, seats=numbered(seat for seat in lobby.seats if seat.seat != newest))
