"""The wheel (rules 2): its slots, turning a ring, and which discs may be activated together.

A slot is a place on the table: `S1`, `M1` ... `L6`, numbered in the direction of rotation, the active half
first.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from itertools import combinations
from operator import itemgetter
from typing import TypeVar

import msgspec

from bot.games.making import changed
from bot.games.noria.box import BOX, RINGS, Ring

T = TypeVar("T")


class Disc(msgspec.Struct, frozen=True, omit_defaults=True):
    """A disc, or a letter of the bot wheel, and whether it lies on its upgraded side."""

    kind: str
    upgraded: bool = False


Wheel = tuple[Disc | None, ...]
"""What lies in each of `SLOTS`."""

SLOTS = tuple([f"{ring}{number}" for ring in RINGS for number in range(1, BOX.slots[ring] + 1)])
"""All slots: S1, S2, M1 to M4, L1 to L6."""
EMPTY: Wheel = (None,) * len(SLOTS)
PLACE = {slot: place for place, slot in enumerate(SLOTS)}
"""Where a slot stands in `SLOTS` and in a wheel."""
RING: dict[str, Ring] = {slot: ring for ring in RINGS for slot in SLOTS if slot[0] == ring}
"""On which ring a slot is."""


def number_of(slot: str) -> int:
    """The number of a slot within its ring."""
    return int(slot[1:])


ACTIVE = frozenset([slot for slot in SLOTS if number_of(slot) <= BOX.slots[RING[slot]] // 2])
"""The slots of the active half."""


def at(wheel: Wheel, slot: str) -> Disc | None:
    """What lies in a slot."""
    return wheel[PLACE[slot]]


def put(wheel: Wheel, slot: str, disc: Disc | None) -> Wheel:
    """The wheel with this disc, or nothing, in a slot."""
    return changed(wheel, PLACE[slot], disc)


def discs_on(wheel: Wheel, rings: Collection[str] = RINGS) -> list[tuple[str, Disc]]:
    """The slots of these rings that hold a disc, with their discs."""
    found = [(slot, disc) for slot, disc in zip(SLOTS, wheel, strict=True) if disc is not None]
    return found if rings is RINGS else [each for each in found if each[0][0] in rings]


def gaps(wheel: Wheel) -> list[str]:
    """The empty slots, S before M before L."""
    return [slot for slot, disc in zip(SLOTS, wheel, strict=True) if disc is None]


def turned(wheel: Sequence[T], rings: Iterable[Ring] = RINGS) -> tuple[T, ...]:
    """The wheel after these rings went one slot clockwise: slot n comes to slot 1 (rules 2.2)."""
    return _turns(tuple(rings))(wheel)


@cache
def _turns(rings: tuple[Ring, ...]) -> Callable[[Sequence[T]], tuple[T, ...]]:
    """Takes for each slot the disc from the place from which it comes."""
    places = list(range(len(SLOTS)))
    for ring in rings:
        first, size = PLACE[f"{ring}1"], BOX.slots[ring]
        part = places[first : first + size]
        places[first : first + size] = [part[-1], *part[:-1]]
    return itemgetter(*places)


def entered(wheel: Wheel) -> list[tuple[str, Disc]]:
    """What has just come into the active half by the last turn of its ring: it lies in a slot 1."""
    return [(slot, disc) for slot, disc in discs_on(wheel) if number_of(slot) == 1]


def steps_to_enter(slot: str) -> int:
    """After how many turns of its ring the disc in a slot next comes into the active half."""
    return BOX.slots[RING[slot]] - number_of(slot) + 1


def chains(wheel: Wheel) -> tuple[frozenset[str], ...]:
    """All sets of discs that may be activated in one turn, the empty set too (rules 2.4)."""
    there = frozenset([slot for slot, _ in discs_on(wheel)])
    return tuple([shape for shape in _SHAPES if shape <= there])


def _joined(slots: tuple[str, ...]) -> bool:
    edges = sum({*pair} in map(set, BOX.edges) for pair in combinations(slots, 2))
    return len({RING[slot] for slot in slots}) == len(slots) and edges >= len(slots) - 1


_SHAPES = tuple(
    [
        frozenset(slots)
        for size in range(len(RINGS) + 1)
        for slots in combinations([slot for slot in SLOTS if slot in ACTIVE], size)
        if _joined(slots)
    ]
)
"""Every set of active slots that hangs together, smaller ones first."""
