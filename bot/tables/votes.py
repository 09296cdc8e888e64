"""Votes: proposal, consent and outcome. A vote is settled in the transaction of the last answer, and dropped
once it has lost its meaning or its time is over."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.games.contract import Refusal, Seat
from bot.store.records import FormerSitter, NoticeKind, SeatRow, TableRow
from bot.store.repositories import Repositories
from bot.tables import notifications
from bot.tables.commitment import refuse_if_shared
from bot.tables.history import History
from bot.tables.lobby import absent, free_seats, joined, left, numbered, open_to, refuse_if_removed, seated
from bot.tables.model import (
    ABSENT,
    Person,
    Standing,
    Status,
    Vote,
    VoteKind,
    VoteState,
    refuse_unless_playing,
)
from bot.tables.move_runner import Played, Snapshot
from bot.tables.plans import without_steps
from bot.tables.play import before_agreed
from bot.tables.policy import ANSWERED
from bot.tables.timers import VOTES
from bot.tables.units import Act, Units, changes_table, note, reads

_ONE_AT_A_TIME = (VoteKind.UNDO, VoteKind.KICK, VoteKind.CALL)
"""Of each of these kinds one vote at a table is open; of invitations one for each person."""


@dataclass(eq=False)
class Votes:
    """Lets people propose something and agree on it."""

    units: Units

    @reads
    async def get(self, tx: Repositories, table: int, number: int) -> Vote:
        """How a vote stands. Refusals: motion_over, if nobody knows it any more."""
        return await vote_at(tx, table, number)

    @changes_table
    async def ask_undo(self, tx: Repositories, table: int, person: Person, *, key: str) -> Vote:
        """Proposes to go back to before the person's last step, with all that others did since; where nobody
        else sits there it is done at once. Refusals: no_table, over, not_seated, not_playing, paused,
        motion_open, and those of `check_ask_undo`."""
        standing = await self.units.standings.at(tx, table)
        if await tx.keys.get(key) is not None:
            return await tx.votes.newest_by(table, person.id)
        earlier = await self._before_step(tx, standing, person.id)
        vote = self._new(standing, VoteKind.UNDO, person)
        vote = replace(vote, version=earlier.version, agreed=(person.id,))
        return await self._propose(tx, standing, vote, key)

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
        """Removes a person: at once in a lobby or by a moderator, else when all others agree. Refusals:
        no_table, over, not_host, kick_self, not_at_table, kick_alone, motion_open."""
        standing = await self.units.standings.at(tx, table)
        if await tx.keys.get(key) is not None:
            return await tx.votes.newest_by(table, person.id)
        standing.refuse_unless_active()
        if not moderator:
            standing.refuse_unless_host(person.id)
        if person.id == user:
            raise Refusal("kick_self")
        if not standing.is_seated(user):
            raise Refusal("not_at_table")
        name = standing.seat_of(user).name
        vote = replace(self._new(standing, VoteKind.KICK, person), person=user, name=name)
        if moderator or standing.row.status is Status.LOBBY:
            return await self._propose(tx, standing, vote, key, at_once=True)
        if not others(standing, vote):
            raise Refusal("kick_alone")
        return await self._propose(tx, standing, replace(vote, agreed=(person.id,)), key)

    @changes_table
    async def invite(self, tx: Repositories, table: int, person: Person, guest: Person, *, key: str) -> Vote:
        """Offers a free seat to a person, or as host that of a computer. Refusals: no_table, over,
        not_seated, challenge_alone, duplicate_alone, guest_seated, motion_open, full {seats}, seats_offered,
        no_free_seat."""
        standing = await self.units.standings.at(tx, table)
        if await tx.keys.get(key) is not None:
            return await tx.votes.newest_by(table, person.id)
        standing.refuse_unless_active()
        standing.seat_of(person.id)
        refuse_if_shared(standing.row)
        if standing.is_seated(guest.id):
            raise Refusal("guest_seated")
        promised = [one for one in await tx.votes.open(table) if one.kind is VoteKind.INVITE]
        seat = _offered_seat(standing, person.id, promised, guest.id, await tx.seats.former(table))
        vote = self._new(standing, VoteKind.INVITE, person)
        vote = replace(vote, person=guest.id, name=guest.name, seat=seat)
        return await self._propose(tx, standing, vote, key)

    @changes_table
    async def call_out(self, tx: Repositories, table: int, person: Person, *, key: str) -> Vote:
        """Offers the seats of those who left to the person who wants one first. Refusals: no_table, over,
        not_seated, not_started, no_free_seat, motion_open."""
        standing = await self.units.standings.at(tx, table)
        if await tx.keys.get(key) is not None:
            return await tx.votes.newest_by(table, person.id)
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
        """A vote after a person's answer; the proposer, or the host of a call, withdraws it by a no.
        Refusals: no_table, motion_over, not_asked_you, not_your_call, seated, own_seat_open,
        duplicate_alone, removed."""
        standing = await self.units.standings.at(tx, table)
        vote = await vote_at(tx, table, number)
        if await tx.keys.get(key) is not None:
            return vote
        is_open = vote.state is VoteState.OPEN and vote.until > self.units.now()
        if not is_open or not await _holds(self.units.history, tx, standing, vote):
            raise Refusal("motion_over")
        await _refuse_unless_asked(tx, standing, vote, person, yes=yes)
        if not yes:
            vote = replace(
                vote,
                state=VoteState.DECLINED,
                closer=_called(standing, vote, person),
                withdrawn=person.id == vote.by,
            )
        elif person.id not in vote.agreed:
            vote = replace(vote, agreed=(*vote.agreed, person.id))
        if yes and is_settled(standing, vote):
            vote = replace(vote, state=VoteState.CARRIED, closer=_called(standing, vote, person))
            await _carry(self.units, tx, standing, vote, key, person)
        else:
            await self.units.update(tx, standing, key)
        await put_vote(self.units, tx, standing.row, vote)
        return vote

    @changes_table
    async def close_late(self, tx: Repositories, table: int) -> None:
        """Closes the votes of a table whose time is over."""
        await tx.timers.drop(table, VOTES)
        for vote in await tx.votes.open(table):
            row = await tx.tables.get(table)
            assert row is not None, "votes go with their table"
            if vote.until <= self.units.now():
                await put_vote(self.units, tx, row, replace(vote, state=VoteState.EXPIRED))
        await self.units.timers.set_votes(tx, table)

    async def _before_step(self, tx: Repositories, standing: Standing, user: int) -> Snapshot:
        seat = Seat(standing.seat_of(user).seat)
        refuse_unless_playing(standing)
        return await before_agreed(tx, self.units.history, standing, seat)

    def _new(self, standing: Standing, kind: VoteKind, by: Person) -> Vote:
        until = self.units.now() + ANSWERED
        return Vote(table=standing.row.id, kind=kind, by=by.id, by_name=by.name, until=until)

    async def _propose(
        self, tx: Repositories, standing: Standing, vote: Vote, key: str, *, at_once: bool = False
    ) -> Vote:
        """Puts a vote to the others; carries it `at_once`, or where there is nobody to be asked."""
        alike = [one for one in await tx.votes.open(vote.table) if one.kind is vote.kind]
        second = any(vote.kind in _ONE_AT_A_TIME or one.person == vote.person for one in alike)
        if second and not at_once:
            raise Refusal("motion_open")
        vote = await tx.votes.add(vote)
        if at_once or is_settled(standing, vote):
            vote = replace(vote, state=VoteState.CARRIED)
            await _carry(self.units, tx, standing, vote, key)
        else:
            await self.units.update(tx, standing, key)
        await put_vote(self.units, tx, standing.row, vote)
        return vote


async def _refuse_unless_asked(
    tx: Repositories, standing: Standing, vote: Vote, person: Person, *, yes: bool
) -> None:
    """Refusals: not_asked_you, not_your_call, seated, own_seat_open, duplicate_alone, removed."""
    if vote.kind is VoteKind.CALL:
        if not yes and person.id not in (vote.by, standing.row.host):
            raise Refusal("not_your_call")
        if not yes:
            return
        if standing.is_seated(person.id):
            raise Refusal("seated")
        own = open_to(standing, person.id)
        if own is not None and own.computer != ABSENT:
            raise Refusal("own_seat_open")
        if own is None:
            refuse_if_shared(standing.row)
        await refuse_if_removed(tx, standing, person.id)
        return
    asked = still_asked(replace(vote, agreed=()), [seat.user for seat in standing.seats])
    if person.id not in asked and (yes or person.id != vote.by):
        raise Refusal("not_asked_you")


def _called(standing: Standing, vote: Vote, person: Person) -> str:
    """The name by which a table knows who answers: erasure looks for the names of the table."""
    known = {vote.person: vote.name, vote.by: vote.by_name}
    known |= {seat.user: seat.name for seat in standing.seats}
    return known.get(person.id, person.name)


def _offered_seat(
    standing: Standing, by: int, promised: list[Vote], guest: int, former: Sequence[FormerSitter]
) -> int | None:
    """The seat for one more guest (None in a lobby), their own former one if possible: they know its hand.
    Refusals: full {seats}, seats_offered, no_free_seat."""
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
    held, taken = [*absent_seats(standing), *computers], [vote.seat for vote in promised]
    free = [seat for seat in held if seat not in taken]
    if not free:
        raise Refusal("seats_offered" if held else "no_free_seat")
    last = {gone.seat: gone.user for gone in former if gone.user is not None}
    return next((seat for seat in free if last.get(seat) == guest), free[0])


async def follow_votes(history: History, tx: Repositories, played: Played) -> None:
    """Reaction to moves: lets the open questions of a game say what holds after them, or with others in the
    seats. Who agreed that fewer moves are undone has not agreed to more, and is asked anew."""
    was, moved = played.was, bool(played.run.made)
    sitters = [(seat.user, seat.computer) for seat in was.seats]
    reseated = sitters != [(seat.user, seat.computer) for seat in was.stored]
    standing = Standing(played.row, played.seats, stored=played.seats)
    for vote in await tx.votes.open(was.row.id):
        if vote.kind is VoteKind.INVITE or not await _holds(history, tx, standing, vote):
            continue
        before = still_asked(vote, [seat.user for seat in was.stored])
        more, anew = moved and vote.kind is VoteKind.UNDO, vote
        if more:
            anew = replace(vote, agreed=(vote.by,))
            await tx.votes.put(anew)
        asked = still_asked(anew, [seat.user for seat in standing.seats])
        called = [seat.seat for seat in standing.seats if seat.user in asked and seat.user not in before]
        if called:
            seat = called[0] if len(called) == 1 else None
            await notifications.write_vote(tx, standing.row, vote.id, kind=NoticeKind.ASKED, seat=seat)
        elif more or reseated:
            await notifications.write_vote(tx, standing.row, vote.id)


async def _holds(history: History, tx: Repositories, standing: Standing, vote: Vote) -> bool:
    """Whether what a vote speaks of can still be done."""
    if not standing.row.status.active:
        return False
    match vote.kind:
        case VoteKind.UNDO:
            try:
                seat = Seat(standing.seat_of(vote.by).seat)
                return (await before_agreed(tx, history, standing, seat)).version == vote.version
            except Refusal:
                return False
        case VoteKind.KICK:
            both = all(standing.is_seated(user) for user in (vote.by, vote.person or 0))
            return both and (len(vote.agreed) > 1 or bool(others(standing, vote)))
        case VoteKind.INVITE:
            return _is_welcome(standing, vote)
        case VoteKind.CALL:
            return bool(absent_seats(standing))


async def put_vote(units: Units, tx: Repositories, row: TableRow, vote: Vote) -> None:
    """Writes a vote down, lets the channel know, and sees to its time."""
    await tx.votes.put(vote)
    await notifications.write_vote(tx, row, vote.id)
    await units.timers.set_votes(tx, row.id)


def still_asked(vote: Vote, users: Iterable[int | None]) -> tuple[int, ...]:
    """Whose answer to an open vote is missing, of those who sit at its table; nobody in particular is asked
    where anybody may take a seat."""
    match vote.kind:
        case VoteKind.INVITE:
            return () if vote.person is None else (vote.person,)
        case VoteKind.CALL:
            return ()
        case VoteKind.UNDO | VoteKind.KICK:
            done = (None, vote.person, *vote.agreed)
            return tuple([user for user in users if user is not None and user not in done])


async def vote_at(tx: Repositories, table: int, number: int) -> Vote:
    """The vote with this number at a table. Refusals: motion_over."""
    vote = await tx.votes.get(number)
    if vote is None or vote.table != table:
        raise Refusal("motion_over")
    return vote


def others(standing: Standing, vote: Vote) -> list[int]:
    """The people at a table besides the person who is to be removed and the person who wants it."""
    users = (seat.user for seat in standing.seats)
    return [user for user in users if user is not None and user not in (vote.by, vote.person)]


def is_settled(standing: Standing, vote: Vote) -> bool:
    """Whether nobody's yes is missing; the moves of a game that rests are not taken back meanwhile."""
    if vote.kind in (VoteKind.INVITE, VoteKind.CALL):
        return bool(vote.agreed)
    rests = vote.kind is VoteKind.UNDO and standing.row.paused
    return not rests and not still_asked(vote, [seat.user for seat in standing.seats])


def absent_seats(standing: Standing) -> list[int]:
    """The seats whose person left, and for which nobody thinks."""
    playing = standing.row.status is Status.PLAYING
    return [seat.seat for seat in standing.seats if playing and seat.computer == ABSENT]


def _is_welcome(standing: Standing, vote: Vote) -> bool:
    """Whether the seat of an invitation is still free for its guest."""
    if not standing.is_seated(vote.by) or standing.is_seated(vote.person or 0):
        return False
    host = standing.row.host == vote.by
    if standing.row.status is Status.LOBBY:
        return free_seats(standing) > 0 or (host and any(seat.user is None for seat in standing.seats))
    held = [seat for seat in standing.seats if seat.seat == vote.seat and seat.user is None]
    return any(host or seat.computer == ABSENT or seat.away == vote.person for seat in held)


async def settle_votes(units: Units, tx: Repositories, table: int) -> None:
    """Reaction to a change of a table: open votes are dropped, or carried, where that has become due."""
    for number in [vote.id for vote in await tx.votes.open(table)]:
        standing, vote = await units.standings.at(tx, table), await vote_at(tx, table, number)
        if not await _holds(units.history, tx, standing, vote):
            await put_vote(units, tx, standing.row, replace(vote, state=VoteState.DROPPED))
        elif is_settled(standing, vote):
            await _carry(units, tx, standing, vote, None)
            await put_vote(units, tx, standing.row, replace(vote, state=VoteState.CARRIED))


async def _carry(
    units: Units,
    tx: Repositories,
    standing: Standing,
    vote: Vote,
    key: str | None,
    person: Person | None = None,
) -> None:
    """Does what was agreed; a seat goes to this person."""
    match vote.kind:
        case VoteKind.UNDO:
            seat = Seat(standing.seat_of(vote.by).seat)
            run = await units.run(tx, standing)
            run.take_back(seat, await before_agreed(tx, units.history, standing, seat), agreed=True)
            standing = replace(standing, seats=tuple(map(without_steps, standing.seats)))
            await units.write_moves(tx, standing, run, key)
        case VoteKind.KICK:
            assert vote.person is not None
            row = standing.row
            at, who = units.now(), vote.person
            await note(tx, Act.KICKED, at, guild=row.guild, actor=vote.by, table=row.id, target=who)
            await notifications.write_vote(tx, row, vote.id, kind=NoticeKind.REMOVED)
            if standing.row.status is Status.LOBBY:
                await units.write_lobby(tx, left(standing, vote.person), key)
            else:
                await units.reseat(tx, absent(standing, vote.person, units.now(), removed=True), key)
        case VoteKind.INVITE | VoteKind.CALL:
            assert person is not None, "somebody takes the seat"
            await tx.people.remember(person.id, person.name, person.locale)
            if standing.row.status is Status.LOBBY:
                await units.write_lobby(tx, joined(_with_room(standing), person), key)
            else:
                sitter = SeatRow(_seat_for(standing, vote, person), person.id, person.name)
                await units.reseat(tx, seated(standing, sitter), key)


def _seat_for(standing: Standing, vote: Vote, person: Person) -> int:
    """The seat that a person takes by a vote: their own if they may come back to one."""
    own = open_to(standing, person.id)
    if own is not None:
        return own.seat
    return absent_seats(standing)[0] if vote.seat is None else vote.seat


def _with_room(lobby: Standing) -> Standing:
    """The lobby with a free seat: that of its newest computer, if it has no other."""
    if free_seats(lobby) > 0:
        return lobby
    newest = max(seat.seat for seat in lobby.seats if seat.user is None)
    return replace(lobby, seats=numbered(seat for seat in lobby.seats if seat.seat != newest))
