"""What each step costs and brings, in a line; what can't be done says why in a few words."""

from __future__ import annotations

from bot.games.contract import Refusal, Seat
from bot.games.noria.box import BOX, Chamber, Resource, island
from bot.games.noria.chain import BONUS
from bot.games.noria.legal import island_of
from bot.games.noria.panel import (
    BuyOffer,
    Destination,
    DiscOffer,
    InvestOffer,
    ProduceOffer,
    debated,
    modification_price,
    most_points,
    night_shift_price,
    politics_price,
)
from bot.games.noria.table import Island, value
from bot.games.noria.view import NoriaView
from bot.text import Words
from render.noria import names
from render.noria.facts import ships_of
from render.ranking import signed
from render.scene import Scene

Noria = Scene[NoriaView]
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


def offer(scene: Noria, one: Offer) -> str:
    """What a step costs and brings, and why it can't be made."""
    match one:
        case DiscOffer():
            line = _disc(one, scene.words)
        case InvestOffer():
            line = _invest(one, scene.words)
        case BuyOffer():
            line = _buy(one, scene.words)
        case ProduceOffer():
            line = _produce(one, scene.words)
        case Destination():
            line = _destination(scene, one)
    return _because(line, one.why, scene.words)


def why(refusal: Refusal, words: Words) -> str:
    """Why something can't be done, in a few words; the whole sentence where there are none."""
    if refusal.code in _SHORT:
        return words(f"noria.why.{refusal.code}", **refusal.data)
    return words(f"refusal.{refusal.code}", **refusal.data)


def price_lines(scene: Noria) -> list[str]:
    """What night shift, modification and politics cost now, and why they can't be paid; nothing while the
    start is being chosen."""
    view, words = scene.view, scene.words
    if not view.round:
        return []
    prices = {
        "night_shift": night_shift_price(view),
        "modification": modification_price(view),
        "politics": politics_price(view),
    }
    return [
        _because(
            words("noria.offer.price", what=words(f"noria.offer.{key}"), cost=price.cost), price.why, words
        )
        for key, price in prices.items()
    ]


def debate(scene: Noria, seat: Seat, down: Chamber, remove: Chamber | None = None) -> str:
    """What a chamber is worth, and what politics with it would do to a seat's points."""
    view, words = scene.view, scene.words
    before, after = debated(view, seat, down, remove)
    return words(
        "noria.offer.debate",
        chamber=names.first(names.chamber(down, words)),
        value=value(view.chambers, down),
        most=most_points(view.chambers, down),
        before=signed(before),
        after=signed(after),
    )


def _because(line: str, refusal: Refusal | None, words: Words) -> str:
    return words("noria.offer.why", what=line, why=why(refusal, words)) if refusal else line


def _disc(one: DiscOffer, words: Words) -> str:
    slot = names.slot(one.slot, one.kind, words)
    if one.kind == BONUS:
        return words("noria.offer.bonus", slot=slot)
    if one.brings is None:
        key = "disc" if one.doubled is None else "disc_double"
        return words(f"noria.offer.{key}", slot=slot, n=one.actions, doubled=one.doubled)
    heap = _yields(one.brings, one.each * one.actions, words)
    if one.doubled is None:
        return words("noria.offer.yield", slot=slot, bundle=heap)
    more = _yields(one.brings, one.each * one.doubled, words)
    return words("noria.offer.yield_double", slot=slot, bundle=heap, doubled=more)


def _yields(kind: Resource, count: int, words: Words) -> str:
    return words(f"noria.count.{kind}", n=count)


def _invest(one: InvestOffer, words: Words) -> str:
    kinds = BOX.path_cost[one.path].kinds
    key = "same" if one.one_kind and one.units > 1 else "units" if len(kinds) > 1 else "units_one"
    listed = names.listed([names.kind(kind, words) for kind in kinds], words)
    cost = words(f"noria.offer.{key}", n=one.units, kinds=listed)
    if one.extra:
        cost = words("noria.offer.extra", cost=cost, n=one.extra)
    path = names.first(names.path(one.path, words))
    return words("noria.offer.invest", path=path, level=one.level, cost=cost, gain=f"+{one.gain}")


def _buy(one: BuyOffer, words: Words) -> str:
    price = words("noria.offer.resources", n=one.price) if one.price else words("noria.text.free")
    disc = names.first(names.disc(one.disc, words))
    return words("noria.offer.buy", disc=disc, price=price, left=one.left)


def _produce(one: ProduceOffer, words: Words) -> str:
    return words(
        "noria.offer.produce",
        good=names.first(names.kind(one.good, words)),
        recipe=names.bundle(one.recipe, words),
        empty=one.empty,
        most=one.most,
    )


def _destination(scene: Noria, one: Destination) -> str:
    view, words = scene.view, scene.words
    here = island_of(view, one.number)
    if here is None:
        return words("noria.offer.hidden", n=view.face_down)
    ships, spots = ships_there(here, words), free_spots(here, words)
    return words("noria.offer.island", n=here.number, ships=ships, spots=spots)


def ships_there(here: Island, words: Words) -> str:
    """The ships that lie at an island."""
    heap = ships_of(here)
    if not heap.total:
        return words("noria.offer.no_ships")
    return words("noria.offer.ships", bundle=names.bundle(heap, words))


def free_spots(here: Island, words: Words) -> str:
    """What the free spots of an island bring."""
    free = [
        words(f"noria.count.{good}", n=count)
        for (count, good), owner in zip(island(here.number).spots, here.spots, strict=True)
        if owner is None
    ]
    if not free:
        return words("noria.offer.no_spots")
    return words("noria.offer.spots", spots=names.listed(free, words))
