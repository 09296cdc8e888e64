"""The choices of a round, played on again and again, each with the same dice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bot.games.my_city.opponents.ground import Floats, Places
from bot.games.my_city.opponents.judging import open_at
from bot.games.my_city.opponents.playing import Luck, play_on
from bot.games.my_city.opponents.present import Present, bandit_worth
from bot.games.my_city.opponents.rivals import Rivals
from bot.games.my_city.opponents.rolls import courses
from bot.games.my_city.opponents.sheets import Sheets, Stroke
from bot.games.my_city.opponents.taste import Taste
from bot.games.my_city.view import MyCityView


class Lookahead:
    """What was reached so far after the choices of a round."""

    def __init__(self, view: MyCityView, taste: Taste, horizon: int, seed: int) -> None:
        self.present = Present(view, taste)
        self._taste, self._horizon, self._rng = taste, horizon, np.random.default_rng(seed)
        self._loose = np.array(bandit_worth(view), dtype=np.float32)
        self._found: dict[int, list[float]] = {}

    def reached(self, number: int) -> float:
        """The average of all courses after this choice."""
        found = self._found[number]
        return sum(found) / len(found)

    def look(self, numbers: Sequence[int], times: int) -> None:
        """Plays on after each of these choices, on so many new courses, the same for all of them."""
        roll, judge = self.present.view.roll, self.present.judge
        assert roll is not None, "there is a roll in every round"
        rolls, rounds = courses(roll, times, self._rng), range(self._horizon + 1)
        rivals = Rivals(self.present, self._taste, rolls, rounds)
        sheets = self.present.sheets.copies(len(numbers) * times)
        course = np.tile(np.arange(times), len(numbers))
        luck = Luck(rolls, course, rivals.open_until[course])
        chosen = self._choose(sheets, np.repeat(np.array(numbers, dtype=np.intp), times))
        going_on = play_on(sheets, judge, luck, chosen, rounds[1:])
        points = sheets.points(luck.open_until) + rivals.ranking(sheets.bags(), course) + self._later(sheets)
        points[going_on] += judge.outlook(sheets, going_on, open_at(luck.open_until, rounds.stop))
        for number, some in zip(numbers, points.reshape(len(numbers), times), strict=True):
            self._found.setdefault(number, []).extend(some.tolist())

    def _choose(self, sheets: Sheets, numbers: Places) -> Places:
        """Makes one choice on each sheet; those that go on."""
        task = self.present.task
        spots = task.asked.spots
        builds, passes = np.flatnonzero(numbers < len(spots.places)), numbers == len(spots.places)
        kinds = task.asked.kinds.repeat(len(builds))
        over, around = spots.rows[numbers[builds]], spots.rings[numbers[builds]]
        sheets.draw(Stroke(builds, kinds, over, around), 0)
        sheets.ticks[passes] += task.boxes[0]
        return np.flatnonzero(numbers <= len(spots.places))

    def _later(self, sheets: Sheets) -> Floats:
        """What the sheets are worth in later episodes."""
        later: Floats = -(sheets.loose() @ self._loose)
        if not self.present.ranked_now:
            later += sheets.bags() * np.float32(self.present.bag)
        return later
