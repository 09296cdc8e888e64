"""Positions of Noria set up by hand, where what is left out follows from the rest; and what holds at every
table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from bot.games.checking import require, require_seats
from bot.games.contract import Refusal, Seat
from bot.games.noria import box
from bot.games.noria.box import BOX, CHAMBERS, FACTORIES, NOTHING, PATHS, Bundle, Chamber, DiscKind, Path
from bot.games.noria.chain import BONUS, goals
from bot.games.noria.legal import SETUP
from bot.games.noria.moves import NoriaEvent, NoriaOptions
from bot.games.noria.notation import read_slots, read_wheel
from bot.games.noria.opening import BASIC_WHEEL, SOLO, market, next_choice
from bot.games.noria.state import (
    Bot,
    Island,
    NoriaState,
    Owner,
    Phase,
    Pile,
    Player,
    Seats,
    Turn,
    warehouses_left,
)
from bot.games.noria.wheel import SLOTS, Disc, Wheel, at, discs_on

WheelText = str | tuple[Disc | None, ...]
"""A wheel as it is kept, or in the notation, `+` behind an upgraded disc."""
Levels = tuple[int, ...] | dict[Path, int]
"""All four, or those that are not 0 by their paths."""


class PlayerPosition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player: without a wheel the basic one, without levels in the cave, with the first three ships."""

    wheel: WheelText | None = None
    centre: tuple[DiscKind, ...] = ()
    ships: Bundle = Bundle(energy=1, mycelium=1, obsidian=1)
    stock: Bundle = NOTHING
    empty: Bundle = NOTHING
    knowledge: int = 0
    factories_left: int | None = None
    levels: Levels = (0,) * len(PATHS)
    ambassador: int | None = None


class BotPosition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The bot: without a wheel the first build, without levels at REF 1, on the first island."""

    wheel: WheelText | None = None
    levels: Levels = (1, 0, 0, 0)
    ambassador: int | None = None
    factories_left: int | None = None


class IslandPosition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An island: without ships all of them lie there."""

    number: int
    ships: tuple[int, ...] | None = None
    spots: tuple[Owner | None, ...] = (None,) * 4


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state of which the players are enough, each of them be it `{}`.

    An island may be its number alone; those that are missing lie face down, in the solo mode face up.
    Chambers may be given by name as `"upper/lower"`. The market holds what lies on no wheel, at the basic
    prices.
    """

    players: tuple[PlayerPosition, ...]
    schema: int = 1
    options: NoriaOptions = NoriaOptions()
    phase: Phase | None = None
    round: Annotated[int, Meta(ge=0, le=16)] = 1
    turn: int | None = None
    moves: int = 0
    active: Seat | None = None
    start_player: Seat = Seat(0)
    market: tuple[Pile, ...] | None = None
    islands: tuple[IslandPosition | int, ...] = ()
    stack: tuple[int, ...] | None = None
    chambers: tuple[Seats, ...] | dict[Chamber, str] = {}
    bot: BotPosition | None = None
    current: Turn = Turn()
    setup: str = ""
    news: tuple[NoriaEvent, ...] = ()
    before: tuple[NoriaEvent, ...] = ()


def restore(data: bytes) -> NoriaState:
    """The complete state of a position in JSON; `ValueError` with the reason if it is not consistent."""
    state = _completed(msgspec.json.decode(data, type=Position))
    check(state)
    return state


def _completed(given: Position) -> NoriaState:
    seats = len(given.players)
    require_seats(seats, box.SEATS)
    islands, stack = _islands(given, seats)
    players = tuple([_player(player, Seat(seat), islands) for seat, player in enumerate(given.players)])
    active = given.start_player if given.active is None else given.active
    turn = given.round * seats + (active - given.start_player) % seats + 1
    found: dict[str, Any] = {
        "phase": given.phase or _phase(given.current),
        "turn": turn if given.turn is None else given.turn,
        "active": active,
        "market": _market(players) if given.market is None else given.market,
        "islands": islands,
        "stack": stack,
        "chambers": _chambers(given.chambers),
        "players": players,
        "bot": _bot(given.bot or BotPosition(), islands) if seats == SOLO else None,
    }
    return NoriaState(**asdict(given) | found)


def _phase(turn: Turn) -> Phase:
    return "disc" if turn.running else "actions" if turn.activated else "influence"


def _islands(given: Position, seats: int) -> tuple[tuple[Island, ...], tuple[int, ...]]:
    """Those face up and the stack; what is missing is taken in the order of the numbers."""
    wanted = BOX.islands_in_play[str(seats)]
    up = [IslandPosition(number=item) if isinstance(item, int) else item for item in given.islands]
    used = {*[item.number for item in up], *(given.stack or ())}
    spare = [number for number in box.ISLANDS if number not in used]
    if seats == SOLO:
        up += [IslandPosition(number=number) for number in spare[: wanted - len(up)]]
    elif not up:
        up = [IslandPosition(number=spare.pop(0))]
    stack = spare[: max(wanted - len(up), 0)] if given.stack is None and seats > 1 else given.stack or ()
    return tuple([_island(item, seats) for item in up]), tuple(stack)


def _island(given: IslandPosition, seats: int) -> Island:
    require(given.number in box.ISLANDS, f"there is no island {given.number}")
    ships = box.ships_at_first(given.number, seats) if given.ships is None else given.ships
    return Island(given.number, ships, given.spots)


def _player(given: PlayerPosition, seat: Seat, islands: Sequence[Island]) -> Player:
    found: dict[str, Any] = {
        "wheel": BASIC_WHEEL if given.wheel is None else _wheel(given.wheel),
        "factories_left": _factories(given.factories_left, seat, islands),
        "levels": _levels(given.levels),
    }
    return Player(**asdict(given) | found)


def _bot(given: BotPosition, islands: Sequence[Island]) -> Bot:
    first = read_wheel(BOX.bots["1"], box.LETTERS)[0]
    return Bot(
        wheel=first if given.wheel is None else _wheel(given.wheel),
        levels=_levels(given.levels),
        ambassador=islands[0].number if given.ambassador is None else given.ambassador,
        factories_left=_factories(given.factories_left, "bot", islands),
    )


def _wheel(given: WheelText) -> Wheel:
    if not isinstance(given, str):
        return given
    try:
        return read_slots(given)[0]
    except Refusal as no:
        raise ValueError(f"wheel {given!r}: {no.code}") from no


def _levels(given: Levels) -> tuple[int, ...]:
    return tuple([given.get(path, 0) for path in PATHS]) if isinstance(given, dict) else given


def _factories(given: int | None, owner: Owner, islands: Sequence[Island]) -> int:
    built = sum(spot == owner for island in islands for spot in island.spots)
    return FACTORIES - built if given is None else given


def _chambers(given: tuple[Seats, ...] | dict[Chamber, str]) -> tuple[Seats, ...]:
    if not isinstance(given, dict):
        return given
    rows = {chamber: text.split("/") for chamber, text in given.items()}
    require(all(len(row) == 2 for row in rows.values()), 'a chamber is written "upper/lower"')
    return tuple([Seats(*map(int, rows[name])) if name in rows else Seats() for name in CHAMBERS])


def _market(players: Sequence[Player]) -> tuple[Pile, ...]:
    """At the basic prices, with all discs that lie on no wheel."""
    used = Counter(disc.kind for player in players for _, disc in discs_on(player.wheel))
    used.update(disc for player in players for disc in player.centre)
    total = box.discs_in_game(len(players))
    piles = market({**BOX.basic_prices}, len(players))
    return tuple([Pile(pile.disc, pile.price, total[pile.disc] - used[pile.disc]) for pile in piles])


def check(state: NoriaState) -> None:
    """Raises `ValueError` unless the position could stand on a table."""
    require(state.schema == 1, f"schema {state.schema} is unknown")
    _check_seats(state)
    for seat, player in enumerate(state.players):
        _check_player(player, f"seat {seat}")
    _check_bot(state)
    _check_chambers(state)
    _check_islands(state)
    _check_ambassadors(state)
    _check_factories(state)
    _check_supply(state)
    _check_discs(state)
    _check_phase(state)
    _check_turn(state)
    for event in (*state.news, *state.before):
        seat = getattr(event, "seat", state.active)
        require(seat in range(state.seats), f"news: there is no seat {seat}")
        require(event.seen_by is None, "news: all is seen by everybody")


def _check_seats(state: NoriaState) -> None:
    require_seats(state.seats, box.SEATS)
    for name, seat in (("active", state.active), ("start_player", state.start_player)):
        require(seat in range(state.seats), f"{name}: there is no seat {seat}")
    require(0 <= state.round <= state.rounds, f"round {state.round}")
    place = (state.active - state.start_player) % state.seats
    turn = state.round * state.seats + place + 1
    require(state.turn == turn, f"turn {state.turn}: seat {state.active} has turn {turn} in this round")
    require(state.moves >= 0, f"moves {state.moves}")


def _check_player(player: Player, name: str) -> None:
    _check_wheel(player.wheel, box.DISCS, name)
    for heap in (player.ships, player.stock, player.empty):
        require(heap.real, f"{name}: less than nothing")
    require(not any(map(player.ships.of, box.GOODS)), f"{name}: ships bring resources only")
    require(not any(map(player.empty.of, box.RESOURCES)), f"{name}: warehouses hold goods only")
    require(player.knowledge >= 0, f"{name}: knowledge {player.knowledge}")
    full = len(discs_on(player.wheel)) + len(player.centre) > len(SLOTS)
    require(not full, f"{name}: more discs than slots")
    _check_levels(player.levels, name)


def _check_wheel(wheel: Wheel, kinds: tuple[str, ...], name: str) -> None:
    require(len(wheel) == len(SLOTS), f"{name}: {len(wheel)} slots instead of {len(SLOTS)}")
    for slot, disc in discs_on(wheel):
        require(disc.kind in kinds, f"{name}: {disc.kind} can't lie on {slot}")


def _check_levels(levels: tuple[int, ...], name: str) -> None:
    right = len(levels) == len(PATHS) and all(0 <= level <= box.TOP for level in levels)
    require(right, f"{name}: levels {list(levels)}")


def _check_bot(state: NoriaState) -> None:
    require((state.bot is not None) == (state.seats == SOLO), "there is a bot for one player, and only then")
    if state.bot is None:
        return
    _check_wheel(state.bot.wheel, box.LETTERS, "bot")
    letters = sorted([disc.kind for _, disc in discs_on(state.bot.wheel)])
    require(letters == sorted(box.LETTERS), f"bot: letters {letters}")
    _check_levels(state.bot.levels, "bot")


def _check_chambers(state: NoriaState) -> None:
    require(len(state.chambers) == len(CHAMBERS), f"{len(state.chambers)} chambers")
    for name, seats in zip(CHAMBERS, state.chambers, strict=True):
        right = seats.upper >= 0 and seats.lower >= 0 and seats.removed >= 0
        require(right, f"chamber {name}: {seats.upper}/{seats.lower} of {box.POLITICIANS}")


def _check_islands(state: NoriaState) -> None:
    numbers = [island.number for island in state.islands] + [*state.stack]
    require(len({*numbers}) == len(numbers) and {*numbers} <= {*box.ISLANDS}, f"islands {numbers}")
    wanted = BOX.islands_in_play[str(state.seats)]
    require(len(numbers) == wanted, f"{len(numbers)} islands in play instead of {wanted}")
    require(bool(state.islands), "no island is face up")
    owners = [*range(state.seats), None] if state.bot is None else [*range(state.seats), "bot", None]
    for island in state.islands:
        first = box.ships_at_first(island.number, state.seats)
        right = len(island.ships) == len(first) and all(
            0 <= left <= count for left, count in zip(island.ships, first, strict=True)
        )
        require(right, f"island {island.number}: ships {list(island.ships)}")
        right = len(island.spots) == len(box.SPOTS) and all(owner in owners for owner in island.spots)
        require(right, f"island {island.number}: spots {list(island.spots)}")


def _check_ambassadors(state: NoriaState) -> None:
    """Nobody enters an island with somebody else's ambassador; only the bot may join a player."""
    there = [player.ambassador for player in state.players if player.ambassador is not None]
    require(len({*there}) == len(there), f"two ambassadors on an island: {there}")
    if state.bot is not None:
        there.append(state.bot.ambassador)
    face_up = {island.number for island in state.islands}
    require({*there} <= face_up, f"ambassadors on islands that are not face up: {there}")


def _check_factories(state: NoriaState) -> None:
    built = Counter(owner for island in state.islands for owner in island.spots if owner is not None)
    people: list[tuple[Owner, Player | Bot]] = [(Seat(seat), each) for seat, each in enumerate(state.players)]
    if state.bot is not None:
        people.append(("bot", state.bot))
    for owner, person in people:
        wanted = FACTORIES - built[owner]
        left = person.factories_left
        require(left == wanted >= 0, f"factories of {owner}: {left} left instead of {wanted}")


def _check_supply(state: NoriaState) -> None:
    for good in box.GOODS:
        left = warehouses_left(state.players, good)
        require(left >= 0, f"{-left} warehouses of {good} too many")
    for kind in box.RESOURCES:
        owned = sum(player.ships.of(kind) for player in state.players)
        require(owned <= BOX.supply.ships, f"{owned} ships of {kind}")


def _check_discs(state: NoriaState) -> None:
    """Market, wheels and centres hold all discs; only before the first round some wait beside a wheel."""
    counts = Counter[str]()
    for pile in state.market:
        require(pile.left >= 0, f"market: {pile.left} discs {pile.disc}")
        counts[pile.disc] += pile.left
    require(
        [*{pile.disc: 0 for pile in state.market}] == [pile.disc for pile in state.market],
        "market: a disc twice",
    )
    require(len(state.market) == len(box.DISCS), f"{len(state.market)} piles instead of {len(box.DISCS)}")
    for player in state.players:
        counts.update([disc.kind for _, disc in discs_on(player.wheel)])
        counts.update(player.centre)
    for kind, wanted in box.discs_in_game(state.seats).items():
        found = counts[kind]
        right = found == wanted or (state.round == 0 and wanted - state.seats <= found < wanted)
        require(right, f"{found} discs {kind} instead of {wanted}")


def _check_phase(state: NoriaState) -> None:
    require((state.phase in SETUP) == (state.round == 0), f"phase {state.phase} in round {state.round}")
    if state.phase in SETUP:
        require(next_choice(state) == state.phase, f"phase {state.phase}: something else is to be chosen")
    if state.phase == "over":
        last = (state.active + 1) % state.seats == state.start_player
        require(last and state.round == state.rounds, "phase over: the last round is not finished")
    for seat, player in enumerate(state.players):
        buying = seat == state.active and state.phase in ("actions", "disc", "fit")
        require(buying or not player.centre, f"seat {seat}: a bought disc was not fitted in")
    if state.phase == "fit":
        require(bool(state.players[state.active].centre), "phase fit: there is no disc to fit in")


def _check_turn(state: NoriaState) -> None:
    """What is activated can still become a legal set, and the phase says whether a disc is running."""
    turn, wheel = state.current, state.players[state.active].wheel
    if state.phase not in ("influence", "actions", "disc"):
        require(turn == Turn(), f"phase {state.phase}: no turn is under way")
        return
    wanted = "disc" if turn.running else "actions" if turn.activated else "influence"
    require(state.phase == wanted, f"phase {state.phase} instead of {wanted}")
    require(bool(goals(wheel, turn)), f"{list(turn.activated)} can't become a legal set")
    require(len({*turn.activated}) == len(turn.activated), "a disc was activated twice")
    counts = (turn.night_shifts, turn.modifications)
    require(min(counts) >= 0 and turn.debates == 0, "the turn under way: counts")
    require(turn.doubled is None or turn.doubled in turn.activated, f"doubled {turn.doubled}")
    if turn.running is None:
        return
    running = turn.running
    require(running.slot in turn.activated[-1:], f"running {running.slot}: another disc was activated last")
    disc = at(wheel, running.slot)
    require(running.left in range(1, 5), f"running: {running.left} actions")
    stages = {"J": ("fresh", "arrived"), "C": ("fresh",), "T": ("fresh", "producing")}
    kind = disc.kind if disc else BONUS
    require(running.stage in stages.get(kind, ()), f"running: {kind} is {running.stage}")
