"""What is in the box of Noria and all its numbers (rules 14), from `data/noria.json`."""

from __future__ import annotations

from collections.abc import Iterator
from operator import add, le, sub
from typing import Literal

import msgspec
from msgspec.structs import astuple

from bot.games.data import load

Ring = Literal["S", "M", "L"]
Resource = Literal["energy", "mycelium", "obsidian"]
Good = Literal["sail", "compass", "propeller", "piston", "lamp"]
Kind = Literal["energy", "mycelium", "obsidian", "sail", "compass", "propeller", "piston", "lamp"]
Path = Literal["REF", "COL", "EXP", "RES"]
Chamber = Literal["REF", "COL", "EXP", "RES", "SPEC", "DIV"]
DiscKind = Literal["E", "M", "O", "C", "J", "T", "B"]

RINGS: tuple[Ring, ...] = ("S", "M", "L")
RESOURCES: tuple[Resource, ...] = ("energy", "mycelium", "obsidian")
GOODS: tuple[Good, ...] = ("sail", "compass", "propeller", "piston", "lamp")
KINDS: tuple[Kind, ...] = (*RESOURCES, *GOODS)
PATHS: tuple[Path, ...] = ("REF", "COL", "EXP", "RES")
"""Left to right."""
CHAMBERS: tuple[Chamber, ...] = (*PATHS, "SPEC", "DIV")
"""Left to right."""
DISCS: tuple[DiscKind, ...] = ("E", "M", "O", "C", "J", "T", "B")
LETTERS = tuple("ABCDEF")
YIELDS: dict[str, Resource] = {"E": "energy", "M": "mycelium", "O": "obsidian"}
"""What the resource discs bring."""
SPACES = 16
"""Of the round track."""
POLITICIANS = 4
"""In each chamber."""
SHIP_SPACES = (1, 2, 3)
SPOTS = (1, 2, 3, 4)


class Start(msgspec.Struct, frozen=True):
    resources: int
    knowledge: int


class FirstGame(msgspec.Struct, frozen=True):
    """What everybody begins a first game with, instead of choosing it."""

    resources: tuple[Resource, ...]
    path: Path


class Steps(msgspec.Struct, frozen=True):
    """How much each level of a path costs, and which levels want one kind."""

    n: tuple[int, ...]
    same: tuple[int, ...]


class Land(msgspec.Struct, frozen=True):
    """An island: three ship spaces (disc letter of the resource, kind of space), four factory spots."""

    ships: tuple[tuple[str, str], ...]
    spots: tuple[tuple[int, Good], ...]


class Bundle(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """So many of each kind; only what is there stands in JSON."""

    energy: int = 0
    mycelium: int = 0
    obsidian: int = 0
    sail: int = 0
    compass: int = 0
    propeller: int = 0
    piston: int = 0
    lamp: int = 0

    @property
    def total(self) -> int:
        """All of it together."""
        return sum(astuple(self))

    def of(self, kind: Kind) -> int:
        """How many of one kind."""
        return int(getattr(self, kind))

    def items(self) -> Iterator[tuple[Kind, int]]:
        """The kinds of which there is something, with their numbers."""
        return ((kind, count) for kind, count in zip(KINDS, astuple(self), strict=True) if count)

    def plus(self, other: Bundle) -> Bundle:
        """Both together."""
        return Bundle(*map(add, astuple(self), astuple(other)))

    def minus(self, other: Bundle) -> Bundle:
        """What is left without the other."""
        return Bundle(*map(sub, astuple(self), astuple(other)))

    def covers(self, other: Bundle) -> bool:
        """Whether the other can be paid out of it."""
        return all(map(le, astuple(other), astuple(self)))

    @property
    def real(self) -> bool:
        """Whether no number is negative."""
        return min(astuple(self)) >= 0


class Box(msgspec.Struct, frozen=True):
    """The data file, as far as the rules need it; a number as key counts the players or names an island."""

    slots: dict[Ring, int]
    starting_discs: tuple[DiscKind, ...]
    expert_wheel: dict[Ring, int]
    edges: tuple[tuple[str, str], ...]
    rounds: dict[int, int]
    market_count: dict[int, int]
    islands_in_play: dict[int, int]
    basic_prices: dict[str, int]
    basic_wheel: str
    start: dict[Literal["basic", "expert", "solo"], Start]
    first_game: FirstGame
    influence: dict[str, int]
    politics_cost: tuple[tuple[int, int, int], ...]
    politics_per_turn: int
    knowledge_income: tuple[int, ...]
    """By the number of own factories."""
    chamber_step: dict[Chamber, int]
    path_kinds: dict[Path, tuple[Kind, ...]]
    """What each path is paid with."""
    ship_kind_count: dict[str, dict[int, int]]
    islands: dict[int, Land]
    supply: dict[str, int]
    bots: dict[str, str]


class Numbers(msgspec.Struct, frozen=True):
    """The numbers of the data file that no printed source gives and that were tuned."""

    path_cost: dict[Path, Steps]
    recipes: dict[Good, Bundle]


BOX = load("noria", "noria", Box)
NUMBERS = (load("noria", "numbers_1", Numbers), load("noria", "noria", Numbers))
"""Of each edition, the one in force last: a game ends with those it began with."""
NEWEST = len(NUMBERS)
SEATS = (1, 4)
"""How many can play; one plays against the bot."""
TOP = len(NUMBERS[0].path_cost["REF"].n)
"""The last level of a path."""
ISLANDS = tuple(BOX.islands)
"""The numbers of all islands."""
FACTORIES = BOX.supply["factories"]
SHIP_KINDS: dict[int, tuple[Resource, ...]] = {
    number: tuple([YIELDS[disc] for disc, _ in land.ships]) for number, land in BOX.islands.items()
}
"""The resources of the three ship spaces of each island, left to right."""


def ships_at_first(number: int, seats: int) -> tuple[int, ...]:
    """How many ships lie on the spaces of an island when it is turned up (rules 6.2)."""
    return tuple([BOX.ship_kind_count[kind][seats] for _, kind in BOX.islands[number].ships])


def numbers(edition: int | msgspec.UnsetType) -> Numbers:
    """The numbers of an edition; games of the first one don't name it."""
    return NUMBERS[0 if edition is msgspec.UNSET else edition - 1]


def space(seats: int, round: int) -> int:
    """The highest uncovered space of the round track in a round: the `s` of the rules."""
    return SPACES - BOX.rounds[seats] + round


NOTHING = Bundle()


def some(kind: Kind, count: int = 1) -> Bundle:
    """So many of one kind."""
    return Bundle(**{kind: count})


def mixes(stock: Bundle, kinds: tuple[Kind, ...], total: int) -> Iterator[Bundle]:
    """All ways to take exactly so many units of these kinds out of a stock."""
    if not total:
        yield NOTHING
    elif kinds:
        first, *others = kinds
        for count in range(min(stock.of(first), total), -1, -1):
            for rest in mixes(stock, tuple(others), total - count):
                yield rest.plus(some(first, count))
