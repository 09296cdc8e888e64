"""What is in the box of Noria and all its numbers (rules 14), from `data/noria.json`."""

from __future__ import annotations

from typing import Literal

import msgspec

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
RIGHT_FIRST: tuple[Path, ...] = ("RES", "EXP", "COL", "REF")
"""The order of ties."""
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
    """What a player begins with."""

    resources: int
    knowledge: int


class Starts(msgspec.Struct, frozen=True):
    """The same for each kind of setup."""

    basic: Start
    expert: Start
    solo: Start


class Influence(msgspec.Struct, frozen=True):
    """Costs of the first phase (rules 5.1)."""

    night_shift: int
    modification: int
    late_from_s: int
    late_extra: int


class Steps(msgspec.Struct, frozen=True):
    """What a path is paid with, how much each level costs, and which levels want one kind."""

    kinds: tuple[Kind, ...]
    n: tuple[int, ...]
    same: tuple[int, ...]


class Land(msgspec.Struct, frozen=True):
    """An island: three ship spaces (disc letter of the resource, kind of space), four factory spots."""

    ships: tuple[tuple[str, str], ...]
    spots: tuple[tuple[int, Good], ...]


class Supply(msgspec.Struct, frozen=True, rename={"disc_b": "disc_B"}):
    """How many pieces there are."""

    ships: int
    disc: int
    disc_b: int
    sail: int
    compass: int
    propeller: int
    piston: int
    lamp: int
    factories: int


class Box(msgspec.Struct, frozen=True):
    """The whole data file, as far as the rules need it."""

    slots: dict[Ring, int]
    starting_discs: tuple[DiscKind, ...]
    expert_wheel: dict[Ring, int]
    edges: tuple[tuple[str, str], ...]
    rounds: dict[str, int]
    market_count: dict[str, int]
    islands_in_play: dict[str, int]
    basic_prices: dict[DiscKind, int]
    basic_wheel: str
    start: Starts
    influence: Influence
    politics_cost: tuple[tuple[int, int, int], ...]
    politics_per_turn: int
    knowledge_income: tuple[int, ...]
    chamber_step: dict[Chamber, int]
    path_cost: dict[Path, Steps]
    recipes: dict[Good, dict[Resource, int]]
    ship_kind_count: dict[str, dict[str, int]]
    islands: dict[str, Land]
    supply: Supply
    bots: dict[str, str]


BOX = load("noria", "noria", Box)
SEATS = (1, 4)
"""How many can play; one plays against the bot."""
TOP = len(BOX.path_cost["REF"].n)
"""The last level of a path."""
ISLANDS = tuple(map(int, BOX.islands))
"""The numbers of all islands."""
FACTORIES = BOX.supply.factories


def island(number: int) -> Land:
    """What is printed on an island."""
    return BOX.islands[str(number)]


def ship_kinds(number: int) -> tuple[Resource, ...]:
    """The resources of the three ship spaces of an island, left to right."""
    return _SHIP_KINDS[number]


def ships_at_first(number: int, seats: int) -> tuple[int, ...]:
    """How many ships lie on the spaces of an island when it is turned up (rules 6.2)."""
    return tuple([BOX.ship_kind_count[kind][str(seats)] for _, kind in island(number).ships])


def rounds(seats: int) -> int:
    """How many rounds so many players play."""
    return BOX.rounds[str(seats)]


def space(seats: int, round: int) -> int:
    """The highest uncovered space of the round track in a round: the `s` of the rules."""
    return SPACES - rounds(seats) + round


_SHIP_KINDS: dict[int, tuple[Resource, ...]] = {
    number: tuple([YIELDS[disc] for disc, _ in island(number).ships]) for number in ISLANDS
}
