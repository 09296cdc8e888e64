"""What things cost now: knowledge for influence and politics, units for paths (rules 5.1, 5.3, 8)."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from msgspec.structs import astuple

from bot.games.contract import Refusal, Seat
from bot.games.noria.box import BOX, Bundle, Numbers, Path, mixes, space
from bot.games.noria.state import Known, everybody, level_on


def influence_cost(kind: str, space: int, used: int) -> int:
    """The cost of an influence action that was used so often in this turn."""
    late = BOX.influence["late_extra"] if space >= BOX.influence["late_from_s"] else 0
    return (BOX.influence[kind] + late) << used


@cache
def politics_cost(space: int) -> int:
    """What politics costs at this space of the round track."""
    return next(cost for first, last, cost in BOX.politics_cost if first <= space <= last)


def knowledge_cost(known: Known, what: str) -> int:
    """What the next `night_shift`, the next `modification` or `politics` costs."""
    if what == "politics":
        return politics_cost(known.space)
    turn = known.current
    used = turn.night_shifts if what == "night_shift" else turn.modifications
    return influence_cost(what, known.space, used)


def knowledge_costs(known: Known) -> dict[str, int]:
    """What each of them costs."""
    return {what: knowledge_cost(known, what) for what in ("night_shift", "modification", "politics")}


class Rise(NamedTuple):
    """A round from which on something costs more, and how much then."""

    round: int
    cost: int


def next_rise(known: Known, what: str) -> Rise | None:
    """When a first `night_shift` or `modification` of a turn, or `politics`, next costs more."""

    def cost(round: int) -> int:
        at = space(known.seats, round)
        return politics_cost(at) if what == "politics" else influence_cost(what, at, 0)

    now, later = cost(known.round), range(known.round + 1, known.rounds + 1)
    return next((Rise(round, cost(round)) for round in later if cost(round) > now), None)


def opponents_above(known: Known, seat: Seat, path: Path) -> int:
    """How many representatives of others stand higher on the path than the own one does now (rules 8.2)."""
    own = level_on(known.players[seat].levels, path)
    return sum(level_on(one.levels, path) > own for one in everybody(known).values())


def units_for(numbers: Numbers, path: Path, level: int) -> int:
    """What reaching a level costs without anybody above."""
    return numbers.path_cost[path].n[level - 1]


def wants_one_kind(numbers: Numbers, path: Path, level: int) -> bool:
    """Whether all units for this level, but for the extra ones, have to be of one kind."""
    return level in numbers.path_cost[path].same


def payment_refusal(numbers: Numbers, path: Path, level: int, extra: int, pay: Bundle) -> Refusal | None:
    """Why these are not the right units for this level with so many opponents above (rules 8.2)."""
    kinds, units = BOX.path_kinds[path], units_for(numbers, path, level)
    if not pay.real or any(kind not in kinds for kind, _ in pay.items()):
        return Refusal("path_kinds")
    if pay.total != units + extra:
        return Refusal("path_units", n=units + extra)
    alike = not wants_one_kind(numbers, path, level) or max(map(pay.of, kinds)) >= units
    return None if alike else Refusal("path_same", n=units)


def path_payments(known: Known, seat: Seat, path: Path) -> Iterator[Bundle]:
    """All ways in which the seat can pay its next step on a path, out of what it has."""
    player, numbers = known.players[seat], known.numbers
    level, extra = level_on(player.levels, path) + 1, opponents_above(known, seat, path)
    for pay in mixes(player.stock, BOX.path_kinds[path], units_for(numbers, path, level) + extra):
        if payment_refusal(numbers, path, level, extra, pay) is None:
            yield pay


def by_kindness(stock: Bundle, payments: Sequence[Bundle]) -> list[Bundle]:
    """First the payments that keep most choices: what is scarcest then is as well off as it can be."""
    return sorted(payments, key=lambda pay: sorted(astuple(stock.minus(pay))), reverse=True)
