"""The plain values of a table's life, as the table services give them and the cogs read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime

from bot.games.commitment import Contribution
from bot.games.contract import Event, Move, Refusal, Seat, State
from bot.languages import fallback
from bot.store.challenges import (
    Challenge as Challenge,
    ChallengeEntry as ChallengeEntry,
)
from bot.store.records import (
    ABSENT as ABSENT,
    FORMER as FORMER,
    AuditRow as AuditRow,
    DiaryEntry as DiaryEntry,
    Duty as Duty,
    Finish as Finish,
    FormerSitter as FormerSitter,
    KeyRow as KeyRow,
    LogRow as LogRow,
    MatchGroup as MatchGroup,
    MatchRequest as MatchRequest,
    Notice as Notice,
    NoticeKind as NoticeKind,
    NoticeState as NoticeState,
    Offer as Offer,
    Pace as Pace,
    PastGame as PastGame,
    PersonRow as PersonRow,
    PlayedSetup as PlayedSetup,
    Post as Post,
    ResultRow as ResultRow,
    Scored as Scored,
    SeatRow as SeatRow,
    Spectator as Spectator,
    Status as Status,
    TableRow as TableRow,
    TableSettings as TableSettings,
    Thread as Thread,
    Timer as Timer,
    Vote as Vote,
    VoteKind as VoteKind,
    VoteState as VoteState,
    known as known,
)
from bot.tables.commitment import bound_of

_FIELDS = fields(TableRow)


@dataclass(frozen=True, slots=True)
class Person:
    """A person of Discord: id, name as shown in this server, language of the client."""

    id: int
    name: str
    locale: str = field(default_factory=fallback)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(TableRow):
    """A table as everybody may know it: its secret only once all games with it are over."""

    sitters: tuple[SeatRow, ...]
    contributions: tuple[Contribution, ...] | None = None
    """What people have added to chance; None at a table of before, where the secret was all."""
    binding: str = ""
    """What the secret was bound to at the start, as SHA-256 in hex; empty before, or at a table of before."""
    challenge: int = 0
    """The number of the challenge to which it belongs, 0 for none."""
    shared: bool = False
    """Whether others have the same draws: in a challenge, or at a table of a duplicate."""
    held: bool = False
    """What would tell others of the secret waits until they have played, too."""

    @property
    def apart(self) -> bool:
        """Whether it stands in no channel: one person plays it on their own panel alone."""
        return self.channel < 0

    @property
    def rests(self) -> bool:
        """Whether no time goes by for the person who owes a decision."""
        return self.rests_since is not None

    @property
    def absent(self) -> tuple[SeatRow, ...]:
        """The seats whose person left, and for which nobody thinks."""
        return tuple(sitter for sitter in self.sitters if sitter.computer == ABSENT)

    @property
    def reveal(self) -> datetime | None:
        """When choices are revealed that can still be changed although everybody has chosen."""
        return min((sitter.reveal for sitter in self.sitters if sitter.reveal), default=None)

    def seat_of(self, user: int) -> Seat | None:
        """The seat of a person, None for everybody else."""
        return next((Seat(sitter.seat) for sitter in self.sitters if sitter.user == user), None)

    def left_by(self, user: int) -> Seat | None:
        """The seat of this game that a person has left and nobody else has taken; None without one."""
        seats = self.sitters if self.status is Status.PLAYING else ()
        return next((Seat(sitter.seat) for sitter in seats if sitter.away == user), None)


@dataclass(frozen=True, slots=True)
class Outstanding:
    """What is still to be told at a table, and where: its channel, and who sits in its seats."""

    table: int
    notices: tuple[Notice, ...]
    """In order; `SENDING` are those that an earlier version of the bot had begun to deliver."""
    channel: int = 0
    people: Mapping[int, int | None] = field(default_factory=dict[int, int | None])


@dataclass(frozen=True, slots=True)
class Moment:
    """A table at one version: the state, and the events of the move that led to it (none after an undo)."""

    table: Table
    """As it is now."""
    version: int
    state: State = field(repr=False)
    turn: int = 0
    """What buttons carry that are drawn for it: `Game.turn`, and more since steps were taken back."""
    events: tuple[Event, ...] = field(default=(), repr=False)
    seat: Seat | None = None
    """Who moved, or took a step back; None at version 0."""
    automatic: bool = False
    at: datetime | None = None
    names: tuple[str, ...] = ()
    """Who sat there then, by seat, where another person sits there now; empty where nobody does."""


def thinking(row: TableRow, seat: SeatRow) -> str:
    """The level that thinks for a seat: of its computer, or of what plays on for a person who left; empty for
    a person, and where nobody thinks."""
    if seat.computer != ABSENT:
        return seat.computer or ""
    held = seat.pace.free_until is not None
    return "" if held or row.settings.substitute == ABSENT else row.settings.substitute


@dataclass(frozen=True, slots=True)
class Riddle:
    """What a computer has to decide: what its seat may know and do, as JSON, and nothing else."""

    game: str
    seat: Seat
    level: str
    turn: int
    post: int
    """What `Game.post` says: moves in the same one are small ones of one turn."""
    view: bytes = field(repr=False)
    legal: tuple[bytes, ...] = field(repr=False)
    rules: int = 0
    """The version of the game's rules."""
    character: str = ""
    """What the computer likes; hints have none."""
    awaited: bool = True
    """Whether people wait for it, and for nobody else."""


@dataclass(frozen=True, slots=True)
class Acted:
    """The answer to an accepted action: the newest moment, after all that followed by itself."""

    moment: Moment
    repeated: bool = False
    """The same had been accepted before: nothing was changed by this one."""
    undone: Move | None = None
    """The move that was taken back, if one was."""


def not_host(host: int, seats: Iterable[SeatRow]) -> Refusal:
    """The refusal of what only the host may do: not_host {host}."""
    return Refusal("not_host", host=next((seat.name for seat in seats if seat.user == host), ""))


def not_your_turn(owing: Iterable[Seat], seats: Sequence[SeatRow]) -> Refusal:
    """The refusal of what only those may do who owe a decision: not_your_turn {names}."""
    return Refusal("not_your_turn", names=tuple(seats[seat].name for seat in owing))


@dataclass(frozen=True, slots=True)
class Standing:
    """A table and its seats within one transaction."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    stored: tuple[SeatRow, ...] = ()
    """The seats as the store has them."""

    def seat_of(self, user: int) -> SeatRow:
        """The seat of a person. Refusals: not_seated, after the end has_not_played."""
        for seat in self.seats:
            if seat.user == user:
                return seat
        raise Refusal("not_seated" if self.row.status.active else "has_not_played")

    def is_seated(self, user: int) -> bool:
        """Whether a person sits here."""
        return any(seat.user == user for seat in self.seats)

    def refuse_unless_host(self, user: int) -> None:
        """Refuses everybody but the host."""
        if self.row.host != user:
            raise not_host(self.row.host, self.seats)

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
        values = {field.name: getattr(row, field.name) for field in _FIELDS}
        hidden = row.status.active or (bound is not None and bound.held)
        values |= {"chance": None, "secret": None if hidden else row.secret}
        return Table(
            **values,
            sitters=tuple(map(_shown, self.seats)),
            contributions=bound and bound.contributions,
            binding=bound.binding if bound else "",
            challenge=bound.challenge if bound else 0,
            shared=bound is not None and bound.shared is not None,
            held=bound is not None and bound.held,
        )


def _shown(seat: SeatRow) -> SeatRow:
    """A seat without secrets, and without the number of somebody who was forgotten; most often the same."""
    if seat.plan is None and seat.held is None and seat.user == known(seat.user):
        return seat
    return replace(seat, user=known(seat.user), plan=None, held=None)


def refuse_unless_playing(standing: Standing) -> None:
    """Refuses moves where none can be made: over, not_playing, paused."""
    standing.refuse_unless_active()
    if standing.row.status is not Status.PLAYING:
        raise Refusal("not_playing")
    if standing.row.paused:
        raise Refusal("paused")


def sat_there(former: Sequence[FormerSitter], seat: int, version: int, user: int) -> bool:
    """Whether a person who sits in a seat now did so when a version was made."""
    since = next((sat.user for sat in former if sat.seat == seat and sat.upto >= version), user)
    return since == user
