"""The setup (section 4, 11.1) and the choices of the players before the first round."""

from __future__ import annotations

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.noria.acting import Making
from bot.games.noria.box import (
    BOX,
    CHAMBERS,
    DISCS,
    ISLANDS,
    LETTERS,
    PATHS,
    YIELDS,
    Path,
    Start,
    ships_at_first,
    some,
)
from bot.games.noria.moves import Choose, Chosen, Enter, Invested, NoriaOptions, Place, Placed, TurnBegun
from bot.games.noria.notation import (
    PRICED,
    PRICES,
    read_slots,
    read_start,
    read_wheel,
    write_start,
)
from bot.games.noria.notation import Start as StartPosition
from bot.games.noria.state import Bot, Island, NoriaState, Phase, Pile, Player, Seats, raised
from bot.games.noria.wheel import EMPTY, PLACE, Disc, Wheel, discs_on, put

BASIC_WHEEL = read_slots(BOX.basic_wheel)[0]
SOLO = 1


def is_expert(options: NoriaOptions, seats: int) -> bool:
    """Whether wheels are built and prices drawn: by option, and always in the solo mode."""
    return seats == SOLO or options.setup == "expert"


def start_of(options: NoriaOptions, seats: int) -> Start:
    """What players begin with."""
    return BOX.start.solo if seats == SOLO else getattr(BOX.start, options.setup)


def prepared(options: NoriaOptions, seats: int, chance: Chance) -> NoriaState:
    """The table before anybody chooses anything; in the solo mode with the bot in place."""
    given = _solo_start(options, chance) if seats == SOLO else None
    start = Seat(chance.stream("start", 0).below(seats))
    shuffled = chance.stream("islands", 0).shuffled(ISLANDS)[: BOX.islands_in_play[str(seats)]]
    circle = list(given.islands) if given else shuffled[:1]
    prices = given.prices if given else _prices(options, seats, chance)
    return NoriaState(
        options=options,
        phase="wheel",
        round=0,
        turn=0,
        moves=0,
        active=start,
        start_player=start,
        market=market(prices, seats),
        islands=tuple([Island(number, ships_at_first(number, seats)) for number in circle]),
        stack=() if given else tuple(shuffled[1:]),
        chambers=(Seats(),) * len(CHAMBERS),
        players=(_newcomer(options, seats),) * seats,
        bot=_bot(given, chance) if given else None,
    )


def market(prices: dict[str, int], seats: int) -> tuple[Pile, ...]:
    """Full piles: E, M, O for nothing, then by price."""
    cost = {kind: prices.get(kind, 0) for kind in DISCS}
    left = BOX.market_count[str(seats)]
    return tuple(sorted([Pile(kind, cost[kind], left) for kind in DISCS], key=lambda pile: pile.price))


def begin_choices(making: Making, seat: Seat) -> None:
    """A player begins to choose; what a start position names stands already."""
    making.turn_over()
    making.change(active=seat, turn=making.state.turn + 1)
    making.tell(TurnBegun(seat=seat, round=0))
    given = read_start(making.state.options.start) if making.state.options.start else None
    if given is None or given.player is None:
        return
    for slot, disc in discs_on(given.player):
        _lay(making, slot, disc)
    if given.player_path:
        choose(making, Enter(given.player_path))


def next_choice(state: NoriaState) -> Phase | None:
    """What the active player still has to choose; None: everything is chosen."""
    player = state.players[state.active]
    if len(discs_on(player.wheel)) < len(BOX.starting_discs):
        return "wheel"
    if player.stock.total < start_of(state.options, state.seats).resources:
        return "resources"
    return None if any(player.levels) else "path"


def choose(making: Making, move: Place | Choose | Enter) -> None:
    """A choice of the start, without what follows from it: a starting disc lies on the wheel, a resource is
    taken, the first representative leaves the cave for nothing."""
    match move:
        case Place(disc=disc, slot=slot):
            _lay(making, slot, Disc(disc))
        case Choose(kind=kind):
            making.give(stock=making.player.stock.plus(some(kind)))
            making.tell(Chosen(seat=making.seat, kind=kind))
        case Enter(path=path):
            making.give(levels=raised(making.player.levels, path))
            making.tell(Invested(seat=making.seat, path=path, level=1))


def written(state: NoriaState) -> str:
    """The start position in its notation, from a solo table before its first round."""
    bot, player = state.bot, state.players[0]
    if bot is None:
        return ""
    position = StartPosition(
        prices={pile.disc: pile.price for pile in state.market if pile.disc in PRICED},
        islands=tuple([island.number for island in state.islands]),
        ambassador=bot.ambassador,
        bot=bot.wheel,
        bot_path=path_entered(bot.levels),
        player=player.wheel,
        player_path=path_entered(player.levels),
    )
    return write_start(position)


def path_entered(levels: tuple[int, ...]) -> Path:
    """The first path on which somebody stands."""
    return next(path for path, level in zip(PATHS, levels, strict=True) if level)


def _lay(making: Making, slot: str, disc: Disc) -> None:
    making.give(wheel=put(making.player.wheel, slot, disc))
    making.tell(Placed(seat=making.seat, disc=disc.kind, slot=slot))


def _newcomer(options: NoriaOptions, seats: int) -> Player:
    wheel = EMPTY if is_expert(options, seats) else BASIC_WHEEL
    return Player(wheel=wheel, knowledge=start_of(options, seats).knowledge)


def _prices(options: NoriaOptions, seats: int, chance: Chance) -> dict[str, int]:
    if not is_expert(options, seats):
        return {kind: price for kind, price in BOX.basic_prices.items() if kind not in YIELDS}
    return dict(zip(PRICED, chance.stream("prices", 0).shuffled(PRICES), strict=True))


def _solo_start(options: NoriaOptions, chance: Chance) -> StartPosition:
    """The position that was asked for, or a drawn one with the bot wheel of the options."""
    if options.start:
        return read_start(options.start)
    circle = chance.stream("islands", 0).shuffled(ISLANDS)[: BOX.islands_in_play[str(SOLO)]]
    return StartPosition(
        prices=_prices(options, SOLO, chance),
        islands=tuple(circle),
        ambassador=chance.stream("ambassador", 0).choice(circle),
        bot=_bot_wheel(options.bot, chance),
        bot_path=None,
        player=None,
        player_path=None,
    )


def _bot_wheel(name: str, chance: Chance) -> Wheel:
    """One of the builds, or letters and slots at random, as many on each ring as the builds have."""
    if name != "random":
        return read_wheel(BOX.bots[name.removeprefix("bot_")], LETTERS)[0]
    stream = chance.stream("bot", 0)
    slots = [
        slot
        for ring, count in BOX.expert_wheel.items()
        for slot in stream.shuffled([slot for slot in PLACE if slot[0] == ring])[:count]
    ]
    wheel = EMPTY
    for slot, letter in zip(slots, stream.shuffled(LETTERS), strict=True):
        wheel = put(wheel, slot, Disc(letter))
    return wheel


def _bot(given: StartPosition, chance: Chance) -> Bot:
    path = given.bot_path or chance.stream("path", 0).choice(PATHS)
    return Bot(wheel=given.bot, levels=raised((0,) * len(PATHS), path), ambassador=given.ambassador)
