"""Open votes: whom they ask, whether they hold, how they follow the game, and what carrying them does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.games.contract import Refusal, Seat
from bot.store.records import NoticeKind, SeatRow, TableRow
from bot.store.repositories import Repositories
from bot.tables import notifications
from bot.tables.audit import Act, note
from bot.tables.core import Core
from bot.tables.lobby import free_seats, joined, left, numbered
from bot.tables.model import ABSENT, Person, Status, Vote, VoteKind, VoteState
from bot.tables.move_runner import Played
from bot.tables.seats import absent, open_to, seated
from bot.tables.standing import Standing
from bot.tables.undo import before_agreed, write_undone
from bot.tables.writer import MoveWriter, TableWriter


class OpenVotes:
    """Writes motions down and lets the open ones follow the game."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def follow(self, tx: Repositories, played: Played) -> None:
        """Reaction to moves: lets the open questions of a game say what holds after them, or with others in
        the seats. Who agreed that fewer moves are undone has not agreed to more, and is asked anew.
        """
        was, moved = played.was, bool(played.run.made)
        sitters = [(seat.user, seat.computer) for seat in was.seats]
        reseated = sitters != [(seat.user, seat.computer) for seat in was.stored]
        for motion in await tx.motions.open(was.row.id):
            standing = await self._core.standings.at(tx, was.row.id)
            if motion.kind is VoteKind.INVITE or not await self.holds(tx, standing, motion):
                continue
            before = still_asked(motion, [seat.user for seat in was.stored])
            more, anew = moved and motion.kind is VoteKind.UNDO, motion
            if more:
                anew = replace(motion, agreed=(motion.by,))
                await tx.motions.put(anew)
            asked = still_asked(anew, [seat.user for seat in standing.seats])
            called = [seat.seat for seat in standing.seats if seat.user in asked and seat.user not in before]
            if called:
                seat = called[0] if len(called) == 1 else None
                await notifications.write_vote(tx, standing.row, motion.id, kind=NoticeKind.ASKED, seat=seat)
            elif more or reseated:
                await notifications.write_vote(tx, standing.row, motion.id)

    async def holds(self, tx: Repositories, standing: Standing, motion: Vote) -> bool:
        """Whether what a motion speaks of can still be done."""
        if not standing.row.status.active:
            return False
        match motion.kind:
            case VoteKind.UNDO:
                return await self._still_before(tx, standing, motion)
            case VoteKind.KICK:
                both = all(standing.is_seated(user) for user in (motion.by, motion.person or 0))
                return both and (len(motion.agreed) > 1 or bool(others(standing, motion)))
            case VoteKind.INVITE:
                return _is_welcome(standing, motion)
            case VoteKind.CALL:
                return bool(absent_seats(standing))

    async def _still_before(self, tx: Repositories, standing: Standing, motion: Vote) -> bool:
        """Whether going back by agreement would still lead to the version that a motion names."""
        try:
            seat = Seat(standing.seat_of(motion.by).seat)
            return (await before_agreed(tx, self._core.history, standing, seat)).version == motion.version
        except Refusal:
            return False

    async def put(self, tx: Repositories, row: TableRow, motion: Vote) -> None:
        """Writes a motion down, lets the channel know, and sees to its time."""
        await tx.motions.put(motion)
        await notifications.write_vote(tx, row, motion.id)
        await self._core.timers.set_motions(tx, row.id)


def still_asked(motion: Vote, users: Iterable[int | None]) -> tuple[int, ...]:
    """Whose answer to an open motion is missing, of those who sit at its table; nobody in particular is asked
    where anybody may take a seat."""
    match motion.kind:
        case VoteKind.INVITE:
            return () if motion.person is None else (motion.person,)
        case VoteKind.CALL:
            return ()
        case VoteKind.UNDO | VoteKind.KICK:
            done = (None, motion.person, *motion.agreed)
            return tuple([user for user in users if user is not None and user not in done])


async def motion_at(tx: Repositories, table: int, number: int) -> Vote:
    """The motion with this number at a table. Refusals: motion_over."""
    motion = await tx.motions.get(number)
    if motion is None or motion.table != table:
        raise Refusal("motion_over")
    return motion


def others(standing: Standing, motion: Vote) -> list[int]:
    """The people at a table besides the person who is to be removed and the person who wants it."""
    users = (seat.user for seat in standing.seats)
    return [user for user in users if user is not None and user not in (motion.by, motion.person)]


def is_settled(standing: Standing, motion: Vote) -> bool:
    """Whether nobody's yes is missing; the moves of a game that rests are not taken back meanwhile."""
    if motion.kind in (VoteKind.INVITE, VoteKind.CALL):
        return bool(motion.agreed)
    rests = motion.kind is VoteKind.UNDO and standing.row.paused
    return not rests and not still_asked(motion, [seat.user for seat in standing.seats])


def absent_seats(standing: Standing) -> list[int]:
    """The seats whose person left, and for which nobody thinks."""
    playing = standing.row.status is Status.PLAYING
    return [seat.seat for seat in standing.seats if playing and seat.computer == ABSENT]


def _is_welcome(standing: Standing, motion: Vote) -> bool:
    """Whether the seat of an invitation is still free for its guest."""
    if not standing.is_seated(motion.by) or standing.is_seated(motion.person or 0):
        return False
    host = standing.row.host == motion.by
    if standing.row.status is Status.LOBBY:
        return free_seats(standing) > 0 or (host and any(seat.user is None for seat in standing.seats))
    held = [seat for seat in standing.seats if seat.seat == motion.seat and seat.user is None]
    return any(host or seat.computer == ABSENT or seat.away == motion.person for seat in held)


class Settlement:
    """Carries motions, and drops those that speak of what can't be done any more."""

    def __init__(self, core: Core, writer: TableWriter, moves: MoveWriter, motions: OpenVotes) -> None:
        self._core = core
        self._writer = writer
        self._moves = moves
        self._motions = motions

    async def settle(self, tx: Repositories, table: int) -> None:
        """Reaction to a change of a table: motions that have lost their meaning are dropped; one is carried
        if the person who was still asked has left, or a pause is over."""
        for number in [motion.id for motion in await tx.motions.open(table)]:
            standing, motion = await self._core.standings.at(tx, table), await motion_at(tx, table, number)
            if not await self._motions.holds(tx, standing, motion):
                await self._motions.put(tx, standing.row, replace(motion, state=VoteState.DROPPED))
            elif is_settled(standing, motion):
                await self.carry(tx, standing, motion, None)
                await self._motions.put(tx, standing.row, replace(motion, state=VoteState.CARRIED))

    async def carry(
        self,
        tx: Repositories,
        standing: Standing,
        motion: Vote,
        key: str | None,
        person: Person | None = None,
    ) -> None:
        """Does what was agreed; a seat goes to this person."""
        match motion.kind:
            case VoteKind.UNDO:
                seat = Seat(standing.seat_of(motion.by).seat)
                run = await self._moves.run(tx, standing)
                run.take_back(seat, await before_agreed(tx, self._core.history, standing, seat), agreed=True)
                await write_undone(tx, self._moves, standing, run, key)
            case VoteKind.KICK:
                assert motion.person is not None
                row = standing.row
                await note(tx, Act.KICKED, self._core.now(), guild=row.guild, actor=motion.by, table=row.id)
                if standing.row.status is Status.LOBBY:
                    await self._writer.write_lobby(tx, left(standing, motion.person), key)
                else:
                    await self._moves.reseat(tx, absent(standing, motion.person, removed=True), key)
            case VoteKind.INVITE | VoteKind.CALL:
                assert person is not None, "somebody takes the seat"
                await tx.people.remember(person.id, person.name, person.locale)
                if standing.row.status is Status.LOBBY:
                    await self._writer.write_lobby(tx, joined(_with_room(standing), person), key)
                else:
                    sitter = SeatRow(_seat_for(standing, motion, person), person.id, person.name)
                    await self._moves.reseat(tx, seated(standing, sitter), key)


def _seat_for(standing: Standing, motion: Vote, person: Person) -> int:
    """The seat that a person takes by a motion: their own if they may come back to one."""
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
