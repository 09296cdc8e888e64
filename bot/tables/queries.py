"""What can be known about tables without changing anything."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec

from bot.games import registry
from bot.games.contract import Event, Move, Outcome, Refusal, Seat, State
from bot.games.replaced import replaced
from bot.store.repositories import Repositories
from bot.tables.commitment import bound_of, chance_of, refuse_if_held
from bot.tables.model import LogRow, Moment, Standing, Status, Table, TableRow
from bot.tables.move_runner import way
from bot.tables.notifications import calls
from bot.tables.policy import COURSES, LISTED
from bot.tables.units import Units, reads
from bot.verify import AnyTranscript, BoundTranscript, LoggedMove, SharedTranscript, Transcript

PRECISION = timedelta(milliseconds=1)
"""Of the times that Discord gives."""


@dataclass(frozen=True, slots=True)
class Course:
    """A game as its log tells it, without what was taken back."""

    standing: Standing
    steps: tuple[Moment, ...]
    """How it was laid out, and what each move led to."""
    pages: tuple[Moment, ...]
    """Those of its history, each with all events since the one before it."""
    decisions: int
    """The moves but for choices that were changed before they counted."""


@dataclass(eq=False)
class Queries:
    """Answers questions about tables without changing anything."""

    units: Units
    _courses: dict[int, Course] = field(default_factory=dict[int, Course])
    """Of the tables whose course was asked for last, the newest one behind."""

    @reads
    async def table(self, tx: Repositories, table: int) -> Table:
        """Refusals: no_table."""
        return (await self.units.standings.at(tx, table)).table()

    @reads
    async def table_in(self, tx: Repositories, channel: int) -> Table | None:
        """The table of a channel: the active one, else the one that ended last."""
        row = await tx.tables.in_channel(channel)
        return None if row is None else Standing(row, await tx.seats.at(row.id)).table()

    @reads
    async def known_by(self, tx: Repositories, key: str) -> Table | None:
        """The table at which an interaction of this key was accepted, None if there is none."""
        known = await tx.keys.get(key)
        return None if known is None else (await self.units.standings.at(tx, known.table)).table()

    @reads
    async def shown_by(
        self, tx: Repositories, message: int, channel: int, sent: datetime, table: int = 0
    ) -> tuple[Table, int] | None:
        """The table of a message of ours and the version that it shows: where that is not known any more, the
        newest one when it was `sent`. None where there was no table."""
        post = await tx.posts.get(message)
        number = table or (post.table if post else 0)
        row = None if number else await tx.tables.in_channel_at(channel, sent)
        if not number and row is None:
            return None
        standing = await self.units.standings.at(tx, number or (row.id if row else 0))
        if post is not None and post.table == standing.row.id and post.seat is None:
            return standing.table(), min(post.version, standing.row.version)
        rows = await tx.log.between(standing.row.id, 0, standing.row.version)
        until = sent + PRECISION
        return standing.table(), max((move.version for move in rows if move.at < until), default=0)

    @reads
    async def tables_of(self, tx: Repositories, user: int) -> tuple[Table, ...]:
        """The active tables at which a person sits, newest first."""
        return await _with_seats(tx, await tx.tables.active_of(user))

    @reads
    async def servers_of(self, tx: Repositories, user: int) -> tuple[int, ...]:
        """The servers in which a person has sat at a table, the one of the newest first."""
        return await tx.tables.servers_of(user)

    @reads
    async def channels_in(self, tx: Repositories, guild: int) -> tuple[tuple[int, int], ...]:
        """The active tables of a server, each with its channel: unreachable ones first, then the newest."""
        return await tx.tables.channels_in(guild)

    @reads
    async def lobbies(self, tx: Repositories, guild: int) -> tuple[Table, ...]:
        """The tables of a server that wait for their first move, newest first; of very many the newest."""
        return await _with_seats(tx, await tx.tables.lobbies(guild, LISTED))

    @reads
    async def now_at(self, tx: Repositories, table: int) -> Moment:
        """The newest moment of a table under way or over. Refusals: no_table, not_started."""
        standing = await self.units.standings.at(tx, table)
        return await self.units.history.moment(tx, standing, standing.row.version)

    @reads
    async def present(self, tx: Repositories, table: int) -> tuple[Table, Moment | None]:
        """The table, and its newest moment while it is played. Refusals: no_table."""
        standing = await self.units.standings.at(tx, table)
        if standing.row.status is not Status.PLAYING:
            return standing.table(), None
        moment = await self.units.history.moment(tx, standing, standing.row.version)
        return moment.table, moment

    @reads
    async def moment(self, tx: Repositories, table: int, version: int) -> Moment:
        """An earlier moment, by replaying the log. Refusals: no_table, not_started, no_version {version}."""
        return await self.units.history.moment(tx, await self.units.standings.at(tx, table), version)

    @reads
    async def opening(self, tx: Repositories, table: int, version: int) -> Moment:
        """The step that opened the post of a version. Refusals: no_table, not_started, no_version."""
        return await self._opening(tx, await self.units.standings.at(tx, table), version)

    @reads
    async def opened(self, tx: Repositories, table: int, version: int) -> tuple[Moment, tuple[Moment, ...]]:
        """The step that opened the post of a version, and the ends of the turns, oldest first, that it tells
        besides: when they were over nobody was called. Refusals: no_table, not_started, no_version."""
        standing = await self.units.standings.at(tx, table)
        first = before = await self._opening(tx, standing, version)
        people = {seat.seat for seat in standing.seats if seat.user is not None}
        game, found = registry.game(standing.row.game, standing.row.rules), list[Moment]()
        while before.version > 0:
            before = await self._opening_before(tx, standing, before)
            if not before.version or calls(game, before.state, people):
                break
            found.append(before)
        return first, tuple(reversed(found))

    @reads
    async def between(self, tx: Repositories, table: int, since: int, upto: int) -> tuple[Moment, ...]:
        """The steps that opened posts after the post of version `since` and before that of version `upto`,
        oldest first, without what the latter tells itself. Refusals: no_table, not_started, no_version."""
        standing = await self.units.standings.at(tx, table)
        first, before = [await self._opening(tx, standing, version) for version in (since, upto)]
        people = {seat.seat for seat in standing.seats if seat.user is not None}
        game, found = registry.game(standing.row.game, standing.row.rules), list[Moment]()
        while before.version > first.version:
            before = await self._opening_before(tx, standing, before)
            if before.version > first.version and (found or calls(game, before.state, people)):
                found.append(before)
        return tuple(reversed(found))

    @reads
    async def closing(self, tx: Repositories, table: int, version: int) -> Moment:
        """The last step within the post of a version: no choice that could still be changed, and nothing that
        was taken back. Refusals: no_table, not_started, no_version."""
        standing = await self.units.standings.at(tx, table)
        first = await self._opening(tx, standing, version)
        steps = await _since(tx, table, first.version, standing.row.version)
        found = await self.units.history.moment(tx, standing, version) if version in steps else first
        for later in [step for step in steps if step > found.version]:
            after = await self.units.history.moment(tx, standing, later)
            if _post(after) != _post(found):
                break
            if _turn(after) != _turn(found):
                found = after
        return found

    async def _opening_before(self, tx: Repositories, standing: Standing, opening: Moment) -> Moment:
        """What opened the post before the one that a step has opened."""
        came_from = (await self.units.history.recall(tx, standing, opening.version)).before
        return await self._opening(tx, standing, came_from)

    async def _opening(self, tx: Repositories, standing: Standing, version: int) -> Moment:
        history = self.units.history
        shown = await history.moment(tx, standing, version)
        game = registry.game(shown.table.game, shown.table.rules)
        found = await history.recall(tx, standing, version)
        while found.version > 0:
            before = await history.recall(tx, standing, found.before)
            if game.post(before.state) != game.post(found.state):
                break
            found = before
        return shown if found.version == version else await history.moment(tx, standing, found.version)

    @reads
    async def taken_back(
        self,
        tx: Repositories,
        table: int,
        after: int,
        upto: int,
        *,
        known: bool = False,
    ) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
        """Who took a step back after version `after`, up to version `upto`, once for each step: the own last
        one; then who, because all had agreed, one of before; with `known` only steps up to `after`."""
        rows = await tx.log.between(table, after, upto)
        backs = [row for row in rows if row.back is not None and (not known or row.takes_back(after))]
        own, agreed = ([Seat(row.seat) for row in backs if row.agreed is each] for each in (False, True))
        return tuple(own), tuple(agreed)

    @reads
    async def late_moves(self, tx: Repositories, table: int, after: int, upto: int) -> tuple[Seat, ...]:
        """Whose moves were made at a deadline after version `after`, up to version `upto`, move by move."""
        rows = await tx.log.between(table, after, upto)
        return tuple(Seat(row.seat) for row in rows if row.late)

    @reads
    async def path(self, tx: Repositories, table: int, version: int) -> tuple[int, ...]:
        """The versions that lead to this one, from 0, without what was taken back on the way."""
        return (0, *await _since(tx, table, 0, version))

    @reads
    async def milestones(self, tx: Repositories, table: int) -> tuple[int, ...]:
        """The versions that are pages of the history, ascending, without what was taken back."""
        return await tx.log.milestones(table)

    async def pages(self, table: int) -> tuple[Moment, ...]:
        """The pages of a game's history, the first one before any move. Refusals: no_table, not_started."""
        return (await self.course(table)).pages

    async def course(self, table: int) -> Course:
        """A game from its beginning to now, replayed in a thread of its own where it is not remembered.
        Refusals: no_table, not_started."""
        found = await self._log_of(table)
        course = found if isinstance(found, Course) else await asyncio.to_thread(_course, *found)
        self._courses.pop(table, None)
        self._courses[table] = course
        if len(self._courses) > COURSES:
            del self._courses[next(iter(self._courses))]
        return course

    @reads
    async def _log_of(self, tx: Repositories, table: int) -> Course | tuple[Standing, tuple[LogRow, ...]]:
        standing, known = await self.units.standings.at(tx, table), self._courses.get(table)
        if standing.row.secret is None:
            raise Refusal("not_started")
        if known is not None and known.standing == standing:
            return known
        return standing, await tx.log.between(table, 0, standing.row.version)

    @reads
    async def transcript(self, tx: Repositories, table: int) -> bytes:
        """A finished game as the file that `python -m bot verify` reads. Refusals: no_table, not_over,
        challenge_on or duplicate_on where others still play with its secret."""
        return await transcript_of(tx, await self.units.standings.at(tx, table))


async def transcript_of(tx: Repositories, standing: Standing) -> bytes:
    """The same in a unit of work."""
    row = standing.row
    if row.status is not Status.FINISHED:
        raise Refusal("not_over")
    refuse_if_held(row)
    rows, stored = await tx.log.between(row.id, 0, row.version), await tx.tables.state(row.id)
    assert stored is not None, "a finished table has a state"
    game = registry.game(row.game, row.rules)
    outcome = game.outcome(game.decode(stored))
    assert outcome is not None, "a finished game has an outcome"
    return msgspec.json.encode(_transcript(standing, rows, outcome))


async def _with_seats(tx: Repositories, rows: Sequence[TableRow]) -> tuple[Table, ...]:
    seats = await tx.seats.of([row.id for row in rows])
    return tuple([Standing(row, seats[row.id]).table() for row in rows])


def _post(moment: Moment) -> int:
    return registry.game(moment.table.game, moment.table.rules).post(moment.state)


def _turn(moment: Moment) -> int:
    return registry.game(moment.table.game, moment.table.rules).turn(moment.state)


async def _since(tx: Repositories, table: int, first: int, upto: int) -> tuple[int, ...]:
    """The versions after the first one that lead from it to the last one; none if it was taken back."""
    rows = await tx.log.between(table, first, upto)
    gone = any(row.takes_back(first) for row in rows)
    return () if gone else tuple([row.version for row in way(rows)])


def _course(standing: Standing, rows: Sequence[LogRow]) -> Course:
    row, table = standing.row, standing.table()
    game, chance = registry.game(row.game, row.rules), chance_of(row)
    state = game.setup(game.decode_options(row.options), len(standing.seats), chance)
    steps = [Moment(table, 0, state)]
    pages, events = [*steps], list[Event]()
    moves, made = way(rows), list[tuple[State, Seat, Move]]()
    for log in moves:
        seat, move = Seat(log.seat), game.decode_move(log.move)
        made.append((state, seat, move))
        step = game.apply(state, seat, move, chance)
        state = step.state
        events += step.events
        steps.append(Moment(table, log.version, state, events=step.events, seat=seat))
        if step.milestone or log is moves[-1]:
            pages.append(Moment(table, log.version, state, events=tuple(events)))
            events.clear()
    decisions = len(made) - len(replaced(game, made))
    return Course(standing, tuple(steps), tuple(pages), decisions)


def _transcript(standing: Standing, rows: tuple[LogRow, ...], outcome: Outcome) -> AnyTranscript:
    row, bound = standing.row, bound_of(standing.row)
    assert row.secret is not None, "a finished game has a secret"
    common: dict[str, Any] = {
        "game": row.game,
        "rules": row.rules if row.rules > 1 else msgspec.UNSET,
        "options": msgspec.Raw(row.options),
        "secret": row.secret.hex(),
        "commitment": row.commitment,
        "log": tuple(map(_logged, rows)),
        "outcome": outcome,
    }
    if bound is not None and bound.shared is not None:
        return SharedTranscript(seats=bound.seats, parts=bound.shared, binding=bound.binding, **common)
    if bound is None or bound.parts is None:
        return Transcript(seats=len(standing.seats), **common)
    return BoundTranscript(
        table=row.id,
        seats=bound.seats,
        contributions=bound.contributions,
        parts=bound.parts,
        binding=bound.binding,
        **common,
    )


def _logged(row: LogRow) -> LoggedMove:
    seat = Seat(row.seat)
    if row.back is not None:
        agreed = True if row.agreed else msgspec.UNSET
        return LoggedMove(row.version, seat, back=row.back, agreed=agreed)
    return LoggedMove(row.version, seat, msgspec.Raw(row.move), row.automatic)
