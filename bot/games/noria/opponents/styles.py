"""Ways to play Noria: what a player makes of things, and how the game is begun."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from bot.games.data import load
from bot.games.noria.box import BOX, DISCS, FACTORIES, PATHS, RESOURCES, TOP, Path
from bot.games.noria.moves import Choose, Enter, NoriaMove, Place
from bot.games.noria.notation import read_slots
from bot.games.noria.sketch import STEPS, Hand, Sketch
from bot.games.noria.wheel import Wheel, discs_on

LIKED: Mapping[str, Path] = {"daring": "EXP", "thrifty": "REF", "hasty": "COL", "patient": "RES"}
"""The path that a character likes to climb, and on which it begins."""
Four = tuple[float, float, float, float]


_LAST = [0.1] * 3 + [1.0] * 5
"""In the last turn what can be used is made of what can't, and less than a level is worth a good."""


@dataclass(frozen=True, slots=True)
class Taste:
    """How much a player makes of what is not yet points."""

    resource: tuple[float, float, float]
    good: tuple[float, float, float, float, float]
    late: float
    """With fewer rounds left, resources and goods are worth less."""
    used: float
    """How often a disc is activated in a round."""
    disc: Four
    """What a disc C, J, T, B more is worth for each round left."""
    better: Four
    """The same for turning one to its upgraded side."""
    share: float
    """How much of a resource disc its upgraded side adds."""
    warehouse: tuple[float, float, float, float, float]
    """An empty warehouse more, for each round left."""
    knowledge: float
    path: Four
    """How gladly the player goes up on each path."""
    hope: float
    """How many of the politicians of an upper row are expected to come down."""
    climb: Four
    """How many levels more on each path a round is expected to bring."""
    foes: float
    """How much the points of the others count in politics."""


class Worth:
    """What things are worth to whoever's turn it is, in this turn."""

    def __init__(self, sketch: Sketch, taste: Taste) -> None:
        left = sketch.rounds - sketch.round
        fade = min(1.0, left / taste.late)
        self.left = left
        self.taste = taste
        self.stock = [value * fade for value in (*taste.resource, *taste.good)] if left else _LAST
        """A unit of each kind."""
        self.ship = [self.stock[kind] * left * taste.used for kind in range(3)]
        """A ship for each disc that uses it."""
        self.house = [value * left for value in (0, 0, 0, *taste.warehouse)]
        self.knowledge = taste.knowledge * min(1.0, left / 2)
        self.values = [
            step * (down + up * taste.hope * min(1.0, left / 8))
            for step, down, up in zip(STEPS, sketch.lower, sketch.upper, strict=True)
        ]
        """What chambers are expected to be worth in the end."""
        self.paths = taste.path if left else (1.0,) * len(PATHS)
        self.others = [hand.levels for hand in sketch.others(sketch.seat)]
        """Their levels: they don't move in this turn."""
        self._foes: list[float] | None = None
        """What a step of each chamber counts for the others, who don't move in this turn."""

    def rises(self, levels: list[int]) -> list[float]:
        """By path: a level more."""
        gains = [value * path for value, path in zip(self.values, self.paths, strict=False)]
        highest, lowest = max(levels), min(levels)
        for path, level in enumerate(levels):
            if level == highest:
                gains[path] += self.values[4]
            if level == lowest and levels.count(level) == 1:
                gains[path] += self.values[5]
        return gains

    def disc(self, hand: Hand, kind: str) -> float:
        """A disc more of a kind."""
        place = "EMO".find(kind)
        if place >= 0:
            return hand.ships[place] * self.ship[place]
        return self.taste.disc["CJTB".index(kind)] * self.left

    def better(self, hand: Hand, kind: str) -> float:
        """The upgraded side of a disc."""
        place = "EMO".find(kind)
        if place >= 0:
            return hand.ships[place] * self.ship[place] * self.taste.share
        return self.taste.better["CJTB".index(kind)] * self.left

    def factory(self, hand: Hand, count: int, good: int) -> float:
        """A factory with so many warehouses."""
        built = FACTORIES - hand.factories
        income = BOX.knowledge_income
        return count * self.house[good] + (income[built + 1] - income[built]) * self.left * self.knowledge

    def margins(self, sketch: Sketch) -> list[float]:
        """By chamber: what a step of it is expected to bring over the others."""
        if self._foes is None:
            others = [self._factors(hand) for hand in sketch.others(sketch.seat)]
            foes = self.taste.foes / len(others)
            self._foes = [foes * sum(factors) for factors in zip(*others, strict=True)]
        own = self._factors(sketch.hand)
        return [step * (mine - foes) for step, mine, foes in zip(STEPS, own, self._foes, strict=True)]

    def _factors(self, hand: Hand) -> list[float]:
        levels = [
            min(TOP, level + climb * self.left)
            for level, climb in zip(hand.levels, self.taste.climb, strict=True)
        ]
        return [*levels, max(levels), min(levels)]


@dataclass(frozen=True, slots=True)
class Style:
    """A taste, and the start that goes with it."""

    taste: Taste
    wheel: Wheel
    path: Path

    @classmethod
    def of(cls, taste: Taste, start: str) -> Style:
        """With a start wheel and a path in the notation."""
        wheel, path = read_slots(start)
        return cls(taste, wheel, path or PATHS[0])

    def begin(self, legal: Sequence[NoriaMove]) -> NoriaMove:
        """The choice of the start among these that comes nearest to the own one."""
        wanted = [
            Place(kind, slot) for slot, disc in discs_on(self.wheel) for kind in DISCS if kind == disc.kind
        ]
        best = max(range(len(RESOURCES)), key=self.taste.resource.__getitem__)
        choices = [*wanted, Choose(RESOURCES[best]), Enter(self.path)]
        return next((move for move in choices if move in legal), legal[0])


class _Given(msgspec.Struct, frozen=True):
    start: str
    taste: Taste


_ALL = tuple([Style.of(one.taste, one.start) for one in load("noria", "styles", list[_Given])])
STYLES, ALONE = _ALL[: len(PATHS)], _ALL[len(PATHS) :]
"""One for each path, whose numbers were found by games among them, and those for whoever plays alone, found
by games against the bots. The last is by far the best of these, and expert's own."""
