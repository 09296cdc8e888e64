"""The game itself: the start, the moves, leaving and coming back, the end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime

from msgspec import structs

from bot.games import registry
from bot.games.contract import Move, Refusal, Seat, State
from bot.games.registry import AnyGame
from bot.store.errors import RepeatedError
from bot.store.records import FormerSitter, KeyRow, SeatRow, TableRow
from bot.store.repositories import Repositories
from bot.tables import notifications
from bot.tables.audit import Act, note
from bot.tables.commitment import chance_of, started
from bot.tables.core import Standing, Work, changes_table, moment_of
from bot.tables.lobby import EXPIRY, LobbyRoom, closed, left, refuse_if_removed
from bot.tables.model import ABSENT, Acted, Moment, Person, Status, Table
from bot.tables.move_runner import Run
from bot.tables.preferences import wishes_of
from bot.tables.results import results_of
from bot.tables.settings import decode
from bot.tables.turn_clock import Duty, Pace, answered, begun, gone, owed_again, pace_of, paced


class PlayRoom(LobbyRoom):
    """The part of the table service that plays."""

    @changes_table
    async def start(self, tx: Repositories, table: int, person: Person, *, key: str) -> Acted:
        """Binds the secret to all that it depends on, deals, and asks for the first decisions.

        Refusals: no_table, not_lobby, not_host, too_few {seats}, and the game's own.
        """
        standing = await self._standing(tx, table)
        if (known := await tx.keys.get(key)) is not None:
            return await self._again(tx, known)
        standing.refuse_unless_lobby()
        standing.refuse_unless_host(person.id)
        standing, run = _begun(standing, self._now(), key)
        await tx.timers.drop(table, EXPIRY)
        return await self._write_run(tx, standing, run, key, opening=True)

    async def act(
        self, table: int, user: int, move: Move, *, turn: int, key: str, changeable: bool = False
    ) -> Acted:
        """One move of a person. `turn` is what `Game.turn` said when the button was drawn.

        The same move of the same seat a second time (a double click) is answered as repeated. With
        `changeable` only a choice that can still be changed afterwards is made: whoever chooses last in the
        same instant as others could not know that before.
        Refusals: no_table, not_seated, over, not_playing, paused, stale, final, and the game's own.
        """

        async def played(tx: Repositories) -> Acted:
            standing = await self._standing(tx, table)
            seat = standing.seat_of(user)
            if await _made_already(tx, standing, seat, move, turn):
                known = await tx.keys.get(key)
                version = standing.row.version if known is None else known.version
                return Acted(await self._moment(tx, standing, version), repeated=True)
            refuse_unless_playing(standing)
            run = await self._run(tx, standing)
            if run.turn != turn:
                raise Refusal("stale")
            run.play(Seat(seat.seat), move)
            run.go_on()
            if changeable and run.final:
                raise Refusal("final")
            return await self._write_run(tx, standing, run, key)

        return await self._once(table, key, played)

    async def _once(self, table: int, key: str, work: Work[Acted]) -> Acted:
        """A change of a table, or what it was answered with before: the key is looked for only where the
        change is refused, for a repeated delivery is rare."""

        async def again(tx: Repositories) -> Acted | None:
            known = await tx.keys.get(key)
            return None if known is None else await self._again(tx, known)

        try:
            return await self.change_table(table, work)
        except (Refusal, RepeatedError):
            answer = await self.read(again)
            if answer is None:
                raise
            return answer

    async def leave(self, table: int, person: Person, *, key: str) -> Table:
        """Out of the lobby (the host hands over; the last one closes it), or out of a game under way.

        Leaving a game under way: the seat plays on by the game's default moves (automatic in the log)
        until somebody takes it over; when no person is left the table is abandoned.
        Refusals: no_table, over, not_seated.
        """

        async def gone(tx: Repositories, standing: Standing) -> Table:
            if standing.row.status is Status.LOBBY:
                return await self._write_lobby(tx, left(standing, person.id), key)
            return await self._reseat(tx, absent(standing, person.id), key)

        return await self._change_active(table, key, gone)

    async def take_seat(self, table: int, person: Person, seat: Seat, *, key: str) -> Table:
        """Takes over a seat whose person left; one where a computer stands in is for that person alone, and
        whoever may still come back to their own seat takes no other.

        Refusals: no_table, over, not_playing, removed, seated, own_seat_open, seat_taken.
        """

        async def taken(tx: Repositories, standing: Standing) -> Table:
            if standing.row.status is Status.LOBBY:
                raise Refusal("not_playing")
            await refuse_if_removed(tx, standing, person.id)
            await tx.people.remember(person.id, person.name, person.locale)
            return await self._reseat(tx, _taken(standing, person, seat), key)

        return await self._change_active(table, key, taken)

    async def repeat(self, table: int, *, key: str) -> Table:
        """Lets the board be posted once more, calling nobody. Refusals: no_table, over, not_playing."""

        async def repeated(tx: Repositories, standing: Standing) -> Table:
            if standing.row.status is not Status.PLAYING:
                raise Refusal("not_playing")
            asked = notifications.of_repeat(standing.row, standing.seats)
            return (await self._write(tx, standing, asked, key)).table()

        return await self._change_active(table, key, repeated)

    async def end(self, table: int, person: Person, *, moderator: bool, key: str) -> Table:
        """Ends a table without result. Refusals: no_table, over, not_host."""

        async def ended(tx: Repositories, standing: Standing) -> Table:
            row = standing.row
            if not moderator:
                standing.refuse_unless_host(person.id)
            if row.host != person.id:
                await note(tx, Act.ENDED, self._now(), guild=row.guild, actor=person.id, table=row.id)
            if standing.row.status is Status.LOBBY:
                return await self._write_lobby(tx, closed(standing), key)
            return await self._abandon(tx, standing, key)

        return await self._change_active(table, key, ended)

    @changes_table
    async def _change_active(
        self,
        tx: Repositories,
        table: int,
        key: str,
        change: Callable[[Repositories, Standing], Awaitable[Table]],
    ) -> Table:
        """The table after a change to its lobby or game; as it stands for a repeated delivery."""
        standing = await self._standing(tx, table)
        if await tx.keys.get(key) is not None:
            return standing.table()
        standing.refuse_unless_active()
        return await change(tx, standing)

    async def _again(self, tx: Repositories, known: KeyRow) -> Acted:
        standing = await self._standing(tx, known.table)
        return Acted(await self._moment(tx, standing, known.version), repeated=True)

    async def _run(self, tx: Repositories, standing: Standing) -> Run:
        """The table ready to be played on, from the state in the store or the same one in memory."""
        row, game = standing.row, registry.game(standing.row.game)
        known = self._memory.get(row.id, row.version)
        if known is not None:
            state = known.state
        else:
            stored = await tx.tables.state(row.id)
            assert stored is not None, "a table that has started has a state"
            state = game.decode(stored)
        return _run(game, standing, state, self._now())

    async def _reseat(self, tx: Repositories, standing: Standing, key: str | None) -> Table:
        """Goes on with others in the seats, or gives up when no person is left."""
        await tx.seats.add_former(standing.row.id, _given_up(standing))
        if all(seat.user is None for seat in standing.seats):
            return await self._abandon(tx, standing, key)
        run = await self._run(tx, standing)
        return (await self._write_run(tx, standing, run, key, refresh=True)).moment.table

    async def _abandon(self, tx: Repositories, standing: Standing, key: str | None) -> Table:
        row = replace(standing.row, status=Status.ABANDONED, updated=self._now())
        standing = await self._write(
            tx, replace(standing, row=row), notifications.of_abandonment(row, standing.seats), key
        )
        return standing.table()

    async def _write_run(
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
        standing = replace(standing, seats=await self._owing(tx, row, standing.seats, run))
        told = notifications.of_game(row, standing.seats, run, opening=opening, refresh=refresh)
        told = replace(told, notices=told.notices + notifications.of_calls(row, told.seats, calls).notices)
        standing = await self._write(tx, replace(standing, row=row), told, key)
        await tx.log.add(row.id, made)
        await tx.tables.put_state(row.id, run.version, run.game.encode(run.state))
        if run.over:
            await tx.results.put(row.id, results_of(row, run.state))
        if any(standing.seats[seat].computer is not None for seat in run.owing()):
            tx.after_commit(lambda: self.on_thinking(row.id), once=("thinking", row.id))
        tx.after_commit(lambda: self._remember(row.id, run))
        await self._keep_up(tx, was, moved=bool(run.made))
        table = standing.table()
        if run.made:
            return Acted(moment_of(table, run.made[-1].snapshot))
        return Acted(Moment(table, run.version, run.state, run.turn))

    async def _keep_up(self, tx: Repositories, was: Standing, *, moved: bool) -> None:
        """What else speaks of the game follows it, after moves or with others in the seats; `was` is the
        table before, with its new seats."""

    async def _owing(
        self, tx: Repositories, row: TableRow, seats: Sequence[SeatRow], run: Run
    ) -> tuple[SeatRow, ...]:
        """The seats with what people owe since when; in the same post it stays the same duty."""
        limit, now = decode(row.settings).limit, row.rests_since or run.now
        found: list[SeatRow] = []
        for seat in seats:
            pace = _kept(seat, run)
            if seat.user is not None and seat.seat in run.owing() and pace.duty is None:
                away, before = wishes_of(await tx.people.get(seat.user)).away, _owed_before(seat, run)
                if before is None:
                    duty = begun(run.post, run.now, limit, away, row.rests_since)
                else:
                    duty = gone(owed_again(before, now), now, away)
                pace = structs.replace(pace, duty=duty)
            found.append(paced(seat, pace))
        return tuple(found)

    def _remember(self, table: int, run: Run) -> None:
        """Only after the commit: the dispatcher is about to draw these versions."""
        for made in run.made:
            self._memory.keep(table, made.snapshot)


def _begun(standing: Standing, now: datetime, key: str) -> tuple[Standing, Run]:
    game = registry.game(standing.row.game)
    fewest, _ = game.info.seats
    if len(standing.seats) < fewest:
        raise Refusal("too_few", seats=fewest)
    options = game.opened(game.decode_options(standing.row.options), _day(now))
    row = replace(standing.row, options=game.encode_options(options))
    row = started(row, standing.seats, key)
    state = game.setup(options, len(standing.seats), chance_of(row))
    standing = replace(standing, row=row)
    return standing, _run(game, standing, state, now)


def _day(now: datetime) -> str:
    """The day of a moment where the bot is at home, as YYYY-MM-DD."""
    return now.astimezone().date().isoformat()


def _run(game: AnyGame, standing: Standing, state: State, now: datetime) -> Run:
    row = standing.row
    absent = frozenset[Seat]() if row.paused else _absent_seats(game, standing.seats)
    return Run(game, chance_of(row), state, version=row.version, shift=row.shift, absent=absent, now=now)


def refuse_unless_playing(standing: Standing) -> None:
    """Refuses moves where none can be made: over, not_playing, paused."""
    standing.refuse_unless_active()
    if standing.row.status is not Status.PLAYING:
        raise Refusal("not_playing")
    if standing.row.paused:
        raise Refusal("paused")


async def _made_already(tx: Repositories, standing: Standing, seat: SeatRow, move: Move, turn: int) -> bool:
    """Whether the seat's own newest move is this one, made in this turn."""
    newest = await tx.log.newest_of(standing.row.id, seat.seat)
    game = registry.game(standing.row.game)
    return newest is not None and newest.turn == turn and newest.move == game.encode_move(move)


def absent(standing: Standing, user: int, *, removed: bool = False) -> Standing:
    """The game without a person, who may come back unless they were `removed`: the seat keeps its name, and
    the host hands over."""
    seat = standing.seat_of(user)
    away = None if removed else user
    empty = replace(seat, user=None, computer=ABSENT, away=away, away_name=seat.name)
    return seated(standing.without(user), empty)


def open_to(standing: Standing, user: int) -> SeatRow | None:
    """The seat that somebody has left and may come back to."""
    return next((seat for seat in standing.seats if seat.away == user), None)


def _taken(standing: Standing, person: Person, seat: Seat) -> Standing:
    if standing.is_seated(person.id):
        raise Refusal("seated")
    held = next((other for other in standing.seats if other.seat == seat), None)
    if open_to(standing, person.id) and (held is None or held.away != person.id):
        raise Refusal("own_seat_open")
    if held is None or (held.computer != ABSENT and held.away != person.id):
        raise Refusal("seat_taken")
    return seated(standing, SeatRow(seat, person.id, person.name))


def seated(standing: Standing, sitter: SeatRow) -> Standing:
    """The game with a seat as it is here, and all others as they were."""
    seats = (sitter if other.seat == sitter.seat else other for other in standing.seats)
    return replace(standing, seats=tuple(seats))


def _given_up(standing: Standing) -> list[FormerSitter]:
    """Those who sat where somebody else sits, or nobody, after this change."""
    return [
        FormerSitter(old.seat, standing.row.version, old.user, old.name, old.computer)
        for old, new in zip(standing.stored, standing.seats, strict=True)
        if (old.user, old.computer) != (new.user, new.computer)
    ]


def _kept(seat: SeatRow, run: Run) -> Pace:
    """What of a seat's pace still holds after these moves: nothing for whoever left."""
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
