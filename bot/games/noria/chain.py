"""Which discs may be activated next, so that the finished set is legal (rules 2.4, 3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.contract import Refusal
from bot.games.noria.moves import Activate
from bot.games.noria.state import Turn
from bot.games.noria.wheel import ACTIVE, PLACE, RING, Disc, Wheel, at, chains, discs_on

BONUS = "B"


def goals(wheel: Wheel, turn: Turn) -> tuple[frozenset[str], ...]:
    """The legal sets that the turn can still end with, what is activated and named in each of them."""
    fixed, activated = {*turn.activated, *turn.targets}, {*turn.activated}
    bonuses = {slot for slot, disc in discs_on(wheel) if disc.kind == BONUS}
    too_late = set[str]() if activated <= bonuses else bonuses - activated
    return tuple([chain for chain in chains(wheel) if fixed <= chain and chain.isdisjoint(too_late)])


def is_bonus(wheel: Wheel, slot: str) -> bool:
    """Whether a bonus disc lies there."""
    disc = at(wheel, slot)
    return disc is not None and disc.kind == BONUS


def activation_refusal(wheel: Wheel, turn: Turn, move: Activate) -> Refusal | None:
    """Why a disc can't be activated like this, None if it can."""
    slot = move.slot
    if slot not in PLACE:
        return Refusal("no_such_slot", slot=slot)
    disc = at(wheel, slot)
    if disc is None:
        return Refusal("slot_empty", slot=slot)
    if slot not in ACTIVE:
        return Refusal("slot_inactive", slot=slot)
    if slot in turn.activated:
        return Refusal("already_activated", slot=slot)
    if RING[slot] in [RING[other] for other in turn.activated]:
        return Refusal("ring_used")
    if disc.kind == BONUS and (no := _bonus_refusal(wheel, turn, move)):
        return no
    if move.targets and disc.kind != BONUS:
        return Refusal("targets_without_bonus")
    if (move.double or len(move.targets) > 1) and (no := _double_refusal(turn, disc)):
        return no
    after = Turn(activated=(*turn.activated, slot), targets=(*turn.targets, *move.targets))
    if not goals(wheel, after):
        return Refusal("target_unreachable" if move.targets else "not_joined", slot=slot)
    return None


def activations(wheel: Wheel, turn: Turn) -> Iterator[Activate]:
    """Every way to activate a disc that can be legal, and a few more."""
    reachable = sorted({slot for goal in goals(wheel, turn) for slot in goal}, key=PLACE.__getitem__)
    for slot in reachable:
        yield Activate(slot)
        if not is_bonus(wheel, slot):
            yield Activate(slot, double=True)
            continue
        others = [other for other in reachable if other != slot]
        for place, one in enumerate(others):
            yield Activate(slot, targets=(one,))
            yield from [Activate(slot, targets=(one, other)) for other in others[place:]]


def actions_of(turn: Turn, slot: str, *, double: bool) -> int:
    """How many actions a disc gives that is activated now."""
    return 1 + double + turn.targets.count(slot)


def _bonus_refusal(wheel: Wheel, turn: Turn, move: Activate) -> Refusal | None:
    if any(not is_bonus(wheel, slot) for slot in turn.activated):
        return Refusal("bonus_first")
    if move.double:
        return Refusal("double_bonus")
    if len(move.targets) > 2:
        return Refusal("targets_many")
    for target in move.targets:
        if target not in PLACE or at(wheel, target) is None or is_bonus(wheel, target):
            return Refusal("target_wrong", slot=target)
    in_order = [*move.targets] == sorted(move.targets, key=PLACE.__getitem__)
    return None if in_order else Refusal("slot_order")


def _double_refusal(turn: Turn, disc: Disc) -> Refusal | None:
    if not disc.upgraded:
        return Refusal("double_normal")
    return Refusal("double_used", slot=turn.doubled) if turn.doubled else None
