"""What sheets are expected to bring in the end, as a network has learned it from the computer's own play."""

from functools import cache
from io import BytesIO
from typing import NamedTuple

import numpy as np

from bot.games.data import content
from bot.games.my_city.city import BOXES
from bot.games.my_city.opponents.ground import (
    BESIDE,
    KINDS,
    SHAPES,
    SHARES,
    Flags,
    Floats,
    Places,
    Plot,
    plot_of,
    spots_of,
)
from bot.games.my_city.opponents.judging import Judge
from bot.games.my_city.opponents.sheets import Sheets

_TREE, _FREE = 16, 256
"""In sums over the cells of a spot, a reachable cell counts 1. Both are powers of two."""
_SIDES = 4
"""A bandit has so many."""
_FINE = 64
"""What a network says is rounded to such a part of a point, as all other weights are."""
LAYERS = 3


class Network(NamedTuple):
    """Layers of weights and biases with rectifiers in between; the last one has a single number."""

    layers: tuple[tuple[Floats, Floats], ...]

    def of(self, inputs: Floats) -> Floats:
        """By line of inputs: what comes out."""
        for weights, biases in self.layers[:-1]:
            inputs = np.maximum(inputs @ weights + biases, 0)
        weights, biases = self.layers[-1]
        found: Floats = (inputs @ weights + biases)[:, 0]
        return found


class _Fits(NamedTuple):
    """All spots of all shapes: their cells, in columns, their sizes, and where each shape begins."""

    cells: Floats
    sizes: Floats
    begins: Places


@cache
def _fits(episode: int) -> _Fits:
    spots = [spots_of(episode, shape) for shape in SHAPES]
    counts = [len(each.rows) for each in spots]
    rows = np.concatenate([each.rows for each in spots])
    return _Fits(np.ascontiguousarray(rows.T), _FREE * rows.sum(axis=1), np.cumsum([0, *counts[:-1]]))


def _told(plot: Plot) -> list[int]:
    """The goals that the network knows, those of the printed bandits, by their places in the plot's; behind
    the last one where a bandit can't be enclosed. Of bandits that came along it knows what is judged."""
    usual = plot_of(plot.episode.episode, plot.episode.printed_bandits)
    places = {plot.bandits[each.bandit]: at for at, each in enumerate(plot.goals) if each.bandit is not None}
    return [
        at if each.bandit is None else places.get(usual.bandits[each.bandit], len(plot.goals))
        for at, each in enumerate(usual.goals)
    ]


class Reading:
    """Reads off sheets of a plot what the network is told."""

    def __init__(self, plot: Plot) -> None:
        self._plot, self._fits = plot, _fits(plot.episode.episode)
        worth = plot.worth
        self._tree = (worth > 0).astype(np.float32)
        self._sorts = np.stack([worth < 0, worth > 0, worth == 0], axis=1).astype(np.float32)
        """By cell: whether it costs, gives or does nothing while it is free."""
        self._goals = _told(plot)
        self._totals = np.append(plot.goal_cells.sum(axis=1), _SIDES)[self._goals].astype(np.float32)

    def inputs(self, sheets: Sheets, open_goals: Flags, judged: Floats) -> Floats:
        """By sheet: all that the network is told; `judged` is what today's judging expects."""
        free, plot = sheets.free, self._plot
        reach = free * sheets.contact
        parts = [free, reach, judged[:, None] / 8, sheets.begun[:, None], sheets.number[:, None] / 16]
        parts += [np.eye(BOXES + 1, dtype=np.float32)[sheets.ticks]]
        parts += [self._sides(free), reach @ self._sorts / 8, *self._mobility(free, reach)]
        if plot.group:
            parts += self._groups(sheets)
        if plot.church:
            have = sheets.joined.sum(axis=2)
            lacking = (have < KINDS).astype(np.float32)
            sides = (np.einsum("sc,scp->sp", lacking, sheets.rings) * free).sum(axis=1)
            parts += [_often(have, range(KINDS + 1)), sides[:, None] / 4]
        if plot.episode.pieces:
            parts += [np.eye(len(plot.episode.pieces) + 1, dtype=np.float32)[sheets.pieces]]
        if plot.wells:
            parts += [_often(sheets.wells(), range(-1, 5))]
        if plot.goals:
            lost = np.ones((len(free), 1), dtype=np.float32)
            missing = np.append(free @ plot.goal_cells.T, lost * _SIDES, axis=1)[:, self._goals]
            can_win = np.append(open_goals, lost, axis=1)[:, self._goals]
            parts += [missing / self._totals, missing == 0, missing == 1, missing == 2, can_win]
        return np.concatenate([np.asarray(part, dtype=np.float32) for part in parts], axis=1)

    def _sides(self, free: Floats) -> Floats:
        """Free cells by what they are and by their free neighbours; free areas of two and of three cells."""
        sides = free @ self._plot.near
        found = [(free * (sides == count)) @ self._sorts / 4 for count in range(5)]
        lonely, middle = free * (sides == 1), free * (sides == 2)
        ends = lonely @ self._plot.near
        twos, threes = (lonely * ends).sum(axis=1) / 2, (middle * (ends == 2)).sum(axis=1)
        return np.concatenate([*found, twos[:, None], threes[:, None]], axis=1)

    def _mobility(self, free: Floats, reach: Floats) -> list[Floats]:
        """By shape: how many spots there are for it, and how many on which no tree stands."""
        cells, sizes, begins = self._fits
        sums = ((free * (_FREE + _TREE * self._tree) + reach) @ cells - sizes).astype(np.int16)
        fits = (sums >= 0) & (sums & (_TREE - 1) > 0)
        found = list[Floats]()
        for some in (fits, fits & (sums < _TREE)):
            count: Floats = np.add.reduceat(some, begins, axis=1, dtype=np.float32)
            none, one = (count == 0).astype(np.float32), (count == 1).astype(np.float32)
            often: Floats = (np.log1p(count) / 2).astype(np.float32)
            unlikely: Floats = none @ SHARES[:, None]
            found += [often, none, one, unlikely]
        return found

    def _groups(self, sheets: Sheets) -> list[Floats]:
        """By type, the one with the largest group first: its groups and where they can grow."""
        sizes = sheets.sizes
        largest = sizes.max(axis=2)
        order = np.argsort(-largest, axis=1)
        newest = sizes.argmax(axis=2)
        count, total = np.count_nonzero(sizes, axis=2), sizes.sum(axis=2)
        rest = sizes.copy()
        np.put_along_axis(rest, newest[:, :, None], 0, axis=2)
        growth = np.zeros((len(sizes), KINDS, 3), dtype=np.float32)
        for kind in range(KINDS):
            own = sheets.kind == kind
            main = own & (sheets.group == newest[:, kind, None])
            near = [((some.astype(np.float32) @ BESIDE) > 0) * sheets.free for some in (main, own & ~main)]
            growth[:, kind] = np.stack(
                [near[0].sum(axis=1), near[1].sum(axis=1), (near[0] * near[1]).sum(axis=1)], 1
            )
        found = [
            largest / 8,
            rest.max(axis=2) / 4,
            count / 4,
            count == 1,
            total / 8,
            *np.moveaxis(growth / 8, 2, 0),
        ]
        return [np.take_along_axis(np.asarray(each, dtype=np.float32), order, axis=1) for each in found]


def _often(numbers: np.ndarray, values: range) -> Floats:
    return np.stack([(numbers == value).sum(axis=1) for value in values], axis=1).astype(np.float32)


class Values:
    """What sheets of a plot are expected to bring beyond the points that they have: what judging says, and
    what a network has learned to add to it."""

    def __init__(self, judge: Judge, plot: Plot, network: Network | None) -> None:
        self._judge, self._network = judge, network
        self._reading = Reading(plot)

    def outlook(self, sheets: Sheets, at: Places, open_goals: Flags) -> Floats:
        """Of these sheets; `open_goals` says by sheet and goal whether its bonus can still be won."""
        if self._network is None or not len(at):
            return self._judge.outlook(sheets, at, open_goals)
        inputs, judged = self.inputs(sheets, at, open_goals)
        more: Floats = np.round(self._network.of(inputs) * _FINE) / np.float32(_FINE)
        return judged + more

    def inputs(self, sheets: Sheets, at: Places, open_goals: Flags) -> tuple[Floats, Floats]:
        """What the network is told of these sheets, and what is expected without it."""
        judged = self._judge.outlook(sheets, at, open_goals)
        return self._reading.inputs(sheets.taken(at), open_goals[at], judged), judged


@cache
def network_of(episode: int) -> Network:
    """What `python -m bot train my_city` has made for this episode."""
    return network_in(content("my_city", "values.npz"), f"{episode}.")


def network_in(packed: bytes, name: str) -> Network:
    """The network whose arrays begin with this name in a file of numpy."""
    with np.load(BytesIO(packed)) as found:
        pairs = [
            [found[f"{name}{layer}.{part}"].astype(np.float32) for part in "wb"] for layer in range(LAYERS)
        ]
    return Network(tuple([(weights, biases) for weights, biases in pairs]))
