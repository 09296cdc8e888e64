"""Looking ahead: a round as its player finds it, and sheets played on with the same dice, the rivals' too."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from bot.games.my_city.cells import mask_of
from bot.games.my_city.city import CITY, EPISODES
from bot.games.my_city.legal import task_of
from bot.games.my_city.moves import Build, MyCityMove, MyCityView, Pass
from bot.games.my_city.opponents.ground import (
    KINDS,
    SHAPES,
    Flags,
    Floats,
    Ints,
    Places,
    Rolls,
    courses,
    spots_of,
)
from bot.games.my_city.opponents.judging import OUT, Asked, Judge, all_open, sheets_and_kinds
from bot.games.my_city.opponents.levels import Taste
from bot.games.my_city.opponents.sheets import BEFORE, Sheets, Stroke, kind_number, one, stacked
from bot.games.my_city.opponents.values import Network, Values
from bot.games.my_city.scoring import plan, ranks_bags


class Luck(NamedTuple):
    """What comes from outside: the rolls, which of their courses each sheet gets, and by sheet and goal until
    which round its first-come bonus can be won."""

    rolls: Rolls
    courses: Places
    open_until: Ints


def play_on(sheets: Sheets, judge: Judge, luck: Luck, active: Places, rounds: range) -> Places:
    """Plays the active sheets through these rounds; those that are still not at their end."""
    rolls, courses, open_until = luck
    active = active[sheets.free[active].any(axis=1)]
    for round in rounds:
        if not len(active):
            break
        at = courses[active]
        pieces = sheets.pieces[active] < len(sheets.plot.episode.pieces)
        pieces &= rolls.compass[at, round]
        kinds = np.where(pieces, KINDS, rolls.kinds[at, round]).astype(np.int16)
        tasks = list(tasks_of(sheets, active, rolls.shapes[at, round], kinds))
        stopped = _step(sheets, judge, tasks, open_until >= round, round)
        active = active[~np.isin(active, stopped)]
        active = active[sheets.free[active].any(axis=1)]
    return active


def play_all(
    sheets: list[Sheets], going: Sequence[int], rolls: Rolls, taste: Taste, bag: float, rounds: range
) -> None:
    """Plays on some of these, each a sheet copied for each course, and puts back what became of them. Those
    of one plot are played together."""
    every = np.arange(len(rolls.shapes))
    for plot in dict.fromkeys([sheets[place].plot for place in going]):
        alike = [place for place in going if sheets[place].plot is plot]
        together = stacked([sheets[place] for place in alike])
        luck = Luck(rolls, np.tile(every, len(alike)), all_open(together))
        play_on(together, Judge(plot, taste, bag), luck, np.arange(together.count), rounds)
        for number, place in enumerate(alike):
            sheets[place] = together.taken(every + number * len(every))


def tasks_of(sheets: Sheets, at: Places, shapes: Ints, kinds: Ints) -> Iterator[Asked]:
    """What these shapes and kinds ask for, sheets with the same shape together."""
    episode = sheets.plot.episode
    typed, pieces = kinds < KINDS, sheets.pieces[at]  # as they are before any of these tasks is done
    for shape in sorted({int(shape) for shape in shapes[typed]}):
        some = np.flatnonzero(typed & (shapes == shape))
        boxes = np.full(len(some), episode.pass_boxes or 0, dtype=np.int16)
        yield Asked(at[some], spots_of(episode.episode, SHAPES[shape]), kinds[some], boxes)
    for place, piece in enumerate(episode.pieces):
        some = np.flatnonzero(~typed & (pieces == place))
        if len(some):
            boxes = np.full(len(some), episode.church_boxes or 0, dtype=np.int16)
            anywhere = episode.compass == "fortress"
            yield Asked(at[some], spots_of(episode.episode, piece), kinds[some], boxes, anywhere)


def _step(sheets: Sheets, judge: Judge, tasks: Sequence[Asked], open_goals: Flags, round: int) -> Places:
    """One choice on each of these sheets; those that stop."""
    at, kinds = sheets_and_kinds(tasks)
    boxes = np.concatenate([asked.boxes for asked in tasks])
    best, over, around = list[Floats](), list[Floats](), list[Floats]()
    for asked, values in zip(tasks, judge.round(sheets, tasks, open_goals), strict=True):
        spots = values.argmax(axis=1)
        best.append(values[np.arange(len(spots)), spots])
        over.append(asked.spots.rows[spots])
        around.append(asked.spots.rings[spots])
    building, passing = np.concatenate(best), judge.passing(sheets, at, boxes)
    stopping = judge.stopping(sheets, at)
    builds = (building > OUT) & (building >= passing) & (building >= stopping)
    passes = ~builds & (passing >= stopping)
    stroke = Stroke(at[builds], kinds[builds], np.concatenate(over)[builds], np.concatenate(around)[builds])
    sheets.draw(stroke, round)
    sheets.ticks[at[passes]] += boxes[passes]
    return at[~builds & ~passes]


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
        self.ranked_now = ranks_bags(view.episode)
        """Whether gold bags are ranked at the end of this very episode."""
        self.judge = Judge(self.sheets.plot, taste, self.bag)
        task = task_of(view, view.seat)
        assert task is not None, "only a seat in the round chooses"
        shapes = np.array([SHAPES.index(task.shape) if task.shape in SHAPES else 0], dtype=np.int16)
        self.asked = next(tasks_of(self.sheets, np.zeros(1, dtype=np.intp), shapes, kind_number(task.kind)))
        self.open_until = self._open_until()

    def number(self, move: MyCityMove) -> int:
        """The number of a choice."""
        spots = self.asked.spots.places
        if isinstance(move, Build):
            return spots[mask_of(move.cells)]
        return len(spots) + (not isinstance(move, Pass))

    def judged(self) -> Floats:
        """By number: the points that are expected in the end after each choice, as far as one step tells."""
        asked, judge, open_goals = self.asked, self.judge, self.open_until >= 0
        at, spots = asked.sheets, judge.spots(self.sheets, asked, open_goals)[0]
        passing = judge.passing(self.sheets, at, asked.boxes)
        now = self.view.points[self.seat] + judge.outlook(self.sheets, at, open_goals)
        return now + np.concatenate([spots, passing, judge.stopping(self.sheets, at)])

    def _open_until(self) -> Ints:
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
    return bag_of((view.episode, *to_come(view)))


def bag_of(episodes: Iterable[int]) -> float:
    """The same where these episodes are played from now on."""
    return _BAG if any(map(ranks_bags, episodes)) else 0.0


def bandit_worth(view: MyCityView) -> tuple[float, ...]:
    """By active bandit of the own sheet: the points it costs later if it comes along."""
    assert view.seat is not None, "a spectator has no sheet"
    names = view.sheets[view.seat].bandits
    following = [EPISODES[number] for number in to_come(view)]
    following = [episode for episode in following if episode.bandits_from == view.episode]
    cost = [row.points or 0 for episode in following for row in episode.rows if row.key == "bandits"]
    printed = [name for episode in following for name in episode.printed_bandits]
    return tuple([-sum(cost) * _LOOSE if name not in printed else 0.0 for name in names])


class Rivals:
    """What the others do in these rounds of some courses of the dice, if they play by this taste."""

    def __init__(self, present: Present, taste: Taste, rolls: Rolls, rounds: range) -> None:
        view, plot, seat = present.view, present.sheets.plot, present.seat
        count = len(rolls.shapes)
        self.open_until = present.open_until.repeat(count, axis=0)
        """By course and goal: the last round in which its bonus can be won."""
        self._ranked = present.ranked_now
        others = [other for other in range(view.seats) if other != seat]
        self._stores = np.zeros((count, len(others)), dtype=np.int16)
        """By course and rival: the gold bags after these rounds."""
        self._own = sum([result.bags[seat] for result in view.results])
        if not (plot.firsts or self._ranked):
            return
        found = [one(view.episode, view.sheets[other]).copies(count) for other in others]
        going = [place for place, other in enumerate(others) if not view.sheets[other].stopped]
        play_all(found, going, rolls, taste, present.bag, rounds)
        for index, (other, sheets) in enumerate(zip(others, found, strict=True)):
            self._closes(sheets)
            self._stores[:, index] = sheets.bags() + sum([result.bags[other] for result in view.results])

    def ranking(self, bags: Ints, course: Places) -> Floats:
        """The points for so many gold bags won in the episode, each in its course; none without a ranking."""
        ranking, own = CITY.bag_ranking, bags + self._own
        found = np.zeros(len(bags), dtype=np.float32)
        if not self._ranked:
            return found
        if not self._stores.shape[1]:
            for least, points in reversed(ranking.solo):
                found[own >= least] = points
            return found
        place = 1 + (self._stores[course] > own[:, None]).sum(axis=1)
        found[place == 1], found[place == 2] = ranking.first, ranking.second
        return found * (own > 0)

    def _closes(self, sheets: Sheets) -> None:
        """Bonuses are gone after the round in which this rival completes their goals; those completed before
        the present round are decided already."""
        for index in sheets.plot.firsts:
            until, done = self.open_until[:, index], sheets.done[:, index]
            self.open_until[:, index] = np.where(done != BEFORE, np.minimum(until, done), until)


class Lookahead:
    """What was reached so far after the choices of a round."""

    def __init__(
        self, present: Present, taste: Taste, horizon: int, seed: int, network: Network | None
    ) -> None:
        self.present = present
        self._values = Values(present.judge, present.sheets.plot, network)
        self._taste, self._horizon, self._rng = taste, horizon, np.random.default_rng(seed)
        self._loose = np.array(bandit_worth(present.view), dtype=np.float32)
        self._found: dict[int, list[float]] = {}
        self._seen: dict[int, float] = {}

    def reached(self, number: int) -> float:
        """The average of all courses after this choice; without any what was expected at a glance."""
        found = self._found.get(number)
        return sum(found) / len(found) if found else self._seen[number]

    def glance(self, numbers: Sequence[int], whims: Sequence[float]) -> None:
        """Asks what is expected right after each of these choices, and adds the whims to it."""
        found = self._played(numbers, 1, range(1))[:, 0].tolist()
        self._seen = {number: each + whim for number, each, whim in zip(numbers, found, whims, strict=True)}

    def look(self, numbers: Sequence[int], times: int) -> None:
        """Plays on after each of these choices, on so many new courses, the same for all of them."""
        found = self._played(numbers, times, range(self._horizon + 1))
        for number, some in zip(numbers, found, strict=True):
            self._found.setdefault(number, []).extend(some.tolist())

    def _played(self, numbers: Sequence[int], times: int, rounds: range) -> Floats:
        roll, judge = self.present.view.roll, self.present.judge
        assert roll is not None, "there is a roll in every round"
        rolls = courses(times, self._rng, roll)
        rivals = Rivals(self.present, self._taste, rolls, rounds)
        sheets = self.present.sheets.copies(len(numbers) * times)
        course = np.tile(np.arange(times), len(numbers))
        luck = Luck(rolls, course, rivals.open_until[course])
        chosen = self._choose(sheets, np.repeat(np.array(numbers, dtype=np.intp), times))
        going_on = play_on(sheets, judge, luck, chosen, rounds[1:])
        points = sheets.points(luck.open_until) + rivals.ranking(sheets.bags(), course)
        points -= sheets.loose() @ self._loose
        if not self.present.ranked_now:
            points += sheets.bags() * np.float32(self.present.bag)
        points[going_on] += self._values.outlook(sheets, going_on, luck.open_until >= rounds.stop)
        return points.reshape(len(numbers), times)

    def _choose(self, sheets: Sheets, numbers: Places) -> Places:
        asked, spots = self.present.asked, self.present.asked.spots
        builds, passes = np.flatnonzero(numbers < len(spots.places)), numbers == len(spots.places)
        kinds = asked.kinds.repeat(len(builds))
        over, around = spots.rows[numbers[builds]], spots.rings[numbers[builds]]
        sheets.draw(Stroke(builds, kinds, over, around), 0)
        sheets.ticks[passes] += asked.boxes[0]
        return np.flatnonzero(numbers <= len(spots.places))
