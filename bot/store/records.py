"""The plain values the store keeps, free of rules and of Discord. Seats are numbers from 0."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal

import msgspec

FORMER = "\x7f"
"""Before a number it is the name of a person who was forgotten, another number for each one at a table."""

ABSENT = "default"
"""`SeatRow.computer` of a seat whose person left: once `Pace.free_until` is over, the game's default moves
are made for it."""


def known(user: int | None) -> int | None:
    """The person, but nobody where it is one who was forgotten: a number below 0."""
    return None if user is None or user < 0 else user


class Status(StrEnum):
    """Where a table stands; paused is a flag on playing."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"

    @property
    def active(self) -> bool:
        """Whether the table holds its channel."""
        return self in (Status.LOBBY, Status.PLAYING)


class Thread(StrEnum):
    """Whether the channel of a table is a thread."""

    NONE = ""
    FOREIGN = "foreign"
    """A person has opened it; a post of a forum is one, too."""
    OWN = "own"
    """The bot has opened it."""


class Duty(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a seat owes in a post: one decision, or a row of small ones."""

    post: int
    since: datetime
    reminders: int = 0
    """So many have been sent."""
    remind: datetime | None = None
    """When the next one is due; none if there is to be none in this post."""
    deadline: datetime | None = None
    """When the game's default move is made."""
    warn: datetime | None = None
    """When the next warning of it is due: at half time, then shortly before."""
    arrange: datetime | None = None
    """When the next warning is moved out of the quiet hours, where these may also hold the deadline."""
    warned: bool = False
    """Whether the first of these has been given."""
    away: datetime | None = None
    """The person who sits here is on vacation up to this time: all others count from then on."""
    silent: bool = False
    """The person who sits here wants neither reminders nor warnings of it."""
    uncounted: timedelta = timedelta(0)
    """So much of the time from then on nobody waits: rests of the game, and vacations up to their end."""
    along: int | None = None
    """The table whose reminder stood for the last one of this decision, too."""
    by_digest: bool = False
    """No direct message says that it has become due: the first one is a reminder."""
    steps: int = 0
    """Of a row of small decisions, so many are made by a person with plans."""
    resumed: datetime | None = None
    """When the last of them was made, or a rest of the game was over: the next plan waits from then on."""
    by_hand: bool = False
    """The person who sits here decides themselves, whatever they have planned."""


class Pace(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is kept with a seat."""

    duty: Duty | None = None
    before: Duty | None = None
    """The last one that was met: it is owed again when the step that met it is taken back."""
    muted: bool = False
    """The person who sits here wants no reminders of this table."""
    missed: int = 0
    """Deadlines missed in a row."""
    wants_time: bool = False
    """The person who sits here has asked for more time."""
    by_message: bool = False
    """The person who sits here has made the last move in a direct message."""
    free_until: datetime | None = None
    """Until when nothing is played for the seat, which somebody can take; None where somebody sits."""


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a table whatever its game; a rematch takes them along."""

    hints: bool = False
    """Players may ask what a strong computer would do."""
    deadline: int = 0
    """Hours that each decision has; 0 where it takes as long as it takes."""
    grace: int = 5
    """Seconds in which the last of several secret choices, and so all of them, can still be changed."""
    hold: int = 24
    """Hours for which nothing is played in the seat of a person who left, so that somebody can take it."""
    substitute: str = ABSENT
    """The level of computers that plays there from then on; `ABSENT`: the game's default moves are made."""

    @property
    def limit(self) -> timedelta | None:
        """The time that each decision has, None where there is no deadline."""
        return timedelta(hours=self.deadline) if self.deadline else None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table without seats and state; `id` is 0 until it is added."""

    id: int = 0
    game: str
    guild: int | None
    channel: int
    thread: Thread = Thread.NONE
    status: Status = Status.LOBBY
    paused_since: datetime | None = None
    silent_since: datetime | None = None
    """Since when nothing could be posted where the table stands."""
    host: int
    options: bytes
    locale: str
    settings: TableSettings = field(default_factory=TableSettings)
    version: int = 0
    """Number of rows in the log: 0 before the first move. A step taken back is a row more."""
    commitment: str = ""
    secret: bytes | None = field(default=None, repr=False)
    chance: bytes | None = field(default=None, repr=False)
    """What the draws depend on besides the secret; None at a table whose draws depend on nothing else."""
    rules: int = 0
    """The version of the game's rules by which it is played, 0 before the start."""
    shift: int = 0
    """So much the turns that buttons carry are ahead of the game's own, since steps were taken back."""
    tournament: int | None = None
    """For which it is played; None where it is played for its own sake."""
    ended_by: int | None = None
    """The seat of whoever has ended it without a result; None where nobody in a seat did."""
    created: datetime
    updated: datetime

    @property
    def paused(self) -> bool:
        """Whether the game stands still because a person wanted it."""
        return self.paused_since is not None

    @property
    def rests_since(self) -> datetime | None:
        """Since when no time goes by for the person who owes a decision: since it is paused, or silent."""
        return min((since for since in (self.paused_since, self.silent_since) if since), default=None)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits in a seat: a person, or a computer of some level (then `user` is None)."""

    seat: int
    user: int | None
    name: str
    computer: str | None = None
    prompted: int | None = None
    """The post of the prompt that is still open."""
    away: int | None = None
    """The person who left this seat, as long as nobody else has taken it."""
    away_name: str = ""
    pace: Pace = field(default_factory=Pace)
    """What its person owes since when."""
    plan: bytes | None = field(default=None, repr=False)
    """What its person has planned, as JSON: nobody else may know whether there is anything."""
    held: bytes | None = field(default=None, repr=False)
    """The move that its person has chosen as the last one, a secret until it is made."""
    reveal: datetime | None = None
    """When that is."""
    icon: str = ""
    """The one that its person has chosen for all tables; empty for the symbol of the seat."""
    coached: bool | None = None
    """Whether its person is told at each decision what is good; None: as the game has it."""
    character: str = ""
    """What its computer likes, which its name stands for."""

    @property
    def stands_in(self) -> bool:
        """Whether a computer plays here for a person who left and may come back."""
        return self.away is not None and self.computer != ABSENT


@dataclass(frozen=True, slots=True)
class FormerSitter:
    """Who sat in a seat of a game under way before others did: `upto` is the last version then."""

    seat: int
    upto: int
    user: int | None
    name: str
    computer: str | None


@dataclass(frozen=True, slots=True)
class LogRow:
    """One move of a table: `version` is the one it led to, `turn` the one it was made in. With `back` it is
    no move: everything after that version is taken back, and `move` is empty."""

    version: int
    seat: int
    turn: int
    move: bytes = field(repr=False)
    automatic: bool
    milestone: bool
    at: datetime
    back: int | None = None
    late: bool = False
    """An automatic move that was made because a deadline had passed."""
    agreed: bool = False
    """A step taken back because everybody at the table agreed."""
    owed: timedelta | None = None
    """For how long a person's move had been owed, without rests and vacations; None where nobody knows."""

    def takes_back(self, version: int) -> bool:
        """Whether the step that led to an earlier version is taken back by this row."""
        return self.back is not None and self.back < version


@dataclass(frozen=True, slots=True)
class KeyRow:
    """An accepted interaction and the version it was answered with."""

    key: str
    table: int
    version: int
    at: datetime


class NoticeKind(StrEnum):
    """What the dispatcher has to bring about."""

    LOBBY = "lobby"
    """Channel: post or refresh the lobby; once its table has started or closed it loses its buttons."""
    BOARD = "board"
    """Channel: a fresh board post for this version, which calls the person who has to decide."""
    REPEAT = "repeat"
    """Channel: the same board once more because a person asked for it; it calls nobody."""
    PROGRESS = "progress"
    """Channel: refresh the newest board post in place; only the latest counts."""
    PROMPT = "prompt"
    """Seat: the private panel by direct message, or a mention where that is not possible or not wanted."""
    SETTLED = "settled"
    """Seat: the prompt is over; take the controls off it and say what became of the choice."""
    TIMED = "timed"
    """Seat: the prompt that is open says until when there is time now."""
    REMINDER = "reminder"
    """Seat: a decision has been waiting; by direct message, or as a mention in the channel."""
    WARNING = "warning"
    """Seat: a deadline comes near; in the same way."""
    QUESTION = "question"
    """Channel: what is to be done about a seat that has missed several deadlines."""
    THREAD = "thread"
    """Channel: the thread of a table stays open, or is archived after its game; nobody reads of it."""
    MOTION = "motion"
    """Channel: a vote as it stands; here `Notice.version` is its number."""
    ASKED = "asked"
    """Channel: the same vote once more: this seat, or several, had not been asked about it as it is."""
    REMOVED = "removed"
    """The person whom a vote or the host has removed: it says so by direct message; here `Notice.version` is
    the number of the vote."""
    WATCHED = "watched"
    """Spectators: a turn is over, or the game; the message of each of them shows the present moment."""
    ENDED = "ended"
    """Channel: the ranking (finished) or the sentence that the game was ended (abandoned)."""


class NoticeState(StrEnum):
    """`SENDING` after a crash means: look whether it went out before sending again."""

    PENDING = "pending"
    SENDING = "sending"
    DONE = "done"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to tell. It names a version to draw and holds no secret; `id` is 0 until it is added."""

    id: int
    table: int
    kind: NoticeKind
    seat: int | None
    version: int
    state: NoticeState = NoticeState.PENDING
    attempts: int = 0


class VoteKind(StrEnum):
    """What can be proposed at a table."""

    UNDO = "undo"
    """The game goes back to before the last step of the person who proposes it."""
    KICK = "kick"
    """A person is removed from the table."""
    INVITE = "invite"
    """A person takes a seat."""
    CALL = "call"
    """Anybody may take the seat of a person who left."""


class VoteState(StrEnum):
    """`DROPPED` is a vote that has lost its meaning."""

    OPEN = "open"
    CARRIED = "carried"
    DECLINED = "declined"
    EXPIRED = "expired"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """What a person proposes, and how it stands; `id` is 0 until it is added."""

    id: int = 0
    table: int
    kind: VoteKind
    state: VoteState = VoteState.OPEN
    by: int
    by_name: str
    person: int | None = None
    """Who is to be removed, or invited."""
    name: str = ""
    """How this person is called."""
    seat: int | None = None
    """The seat that an invitation to a game under way is for."""
    version: int | None = None
    """The version that would stand again."""
    agreed: tuple[int, ...] = ()
    """Who has said yes."""
    closer: str = ""
    """The name of whoever said no, or took the seat."""
    withdrawn: bool = False
    """The proposer has taken it back."""
    until: datetime


@dataclass(frozen=True, slots=True)
class Post:
    """A message of ours that is still up: to edit it, to strip it, to find it again."""

    table: int
    kind: str
    seat: int | None
    channel: int
    message: int
    version: int
    notice: int | None = None
    """What put it up."""


@dataclass(frozen=True, slots=True)
class Spectator:
    """A person who follows a table without sitting there; their direct message shows it at `version`."""

    table: int
    user: int
    version: int
    channel: int | None = None
    message: int | None = None


@dataclass(frozen=True, slots=True)
class Timer:
    """Something that falls due; `table` 0 is the service itself."""

    table: int
    kind: str
    due: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """What became of one seat of a finished game."""

    table: int
    seat: int
    game: str
    guild: int | None
    place: int
    points: int
    lowest_wins: bool = False
    setup: str = ""
    """How the game had begun, as `Game.setup_key` writes it."""
    at: datetime


@dataclass(frozen=True, slots=True)
class Scored:
    """A result, and who sat there."""

    result: ResultRow
    sitter: SeatRow


@dataclass(frozen=True, slots=True)
class PlayedSetup:
    """A setup that was played to the end: the best result with it, and how many games there were."""

    best: Scored
    games: int


@dataclass(frozen=True, slots=True)
class Finish:
    """A result as it is counted: who sat there at the end (nobody, where a computer did), what the person has
    set for all tables, and with which options and by which rules the game was played."""

    result: ResultRow
    user: int | None
    name: str
    settings: bytes
    options: bytes
    rules: int


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """A seat of a finished game as its player is rated: the person who sat there at the end, or the level of
    the computer that did."""

    guild: int | None
    at: datetime
    table: int
    place: int
    user: int | None
    computer: str | None
    taken_over: bool
    """Others sat there before."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished table, and where it stands."""

    table: int
    game: str
    channel: int
    parent: int | None
    """The channel to which this one belongs as a thread; 0 where none can be told, None before we looked."""
    at: datetime
    """When it ended."""


@dataclass(frozen=True, slots=True)
class DiaryEntry:
    """What a person wrote about a finished game: a line, and an impression of 1 to 5 stars."""

    table: int
    user: int
    stars: int = 0
    """None given, if 0."""
    line: str = ""


@dataclass(frozen=True, slots=True)
class LessonRow:
    """How far a person is in the guided first game of a game."""

    user: int
    game: str
    lesson: int = 0
    """The number of the one under way, from 0."""
    moves: tuple[str, ...] = ()
    """Their own in it, as JSON."""
    finished: int = 0
    """So many lessons, from the first one on."""
    coached: bool = True
    """Whether in a whole game they are told at each decision what is good."""


@dataclass(frozen=True, slots=True)
class AnalysisRow:
    """The analysis of a finished game, which is under way until it has a `result`."""

    table: int
    user: int
    """Who asked for it first."""
    at: datetime
    decisions: int
    judged: int = 0
    """So many of the decisions."""
    result: bytes | None = None
    """What it says of the whole, as JSON."""


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """What an analysis thinks of one decision of a seat, as JSON."""

    table: int
    action: int
    seat: int
    user: int | None
    """Who decided; nobody where that was a computer."""
    verdict: bytes


@dataclass(frozen=True, slots=True)
class Offer:
    """A table that can still be opened, with these options."""

    game: str
    options: bytes
    at: datetime


Season = Literal["tonight", "week", "always"]
NUMBERS = tuple(range(2, 11))
"""With how many a person may want to play, themselves included."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A field for each wish; its default is what is offered to the person who has not chosen yet."""

    games: tuple[str, ...] = ()
    numbers: tuple[int, ...] = NUMBERS
    season: Season = "week"
    seen: bool = False
    """Others may see who it is that wants it."""
    circle: int = 0
    """Members of this circle alone see it and are called for it; 0 where everybody may."""


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """What a person would like to play in a server, and where they said so."""

    guild: int
    user: int
    name: str
    channel: int
    locale: str
    """The language of what is posted there."""
    wanted: Wanted = field(default_factory=Wanted)
    since: datetime | None = None
    """When they said so last; None while it doesn't count."""
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class MatchGroup:
    """People who want the same game and are told of each other; `id` is 0 until it is added."""

    id: int
    guild: int
    channel: int
    locale: str
    game: str
    people: tuple[int, ...]
    at: datetime
    state: NoticeState = NoticeState.PENDING


@dataclass(frozen=True, slots=True)
class AuditRow:
    """An administrative act, by ids alone; its actor is None where it was the bot, or a forgotten person. The
    target is who was removed from a table."""

    at: datetime
    act: str
    guild: int | None = None
    actor: int | None = None
    table: int | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person of Discord as we know them."""

    user: int
    name: str
    locale: str
    dm: bool = True
    """Wants prompts by direct message."""
    dm_closed: bool = False
    """Discord refused our last direct message."""
    settings: bytes = b"{}"
    """What the person has set for all tables."""
