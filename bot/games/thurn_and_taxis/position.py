"""Positions of Thurn and Taxis set up by hand: what is left out follows from the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from bot.games.contract import Seat
from bot.games.thurn_and_taxis.check import check
from bot.games.thurn_and_taxis.land import RULES, STACKS
from bot.games.thurn_and_taxis.moves import Official, TaxisEvent, TaxisOptions, Tile
from bot.games.thurn_and_taxis.scoring import FULL, GAME_END, Stacks
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.turn import CARDS, PLACES
from bot.games.thurn_and_taxis.view import Phase

Cities = tuple[str, ...]
Count = Annotated[int, Meta(ge=0)]


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state of which one list by seat is enough, be it only of empty rows.

    Lists that are left out are empty, carriages 0, the stacks what nobody owns. Cards that are nowhere make
    the display, if it is left out, and the deck; where the deck is given, they are the discard pile. Without
    a phase and counts it is the begin of the turn of `active`, else of the start player; with a phase, as few
    cards were taken and played as it needs.
    """

    schema: int = 1
    options: TaxisOptions = TaxisOptions()
    phase: Phase | None = None
    round: Annotated[int, Meta(ge=1, le=10_000)] = 1
    turn: int | None = None
    moves: int = 0
    shuffles: int = 1
    active: Seat | None = None
    start_player: Seat = Seat(0)
    deck: Cities | None = None
    discard: Cities | None = None
    display: tuple[str | None, ...] | None = None
    hands: tuple[Cities, ...] | None = None
    routes: tuple[Cities, ...] | None = None
    offices: tuple[Cities, ...] | None = None
    carriages: tuple[int, ...] | None = None
    tiles: tuple[tuple[Tile, ...], ...] | None = None
    stacks: Stacks | None = None
    taken: Count | None = None
    played: Count | None = None
    official: Official | None = None
    forced_postmaster: bool | None = None
    ending: Seat | None = None
    news: tuple[TaxisEvent, ...] = ()
    before: tuple[TaxisEvent, ...] = ()


def restore(data: bytes) -> TaxisState:
    """The complete state of a position in JSON; `ValueError` with the reason if it is not consistent."""
    state = _completed(msgspec.json.decode(data, type=Position))
    check(state)
    return state


def _completed(given: Position) -> TaxisState:
    seats = _seats(given)
    nothing: tuple[Cities, ...] = ((),) * seats
    active = given.start_player if given.active is None else given.active
    hands, routes = given.hands or nothing, given.routes or nothing
    tiles = given.tiles or ((),) * seats
    display, deck, discard = _piles(given, hands, routes)
    hand = len(hands[active]) if active in range(seats) else 0
    phase, taken, played = _progress(given, hand, any((*display, *deck, *discard)))
    begun = len(hands[active]) + played - taken if active in range(seats) else 0
    forced = begun == 0 if given.forced_postmaster is None else given.forced_postmaster
    return TaxisState(
        schema=given.schema,
        options=given.options,
        phase=phase,
        round=given.round,
        turn=_turn(given, seats, active) if given.turn is None else given.turn,
        moves=given.moves,
        shuffles=given.shuffles,
        active=active,
        start_player=given.start_player,
        deck=deck,
        discard=discard,
        display=display,
        hands=hands,
        routes=routes,
        offices=given.offices or nothing,
        carriages=given.carriages or (0,) * seats,
        tiles=tiles,
        stacks=_stacks(tiles) if given.stacks is None else given.stacks,
        taken=taken,
        played=played,
        official=given.official or _official(taken, played, forced=forced),
        forced_postmaster=forced,
        ending=_ending(given, tiles),
        news=given.news,
        before=given.before,
    )


def _seats(given: Position) -> int:
    """As many as the lists by seat have entries, which must be equally many."""
    lists = (given.hands, given.routes, given.offices, given.carriages, given.tiles)
    lengths = {len(entries) for entries in lists if entries is not None}
    if len(lengths) != 1:
        raise ValueError("the number of seats: one list by seat is needed, and all of them equally long")
    return lengths.pop()


def _turn(given: Position, seats: int, active: Seat) -> int:
    return (given.round - 1) * seats + (active - given.start_player) % max(seats, 1) + 1


def _piles(
    given: Position, hands: Iterable[Cities], routes: Iterable[Cities]
) -> tuple[tuple[str | None, ...], Cities, Cities]:
    """Display, deck and discard pile: the cards that are nowhere lie there."""
    places = (*hands, *routes, given.deck or (), given.discard or (), given.display or ())
    seen = Counter(city for cities in places for city in cities)
    rest: list[str] = []
    for city in reversed(CARDS):
        if seen[city]:
            seen[city] -= 1
        else:
            rest.insert(0, city)
    display = given.display
    if display is None:
        display, rest = tuple(rest[: len(PLACES)]), rest[len(PLACES) :]
    display = (*display, *(None,) * (len(PLACES) - len(display)))
    if given.deck is None:
        return display, tuple(rest), given.discard or ()
    return display, given.deck, tuple(rest) if given.discard is None else given.discard


def _progress(given: Position, hand: int, obtainable: bool) -> tuple[Phase, int, int]:
    """The phase, and how many cards were taken and played in it by the owner of so many cards in hand;
    without any card that can be taken nothing was (edge 4)."""
    if not (given.phase or given.taken or given.played or obtainable):
        return ("play", 0, 0) if hand else ("close", 0, 0)
    phase = given.phase or ("close" if given.played else "play" if given.taken else "take")
    least = 0 if phase in ("take", "play") else RULES.plays_per_turn
    played = least if given.played is None else given.played
    return phase, _taken(given, phase, hand + played) if given.taken is None else given.taken, played


def _taken(given: Position, phase: Phase, cards: int) -> int:
    """As few as can be. Who closes with hands unknown shall have begun with a card, free to call anybody."""
    if phase == "take":
        return 0
    if given.forced_postmaster:
        return RULES.draws_with_postmaster
    return min(RULES.draws_per_turn, max(cards - 1, 0)) if phase == "close" else RULES.draws_per_turn


def _official(taken: int, played: int, *, forced: bool) -> Official | None:
    if forced or taken >= RULES.draws_with_postmaster:
        return "postmaster"
    return "postal_carrier" if played >= RULES.plays_with_postal_carrier else None


def _stacks(tiles: Iterable[tuple[Tile, ...]]) -> Stacks:
    owned = Counter(tile.stack for row in tiles for tile in row)
    return tuple([values[owned[stack] :] for stack, values in zip(STACKS, FULL, strict=True)])


def _ending(given: Position, tiles: Iterable[tuple[Tile, ...]]) -> Seat | None:
    """Whoever has the tile for it."""
    if given.ending is not None:
        return given.ending
    holders = [seat for seat, row in enumerate(tiles) if any(tile.stack == GAME_END for tile in row)]
    return Seat(holders[0]) if holders else None
