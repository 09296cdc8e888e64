"""Many sheets of one plot at once, a line of each array for each: drawing on them and their exact points.

All of it is arithmetic on whole arrays: a step costs the same few operations for one sheet as for hundreds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bot.games.my_city.cells import mask_of
from bot.games.my_city.city import CITY, TYPES
from bot.games.my_city.moves import Sheet
from bot.games.my_city.opponents import ground
from bot.games.my_city.opponents.ground import CELLS, KINDS, Flags, Floats, Ints, Places, Plot

_NUMBERS = CELLS + 1
"""Structures are numbered from 1; there are never more than cells."""
NEVER = np.iinfo(np.int16).max
"""The round of what does not happen."""
BEFORE = -1
"""The round of what was there before the present one, which is round 0."""


class Stroke(NamedTuple):
    """What is drawn on some of the sheets, one structure on each."""

    sheets: Places
    kinds: Ints
    """Types by number, `KINDS` for a church or fortress."""
    over: Floats
    """By sheet: the cells."""
    around: Floats
    """By sheet: the cells beside them."""


class Sheets:
    """Sheets of one plot, changed in place."""

    def __init__(self, plot: Plot, count: int) -> None:
        self.plot = plot
        self.free = _lines(ground.row_of(plot.site.free), count)
        self.contact = _lines(ground.row_of(plot.layout.start), count)
        """Cells of which a structure must have one to touch what it has to touch."""
        self.begun: Flags = np.zeros(count, dtype=np.bool_)
        self.number: Ints = np.zeros(count, dtype=np.int16)
        """Structures so far, printed churches too."""
        self.owner: Ints = np.zeros((count, CELLS), dtype=np.int16)
        """By cell: the number of the structure on it, 0 without."""
        self.kind: Ints = np.full((count, CELLS), KINDS, dtype=np.int16)
        """By cell: the type of the building on it, `KINDS` without."""
        self.group: Ints = np.zeros((count, CELLS), dtype=np.int16)
        """By cell: the number of the group, which is that of its newest building."""
        self.sizes = np.zeros((count, KINDS, _NUMBERS), dtype=np.float32)
        """By type and number of the group: how many buildings it has."""
        self.pieces: Ints = np.zeros(count, dtype=np.int16)
        """Churches or fortresses drawn."""
        churches = len(plot.churches) + len(plot.episode.pieces) if plot.church else 0
        self.rings = np.zeros((count, churches, CELLS), dtype=np.float32)
        """By church: the cells beside it; none for one not built yet."""
        self.joined: Flags = np.zeros((count, churches, KINDS), dtype=np.bool_)
        """By church and type: whether there is such a building beside it."""
        self.ticks: Ints = np.zeros(count, dtype=np.int16)
        self.done: Ints = np.full((count, len(plot.goals)), NEVER, dtype=np.int16)
        """By goal: the round in which it was completed, counted from the present one."""
        for mask in plot.churches:
            self._number(_lines(ground.row_of(mask), count))
        if churches:
            self.rings[:, : len(plot.churches)] = ground.around_of(ground.row_by_row(plot.churches))

    @property
    def count(self) -> int:
        """How many sheets there are."""
        return len(self.ticks)

    def copies(self, times: int) -> Sheets:
        """Each of these sheets so many times, copies of one behind each other."""
        return self.taken(np.arange(self.count).repeat(times))

    def taken(self, at: Places) -> Sheets:
        """Copies of the sheets at these places."""
        other = object.__new__(Sheets)
        for name, value in vars(self).items():
            setattr(other, name, value if isinstance(value, Plot) else value[at])
        return other

    def draw(self, stroke: Stroke, round: int) -> None:
        """Draws these structures in this round."""
        at, over, around = stroke.sheets, stroke.over, stroke.around
        self.free[at] *= 1 - over
        first = ~self.begun[at][:, None]
        self.contact[at] = np.maximum(around, np.where(first, self.plot.base, self.contact[at]))
        self.begun[at] = True
        self._number(over, at)
        self.pieces[at] += stroke.kinds == KINDS
        typed = np.flatnonzero(stroke.kinds < KINDS)
        self._join(Stroke(at[typed], stroke.kinds[typed], over[typed], around[typed]))
        if self.rings.shape[1]:
            self._churches(stroke)
        if self.plot.goals:
            done = (self.missing(at) == 0) & (self.done[at] == NEVER)
            self.done[at] = np.where(done, round, self.done[at])

    def missing(self, at: Places) -> Floats:
        """By sheet and goal: how many cells are still to be built over."""
        free: Floats = self.free[at] @ self.plot.goal_cells.T
        return free

    def points(self, open_until: Ints) -> Floats:
        """The exact points of each sheet, gold bags left out; a first-come bonus goes to sheets that complete
        its goal until the round given for it, by sheet and goal."""
        plot = self.plot
        found: Floats = self.free @ plot.worth + ground.PASSES[self.ticks]
        found += plot.group * self.sizes.max(axis=2).sum(axis=1)
        groups = (self.sizes > 0).sum(axis=2)
        found += plot.complete * (groups == 1).sum(axis=1)
        found += plot.church * self.joined.all(axis=2).sum(axis=1)
        found += plot.well * (self.wells() == 4).sum(axis=1)
        found += plot.never_passed * (self.ticks == 0)
        found += plot.loose * len(plot.bandits)
        for index, goal in enumerate(plot.goals):
            found += goal.points * (self.done[:, index] != NEVER)
        for index in plot.firsts:
            done = self.done[:, index]
            found += CITY.first_come_points * ((done != NEVER) & (done <= open_until[:, index]))
        return found

    def bags(self) -> Ints:
        """The gold bags that each sheet has won."""
        found = self.plot.pass_bags * (self.ticks == 0).astype(np.int16)
        for index, goal in enumerate(self.plot.goals):
            if goal.bags:
                found += goal.bags * (self.done[:, index] != NEVER).astype(np.int16)
        return found

    def loose(self) -> Flags:
        """By sheet and active bandit: whether it is not enclosed."""
        found = np.ones((self.count, len(self.plot.bandits)), dtype=np.bool_)
        for index, goal in enumerate(self.plot.goals):
            if goal.bandit is not None:
                found[:, goal.bandit] = self.done[:, index] == NEVER
        return found

    def wells(self) -> Ints:
        """By sheet and well: how many different structures touch it, -1 where four can't be reached."""
        found = np.zeros((self.count, len(self.plot.wells)), dtype=np.int16)
        for index, places in enumerate(self.plot.wells):
            sides = np.sort(self.owner[:, places], axis=1)
            taken = sides > 0
            twice = ((sides[:, 1:] == sides[:, :-1]) & taken[:, 1:]).any(axis=1)
            found[:, index] = np.where(twice | (len(places) < 4), -1, taken.sum(axis=1))
        return found

    def _number(self, over: Floats, at: Places | None = None) -> None:
        at = np.arange(self.count) if at is None else at
        self.number[at] += 1
        self.owner[at] = np.where(over > 0, self.number[at][:, None], self.owner[at])

    def _join(self, stroke: Stroke) -> None:
        at, kinds = stroke.sheets, stroke.kinds
        line, number = np.arange(len(at)), self.number[at]
        group, over = self.group[at], stroke.over > 0
        same = (self.kind[at] == kinds[:, None]) & (stroke.around > 0)
        touched = np.zeros((len(at), _NUMBERS), dtype=np.bool_)
        lines, places = np.nonzero(same)
        touched[lines, group[lines, places]] = True
        sizes = self.sizes[at, kinds]
        new = 1 + (sizes * touched).sum(axis=1)
        sizes[touched] = 0
        sizes[line, number] = new
        self.sizes[at, kinds] = sizes
        joins = over | touched[line[:, None], group]
        self.group[at] = np.where(joins, number[:, None], group)
        self.kind[at] = np.where(over, kinds[:, None], self.kind[at])

    def _churches(self, stroke: Stroke) -> None:
        """New buildings beside churches, and new churches with what stands beside them."""
        at, kinds = stroke.sheets, stroke.kinds
        typed, church = np.flatnonzero(kinds < KINDS), np.flatnonzero(kinds == KINDS)
        sheets = at[typed]
        beside = np.einsum("scp,sp->sc", self.rings[sheets], stroke.over[typed]) > 0
        self.joined[sheets, :, kinds[typed]] |= beside
        sheets, around = at[church], stroke.around[church]
        place = self.rings.shape[1] - len(self.plot.episode.pieces) + self.pieces[sheets] - 1
        self.rings[sheets, place] = around
        for kind in range(KINDS):
            found = ((self.kind[sheets] == kind) & (around > 0)).any(axis=1)
            self.joined[sheets, place, kind] = found


def stacked(some: Sequence[Sheets]) -> Sheets:
    """Copies of sheets of one plot, one after the other."""
    first, *_ = some
    every = object.__new__(Sheets)
    for name, value in vars(first).items():
        same = isinstance(value, Plot)
        setattr(every, name, value if same else np.concatenate([getattr(each, name) for each in some]))
    return every


def one(episode: int, sheet: Sheet) -> Sheets:
    """A player's sheet."""
    sheets = Sheets(ground.plot_of(episode, sheet.bandits), 1)
    sheets.ticks[:] = sheet.ticks
    at = np.zeros(1, dtype=np.intp)
    for item in sheet.drawn:
        over = ground.row_of(mask_of(item.cells))[None]
        sheets.draw(Stroke(at, kind_number(item.kind), over, ground.around_of(over)), BEFORE)
    return sheets


def kind_number(kind: str) -> Ints:
    """A kind of structure as the number of its type."""
    number = TYPES.index(kind) if kind in TYPES else KINDS
    return np.array([number], dtype=np.int16)


def _lines(row: Floats, count: int) -> Floats:
    return row[None].repeat(count, axis=0)
