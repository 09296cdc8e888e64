"""Hard: plays the game to its end behind every move, again and again, and more often behind better ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean

from bot.games.contract import Advice, Opponent
from bot.games.noerdlingen.moves import Choose, NoerdlingenMove
from bot.games.noerdlingen.opponents.course import Course
from bot.games.noerdlingen.opponents.greedy import play_on
from bot.games.noerdlingen.view import NoerdlingenView


@dataclass(frozen=True, slots=True)
class Searcher(Opponent[NoerdlingenView, NoerdlingenMove]):
    """Makes the move that leads to the best lead if everybody goes on greedily."""

    rounds: int
    """So many rounds are played for a decision: fewer games, the longer they still take, but one for each
    move at least."""

    def advice(
        self, view: NoerdlingenView, legal: Sequence[NoerdlingenMove], rng: Random
    ) -> tuple[Advice[NoerdlingenMove], ...]:
        """All moves by the lead over the best of the others that is expected in the end."""
        course, games = Course.of(view), self.rounds // (view.rounds - max(view.round, 1) + 1)
        trials = [_Trial(view, move, course.after(move)) for move in legal]
        advice: list[Advice[NoerdlingenMove]] = []
        for trial in _halved(trials, games, rng):
            expected = min(trial.lead, advice[-1].expected) if advice else trial.lead
            advice.append(Advice(trial.move, expected))
        return tuple(advice)


@dataclass(slots=True)
class _Trial:
    """A move, where it leads, and by how much its player was ahead after each game."""

    view: NoerdlingenView
    move: NoerdlingenMove
    after: Course
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
        """One game more."""
        course, seat = self.after.copy(), self.view.active
        play_on(course, rng)
        others = [*course.scores[:seat], *course.scores[seat + 1 :]]
        self.leads.append(course.scores[seat] - max(others))


def _halved(trials: list[_Trial], games: int, rng: Random) -> list[_Trial]:
    """The trials, best first. In each stage all that are left play as many games, with the same luck; then
    the worse half is out."""
    stages = max(1, (len(trials) - 1).bit_length())
    out: list[_Trial] = []
    while True:
        for _ in range(max(1, games // stages // len(trials))):
            luck = rng.getrandbits(64)
            for trial in trials:
                trial.play(Random(luck))
        trials = sorted(trials, key=lambda trial: trial.rank)
        if len(trials) <= 2:
            return trials + out
        half = (len(trials) + 1) // 2
        trials, out = trials[:half], trials[half:] + out
