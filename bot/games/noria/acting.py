"""What a player's moves do to the table (rules 4 to 9), without what follows from them by itself."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from bot.games.in_turn import TurnMaking
from bot.games.making import changed
from bot.games.noria import moves
from bot.games.noria.box import BOX, GOODS, SHIP_KINDS, YIELDS, Bundle, ships_at_first, some
from bot.games.noria.costs import knowledge_cost
from bot.games.noria.legal import BONUS, actions_of, activated, island_of
from bot.games.noria.moves import NoriaEvent, NoriaMove
from bot.games.noria.state import Island, NoriaState, Player, Running, Turn, debated, level_on, raised
from bot.games.noria.wheel import Disc, at, put, turned


class Making(TurnMaking[NoriaState, NoriaEvent]):
    """A step of whoever's turn it is, and of the bot after it."""

    __slots__ = ()

    @property
    def player(self) -> Player:
        """What whoever's turn it is owns."""
        return self.state.players[self.state.active]

    @property
    def running(self) -> Running:
        """The disc that waits for its action; legal moves ask for it only when there is one."""
        running = self.state.current.running
        assert running is not None, "no disc is running"
        return running

    def give(self, **fields: Any) -> None:
        """Gives fields of whoever's turn it is new values."""
        self.change(players=changed(self.state.players, self.seat, replace(self.player, **fields)))

    def note(self, **fields: Any) -> None:
        """Gives fields of the turn under way new values."""
        self.change(current=replace(self.state.current, **fields))

    def island(self, number: int | None) -> Island:
        """An island that is face up."""
        found = island_of(self.state, number)
        assert found is not None, "it is face up"
        return found

    def alter(self, here: Island, **fields: Any) -> None:
        """Gives fields of an island new values."""
        place = self.state.islands.index(here)
        self.change(islands=changed(self.state.islands, place, replace(here, **fields)))


def lay(making: Making, disc: str, slot: str, *, bought: bool = False) -> None:
    """A disc comes onto the wheel."""
    making.give(wheel=put(making.player.wheel, slot, Disc(disc)))
    making.tell(moves.Placed(seat=making.seat, disc=disc, slot=slot, bought=bought))


def act(making: Making, move: NoriaMove) -> None:
    """A step of a turn and nothing else; the end of the turn is its administration (rules 5.4)."""
    seat, player, turn = making.seat, making.player, making.state.current
    match move:
        case moves.Place(disc=disc, slot=slot):
            lay(making, disc, slot)
        case moves.Choose(kind=kind):
            making.give(stock=player.stock.plus(some(kind)))
            making.tell(moves.Chosen(seat=seat, kind=kind))
        case moves.Enter(path=path):
            making.give(levels=raised(player.levels, path))
            making.tell(moves.Invested(seat=seat, path=path, level=1))
        case moves.NightShift(ring=ring):
            cost = knowledge_cost(making.state, "night_shift")
            making.give(wheel=turned(player.wheel, (ring,)), knowledge=player.knowledge - cost)
            making.note(night_shifts=turn.night_shifts + 1)
            making.tell(moves.Shifted(seat=seat, ring=ring, cost=cost))
        case moves.Modify(one=one, other=other):
            cost, wheel = knowledge_cost(making.state, "modification"), player.wheel
            wheel = put(put(wheel, one, at(wheel, other)), other, at(wheel, one))
            making.give(wheel=wheel, knowledge=player.knowledge - cost)
            making.note(modifications=turn.modifications + 1)
            making.tell(moves.Modified(seat=seat, one=one, other=other, cost=cost))
        case moves.Activate():
            _activate(making, move)
        case moves.Chain(slots=()):
            making.note(running=replace(making.running, then=UNSET))
        case moves.Chain():
            _in_chain(making, move)
        case moves.Politics(down=down, remove=remove):
            cost = knowledge_cost(making.state, "politics")
            making.give(knowledge=player.knowledge - cost)
            making.change(chambers=debated(making.state.chambers, down, remove))
            making.note(debates=turn.debates + 1)
            making.tell(moves.Debated(seat=seat, down=down, remove=remove, cost=cost))
        case moves.EndTurn():
            gain = BOX.knowledge_income[player.built]
            making.give(wheel=turned(player.wheel), knowledge=player.knowledge + gain)
            making.change(current=Turn())
            making.tell(moves.Administered(seat=seat, knowledge=gain))
        case moves.Fit(disc=disc, slot=slot):
            place = player.centre.index(disc)
            making.give(centre=(*player.centre[:place], *player.centre[place + 1 :]))
            lay(making, disc, slot, bought=True)
        case _:
            running = making.running
            left = replace(running, left=running.left - 1, stage="fresh") if running.left > 1 else None
            if _action(making, running, move):
                making.note(running=left)
                if left is None and running.then is not UNSET:
                    _in_chain(making, running.then)


def _in_chain(making: Making, chain: moves.Chain) -> None:
    """The discs of a chain, up to the first one that waits for its action."""
    for place, slot in enumerate(chain.slots, start=1):
        named = () if place > 1 else chain.targets
        _activate(making, moves.Activate(slot, double=slot == chain.double, targets=named))
        if running := making.state.current.running:
            if rest := chain.slots[place:]:
                then = moves.Chain(rest, chain.double if chain.double in rest else None)
                making.note(running=replace(running, then=then))
            return


def _activate(making: Making, move: moves.Activate) -> None:
    slot, turn = move.slot, making.state.current
    disc = at(making.player.wheel, slot)
    assert disc is not None, "legal only where a disc lies"
    double = move.double or len(move.targets) > 1
    actions = 0 if disc.kind == BONUS else actions_of(turn, slot, double=double)
    making.change(current=activated(turn, move))
    seat, kind = making.seat, disc.kind
    making.tell(
        moves.Activated(
            seat=seat, slot=slot, disc=kind, actions=actions, doubled=double, targets=move.targets
        )
    )
    if kind in YIELDS:
        count = making.player.ships.of(YIELDS[kind]) * actions
        making.give(stock=making.player.stock.plus(some(YIELDS[kind], count)))
        making.tell(moves.Gathered(seat=seat, kind=YIELDS[kind], count=count))
    elif actions:
        making.note(running=Running(slot, actions))


def _action(making: Making, running: Running, move: moves.Actions) -> bool:
    seat, player = making.seat, making.player
    match move:
        case moves.Travel(island=number):
            here = _arrive(making, running, number)
            return not any(here.ships) and (None not in here.spots or not player.factories_left)
        case moves.TakeShip(space=space):
            here = making.island(player.ambassador)
            kind, left = SHIP_KINDS[here.number][space - 1], here.ships[space - 1] - 1
            making.alter(here, ships=changed(here.ships, space - 1, left))
            making.give(ships=player.ships.plus(some(kind)))
            making.tell(moves.ShipTaken(seat=seat, island=here.number, space=space, kind=kind))
        case moves.Build(spot=spot):
            _build(making, spot)
        case moves.Buy(disc=disc, pay=pay):
            piles = [replace(pile, left=pile.left - (pile.disc == disc)) for pile in making.state.market]
            making.change(market=tuple(piles))
            making.give(centre=(*player.centre, disc))
            _pay(making, pay)
            making.tell(moves.Bought(seat=seat, disc=disc, pay=pay))
        case moves.Invest(path=path, pay=pay):
            making.give(levels=raised(player.levels, path))
            _pay(making, pay)
            level = level_on(making.player.levels, path)
            making.tell(moves.Invested(seat=seat, path=path, level=level, pay=pay))
        case moves.Produce(good=good):
            recipes = making.state.numbers.recipes
            _pay(making, recipes[good])
            made, now = some(good), making.player
            making.give(empty=now.empty.minus(made), stock=now.stock.plus(made))
            making.note(running=replace(running, stage="producing"))
            making.tell(moves.Produced(seat=seat, good=good))
            stock, empty = making.player.stock, making.player.empty
            return not any(empty.of(one) and stock.covers(recipes[one]) for one in GOODS)
        case moves.Upgrade(slot=slot):
            disc = at(player.wheel, slot)
            assert disc is not None, "legal only where a disc lies"
            making.give(wheel=put(player.wheel, slot, replace(disc, upgraded=True)))
            making.tell(moves.Upgraded(seat=seat, slot=slot, disc=disc.kind))
        case moves.EndAction():
            unused = running.stage == "fresh"
            making.tell(moves.GivenUp(seat=seat, slot=running.slot, unused=unused))
    return True


def _arrive(making: Making, running: Running, number: int | None) -> Island:
    """The ambassador arrives, on the next island face down where none is named."""
    if number is None:
        number, *stack = making.state.stack
        found = Island(number, ships_at_first(number, making.state.seats))
        making.change(islands=(*making.state.islands, found), stack=tuple(stack))
        making.irrevocable = True
        making.tell(moves.Revealed(island=number))
    making.give(ambassador=number)
    making.note(running=replace(running, stage="arrived"))
    making.tell(moves.Travelled(seat=making.seat, island=number))
    return making.island(number)


def _build(making: Making, spot: int) -> None:
    """A factory stands on a spot, and its owner takes the warehouses, as many as are left (H48)."""
    here, player = making.island(making.player.ambassador), making.player
    count, good = BOX.islands[here.number].spots[spot - 1]
    owned = sum([each.empty.of(good) + each.stock.of(good) for each in making.state.players])
    count = min(count, BOX.supply[good] - owned)
    making.alter(here, spots=changed(here.spots, spot - 1, making.seat))
    making.give(factories_left=player.factories_left - 1, empty=player.empty.plus(some(good, count)))
    making.tell(moves.Built(seat=making.seat, island=here.number, spot=spot, good=good, warehouses=count))


def _pay(making: Making, pay: Bundle) -> None:
    """Resources go; a good that is spent leaves its warehouse empty."""
    goods = Bundle(**{good: pay.of(good) for good in GOODS})
    making.give(stock=making.player.stock.minus(pay), empty=making.player.empty.plus(goods))
