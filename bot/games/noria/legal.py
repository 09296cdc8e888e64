"""What may be done now: `refusal` is the one rule about it, `legal` all moves that it lets pass.

Both take a view as well as a state: nothing that is hidden decides."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.contract import Refusal, Seat
from bot.games.noria import moves
from bot.games.noria.box import (
    BOX,
    CHAMBERS,
    GOODS,
    PATHS,
    RESOURCES,
    SHIP_SPACES,
    SPOTS,
    TOP,
    DiscKind,
    Good,
)
from bot.games.noria.chain import activation_refusal, activations, is_finished
from bot.games.noria.costs import (
    disc_payments,
    modification_cost,
    night_shift_cost,
    opponents_above,
    path_payments,
    politics_cost,
    recipe,
    units_for,
    wants_one_kind,
)
from bot.games.noria.moves import NoriaMove
from bot.games.noria.state import CHAMBER_PLACE, Island, Known, Phase, Pile, Player, Running, level_on
from bot.games.noria.wheel import PLACE, SLOTS, at, discs_on, gaps

SETUP: tuple[Phase, ...] = ("wheel", "resources", "path")


def legal(known: Known, seat: Seat) -> Iterator[NoriaMove]:
    """All moves of the seat."""
    if known.phase == "over" or seat != known.active:
        return
    for move in _candidates(known):
        if refusal(known, seat, move) is None:
            yield move


def refusal(known: Known, seat: Seat, move: NoriaMove) -> Refusal | None:
    """Why the seat may not make this move, None if it may."""
    if known.phase == "over":
        return Refusal("over")
    if seat != known.active:
        return Refusal("not_asked")
    match move:
        case moves.Place() | moves.Choose() | moves.Enter():
            return _setup(known, move)
        case moves.Fit():
            return _fit(known, move)
        case _:
            pass
    early = _before_turn(known)
    if early:
        return early
    match move:
        case moves.NightShift() | moves.Modify():
            return _running(known) or _influence(known, move)
        case moves.Activate():
            return _running(known) or _activate(known, move)
        case moves.Politics():
            return _running(known) or _politics(known, move)
        case moves.EndTurn():
            return _running(known) or _finished(known)
        case moves.EndAction():
            return None if known.current.running else Refusal("no_disc_running")
        case _:
            return _action(known, move)


def own(known: Known) -> Player:
    """Whoever's turn it is."""
    return known.players[known.active]


def island_of(known: Known, number: int | None) -> Island | None:
    """The island of this number, if it is face up."""
    return next((island for island in known.islands if island.number == number), None)


def occupied(known: Known) -> set[int]:
    """The islands with an ambassador of somebody else than whoever's turn it is."""
    others = [player.ambassador for seat, player in enumerate(known.players) if seat != known.active]
    if known.bot is not None:
        others.append(known.bot.ambassador)
    return {number for number in others if number is not None}


def full_wheel(player: Player) -> bool:
    """Whether wheel and centre hold as many discs as there are slots."""
    return len(discs_on(player.wheel)) + len(player.centre) >= len(SLOTS)


def discs_to_place(player: Player) -> list[DiscKind]:
    """The starting discs that are not on the wheel yet."""
    there = [disc.kind for _, disc in discs_on(player.wheel)]
    return [kind for kind in BOX.starting_discs if kind not in there]


def _candidates(known: Known) -> Iterator[NoriaMove]:
    """Everything that can be legal in this phase, and not much more."""
    player = own(known)
    match known.phase:
        case "wheel":
            yield from [
                moves.Place(disc, slot) for disc in discs_to_place(player) for slot in gaps(player.wheel)
            ]
        case "resources":
            yield from map(moves.Choose, RESOURCES)
        case "path":
            yield from map(moves.Enter, PATHS)
        case "fit":
            centre = tuple(dict.fromkeys(player.centre))
            yield from [moves.Fit(disc, slot) for disc in centre for slot in gaps(player.wheel)]
        case "disc":
            yield from _actions(known)
            yield moves.EndAction()
        case _:
            yield from _between(known)


def _between(known: Known) -> Iterator[NoriaMove]:
    """What can be done while no disc waits for its action."""
    player = own(known)
    if known.phase == "influence":
        yield moves.NightShift("M")
        yield moves.NightShift("L")
        if player.knowledge >= modification_cost(known):
            yield from [
                moves.Modify(one, other) for one in SLOTS for other in SLOTS if PLACE[one] < PLACE[other]
            ]
    yield from activations(player.wheel, known.current)
    if player.knowledge >= politics_cost(known.space):
        yield from [moves.Politics(down, other) for down in CHAMBERS for other in (*CHAMBERS, None)]
    yield moves.EndTurn()


def _actions(known: Known) -> Iterator[NoriaMove]:
    """What the running disc offers."""
    running, player = known.current.running, own(known)
    disc = running and at(player.wheel, running.slot)
    match disc.kind if disc else "":
        case "J":
            yield from [moves.Travel(island.number) for island in known.islands]
            yield moves.Travel(None)
            yield from map(moves.TakeShip, SHIP_SPACES)
            yield from map(moves.Build, SPOTS)
        case "C":
            for pile in known.market:
                yield from [moves.Buy(pile.disc, pay) for pay in disc_payments(player.stock, pile.price)]
            for path in PATHS:
                if level_on(player.levels, path) < TOP:
                    payments = path_payments(known, known.active, path)
                    yield from [moves.Invest(path, pay) for pay in payments]
        case _:
            yield from map(moves.Produce, GOODS)
            yield from map(moves.Upgrade, SLOTS)


def _setup(known: Known, move: moves.Place | moves.Choose | moves.Enter) -> Refusal | None:
    if known.phase not in SETUP:
        return Refusal("setup_over")
    match known.phase, move:
        case "wheel", moves.Place(disc=disc, slot=slot):
            return _place(known, disc, slot)
        case "resources", moves.Choose():
            return None
        case "path", moves.Enter():
            return None
        case _:
            return Refusal("setup_order")


def _place(known: Known, disc: str, slot: str) -> Refusal | None:
    player = own(known)
    if disc not in discs_to_place(player):
        return Refusal("disc_placed")
    if slot not in PLACE:
        return Refusal("no_such_slot", slot=slot)
    if at(player.wheel, slot) is not None:
        return Refusal("slot_taken", slot=slot)
    most = next(count for ring, count in BOX.expert_wheel.items() if ring == slot[0])
    full = sum(other[0] == slot[0] for other, _ in discs_on(player.wheel)) >= most
    return Refusal("ring_full", n=most) if full else None


def _fit(known: Known, move: moves.Fit) -> Refusal | None:
    player = own(known)
    if known.phase != "fit":
        return Refusal("nothing_to_fit")
    if move.disc not in player.centre:
        return Refusal("not_in_centre")
    if move.slot not in PLACE:
        return Refusal("no_such_slot", slot=move.slot)
    return Refusal("slot_taken", slot=move.slot) if at(player.wheel, move.slot) is not None else None


def _before_turn(known: Known) -> Refusal | None:
    if known.phase in SETUP:
        return Refusal("setup_first")
    return Refusal("fit_first") if known.phase == "fit" else None


def _running(known: Known) -> Refusal | None:
    running = known.current.running
    return Refusal("disc_running", slot=running.slot) if running else None


def _influence(known: Known, move: moves.NightShift | moves.Modify) -> Refusal | None:
    if known.current.activated or known.current.debates:
        return Refusal("influence_late")
    match move:
        case moves.NightShift():
            return knowledge_refusal(known, night_shift_cost(known))
        case moves.Modify():
            return _modify(known, move) or knowledge_refusal(known, modification_cost(known))


def _activate(known: Known, move: moves.Activate) -> Refusal | None:
    if known.current.debates:
        return Refusal("politics_begun")
    return activation_refusal(own(known).wheel, known.current, move)


def _modify(known: Known, move: moves.Modify) -> Refusal | None:
    for slot in (move.one, move.other):
        if slot not in PLACE:
            return Refusal("no_such_slot", slot=slot)
    if move.one == move.other:
        return Refusal("modify_same")
    wheel = own(known).wheel
    if at(wheel, move.one) is None and at(wheel, move.other) is None:
        return Refusal("modify_empty")
    return Refusal("slot_order") if PLACE[move.one] > PLACE[move.other] else None


def knowledge_refusal(known: Known, cost: int) -> Refusal | None:
    """Why whoever's turn it is can't pay so much knowledge, None if it can be paid."""
    have = own(known).knowledge
    return None if have >= cost else Refusal("knowledge_short", cost=cost, have=have)


def _finished(known: Known) -> Refusal | None:
    return None if is_finished(own(known).wheel, known.current) else Refusal("chain_open")


def _politics(known: Known, move: moves.Politics) -> Refusal | None:
    if known.current.debates >= BOX.politics_per_turn:
        return Refusal("politics_used")
    short = _finished(known) or knowledge_refusal(known, politics_cost(known.space))
    if short:
        return short
    open_ones = [name for name in CHAMBERS if known.chambers[CHAMBER_PLACE[name]].upper]
    if move.down not in open_ones:
        return Refusal("chamber_empty")
    if move.remove == move.down:
        return Refusal("chamber_same")
    others = [name for name in open_ones if name != move.down]
    if move.remove is None:
        return Refusal("remove_needed") if others else None
    return None if move.remove in others else Refusal("chamber_empty")


def _action(known: Known, move: NoriaMove) -> Refusal | None:
    """An action of the running disc."""
    running, player = known.current.running, own(known)
    disc = running and at(player.wheel, running.slot)
    if running is None or disc is None:
        return Refusal("no_disc_running")
    match disc.kind, move:
        case "J", moves.Travel(island=number):
            return _travel(known, running, number)
        case "J", moves.TakeShip(space=space):
            return _arrived(running) or _take_ship(known, space)
        case "J", moves.Build(spot=spot):
            return _arrived(running) or _build(known, spot)
        case "C", moves.Buy():
            return _buy(known, move)
        case "C", moves.Invest():
            return _invest(known, move)
        case "T", moves.Produce(good=good):
            return _produce(player, good)
        case "T", moves.Upgrade(slot=slot):
            return Refusal("producing") if running.stage == "producing" else _upgrade(player, slot)
        case _:
            return Refusal("wrong_disc", slot=running.slot)


def _travel(known: Known, running: Running, number: int | None) -> Refusal | None:
    if running.stage == "arrived":
        return Refusal("already_travelled")
    if number is None:
        return None if known.face_down else Refusal("no_hidden_island")
    if island_of(known, number) is None:
        return Refusal("no_such_island", island=number)
    if number == own(known).ambassador:
        return Refusal("same_island", island=number)
    return Refusal("island_occupied", island=number) if number in occupied(known) else None


def _arrived(running: Running) -> Refusal | None:
    return None if running.stage == "arrived" else Refusal("travel_first")


def _take_ship(known: Known, space: int) -> Refusal | None:
    island = island_of(known, own(known).ambassador)
    if space not in SHIP_SPACES:
        return Refusal("no_such_ship", space=space)
    return None if island and island.ships[space - 1] else Refusal("no_ship")


def _build(known: Known, spot: int) -> Refusal | None:
    island = island_of(known, own(known).ambassador)
    if spot not in SPOTS:
        return Refusal("no_such_spot", spot=spot)
    if not own(known).factories_left:
        return Refusal("no_factories")
    return None if island and island.spots[spot - 1] is None else Refusal("spot_taken")


def _buy(known: Known, move: moves.Buy) -> Refusal | None:
    pile = next((pile for pile in known.market if pile.disc == move.disc), Pile("E", 0, 0))
    if not pile.left:
        return Refusal("pile_empty")
    if full_wheel(own(known)):
        return Refusal("wheel_full")
    if not move.pay.real or any(kind not in RESOURCES for kind, _ in move.pay.items()):
        return Refusal("resources_only")
    if move.pay.total != pile.price:
        return Refusal("price_wrong", n=pile.price)
    return None if own(known).stock.covers(move.pay) else Refusal("stock_short")


def _invest(known: Known, move: moves.Invest) -> Refusal | None:
    path, pay, player = move.path, move.pay, own(known)
    level = level_on(player.levels, path) + 1
    if level > TOP:
        return Refusal("top_level")
    kinds, units = BOX.path_cost[path].kinds, units_for(path, level)
    extra = opponents_above(known, known.active, path)
    if not pay.real or any(kind not in kinds for kind, _ in pay.items()):
        return Refusal("path_kinds")
    if pay.total != units + extra:
        return Refusal("path_units", n=units + extra)
    if wants_one_kind(path, level) and max(map(pay.of, kinds)) < units:
        return Refusal("path_same", n=units)
    return None if player.stock.covers(pay) else Refusal("stock_short")


def _produce(player: Player, good: Good) -> Refusal | None:
    if not player.empty.of(good):
        return Refusal("no_warehouse")
    return None if player.stock.covers(recipe(good)) else Refusal("stock_short")


def _upgrade(player: Player, slot: str) -> Refusal | None:
    if slot not in PLACE:
        return Refusal("no_such_slot", slot=slot)
    disc = at(player.wheel, slot)
    if disc is None:
        return Refusal("slot_empty", slot=slot)
    return Refusal("upgraded_already", slot=slot) if disc.upgraded else None
