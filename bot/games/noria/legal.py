"""What may be done now: `refusal` is the one rule about it, `legal` all moves that it lets pass.

Both take a view as well as a state: nothing that is hidden decides."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, groupby, permutations

from msgspec import UNSET
from msgspec.structs import replace

from bot.games.contract import Refusal, Seat
from bot.games.noria import box, costs, moves
from bot.games.noria.moves import Activate, Chain, NoriaMove
from bot.games.noria.state import (
    CHAMBER_PLACE,
    Island,
    Known,
    Phase,
    Player,
    Running,
    Turn,
    everybody,
    level_on,
)
from bot.games.noria.wheel import ACTIVE, PLACE, RING, SLOTS, Wheel, at, chains, discs_on, gaps

SETUP: tuple[Phase, ...] = ("wheel", "resources", "path")
BONUS = "B"
_USUAL = "BJEMOTC"
"""A new ship counts for the resources that follow, these for goods, and all of them for what is paid."""


def legal(known: Known, seat: Seat) -> Iterator[NoriaMove]:
    """All moves of the seat."""
    if known.phase == "over" or seat != known.active:
        return
    for move in _candidates(known):
        if refusal(known, seat, move) is None:
            yield move


def refusal(known: Known, seat: Seat, move: NoriaMove) -> Refusal | None:
    """Why the seat may not make this move, None if it may."""
    running = known.current.running
    if known.phase == "over" or seat != known.active:
        return Refusal("over" if known.phase == "over" else "not_asked")
    match move:
        case moves.Place() | moves.Choose() | moves.Enter():
            return _setup(known, move)
        case moves.Fit():
            if known.phase != "fit":
                return Refusal("nothing_to_fit")
            player = own(known)
            return _taken(player, move.slot) if move.disc in player.centre else Refusal("not_in_centre")
        case _ if known.phase in SETUP:
            return Refusal("setup_first")
        case _ if known.phase == "fit":
            return Refusal("fit_first")
        case moves.EndAction():
            return None if running else Refusal("no_disc_running")
        case moves.Chain(slots=()) if running:
            return None if running.then is not UNSET and move == Chain(()) else Refusal("nothing_follows")
        case _:
            if isinstance(move, Between):
                return Refusal("disc_running", slot=running.slot) if running else _between_discs(known, move)
            return _action(known, running, move) if running else Refusal("no_disc_running")


def own(known: Known) -> Player:
    """Whoever's turn it is."""
    return known.players[known.active]


def island_of(known: Known, number: int | None) -> Island | None:
    """The island of this number, if it is face up."""
    return next((island for island in known.islands if island.number == number), None)


def full_wheel(player: Player) -> bool:
    """Whether wheel and centre hold as many discs as there are slots."""
    return len(discs_on(player.wheel)) + len(player.centre) >= len(SLOTS)


def discs_to_place(player: Player) -> list[box.DiscKind]:
    """The starting discs that are not on the wheel yet."""
    there = [disc.kind for _, disc in discs_on(player.wheel)]
    return [kind for kind in box.BOX.starting_discs if kind not in there]


def _candidates(known: Known) -> Iterator[NoriaMove]:
    player = own(known)
    match known.phase:
        case "wheel":
            discs = discs_to_place(player)
            yield from [moves.Place(disc, slot) for disc in discs for slot in gaps(player.wheel)]
        case "resources":
            yield from map(moves.Choose, box.RESOURCES)
        case "path":
            yield from map(moves.Enter, box.PATHS)
        case "fit":
            centre = tuple(dict.fromkeys(player.centre))
            yield from [moves.Fit(disc, slot) for disc in centre for slot in gaps(player.wheel)]
        case "disc":
            yield from _actions(known)
            yield moves.EndAction()
            yield moves.Chain(())
        case _:
            if known.phase == "influence":
                yield from (moves.NightShift("M"), moves.NightShift("L"))
            if known.phase == "influence" and player.knowledge >= costs.knowledge_cost(known, "modification"):
                yield from [moves.Modify(*pair) for pair in combinations(SLOTS, 2)]
            yield from activations(player.wheel, known.current)
            yield from chain_moves(player.wheel, known.current)
            if player.knowledge >= costs.knowledge_cost(known, "politics"):
                open_ones = _open_chambers(known)
                yield from [moves.Politics(down, other) for down in open_ones for other in (*open_ones, None)]
            yield moves.EndTurn()


def _actions(known: Known) -> Iterator[NoriaMove]:
    running, player = known.current.running, own(known)
    disc = running and at(player.wheel, running.slot)
    match disc.kind if disc else "":
        case "J":
            yield from [moves.Travel(island.number) for island in known.islands]
            yield moves.Travel(None)
            yield from map(moves.TakeShip, box.SHIP_SPACES)
            yield from map(moves.Build, box.SPOTS)
        case "C":
            for pile in known.market:
                payments = box.mixes(player.stock, box.RESOURCES, pile.price)
                yield from [moves.Buy(pile.disc, pay) for pay in payments]
            for path in box.PATHS:
                if level_on(player.levels, path) < box.TOP:
                    payments = costs.path_payments(known, known.active, path)
                    yield from [moves.Invest(path, pay) for pay in payments]
        case _:
            yield from map(moves.Produce, box.GOODS)
            yield from map(moves.Upgrade, SLOTS)


def _setup(known: Known, move: moves.Choices) -> Refusal | None:
    if known.phase not in SETUP:
        return Refusal("setup_over")
    match known.phase, move:
        case "wheel", moves.Place(disc=disc, slot=slot):
            player = own(known)
            if disc not in discs_to_place(player):
                return Refusal("disc_placed")
            if no := _taken(player, slot):
                return no
            ring, most = next(item for item in box.BOX.expert_wheel.items() if item[0] == slot[0])
            return Refusal("ring_full", n=most) if len(discs_on(player.wheel, ring)) >= most else None
        case ("resources", moves.Choose()) | ("path", moves.Enter()):
            return None
        case _:
            return Refusal("setup_order")


def _taken(player: Player, slot: str) -> Refusal | None:
    if slot not in PLACE:
        return Refusal("no_such_slot", slot=slot)
    return Refusal("slot_taken", slot=slot) if at(player.wheel, slot) is not None else None


Between = moves.Chain | moves.NightShift | moves.Modify | moves.Activate | moves.Politics | moves.EndTurn


def _between_discs(known: Known, move: Between) -> Refusal | None:
    turn, wheel = known.current, own(known).wheel
    match move:
        case moves.Activate() | moves.Chain() if turn.debates:
            return Refusal("politics_begun")
        case moves.Activate():
            then = activation(wheel, turn, move)
            return then if isinstance(then, Refusal) else None
        case moves.Chain():
            short = len(move.slots) < 2 or len(set(move.slots)) < len(move.slots)
            return Refusal("nothing_follows") if short else chain_refusal(wheel, turn, move)
        case moves.NightShift() | moves.Modify() if turn.activated or turn.debates:
            return Refusal("influence_late")
        case moves.NightShift():
            return knowledge_refusal(known, "night_shift")
        case moves.Modify():
            return _modify(known, move) or knowledge_refusal(known, "modification")
        case moves.Politics() if turn.debates >= box.BOX.politics_per_turn:
            return Refusal("politics_used")
        case _ if frozenset(turn.activated) not in goals(wheel, turn):
            return Refusal("chain_open")
        case moves.EndTurn():
            return None
        case moves.Politics():
            return knowledge_refusal(known, "politics") or _politics(known, move)


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


def knowledge_refusal(known: Known, what: str) -> Refusal | None:
    """Why whoever's turn it is can't pay what this costs in knowledge, None if it can be paid."""
    cost, have = costs.knowledge_cost(known, what), own(known).knowledge
    return None if have >= cost else Refusal("knowledge_short", cost=cost, have=have)


def _open_chambers(known: Known) -> list[box.Chamber]:
    """Those from which something can be moved down."""
    return [name for name in box.CHAMBERS if known.chambers[CHAMBER_PLACE[name]].upper]


def _politics(known: Known, move: moves.Politics) -> Refusal | None:
    open_ones = _open_chambers(known)
    if move.down not in open_ones:
        return Refusal("chamber_empty")
    if move.remove == move.down:
        return Refusal("chamber_same")
    if move.remove is None:
        return Refusal("remove_needed") if len(open_ones) > 1 else None
    return None if move.remove in open_ones else Refusal("chamber_empty")


def _action(known: Known, running: Running, move: NoriaMove) -> Refusal | None:
    player = own(known)
    disc = at(player.wheel, running.slot)
    match disc.kind if disc else "", move:
        case "J", moves.Travel(island=number):
            return _travel(known, running, number)
        case "J", (moves.TakeShip() | moves.Build()):
            return _land(known, move) if running.stage == "arrived" else Refusal("travel_first")
        case "C", moves.Buy():
            return _buy(known, move)
        case "C", moves.Invest(path=path, pay=pay):
            level, extra = level_on(player.levels, path) + 1, costs.opponents_above(known, known.active, path)
            if level > box.TOP:
                return Refusal("top_level")
            no = costs.payment_refusal(known.numbers, path, level, extra, pay)
            return no or (None if player.stock.covers(pay) else Refusal("stock_short"))
        case "T", moves.Produce(good=good):
            if not player.empty.of(good):
                return Refusal("no_warehouse")
            return None if player.stock.covers(known.numbers.recipes[good]) else Refusal("stock_short")
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
    there = [one.ambassador for one in everybody(known).values()]
    return Refusal("island_occupied", island=number) if number in there else None


def _land(known: Known, move: moves.TakeShip | moves.Build) -> Refusal | None:
    player = own(known)
    here = island_of(known, player.ambassador)
    match move:
        case moves.TakeShip(space=space):
            if space not in box.SHIP_SPACES:
                return Refusal("no_such_ship", space=space)
            return None if here and here.ships[space - 1] else Refusal("no_ship")
        case moves.Build(spot=spot):
            if spot not in box.SPOTS:
                return Refusal("no_such_spot", spot=spot)
            if not player.factories_left:
                return Refusal("no_factories")
            return None if here and here.spots[spot - 1] is None else Refusal("spot_taken")


def _buy(known: Known, move: moves.Buy) -> Refusal | None:
    player, pay = own(known), move.pay
    left, price = next(((pile.left, pile.price) for pile in known.market if pile.disc == move.disc), (0, 0))
    if not left:
        return Refusal("pile_empty")
    if full_wheel(player):
        return Refusal("wheel_full")
    if not pay.real or any(kind not in box.RESOURCES for kind, _ in pay.items()):
        return Refusal("resources_only")
    if pay.total != price:
        return Refusal("price_wrong", n=price)
    return None if player.stock.covers(pay) else Refusal("stock_short")


def _upgrade(player: Player, slot: str) -> Refusal | None:
    if slot not in PLACE:
        return Refusal("no_such_slot", slot=slot)
    disc = at(player.wheel, slot)
    if disc is None:
        return Refusal("slot_empty", slot=slot)
    return Refusal("upgraded_already", slot=slot) if disc.upgraded else None


# Which discs may be activated next, so that the finished set is legal (rules 2.4, 3.2)


def goals(wheel: Wheel, turn: Turn) -> tuple[frozenset[str], ...]:
    """The legal sets that the turn can still end with, what is activated and named in each of them."""
    return _goals(wheel, frozenset(turn.activated), frozenset(turn.targets))


@lru_cache(1024)
def _goals(wheel: Wheel, activated: frozenset[str], targets: frozenset[str]) -> tuple[frozenset[str], ...]:
    fixed = activated | targets
    bonuses = {slot for slot, disc in discs_on(wheel) if disc.kind == BONUS}
    too_late = set[str]() if activated <= bonuses else bonuses - activated
    return tuple([chain for chain in chains(wheel) if fixed <= chain and chain.isdisjoint(too_late)])


def is_bonus(wheel: Wheel, slot: str) -> bool:
    """Whether a bonus disc lies there."""
    disc = at(wheel, slot)
    return disc is not None and disc.kind == BONUS


def activation(wheel: Wheel, turn: Turn, move: Activate) -> Turn | Refusal:
    """The turn with a disc more, without what it gives; or why it can't be activated like this."""
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
    if move.double or len(move.targets) > 1:
        if not disc.upgraded:
            return Refusal("double_normal")
        if turn.doubled:
            return Refusal("double_used", slot=turn.doubled)
    then = activated(turn, move)
    if not goals(wheel, then):
        return Refusal("target_unreachable" if move.targets else "not_joined", slot=slot)
    return then


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


def chain_refusal(wheel: Wheel, turn: Turn, move: Chain) -> Refusal | None:
    """Why discs can't be activated one after the other, None if they can."""
    if not move.slots or move.double not in (None, *move.slots):
        return Refusal("nothing_follows")
    for place, slot in enumerate(move.slots):
        one = Activate(slot, double=slot == move.double, targets=() if place else move.targets)
        then = activation(wheel, turn, one)
        if isinstance(then, Refusal):
            return then
        turn = then
    return None


def chain_moves(wheel: Wheel, turn: Turn) -> Iterator[Chain]:
    """Every chain of several discs in any order, with every doubling and all that a bonus disc can name."""
    able = [slot for slot, disc in discs_on(wheel) if disc.upgraded and disc.kind != BONUS]
    for goal in goals(wheel, turn):
        rest = sorted(goal.difference(turn.activated), key=PLACE.__getitem__)
        for slots in permutations(rest) if len(rest) > 1 else ():
            named: list[tuple[str, ...]] = [()]
            if is_bonus(wheel, slots[0]):
                plain = [slot for slot in rest if not is_bonus(wheel, slot)]
                named += [*combinations(plain, 1), *combinations_with_replacement(plain, 2)]
            doubles = (None, *[slot for slot in able if slot in slots])
            yield from [Chain(slots, double, targets) for targets in named for double in doubles]


def ranked_chains(known: Known) -> tuple[list[Chain], list[Chain]]:
    """The chains that use what they can, in the usual order of their discs, longer ones first; all others."""
    found = [move for move in legal(known, known.active) if isinstance(move, Chain) and move.slots]
    most = {slots: max(map(_extra, group)) for slots, group in groupby(found, lambda move: move.slots)}
    odd = {move: (most[move.slots] - _extra(move), _swaps(known, move)) for move in found}
    found.sort(key=lambda move: (odd[move], -len(move.slots), [PLACE[slot] for slot in move.slots]))
    return [move for move in found if not any(odd[move])], [move for move in found if any(odd[move])]


def _extra(move: Chain) -> int:
    """How many actions more it gives by doubling and by a bonus disc."""
    return len(move.targets) + (move.double is not None)


def _swaps(known: Known, move: Chain) -> int:
    """How many pairs of discs stand the other way round than usual; of equal kinds by their slots."""
    discs = [(at(own(known).wheel, slot), PLACE[slot]) for slot in move.slots]
    order = [(_USUAL.index(disc.kind), place) for disc, place in discs if disc]
    return sum(one > other for one, other in combinations(order, 2))


def activated(turn: Turn, move: Activate) -> Turn:
    """The turn with a disc more; what it gives is not in it."""
    double = move.double or len(move.targets) > 1
    return replace(
        turn,
        activated=(*turn.activated, move.slot),
        targets=(*turn.targets, *move.targets),
        doubled=move.slot if double else turn.doubled,
    )


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
