"""What all rooms of the table service share: store, clock, memory, and how a change is made."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from bot.games import registry
from bot.games.contract import Refusal, Seat
from bot.store.connection import Store
from bot.store.errors import StoreError
from bot.store.records import FormerSitter, KeyRow, LogRow, SeatRow, TableRow, Thread, Timer, known
from bot.store.repositories import Repositories
from bot.tables.commitment import bound_of, chance_of
from bot.tables.match_requests import found_company
from bot.tables.model import Moment, Sitter, Status, Table
from bot.tables.notifications import News, write
from bot.tables.policy import FOLDED, RECALLED, REMEMBERED
from bot.tables.replay import Snapshot, returned, stepped, way
from bot.tables.settings import decode
from bot.tables.snapshot_cache import SnapshotCache
from bot.tables.turn_clock import earliest, pace_of

T = TypeVar("T")
P = ParamSpec("P")
S = TypeVar("S", bound="Core")
Work = Callable[[Repositories], Coroutine[Any, Any, T]]
"""A unit of work: it awaits nothing but the repositories, and runs in the store's thread."""
Unit = Callable[Concatenate[S, Repositories, P], Coroutine[Any, Any, T]]
Method = Callable[Concatenate[S, P], Coroutine[Any, Any, T]]

HOUSE = 0
"""The table number of timers that belong to no table."""

THREADS = "thread"
"""The timer of a table in a thread: it is to be kept open, or folded up after the game."""

DECISIONS = "decisions"
"""The timer of a game under way: something is to be done about a decision that is still owed."""

MOTIONS = "motions"
"""The timer of the motions at a table: the time of one of them is over."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A table and its seats within one transaction."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    stored: tuple[SeatRow, ...] = ()
    """The seats as the store has them."""

    def seat_of(self, user: int) -> SeatRow:
        """The seat of a person; refuses everybody else."""
        for seat in self.seats:
            if seat.user == user:
                return seat
        raise Refusal("not_seated")

    def is_seated(self, user: int) -> bool:
        """Whether a person sits here."""
        return any(seat.user == user for seat in self.seats)

    def refuse_unless_host(self, user: int) -> None:
        """Refuses everybody but the host."""
        if self.row.host != user:
            raise Refusal("not_host")

    def refuse_unless_lobby(self) -> None:
        """Refuses what can be done only before the game."""
        if self.row.status is not Status.LOBBY:
            raise Refusal("not_lobby")

    def refuse_unless_active(self) -> None:
        """Refuses what nobody can do at a table that has ended."""
        if not self.row.status.active:
            raise Refusal("over")

    def without(self, user: int) -> Standing:
        """The same with the next person as host, if this one was it."""
        if self.row.host != user:
            return self
        leaver = self.seat_of(user).seat
        people = [seat for seat in self.seats if seat.user not in (None, user)]
        heir = min(people, key=lambda seat: (seat.seat < leaver, seat.seat), default=None)
        if heir is None or heir.user is None:
            return self
        return replace(self, row=replace(self.row, host=heir.user))

    def table(self) -> Table:
        """As everybody may know it: the secret only once nothing depends on it any more."""
        row, bound = self.row, bound_of(self.row)
        return Table(
            id=row.id,
            game=row.game,
            guild=row.guild,
            channel=row.channel,
            thread=row.thread,
            status=row.status,
            host=row.host,
            options=row.options,
            settings=decode(row.settings),
            locale=row.locale,
            version=row.version,
            commitment=row.commitment,
            sitters=tuple(
                Sitter(
                    seat=Seat(seat.seat),
                    user=known(seat.user),
                    name=seat.name,
                    computer=seat.computer,
                    away=seat.away,
                    away_name=seat.away_name,
                    pace=pace_of(seat),
                )
                for seat in self.seats
            ),
            created=row.created,
            updated=row.updated,
            paused_since=row.paused_since,
            silent_since=row.silent_since,
            secret=None if row.status.active else row.secret,
            contributions=bound and bound.contributions,
            binding=bound.binding if bound else "",
        )


class Core:
    """The ground the rooms of the table service stand on."""

    def __init__(self, store: Store, *, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._memory = SnapshotCache(REMEMBERED)
        self.on_notices: Callable[[int], object] = _nobody
        """Called with a table when there may be something new to tell there."""
        self.on_thinking: Callable[[int], object] = _nobody
        """Called with a table when computers have something to decide there."""
        self.on_timers: Callable[[], object] = _nobody_at_all
        """Called when something was given a time."""
        self.on_gathered: Callable[[], object] = _nobody_at_all
        """Called when there may be people to be told of each other."""

    async def read(self, work: Work[T]) -> T:
        """The answer of a unit of work that changes nothing."""
        return await self._store.read(work)

    async def change(self, work: Work[T]) -> T:
        """The answer of a unit of work, once all of it is on disk; a refusal leaves no trace."""
        return await self._store.change(work)

    async def change_table(self, table: int, work: Work[T]) -> T:
        """The same for a change of one table, with what follows from it there."""

        async def unit(tx: Repositories) -> T:
            answer = await work(tx)
            await self._follow_up(tx, table)
            self._tell(tx, table)
            return answer

        try:
            return await self._store.change(unit)
        except StoreError:
            # What was replayed within the unit may never have been.
            self._memory.drop(table)
            raise

    def _tell(self, tx: Repositories, table: int) -> None:
        """Has those who deliver look at a table once its change is committed."""
        tx.after_commit(lambda: self.on_notices(table), once=("notices", table))

    def _wake_clock(self, tx: Repositories) -> None:
        """Has the clock look at its timers once the change is committed."""
        tx.after_commit(self._timers_changed, once="timers")

    def _timers_changed(self) -> None:
        self.on_timers()

    def _people_gathered(self) -> None:
        self.on_gathered()

    async def _follow_up(self, tx: Repositories, table: int) -> None:
        """What a change brings about elsewhere at the table, in the same transaction."""

    async def _standing(self, tx: Repositories, table: int) -> Standing:
        row = await tx.tables.get(table)
        if row is None:
            raise Refusal("no_table", table=table)
        return await self._with_seats(tx, row)

    async def _with_seats(self, tx: Repositories, row: TableRow) -> Standing:
        seats = await tx.seats.at(row.id)
        return Standing(row, seats, stored=seats)

    async def _write(self, tx: Repositories, standing: Standing, news: News, key: str | None) -> Standing:
        """Writes a changed table down with its news, and the key of the interaction that changed it."""
        row, standing = standing.row, replace(standing, seats=news.seats)
        await tx.tables.put(row)
        if standing.seats != standing.stored:
            await tx.seats.put(row.id, standing.seats)
            await found_company(tx, row, standing.seats, standing.stored)
        await write(tx, row, news)
        if due_at(row, standing.seats) != earliest(standing.stored):
            await self._set_timer(tx, row, standing.seats)
        if row.thread is Thread.OWN and not row.status.active:
            await self._set_thread_timer(tx, row, FOLDED)
        if key is not None:
            await tx.keys.add(KeyRow(key, row.id, row.version, row.updated))
        return standing

    async def _set_timer(self, tx: Repositories, row: TableRow, seats: Sequence[SeatRow]) -> None:
        """Lets the clock look at a table when something is to be done about a decision there."""
        due = due_at(row, seats)
        if due is None:
            await tx.timers.drop(row.id, DECISIONS)
        else:
            await tx.timers.put(Timer(row.id, DECISIONS, due))
            self._wake_clock(tx)

    async def _set_thread_timer(self, tx: Repositories, row: TableRow, after: timedelta) -> None:
        """Lets the clock look after the thread of a table, if it stands in one."""
        if row.thread is Thread.NONE:
            await tx.timers.drop(row.id, THREADS)
        else:
            await tx.timers.put(Timer(row.id, THREADS, self._now() + after))
            self._wake_clock(tx)

    async def _moment(self, tx: Repositories, standing: Standing, version: int) -> Moment:
        row = standing.row
        if row.secret is None or row.status is Status.LOBBY:
            raise Refusal("not_started")
        if not 0 <= version <= row.version:
            raise Refusal("no_version", version=version)
        former = await tx.seats.former(row.id) if version < row.version else ()
        found = moment_of(standing.table(), await self._recall(tx, standing, version))
        return replace(found, names=_names_at(version, standing.seats, former))

    async def _recall(self, tx: Repositories, standing: Standing, version: int) -> Snapshot:
        """A version of a started table: remembered, or replayed from the nearest one on its way that is."""
        table, reach = standing.row.id, version
        while True:
            start = self._memory.nearest(table, reach) or self._laid_out(standing)
            if start.version == version:
                return start
            rows = await tx.log.between(table, start.version, version)
            reach = min((row.back for row in rows if row.back is not None), default=version)
            if reach >= start.version:
                break
        found = self._replayed(standing, start, way(rows))
        if rows[-1].back is not None:
            found = returned(found, rows[-1])
            self._memory.keep(table, found)
        return found

    def _laid_out(self, standing: Standing) -> Snapshot:
        """Version 0, remembered."""
        row = standing.row
        game = registry.game(row.game)
        state = game.setup(game.decode_options(row.options), len(standing.seats), chance_of(row))
        found = Snapshot(0, state, game.turn(state))
        self._memory.keep(row.id, found)
        return found

    def _replayed(self, standing: Standing, start: Snapshot, rows: Sequence[LogRow]) -> Snapshot:
        """What these moves lead to from a version; the last ones are remembered."""
        row, found = standing.row, start
        game, chance = registry.game(row.game), chance_of(row)
        for at, log in enumerate(rows, start=1):
            move = game.decode_move(log.move)
            step = game.apply(found.state, Seat(log.seat), move, chance)
            found = stepped(game, found.state, move, step, log)
            if at > len(rows) - RECALLED:
                self._memory.keep(row.id, found)
        return found


def due_at(row: TableRow, seats: Sequence[SeatRow]) -> datetime | None:
    """When something falls due at a table; never while it rests."""
    return earliest(seats) if row.status is Status.PLAYING and row.rests_since is None else None


def _names_at(version: int, seats: Sequence[SeatRow], former: Sequence[FormerSitter]) -> tuple[str, ...]:
    """Who sat there then, by seat; empty if these are the ones who sit there now."""
    gone = {before.seat: before.name for before in reversed(former) if before.upto >= version}
    return tuple(gone.get(seat.seat, seat.name) for seat in seats) if gone else ()


def sat_there(former: Sequence[FormerSitter], seat: int, version: int, user: int) -> bool:
    """Whether a person who sits in a seat now did so when a version was made."""
    since = next((sat.user for sat in former if sat.seat == seat and sat.upto >= version), user)
    return since == user


def moment_of(table: Table, found: Snapshot) -> Moment:
    """A version of a table, with the table as it is now."""
    automatic = found.past is not None and found.past.automatic
    return Moment(
        table, found.version, found.state, found.turn, found.events, found.seat, automatic, found.at
    )


def reads(method: Unit[S, P, T]) -> Method[S, P, T]:
    """Makes a method of what is one unit of work that changes nothing."""

    @wraps(method)
    async def reading(self: S, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.read(lambda tx: method(self, tx, *args, **kwargs))

    return reading


def changes(method: Unit[S, P, T]) -> Method[S, P, T]:
    """Makes a method of what is one unit of work."""

    @wraps(method)
    async def changing(self: S, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.change(lambda tx: method(self, tx, *args, **kwargs))

    return changing


def changes_table(
    method: Callable[Concatenate[S, Repositories, int, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, int, P], Coroutine[Any, Any, T]]:
    """Makes a method of what is one unit of work at a table, with what follows from it there."""

    @wraps(method)
    async def changing(self: S, table: int, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.change_table(table, lambda tx: method(self, tx, table, *args, **kwargs))

    return changing


def _nobody(table: int) -> None:
    """Nobody is there yet to deliver it or to think: what is left behind is found by who starts."""


def _nobody_at_all() -> None:
    """Nobody is there yet: whoever it concerns looks for themselves when they start."""
