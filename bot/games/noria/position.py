"""Positions of Noria set up by hand: what is left out follows from the rest; and what always holds."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta

from bot.games.checking import completed, require, require_seats
from bot.games.contract import Refusal, Seat
from bot.games.noria import box
from bot.games.noria.box import BOX, CHAMBERS, FACTORIES, NOTHING, PATHS, Bundle, Chamber, DiscKind, Path
from bot.games.noria.legal import BONUS, SETUP, chain_refusal, goals
from bot.games.noria.moves import NoriaEvent, NoriaOptions
from bot.games.noria.notation import read_slots
from bot.games.noria.opening import SOLO, market, next_choice
from bot.games.noria.state import (
    Bot,
    Edition,
    Island,
    NoriaState,
    Owner,
    Phase,
    Pile,
    Player,
    Seats,
    Turn,
    everybody,
    phase_of,
)
from bot.games.noria.wheel import SLOTS, Disc, at, discs_on

P = TypeVar("P", Player, Bot)
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
    schema: Literal[1] = 1
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
    edition: Edition = UNSET

    def completed(self) -> NoriaState:
        """The state with all that is left out; `ValueError` where that can't be told."""
        seats = len(self.players)
        require_seats(seats, box.SEATS)
        islands, stack = _islands(self, seats)
        players = [
            _owner(Player, player, Seat(seat), islands, wheel=BOX.basic_wheel)
            for seat, player in enumerate(self.players)
        ]
        active = self.start_player if self.active is None else self.active
        used = Counter(_discs(players))
        left = {kind: count - used[kind] for kind, count in _discs_in_game(seats).items()}
        follows: dict[str, Any] = {
            "phase": phase_of(self.current),
            "turn": self.round * seats + (active - self.start_player) % seats + 1,
            "active": active,
            "market": market(BOX.basic_prices, left),
        }
        bot = None
        if seats == SOLO:
            usual = {"wheel": BOX.bots["1"], "ambassador": islands[0].number}
            bot = _owner(Bot, self.bot or BotPosition(), "bot", islands, **usual)
        made: dict[str, Any] = {"islands": islands, "stack": stack, "players": tuple(players), "bot": bot}
        return completed(NoriaState, self, follows, **made, chambers=_chambers(self.chambers))

    @staticmethod
    def check(state: NoriaState) -> None:
        """Raises `ValueError` unless the position could stand on a table."""
        msgspec.convert(msgspec.to_builtins(state), NoriaState)
        _check_seats(state)
        for seat, player in enumerate(state.players):
            _check_player(player, f"seat {seat}")
        _check_bot(state)
        _check_islands(state)
        _check_supply(state)
        _check_discs(state)
        _check_phase(state)
        _check_turn(state)


def _islands(given: Position, seats: int) -> tuple[tuple[Island, ...], tuple[int, ...]]:
    """Those face up and the stack; what is missing is taken in the order of the numbers."""
    wanted = BOX.islands_in_play[seats]
    up = [IslandPosition(number=item) if isinstance(item, int) else item for item in given.islands]
    used = {*[item.number for item in up], *(given.stack or ())}
    spare = [number for number in box.ISLANDS if number not in used]
    if seats == SOLO:
        up += [IslandPosition(number=number) for number in spare[: wanted - len(up)]]
    elif not up:
        up = [IslandPosition(number=spare.pop(0))]
    islands: list[Island] = []
    for item in up:
        require(item.number in box.ISLANDS, f"there is no island {item.number}")
        islands.append(completed(Island, item, {"ships": box.ships_at_first(item.number, seats)}))
    stack = spare[: max(wanted - len(up), 0)] if given.stack is None and seats > 1 else given.stack or ()
    return tuple(islands), tuple(stack)


def _owner(
    kind: type[P],
    given: PlayerPosition | BotPosition,
    owner: Owner,
    islands: Sequence[Island],
    **usual: Any,
) -> P:
    """A player or the bot, with what is `usual` where nothing is given."""
    built = sum(spot == owner for island in islands for spot in island.spots)
    wheel, levels = usual["wheel"] if given.wheel is None else given.wheel, given.levels
    if isinstance(wheel, str):
        try:
            wheel, _ = read_slots(wheel)
        except Refusal as no:
            raise ValueError(f"wheel {wheel!r}: {no.code}") from no
    if isinstance(levels, dict):
        levels = tuple([levels.get(path, 0) for path in PATHS])
    return completed(kind, given, {"factories_left": FACTORIES - built, **usual}, wheel=wheel, levels=levels)


def _chambers(given: tuple[Seats, ...] | dict[Chamber, str]) -> tuple[Seats, ...]:
    if not isinstance(given, dict):
        return given
    rows = {chamber: text.split("/") for chamber, text in given.items()}
    require(all(len(row) == 2 for row in rows.values()), 'a chamber is written "upper/lower"')
    return tuple([Seats(*map(int, rows[name])) if name in rows else Seats() for name in CHAMBERS])


def _discs(players: Sequence[Player]) -> list[str]:
    lying = [disc.kind for player in players for _, disc in discs_on(player.wheel)]
    return [*lying, *[disc for player in players for disc in player.centre]]


def _discs_in_game(seats: int) -> dict[str, int]:
    return {kind: BOX.market_count[seats] + seats * (kind in BOX.starting_discs) for kind in box.DISCS}


def _check_seats(state: NoriaState) -> None:
    require_seats(state.seats, box.SEATS)
    told = [getattr(event, "seat", state.active) for event in (*state.news, *state.before)]
    for seat in (state.active, state.start_player, *told):
        require(seat in range(state.seats), f"there is no seat {seat}")
    require(0 <= state.round <= state.rounds, f"round {state.round}")
    place = (state.active - state.start_player) % state.seats
    turn = state.round * state.seats + place + 1
    require(state.turn == turn, f"turn {state.turn}: seat {state.active} has turn {turn} in this round")
    for event in (*state.news, *state.before):
        require(event.seen_by is None, "news: all is seen by everybody")


def _check_player(player: Player, name: str) -> None:
    for slot, disc in discs_on(player.wheel):
        require(disc.kind in box.DISCS, f"{name}: {disc.kind} can't lie on {slot}")
    for heap in (player.ships, player.stock, player.empty):
        require(heap.real, f"{name}: less than nothing")
    require(not any(map(player.ships.of, box.GOODS)), f"{name}: ships bring resources only")
    require(not any(map(player.empty.of, box.RESOURCES)), f"{name}: warehouses hold goods only")
    require(len(_discs([player])) <= len(SLOTS), f"{name}: more discs than slots")


def _check_bot(state: NoriaState) -> None:
    require((state.bot is not None) == (state.seats == SOLO), "there is a bot for one player, and only then")
    if state.bot is not None:
        letters = sorted([disc.kind for _, disc in discs_on(state.bot.wheel)])
        require(letters == sorted(box.LETTERS), f"bot: letters {letters}")


def _check_islands(state: NoriaState) -> None:
    """Nobody enters an island with somebody else's ambassador; only the bot may join a player."""
    face_up = [island.number for island in state.islands]
    numbers = [*face_up, *state.stack]
    require(len({*numbers}) == len(numbers) and {*numbers} <= {*box.ISLANDS}, f"islands {numbers}")
    wanted = BOX.islands_in_play[state.seats]
    require(len(numbers) == wanted, f"{len(numbers)} islands in play instead of {wanted}")
    require(bool(face_up), "no island is face up")
    people = everybody(state)
    for island in state.islands:
        pairs = zip(island.ships, box.ships_at_first(island.number, state.seats), strict=True)
        require(all(left <= count for left, count in pairs), f"island {island.number}: ships {island.ships}")
        right = all(owner is None or owner in people for owner in island.spots)
        require(right, f"island {island.number}: spots {island.spots}")
    built = Counter(owner for island in state.islands for owner in island.spots)
    for owner, person in people.items():
        left, wanted = person.factories_left, FACTORIES - built[owner]
        require(left == wanted, f"factories of {owner}: {left} left instead of {wanted}")
    there = [player.ambassador for player in state.players if player.ambassador is not None]
    require(len({*there}) == len(there), f"two ambassadors on an island: {there}")
    there += [state.bot.ambassador] if state.bot else []
    require({*there} <= {*face_up}, f"ambassadors on islands that are not face up: {there}")


def _check_supply(state: NoriaState) -> None:
    for name, seats in zip(CHAMBERS, state.chambers, strict=True):
        require(seats.removed >= 0, f"chamber {name}: {seats.upper}/{seats.lower} of {box.POLITICIANS}")
    for good in box.GOODS:
        owned = sum([player.empty.of(good) + player.stock.of(good) for player in state.players])
        require(owned <= BOX.supply[good], f"{owned} warehouses of {good} are too many")
    for kind in box.RESOURCES:
        owned = sum(player.ships.of(kind) for player in state.players)
        require(owned <= BOX.supply["ships"], f"{owned} ships of {kind}")


def _check_discs(state: NoriaState) -> None:
    """Market, wheels and centres hold all discs; only before the first round some wait beside a wheel."""
    piles: dict[str, int] = {pile.disc: pile.left for pile in state.market}
    right = len(piles) == len(state.market) == len(box.DISCS)
    require(right, f"{len(state.market)} piles of {len(piles)} discs instead of {len(box.DISCS)}")
    counts = Counter(_discs(state.players)) + Counter(piles)
    for kind, wanted in _discs_in_game(state.seats).items():
        found = counts[kind]
        right = found == wanted or (state.round == 0 and wanted - state.seats <= found < wanted)
        require(right, f"{found} discs {kind} instead of {wanted}")


def _check_phase(state: NoriaState) -> None:
    phase = state.phase
    require((phase in SETUP) == (state.round == 0), f"phase {phase} in round {state.round}")
    if phase in SETUP:
        require(next_choice(state) == phase, f"phase {phase}: something else is to be chosen")
    if phase == "over":
        last = (state.active + 1) % state.seats == state.start_player
        require(last and state.round == state.rounds, "phase over: the last round is not finished")
    for seat, player in enumerate(state.players):
        buying = seat == state.active and phase in ("actions", "disc", "fit")
        require(buying or not player.centre, f"seat {seat}: a bought disc was not fitted in")
    waiting = bool(state.players[state.active].centre)
    require(phase != "fit" or waiting, "phase fit: there is no disc to fit in")


def _check_turn(state: NoriaState) -> None:
    """What is activated can still become a legal set, and the phase says whether a disc is running."""
    turn, wheel = state.current, state.players[state.active].wheel
    if state.phase not in ("influence", "actions", "disc"):
        require(turn == Turn(), f"phase {state.phase}: no turn is under way")
        return
    wanted = phase_of(turn)
    require(state.phase == wanted, f"phase {state.phase} instead of {wanted}")
    require(bool(goals(wheel, turn)), f"{list(turn.activated)} can't become a legal set")
    require(len({*turn.activated}) == len(turn.activated), "a disc was activated twice")
    require(turn.debates == 0, "politics was made, and the turn goes on")
    require(turn.doubled is None or turn.doubled in turn.activated, f"doubled {turn.doubled}")
    if running := turn.running:
        last = running.slot in turn.activated[-1:]
        require(last, f"running {running.slot}: another disc was activated last")
        disc = at(wheel, running.slot)
        stages = {"J": ("fresh", "arrived"), "C": ("fresh",), "T": ("fresh", "producing")}
        kind = disc.kind if disc else BONUS
        require(running.stage in stages.get(kind, ()), f"running: {kind} is {running.stage}")
        if running.then is not UNSET:
            require(chain_refusal(wheel, turn, running.then) is None, "then: no chain that can follow")
