"""The computer players of Noria. Hard plays the game to its end behind every turn worth thinking of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice, zip_longest
from math import inf
from random import Random
from typing import ClassVar, NamedTuple, Self

from bot.games.contract import Advice, Advised, Opponent, Seat
from bot.games.noria import moves
from bot.games.noria.box import CHAMBERS, ISLANDS, PATHS
from bot.games.noria.legal import SETUP, own
from bot.games.noria.moves import NoriaMove
from bot.games.noria.opponents.playing import fitted, pass_on, plans, settle, take_turn
from bot.games.noria.opponents.styles import ALLROUNDER, STYLES, Style, Taste
from bot.games.noria.sketch import Sketch, sketch_of
from bot.games.noria.state import NoriaView
from bot.games.noria.turns import after
from bot.time_limit import out_of_time

Found = tuple[NoriaMove, float]
"""A move with the points it leads to."""


class Easy(Opponent[NoriaView, NoriaMove]):
    """Uses what it has for anything, and leaves the wheel as it is; chance decides among what is as good."""

    def advice(self, view: NoriaView, legal: Sequence[NoriaMove], rng: Random) -> Advised[NoriaMove]:
        """All moves, the most tempting first, by the score right after them."""
        tempting = sorted(rng.sample(legal, len(legal)), key=lambda move: -_temptation(view, move))
        return tuple([Advice(move, after(view, move).scores[view.active]) for move in tempting])


class Planner(Opponent[NoriaView, NoriaMove]):
    """Base: thinks in whole turns, and makes the first move of one."""

    characterful: ClassVar = True

    def starts(self, view: NoriaView, legal: Sequence[NoriaMove]) -> list[Found]:
        """Choices of the start with the points they lead to, the best first."""
        raise NotImplementedError

    def turns(self, view: NoriaView) -> list[Found]:
        """Moves of a turn with the points they lead to, the best first."""
        raise NotImplementedError

    def fit(self, view: NoriaView) -> Found:
        """The slot of a bought disc, and the points that the turn leads to, which is as good as over."""
        raise NotImplementedError

    def advice(self, view: NoriaView, legal: Sequence[NoriaMove], rng: Random) -> Advised[NoriaMove]:
        """All moves, the best first; those that are not worth a thought come last, with the score of now."""
        now = view.scores[view.active]
        if view.phase in SETUP:
            found = self.starts(view, legal)
        elif view.phase == "fit":
            found = [self.fit(view)]
        else:
            found = self.turns(view)
        advice: dict[NoriaMove, Advice[NoriaMove]] = {}
        least = inf
        for move, points in found:
            if move not in advice:
                least = min(least, points)
                advice[move] = Advice(move, least)
        rest = [move for move in legal if move not in advice]
        advice |= {move: Advice(move, min(least, now), foreseen=False) for move in rest}
        return tuple(advice.values())

    def choose(
        self, view: NoriaView, legal: Sequence[NoriaMove], rng: Random, character: str = ""
    ) -> NoriaMove:
        """The first move of its turn; a character has a taste of its own."""
        return self.of(character).choose(view, legal, rng) if character else super().choose(view, legal, rng)

    def of(self, character: str) -> Self:
        """The same player with a character."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Normal(Planner):
    """Plays the turn after which things look best in its style; the points are those at its end."""

    style: Style

    def of(self, character: str) -> Self:
        """With its style."""
        return replace(self, style=self.style.as_of(character))

    def starts(self, view: NoriaView, legal: Sequence[NoriaMove]) -> list[Found]:
        """As the style begins."""
        return [(self.style.begin(legal), view.scores[view.active])]

    def fit(self, view: NoriaView) -> Found:
        """With the score of now."""
        return fitted(imagined(view).hand)[0], view.scores[view.active]

    def turns(self, view: NoriaView) -> list[Found]:
        """All sensible ones."""
        found = sorted(plans(imagined(view), self.style.taste, view.current), key=lambda plan: -plan.value)
        return [(plan.moves[0], plan.sketch.score(plan.hand.levels)) for plan in found]


def imagined(view: NoriaView) -> Sketch:
    """The game of a view; what lies face down is dealt at random among what it can be."""
    face_up = [isle.number for isle in view.islands]
    hidden = [number for number in ISLANDS if number not in face_up]
    return sketch_of(view, Random(view.turn).sample(hidden, view.face_down))


def _temptation(view: NoriaView, move: NoriaMove) -> int:
    match move:
        case moves.Activate(double=double, targets=targets):
            return 5 + double + len(targets)
        case moves.Invest() | moves.Produce() | moves.Build() | moves.TakeShip() | moves.Travel():
            return 4
        case moves.Buy() | moves.Upgrade():
            return 3
        case moves.Politics(down=down):
            factors = [*own(view).levels, 1, 0]
            return 2 if factors[CHAMBERS.index(down)] else -1
        case moves.NightShift() | moves.Modify():
            return -2
        case moves.EndTurn():
            return 0
        case moves.EndAction():
            return -1
        case _:
            return 1


@dataclass(frozen=True, slots=True)
class Searcher(Planner):
    """Makes the move that leads to the best lead, if it goes on in its best style and the others in theirs.

    In the same turn it finds the same plan at every move: what is left to chance hangs on the turn alone."""

    styles: tuple[Style, ...]
    others: Taste
    most: int
    """So many turns are played for a decision at most."""

    def of(self, character: str) -> Self:
        """With all its styles."""
        styles = [style.as_of(character) for style in self.styles]
        return replace(self, styles=tuple(styles))

    def starts(self, view: NoriaView, legal: Sequence[NoriaMove]) -> list[Found]:
        """The choices of the start with which each style begins, those of the best game first. Among several
        players, whose wheels may not be there yet, it is the first style that begins."""
        if view.seats > 1:
            return [(self.styles[0].begin(legal), view.scores[view.active])]
        games = [played(begun(view, style), view.active, style.taste, self.others) for style in self.styles]
        order = sorted(range(len(games)), key=lambda place: games[place], reverse=True)
        return [(self.styles[place].begin(legal), games[place].points) for place in order]

    def turns(self, view: NoriaView) -> list[Found]:
        """The leads in the ends of games that go on from there, each with the own points then."""
        sketch = imagined(view)
        games = max(1, self.most // (view.seats * (view.rounds - view.round + 1)))
        trials = list(islice(self._trials(sketch, view), max(len(self.styles), games // 2)))
        if len({trial.move for trial in trials}) == 1:
            games = 1
        return [(trial.move, trial.points) for trial in self._halved(trials, games)]

    def fit(self, view: NoriaView) -> Found:
        """With the own points in the best game that goes on from there, one in each style."""
        sketch = imagined(view)
        trial = _Trial(fitted(sketch.hand)[0], view.active, sketch, 0)
        pass_on(sketch)
        for style in self.styles:
            trial.play(style.taste, self.others, luck=0)
        return trial.move, trial.points

    def _trials(self, sketch: Sketch, view: NoriaView) -> Iterator[_Trial]:
        """Turns worth thinking of, each once: the best one of each style, then the second best ones ..."""
        ranked = [
            sorted(plans(sketch, style.taste, view.current), key=lambda plan: -plan.value)
            for style in self.styles
        ]
        seen: set[tuple[NoriaMove, ...]] = set()
        for same_rank in zip_longest(*ranked):
            for number, plan in enumerate(same_rank):
                if plan and tuple(plan.moves) not in seen:
                    seen.add(tuple(plan.moves))
                    after = sketch.copy()
                    settle(after, plan)
                    yield _Trial(plan.moves[0], view.active, after, number)

    def _halved(self, trials: list[_Trial], games: int) -> list[_Trial]:
        """The trials, best first. In each stage all that are left are played on once, each in another style
        and with the same luck; then the worse half is out."""
        out: list[_Trial] = []
        for stage in count():
            for trial in trials:
                style = self.styles[(trial.style + stage) % len(self.styles)]
                trial.play(style.taste, self.others, luck=stage)
            games -= len(trials)
            trials = sorted(trials, key=lambda trial: trial.best, reverse=True)
            if games < len(trials) or stage + 1 == len(self.styles) or out_of_time():
                break
            half = max(2, (len(trials) + 1) // 2)
            trials, out = trials[:half], trials[half:] + out
        return trials + out


class Game(NamedTuple):
    """How a game may end; the greater the better."""

    lead: int
    points: int


_NONE = Game(-(10**6), 0)


@dataclass(slots=True)
class _Trial:
    """A turn, where it leads, and how games went on from there."""

    move: NoriaMove
    seat: Seat
    after: Sketch
    style: int
    """By its number: the one that thought of it."""
    best: Game = _NONE

    @property
    def points(self) -> int:
        """In the best of the games."""
        return self.best.points

    def play(self, taste: Taste, others: Taste, luck: int) -> None:
        """One game more, with other islands to come."""
        sketch = self.after.copy()
        hidden = [number for number in ISLANDS if number not in sketch.islands]
        sketch.down = Random(luck).sample(hidden, len(sketch.down))
        self.best = max(self.best, played(sketch, self.seat, taste, others))


def played(sketch: Sketch, seat: Seat, taste: Taste, others: Taste) -> Game:
    """The game played to its end."""
    while not sketch.over:
        take_turn(sketch, taste if sketch.seat == seat else others)
    return Game(sketch.lead(seat), sketch.score(sketch.hands[seat].levels))


def begun(view: NoriaView, style: Style) -> Sketch:
    """The first round of a game alone, if what is still to be chosen is chosen in a style."""
    sketch = imagined(view)
    hand = sketch.hand
    if view.phase == "wheel":
        hand.wheel = [disc.kind if disc else "" for disc in style.wheel]
    hand.levels = [int(path == style.path) for path in PATHS]
    sketch.round = 1
    return sketch


OPPONENTS: Mapping[str, Opponent[NoriaView, NoriaMove]] = {
    "easy": Easy(),
    "normal": Normal(ALLROUNDER),
    "hard": Searcher(tuple(STYLES.values()), others=ALLROUNDER.taste, most=1500),
}
