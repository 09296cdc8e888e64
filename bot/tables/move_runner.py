"""A row of moves at one table, the one a person made and all that follow by themselves; and the versions of a
table, as rows of the log led to them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Event, Move, Refusal, Seat, State, Step
from bot.games.registry import AnyGame
from bot.games.undo import Past, past
from bot.tables.commitment import chance_of
from bot.tables.model import LogRow, SeatRow, Standing, TableRow, thinking


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a version of a table is, apart from the table itself."""

    version: int
    state: State = field(repr=False)
    turn: int = 0
    """What buttons carry that are drawn for it."""
    events: tuple[Event, ...] = field(default=(), repr=False)
    seat: Seat | None = None
    """Who moved, or took a step back."""
    past: Past | None = None
    """The step that led there; None at version 0, and where a step was taken back."""
    back: int | None = None
    """The version that was returned to."""
    at: datetime | None = None

    @property
    def before(self) -> int:
        """The version that it came from: the one before, or the one that was returned to."""
        return self.version - 1 if self.back is None else self.back


def way(rows: Iterable[LogRow]) -> list[LogRow]:
    """The moves that lead to the last row, without those that were taken back."""
    found: list[LogRow] = []
    for row in rows:
        if row.back is None:
            found.append(row)
            continue
        while found and found[-1].version > row.back:
            found.pop()
    return found


def stepped(game: AnyGame, before: State, move: Move, step: Step[State], row: LogRow) -> Snapshot:
    """What a move from the state `before` led to."""
    seat = Seat(row.seat)
    return Snapshot(
        version=row.version,
        state=step.state,
        turn=row.turn + game.turn(step.state) - game.turn(before),
        events=step.events,
        seat=seat,
        past=past(game, before, seat, move, step, automatic=row.automatic),
        at=row.at,
    )


def returned(earlier: Snapshot, row: LogRow) -> Snapshot:
    """An earlier version once more, in a turn of its own: buttons drawn meanwhile have lost their meaning."""
    return replace(
        earlier,
        version=row.version,
        turn=row.turn + 1,
        events=(),
        seat=Seat(row.seat),
        past=None,
        back=row.back,
        at=row.at,
    )


@dataclass(frozen=True, slots=True)
class Made:
    """One move of the row, or a step taken back: as it is logged, and what it led to."""

    row: LogRow
    snapshot: Snapshot
    posted: bool
    """The board is posted anew after it."""


class Run:
    """Plays at one table in memory; whoever uses it keeps what was made."""

    def __init__(
        self,
        game: AnyGame,
        chance: Chance,
        state: State,
        *,
        version: int,
        shift: int,
        absent: frozenset[Seat],
        now: datetime,
    ) -> None:
        self.game = game
        self.version = version
        self.shift = shift
        self.now = now
        self.made: list[Made] = []
        self._begun_at = game.post(state)
        self._enter(state)
        self._chance = chance
        self._absent = absent

    @property
    def turn(self) -> int:
        """The turn that is being played, as buttons carry it."""
        return self.game.turn(self.state) + self.shift

    @property
    def moved_on(self) -> bool:
        """Whether it is another post than before."""
        return self.post != self._begun_at

    @property
    def back(self) -> LogRow | None:
        """The row of the log by which something was taken back, None if nothing was."""
        return next((made.row for made in self.made if made.row.back is not None), None)

    @property
    def final(self) -> bool:
        """Whether something of what was made can't be changed any more."""
        steps = [made.snapshot.past for made in self.made]
        return any(past is not None and (past.final or past.irrevocable) for past in steps)

    def settles(self, seat: Seat, move: Move) -> bool:
        """Whether a move is the last of several secret choices: none of them can be changed after it."""
        decision = self.game.decisions(self.state).get(seat)
        if decision is None or not decision.private or not isinstance(move, self.game.move_type):
            return False
        after = self.game.apply(self.state, seat, move, self._chance).state
        return self.game.turn(after) != self.game.turn(self.state)

    def play(self, seat: Seat, move: Move, *, automatic: bool = False, late: bool = False) -> None:
        """Makes a move; a `Refusal` leaves everything as it was. Of another game: `stale`."""
        if not isinstance(move, self.game.move_type):
            raise Refusal("stale")
        before, post = self.state, self.post
        step = self.game.apply(before, seat, move, self._chance)
        encoded = self.game.encode_move(move)
        row = LogRow(
            self.version + 1, seat, self.turn, encoded, automatic, step.milestone, self.now, late=late
        )
        made = stepped(self.game, before, move, step, row)
        self._keep(row, made, posted=self.game.post(step.state) != post)

    def take_back(self, seat: Seat, earlier: Snapshot, *, agreed: bool = False) -> None:
        """Undo: returns to an earlier version; only if everybody `agreed` the board is posted anew."""
        row = LogRow(
            self.version + 1,
            seat,
            self.turn,
            b"",
            False,
            False,
            self.now,
            back=earlier.version,
            agreed=agreed,
        )
        made = returned(earlier, row)
        self.shift = made.turn - self.game.turn(made.state)
        self._keep(row, made, posted=agreed)

    def time_out(self, seats: Collection[Seat]) -> None:
        """Makes the default moves of seats, until each has done what it owes in this post."""
        post = self.post
        while self.post == post:
            seat = next((seat for seat in self.owing if seat in seats), None)
            if seat is None:
                break
            self.play(seat, self.default(seat), automatic=True, late=True)
            self.go_on()

    def go_on(self) -> None:
        """Makes the moves that need nobody: forced ones, and those of seats whose person left."""
        while (due := self._due()) is not None:
            self.play(*due, automatic=True)

    def default(self, seat: Seat) -> Move:
        """The move that the rules make for a seat which owes one and has nobody."""
        return self.game.default(self.state, seat, self._chance)

    def _keep(self, row: LogRow, made: Snapshot, *, posted: bool) -> None:
        self.version = made.version
        self._enter(made.state)
        self.made.append(Made(row, made, posted))

    def _enter(self, state: State) -> None:
        self.state = state
        self.post = self.game.post(state)
        """The post that shows it."""
        self.over = self.game.outcome(state) is not None
        """Whether the game has ended."""
        self.owing = () if self.over else tuple(self.game.decisions(state))
        """The seats that owe a decision now, in seat order."""

    def _due(self) -> tuple[Seat, Move] | None:
        if self.over:
            return None
        forced = self.game.forced(self.state)
        if forced is not None:
            return forced
        seat = next((seat for seat in self.owing if seat in self._absent), None)
        return None if seat is None else (seat, self.default(seat))


@dataclass(frozen=True, slots=True)
class Played:
    """A run as it was written, perhaps without any move where only others sit in the seats."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    was: Standing
    """The table before, with its new seats."""
    run: Run


def run_from(standing: Standing, state: State, now: datetime) -> Run:
    """A game ready to be played on from a state, with the seats for which nobody thinks."""
    row, game = standing.row, registry.game(standing.row.game, standing.row.rules)
    absent = [
        Seat(seat.seat)
        for seat in standing.seats
        if not row.paused and seat.computer is not None and seat.pace.free_until is None
        if thinking(row, seat) not in game.opponents
    ]
    chance = chance_of(row)
    return Run(game, chance, state, version=row.version, shift=row.shift, absent=frozenset(absent), now=now)
