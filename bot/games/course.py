"""Guided first games: the lessons of a game, found beside its rules as `course.json`, and their play.

A lesson begins with a position and asks for one move after the other; what the others do is written down, or
left to the weakest computer. Its words are `<game>.course.<lesson>.title`, `.text` and `.done`, for each step
`.<number>`, and `.<number>.hint` beside a move that is not accepted. A lesson without steps is a whole game.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from random import Random

import msgspec

from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Event, Move, Refusal, Seat, State
from bot.games.registry import AnyGame

FILE = "course.json"
LEARNER = Seat(0)
"""Where whoever learns sits."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One decision of whoever learns."""

    solution: msgspec.Raw
    """The move that is shown on demand; it is accepted."""
    accepted: tuple[msgspec.Raw, ...] = ()
    """Further moves that are as good."""
    spotlight: tuple[tuple[str, ...], ...] = ()
    """What the words are about: lights, each around the places of the panel's picture that it names; nothing:
    all of it."""

    def accepts(self, game: AnyGame) -> list[Move]:
        """The moves that it asks for, the one that is shown first."""
        return [decoded(game, one) for one in (self.solution, *self.accepted)]


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson: it ends with its last step, or with its game."""

    key: str
    position: msgspec.Raw = msgspec.Raw()
    """As `Game.restore` reads it; without one a game of `seats` with these `options` begins."""
    seats: int = 2
    options: msgspec.Raw = msgspec.Raw(b"{}")
    steps: tuple[Step, ...] = ()
    others: tuple[msgspec.Raw, ...] = ()
    """What the others do, in order; what is no legal move then, and all that follows, is a computer's."""
    seed: int = 0
    """Of chance, 0 to 255."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Where somebody stands in a lesson."""

    state: State
    events: tuple[Event, ...] = ()
    """What has happened since their last move, that move included."""
    moves: int = 0
    """How many they have made."""
    step: Step | None = None
    """What is asked for now; None in a whole game, and at the end."""
    over: bool = False


@cache
def course(key: str) -> tuple[Lesson, ...]:
    """The lessons of a game in order; none for a game without a course."""
    package = registry.where(key).partition(":")[0].rpartition(".")[0]
    file = files(package).joinpath(FILE)
    return msgspec.json.decode(file.read_bytes(), type=tuple[Lesson, ...]) if file.is_file() else ()


def courses() -> tuple[str, ...]:
    """The keys of the games that have a course."""
    return tuple(filter(course, registry.keys()))


class Playing:
    """One lesson, played from its beginning by the moves of whoever learns."""

    def __init__(self, key: str, lesson: Lesson) -> None:
        self._game, self._lesson = registry.game(key), lesson
        self.chance, self._random = Chance(bytes([lesson.seed]) * 32), Random(lesson.seed)
        self._script = list(lesson.others)
        if bytes(lesson.position):
            state = self._game.restore(bytes(lesson.position))
        else:
            options = self._game.decode_options(bytes(lesson.options))
            state = self._game.setup(options, lesson.seats, self.chance)
        self.situation = self._settled(Situation(state))

    def make(self, move: Move) -> Situation:
        """The situation after a legal move, and all that follows until whoever learns is asked again; an
        illegal one raises `Refusal`."""
        now = self.situation
        if now.over:
            raise Refusal("over")
        step = self._game.apply(now.state, LEARNER, move, self.chance)
        now = replace(now, state=step.state, events=step.events, moves=now.moves + 1)
        self.situation = self._settled(now)
        return self.situation

    def accepts(self, move: Move) -> bool:
        """Whether a move is among those that the step asks for; in a whole game every one is."""
        step = self.situation.step
        return step is None or move in step.accepts(self._game)

    def _settled(self, now: Situation) -> Situation:
        """The same once nobody else has anything to decide first."""
        while LEARNER not in (owing := self._game.decisions(now.state)) or self._game.forced(now.state):
            if not owing:
                break
            seat, move = self._game.forced(now.state) or self._next(now.state, owing)
            step = self._game.apply(now.state, seat, move, self.chance)
            now = replace(now, state=step.state, events=now.events + step.events)
        steps = self._lesson.steps
        over = not owing or (bool(steps) and now.moves >= len(steps))
        return replace(now, over=over, step=None if over or not steps else steps[now.moves])

    def _next(self, state: State, owing: Iterable[Seat]) -> tuple[Seat, Move]:
        seat = next(iter(owing))
        legal = list(self._game.legal(state, seat))
        if self._script and (move := decoded(self._game, self._script[0])) in legal:
            self._script.pop(0)
            return seat, move
        self._script.clear()
        weakest = next(iter(self._game.opponents.values()))
        return seat, weakest.choose(self._game.view(state, seat), legal, self._random)


def replayed(key: str, lesson: Lesson, moves: Sequence[bytes]) -> Playing:
    """A lesson after these moves; where the rules let one pass no more, after those before it."""
    playing = Playing(key, lesson)
    for move in moves:
        try:
            playing.make(registry.game(key).decode_move(move))
        except (Refusal, msgspec.ValidationError):
            break
    return playing


def decoded(game: AnyGame, move: msgspec.Raw) -> Move:
    """A move of the file."""
    return game.decode_move(bytes(move))
