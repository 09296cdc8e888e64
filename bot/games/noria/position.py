"""Positions of Noria set up by hand: what is left out follows from the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from bot.games.checking import require, require_seats
from bot.games.contract import Refusal, Seat
from bot.games.noria.box import (
    BOX,
    CHAMBERS,
    FACTORIES,
    ISLANDS,
    LETTERS,
    NOTHING,
    PATHS,
    SEATS,
    Bundle,
    Chamber,
    DiscKind,
    Path,
    ships_at_first,
)
from bot.games.noria.check import check
from bot.games.noria.moves import NoriaEvent, NoriaOptions
from bot.games.noria.notation import read_slots, read_wheel
from bot.games.noria.opening import BASIC_WHEEL, market
from bot.games.noria.state import Bot, Island, NoriaState, Owner, Phase, Pile, Player, Seats, Turn
from bot.games.noria.supply import discs_in_game
from bot.games.noria.wheel import Disc, Wheel, discs_on

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
    require_seats(seats, SEATS)
    islands, stack = _islands(given, seats)
    players = tuple([_player(player, Seat(seat), islands) for seat, player in enumerate(given.players)])
    active = given.start_player if given.active is None else given.active
    turn = given.round * seats + (active - given.start_player) % seats + 1
    return NoriaState(
        schema=given.schema,
        options=given.options,
        phase=given.phase or _phase(given.current),
        round=given.round,
        turn=turn if given.turn is None else given.turn,
        moves=given.moves,
        active=active,
        start_player=given.start_player,
        market=_market(players) if given.market is None else given.market,
        islands=islands,
        stack=stack,
        chambers=_chambers(given.chambers),
        players=players,
        bot=_bot(given.bot or BotPosition(), islands) if seats == 1 else None,
        current=given.current,
        setup=given.setup,
        news=given.news,
        before=given.before,
    )


def _phase(turn: Turn) -> Phase:
    if turn.running:
        return "disc"
    return "actions" if turn.activated else "influence"


def _islands(given: Position, seats: int) -> tuple[tuple[Island, ...], tuple[int, ...]]:
    """Those face up and the stack; what is missing is taken in the order of the numbers."""
    wanted = BOX.islands_in_play[str(seats)]
    up = [IslandPosition(number=item) if isinstance(item, int) else item for item in given.islands]
    used = {*[item.number for item in up], *(given.stack or ())}
    spare = [number for number in ISLANDS if number not in used]
    if seats == 1:
        up += [IslandPosition(number=number) for number in spare[: wanted - len(up)]]
    elif not up:
        up = [IslandPosition(number=spare.pop(0))]
    stack = spare[: max(wanted - len(up), 0)] if given.stack is None and seats > 1 else given.stack or ()
    return tuple([_island(item, seats) for item in up]), tuple(stack)


def _island(given: IslandPosition, seats: int) -> Island:
    require(given.number in ISLANDS, f"there is no island {given.number}")
    ships = ships_at_first(given.number, seats) if given.ships is None else given.ships
    return Island(given.number, ships, given.spots)


def _player(given: PlayerPosition, seat: Seat, islands: Sequence[Island]) -> Player:
    return Player(
        wheel=BASIC_WHEEL if given.wheel is None else _wheel(given.wheel),
        centre=given.centre,
        ships=given.ships,
        stock=given.stock,
        empty=given.empty,
        knowledge=given.knowledge,
        factories_left=_factories(given.factories_left, seat, islands),
        levels=_levels(given.levels),
        ambassador=given.ambassador,
    )


def _bot(given: BotPosition, islands: Sequence[Island]) -> Bot:
    first = read_wheel(BOX.bots["1"], LETTERS)[0]
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
    total = discs_in_game(len(players))
    prices: dict[str, int] = {**BOX.basic_prices}
    return tuple(
        [
            Pile(pile.disc, pile.price, total[pile.disc] - used[pile.disc])
            for pile in market(prices, len(players))
        ]
    )
