"""Units of work: how services read and change what is stored, write tables, moves and administrative acts,
and who reacts."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

import msgspec
from msgspec import structs

from bot.games import registry
from bot.games.contract import Refusal, Seat
from bot.store import Store
from bot.store.errors import StoreError
from bot.store.records import FormerSitter, KeyRow, NoticeKind, SeatRow, TableRow, Timer
from bot.store.repositories import Repositories, Work
from bot.tables import commitment, notifications
from bot.tables.commitment import chance_of, is_shared
from bot.tables.history import History, moment_of
from bot.tables.model import Acted, AuditRow, Moment, Standing, Status, Table
from bot.tables.move_runner import Played, Run, run_from, way
from bot.tables.notifications import Batch
from bot.tables.policy import LOBBY_OPEN
from bot.tables.settings import preferences_of
from bot.tables.timers import LOBBY, Signals, Timers
from bot.tables.turn_clock import Duty, Pace, answered, begun, gone, owed_again, went_on

log = logging.getLogger("bot.audit")

T = TypeVar("T")
P = ParamSpec("P")
S = TypeVar("S", bound="HasUnits")
Unit = Callable[Concatenate[S, Repositories, P], Coroutine[Any, Any, T]]
Method = Callable[Concatenate[S, P], Coroutine[Any, Any, T]]

TableReaction = Callable[[Repositories, Standing], Awaitable[None]]
"""What follows from a written table, in the same transaction; its `stored` seats are those of before."""
MoveReaction = Callable[[Repositories, Played], Awaitable[None]]
"""What follows from moves, or from others in the seats of a game."""


class Standings:
    """Reads tables, and remembers by which rules those are played that began with earlier ones."""

    def __init__(self) -> None:
        self._rules: dict[int, int] = {}

    async def at(self, tx: Repositories, table: int) -> Standing:
        """The table with this number. Refusals: no_table."""
        row = await tx.tables.get(table)
        if row is None:
            raise Refusal("no_table", table=table)
        return await self.of(tx, row)

    async def of(self, tx: Repositories, row: TableRow) -> Standing:
        """The table of this row with its seats, by the rules it began with or the newest that upgrade it;
        where its draws are shared never by others, since it is compared with tables that are over."""
        seats = await tx.seats.at(row.id)
        standing = Standing(row, seats, stored=seats)
        if row.status is not Status.PLAYING or row.game not in registry.keys():  # noqa: SIM118
            return standing
        newest = registry.game(row.game).rules_version
        if row.rules == newest or is_shared(row):
            self._rules.pop(row.id, None)
            return standing
        if row.id not in self._rules:
            upgraded = await _upgrades(tx, standing)
            self._rules[row.id] = newest if upgraded else row.rules
        return replace(standing, row=replace(row, rules=self._rules[row.id]))


async def _upgrades(tx: Repositories, standing: Standing) -> bool:
    """Whether the log replays by the newest rules to the state that the game's own function upgrades to."""
    row, game = standing.row, registry.game(standing.row.game)
    upgrade, stored = game.rule_upgrades.get(row.rules), await tx.tables.state(row.id)
    if upgrade is None or stored is None:
        return False
    chance, rows = chance_of(row), way(await tx.log.between(row.id, 0, row.version))
    try:
        state = game.setup(game.decode_options(row.options), len(standing.seats), chance)
        for log in rows:
            state = game.apply(state, Seat(log.seat), game.decode_move(log.move), chance).state
        return game.encode(state) == game.encode(upgrade(game.decode(stored)))
    except (Refusal, msgspec.ValidationError):
        return False


@dataclass(frozen=True, slots=True)
class Units:
    """Runs units of work, and writes tables and moves in them with what follows each time."""

    store: Store
    now: Callable[[], datetime]
    standings: Standings
    history: History
    signals: Signals
    timers: Timers
    table_reactions: tuple[TableReaction, ...]
    move_reactions: tuple[MoveReaction, ...]
    change_reactions: tuple[ChangeReaction, ...]

    async def change_table(self, table: int, work: Work[T], *, alone: bool = True) -> T:
        """The answer of a unit of work that changes a table, once it is on disk with what follows from it;
        this table `alone`, or others, too."""

        async def unit(tx: Repositories) -> T:
            answer = await work(tx)
            await self.react(tx, table)
            return answer

        try:
            return await self.store.change(unit, held=table if alone else None)
        except StoreError:
            self.history.forget(table)
            raise

    async def react(self, tx: Repositories, table: int) -> None:
        """Lets follow what follows from a change of a table, and has its notices delivered."""
        for reaction in self.change_reactions:
            await reaction(self, tx, table)
        await self.signals.deliver(tx, table)

    async def write(self, tx: Repositories, standing: Standing, batch: Batch, key: str | None) -> Standing:
        """Writes a changed table with its notices, and the key of the interaction that changed it."""
        row, seats = standing.row, await _with_icons(tx, batch.seats, standing.stored)
        standing = replace(standing, seats=seats)
        await tx.tables.put(row)
        if standing.seats != standing.stored:
            await tx.seats.put(row.id, standing.seats)
        await notifications.write(tx, row, batch)
        for reaction in self.table_reactions:
            await reaction(tx, standing)
        if key is not None:
            await tx.keys.accept(KeyRow(key, row.id, row.version, row.updated))
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
        batch = notifications.of(standing.row, standing.seats, *kinds, calls=calls)
        return (await self.write(tx, standing, batch, key)).table()

    async def write_lobby(self, tx: Repositories, lobby: Standing, key: str | None) -> Table:
        """Writes a lobby that opened, changed or closed."""
        row = commitment.contributed(lobby.row, lobby.stored, lobby.seats, key)
        row = replace(row, updated=self.now())
        table = await self.update(tx, replace(lobby, row=row), key, NoticeKind.LOBBY)
        if row.status is Status.LOBBY:
            await tx.timers.put(Timer(row.id, LOBBY, row.updated + LOBBY_OPEN))
        else:
            await tx.timers.drop(row.id, LOBBY)
        return table

    async def abandon(
        self, tx: Repositories, standing: Standing, key: str | None, *, by: int | None = None
    ) -> Table:
        """Ends a game under way without a result, `by` whoever sits in a seat, or because it has to end."""
        row = replace(standing.row, status=Status.ABANDONED, ended_by=by, updated=self.now())
        batch = notifications.of_abandonment(row, standing.seats)
        return (await self.write(tx, replace(standing, row=row), batch, key)).table()

    async def run(self, tx: Repositories, standing: Standing) -> Run:
        """The table ready to be played on."""
        return run_from(standing, await self.history.state(tx, standing.row), self.now())

    async def repeated(self, tx: Repositories, known: KeyRow) -> Acted:
        """The answer to a repeated delivery: what the first one led to."""
        standing = await self.standings.at(tx, known.table)
        return Acted(await self.history.moment(tx, standing, known.version), repeated=True)

    async def reseat(self, tx: Repositories, standing: Standing, key: str | None) -> Table:
        """Goes on with others in the seats, or gives up when no person is left."""
        gone = [
            FormerSitter(old.seat, standing.row.version, old.user, old.name, old.computer)
            for old, new in zip(standing.stored, standing.seats, strict=True)
            if (old.user, old.computer) != (new.user, new.computer)
        ]
        await tx.seats.add_former(standing.row.id, gone)
        if all(seat.user is None for seat in standing.seats):
            return await self.abandon(tx, standing, key)
        run = await self.run(tx, standing)
        return (await self.write_moves(tx, standing, run, key, refresh=True)).moment.table

    async def write_moves(
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
        """Lets follow what follows by itself, and writes all of it with what seats are told besides."""
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
        batch = notifications.of_game(row, standing.seats, run, opening=opening, refresh=refresh)
        called = notifications.of(row, batch.seats, calls=calls).notices
        batch = replace(batch, notices=batch.notices + called)
        standing = await self.write(tx, replace(standing, row=row), batch, key)
        await tx.log.add(row.id, made)
        await tx.tables.put_state(row.id, run.version, run.game.encode(run.state))
        for reaction in self.move_reactions:
            await reaction(tx, Played(row, standing.seats, was, run))
        table = standing.table()
        if run.made:
            return Acted(moment_of(table, run.made[-1].snapshot))
        return Acted(Moment(table, run.version, run.state, run.turn))


ChangeReaction = Callable[[Units, Repositories, int], Awaitable[None]]
"""What follows from a change of a table."""


async def _with_icons(
    tx: Repositories, seats: tuple[SeatRow, ...], stored: Sequence[SeatRow]
) -> tuple[SeatRow, ...]:
    """The seats with the icons of those who have just sat down."""
    before = {seat.user for seat in stored}
    if {seat.user for seat in seats} <= before:
        return seats
    icons = {
        seat.seat: preferences_of(await tx.people.get(seat.user)).icon
        for seat in seats
        if seat.user is not None and seat.user not in before
    }
    return tuple(replace(seat, icon=icons.get(seat.seat, seat.icon)) for seat in seats)


async def owing_seats(
    tx: Repositories, row: TableRow, seats: Sequence[SeatRow], run: Run
) -> tuple[SeatRow, ...]:
    """The seats with what people owe since when; in the same post it stays the same duty."""
    limit, now = row.settings.limit, row.rests_since or run.now
    await tx.people.get.load(seat.user for seat in seats if seat.user is not None)
    found: list[SeatRow] = []
    for seat in seats:
        pace = _pace_after(seat, run)
        if seat.user is not None and seat.seat in run.owing and pace.duty is None:
            wishes, before = preferences_of(await tx.people.get(seat.user)), _owed_before(seat, run)
            if before is None:
                duty = begun(run.post, run.now, limit, wishes.away, row.rests_since)
                by_digest = run.game.by_digest and wishes.digest and not pace.by_message
                duty = structs.replace(duty, by_digest=by_digest)
            else:
                duty = gone(owed_again(before, now), now, wishes.away)
            pace = structs.replace(pace, duty=duty)
        pace = _pace_of_plan(pace, seat, run)
        plan = None if run.over else seat.plan
        held, reveal = (None, None) if run.moved_on else (seat.held, seat.reveal)
        if (pace, plan, held, reveal) != (seat.pace, seat.plan, seat.held, seat.reveal):
            seat = replace(seat, pace=pace, plan=plan, held=held, reveal=reveal)  # noqa: PLW2901
        found.append(seat)
    return tuple(found)


def _pace_after(seat: SeatRow, run: Run) -> Pace:
    """What of a seat's pace still holds after these moves: that a seat without a person is held."""
    if seat.user is None:
        return Pace(free_until=seat.pace.free_until)
    pace = seat.pace
    if any(made.row.seat == seat.seat and not made.row.automatic for made in run.made):
        pace = structs.replace(pace, missed=0)
    done = pace.duty is not None and (seat.seat not in run.owing or pace.duty.post != run.post)
    if done:
        pace = structs.replace(pace, duty=None, before=pace.before if run.back else pace.duty)
    return structs.replace(pace, wants_time=False) if done or run.moved_on else pace


def _pace_of_plan(pace: Pace, seat: SeatRow, run: Run) -> Pace:
    """The same where the next step of a plan begins to wait."""
    duty = pace.duty
    if duty is None or duty is not seat.pace.duty or seat.plan is None:
        return pace
    own = sum(made.row.seat == seat.seat and not made.row.automatic for made in run.made)
    return structs.replace(pace, duty=went_on(duty, run.now, own)) if own else pace


def _owed_before(seat: SeatRow, run: Run) -> Duty | None:
    """What the seat owed when it made the step that it has just taken back by itself, if it did."""
    back, before = run.back, seat.pace.before
    if back is None or back.agreed or back.seat != seat.seat:
        return None
    return before if before is not None and before.post == run.post else None


class HasUnits(Protocol):
    """A service whose methods are units of work."""

    units: Units


def reads(method: Unit[S, P, T]) -> Method[S, P, T]:
    """Makes a method of what is one unit of work that changes nothing."""

    @wraps(method)
    async def reading(self: S, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.units.store.read(lambda tx: method(self, tx, *args, **kwargs))

    return reading


def changes(method: Unit[S, P, T]) -> Method[S, P, T]:
    """Makes a method of what is one unit of work."""

    @wraps(method)
    async def changing(self: S, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.units.store.change(lambda tx: method(self, tx, *args, **kwargs))

    return changing


def changes_table(
    method: Callable[Concatenate[S, Repositories, int, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, int, P], Coroutine[Any, Any, T]]:
    """Makes a method of what is one unit of work at a table, with what follows from it there."""

    @wraps(method)
    async def changing(self: S, table: int, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.units.change_table(table, lambda tx: method(self, tx, table, *args, **kwargs))

    return changing


def changes_tables(
    method: Callable[Concatenate[S, Repositories, int, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, int, P], Coroutine[Any, Any, T]]:
    """The same for what may change other tables, too."""

    @wraps(method)
    async def changing(self: S, table: int, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.units.change_table(
            table, lambda tx: method(self, tx, table, *args, **kwargs), alone=False
        )

    return changing


def changes_active(
    method: Callable[Concatenate[S, Repositories, Standing, P], Coroutine[Any, Any, Table]],
) -> Callable[Concatenate[S, int, P], Coroutine[Any, Any, Table]]:
    """The same for a change of a lobby or game with an idempotency key `key`: a repeated delivery gets the
    table as it stands. Refusals: no_table, over."""

    @wraps(method)
    async def changing(self: S, table: int, *args: P.args, **kwargs: P.kwargs) -> Table:
        async def unit(tx: Repositories) -> Table:
            standing = await self.units.standings.at(tx, table)
            if await tx.keys.get(cast(str, kwargs["key"])) is not None:
                return standing.table()
            standing.refuse_unless_active()
            return await method(self, tx, standing, *args, **kwargs)

        return await self.units.change_table(table, unit)

    return changing


class Act(StrEnum):
    """What was done."""

    ENDED = "ended"
    """A person who moderates the channel ended a table."""
    KICKED = "kicked"
    """A person was removed from a table, by its host or by who moderates the channel."""
    MOVED = "moved"
    """Another person than its host let a table whose place was gone go on elsewhere."""
    DEADLINE = "deadline"
    """A host gave the decisions of a game under way another time."""
    SERVER = "server"
    """A person changed what is set for a server."""
    TITLE_REMOVED = "title_removed"
    """Who manages a server removed the name of a game that people had typed."""
    REMARK_REMOVED = "remark_removed"
    """Who manages a server removed what a person had written about a game."""
    DELETED = "deleted"
    """The bot deleted an old table."""
    EXPELLED = "expelled"
    """The director removed a person from a tournament."""
    HELD_UP = "held_up"
    """The director paused a tournament, or let it go on."""
    CALLED_OFF = "called_off"
    """The director called a tournament off."""
    CORRECTED = "corrected"
    """The director corrected the result of a table of a tournament."""
    CIRCLE_REMOVED = "circle_removed"
    """Who leads a circle, or manages the server, removed a person from it."""
    CIRCLE_DISSOLVED = "circle_dissolved"
    """One of these dissolved a circle."""
    EVENING = "evening"
    """Who manages a server changed or called off the evening of somebody else."""
    FORGOTTEN = "forgotten"
    """A person was forgotten: the line does not say who, nor where."""


async def note(
    tx: Repositories,
    act: Act,
    at: datetime,
    *,
    guild: int | None = None,
    actor: int | None = None,
    table: int | None = None,
    target: int | None = None,
) -> None:
    """Writes an act down together with what it changes; `target` is who was removed by it."""
    log.info("%s: server %s, by %s, table %s", act, guild, actor, table)
    await tx.audit.add(AuditRow(at, act, guild, actor, table, target))
