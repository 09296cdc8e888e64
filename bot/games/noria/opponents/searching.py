"""What hard and expert think: the game is played on behind a turn in many tastes, bred from those that get
furthest, while the others go on as they are foreseen to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice, zip_longest
from operator import attrgetter
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

from bot.games.contract import Seat
from bot.games.making import changed
from bot.games.noria import moves
from bot.games.noria.box import CHAMBERS, PATHS
from bot.games.noria.moves import NoriaMove
from bot.games.noria.opponents.playing import Plan, pass_on, ranked, settle, take_turn
from bot.games.noria.opponents.styles import Style, Taste
from bot.games.noria.sketch import Hand, Sketch, fresh
from bot.games.noria.state import Turn
from bot.time_limit import out_of_time

Course = Sequence[Sequence[NoriaMove]]
"""The turns of the others, one after the other."""
_BRED = 0.7
"""The share of the games in which tastes are looked for; in the others it is turns."""
_FEWEST_OTHERS = 2
"""So many turns that no taste thinks best are tried at least."""
LIKING = 18
"""By so much more must another taste lead than that of a character."""
_AGAIN = 6
"""So many of the best turns are judged again by what else the others may do."""
_ELITE = 8
"""So many of the best tastes have offspring."""
_MOST_HOPE = 0.95
"""Who expects all politicians to come down debates no more."""


class Game(NamedTuple):
    """How a game may end; the greater the better."""

    lead: float
    """Over the others, as much over the best of them as over all."""
    points: float

    @classmethod
    def of(cls, sketch: Sketch, seat: Seat) -> Game:
        """As it has ended for a seat."""
        points = sketch.score(sketch.hands[seat].levels)
        others = [sketch.score(hand.levels) for hand in sketch.others(seat)]
        return cls(points - (max(others) + sum(others) / len(others)) / 2, points)


class Trial(NamedTuple):
    """A turn, the taste in which the game went on behind it, and how it ended."""

    game: Game
    moves: tuple[NoriaMove, ...]
    taste: Taste
    after: Sketch
    """The game behind the turn."""


@dataclass(slots=True)
class Search:
    """The turns that were tried, from a sketch in the turn of a seat."""

    sketch: Sketch
    turn: Turn
    courses: Sequence[Course]
    """What the others may do, the likeliest first."""
    found: dict[tuple[NoriaMove, ...], Trial]
    """The best game behind each turn."""
    elite: list[Trial]
    """The best tastes, the best first."""
    rivals: Sequence[Style]
    """What the others may be like."""
    likely: tuple[NoriaMove, ...]
    """The turn behind which they are foreseen."""
    liked: Taste | None = None
    """The taste of a character."""

    @classmethod
    def of(
        cls,
        sketch: Sketch,
        turn: Turn,
        rivals: Sequence[Style],
        liked: Taste | None = None,
        *,
        courses: int = 1,
    ) -> Search:
        """Nothing is tried yet. The others are foreseen in so many ways."""
        who, others = Seat(sketch.seat), range(courses if len(sketch.hands) > 1 else 1)
        likely, after = ranked(sketch, expected(sketch.hand, rivals), turn)[0], sketch.copy()
        settle(after, likely)
        ways = [foreseen(after, who, rivals, other) for other in others]
        return cls(sketch, turn, ways, {}, [], rivals, tuple(likely.moves), liked)

    def run(self, tastes: Sequence[Taste], games: int) -> list[Trial]:
        """The turns that were tried, the best first: in so many games, but in one in each of these tastes and
        some of other turns at least."""
        bred = max(len(tastes), int(games * _BRED))
        for taste in islice(self._bred(tastes), bred):
            self._try(ranked(self.sketch, taste, self.turn)[0], taste)
            if out_of_time():
                break
        for plan, taste in islice(self._others(), max(games - bred, _FEWEST_OTHERS)):
            if out_of_time():
                break
            self._try(plan, taste)
        found = sorted(self.found.values(), key=attrgetter("game"), reverse=True)
        best = [self._again(trial) for trial in found[:_AGAIN]]
        return [*self._answered(sorted(best, key=attrgetter("game"), reverse=True)), *found[_AGAIN:]]

    def _answered(self, found: list[Trial]) -> list[Trial]:
        """With the best one judged by what the others do behind just this turn. Unless the likely one is
        better then, it stays the best: what only seems better would sink, too."""
        best, *others = found
        if len(self.courses) > 1 or not self.courses[0] or best.moves == self.likely or out_of_time():
            return found
        course = foreseen(best.after, Seat(self.sketch.seat), self.rivals)
        best = best._replace(game=self._ended(best.after, best.taste, course))
        better = [trial for trial in others if trial.moves == self.likely and trial.game > best.game]
        return [*better, best, *[trial for trial in others if trial not in better]]

    def _again(self, trial: Trial) -> Trial:
        """With the average of what it leads to, whatever the others do: what is best of many was lucky."""
        games = [trial.game]
        for course in self.courses[1:]:
            if out_of_time():
                break
            games.append(self._ended(trial.after, trial.taste, course))
        return trial._replace(game=Game(*map(fmean, zip(*games, strict=True))))

    def _ended(self, after: Sketch, taste: Taste, course: Course) -> Game:
        """How the game ends behind a turn; the taste of a character seems to lead further than it does."""
        game = played_on(after.copy(), Seat(self.sketch.seat), taste, course)
        return game._replace(lead=game.lead + LIKING) if taste == self.liked else game

    def _bred(self, tastes: Sequence[Taste]) -> Iterator[Taste]:
        """These tastes, then ever more offspring of the best so far."""
        yield from tastes
        rng = Random(len(tastes))
        while True:
            parent = self.elite[int(len(self.elite) * rng.random() ** 2)]
            yield offspring(parent.taste, rng.choice(self.elite).taste, rng)

    def _others(self) -> Iterator[tuple[Plan, Taste]]:
        """Turns that are not tried yet: of each good taste the second best one, then the third best ones ...
        The best taste is thorough."""
        tastes = [*dict.fromkeys([trial.taste for trial in self.elite])][: _ELITE // 2]
        lists = [
            ranked(self.sketch, taste, self.turn, thorough=not number) for number, taste in enumerate(tastes)
        ]
        for same_rank in zip_longest(*lists):
            for taste, plan in zip(tastes, same_rank, strict=True):
                if plan and tuple(plan.moves) not in self.found:
                    yield plan, taste

    def _try(self, plan: Plan, taste: Taste) -> None:
        after = self.sketch.copy()
        settle(after, plan)
        trial = Trial(self._ended(after, taste, self.courses[0]), tuple(plan.moves), taste, after)
        best = self.found.get(trial.moves)
        if best is None or best.game < trial.game:
            self.found[trial.moves] = trial
        self.elite = sorted([*self.elite, trial], key=attrgetter("game"), reverse=True)[:_ELITE]


def foreseen(sketch: Sketch, who: Seat, rivals: Sequence[Style], other: int = 0) -> Course:
    """What all but this seat are going to do: each goes on in that of these styles which climbs the path on
    which it is highest, or in the `other` one, so many places behind."""
    if len(sketch.hands) == 1:
        return []
    tastes = [expected(hand, rivals, 0 if seat == who else other) for seat, hand in enumerate(sketch.hands)]
    return [plan.moves for seat, plan in _turns(sketch.copy(), tastes) if seat != who]


def expected(hand: Hand, styles: Sequence[Style], other: int = 0) -> Taste:
    """The taste in which somebody seems to play, or the one so many places behind it."""
    path = PATHS[max(range(len(PATHS)), key=hand.levels.__getitem__)]
    place = next((place for place, style in enumerate(styles) if style.path == path), 0)
    return styles[(place + other) % len(styles)].taste


def _turns(sketch: Sketch, tastes: Sequence[Taste]) -> Iterator[tuple[int, Plan]]:
    """The turns of a game as it is played to its end by these tastes, with their seats."""
    while not sketch.over:
        seat, plan = sketch.seat, ranked(sketch, tastes[sketch.seat])[0]
        settle(sketch, plan)
        yield seat, plan


def played_on(sketch: Sketch, seat: Seat, taste: Taste, course: Course) -> Game:
    """The game played to its end in a taste, the others on their course."""
    turns = iter(course)
    while not sketch.over:
        if sketch.seat == seat:
            take_turn(sketch, taste)
        else:
            follow(sketch, next(turns))
    return Game.of(sketch, seat)


def follow(sketch: Sketch, made: Iterable[NoriaMove]) -> None:
    """A foreseen turn of another, as far as others feel it; what has become impossible is left out."""
    hand, isles = sketch.hand, sketch.islands
    for move in made:
        here = isles.get(hand.ambassador or 0)
        match move:
            case moves.Invest(path):
                hand.levels[PATHS.index(path)] += 1
            case moves.Buy(disc):
                sketch.left[disc] = max(0, sketch.left[disc] - 1)
            case moves.Travel(None) if sketch.down:
                *sketch.down, hand.ambassador = sketch.down
                isles[hand.ambassador] = fresh(hand.ambassador, len(sketch.hands))
            case moves.Travel(island):
                hand.ambassador = island
            case moves.TakeShip(space) if here:
                ships, spots = here
                isles[hand.ambassador or 0] = changed(ships, space - 1, max(0, ships[space - 1] - 1)), spots
            case moves.Build(spot) if here:
                ships, spots = here
                isles[hand.ambassador or 0] = ships, changed(spots, spot - 1, False)
            case moves.Politics(down, remove):
                for chamber, comes_down in ((down, 1), (remove, 0)):
                    place = CHAMBERS.index(chamber) if chamber else None
                    if place is not None and sketch.upper[place]:
                        sketch.upper[place] -= 1
                        sketch.lower[place] += comes_down
            case _:
                pass
    pass_on(sketch)


def offspring(taste: Taste, other: Taste, rng: Random) -> Taste:
    """A taste like the first, with some numbers of the other one, some larger and some smaller."""
    mixed, altered = rng.choice((0, 0.3)), rng.choice((0.05, 0.15, 0.4))

    def inherited(mine: float, others: float) -> float:
        value = others if rng.random() < mixed else mine
        return value * 2 ** rng.gauss(0, 1.5) if rng.random() < altered else value

    given: dict[str, float | tuple[float, ...]] = {}
    for name in (each.name for each in fields(taste)):
        mine: float | tuple[float, ...] = getattr(taste, name)
        others: Any = getattr(other, name)
        both = isinstance(mine, tuple)
        given[name] = tuple(map(inherited, mine, others)) if both else inherited(mine, others)
    child = msgspec.convert(given, Taste)
    return replace(child, hope=min(_MOST_HOPE, child.hope))
