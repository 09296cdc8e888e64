"""One step ahead: what every spot, a pass and a stop is expected to bring, on many sheets at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bot.games.my_city.city import BOXES, CITY
from bot.games.my_city.opponents.ground import (
    BESIDE,
    CLOSE,
    KINDS,
    PASSES,
    Flags,
    Floats,
    Ints,
    Places,
    Plot,
    Spots,
)
from bot.games.my_city.opponents.levels import Taste
from bot.games.my_city.opponents.sheets import NEVER, Sheets

OUT = np.float32(-1e6)
"""Less than any legal choice is worth."""
_WHOLE = 16
"""More than a structure has cells."""
_SIDES = 4
"""A well has so many."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a roll asks of some sheets: one shape, for each of them a type or for all a church or fortress,
    and how many boxes passing ticks, 0 where it can't be passed."""

    sheets: Places
    spots: Spots
    kinds: Ints
    boxes: Ints
    free_of_contact: bool = False
    """A fortress may stand anywhere."""


class _Groups(NamedTuple):
    """The groups of the type that is to be built, by sheet: how many there are, and of the two largest ones
    the sizes and the cells."""

    number: Places
    one: Floats
    two: Floats
    of_one: Floats
    of_two: Floats

    def on(self, lines: slice) -> "_Groups":
        """Those of some of the sheets."""
        return _Groups(
            self.number[lines], self.one[lines], self.two[lines], self.of_one[lines], self.of_two[lines]
        )


class Judge:
    """Judges choices on sheets of one plot by a taste; `bag` is what a gold bag is worth."""

    def __init__(self, plot: Plot, taste: Taste, bag: float) -> None:
        self._plot, self._taste = plot, taste
        self._bag = round(bag * 64) / 64
        self._want = plot.want(taste.goal_cell)
        self._cell = -plot.worth * np.where(plot.worth > 0, np.float32(1 - taste.tree), 1).astype(np.float32)
        self._filled = np.array(taste.filled, dtype=np.float32)
        self._well = np.array(taste.well, dtype=np.float32) * plot.well
        self._church = np.array(taste.church, dtype=np.float32) * plot.church
        self._single = np.array((*taste.single, *[0.0] * 90), dtype=np.float32) * plot.complete
        near = [np.maximum(np.arange(5) - count, 0) for count in range(1, CLOSE + 1)]
        self._shut = [self._filled[less] - self._filled for less in near]
        """By how many of its sides are shut: how much less likely a cell with so many free ones is filled."""
        self._shares = [self._share(index) for index in range(len(plot.goals))]
        """By goal and by missing cells: what is expected of its own points, and of its first-come bonus."""
        self._slopes = [(_steps(own), _steps(first)) for own, first in self._shares]
        """The same for one cell less."""

    def spots(self, sheets: Sheets, asked: Asked, open_goals: Flags) -> Floats:
        """What building on each spot adds to the expected points, by sheet and spot; `OUT` where it may not
        stand. `open_goals` says by sheet and goal whether its first-come bonus can still be won."""
        return self.round(sheets, [asked], open_goals)[0]

    def round(self, sheets: Sheets, tasks: Sequence[Asked], open_goals: Flags) -> list[Floats]:
        """The same for several tasks, each of other sheets: what does not depend on shapes is worked out for
        all of them at once."""
        plot, found, end = self._plot, list[Floats](), 0
        at, kinds = sheets_and_kinds(tasks)
        free = sheets.free[at]
        may_stand = free * (_WHOLE + sheets.contact[at])
        pull = self._pull(sheets, at, kinds, open_goals)
        groups = self._groups(sheets, at, kinds) if plot.group else None
        for asked in tasks:
            spots, lines = asked.spots, slice(end, end + len(asked.sheets))
            end = lines.stop
            some = pull[lines] @ spots.pull
            if groups and asked.kinds[0] < KINDS:
                some += self._grouped(groups.on(lines), spots)
            if plot.church:
                some += self._joined(sheets, asked)
            if plot.well:
                some += self._watered(sheets, asked)
            open_cells = free[lines] * (_WHOLE + 1) if asked.free_of_contact else may_stand[lines]
            found.append(np.where(open_cells @ spots.rows.T > _WHOLE * spots.size, some, OUT))
        return found

    def passing(self, sheets: Sheets, at: Places, boxes: Ints) -> Floats:
        """What a pass that ticks so many boxes adds, by sheet; `OUT` with 0 boxes or with too few left."""
        ticks, plot = sheets.ticks[at], self._plot
        after = np.minimum(ticks + boxes, BOXES)
        clean = (plot.never_passed + plot.pass_bags * self._bag) * self._taste.clean
        found = (PASSES[after] - PASSES[ticks]) * self._taste.boxes - clean * (ticks == 0)
        allowed = (boxes > 0) & (ticks + boxes <= BOXES)
        return np.where(allowed, found, OUT).astype(np.float32)

    def stopping(self, sheets: Sheets, at: Places) -> Floats:
        """The same for a stop: what might still have been filled is given up."""
        return (-self._taste.going_on * self.rest(sheets, at)).astype(np.float32)

    def outlook(self, sheets: Sheets, at: Places, open_goals: Flags) -> Floats:
        """What these sheets are expected to bring beyond the points that they have."""
        missing = sheets.missing(at).astype(np.intp)
        found = self.rest(sheets, at)
        for index, (own, first) in enumerate(self._shares):
            left = missing[:, index]
            found += (own[left] + first[left] * open_goals[at, index]) * (left > 0)
        wells = np.maximum(sheets.wells()[at], 0)
        found += np.where(wells < _SIDES, self._well[wells], 0).sum(axis=1)
        have = sheets.joined[at].sum(axis=2)
        found += np.where(have < KINDS, self._church[have], 0).sum(axis=1)
        groups = np.count_nonzero(sheets.sizes[at], axis=2)
        found += (self._single[groups] - self._plot.complete * (groups == 1)).sum(axis=1)
        return found

    def rest(self, sheets: Sheets, at: Places) -> Floats:
        """What filling free cells is expected to bring from now on."""
        free = sheets.free[at]
        open_sides = (free @ self._plot.near).astype(np.intp)
        filled = (free * self._filled[open_sides]) @ self._want
        return filled.astype(np.float32)

    def _pull(self, sheets: Sheets, at: Places, kinds: Ints, open_goals: Flags) -> Floats:
        """What each cell adds to the spots on it, beside it, and to those that shut some of its sides."""
        taste = self._taste
        free = sheets.free[at]
        wanted = free * self._want
        sides = (free @ self._plot.near).astype(np.intp)
        over = free * self._cell - wanted * self._filled[sides]
        if self._plot.goals:
            over += self._drawn_to(sheets, at, open_goals[at]) @ self._plot.goal_cells
        if self._plot.group and taste.room:
            over -= np.float32(taste.room) * self._neighbours(sheets, at, kinds)
        if self._plot.church:
            over -= np.float32(taste.church_side) * self._church_sides(sheets, at)
        around = np.float32(taste.frontier) * free * (1 - sheets.contact[at])
        return np.concatenate([over, around, *[wanted * shut[sides] for shut in self._shut]], axis=1)

    def _share(self, index: int) -> tuple[Floats, Floats]:
        goal, taste = self._plot.goals[index], self._taste
        left = np.arange(goal.cells.bit_count() + 1)
        share = (taste.goal if goal.bandit is None else taste.bandit) ** left
        share = np.round(share * 64) / 64
        own = share * (goal.points + goal.bags * self._bag)
        first = share * (CITY.first_come_points if goal.first else 0)
        return own.astype(np.float32), first.astype(np.float32)

    def _drawn_to(self, sheets: Sheets, at: Places, open_goals: Flags) -> Floats:
        missing = sheets.missing(at).astype(np.intp)
        found = np.zeros(missing.shape, dtype=np.float32)
        for index, (own, first) in enumerate(self._slopes):
            left = missing[:, index]
            found[:, index] = own[left] + first[left] * open_goals[:, index]
        return found

    def _neighbours(self, sheets: Sheets, at: Places, kinds: Ints) -> Floats:
        largest = sheets.sizes[at].argmax(axis=2)
        free, group, types = sheets.free[at], sheets.group[at], sheets.kind[at]
        found = np.zeros_like(free)
        for kind in range(KINDS):
            own = (group == largest[:, kind, None]) & (types == kind)
            own &= (kinds != kind)[:, None]
            found += own.astype(np.float32) @ BESIDE > 0
        return found * free

    def _groups(self, sheets: Sheets, at: Places, kinds: Ints) -> _Groups:
        """Those of the type that each sheet is asked for; for a church those of any."""
        lines, kinds = np.arange(len(at)), np.minimum(kinds, KINDS - 1)
        sizes = sheets.sizes[at, kinds]
        number = np.count_nonzero(sizes, axis=1)
        first = sizes.argmax(axis=1)
        one = sizes[lines, first]
        sizes[lines, first] = 0
        second = sizes.argmax(axis=1)
        own, group = sheets.kind[at] == kinds[:, None], sheets.group[at]
        of_one, of_two = [(own & (group == each[:, None])).astype(np.float32) for each in (first, second)]
        return _Groups(number, one, sizes[lines, second], of_one, of_two)

    def _grouped(self, groups: _Groups, spots: Spots) -> Floats:
        """What these groups make of a new building."""
        taste, number, one, two = self._taste, groups.number, groups.one[:, None], groups.two[:, None]
        meets_one = self._meets(groups.of_one, spots)
        meets_two = self._meets(groups.of_two, spots)
        grown = np.maximum(one, 1 + meets_one * one + meets_two * two) - one
        after = number[:, None] + 1 - meets_one - meets_two
        found = np.float32(taste.group * self._plot.group) * grown
        found -= np.float32(taste.apart) * (~meets_one & ~meets_two & (one > 0))
        return found + self._single[after] - self._single[number][:, None]

    def _meets(self, cells: Floats, spots: Spots) -> Flags:
        return cells @ spots.rings.T > 0

    def _church_sides(self, sheets: Sheets, at: Places) -> Floats:
        """By cell: beside how many churches it lies that lack a type."""
        lacking = (~sheets.joined[at].all(axis=2)).astype(np.float32)
        sides: Floats = np.einsum("sc,scp->sp", lacking, sheets.rings[at])
        return sides * sheets.free[at]

    def _joined(self, sheets: Sheets, asked: Asked) -> Floats:
        """What churches make of a new building, and a new church of what stands there."""
        at, spots, kinds = asked.sheets, asked.spots, asked.kinds
        if kinds[0] == KINDS:
            beside = [
                self._meets((sheets.kind[at] == kind).astype(np.float32), spots) for kind in range(KINDS)
            ]
            made: Floats = self._church[np.sum(beside, axis=0)]
            made += np.float32(self._taste.church_side) * (sheets.free[at] @ spots.rings.T)
            return made
        found = np.zeros((len(at), len(spots.places)), dtype=np.float32)
        has = sheets.joined[at]
        have = has.sum(axis=2)
        more = self._church[np.minimum(have + 1, KINDS)] - self._church[have]
        more *= ~has[np.arange(len(at)), :, kinds]
        for place in range(have.shape[1]):
            found += more[:, place, None] * (sheets.rings[at, place] @ spots.rows.T > 0)
        return found

    def _watered(self, sheets: Sheets, asked: Asked) -> Floats:
        """What wells make of a new structure: one side of it is good, two are in vain."""
        found = np.zeros((len(asked.sheets), len(asked.spots.places)), dtype=np.float32)
        have = sheets.wells()[asked.sheets]
        for index, places in enumerate(self._plot.wells):
            sides = asked.spots.rows[:, places].sum(axis=1)
            alive = np.maximum(have[:, index], 0)
            more = self._well[np.minimum(alive + 1, _SIDES)] - self._well[alive]
            lost = -self._well[alive]
            gain = np.where(sides > 1, lost[:, None], np.where(sides == 1, more[:, None], 0))
            found += gain * (have[:, index] >= 0)[:, None]
        return found


def sheets_and_kinds(tasks: Sequence[Asked]) -> tuple[Places, Ints]:
    """The sheets of all tasks one after the other, and their kinds."""
    return np.concatenate([each.sheets for each in tasks]), np.concatenate([each.kinds for each in tasks])


def _steps(share: Floats) -> Floats:
    """By missing cells: how much more it is with one less."""
    return np.append(np.float32(0), share[:-1] - share[1:])


def all_open(sheets: Sheets) -> Ints:
    """Rounds until which the bonuses are open where nobody else wins them."""
    return np.full((sheets.count, len(sheets.plot.goals)), NEVER, dtype=np.int16)
