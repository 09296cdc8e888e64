"""Easy and normal: what can be had at once; hard and expert: how the game may go on behind the best of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from statistics import fmean
from typing import ClassVar, Self

from bot.games.contract import Advice, Advised, Opponent, Seat
from bot.games.noerdlingen.board import Path, numbers
from bot.games.noerdlingen.moves import (
    Bonus,
    Choose,
    Decline,
    Draw,
    NoerdlingenMove,
    NoerdlingenView,
    Place,
    Stuck,
)
from bot.games.noerdlingen.opponents.course import Course, Field
from bot.games.noerdlingen.territories import gains
from bot.games.noerdlingen.town import the_town
from bot.time_limit import out_of_time

Worth = Callable[[Course, NoerdlingenMove], tuple[float, ...]]


def lead(field: Field, seat: Seat, path: Path) -> int:
    """By how many points a draw brings its player forward of the others: the own ones without the most that
    one of the others gets."""
    land = field.closed(seat, path)
    if not land:
        return 0
    others = list(gains(land, len(field.board.soldiers)))
    return others.pop(seat) - max(others)


def number_worth(field: Field, seat: Seat, number: int) -> tuple[bool, int, int]:
    """What speaks for a number, weightiest first: whether it can be drawn, what its best draw brings, and in
    how many ways it can be drawn."""
    ways = list(field.board.draws(seat, number))
    return bool(ways), max([lead(field, seat, path) for path in ways], default=0), len(ways)


def play_on(course: Course, rng: Random, rounds: int, whim: float = 0) -> None:
    """The game among greedy players until so many rounds are over, or all; what is equally good to them is
    left to chance, and with a `whim` what differs by up to so many points more."""
    while course.phase != "over" and course.round <= rounds:
        field, seat = course.field, course.seat
        if course.phase == "place":
            course.place(rng.choice(field.board.places))
        elif course.phase == "choose":
            worth = {number: _valued(field, seat, number, rng, whim) for number in course.free}
            course.choose(max(worth, key=lambda number: worth[number]))
        elif ways := course.ways:
            course.draw(max(ways, key=lambda path: lead(field, seat, path) + rng.random() * (1 + whim)))
        else:
            course.stuck()


def _valued(field: Field, seat: Seat, number: int, rng: Random, whim: float) -> tuple[float, ...]:
    drawable, most, ways = number_worth(field, seat, number)
    return drawable, most + (whim and rng.random() * whim), ways, rng.random()


def by_worth(
    worth: Worth, course: Course, legal: Sequence[NoerdlingenMove], rng: Random
) -> list[NoerdlingenMove]:
    """The moves, best first, by chance where several are worth the same."""
    shuffled = rng.sample(legal, len(legal))
    return sorted(shuffled, key=lambda move: worth(course, move), reverse=True)


@dataclass(frozen=True, slots=True)
class Ranking(Opponent[NoerdlingenView, NoerdlingenMove]):
    """Makes the move that is worth most, by chance where several are."""

    worth: Worth

    def advice(
        self, view: NoerdlingenView, legal: Sequence[NoerdlingenMove], rng: Random
    ) -> Advised[NoerdlingenMove]:
        """All moves by their worth, each with the score right after it."""
        course = Course.of(view)
        moves = by_worth(self.worth, course, legal, rng)
        return tuple([Advice(move, course.after(move).scores[view.active]) for move in moves])


def sense(course: Course, move: NoerdlingenMove) -> tuple[float, ...]:
    """To do anything, but begin where many ways lead on, take no number that can't be drawn now, and every
    bonus border."""
    if isinstance(move, Place):
        return profit(course, move)
    if isinstance(move, Choose):
        return (any(course.field.board.draws(course.seat, move.number)),)
    return (not isinstance(move, Decline),)


def profit(course: Course, move: NoerdlingenMove) -> tuple[float, ...]:
    """To take the points that can be had at once, and otherwise keep many ways open; a bonus border that
    helps others alone is declined."""
    match move:
        case Place(at=at):
            placed = course.field.placed(course.seat, at)
            return (sum(placed.board.counts(course.seat).values()),)
        case Choose(number=number):
            return number_worth(course.field, course.seat, number)
        case Draw() | Bonus():
            return (lead(course.field, course.seat, course.way(move)),)
        case Decline() | Stuck():
            return (-0.5,)


_WHIM = 1.5
"""Points of a lead that a character gives up at most for what it likes."""


@dataclass(frozen=True, slots=True)
class Searcher(Opponent[NoerdlingenView, NoerdlingenMove]):
    """Makes the move that leads to the best lead if everybody goes on greedily for a while."""

    characterful: ClassVar = True

    rounds: int
    """So many rounds are played for a decision: fewer games, the longer they still take, but one for each
    of the moves at least."""
    horizon: int
    """The games go on for so many rounds, the present one among them."""
    width: int
    """So many moves are tried, those that are most profitable at once."""
    whim: float = 0
    """By so many points the games that follow may stray from what looks best, so that they differ."""
    trust: float = 1
    """The share of a lead over other moves that is expected to come true."""

    def advice(
        self, view: NoerdlingenView, legal: Sequence[NoerdlingenMove], rng: Random
    ) -> Advised[NoerdlingenMove]:
        """All moves by the lead over the best of the others that is expected at the horizon; last those that
        were not tried."""
        course, first = Course.of(view), max(view.round, 1)
        last = min(view.rounds, first + self.horizon - 1)
        ranked = by_worth(profit, course, legal, rng)
        trials = [_Trial(view, move, course.after(move), last, self.whim) for move in ranked[: self.width]]
        advice: list[Advice[NoerdlingenMove]] = []
        for trial in _halved(trials, self.rounds // (last - first + 1), rng):
            expected = min(trial.lead, advice[-1].expected) if advice else trial.lead
            advice.append(Advice(trial.move, expected))
        if self.trust < 1:
            best = advice[0].expected
            advice = [Advice(one.move, best - self.trust * (best - one.expected)) for one in advice]
        least = advice[-1].expected
        return (*advice, *[Advice(move, least, foreseen=False) for move in ranked[self.width :]])

    def reordered(self, rng: Random) -> Self:
        """With games that stray further."""
        return replace(self, whim=2 * self.whim) if self.whim else self

    def liking(self, view: NoerdlingenView, move: NoerdlingenMove, character: str) -> float:
        """The hasty take low numbers, the patient high ones, the thrifty those between, the daring the first
        and the last."""
        if not isinstance(move, Choose):
            return 0
        low, *_, last = numbers(the_town())
        high = (move.number - low) / (last - low)
        apart = abs(2 * high - 1)
        likes = {"hasty": 1 - high, "patient": high, "daring": apart, "thrifty": 1 - apart}
        return _WHIM * likes[character]


@dataclass(slots=True)
class _Trial:
    """A move, where it leads, and by how much its player was ahead after each game."""

    view: NoerdlingenView
    move: NoerdlingenMove
    after: Course
    last: int
    """The round after which the games end."""
    whim: float
    leads: list[int] = field(default_factory=list[int])

    @property
    def lead(self) -> float:
        """The average."""
        return fmean(self.leads)

    @property
    def rank(self) -> tuple[bool, float]:
        """The lower the better. Whatever it may lead to, nobody takes a number that can't be drawn."""
        seat, move = self.view.active, self.move
        lost = isinstance(move, Choose) and not any(self.after.field.board.draws(seat, move.number))
        return lost, -self.lead

    def play(self, rng: Random) -> None:
        course, seat = replace(self.after), self.view.active
        play_on(course, rng, self.last, self.whim)
        others = [*course.scores[:seat], *course.scores[seat + 1 :]]
        self.leads.append(course.scores[seat] - max(others))


def _halved(trials: list[_Trial], games: int, rng: Random) -> list[_Trial]:
    """The trials, best first. In each stage all that are left play as many games, with the same luck; then
    the worse half is out."""
    stages = max(1, (len(trials) - 1).bit_length())
    out: list[_Trial] = []
    while True:
        for _ in range(max(1, games // stages // len(trials))):
            if trials[-1].leads and out_of_time():
                break
            luck = rng.getrandbits(64)
            for trial in trials:
                trial.play(Random(luck))
        trials = sorted(trials, key=lambda trial: trial.rank)
        if len(trials) <= 2:
            return trials + out
        half = (len(trials) + 1) // 2
        trials, out = trials[:half], trials[half:] + out


OPPONENTS: Mapping[str, Opponent[NoerdlingenView, NoerdlingenMove]] = {
    "easy": Ranking(sense),
    "normal": Ranking(profit),
    "hard": Searcher(rounds=16, horizon=2, width=2),
    "expert": Searcher(rounds=200, horizon=10, width=12),
}
"""Weakest first."""
WHIM = 3.0
JUDGE = Searcher(rounds=1500, horizon=10, width=12, whim=WHIM, trust=0.25)
"""Early games differ by so much in the end that a move needs some hundred to be told from another; and those
of players who never stray are so much alike that they tell moves apart that are as good in all others. Played
on by level hard, hardly a quarter of the leads came true."""
