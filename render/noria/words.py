"""Noria in sentences: how the table stands, what can be done and at what price, what moves are called.

What has happened is told by `reports`, all that lies on the table by `table_words`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from msgspec import structs

from bot.games.contract import Options, Refusal, Seat
from bot.games.noria.box import BOX, Chamber, Resource, island, ship_kinds
from bot.games.noria.chain import BONUS
from bot.games.noria.legal import island_of, legal, own
from bot.games.noria.moves import (
    Activate,
    Build,
    Buy,
    Choose,
    EndAction,
    EndTurn,
    Enter,
    Fit,
    Invest,
    Modify,
    NightShift,
    NoriaMove,
    NoriaOptions,
    Place,
    Politics,
    Produce,
    TakeShip,
    Travel,
    TurnBegun,
    Upgrade,
)
from bot.games.noria.panel import (
    BuyOffer,
    Destination,
    DiscOffer,
    InvestOffer,
    ProduceOffer,
    chains,
    debated,
    disc_offers,
    modification_price,
    most_points,
    night_shift_price,
    politics_price,
)
from bot.games.noria.preview import after
from bot.games.noria.scoring import rows
from bot.games.noria.table import Island, value
from bot.games.noria.view import NoriaView
from bot.games.noria.wheel import PLACE, is_active, steps_to_enter
from bot.text import Words, signed
from bot.view_model import ViewModel
from render.noria import names
from render.noria.facts import newest, proposed, ships_of, step
from render.noria.reports import foretold, report, summary
from render.noria.signs import BOT
from render.noria.table_words import (
    bot_lines,
    chamber_lines,
    cost_lines,
    island_lines,
    market_line,
    path_lines,
    player_lines,
    wheel_lines,
)
from render.ranking import Rival

Noria = ViewModel[NoriaView]
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


def option_rows(options: Options, words: Words) -> tuple[tuple[str, str], ...]:
    """The options as rows of label and value."""
    assert isinstance(options, NoriaOptions)
    if options.start:
        return ((words("noria.option.start"), words("noria.option.start.typed")),)
    return (
        (words("noria.option.setup"), words(f"noria.option.setup.{options.setup}")),
        (words("noria.option.bot"), words(f"noria.option.bot.{options.bot}")),
    )


def state(model: Noria) -> str:
    """One line: the round and how many there are."""
    view, words = model.view, model.words
    if view.phase == "over":
        return words("noria.text.over")
    if not view.round:
        return words("noria.text.setup")
    return words("noria.text.round", round=view.round, rounds=view.rounds)


def turn_line(model: Noria) -> str:
    """Whose turn it is and what is to be done; empty once the game is over."""
    view, words = model.view, model.words
    if view.phase == "over":
        return ""
    return words("noria.text.turn", name=model.names[view.active], todo=todo(model))


def todo(model: Noria) -> str:
    """What the active player is about to do."""
    view = model.view
    running = view.current.running
    return model.words(
        f"noria.text.todo.{step(view)}",
        slot=running.slot if running else "",
        island=view.players[view.active].ambassador,
    )


def headline(model: Noria) -> str:
    """The line of state below the story of a turn: the round, whose turn it is, what is to be done."""
    if model.view.phase == "over":
        return state(model)
    return model.words("noria.text.headline", state=state(model), turn=turn_line(model))


def against_the_bot(model: Noria) -> str:
    """How the solo game ended, with both scores; empty at other tables."""
    view = model.view
    if view.bot_score is None:
        return ""
    key = "won" if view.scores[0] > view.bot_score else "lost"
    return model.words(
        f"noria.text.solo_{key}",
        name=model.names[0],
        score=signed(view.scores[0]),
        bot=signed(view.bot_score),
    )


def as_rival(model: Noria) -> Rival | None:
    """The bot as the ranking shows it; None at other tables."""
    bot = model.view.bot
    if bot is None:
        return None
    return Rival(model.words("noria.picture.bot"), BOT, rows(bot.levels, model.view.chambers))


def text(model: Noria) -> str:
    """All that the reader's pictures show, in words."""
    view, words = model.view, model.words
    parts = [state(model), *filter(None, [turn_line(model)]), *cost_lines(model)]
    so_far = summary(model)
    if so_far:
        parts += ["", words("noria.text.turn_so_far"), *so_far]
    parts += ["", words("noria.text.players"), *player_lines(model), *bot_lines(model)]
    parts += ["", words("noria.text.paths"), *path_lines(model)]
    parts += ["", words("noria.text.chambers"), *chamber_lines(model)]
    parts += ["", market_line(model), "", *island_lines(model), "", *wheel_lines(model)]
    parts += filter(None, [foretold(model)])
    if view.setup:
        parts += ["", words("noria.text.start"), *view.setup.splitlines()]
    return "\n".join(parts)


def caption(model: Noria) -> str:
    """The round, and whose turn is the news; at the end that it was the last one."""
    view, words = model.view, model.words
    begun = turn_begun(view)
    if view.phase == "over":
        return words("noria.panel.caption_over", round=view.round)
    if begun is None:
        return words("noria.panel.caption_begin")
    key = "caption" if begun.round else "caption_start"
    return words(f"noria.panel.{key}", round=begun.round, name=model.names[begun.seat])


def turn_begun(view: NoriaView) -> TurnBegun | None:
    """How the turn began that is the news; None before the first one has brought any."""
    return next((event for event in newest(view) if isinstance(event, TurnBegun)), None)


def offer(model: Noria, one: Offer) -> str:
    """What a step costs and brings, and why it can't be made."""
    match one:
        case DiscOffer():
            line = _disc(one, model.words)
        case InvestOffer():
            line = _invest(one, model.words)
        case BuyOffer():
            line = _buy(one, model.words)
        case ProduceOffer():
            line = _produce(one, model.words)
        case Destination():
            line = _destination(model, one)
    return _because(line, one.why, model.words)


def why(refusal: Refusal, words: Words) -> str:
    """Why something can't be done, in a few words; the whole sentence where there are none."""
    if refusal.code in _SHORT:
        return words(f"noria.why.{refusal.code}", **refusal.data)
    return words(f"refusal.{refusal.code}", **refusal.data)


def price_lines(model: Noria) -> list[str]:
    """What night shift, modification and politics cost now, and why they can't be paid; nothing while the
    start is being chosen."""
    view, words = model.view, model.words
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


def debate(model: Noria, seat: Seat, down: Chamber, remove: Chamber | None = None) -> str:
    """What a chamber is worth, and what politics with it would do to a seat's points."""
    view, words = model.view, model.words
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


def _destination(model: Noria, one: Destination) -> str:
    view, words = model.view, model.words
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


def named(model: Noria, move: NoriaMove) -> str:
    """A move in a few words, as whoever's turn it is may make it in this model."""
    words, wheel = model.words, own(model.view).wheel
    match move:
        case Place(disc=disc, slot=slot) | Fit(disc=disc, slot=slot):
            return words("noria.move.place", disc=names.disc(disc, words), slot=slot)
        case Choose(kind=kind):
            return words("noria.move.choose", kind=names.kind(kind, words))
        case Enter(path=path):
            return words("noria.move.enter", path=names.path(path, words))
        case NightShift(ring=ring):
            return words("noria.move.night_shift", ring=names.ring(ring, words))
        case Modify(one=one, other=other):
            return words(
                "noria.move.modify", one=names.on(wheel, one, words), other=names.on(wheel, other, words)
            )
        case Activate():
            return _activate(model, move)
        case Politics(down=down, remove=remove):
            key = "politics" if remove else "politics_alone"
            leaves = names.chamber(remove, words) if remove else ""
            return words(f"noria.move.{key}", down=names.chamber(down, words), remove=leaves)
        case EndTurn():
            return words("noria.move.end_turn")
        case _:
            return _action(model, move)


def _activate(model: Noria, move: Activate) -> str:
    words, wheel = model.words, own(model.view).wheel
    slot = names.on(wheel, move.slot, words)
    if move.targets:
        targets = words.all_of(names.on(wheel, target, words) for target in move.targets)
        return words("noria.move.activate_for", disc=slot, targets=targets)
    return words("noria.move.activate_twice" if move.double else "noria.move.activate", disc=slot)


def _action(
    model: Noria, move: Travel | TakeShip | Build | Buy | Invest | Produce | Upgrade | EndAction
) -> str:
    words, player = model.words, own(model.view)
    match move:
        case Travel(island=None):
            return words("noria.move.reveal")
        case Travel(island=number):
            return words("noria.move.travel", island=number)
        case TakeShip(space=space):
            return _ship(model, space)
        case Build(spot=spot):
            return _factory(model, spot)
        case Buy(disc=disc, pay=pay):
            return words("noria.move.buy", disc=names.disc(disc, words), pay=names.bundle(pay, words))
        case Invest(path=path, pay=pay):
            return words("noria.move.invest", path=names.path(path, words), pay=names.bundle(pay, words))
        case Produce(good=good):
            return words("noria.move.produce", good=names.kind(good, words))
        case Upgrade(slot=slot):
            return words("noria.move.upgrade", disc=names.on(player.wheel, slot, words))
        case EndAction():
            return words("noria.move.end_action")


def _ship(model: Noria, space: int) -> str:
    here = own(model.view).ambassador
    kinds = ship_kinds(here) if here is not None else ()
    kind = dict(enumerate(kinds, start=1)).get(space)
    return model.words("noria.move.ship", space=space, kind=names.kind(kind, model.words) if kind else "")


def _factory(model: Noria, spot: int) -> str:
    words, here = model.words, own(model.view).ambassador
    spots = island(here).spots if here is not None else ()
    count, good = dict(enumerate(spots, start=1)).get(spot, (0, None))
    brings = words(f"noria.count.{good}", n=count) if good else ""
    return words("noria.move.factory", spot=spot, brings=brings)


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
    wheel, found = own(view).wheel, chains(view)
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
    key = "active" if is_active(slot) else "resting"
    return words(f"noria.panel.half.{key}", n=steps_to_enter(slot))


def targets(model: Noria, move: Activate) -> str:
    """The discs that a bonus disc names."""
    words, wheel = model.words, own(model.view).wheel
    if not move.targets:
        return words("noria.panel.no_target")
    return words(
        "noria.panel.targets", discs=words.all_of(names.on(wheel, target, words) for target in move.targets)
    )


def leaving(model: Noria, move: Politics) -> str:
    """What the chamber that a politician leaves can still be worth, and what all of it does to the points."""
    if move.remove is None:
        return ""
    view = model.view
    before, then = debated(view, view.active, move.down, move.remove)
    most = most_points(view.chambers, move.remove) - BOX.chamber_step[move.remove]
    now = value(view.chambers, move.remove)
    return model.words("noria.panel.leaving", value=now, most=most, before=signed(before), after=signed(then))


def sure(model: Noria, move: NoriaMove) -> tuple[str, str]:
    """A move that is shown before it is made: its name; what it does, costs and brings, what it leaves
    undone."""
    title = model.words("noria.panel.sure", move=named(model, move))
    return title, "\n".join([*proposal(model, move), *_consequences(model, move)])


def proposal(model: Noria, choice: NoriaMove | None) -> list[str]:
    """What a choice would do, said to be not confirmed yet."""
    if choice is None or model.seat != model.view.active:
        return []
    if choice == Travel(None):
        return [model.words("noria.alt.proposed", what=model.words("noria.alt.turn_up"))]
    then = proposed(model, choice)
    told = report(then, then.view.news[len(model.view.news) :])
    return [model.words("noria.alt.proposed", what=line) for line in told]


def _consequences(model: Noria, move: NoriaMove) -> list[str]:
    view, words = model.view, model.words
    match move:
        case EndTurn():
            return [*_unused(model), *filter(None, [foretold(model)])]
        case Politics(down=down, remove=remove):
            return [debate(model, view.active, down, remove), words("noria.panel.turn_ends")]
        case Activate():
            return [_following(model, move)]
        case Buy() | Invest():
            left = own(after(view, move)).stock
            return [words("noria.panel.left", bundle=names.bundle(left, words))]
        case _:
            return []


def _unused(model: Noria) -> list[str]:
    """What could still be done in the turn."""
    words, discs = model.words, _possible(model)
    lines = [words("noria.panel.unused", discs=words.all_of(discs))] if discs else []
    if any(isinstance(move, Politics) for move in legal(model.view, model.view.active)):
        lines.append(words("noria.panel.politics_left"))
    return lines


def _following(model: Noria, move: Activate) -> str:
    """The discs that can follow this one."""
    words, there = model.words, after(model.view, move)
    # The others can be asked for only once this one has done its actions.
    there = structs.replace(there, current=structs.replace(there.current, running=None))
    discs = _possible(replace(model, view=there))
    return words("noria.panel.follow", discs=words.all_of(discs)) if discs else words("noria.panel.last")


def _possible(model: Noria) -> list[str]:
    """The discs that can be activated."""
    return [names.slot(one.slot, one.kind, model.words) for one in disc_offers(model.view) if not one.why]
