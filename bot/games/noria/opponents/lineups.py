"""Which discs a turn can use, and how often each: legal sets with doubling and bonus targets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from bot.games.noria.wheel import PLACE, SHAPES

_SHAPES = tuple([tuple(sorted(map(PLACE.__getitem__, shape))) for shape in SHAPES])
_ORDER = "BEMOJTC"
"""Resources come before what they are used for."""


class Use(NamedTuple):
    """A disc to be activated."""

    place: int
    kind: str
    actions: int
    double: bool
    targets: tuple[int, ...] = ()


class Begun(NamedTuple):
    """What has been activated in a turn already, and what bonus discs have named."""

    activated: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    doubled: bool = False


Lineup = tuple[Use, ...]
NEW = Begun()


def lineups(wheel: Sequence[str], begun: Begun = NEW) -> tuple[Lineup, ...]:
    """All sensible ways to go on; discs that are not worth using are given up later, so only the largest
    sets are among them."""
    return _lineups(tuple([wheel[place] for place in _ACTIVE]), begun)


_ACTIVE = tuple(sorted({place for shape in _SHAPES for place in shape}))


@lru_cache(maxsize=20_000)
def _lineups(half: tuple[str, ...], begun: Begun) -> tuple[Lineup, ...]:
    wheel = dict(zip(_ACTIVE, half, strict=True))
    fixed, late = {*begun.activated, *begun.targets}, _bonus_late(wheel, begun)
    sets = [
        shape
        for shape in _SHAPES
        if fixed <= {*shape}
        and all(wheel[place] for place in shape)
        and not (late and any(wheel[place][0] == "B" for place in {*shape}.difference(begun.activated)))
    ]
    largest = [shape for shape in sets if not any({*shape} < {*other} for other in sets)]
    return tuple([lineup for shape in largest for lineup in _ways(wheel, shape, begun)])


def _bonus_late(wheel: dict[int, str], begun: Begun) -> bool:
    return any(wheel[place][0] != "B" for place in begun.activated)


def _ways(wheel: dict[int, str], shape: tuple[int, ...], begun: Begun) -> Iterator[Lineup]:
    rest = [place for place in shape if place not in begun.activated]
    bonus = [place for place in rest if wheel[place][0] == "B"]
    others = [place for place in shape if wheel[place][0] != "B"]
    for named, doubled in _named(wheel, bonus, others, begun.doubled):
        targets = [*begun.targets, *[target for _, each in named for target in each]]
        plain = [place for place in rest if wheel[place][0] != "B"]
        able = [] if doubled else [place for place in plain if len(wheel[place]) > 1]
        for double in able or [None]:
            uses = [
                Use(place, wheel[place][0], 1 + (place == double) + targets.count(place), place == double)
                for place in plain
            ]
            first = [Use(place, "B", 0, False, each) for place, each in named]
            yield tuple(first + sorted(uses, key=lambda use: _ORDER.index(use.kind)))


def _named(
    wheel: dict[int, str], bonus: list[int], others: list[int], doubled: bool
) -> Iterator[tuple[list[tuple[int, tuple[int, ...]]], bool]]:
    """What each bonus disc names, and whether the doubling is used up by then."""
    if not bonus:
        yield [], doubled
        return
    place, *more = bonus
    for each in [(other,) for other in others] or [()]:
        for rest, used in _named(wheel, more, others, doubled):
            yield [(place, each), *rest], used
    if len(wheel[place]) > 1 and not doubled:
        for pair in combinations_with_replacement(others, 2):
            for rest, _ in _named(wheel, more, others, True):
                yield [(place, pair), *rest], True
