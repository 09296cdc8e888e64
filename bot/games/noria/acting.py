"""What a player's moves do to the table (rules 4 to 9), without what follows from them by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.making import TurnMaking
from bot.games.noria import moves
from bot.games.noria.box import BOX, GOODS, SHIP_KINDS, YIELDS, Bundle, changed, ships_at_first, some
from bot.games.noria.chain import BONUS, actions_of
from bot.games.noria.costs import modification_cost, night_shift_cost, politics_cost
from bot.games.noria.legal import island_of
from bot.games.noria.moves import NoriaEvent, NoriaMove
from bot.games.noria.state import Island, NoriaState, Player, Running, Turn, debated, level_on, raised
from bot.games.noria.wheel import Disc, at, put, turned


class Making(TurnMaking[NoriaState, NoriaEvent]):
    """A step of whoever's turn it is, and of the bot after it."""

    __slots__ = ()

    def __init__(self, state: NoriaState) -> None:
        super().__init__(state, state.news, state.before)

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.state.active

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


def act(making: Making, move: NoriaMove) -> None:
    """A step of a turn and nothing else; the end of the turn is its administration."""
    _ACTS[type(move)](making, move)


def lay(making: Making, disc: str, slot: str, *, bought: bool = False) -> None:
    """A disc comes onto the wheel."""
    making.give(wheel=put(making.player.wheel, slot, Disc(disc)))
    making.tell(moves.Placed(seat=making.seat, disc=disc, slot=slot, bought=bought))


def _place(making: Making, move: moves.Place) -> None:
    lay(making, move.disc, move.slot)


def _choose(making: Making, move: moves.Choose) -> None:
    making.give(stock=making.player.stock.plus(some(move.kind)))
    making.tell(moves.Chosen(seat=making.seat, kind=move.kind))


def _enter(making: Making, move: moves.Enter) -> None:
    making.give(levels=raised(making.player.levels, move.path))
    making.tell(moves.Invested(seat=making.seat, path=move.path, level=1))


def _night_shift(making: Making, move: moves.NightShift) -> None:
    cost = night_shift_cost(making.state)
    making.give(wheel=turned(making.player.wheel, (move.ring,)), knowledge=making.player.knowledge - cost)
    making.note(night_shifts=making.state.current.night_shifts + 1)
    making.tell(moves.Shifted(seat=making.seat, ring=move.ring, cost=cost))


def _modify(making: Making, move: moves.Modify) -> None:
    cost, wheel = modification_cost(making.state), making.player.wheel
    swapped = put(put(wheel, move.one, at(wheel, move.other)), move.other, at(wheel, move.one))
    making.give(wheel=swapped, knowledge=making.player.knowledge - cost)
    making.note(modifications=making.state.current.modifications + 1)
    making.tell(moves.Modified(seat=making.seat, one=move.one, other=move.other, cost=cost))


def _activate(making: Making, move: moves.Activate) -> None:
    """A bonus disc names its targets, a resource disc brings its yield, others wait for their actions."""
    slot, turn = move.slot, making.state.current
    disc = at(making.player.wheel, slot)
    assert disc is not None, "legal only where a disc lies"
    double = move.double or len(move.targets) > 1
    actions = 0 if disc.kind == BONUS else actions_of(turn, slot, double=double)
    making.note(
        activated=(*turn.activated, slot),
        targets=(*turn.targets, *move.targets),
        doubled=slot if double else turn.doubled,
    )
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


def _travel(making: Making, move: moves.Travel) -> None:
    """The ambassador arrives; without ships and spots there the action is over."""
    number = move.island
    if number is None:
        number, *stack = making.state.stack
        found = Island(number, ships_at_first(number, making.state.seats))
        making.change(islands=(*making.state.islands, found), stack=tuple(stack))
        making.irrevocable = True
        making.tell(moves.Revealed(island=number))
    making.give(ambassador=number)
    making.note(running=replace(making.running, stage="arrived"))
    making.tell(moves.Travelled(seat=making.seat, island=number))
    here = making.island(number)
    if not any(here.ships) and (None not in here.spots or not making.player.factories_left):
        _done(making)


def _take_ship(making: Making, move: moves.TakeShip) -> None:
    here, place = making.island(making.player.ambassador), move.space - 1
    kind = SHIP_KINDS[here.number][place]
    making.alter(here, ships=changed(here.ships, place, here.ships[place] - 1))
    making.give(ships=making.player.ships.plus(some(kind)))
    making.tell(moves.ShipTaken(seat=making.seat, island=here.number, space=move.space, kind=kind))
    _done(making)


def _build(making: Making, move: moves.Build) -> None:
    """A factory stands on a spot, and its owner takes the warehouses, as many as are left (H48)."""
    here, player, place = making.island(making.player.ambassador), making.player, move.spot - 1
    count, good = BOX.islands[here.number].spots[place]
    owned = sum([each.empty.of(good) + each.stock.of(good) for each in making.state.players])
    count = min(count, BOX.supply[good] - owned)
    making.alter(here, spots=changed(here.spots, place, making.seat))
    making.give(factories_left=player.factories_left - 1, empty=player.empty.plus(some(good, count)))
    making.tell(
        moves.Built(seat=making.seat, island=here.number, spot=move.spot, good=good, warehouses=count)
    )
    _done(making)


def _buy(making: Making, move: moves.Buy) -> None:
    piles = [replace(pile, left=pile.left - (pile.disc == move.disc)) for pile in making.state.market]
    making.change(market=tuple(piles))
    making.give(centre=(*making.player.centre, move.disc))
    _pay(making, move.pay)
    making.tell(moves.Bought(seat=making.seat, disc=move.disc, pay=move.pay))
    _done(making)


def _invest(making: Making, move: moves.Invest) -> None:
    levels = raised(making.player.levels, move.path)
    making.give(levels=levels)
    _pay(making, move.pay)
    level = level_on(levels, move.path)
    making.tell(moves.Invested(seat=making.seat, path=move.path, level=level, pay=move.pay))
    _done(making)


def _produce(making: Making, move: moves.Produce) -> None:
    """A warehouse is full; the action goes on while another one can be filled."""
    made = some(move.good)
    making.give(empty=making.player.empty.minus(made))
    _pay(making, BOX.recipes[move.good])
    making.give(stock=making.player.stock.plus(made))
    making.note(running=replace(making.running, stage="producing"))
    making.tell(moves.Produced(seat=making.seat, good=move.good))
    player = making.player
    if not any(player.empty.of(good) and player.stock.covers(BOX.recipes[good]) for good in GOODS):
        _done(making)


def _upgrade(making: Making, move: moves.Upgrade) -> None:
    """A disc lies on its upgraded side, for every activation that has not begun yet."""
    disc = at(making.player.wheel, move.slot)
    assert disc is not None, "legal only where a disc lies"
    making.give(wheel=put(making.player.wheel, move.slot, replace(disc, upgraded=True)))
    making.tell(moves.Upgraded(seat=making.seat, slot=move.slot, disc=disc.kind))
    _done(making)


def _end_action(making: Making, move: moves.EndAction) -> None:
    running = making.running
    making.tell(moves.GivenUp(seat=making.seat, slot=running.slot, unused=running.stage == "fresh"))
    _done(making)


def _debate(making: Making, move: moves.Politics) -> None:
    cost = politics_cost(making.state.space)
    making.give(knowledge=making.player.knowledge - cost)
    making.change(chambers=debated(making.state.chambers, move.down, move.remove))
    making.note(debates=making.state.current.debates + 1)
    making.tell(moves.Debated(seat=making.seat, down=move.down, remove=move.remove, cost=cost))


def _administer(making: Making, move: moves.EndTurn) -> None:
    """The wheel turns, and knowledge comes in (rules 5.4)."""
    gain = BOX.knowledge_income[making.player.built]
    making.give(wheel=turned(making.player.wheel), knowledge=making.player.knowledge + gain)
    making.change(current=Turn())
    making.tell(moves.Administered(seat=making.seat, knowledge=gain))


def _fit(making: Making, move: moves.Fit) -> None:
    centre = list(making.player.centre)
    centre.remove(move.disc)
    making.give(centre=tuple(centre))
    lay(making, move.disc, move.slot, bought=True)


def _pay(making: Making, pay: Bundle) -> None:
    """Resources go; a good that is spent leaves its warehouse empty."""
    goods = Bundle(**{good: pay.of(good) for good in GOODS})
    making.give(stock=making.player.stock.minus(pay), empty=making.player.empty.plus(goods))


def _done(making: Making) -> None:
    running = making.running
    making.note(running=Running(running.slot, running.left - 1) if running.left > 1 else None)


_ACTS: dict[type[NoriaMove], Callable[[Making, Any], None]] = {
    moves.Place: _place,
    moves.Choose: _choose,
    moves.Enter: _enter,
    moves.NightShift: _night_shift,
    moves.Modify: _modify,
    moves.Activate: _activate,
    moves.Travel: _travel,
    moves.TakeShip: _take_ship,
    moves.Build: _build,
    moves.Buy: _buy,
    moves.Invest: _invest,
    moves.Produce: _produce,
    moves.Upgrade: _upgrade,
    moves.EndAction: _end_action,
    moves.Politics: _debate,
    moves.EndTurn: _administer,
    moves.Fit: _fit,
}
