"""What a player's panel shows, and in what words: what can be done now, what it costs and brings, why not.

All of it follows from a view; `why` is the refusal that the move would meet, None if it can be made."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from msgspec import UNSET, structs

from bot.games.contract import Refusal
from bot.games.noria import box, costs, legal, moves, sentences_of_table as names
from bot.games.noria.box import BOX, PATHS, TOP, Bundle, Chamber, Good, Path
from bot.games.noria.legal import BONUS, actions_of, activation, own, refusal
from bot.games.noria.moves import Activate, NoriaMove, Place, Travel
from bot.games.noria.opening import BASIC_WHEEL
from bot.games.noria.sentences import foretold, named, proposal, summary
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import CHAMBER_PLACE, Known, Turn, debated, level_on, raised, score, value
from bot.games.noria.turns import after
from bot.games.noria.wheel import ACTIVE, Disc, discs_on, gaps, put, steps_to_enter
from bot.text import Words, signed
from bot.view_model import capital


@dataclass(frozen=True, slots=True)
class DiscOffer:
    slot: str
    kind: str
    actions: int
    """Without doubling; 0 for a bonus disc."""
    doubled: int | None
    """With doubling; None if it can't be doubled now."""
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


def disc_offers(known: Known) -> tuple[DiscOffer, ...]:
    """Every disc of the active half."""
    wheel, turn = own(known).wheel, known.current
    found: list[DiscOffer] = []
    for slot, disc in discs_on(wheel):
        if slot in ACTIVE:
            actions = 0 if disc.kind == BONUS else actions_of(turn, slot, double=False)
            double = isinstance(activation(wheel, turn, Activate(slot, double=True)), Turn)
            doubled = actions_of(turn, slot, double=True) if double else None
            why = refusal(known, known.active, Activate(slot))
            found.append(DiscOffer(slot, disc.kind, actions, doubled, why))
    return tuple(found)


def prices(known: Known) -> dict[str, Price]:
    """What the next night shift, the next modification and politics cost."""
    found = costs.knowledge_costs(known).items()
    return {what: Price(cost, legal.knowledge_refusal(known, what)) for what, cost in found}


def invest_offers(known: Known) -> tuple[InvestOffer, ...]:
    """The next step on each path where there is one."""
    levels, found = own(known).levels, list[InvestOffer]()
    now = score(levels, known.chambers)
    for path in PATHS:
        if (level := level_on(levels, path) + 1) <= TOP:
            payments = tuple(costs.path_payments(known, known.active, path))
            offer = InvestOffer(
                path=path,
                level=level,
                units=costs.units_for(known.numbers, path, level),
                extra=costs.opponents_above(known, known.active, path),
                one_kind=costs.wants_one_kind(known.numbers, path, level),
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
        why = _first(pile_empty=not pile.left, wheel_full=legal.full_wheel(player), stock_short=not payments)
        found.append(BuyOffer(pile.disc, pile.price, pile.left, payments, why))
    return tuple(found)


def produce_offers(known: Known) -> tuple[ProduceOffer, ...]:
    """Every good."""
    player = own(known)
    found: list[ProduceOffer] = []
    for good in box.GOODS:
        made_of = known.numbers.recipes[good]
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


def proposed_wheel(known: Known) -> tuple[Place, ...]:
    """What would finish the start wheel: each disc where the basic wheel has it, as far as there is room."""
    wheel, found = own(known).wheel, list[Place]()
    for disc in legal.discs_to_place(own(known)):
        usual = next(slot for slot, there in discs_on(BASIC_WHEEL) if there.kind == disc)
        rings = [ring for ring, most in BOX.expert_wheel.items() if len(discs_on(wheel, ring)) < most]
        room = [slot for slot in gaps(wheel) if slot[0] in rings]
        slot = usual if usual in room else room[0]
        wheel = put(wheel, slot, Disc(disc))
        found.append(Place(disc, slot))
    return tuple(found)


# In words


Offer = DiscOffer | InvestOffer | BuyOffer | ProduceOffer | Destination
_SHORT = frozenset(
    {
        *("knowledge_short", "stock_short", "pile_empty", "wheel_full", "no_warehouse", "same_island"),
        *("island_occupied", "ring_used", "not_joined", "bonus_first", "already_activated", "disc_running"),
        *("politics_begun", "influence_late", "politics_used", "chain_open", "no_ship", "spot_taken"),
        "no_factories",
    }
)
"""Refusals that are said in a few words where there is no room for the sentence."""


def offer(model: Noria, one: Offer, pay: Bundle | None = None) -> str:
    """What a step costs and brings, paid in this way where several are possible, and why it can't be made."""
    words = model.words
    match one:
        case DiscOffer():
            line = _disc(model, one)
        case InvestOffer():
            line = _invest(one, words, pay)
        case BuyOffer():
            price = words("noria.offer.resources", n=one.price) if one.price else words("noria.text.free")
            price = names.bundle(pay, words) if pay else price
            disc = capital(names.disc(one.disc, words))
            key = "buy" if one.left else "buy_none"
            line = words(f"noria.offer.{key}", disc=disc, price=price, left=one.left)
        case ProduceOffer():
            good, recipe = capital(names.kind(one.good, words)), names.bundle(one.recipe, words)
            key = "produce" if one.empty else "produce_none"
            line = words(f"noria.offer.{key}", good=good, recipe=recipe, empty=one.empty, most=one.most)
        case Destination():
            line = _destination(model, one)
    return _because(line, one.why, words)


def why(refusal: Refusal, words: Words) -> str:
    """Why something can't be done, in a few words; the whole sentence where there are none."""
    if refusal.code in _SHORT:
        return words(f"noria.why.{refusal.code}", **refusal.data)
    return words(f"refusal.{refusal.code}", **refusal.data)


def price_lines(model: Noria) -> Iterator[str]:
    """What knowledge buys in this phase, from which round on it costs more, and why it can't be paid; nothing
    during the start."""
    view, words = model.view, model.words
    for key, price in prices(view).items() if view.round else ():
        if view.phase != "influence" and key != "politics":
            continue
        line = words("noria.offer.price", what=words(f"noria.offer.{key}"), cost=price.cost)
        if (rise := costs.next_rise(view, key)) and rise.cost > price.cost:
            line = words("noria.offer.rise", line=line, n=rise.round, cost=rise.cost)
        yield _because(line, price.why, words)


def debate(model: Noria, down: Chamber, remove: Chamber | None = None) -> str:
    """What a chamber is worth, and what politics with it would do to the points of whoever's turn it is."""
    chamber = capital(names.chamber(down, model.words))
    return model.words("noria.offer.debate", chamber=chamber, **_debated(model, down, down, remove))


def rising(model: Noria, down: Chamber) -> str:
    """What a chamber is worth, and what a politician who goes down there would do to the points."""
    return model.words("noria.panel.rising", **_debated(model, down, down, None))


def leaving(model: Noria, move: moves.Politics) -> str:
    """What the chamber that a politician leaves can still be worth, and what all of it does to the points."""
    if move.remove is None:
        return ""
    return model.words("noria.panel.leaving", **_debated(model, move.remove, move.down, move.remove))


def _debated(model: Noria, chamber: Chamber, down: Chamber, remove: Chamber | None) -> dict[str, Any]:
    view, levels = model.view, own(model.view).levels
    seats = view.chambers[CHAMBER_PLACE[chamber]]
    left = seats.upper + seats.lower - (chamber == remove)
    then = score(levels, debated(view.chambers, down, remove))
    points = {"before": signed(score(levels, view.chambers)), "after": signed(then)}
    return {"value": value(view.chambers, chamber), "most": BOX.chamber_step[chamber] * left, **points}


def _because(line: str, refusal: Refusal | None, words: Words) -> str:
    return words("noria.offer.why", what=line, why=why(refusal, words)) if refusal else line


def _disc(model: Noria, one: DiscOffer) -> str:
    words, brings = model.words, box.YIELDS.get(one.kind)
    slot, double = names.slot(one.slot, one.kind, words), "" if one.doubled is None else "_double"
    if one.kind == BONUS:
        return words("noria.offer.bonus", slot=slot)
    if brings is None:
        return words(f"noria.offer.disc{double}", slot=slot, n=one.actions, doubled=one.doubled)
    each = own(model.view).ships.of(brings)
    heap, more = (names.count(each * times, brings, words) for times in (one.actions, one.doubled or 0))
    return words(f"noria.offer.yield{double}", slot=slot, bundle=heap, doubled=more)


def _invest(one: InvestOffer, words: Words, pay: Bundle | None) -> str:
    kinds = BOX.path_kinds[one.path]
    key = "same" if one.one_kind and one.units > 1 else "units" if len(kinds) > 1 else "units_one"
    cost = words(
        f"noria.offer.{key}", n=one.units, kinds=words.any_of([names.kind(kind, words) for kind in kinds])
    )
    if one.extra:
        cost = words("noria.offer.extra", cost=cost, n=one.extra)
    cost = names.bundle(pay, words) if pay else cost
    path = capital(names.path(one.path, words))
    return words("noria.offer.invest", path=path, level=one.level, cost=cost, gain=f"+{one.gain}")


def _destination(model: Noria, one: Destination) -> str:
    view, words = model.view, model.words
    here = legal.island_of(view, one.number)
    if here is None:
        return words("noria.offer.hidden", n=view.face_down)
    ships = words("noria.offer.no_ships")
    if here.fleet.total:
        ships = words("noria.offer.ships", bundle=names.bundle(here.fleet, words))
    printed = zip(BOX.islands[here.number].spots, here.spots, strict=True)
    free = [names.count(*made, words) for made, owner in printed if owner is None]
    spots = words("noria.offer.no_spots")
    if free:
        spots = words("noria.offer.spots", spots=names.listed(free, words))
    return words("noria.offer.island", n=here.number, ships=ships, spots=spots)


def so_far(model: Noria) -> str:
    """The running summary of the turn, and the points."""
    view, words = model.view, model.words
    lines = summary(model)
    listed = [words("noria.text.turn_so_far"), *(f"- {line}" for line in lines)] if lines else []
    points = [words("noria.panel.points", n=view.scores[view.active])] if view.round else []
    if (running := view.current.running) and running.then is not UNSET:
        listed.append(words("noria.panel.then", discs=names.chain(own(view).wheel, running.then, words)))
    return "\n".join([*listed, *points])


def not_now(model: Noria, offers: Iterable[Offer]) -> str:
    """What can't be done now, each with its reason, without the discs that have been activated."""
    done = model.view.current.activated
    barred = [one for one in offers if one.why and not (isinstance(one, DiscOffer) and one.slot in done)]
    found = [f"-# {capital(offer(model, one))}" for one in barred]
    return "\n".join([model.words("noria.panel.not_now"), *found]) if found else ""


def stock(model: Noria) -> str:
    """What there is to pay with."""
    return model.words("noria.panel.stock", bundle=names.bundle(own(model.view).stock, model.words))


def paid(model: Noria, pay: Bundle) -> str:
    """What a payment takes, and what it leaves."""
    left = names.bundle(own(model.view).stock.minus(pay), model.words)
    return model.words("noria.panel.paid", bundle=names.bundle(pay, model.words), left=left)


def half(slot: str, words: Words) -> str:
    """The half of the wheel in which a slot is, and when it comes into the other one."""
    key = "active" if slot in ACTIVE else "resting"
    return words(f"noria.panel.half.{key}", n=steps_to_enter(slot))


def targets(model: Noria, move: moves.Activate) -> str:
    """The discs that a bonus disc names."""
    words, wheel = model.words, own(model.view).wheel
    if not move.targets:
        return words("noria.panel.no_target")
    discs = words.all_of(names.on(wheel, target, words) for target in move.targets)
    return words("noria.panel.targets", discs=discs)


def sure(model: Noria, move: NoriaMove) -> tuple[str, str]:
    """A move shown before it is made: its name; what it does, costs, brings and leaves undone."""
    title = model.words("noria.panel.sure", move=named(model, move))
    return title, "\n".join([*proposal(model, move), *_consequences(model, move)])


def _consequences(model: Noria, move: NoriaMove) -> list[str]:
    view, words = model.view, model.words
    match move:
        case moves.EndTurn():
            return [*unused(model), *filter(None, [foretold(model)])]
        case moves.Politics(down=down, remove=remove):
            return [debate(model, down, remove), words("noria.panel.turn_ends")]
        case moves.Activate():
            return [_following(model, move)]
        case moves.Travel(island=None):
            return [words("noria.panel.reveals")]
        case moves.Buy() | moves.Invest():
            left = own(after(view, move)).stock
            return [words("noria.panel.left", bundle=names.bundle(left, words))]
        case _:
            return []


def unused(model: Noria) -> Iterator[str]:
    """What could still be done in this turn."""
    words, discs = model.words, _possible(model)
    if discs:
        yield words("noria.panel.unused", discs=words.all_of(discs))
    if any(isinstance(move, moves.Politics) for move in legal.legal(model.view, model.view.active)):
        yield words("noria.panel.politics_left")


def _following(model: Noria, move: moves.Activate) -> str:
    words, there = model.words, after(model.view, move)
    # The others can be asked for only once this one has done its actions.
    there = structs.replace(there, current=structs.replace(there.current, running=None))
    discs = _possible(replace(model, view=there))
    return words("noria.panel.follow", discs=words.all_of(discs)) if discs else words("noria.panel.last")


def _possible(model: Noria) -> list[str]:
    offers = disc_offers(model.view)
    return [names.slot(one.slot, one.kind, model.words) for one in offers if not one.why]
