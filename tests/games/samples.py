"""What the laws need of each game beside its rules, and random walks through it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Opponent, Seat, Step
from bot.games.registry import AnyGame

GUESTS = {"pebbles": "tests.games.pebbles"}
"""The games of the tests by their keys, and where their samples are."""
LONGEST = 20_000
"""No playout makes more moves than this."""


def _expected(view: Any, expected: float) -> float:
    """The points that are expected, where more of them are better and none are counted already."""
    return expected


@dataclass(frozen=True)
class Promise:
    """How far what an adviser expects of its best move may sink until its next one."""

    most: float
    """At once, by what the dice, the deck or the others do besides."""
    average: float
    """Over many moves: luck is as often good as bad, and the best of several guesses is a little too high."""
    player: Opponent[Any, Any]
    """The adviser, with less time to think where it would take long."""
    whole: Callable[[Any], object] | None = None
    """Of a state, the part of the game for whose end it expects something; None: each post is one."""
    luck: tuple[type[Any], ...] = ()
    """Moves that promise nothing: what comes of them is luck."""
    asked: Callable[[Any], bool] = bool
    """Of a state, whether the adviser is: elsewhere nothing could follow within the same part."""
    worth: Callable[[Any, float], float] = _expected
    """Of a view and what is expected of a move: how good that is."""


@dataclass(frozen=True)
class Sample:
    """A game as the laws see it."""

    game: AnyGame
    options: tuple[Any, ...]
    """A few option sets that lead to different games."""
    twin: Callable[[Any, Seat | None, Random], Any]
    """Another consistent state that differs only in what the seat (None: a spectator) may not know."""
    near: Callable[[Any], list[Any]]
    """Every legal move of any seat, and the illegal ones around them, of every type."""
    older: tuple[bytes, ...] = ()
    """A state of each older schema, oldest first."""
    pick: Callable[[Any, list[Any], Random], Any] | None = None
    """Which of the legal moves a walk makes, where plain chance would hardly come to an end."""
    ties_broken: bool = False
    """Equal scores never share a place."""
    more_than_scores: bool = False
    """Some equal scores share a place and others don't; alone, somebody without a seat may come first."""
    ties_may_break: bool = False
    """Equal scores may share a place or not."""
    no_secrets: bool = False
    """Everybody may know everything: no other state looks the same to anybody."""
    players: Mapping[str, Opponent[Any, Any]] = field(default_factory=dict, compare=False)
    """The computer players by their level, with as little time to think as can be."""
    weighed: int = 300
    """Among so many of the legal moves they choose."""
    promise: Promise | None = None
    """None in a game without computers that advise."""


@dataclass(frozen=True)
class Made:
    """One move of a walk: the state before it, the move, and what it led to."""

    before: Any
    seat: Seat
    move: Any
    step: Step[Any]


@dataclass(frozen=True)
class Walk:
    """A game played at random from its setup to its end."""

    options: Any
    seats: int
    chance: Chance
    start: Any
    made: tuple[Made, ...]

    @property
    def states(self) -> list[Any]:
        """All states, the first and the last one too."""
        return [self.start, *[made.step.state for made in self.made]]


def samples() -> list[Sample]:
    """The games of the registry, and those of the tests: a tiny one, and one of turns made of small moves."""
    games = [game.info.key for game in registry.games() if game.info.key not in GUESTS]
    return [sample_of(key) for key in (*games, *GUESTS)]


def sample_of(key: str) -> Sample:
    """The sample of one game."""
    sample: Sample = import_module(GUESTS.get(key, f"tests.games.{key}.sample")).SAMPLE
    return sample


def by_chance(sample: Sample, state: Any, seat: Seat, rng: Random) -> Any:
    """A legal move of this seat, such as brings a game to its end."""
    legal = list(sample.game.legal(state, seat))
    return sample.pick(state, legal, rng) if sample.pick else rng.choice(legal)


@cache
def walk(sample: Sample, seed: int) -> Walk:
    """A random game, the same for the same seed, played once."""
    rng, game = Random(seed), sample.game
    options = rng.choice(sample.options)
    seats = rng.randint(game.info.seats[0], game.most_seats(options))
    return played(sample, options, seats, Chance(rng.randbytes(32)), rng)


def played(sample: Sample, options: Any, seats: int, chance: Chance, rng: Random) -> Walk:
    """A random game of these people."""
    start = sample.game.setup(options, seats, chance)
    return Walk(options, seats, chance, start, tuple(_moves(sample, start, chance, rng)))


def _moves(sample: Sample, state: Any, chance: Chance, rng: Random) -> Iterator[Made]:
    game = sample.game
    for _ in range(LONGEST):
        if not game.decisions(state):
            return
        seat, move = _pick(sample, state, chance, rng)
        step = game.apply(state, seat, move, chance)
        yield Made(state, seat, move, step)
        state = step.state
    raise AssertionError(f"no end after {LONGEST} moves")


def _pick(sample: Sample, state: Any, chance: Chance, rng: Random) -> tuple[Seat, Any]:
    """Mostly a move that is owed; now and then a choice is changed, or left to the deadline."""
    game = sample.game
    owing = list(game.decisions(state))
    fate = rng.random()
    if fate < 0.1:
        seat = rng.choice(owing)
        return seat, game.default(state, seat, chance)
    if fate < 0.2:  # to list the moves of everybody takes longer than to make one
        everybody = map(Seat, range(state.seats))
        seat = rng.choice([seat for seat in everybody if any(True for _ in game.legal(state, seat))])
    else:
        seat = rng.choice(owing)
    return seat, by_chance(sample, state, seat, rng)
