"""The setup (section 4, 11.1) and what the players choose before the first round."""

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.noria import box
from bot.games.noria.acting import Making, act, lay
from bot.games.noria.box import BOX, PATHS
from bot.games.noria.moves import Choose, Enter, NoriaOptions, TurnBegun
from bot.games.noria.notation import PRICED, PRICES, Start, read_slots, read_start, read_wheel, write_start
from bot.games.noria.state import Bot, Edition, Island, NoriaState, Phase, Pile, Player, Seats, raised
from bot.games.noria.wheel import EMPTY, SLOTS, Disc, Wheel, discs_on, put

BASIC_WHEEL = read_slots(BOX.basic_wheel)[0]
SOLO = 1


def start_of(options: NoriaOptions, seats: int) -> box.Start:
    """What players begin with."""
    if seats == SOLO:
        return BOX.start["solo"]
    return BOX.start["expert" if options.setup == "expert" else "basic"]


def prepared(options: NoriaOptions, seats: int, chance: Chance, edition: Edition) -> NoriaState:
    """The table before anybody chooses anything; in the solo mode with the bot in place. Wheels are built and
    prices drawn by option, and in the solo mode, unless it is a first game."""
    start = Seat(chance.stream("start", 0).below(seats))
    islands = chance.stream("islands", 0).shuffled(box.ISLANDS)[: BOX.islands_in_play[seats]]
    first = options.setup == "first" and not options.start
    expert = options.setup == "expert" or (seats == SOLO and not first)
    given, bot = _solo_start(options, tuple(islands), chance) if seats == SOLO else None, None
    if given:
        path = given.bot_path or chance.stream("path", 0).choice(PATHS)
        bot = Bot(wheel=given.bot, levels=raised((0,) * len(PATHS), path), ambassador=given.ambassador)
    drawn = given.prices if given else _drawn_prices(chance)
    prices = drawn if expert else BOX.basic_prices
    wheel, knowledge = EMPTY if expert else BASIC_WHEEL, start_of(options, seats).knowledge
    face_up = given.islands if given else islands[:1]
    return NoriaState(
        options=options,
        phase="wheel",
        round=0,
        turn=0,
        moves=0,
        active=start,
        start_player=start,
        market=market(prices, dict.fromkeys(box.DISCS, BOX.market_count[seats])),
        islands=tuple([Island(number, box.ships_at_first(number, seats)) for number in face_up]),
        stack=() if given else tuple(islands[1:]),
        chambers=(Seats(),) * len(box.CHAMBERS),
        players=(Player(wheel=wheel, knowledge=knowledge),) * seats,
        bot=bot,
        edition=edition,
    )


def market(prices: dict[str, int], left: dict[str, int]) -> tuple[Pile, ...]:
    """The piles: E, M, O for nothing, then by price."""
    piles = [Pile(kind, prices.get(kind, 0), left[kind]) for kind in box.DISCS]
    return tuple(sorted(piles, key=lambda pile: pile.price))


def begin_choices(making: Making, seat: Seat) -> None:
    """A player begins to choose; what a start position names stands already, in a first game everything."""
    making.turn_over()
    making.change(active=seat, turn=making.state.turn + 1)
    making.tell(TurnBegun(seat=seat, round=0))
    options = making.state.options
    given = read_start(options.start) if options.start else None
    if options.setup == "first" and not given:
        for kind in BOX.first_game.resources[: start_of(options, making.state.seats).resources]:
            act(making, Choose(kind))
        act(making, Enter(BOX.first_game.path))
    if given and given.player:
        for slot, disc in discs_on(given.player):
            lay(making, disc.kind, slot)
        if given.player_path:
            act(making, Enter(given.player_path))


def next_choice(state: NoriaState) -> Phase | None:
    """What the active player still has to choose; None: everything is chosen."""
    player = state.players[state.active]
    if len(discs_on(player.wheel)) < len(BOX.starting_discs):
        return "wheel"
    if player.stock.total < start_of(state.options, state.seats).resources:
        return "resources"
    return None if any(player.levels) else "path"


def written(state: NoriaState) -> str:
    """The start position of a solo table in its notation; empty where several play."""
    bot, player = state.bot, state.players[0]
    if bot is None:
        return ""
    return write_start(
        Start(
            prices={pile.disc: pile.price for pile in state.market if pile.disc in PRICED},
            islands=tuple([island.number for island in state.islands]),
            ambassador=bot.ambassador,
            bot=bot.wheel,
            bot_path=PATHS[bot.levels.index(1)],
            player=player.wheel,
            player_path=PATHS[player.levels.index(1)],
        )
    )


def _drawn_prices(chance: Chance) -> dict[str, int]:
    return dict(zip(PRICED, chance.stream("prices", 0).shuffled(PRICES), strict=True))


def _solo_start(options: NoriaOptions, islands: tuple[int, ...], chance: Chance) -> Start:
    """The position that was asked for, or a drawn one with the bot wheel of the options."""
    if options.start:
        return read_start(options.start)
    ambassador = chance.stream("ambassador", 0).choice(islands)
    return Start(_drawn_prices(chance), islands, ambassador, _bot_wheel(options.bot, chance))


def _bot_wheel(name: str, chance: Chance) -> Wheel:
    """One of the builds, or letters and slots at random, as many on each ring as the builds have."""
    if name != "random":
        return read_wheel(BOX.bots[name.removeprefix("bot_")], box.LETTERS)[0]
    stream, slots = chance.stream("bot", 0), list[str]()
    for ring, count in BOX.expert_wheel.items():
        slots += stream.shuffled([slot for slot in SLOTS if slot[0] == ring])[:count]
    wheel = EMPTY
    for slot, letter in zip(slots, stream.shuffled(box.LETTERS), strict=True):
        wheel = put(wheel, slot, Disc(letter))
    return wheel
