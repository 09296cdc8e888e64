"""A round as the player finds it whose view it is: the own sheet, what is asked for, what else counts."""

from __future__ import annotations

import numpy as np

from bot.games.my_city.cells import mask_of
from bot.games.my_city.city import EPISODES
from bot.games.my_city.legal import task_of
from bot.games.my_city.moves import Build, MyCityMove, Pass
from bot.games.my_city.opponents.ground import Floats, Ints
from bot.games.my_city.opponents.judging import Judge, all_open, open_at
from bot.games.my_city.opponents.playing import Task, tasks
from bot.games.my_city.opponents.rolls import SHAPES
from bot.games.my_city.opponents.sheets import BEFORE, kind_number, one
from bot.games.my_city.opponents.taste import Taste
from bot.games.my_city.standing import plan
from bot.games.my_city.view import MyCityView

_BAG = 3.0
"""What a gold bag is worth before the bags are ranked, and as one of several that bring points together."""
_LOOSE = 0.5
"""How likely a bandit that comes along is still free at the end of the next episode."""
GONE = BEFORE - 1
"""The round until which a bonus could be won that somebody else has."""


class Present:
    """The own sheet in the present round. Choices are numbered: the spots of the shape, a pass, a stop."""

    def __init__(self, view: MyCityView, taste: Taste) -> None:
        assert view.seat is not None, "a spectator has nothing to choose"
        self.view, self.seat = view, view.seat
        self.sheets = one(view.episode, view.sheets[view.seat])
        self.bag = bag_worth(view)
        self.ranked_now = _ranks_bags(view.episode)
        """Whether gold bags are ranked at the end of this very episode."""
        self.judge = Judge(self.sheets.plot, taste, self.bag)
        self.task = self._task()
        self.open_until = self._open_until()

    def number(self, move: MyCityMove) -> int:
        """The number of a choice."""
        spots = self.task.asked.spots.places
        if isinstance(move, Build):
            return spots[mask_of(move.cells)]
        return len(spots) + (not isinstance(move, Pass))

    def judged(self) -> Floats:
        """By number: the points that are expected in the end after each choice, as far as one step tells."""
        at, judge = self.task.asked.sheets, self.judge
        spots = judge.spots(self.sheets, self.task.asked, open_at(self.open_until, 0))[0]
        passing = judge.passing(self.sheets, at, self.task.boxes)
        now = self.view.points[self.seat] + judge.outlook(self.sheets, at, open_at(self.open_until, 0))
        return now + np.concatenate([spots, passing, judge.stopping(self.sheets, at)])

    def _task(self) -> Task:
        task = task_of(self.view, self.seat)
        assert task is not None, "only a seat in the round chooses"
        shapes = np.array([SHAPES.index(task.shape) if task.shape in SHAPES else 0], dtype=np.int16)
        return next(tasks(self.sheets, np.zeros(1, dtype=np.intp), shapes, kind_number(task.kind)))

    def _open_until(self) -> Ints:
        """Gone are the bonuses that somebody else has won."""
        until = all_open(self.sheets)
        lost = [bonus.kind for bonus in self.view.bonuses if self.seat not in bonus.seats]
        for index in self.sheets.plot.firsts:
            if self.sheets.plot.goals[index].first in lost:
                until[:, index] = GONE
        return until


def to_come(view: MyCityView) -> list[int]:
    """The episodes of this table after the present one that were not played yet."""
    played = [result.episode for result in view.results]
    return [episode for episode in plan(view.options) if episode not in (*played, view.episode)]


def bag_worth(view: MyCityView) -> float:
    """What a gold bag of the present episode is worth in points: none without a ranking to come."""
    return _BAG if any(map(_ranks_bags, (view.episode, *to_come(view)))) else 0.0


def bandit_worth(view: MyCityView) -> tuple[float, ...]:
    """By active bandit of the own sheet: the points it costs later if it comes along."""
    assert view.seat is not None, "a spectator has no sheet"
    names = view.sheets[view.seat].bandits
    following = [EPISODES[number] for number in to_come(view)]
    following = [episode for episode in following if episode.bandits_from == view.episode]
    cost = [row.points or 0 for episode in following for row in episode.rows if row.key == "bandits"]
    printed = [name for episode in following for name in episode.printed_bandits]
    return tuple([-sum(cost) * _LOOSE if name not in printed else 0.0 for name in names])


def _ranks_bags(episode: int) -> bool:
    return "gold_bags" in [row.key for row in EPISODES[episode].rows]
