"""The others: how their sheets may go on with the same dice, and what that leaves of bonuses and bags."""

from __future__ import annotations

import numpy as np

from bot.games.my_city.city import CITY
from bot.games.my_city.opponents.ground import Floats, Ints, Places
from bot.games.my_city.opponents.judging import Judge, all_open
from bot.games.my_city.opponents.playing import Luck, play_on
from bot.games.my_city.opponents.present import Present
from bot.games.my_city.opponents.rolls import Rolls
from bot.games.my_city.opponents.sheets import BEFORE, Sheets, one
from bot.games.my_city.opponents.taste import Taste


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
        for index, other in enumerate(others):
            sheet = view.sheets[other]
            sheets = one(view.episode, sheet).copies(count)
            if not sheet.stopped:
                judge, until = Judge(sheets.plot, taste, present.bag), all_open(sheets)
                play_on(sheets, judge, Luck(rolls, np.arange(count), until), np.arange(count), rounds)
            self._closes(sheets)
            self._stores[:, index] = sheets.bags() + sum([result.bags[other] for result in view.results])

    def ranking(self, bags: Ints, course: Places) -> Floats:
        """The points for so many gold bags won in the present episode, each in its course; none without a
        ranking."""
        ranking, own = CITY.bag_ranking, bags + self._own
        found = np.zeros(len(bags), dtype=np.float32)
        if not self._ranked:
            return found
        if not self._stores.shape[1]:
            for step in reversed(ranking.solo):
                found[own >= step.bags] = step.points
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
