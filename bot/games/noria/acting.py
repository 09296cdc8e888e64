"""What a player's moves do to the table: influence, discs and their actions, politics (rules 5 to 9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.making import TurnMaking
from bot.games.noria import moves
from bot.games.noria.box import GOODS, YIELDS, Bundle, Resource, island, ship_kinds, ships_at_first, some
from bot.games.noria.chain import BONUS, actions_of
from bot.games.noria.costs import modification_cost, night_shift_cost, politics_cost, recipe
from bot.games.noria.legal import island_of
from bot.games.noria.moves import NoriaEvent, NoriaMove
from bot.games.noria.state import (
    Bot,
    Island,
    NoriaState,
    Player,
    Running,
    level_on,
    lowered,
    raised,
    thinned,
    warehouses_left,
)
from bot.games.noria.wheel import at, put, turned


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

    @property
    def bot(self) -> Bot:
        """The bot of the solo mode."""
        assert self.state.bot is not None, "there is no bot"
        return self.state.bot

    def give(self, **fields: Any) -> None:
        """Gives fields of whoever's turn it is new values."""
        seat, players = self.state.active, self.state.players
        player = replace(players[seat], **fields)
        self.change(players=(*players[:seat], player, *players[seat + 1 :]))

    def note(self, **fields: Any) -> None:
        """Gives fields of the turn under way new values."""
        self.change(current=replace(self.state.current, **fields))

    def alter_bot(self, **fields: Any) -> None:
        """Gives fields of the bot new values."""
        self.change(bot=replace(self.bot, **fields))

    def island(self, number: int | None) -> Island:
        """An island that is face up."""
        found = island_of(self.state, number)
        assert found is not None, "it is face up"
        return found

    def alter_island(self, changed: Island) -> None:
        """Puts an island in the place of the one with its number."""
        islands = [changed if each.number == changed.number else each for each in self.state.islands]
        self.change(islands=tuple(islands))


def act(making: Making, move: NoriaMove) -> None:
    """A step of a turn and nothing else: what follows from it by itself is told elsewhere."""
    _ACTS[type(move)](making, move)


def _night_shift(making: Making, move: moves.NightShift) -> None:
    """A ring goes one slot on."""
    cost = night_shift_cost(making.state)
    making.give(wheel=turned(making.player.wheel, (move.ring,)), knowledge=making.player.knowledge - cost)
    making.note(night_shifts=making.state.current.night_shifts + 1)
    making.tell(moves.Shifted(seat=making.seat, ring=move.ring, cost=cost))


def _modify(making: Making, move: moves.Modify) -> None:
    """Two slots exchange what lies in them."""
    cost, wheel = modification_cost(making.state), making.player.wheel
    swapped = put(put(wheel, move.one, at(wheel, move.other)), move.other, at(wheel, move.one))
    making.give(wheel=swapped, knowledge=making.player.knowledge - cost)
    making.note(modifications=making.state.current.modifications + 1)
    making.tell(moves.Modified(seat=making.seat, one=move.one, other=move.other, cost=cost))


def _activate(making: Making, move: moves.Activate) -> None:
    """A bonus disc names its targets, a resource disc brings its yield, others wait for their actions."""
    disc, turn = at(making.player.wheel, move.slot), making.state.current
    assert disc is not None, "legal only where a disc lies"
    double = move.double or len(move.targets) > 1
    actions = 0 if disc.kind == BONUS else actions_of(turn, move.slot, double=double)
    making.note(
        activated=(*turn.activated, move.slot),
        targets=(*turn.targets, *move.targets),
        doubled=move.slot if double else turn.doubled,
    )
    making.tell(
        moves.Activated(
            seat=making.seat,
            slot=move.slot,
            disc=disc.kind,
            actions=actions,
            doubled=double,
            targets=move.targets,
        )
    )
    if disc.kind in YIELDS:
        _gather(making, YIELDS[disc.kind], actions)
    elif actions:
        making.note(running=Running(move.slot, actions))


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
    """A ship of the island is the player's."""
    here, place = making.island(making.player.ambassador), move.space - 1
    kind = ship_kinds(here.number)[place]
    making.alter_island(replace(here, ships=less(here.ships, place)))
    making.give(ships=making.player.ships.plus(some(kind)))
    making.tell(moves.ShipTaken(seat=making.seat, island=here.number, space=move.space, kind=kind))
    _done(making)


def _build(making: Making, move: moves.Build) -> None:
    """A factory stands on a spot, and its owner takes the warehouses, as many as are left (H48)."""
    here, place = making.island(making.player.ambassador), move.spot - 1
    printed, good = island(here.number).spots[place]
    count = min(printed, warehouses_left(making.state.players, good))
    making.alter_island(replace(here, spots=(*here.spots[:place], making.seat, *here.spots[place + 1 :])))
    making.give(
        factories_left=making.player.factories_left - 1,
        empty=making.player.empty.plus(some(good, count)),
    )
    making.tell(
        moves.Built(seat=making.seat, island=here.number, spot=move.spot, good=good, warehouses=count)
    )
    _done(making)


def _buy(making: Making, move: moves.Buy) -> None:
    """The top disc of a pile comes into the centre of the wheel."""
    piles = [
        replace(pile, left=pile.left - 1) if pile.disc == move.disc else pile for pile in making.state.market
    ]
    making.change(market=tuple(piles))
    making.give(centre=(*making.player.centre, move.disc))
    _pay(making, move.pay)
    making.tell(moves.Bought(seat=making.seat, disc=move.disc, pay=move.pay))
    _done(making)


def _invest(making: Making, move: moves.Invest) -> None:
    """The representative goes one level up."""
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
    _pay(making, recipe(move.good))
    making.give(stock=making.player.stock.plus(made))
    making.note(running=replace(making.running, stage="producing"))
    making.tell(moves.Produced(seat=making.seat, good=move.good))
    player = making.player
    if not any(player.empty.of(good) and player.stock.covers(recipe(good)) for good in GOODS):
        _done(making)


def _upgrade(making: Making, move: moves.Upgrade) -> None:
    """A disc lies on its upgraded side, for every activation that has not begun yet."""
    disc = at(making.player.wheel, move.slot)
    assert disc is not None, "legal only where a disc lies"
    making.give(wheel=put(making.player.wheel, move.slot, replace(disc, upgraded=True)))
    making.tell(moves.Upgraded(seat=making.seat, slot=move.slot, disc=disc.kind))
    _done(making)


def _end_action(making: Making, move: moves.EndAction) -> None:
    """The action is given up, or what is left of it."""
    running = making.running
    making.tell(moves.GivenUp(seat=making.seat, slot=running.slot, unused=running.stage == "fresh"))
    _done(making)


def _debate(making: Making, move: moves.Politics) -> None:
    """One politician down, one of another chamber out of the game."""
    cost = politics_cost(making.state.space)
    making.give(knowledge=making.player.knowledge - cost)
    chambers = lowered(making.state.chambers, move.down)
    if move.remove is not None:
        chambers = thinned(chambers, move.remove)
    making.change(chambers=chambers)
    making.note(debates=making.state.current.debates + 1)
    making.tell(moves.Debated(seat=making.seat, down=move.down, remove=move.remove, cost=cost))


def less(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    """The numbers with one less at a place."""
    return (*counts[:place], counts[place] - 1, *counts[place + 1 :])


def _gather(making: Making, kind: Resource, actions: int) -> None:
    count = making.player.ships.of(kind) * actions
    making.give(stock=making.player.stock.plus(some(kind, count)))
    making.tell(moves.Gathered(seat=making.seat, kind=kind, count=count))


def _pay(making: Making, pay: Bundle) -> None:
    """Resources go; a good that is spent leaves its warehouse empty."""
    goods = Bundle(**{good: pay.of(good) for good in GOODS})
    making.give(stock=making.player.stock.minus(pay), empty=making.player.empty.plus(goods))


def _done(making: Making) -> None:
    """One action of the running disc is over."""
    running = making.running
    making.note(running=Running(running.slot, running.left - 1) if running.left > 1 else None)


_ACTS: dict[type[NoriaMove], Callable[[Making, Any], None]] = {
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
}
