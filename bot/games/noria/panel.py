"""What a player's panel shows: what can be done now, what it costs and brings, and why something can't be.

Pure functions over a view; `why` is the refusal that the move would meet, None if it can be made."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import astuple

from bot.games.contract import Refusal, Seat
from bot.games.noria import box
from bot.games.noria.box import BOX, PATHS, TOP, Bundle, Chamber, Good, Path
from bot.games.noria.chain import BONUS, actions_of, activation_refusal, goals
from bot.games.noria.costs import knowledge_costs, opponents_above, path_payments, units_for, wants_one_kind
from bot.games.noria.legal import discs_to_place, full_wheel, knowledge_refusal, own, refusal
from bot.games.noria.moves import Activate, Place, Travel
from bot.games.noria.opening import BASIC_WHEEL
from bot.games.noria.scoring import score
from bot.games.noria.state import CHAMBER_PLACE, Known, Seats, debated as after_politics, level_on, raised
from bot.games.noria.wheel import ACTIVE, Disc, discs_on, gaps, put


@dataclass(frozen=True, slots=True)
class DiscOffer:
    slot: str
    kind: str
    actions: int
    """Without doubling; 0 for a bonus disc."""
    doubled: int | None
    """With doubling; None if it can't be doubled now."""
    brings: box.Resource | None
    each: int
    """How many of it a resource disc brings with each action."""
    why: Refusal | None


@dataclass(frozen=True, slots=True)
class Price:
    cost: int
    why: Refusal | None


@dataclass(frozen=True, slots=True)
class InvestOffer:
    """The next step on a path."""

    path: Path
    level: int
    units: int
    """By the path itself ..."""
    extra: int
    """... and for opponents above."""
    one_kind: bool
    payments: tuple[Bundle, ...]
    """All that can be paid now, out of what is there."""
    gain: int
    """Points, as if the game ended then instead of now."""
    why: Refusal | None


@dataclass(frozen=True, slots=True)
class BuyOffer:
    disc: box.DiscKind
    price: int
    left: int
    payments: tuple[Bundle, ...]
    why: Refusal | None


@dataclass(frozen=True, slots=True)
class ProduceOffer:
    """A good that own warehouses could hold."""

    good: Good
    empty: int
    recipe: Bundle
    most: int
    """How many can be filled with what is there, if nothing else is made."""
    why: Refusal | None


@dataclass(frozen=True, slots=True)
class Destination:
    """An island to travel to; None is the next one face down."""

    number: int | None
    why: Refusal | None


def chains(known: Known) -> tuple[frozenset[str], ...]:
    """The sets of discs with which the turn under way can still end."""
    return goals(own(known).wheel, known.current)


def disc_offers(known: Known) -> tuple[DiscOffer, ...]:
    """Every disc of the active half."""
    wheel, turn, ships = own(known).wheel, known.current, own(known).ships
    found: list[DiscOffer] = []
    for slot, disc in discs_on(wheel):
        if slot in ACTIVE:
            brings = box.YIELDS.get(disc.kind)
            actions = 0 if disc.kind == BONUS else actions_of(turn, slot, double=False)
            double = activation_refusal(wheel, turn, Activate(slot, double=True)) is None
            doubled = actions_of(turn, slot, double=True) if double else None
            why, each = refusal(known, known.active, Activate(slot)), ships.of(brings) if brings else 0
            found.append(DiscOffer(slot, disc.kind, actions, doubled, brings, each, why))
    return tuple(found)


def prices(known: Known) -> dict[str, Price]:
    """What the next night shift, the next modification and politics cost."""
    costs = knowledge_costs(known).items()
    return {what: Price(cost, knowledge_refusal(known, cost)) for what, cost in costs}


def invest_offers(known: Known) -> tuple[InvestOffer, ...]:
    """The next step on each path where there is one."""
    levels, found = own(known).levels, list[InvestOffer]()
    now = score(levels, known.chambers)
    for path in PATHS:
        if (level := level_on(levels, path) + 1) <= TOP:
            payments = tuple(path_payments(known, known.active, path))
            offer = InvestOffer(
                path=path,
                level=level,
                units=units_for(path, level),
                extra=opponents_above(known, known.active, path),
                one_kind=wants_one_kind(path, level),
                payments=payments,
                gain=score(raised(levels, path), known.chambers) - now,
                why=None if payments else Refusal("stock_short"),
            )
            found.append(offer)
    return tuple(found)


def buy_offers(known: Known) -> tuple[BuyOffer, ...]:
    """Every pile of the market."""
    player = own(known)
    found: list[BuyOffer] = []
    for pile in known.market:
        payments = tuple(box.mixes(player.stock, box.RESOURCES, pile.price))
        why = _first(pile_empty=not pile.left, wheel_full=full_wheel(player), stock_short=not payments)
        found.append(BuyOffer(pile.disc, pile.price, pile.left, payments, why))
    return tuple(found)


def produce_offers(known: Known) -> tuple[ProduceOffer, ...]:
    """Every good."""
    player = own(known)
    found: list[ProduceOffer] = []
    for good in box.GOODS:
        made_of = BOX.recipes[good]
        most = min([player.stock.of(kind) // count for kind, count in made_of.items()])
        empty = player.empty.of(good)
        why = _first(no_warehouse=not empty, stock_short=not most)
        found.append(ProduceOffer(good, empty, made_of, min(most, empty), why))
    return tuple(found)


def _first(**reasons: bool) -> Refusal | None:
    return next((Refusal(code) for code, holds in reasons.items() if holds), None)


def destinations(known: Known) -> tuple[Destination, ...]:
    """Every island face up, and the next one of the stack while there is one."""
    numbers = [*[island.number for island in known.islands], *([None] if known.face_down else [])]
    return tuple([Destination(number, refusal(known, known.active, Travel(number))) for number in numbers])


def kindest(stock: Bundle, payments: tuple[Bundle, ...]) -> Bundle:
    """The payment that keeps most choices: the kind of which least is left is as well off as it can be."""
    return max(payments, key=lambda pay: sorted(astuple(stock.minus(pay))))


def proposed_wheel(known: Known) -> tuple[Place, ...]:
    """What would finish the start wheel: each disc where the basic wheel has it, as far as there is room."""
    wheel, found = own(known).wheel, list[Place]()
    for disc in discs_to_place(own(known)):
        usual = next(slot for slot, there in discs_on(BASIC_WHEEL) if there.kind == disc)
        rings = [ring for ring, most in BOX.expert_wheel.items() if len(discs_on(wheel, ring)) < most]
        room = [slot for slot in gaps(wheel) if slot[0] in rings]
        slot = usual if usual in room else room[0]
        wheel = put(wheel, slot, Disc(disc))
        found.append(Place(disc, slot))
    return tuple(found)


def debated(
    known: Known, seat: Seat, down: Chamber | None = None, remove: Chamber | None = None
) -> tuple[int, int]:
    """A seat's points now, and after politics with these chambers."""
    levels = known.players[seat].levels
    then = after_politics(known.chambers, down, remove)
    return score(levels, known.chambers), score(levels, then)


def most_points(chambers: tuple[Seats, ...], chamber: Chamber) -> int:
    """The highest value that a chamber can still reach."""
    seats = chambers[CHAMBER_PLACE[chamber]]
    return BOX.chamber_step[chamber] * (seats.upper + seats.lower)
