"""Which discs a turn can use, and how often each: legal sets with doubling and bonus targets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from bot.games.noria.chain import BONUS, goals
from bot.games.noria.sketch import wheel_of
from bot.games.noria.state import Turn
from bot.games.noria.wheel import ACTIVE, PLACE, SLOTS

_ORDER = "BEMOJTC"
"""Resources come before what they are used for."""


class Use(NamedTuple):
    """A disc to be activated."""

    slot: str
    kind: str
    actions: int
    double: bool = False
    targets: tuple[str, ...] = ()


Lineup = tuple[Use, ...]
NEW = Turn()


def lineups(wheel: Sequence[str], turn: Turn = NEW) -> tuple[Lineup, ...]:
    """All sensible ways to go on: only the largest sets, since discs can be given up later."""
    active = [disc if slot in ACTIVE else "" for slot, disc in zip(SLOTS, wheel, strict=True)]
    return _lineups(tuple(active), turn)


@lru_cache(maxsize=20_000)
def _lineups(half: tuple[str, ...], turn: Turn) -> tuple[Lineup, ...]:
    sets, wheel = goals(wheel_of(half), turn), dict(zip(SLOTS, half, strict=True))
    largest = [
        sorted(chain, key=PLACE.__getitem__) for chain in sets if not any(chain < other for other in sets)
    ]
    return tuple([lineup for chain in largest for lineup in _ways(wheel, chain, turn)])


def _ways(wheel: dict[str, str], chain: Sequence[str], turn: Turn) -> Iterator[Lineup]:
    rest = [slot for slot in chain if slot not in turn.activated]
    bonus = [slot for slot in rest if wheel[slot][0] == BONUS]
    plain = [slot for slot in rest if slot not in bonus]
    others = [slot for slot in chain if wheel[slot][0] != BONUS]
    for named, doubled in _named(wheel, bonus, others, turn.doubled is not None):
        targets = [*turn.targets, *[target for use in named for target in use.targets]]
        able = [] if doubled else [slot for slot in plain if len(wheel[slot]) > 1]
        for double in able or [""]:
            uses = [
                Use(slot, wheel[slot][0], 1 + (slot == double) + targets.count(slot), slot == double)
                for slot in plain
            ]
            yield (*named, *sorted(uses, key=lambda use: _ORDER.index(use.kind)))


def _named(
    wheel: dict[str, str], bonus: list[str], others: list[str], doubled: bool
) -> Iterator[tuple[list[Use], bool]]:
    if not bonus:
        yield [], doubled
        return
    slot, *more = bonus
    for each in [(other,) for other in others] or [()]:
        for rest, used in _named(wheel, more, others, doubled):
            yield [Use(slot, BONUS, 0, targets=each), *rest], used
    if len(wheel[slot]) > 1 and not doubled:
        for pair in combinations_with_replacement(others, 2):
            for rest, _ in _named(wheel, more, others, True):
                yield [Use(slot, BONUS, 0, targets=pair), *rest], True
