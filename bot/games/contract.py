"""What a game is: the one contract between the rules and everything around them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NewType, Self, TypeVar, get_args

import msgspec

from bot.games.chance import Chance
from bot.games.planning import Planning

if TYPE_CHECKING:
    from bot.games.chronicle import Highlight, Page

Seat = NewType("Seat", int)
"""A place at the table, 0 to n-1 in clockwise order."""


Said = str | int | tuple[str, ...]
"""What a refusal names: a text, a number, several names."""


class Refusal(Exception):  # noqa: N818 - the rules refuse; it is an outcome, not a failure
    """The rules or the table say no: a stable code for the catalogue (`refusal.<code>`) and its data.

    Data never holds a secret: it may be told to whoever tried.
    """

    def __init__(self, code: str, **data: Said) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of a game's options; every field has a default and is described once in `Info.options`."""


class Move(msgspec.Struct, frozen=True, tag_field="move", forbid_unknown_fields=True):
    """Base of the moves of a game: a union of tagged structs."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """Base of the facts a step made true, in the order in which they happened."""

    seen_by: tuple[Seat, ...] | None = None
    """Who may know it; None means everybody."""


class SeatEvent(Event, frozen=True, kw_only=True):
    """Base of what one seat has done, or what has happened to it."""

    seat: Seat


E = TypeVar("E", bound=Event)


def heard(events: Iterable[E], seat: Seat | None) -> tuple[E, ...]:
    """What a seat, or a spectator, may know of these events."""
    return tuple([event for event in events if event.seen_by is None or seat in event.seen_by])


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Base of a game's state: tuples all the way down, never a set, never a shared list or dict."""

    schema: int = 1

    @property
    def seats(self) -> int:
        """How many play."""
        raise NotImplementedError


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Base of what one seat (or a spectator) may know, built by adding what may be known."""

    @classmethod
    def of(cls, state: State, **known: Any) -> Self:
        """The view with what is `known` of this state; every other field is the state's own of that name."""
        shared = {name: getattr(state, name) for name in cls.__struct_fields__ if name not in known}
        return cls(**shared, **known)


class Decision(msgspec.Struct, frozen=True):
    """What a seat owes now."""

    kind: str
    """What has to be chosen; `<game>.hint.<kind>` may say what a hint thinks of it."""
    private: bool = False
    """The choice is secret: it is asked for by direct message."""


S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741 - the usual letter beside S, M and V
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)


class Step(msgspec.Struct, Generic[S], frozen=True):
    """The result of one move."""

    state: S
    events: tuple[Event, ...] = ()
    irrevocable: bool = False
    """Something hidden was revealed, chance was used, or another seat acted on it: undo stops here."""
    milestone: bool = False
    """The public picture after this step is a page of the table's history (a trick, a turn, a round)."""


class ScoreRow(msgspec.Struct, frozen=True):
    """One line of a final score: catalogue key `<game>.score.<key>` and its points."""

    key: str
    points: int
    number: int | None = None
    """For rows of one kind that are counted (round 3): shown by the catalogue as {number}."""


class Outcome(msgspec.Struct, frozen=True):
    """A finished game, everything indexed by seat. The points of a seat's rows add up to its score.

    Whoever plays alone and loses against a rival that has no seat has place 2."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    breakdown: tuple[tuple[ScoreRow, ...], ...]
    lowest_wins: bool = False

    @staticmethod
    def ranked(worth: Sequence[Any]) -> tuple[int, ...]:
        """The places by what each seat is worth: the greatest first; what is equal shares a place."""
        return tuple([1 + sum([other > own for other in worth]) for own in worth])


class Choice(msgspec.Struct, frozen=True):
    """An option with a handful of values; the value's words are `<game>.option.<key>.<value>`."""

    key: str
    values: tuple[str, ...]
    only_with: tuple[str, str] | None = None
    """Another option and its value without which this one changes nothing: it is not offered then. That is
    one of a choice, or the empty one of a text."""
    solo: bool = False
    """Whether it changes nothing where several play: it is neither offered nor told then."""


class Number(msgspec.Struct, frozen=True):
    """An option that is a whole number within limits; a few usual values are offered as a list, with their
    names `<game>.<key>.<number>` where they have one."""

    key: str
    low: int
    high: int
    usual: tuple[int, ...] = ()
    only_with: tuple[str, str] | None = None
    solo: bool = False
    """Both as in `Choice`."""


class Text(msgspec.Struct, frozen=True):
    """An option that is typed in; empty is the usual one. Its words are `<game>.option.<key>.none` for the
    empty one, and `<game>.option.<key>.how` for what can be typed. `Game.typed` reads it."""

    key: str
    longest: int
    example: str
    several_lines: bool = False
    only_with: tuple[str, str] | None = None
    solo: bool = False
    """Both as in `Choice`."""


def counts(option: Choice | Number | Text, options: Any, seats: int = 1) -> bool:
    """Whether an option changes anything with these options at a table of so many."""
    needed = option.only_with is None or getattr(options, option.only_with[0]) == option.only_with[1]
    return needed and not (option.solo and seats > 1)


class Advice(msgspec.Struct, Generic[M], frozen=True):
    """What an opponent thinks of a move."""

    move: M
    expected: float
    """The points it expects to follow from it as far as it looks ahead, counted as in the game's scores."""
    foreseen: bool = True
    """False: it has not looked ahead from there, and the points say nothing but the order."""


Advised = tuple[Advice[M], ...]
"""Moves with what an opponent thinks of them, the best one first."""


CHARACTERS = ("daring", "thrifty", "hasty", "patient")
"""What computers like; in each game something else (`<game>.character.<character>`)."""


class Opponent(ABC, Generic[V, M]):
    """A computer player of one game: it sees a view and the legal moves, nothing else.

    Everything it does follows from these and from `rng`, and ends after a fixed amount of work, or sooner
    where its time is over (`bot/time_limit.py`). It may take a second, so it is asked outside the event loop.
    """

    characterful: ClassVar[bool] = False
    """Whether its characters play differently."""
    by_turn: ClassVar[bool] = False
    """Whether it looks for good turns and not at each move: what one is worth, it expects behind it."""

    @abstractmethod
    def advice(self, view: V, legal: Sequence[M], rng: Random) -> Advised[M]:
        """The legal moves of the seat whose view this is, the best one first."""

    def choose(self, view: V, legal: Sequence[M], rng: Random, character: str = "") -> M:
        """The move this player makes, `legal` is never empty: the best one of its advice, or with a character
        one that is hardly worse and more to its liking."""
        if len(legal) == 1:
            return legal[0]
        best, *others = self.advice(view, legal, rng)
        if not character:
            return best.move

        def worth(one: Advice[M]) -> float:
            return self.liking(view, one.move, character) - abs(one.expected - best.expected)

        return max((best, *[one for one in others if one.foreseen]), key=worth).move

    def liking(self, view: V, move: M, character: str) -> float:
        """How much a character likes a move, in points of the advice."""
        return 0

    def reordered(self, rng: Random) -> Self:
        """The same player, going through what it knows in another order or otherwise: a second opinion, where
        another luck alone would be none."""
        return self


Luck = Random
"""The generator that thoughts about a game are made with: it comes from whoever asks."""


class Ends(msgspec.Struct, frozen=True):
    """How a game may end, as far as one view tells."""

    worth: tuple[tuple[float, ...], ...]
    """By end and by seat what decides who wins, more is better. Behind the seats stands what has none and can
    win nevertheless: a rival, or the result that somebody alone wants to beat."""
    spread: float | tuple[float, ...]
    """By how much each of these is off besides, as a standard deviation; by seat where that differs."""


class Info(msgspec.Struct, frozen=True):
    """How a game presents itself."""

    key: str
    title: str
    """As it is printed on the box; `<game>.name` is what a language calls it."""
    designers: tuple[str, ...]
    publisher: str
    seats: tuple[int, int]
    minutes: int
    links: tuple[str, ...] = ()
    options: tuple[Choice | Number | Text, ...] = ()


class Game(ABC, Generic[O, S, M, V]):
    """The rules of one game. An instance holds no data of any table and may be shared by all."""

    info: ClassVar[Info]
    options_type: type[O]
    state_type: type[S]
    move_type: Any
    event_type: Any
    view_type: type[V]
    position_type: Any = None
    """What `restore` reads, where that is more lenient than the state, which its `completed` gives; its
    `check` says what holds of every state."""
    opponents: Mapping[str, Opponent[V, M]] = {}
    """The computer players by their level, weakest first; a game may have none."""
    adviser: ClassVar[str] = "hard"
    """The level that is asked for hints: strong, and quick enough to wait for."""
    judge: Opponent[V, M] | None = None
    """Who judges the many decisions of finished games, where the strongest level is not the one for it."""
    analysed_in: ClassVar[float] = 240.0
    """Seconds of work that the analysis of a finished game may take."""
    puzzle_lead: ClassVar[float] = 2.0
    """The points by which the best move of a puzzle leads at least."""
    holds_back: ClassVar[bool] = False
    """Whether there are decisions that all make at once in secret: the last choice waits for a grace."""
    by_digest: ClassVar[bool] = False
    """Whether who plays in the channel is told of a new decision by the digest of reminders alone, for a game
    of many rounds; who plays by direct message gets one for each."""
    planning: Planning[V, M] | None = None
    """What people may plan while others think; None where nothing can be."""
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    """From each older schema number to the next, over plain JSON data, `schema` included."""

    def __init_subclass__(cls) -> None:
        """The types are those of the base that is written out: `Game[Options, State, Move, View]`. The
        first decoders are made here: two threads that make one at once crash the process (msgspec 0.22)."""
        super().__init_subclass__()
        for base in vars(cls).get("__orig_bases__", ()):
            types = get_args(base)
            if len(types) == 4 and not any(one is Any or isinstance(one, TypeVar) for one in types):
                cls.options_type, cls.state_type, cls.move_type, cls.view_type = types
                for kind in (*types, cls.position_type):
                    msgspec.json.Decoder(kind)

    rules_version: int = 1
    """Counts the changes after which a finished game would no longer replay to its result."""
    versions: Mapping[int, Callable[[], Game[O, S, M, V]]] = {}
    """The rules of each earlier version: games that began with them end with them, and replay by them."""
    rule_upgrades: Mapping[int, Callable[[S], S]] = {}
    """From an earlier version to the newest one: what becomes of the state of a game under way. Its table
    goes on by the newest rules if these lead by its moves to just that, else by those it began with."""

    def of_version(self, version: int) -> Game[O, S, M, V]:
        """The rules of a version. Refusals: rules_version {version} {newest}."""
        if version == self.rules_version:
            return self
        if version not in self.versions:
            raise Refusal("rules_version", version=version, newest=self.rules_version)
        return self.versions[version]()

    @abstractmethod
    def setup(self, options: O, seats: int, chance: Chance) -> S:
        """The state before the first decision; refuses impossible combinations with a `Refusal`."""

    @abstractmethod
    def decisions(self, state: S) -> dict[Seat, Decision]:
        """Who owes what, in seat order; empty only when the game is over."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Iterable[M]:
        """All moves the seat may make now, also those that change a choice not yet final."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: M, chance: Chance) -> Step[S]:
        """The step a move makes; `state` stays as it was. An illegal move raises `Refusal`."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """What this seat may know; None is a spectator."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Places and scores once the game is over, else None."""

    def forced(self, state: S) -> tuple[Seat, M] | None:
        """A move that the rules leave no choice about, to be played at once; usually an only legal one."""
        for seat in self.decisions(state):
            if len(moves := list(islice(self.legal(state, seat), 2))) == 1:
                return seat, moves[0]
        return None

    def default(self, state: S, seat: Seat, chance: Chance) -> M:
        """The move made for a seat at its deadline. Refusals: not_asked, over."""
        if seat not in (owing := self.decisions(state)):
            raise Refusal("not_asked" if owing else "over")
        return self.late(state, seat, chance)

    def late(self, state: S, seat: Seat, chance: Chance) -> M:
        """That move of a seat that owes one: the first legal one, where a game says nothing else."""
        return next(iter(self.legal(state, seat)))

    @abstractmethod
    def turn(self, state: S) -> int:
        """Grows whenever earlier buttons lose their meaning; equal while choices may still be changed.

        In a game of turns it counts moves; where all choose at once it counts reveals, so that one
        player's choice does not spoil the buttons of the others.
        """

    def post(self, state: S) -> int:
        """Grows when the public board is posted anew; while it stays equal the post is edited in place.

        It never grows without `turn`. In a game of turns it counts players' turns, so that one turn is one
        post; it grows whenever somebody else is to be called in public.
        """
        return self.turn(state)

    def check(self, state: S) -> None:
        """Raises `ValueError` with the reason if the state breaks an invariant that its types can't say."""
        if self.position_type:
            self.position_type.check(state)

    def opened(self, options: O, today: str) -> O:
        """The options with which a game begins on this day (YYYY-MM-DD): they replace those of the lobby.

        For games in which the day counts, since rules have no clock.
        """
        return options

    def for_beginners(self, options: O) -> O:
        """The options for somebody who has never finished a game and begins one against computers at once."""
        return options

    def is_first(self, options: O) -> bool:
        """Whether a game with these options is meant as a first one: who sits there is told at each decision
        what is good."""
        return False

    def again(self, options: O) -> O:
        """The options of a rematch, from those with which a game has begun."""
        return options

    def typed(self, option: str, text: str) -> str:
        """The value that is meant by this for a `Text` among the options; a `Refusal` says what is wrong."""
        return text

    def most_seats(self, options: O) -> int:
        """How many can play with these options; `setup` refuses more."""
        return self.info.seats[1]

    def in_turn(self, state: S) -> bool:
        """Whether all is decided in turn and in public: whoever it is is called, nobody asked in private."""
        return False

    def has_post(self, state: S) -> bool:
        """Whether a state is shown by a post of its own: a turn whose only move is made by itself is not."""
        return not (self.in_turn(state) and self.forced(state) is not None)

    def setup_key(self, state: S) -> str:
        """How a finished game had begun: results of the same key and rules can be compared; else empty."""
        return ""

    def points(self, view: V) -> tuple[int, ...]:
        """By seat the points so far, as everybody may know them; none where a game has no such."""
        return ()

    def ends(self, view: V, seat: Seat, rng: Luck) -> Ends:
        """How the game may end, thought out from the view of a seat: each end equally likely. Where a game
        says nothing else, by the points of now, which may still change by as much as they are."""
        points = self.points(view)
        return Ends((tuple(map(float, points)),), 1.0 + max(map(abs, points), default=0))

    def highlights(self, pages: Sequence[Page[V]]) -> Iterable[Highlight]:
        """What was remarkable in a finished game beside what any game may tell, from its public pages."""
        return ()

    def encode(self, state: S) -> bytes:
        """The state as compact JSON with its schema number; equal states give equal bytes."""
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> S:
        """The state from `encode`, of this or any older schema; `msgspec.ValidationError` if malformed."""
        newest = max(self.upgrades, default=0) + 1
        schema = _HEAD.decode(data).schema
        if schema == newest:
            return msgspec.json.decode(data, type=self.state_type)
        if schema not in self.upgrades:
            raise msgspec.ValidationError(f"schema {schema} is unknown; the newest one is {newest}")
        plain = msgspec.json.decode(data)
        for number in range(schema, newest):
            plain = self.upgrades[number](plain)
        return msgspec.convert(plain, self.state_type)

    def restore(self, data: bytes) -> S:
        """The state of a position written by hand as JSON; `ValueError` with the reason if it can't be.

        A game may let fields be left out that follow from the others.
        """
        given = self.position_type and msgspec.json.decode(data, type=self.position_type)
        state = given.completed() if given else self.decode(data)
        self.check(state)
        return state

    def encode_move(self, move: M) -> bytes:
        """The move as JSON with its tag."""
        return msgspec.json.encode(move)

    def decode_move(self, data: bytes) -> M:
        """The move from `encode_move`; `msgspec.ValidationError` if it is none of this game's moves."""
        return msgspec.json.decode(data, type=self.move_type)

    def encode_options(self, options: O) -> bytes:
        """The options as JSON."""
        return msgspec.json.encode(options)

    def decode_options(self, data: bytes) -> O:
        """The options from JSON; limits are checked, missing fields take their defaults."""
        return msgspec.json.decode(data, type=self.options_type)


class _Head(msgspec.Struct):
    schema: int


_HEAD = msgspec.json.Decoder(_Head)
