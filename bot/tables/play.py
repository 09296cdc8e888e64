"""The game itself: the start, the moves, steps taken back as far as `bot.games.undo` goes, the end."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from msgspec import structs

from bot.games import registry
from bot.games.contract import Move, Refusal, Seat, State
from bot.games.undo import Past, last_own, past, refuse_unless_open
from bot.store.errors import RepeatedError
from bot.store.records import LogRow, NoticeKind
from bot.store.repositories import Repositories
from bot.tables.commitment import chance_of, is_shared, started
from bot.tables.computers import Naming, in_company
from bot.tables.grace import grace_of, hold, reveal_held
from bot.tables.history import History
from bot.tables.lobby import closed, seated
from bot.tables.model import (
    Acted,
    Person,
    Standing,
    Status,
    Table,
    not_your_turn,
    refuse_unless_playing,
    sat_there,
)
from bot.tables.move_runner import Run, Snapshot, run_from, way
from bot.tables.plans import overruled, without_steps
from bot.tables.policy import COMPANION, GENTLE
from bot.tables.settings import preferences_of
from bot.tables.timers import GRACE, LOBBY
from bot.tables.units import Act, Units, changes_active, changes_table, note, reads

Asks = Literal["nobody", "wishing", "everybody"]
"""Who is asked to confirm a move that can't be changed afterwards: nobody, it has been; who wishes it;
everybody, but for the last of several secret choices, of which the wish decides."""


@dataclass(eq=False)
class Play:
    """Starts games, makes the moves of people, and ends games before their time."""

    units: Units

    @changes_table
    async def start(
        self,
        tx: Repositories,
        table: int,
        person: Person,
        *,
        naming: Naming | None = None,
        coached: bool = False,
        key: str,
    ) -> Acted:
        """Starts a game; with `naming`, computers sit down before as usual company; where it is `coached`,
        gentle ones, and the host has a coach. Refusals: no_table, not_lobby, not_host, no_such_level,
        too_few {seats}, and the game's own."""
        standing = await self.units.standings.at(tx, table)
        if (known := await tx.keys.get(key)) is not None:
            return await self.units.repeated(tx, known)
        standing.refuse_unless_lobby()
        standing.refuse_unless_host(person.id)
        standing = in_company(standing, naming, GENTLE if coached else COMPANION) if naming else standing
        if coached:
            standing = seated(standing, replace(standing.seat_of(person.id), coached=True))
        standing, run = begun(standing, self.units.now(), key)
        await tx.timers.drop(table, LOBBY)
        tx.log.begin(table, len(standing.seats))
        return await self.units.write_moves(tx, standing, run, key, opening=True)

    async def act(
        self,
        table: int,
        user: int,
        move: Move,
        *,
        turn: int,
        key: str,
        asks: Asks = "nobody",
        by_message: bool = False,
    ) -> Acted:
        """One move of a person, in a channel or `by_message`; `turn` is what the button carries. The seat's
        same move in the same turn is answered as repeated. The last of several secret choices is held back
        for the grace, unless its person wishes to confirm it; a move that can't be changed afterwards is
        refused as `final` where it `asks` this person. Refusals: no_table, not_seated, over, not_playing,
        paused, stale, final, and the game's own."""

        async def played(tx: Repositories) -> Acted:
            standing = await self.units.standings.at(tx, table)
            seat = standing.seat_of(user)
            game = registry.game(standing.row.game, standing.row.rules)
            newest = await tx.log.newest_of(table, seat.seat)
            if newest is not None and newest.turn == turn and newest.move == game.encode_move(move):
                known = await tx.keys.get(key)
                version = standing.row.version if known is None else known.version
                return Acted(await self.units.history.moment(tx, standing, version), repeated=True)
            refuse_unless_playing(standing)
            run = await self.units.run(tx, standing)
            if run.turn != turn:
                raise Refusal("stale")
            standing = overruled(standing, run, seat)
            if game.by_digest and seat.pace.by_message is not by_message:
                seat = standing.seat_of(user)
                pace = structs.replace(seat.pace, by_message=by_message)
                standing = seated(standing, replace(seat, pace=pace))
            last = run.settles(Seat(seat.seat), move)
            wishes = preferences_of(await tx.people.get(user)).confirm
            if last and not wishes and grace_of(standing):
                return await hold(self.units, tx, standing, run, standing.seat_of(user), move, key)
            _play(run, standing, Seat(seat.seat), move)
            run.go_on()
            asked = wishes or (asks == "everybody" and not last)
            if asked and asks != "nobody" and run.final:
                raise Refusal("final")
            return await self.units.write_moves(tx, standing, run, key)

        async def again(tx: Repositories) -> Acted | None:
            known = await tx.keys.get(key)
            return None if known is None else await self.units.repeated(tx, known)

        try:
            return await self.units.change_table(table, played)
        except (Refusal, RepeatedError):  # a repeated delivery is rare: only here its key is looked for
            answer = await self.units.store.read(again)
            if answer is None:
                raise
            return answer

    @changes_table
    async def reveal(self, tx: Repositories, table: int) -> None:
        """Makes the choices whose grace is over; in a paused game they wait, but not where people play on by
        direct message. The clock rings for it."""
        await tx.timers.drop(table, GRACE)
        standing = await self.units.standings.at(tx, table)
        if standing.row.status is Status.PLAYING and not standing.row.paused:
            await reveal_held(self.units, tx, standing, self.units.now())

    @reads
    async def held(self, tx: Repositories, table: int, user: int) -> Move | None:
        """The choice of a person that is held back, None without one. Refusals: no_table, not_seated."""
        standing = await self.units.standings.at(tx, table)
        move, game = standing.seat_of(user).held, registry.game(standing.row.game, standing.row.rules)
        return None if move is None else game.decode_move(move)

    @changes_active
    async def repeat(self, tx: Repositories, standing: Standing, *, key: str) -> Table:
        """Lets the board be posted once more, calling nobody. Refusals: no_table, over, not_playing."""
        if standing.row.status is not Status.PLAYING:
            raise Refusal("not_playing")
        return await self.units.update(tx, standing, key, NoticeKind.REPEAT)

    @changes_active
    async def end(
        self, tx: Repositories, standing: Standing, person: Person, *, moderator: bool, key: str
    ) -> Table:
        """Ends a table without result. Refusals: no_table, over, not_host."""
        row = standing.row
        if not moderator:
            standing.refuse_unless_host(person.id)
        if row.host != person.id:
            await note(tx, Act.ENDED, self.units.now(), guild=row.guild, actor=person.id, table=row.id)
        if standing.row.status is Status.LOBBY:
            return await self.units.write_lobby(tx, closed(standing), key)
        return await self.units.abandon(tx, standing, key, by=standing.table().seat_of(person.id))


def _play(run: Run, standing: Standing, seat: Seat, move: Move) -> None:
    """Makes a move. Refusals: those of its game, but for `not_asked` who is asked: not_your_turn {names}."""
    try:
        run.play(seat, move)
    except Refusal as refusal:
        if refusal.code != "not_asked":
            raise
        owing = run.owing
        raise Refusal("not_now") if seat in owing else not_your_turn(owing, standing.seats) from None


def begun(standing: Standing, now: datetime, key: str, rules: int = 0) -> tuple[Standing, Run]:
    """The table at the start of its game, by the newest rules or those of a version. Refusals: too_few
    {seats}, and the game's own."""
    game = registry.game(standing.row.game, rules)
    fewest, _ = game.info.seats
    if len(standing.seats) < fewest:
        raise Refusal("too_few", seats=fewest)
    options = game.decode_options(standing.row.options)
    if not is_shared(standing.row):  # else the day counts on which the secret was bound
        options = game.opened(options, now.astimezone().date().isoformat())  # where the bot is at home
    row = replace(standing.row, options=game.encode_options(options), rules=game.rules_version)
    row = started(row, standing.seats, key)
    state = game.setup(options, len(standing.seats), chance_of(row))
    standing = replace(standing, row=row)
    return standing, run_from(standing, state, now)


@dataclass(eq=False)
class Undo:
    """Takes steps back."""

    units: Units

    @changes_table
    async def undo(
        self, tx: Repositories, table: int, user: int, *, turn: int | None = None, key: str
    ) -> Acted:
        """Undoes a person's own last step; `turn` is what the button carries, None for the present one; a
        second press is answered as repeated. Refusals: no_table, not_seated, over, not_playing, paused,
        stale, nothing_to_undo, not_your_step, undo_revealed, undo_change."""
        standing = await self.units.standings.at(tx, table)
        if (known := await tx.keys.get(key)) is not None:
            return await self.units.repeated(tx, known)
        seat = Seat(standing.seat_of(user).seat)
        newest = await tx.log.newest_of(table, seat)
        if newest is not None and newest.back is not None and newest.turn == turn:
            return Acted(await self.units.history.moment(tx, standing, standing.row.version), repeated=True)
        refuse_unless_playing(standing)
        run = await self.units.run(tx, standing)
        if turn not in (None, run.turn):
            raise Refusal("stale")
        before, undone = await self._before_last(tx, standing, user)
        run.take_back(seat, before)
        standing = seated(standing, without_steps(standing.seat_of(user)))
        return replace(await self.units.write_moves(tx, standing, run, key), undone=undone)

    @reads
    async def may_undo(self, tx: Repositories, table: int, user: int) -> bool:
        """Whether `undo` would be accepted now. Refusals: no_table."""
        standing = await self.units.standings.at(tx, table)
        try:
            refuse_unless_playing(standing)
            await self._before_last(tx, standing, user)
        except Refusal:
            return False
        return True

    async def _before_last(self, tx: Repositories, standing: Standing, user: int) -> tuple[Snapshot, Move]:
        """The version right before a person's last step, and its move, if that may be taken back."""
        seat = Seat(standing.seat_of(user).seat)
        steps: list[Past] = []
        versions: list[int] = []
        at = await self.units.history.recall(tx, standing, standing.row.version)
        while at.version > 0:
            if at.past is not None:
                steps.append(at.past)
                versions.append(at.version)
                if not at.past.forced:
                    break
            at = await self.units.history.recall(tx, standing, at.before)
        gone = last_own(steps, seat)
        made = versions[gone - 1]
        if not sat_there(await tx.seats.former(standing.row.id), seat, made, user):
            raise Refusal("not_your_step")
        return await self.units.history.recall(tx, standing, made - 1), steps[gone - 1].move


async def before_agreed(tx: Repositories, history: History, standing: Standing, seat: Seat) -> Snapshot:
    """The version right before the last step that was made by the person who sits in a seat, or for them at a
    deadline, if everybody may agree to return there. Refusals: nothing_to_undo, undo_change, undo_since."""
    row = standing.row
    rows = way(await tx.log.between(row.id, 0, row.version))
    own = [at for at, made in enumerate(rows) if made.seat == seat and (made.late or not made.automatic)]
    if not own:
        raise Refusal("nothing_to_undo")
    gone = rows[own[-1] :]
    earlier = await history.recall(tx, standing, gone[0].version - 1)
    _refuse_unless_open(standing, earlier, gone, seat)
    return earlier


def _refuse_unless_open(standing: Standing, earlier: Snapshot, gone: list[LogRow], seat: Seat) -> None:
    """Replays what would be taken back, and refuses where something came to light by it."""
    game, chance = registry.game(standing.row.game, standing.row.rules), chance_of(standing.row)
    state, steps = earlier.state, list[tuple[State, Past]]()
    for row in gone:
        mover, move = Seat(row.seat), game.decode_move(row.move)
        step = game.apply(state, mover, move, chance)
        steps.append((state, past(game, state, mover, move, step, automatic=row.automatic)))
        state = step.state
    refuse_unless_open(game, steps, seat)
