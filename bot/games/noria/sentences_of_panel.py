"""The words of the panel of Noria: what can be done now, its costs and gains, and why something can't be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from msgspec import structs

from bot.games.contract import Refusal, Seat
from bot.games.noria import moves, panel, sentences_of_table as names
from bot.games.noria.box import BOX, Chamber
from bot.games.noria.chain import BONUS
from bot.games.noria.legal import island_of, legal, own
from bot.games.noria.moves import NoriaMove
from bot.games.noria.sentences import foretold, named, proposal, summary
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import value
from bot.games.noria.turns import after
from bot.games.noria.wheel import ACTIVE, PLACE, steps_to_enter
from bot.text import Words, signed

Offer = panel.DiscOffer | panel.InvestOffer | panel.BuyOffer | panel.ProduceOffer | panel.Destination
_SHORT = frozenset(
    {
        *("knowledge_short", "stock_short", "pile_empty", "wheel_full", "no_warehouse", "same_island"),
        *("island_occupied", "ring_used", "not_joined", "bonus_first", "already_activated", "disc_running"),
        *("politics_begun", "influence_late", "politics_used", "chain_open", "no_ship", "spot_taken"),
        "no_factories",
    }
)
"""Refusals that are said in a few words where there is no room for the sentence."""


def offer(model: Noria, one: Offer) -> str:
    """What a step costs and brings, and why it can't be made."""
    words = model.words
    match one:
        case panel.DiscOffer():
            line = _disc(one, words)
        case panel.InvestOffer():
            line = _invest(one, words)
        case panel.BuyOffer():
            price = words("noria.offer.resources", n=one.price) if one.price else words("noria.text.free")
            disc = names.first(names.disc(one.disc, words))
            line = words("noria.offer.buy", disc=disc, price=price, left=one.left)
        case panel.ProduceOffer():
            good, recipe = names.first(names.kind(one.good, words)), names.bundle(one.recipe, words)
            line = words("noria.offer.produce", good=good, recipe=recipe, empty=one.empty, most=one.most)
        case panel.Destination():
            line = _destination(model, one)
    return _because(line, one.why, words)


def why(refusal: Refusal, words: Words) -> str:
    """Why something can't be done, in a few words; the whole sentence where there are none."""
    if refusal.code in _SHORT:
        return words(f"noria.why.{refusal.code}", **refusal.data)
    return words(f"refusal.{refusal.code}", **refusal.data)


def price_lines(model: Noria) -> list[str]:
    """What knowledge buys now, and why it can't be paid; nothing while the start is being chosen."""
    view, words = model.view, model.words
    lines: list[str] = []
    for key, price in panel.prices(view).items() if view.round else ():
        line = words("noria.offer.price", what=words(f"noria.offer.{key}"), cost=price.cost)
        lines.append(_because(line, price.why, words))
    return lines


def debate(model: Noria, seat: Seat, down: Chamber, remove: Chamber | None = None) -> str:
    """What a chamber is worth, and what politics with it would do to a seat's points."""
    view, words = model.view, model.words
    before, then = panel.debated(view, seat, down, remove)
    worth = {"value": value(view.chambers, down), "most": panel.most_points(view.chambers, down)}
    points = {"before": signed(before), "after": signed(then)}
    chamber = names.first(names.chamber(down, words))
    return words("noria.offer.debate", chamber=chamber, **worth, **points)


def _because(line: str, refusal: Refusal | None, words: Words) -> str:
    return words("noria.offer.why", what=line, why=why(refusal, words)) if refusal else line


def _disc(one: panel.DiscOffer, words: Words) -> str:
    slot, double = names.slot(one.slot, one.kind, words), "" if one.doubled is None else "_double"
    if one.kind == BONUS:
        return words("noria.offer.bonus", slot=slot)
    if one.brings is None:
        return words(f"noria.offer.disc{double}", slot=slot, n=one.actions, doubled=one.doubled)
    heap, more = (
        names.count(one.each * times, one.brings, words) for times in (one.actions, one.doubled or 0)
    )
    return words(f"noria.offer.yield{double}", slot=slot, bundle=heap, doubled=more)


def _invest(one: panel.InvestOffer, words: Words) -> str:
    kinds = BOX.path_cost[one.path].kinds
    key = "same" if one.one_kind and one.units > 1 else "units" if len(kinds) > 1 else "units_one"
    listed = names.listed([names.kind(kind, words) for kind in kinds], words)
    cost = words(f"noria.offer.{key}", n=one.units, kinds=listed)
    if one.extra:
        cost = words("noria.offer.extra", cost=cost, n=one.extra)
    path = names.first(names.path(one.path, words))
    return words("noria.offer.invest", path=path, level=one.level, cost=cost, gain=f"+{one.gain}")


def _destination(model: Noria, one: panel.Destination) -> str:
    view, words = model.view, model.words
    here = island_of(view, one.number)
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
    return "\n".join([*listed, *points])


def not_now(model: Noria, offers: Iterable[Offer]) -> str:
    """What can't be done now, each with its reason: a menu has no lines that can't be chosen."""
    found = [f"-# {names.first(offer(model, one))}" for one in offers if one.why]
    return "\n".join([model.words("noria.panel.not_now"), *found]) if found else ""


def stock(model: Noria) -> str:
    """What there is to pay with."""
    return model.words("noria.panel.stock", bundle=names.bundle(own(model.view).stock, model.words))


def endings(model: Noria) -> str:
    """The largest sets of discs with which the turn can end."""
    words, view = model.words, model.view
    wheel, found = own(view).wheel, panel.chains(view)
    whole = [chain for chain in found if chain and not any(chain < other for other in found)]
    if not whole or view.current.debates:
        return ""
    listed = [
        "–".join(names.on(wheel, slot, words) for slot in sorted(chain, key=PLACE.__getitem__))
        for chain in whole
    ]
    return words("noria.panel.chains", chains=words("noria.panel.or").join(listed))


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


def leaving(model: Noria, move: moves.Politics) -> str:
    """What the chamber that a politician leaves can still be worth, and what all of it does to the points."""
    if move.remove is None:
        return ""
    view = model.view
    before, then = panel.debated(view, view.active, move.down, move.remove)
    most = panel.most_points(view.chambers, move.remove) - BOX.chamber_step[move.remove]
    now = value(view.chambers, move.remove)
    return model.words("noria.panel.leaving", value=now, most=most, before=signed(before), after=signed(then))


def sure(model: Noria, move: NoriaMove) -> tuple[str, str]:
    """A move shown before it is made: its name; what it does, costs, brings and leaves undone."""
    title = model.words("noria.panel.sure", move=named(model, move))
    return title, "\n".join([*proposal(model, move), *_consequences(model, move)])


def _consequences(model: Noria, move: NoriaMove) -> list[str]:
    view, words = model.view, model.words
    match move:
        case moves.EndTurn():
            return [*_unused(model), *filter(None, [foretold(model)])]
        case moves.Politics(down=down, remove=remove):
            return [debate(model, view.active, down, remove), words("noria.panel.turn_ends")]
        case moves.Activate():
            return [_following(model, move)]
        case moves.Buy() | moves.Invest():
            left = own(after(view, move)).stock
            return [words("noria.panel.left", bundle=names.bundle(left, words))]
        case _:
            return []


def _unused(model: Noria) -> list[str]:
    words, discs = model.words, _possible(model)
    lines = [words("noria.panel.unused", discs=words.all_of(discs))] if discs else []
    if any(isinstance(move, moves.Politics) for move in legal(model.view, model.view.active)):
        lines.append(words("noria.panel.politics_left"))
    return lines


def _following(model: Noria, move: moves.Activate) -> str:
    words, there = model.words, after(model.view, move)
    # The others can be asked for only once this one has done its actions.
    there = structs.replace(there, current=structs.replace(there.current, running=None))
    discs = _possible(replace(model, view=there))
    return words("noria.panel.follow", discs=words.all_of(discs)) if discs else words("noria.panel.last")


def _possible(model: Noria) -> list[str]:
    offers = panel.disc_offers(model.view)
    return [names.slot(one.slot, one.kind, model.words) for one in offers if not one.why]
