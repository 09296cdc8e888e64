"""The levels, and the taste by which they judge."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, ClassVar

from bot.games.contract import Advice, Advised, Opponent
from bot.games.my_city.cells import COLUMNS, ROWS, spot
from bot.games.my_city.legal import default_next
from bot.games.my_city.moves import Build, BuildAndStop, Finish, MyCityMove, MyCityView, RollOn
from bot.games.my_city.preview import rows_after
from bot.games.my_city.scoring import points_of
from bot.time_limit import out_of_time

if TYPE_CHECKING:
    from bot.games.my_city.opponents.playing import Lookahead


@dataclass(frozen=True, slots=True)
class Taste:
    """Weights in points. Each is a multiple of 1/64, so that sums of them are exact in whatever order a
    machine adds them up, and the same luck gives the same move everywhere."""

    filled: tuple[float, ...]
    """By the number of free neighbours, 0 to 4: the share of a free cell's points that is still expected."""
    goal_cell: float
    """The loss that a free cell of a goal counts as, which costs nothing by itself."""
    tree: float
    """For building over a tree: so much less than the point it costs."""
    frontier: float
    """For each free cell that can be reached from now on."""
    group: float
    """For each building more in the largest group of its type."""
    apart: float
    """Against a building that joins none of the two largest groups of its type."""
    room: float
    """Against each cell beside the largest group of another type, where that one might grow."""
    goal: float
    """How much of a goal's points one is worth with a cell more missing."""
    bandit: float
    """The same for the sides of a bandit."""
    single: tuple[float, ...]
    """By number of groups of a type, 0 to 3: the share of what they bring if they end as one."""
    well: tuple[float, ...]
    """By structures around a well, 0 to 4: the share of its points."""
    church: tuple[float, ...]
    """By types beside a church, 0 to 3: the share of its points."""
    church_side: float
    """For each free cell beside a church that still lacks a type."""
    clean: float
    """The share of what never having passed brings, while nothing is ticked."""
    boxes: float
    """How much a point of passing is dreaded."""
    going_on: float
    """The share of what may still be filled that is expected when nothing fits now."""


def between(view: MyCityView, legal: Sequence[MyCityMove]) -> Advised[MyCityMove]:
    """Between episodes: the next one in the printed order first, the end of the campaign last."""
    total = 0 if view.seat is None else view.totals[view.seat]
    wanted = default_next(view)
    moves = sorted(legal, key=lambda move: (move != wanted, isinstance(move, Finish)))
    return tuple([Advice(move, total) for move in moves])


class Builder(Opponent[MyCityView, MyCityMove]):
    """A computer that never leaves an episode with a building: to stop after it is worth the same or more."""

    def choose(
        self, view: MyCityView, legal: Sequence[MyCityMove], rng: Random, character: str = ""
    ) -> MyCityMove:
        """The best of all other moves."""
        staying = [move for move in legal if type(move) is not BuildAndStop]
        return super().choose(view, staying, rng, character)


_ENDS = {"daring": (-1, 0), "thrifty": (0, -1), "hasty": (0, 1), "patient": (1, 0)}
"""By character: towards which end of the sheet it likes to build, down and to the right."""
_SEEDS = 1 << 63
_CLOSELY = 24
"""So many choices, those that judging puts first, are judged by the network."""
Stages = tuple[tuple[int, int], ...]
"""With how many choices, and on how many new courses of the dice each: fewer choices from stage to stage."""


@dataclass(frozen=True, slots=True)
class Weigher(Builder):
    """Weighs all choices by the points that it expects in the end, and looks ahead at the most promising ones
    in stages."""

    characterful: ClassVar = True

    taste: Taste
    whim: float = 0
    """Where choices differ by less, chance has a say, so that two of them don't draw the same sheets."""
    stages: Stages = ()
    horizon: int = 0
    """So many rounds are played on; what is expected beyond them is judged."""
    learned: bool = False
    """Judges sheets by the network that has learned from its own play."""
    lean: float = 0
    """How many points more a building at the own end of the sheet is worth to it than one at the other."""
    apart: float = 0
    """The same while somebody else's sheet looks like its own."""

    def liking(self, view: MyCityView, move: MyCityMove, character: str) -> float:
        """Each character builds at another end of the sheet, so that no two at a table draw the same one."""
        if type(move) is not Build:
            return 0
        down, right = _ENDS[character]
        rows, columns = zip(*map(spot, move.cells), strict=True)
        low, far = fmean(rows) / (ROWS - 1) - 0.5, fmean(columns) / (COLUMNS - 1) - 0.5
        assert view.seat is not None, "a spectator has nothing to choose"
        drawn = [sheet.drawn for sheet in view.sheets]
        lean = self.apart if drawn.count(drawn[view.seat]) > 1 else self.lean
        return lean * (down * low + right * far)

    def advice(self, view: MyCityView, legal: Sequence[MyCityMove], rng: Random) -> Advised[MyCityMove]:
        """All moves by the points that are expected after them, or reached on average where it looked; those
        that promise little come last."""
        if view.phase != "round":
            return between(view, legal)
        from bot.games.my_city.opponents.playing import Lookahead, Present
        from bot.games.my_city.opponents.values import network_of

        present = Present(view, self.taste)
        judged = present.judged().tolist()
        moves: dict[int, MyCityMove] = {
            present.number(move): move for move in legal if type(move) not in (RollOn, BuildAndStop)
        }
        for number in moves if self.whim else ():
            judged[number] += rng.random() * self.whim
        ranked = sorted(moves, key=lambda number: -judged[number])
        looked: list[float] = []
        if (self.stages or self.learned) and not out_of_time():
            network = network_of(view.episode) if self.learned else None
            looking = Lookahead(present, self.taste, self.horizon, rng.randrange(_SEEDS), network)
            self._look(looking, ranked, rng)
            count = _CLOSELY if self.learned else self.stages[0][0]
            looked = [looking.reached(number) for number in ranked[:count]]
        expected = accumulate([*looked, *[judged[number] for number in ranked[len(looked) :]]], min)
        found = [Advice(moves[number], some) for number, some in zip(ranked, expected, strict=True)]
        return tuple(
            sorted([*found, *_leaving(view, legal, found[0].expected)], key=lambda one: -one.expected)
        )

    def _look(self, looking: "Lookahead", ranked: list[int], rng: Random) -> None:
        """Sorts the most promising choices by what it sees of them."""
        if self.learned:
            looking.glance(ranked[:_CLOSELY], [rng.random() * self.whim for _ in ranked[:_CLOSELY]])
            ranked[:_CLOSELY] = sorted(ranked[:_CLOSELY], key=looking.reached, reverse=True)
        for stage, (count, times) in enumerate(self.stages):
            if stage and out_of_time():
                break
            looking.look(ranked[:count], times)
            ranked[:count] = sorted(ranked[:count], key=looking.reached, reverse=True)


@dataclass(frozen=True, slots=True)
class Easy(Weigher):
    """Weighs the few spots that catch its eye."""

    characterful: ClassVar = False

    spots: int = 1
    """So many."""

    def advice(self, view: MyCityView, legal: Sequence[MyCityMove], rng: Random) -> Advised[MyCityMove]:
        """What it has weighed first, then the spots that it has overlooked, as if they promised no more."""
        if view.phase != "round":
            return between(view, legal)
        spots = [move for move in legal if type(move) is Build]
        seen = {*rng.sample(spots, min(self.spots, len(spots)))}
        advice = Weigher.advice(self, view, legal, rng)
        overlooked = [one for one in advice if type(one.move) is Build and one.move not in seen]
        weighed = [one for one in advice if one not in overlooked]
        least = min(weighed[-1].expected, overlooked[0].expected) if overlooked else 0
        return (*weighed, *[Advice(one.move, min(one.expected, least)) for one in overlooked])


def _leaving(view: MyCityView, legal: Sequence[MyCityMove], best: float) -> Iterator[Advice[MyCityMove]]:
    """Buildings with which the episode is left. They are never better than to build and stop later."""
    assert view.seat is not None, "a spectator has nothing to choose"
    for move in legal:
        if type(move) is BuildAndStop:
            yield Advice(move, min(best, float(points_of(rows_after(view, view.seat, move)))))
