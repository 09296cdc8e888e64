"""Changed tables and moves written down with their notices, and who reacts to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime

from msgspec import structs

from bot.games import registry
from bot.games.contract import Seat, State
from bot.games.registry import AnyGame
from bot.store.records import FormerSitter, KeyRow, NoticeKind, SeatRow, TableRow, Timer
from bot.store.repositories import Repositories
from bot.tables import commitment, notifications
from bot.tables.commitment import chance_of
from bot.tables.core import LOBBY, Core
from bot.tables.history import moment_of
from bot.tables.model import Acted, Moment, Status, Table
from bot.tables.move_runner import Played, Run
from bot.tables.notifications import News
from bot.tables.policy import LOBBY_OPEN
from bot.tables.settings import decode, preferences_of
from bot.tables.standing import Standing
from bot.tables.turn_clock import Duty, Pace, answered, begun, gone, owed_again, pace_of, paced

WriteReaction = Callable[[Repositories, Standing], Awaitable[None]]
"""What follows from a written table; its `stored` seats are those of before."""


class TableWriter:
    """Writes a table within a transaction; the reactions follow each time."""

    def __init__(self, core: Core, *, reactions: tuple[WriteReaction, ...]) -> None:
        self._core = core
        self._reactions = reactions

    async def write(self, tx: Repositories, standing: Standing, news: News, key: str | None) -> Standing:
        """Writes a changed table down with its news, and the key of the interaction that changed it."""
        row, standing = standing.row, replace(standing, seats=news.seats)
        await tx.tables.put(row)
        if standing.seats != standing.stored:
            await tx.seats.put(row.id, standing.seats)
        await notifications.write(tx, row, news)
        for reaction in self._reactions:
            await reaction(tx, standing)
        if key is not None:
            await tx.keys.add(KeyRow(key, row.id, row.version, row.updated))
        return standing

    async def update(
        self,
        tx: Repositories,
        standing: Standing,
        key: str | None,
        *kinds: NoticeKind,
        calls: Sequence[notifications.Call] = (),
    ) -> Table:
        """Writes a table as it is here, with notices of these kinds for its channel and calls to seats."""
        news = notifications.of(standing.row, standing.seats, *kinds, calls=calls)
        return (await self.write(tx, standing, news, key)).table()

    async def write_lobby(self, tx: Repositories, lobby: Standing, key: str | None) -> Table:
        """Writes a lobby that opened, changed or closed."""
        row = commitment.contributed(lobby.row, lobby.stored, lobby.seats, key)
        row = replace(row, updated=self._core.now())
        table = await self.update(tx, replace(lobby, row=row), key, NoticeKind.LOBBY)
        if row.status is Status.LOBBY:
            await tx.timers.put(Timer(row.id, LOBBY, row.updated + LOBBY_OPEN))
        else:
            await tx.timers.drop(row.id, LOBBY)
        return table

    async def abandon(self, tx: Repositories, standing: Standing, key: str | None) -> Table:
        """Ends a game under way without a result."""
        row = replace(standing.row, status=Status.ABANDONED, updated=self._core.now())
        told = notifications.of_abandonment(row, standing.seats)
        return (await self.write(tx, replace(standing, row=row), told, key)).table()


MoveReaction = Callable[[Repositories, Played], Awaitable[None]]
"""What follows from moves, or from others in the seats of a game, in the same transaction."""


class MoveWriter:
    """Makes games ready to be played on and writes down what was played; the reactions follow each time."""

    def __init__(self, core: Core, writer: TableWriter, *, reactions: tuple[MoveReaction, ...]) -> None:
        self._core = core
        self._writer = writer
        self._reactions = reactions

    async def run(self, tx: Repositories, standing: Standing) -> Run:
        """The table ready to be played on."""
        state = await self._core.history.state(tx, standing.row)
        game = registry.game(standing.row.game, standing.row.rules)
        return run_from(game, standing, state, self._core.now())

    async def repeated(self, tx: Repositories, known: KeyRow) -> Acted:
        """The answer to a repeated delivery: what the first one led to."""
        standing = await self._core.standings.at(tx, known.table)
        return Acted(await self._core.history.moment(tx, standing, known.version), repeated=True)

    async def reseat(self, tx: Repositories, standing: Standing, key: str | None) -> Table:
        """Goes on with others in the seats, or gives up when no person is left."""
        await tx.seats.add_former(standing.row.id, _given_up(standing))
        if all(seat.user is None for seat in standing.seats):
            return await self._writer.abandon(tx, standing, key)
        run = await self.run(tx, standing)
        return (await self.write(tx, standing, run, key, refresh=True)).moment.table

    async def write(
        self,
        tx: Repositories,
        standing: Standing,
        run: Run,
        key: str | None,
        *,
        opening: bool = False,
        refresh: bool = False,
        calls: Sequence[notifications.Call] = (),
    ) -> Acted:
        """Lets follow what follows by itself, and writes all of it down, with what seats are told besides."""
        run.go_on()
        was = standing
        row = replace(
            standing.row,
            version=run.version,
            shift=run.shift,
            status=Status.FINISHED if run.over else Status.PLAYING,
            updated=run.now,
        )
        made = [answered(made.row, standing.seats) for made in run.made]
        standing = replace(standing, seats=await owing_seats(tx, row, standing.seats, run))
        told = notifications.of_game(row, standing.seats, run, opening=opening, refresh=refresh)
        told = replace(told, notices=told.notices + notifications.of(row, told.seats, calls=calls).notices)
        standing = await self._writer.write(tx, replace(standing, row=row), told, key)
        await tx.log.add(row.id, made)
        await tx.tables.put_state(row.id, run.version, run.game.encode(run.state))
        for reaction in self._reactions:
            await reaction(tx, Played(row, standing.seats, was, run))
        table = standing.table()
        if run.made:
            return Acted(moment_of(table, run.made[-1].snapshot))
        return Acted(Moment(table, run.version, run.state, run.turn))


async def owing_seats(
    tx: Repositories, row: TableRow, seats: Sequence[SeatRow], run: Run
) -> tuple[SeatRow, ...]:
    """The seats with what people owe since when; in the same post it stays the same duty."""
    limit, now = decode(row.settings).limit, row.rests_since or run.now
    found: list[SeatRow] = []
    for seat in seats:
        pace = _kept(seat, run)
        if seat.user is not None and seat.seat in run.owing() and pace.duty is None:
            away, before = preferences_of(await tx.people.get(seat.user)).away, _owed_before(seat, run)
            if before is None:
                duty = begun(run.post, run.now, limit, away, row.rests_since)
            else:
                duty = gone(owed_again(before, now), now, away)
            pace = structs.replace(pace, duty=duty)
        found.append(paced(seat, pace))
    return tuple(found)


def run_from(game: AnyGame, standing: Standing, state: State, now: datetime) -> Run:
    """A game ready to be played on from a state."""
    row = standing.row
    absent = frozenset[Seat]() if row.paused else _absent_seats(game, standing.seats)
    return Run(game, chance_of(row), state, version=row.version, shift=row.shift, absent=absent, now=now)


def _given_up(standing: Standing) -> list[FormerSitter]:
    """Those who sat where another person sits, or nobody, after this change."""
    return [
        FormerSitter(old.seat, standing.row.version, old.user, old.name, old.computer)
        for old, new in zip(standing.stored, standing.seats, strict=True)
        if (old.user, old.computer) != (new.user, new.computer)
    ]


def _kept(seat: SeatRow, run: Run) -> Pace:
    """What of a seat's pace still holds after these moves: nothing for the person who left."""
    if seat.user is None:
        return Pace()
    pace = pace_of(seat)
    if any(made.row.seat == seat.seat and not made.row.automatic for made in run.made):
        pace = structs.replace(pace, missed=0)
    done = pace.duty is not None and (seat.seat not in run.owing() or pace.duty.post != run.post)
    if done:
        pace = structs.replace(pace, duty=None, before=pace.before if run.back else pace.duty)
    return structs.replace(pace, wants_time=False) if done or run.moved_on else pace


def _owed_before(seat: SeatRow, run: Run) -> Duty | None:
    """What the seat owed when it made the step that it has just taken back by itself, if it did."""
    back, before = run.back, pace_of(seat).before
    if back is None or back.agreed or back.seat != seat.seat:
        return None
    return before if before is not None and before.post == run.post else None


def _absent_seats(game: AnyGame, seats: Sequence[SeatRow]) -> frozenset[Seat]:
    """Seats that nobody thinks for: whose person left, or whose computer the game no longer has."""
    return frozenset(
        Seat(seat.seat) for seat in seats if seat.computer is not None and seat.computer not in game.opponents
    )
