"""Heaps of resources and goods, and plain sums with them."""

from __future__ import annotations

from collections.abc import Iterator
from operator import add, le, sub

import msgspec
from msgspec.structs import astuple

from bot.games.noria.box import KINDS, Kind


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


NOTHING = Bundle()


def some(kind: Kind, count: int = 1) -> Bundle:
    """So many of one kind."""
    return Bundle(**{kind: count})


def mixes(stock: Bundle, kinds: tuple[Kind, ...], total: int) -> Iterator[Bundle]:
    """All ways to take exactly so many units of these kinds out of a stock."""
    if not kinds:
        if not total:
            yield NOTHING
        return
    first, *others = kinds
    for count in range(min(stock.of(first), total), -1, -1):
        for rest in mixes(stock, tuple(others), total - count):
            yield rest.plus(some(first, count))
