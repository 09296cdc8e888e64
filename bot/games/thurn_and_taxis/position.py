"""Positions of Thurn and Taxis: set up by hand, where the rest follows, and what always holds."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bot.games.checking import completed, require, require_entries, require_seats
from bot.games.contract import Seat
from bot.games.thurn_and_taxis.land import CITIES, LEVELS, NEIGHBOURS, RULES, SEATS, STACKS
from bot.games.thurn_and_taxis.moves import Official, TaxisEvent, TaxisOptions, Tile, Took
from bot.games.thurn_and_taxis.scoring import FULL, GAME_END, Stacks
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.turn import CARDS, PLACES, obtainable
from bot.games.thurn_and_taxis.view import Phase

Cities = tuple[str, ...]
Count = Annotated[int, Meta(ge=0)]
_BY_SEAT = ("hands", "routes", "offices", "carriages", "tiles")


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state of which one list by seat is enough, be it only of empty rows.

    Lists that are left out are empty, carriages 0, the stacks what nobody owns. Cards that are nowhere make
    the display, if it is left out, and the deck; where the deck is given, they are the discard pile. Without
    a phase and counts it is the begin of the turn of `active`, else of the start player; with a phase, as few
    cards were taken and played as it needs.
    """

    schema: Literal[1] = 1
    options: TaxisOptions = TaxisOptions()
    phase: Phase | None = None
    round: Annotated[int, Meta(ge=1, le=10_000)] = 1
    turn: int | None = None
    moves: Count = 0
    shuffles: Annotated[int, Meta(ge=1)] = 1
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
    shown: tuple[Cities, ...] | None = None
    taken: Annotated[int, Meta(ge=0, le=RULES.draws_with_postmaster)] | None = None
    played: Annotated[int, Meta(ge=0, le=RULES.plays_with_postal_carrier)] | None = None
    official: Official | None = None
    forced_postmaster: bool | None = None
    ending: Seat | None = None
    news: tuple[TaxisEvent, ...] = ()
    before: tuple[TaxisEvent, ...] = ()

    def completed(self) -> TaxisState:
        """The state with all that is left out; `ValueError` unless the lists by seat tell how many play."""
        lists = [getattr(self, name) for name in _BY_SEAT]
        lengths = {len(items) for items in lists if items is not None}
        if len(lengths) != 1:
            raise ValueError("the number of seats: one list by seat is needed, and all of them equally long")
        (seats,) = lengths
        nothing: tuple[Cities, ...] = ((),) * seats
        hands, routes, tiles = self.hands or nothing, self.routes or nothing, self.tiles or ((),) * seats
        active = self.start_player if self.active is None else self.active
        display, deck, discard = _piles(self, hands, routes)
        hand = len(hands[active]) if active in range(seats) else 0
        phase, taken, played = _progress(self, hand, any((*display, *deck, *discard)))
        forced = hand + played == taken if self.forced_postmaster is None else self.forced_postmaster
        carrier = "postal_carrier" if played >= RULES.plays_with_postal_carrier else None
        official = "postmaster" if forced or taken >= RULES.draws_with_postmaster else carrier
        owned = Counter(tile.stack for row in tiles for tile in row)
        holders = [Seat(seat) for seat, row in enumerate(tiles) if GAME_END in [tile.stack for tile in row]]
        follows: dict[str, Any] = {
            "turn": _turn(self.round, seats, active, self.start_player),
            "active": active,
            "hands": nothing,
            "routes": nothing,
            "offices": nothing,
            "carriages": (0,) * seats,
            "tiles": tiles,
            "shown": nothing,
            "stacks": tuple([values[owned[stack] :] for stack, values in zip(STACKS, FULL, strict=True)]),
            "official": official,
            "forced_postmaster": forced,
            "ending": holders[0] if holders else None,
        }
        piles = {"display": display, "deck": deck, "discard": discard}
        return completed(TaxisState, self, follows, **piles, phase=phase, taken=taken, played=played)

    @staticmethod
    def check(state: TaxisState) -> None:
        """Raises `ValueError` unless the position could stand on a table."""
        require_seats(state.seats, SEATS)
        require_entries(state.seats, {name: getattr(state, name) for name in _BY_SEAT})
        for name, seat in (("active", state.active), ("start_player", state.start_player)):
            require(seat in range(state.seats), f"{name}: there is no seat {seat}")
        turn = _turn(state.round, state.seats, state.active, state.start_player)
        require(state.turn == turn, f"turn {state.turn}: seat {state.active} has turn {turn} in this round")
        _check_cards(state)
        _check_shown(state)
        _check_pieces(state)
        _check_tiles(state)
        _check_ending(state)
        _check_official(state)
        _check_hand(state)
        _check_phase(state)
        # Whatever was told is of seats that play, and a card taken blind is named to its owner alone.
        for event in (*state.news, *state.before):
            seat = getattr(event, "seat", state.active)
            require(seat in range(state.seats), f"news: there is no seat {seat}")
            secret = isinstance(event, Took) and not event.place and event.city is not None
            require(event.seen_by == ((seat,) if secret else None), "news: seen by others than it should be")


def _turn(round: int, seats: int, active: Seat, start_player: Seat) -> int:
    return (round - 1) * seats + (active - start_player) % max(seats, 1) + 1


def _piles(
    given: Position, hands: Iterable[Cities], routes: Iterable[Cities]
) -> tuple[tuple[str | None, ...], Cities, Cities]:
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
    without any card that can be taken nothing was (edge 4). As few were taken as can be; who closes with
    hands unknown shall have begun with a card, free to call anybody."""
    if not (given.phase or given.taken or given.played or obtainable):
        return ("play", 0, 0) if hand else ("close", 0, 0)
    phase = given.phase or ("close" if given.played else "play" if given.taken else "take")
    least = 0 if phase in ("take", "play") else RULES.plays_per_turn
    played = least if given.played is None else given.played
    if given.taken is not None:
        return phase, given.taken, played
    if phase == "take":
        return phase, 0, played
    if given.forced_postmaster:
        return phase, RULES.draws_with_postmaster, played
    begun = max(hand + played - 1, 0) if phase == "close" else RULES.draws_per_turn
    return phase, min(RULES.draws_per_turn, begun), played


def _check_cards(state: TaxisState) -> None:
    """Deck, discard pile, display, hands and rows together are the 66 cards; a gap of the display is only
    left where there was no card to fill it (edges 2 and 4)."""
    open_cards = [city for city in state.display if city is not None]
    places = (state.deck, state.discard, open_cards, *state.hands, *state.routes)
    counts = Counter(city for cities in places for city in cities)
    for city in counts:
        require(city in CITIES, f"there is no city {city}")
    for city, count in Counter(CARDS).items():
        require(counts[city] == count, f"{counts[city]} cards of {city} instead of {count}")
    require(len(state.display) == len(PLACES), f"{len(state.display)} places instead of {len(PLACES)}")
    if None in state.display:
        require(not state.deck, "the display has gaps, but the deck has cards")
        taking = state.phase in ("take", "play")
        require(not (taking and state.discard), "the display has gaps, but there are discards")


def _check_shown(state: TaxisState) -> None:
    lists = state.shown or ()
    require(len(lists) in (0, state.seats), f"{len(lists)} lists of shown cards")
    for seat, shown in enumerate(lists):
        require(Counter(shown) <= Counter(state.hands[seat]), f"seat {seat} has shown cards that it has not")


def _check_pieces(state: TaxisState) -> None:
    for seat, (route, offices) in enumerate(zip(state.routes, state.offices, strict=True)):
        require(len(set(route)) == len(route), f"the row of seat {seat} has a city twice")
        for one, other in pairwise(route):
            require(other in NEIGHBOURS[one], f"the row of seat {seat}: no road joins {one} and {other}")
        require(len(set(offices)) == len(offices), f"seat {seat} has two offices in a city")
        require(len(offices) <= RULES.offices_per_player, f"seat {seat} has {len(offices)} offices")
        for city in offices:
            require(city in CITIES, f"there is no city {city}")
        level = state.carriages[seat]
        require(level in (0, *LEVELS), f"seat {seat}: there is no carriage {level}")


def _check_tiles(state: TaxisState) -> None:
    require(len(state.stacks) == len(STACKS), f"{len(state.stacks)} stacks instead of {len(STACKS)}")
    owned = [tile for tiles in state.tiles for tile in tiles]
    for tile in owned:
        require(tile.stack in STACKS, f"there is no stack {tile.stack}")
    for stack, values, full in zip(STACKS.values(), state.stacks, FULL, strict=True):
        taken = [tile.value for tile in owned if tile.stack == stack.id]
        together = (*sorted(taken, reverse=True), *values)
        require(together == full, f"stack {stack.id}: {taken} taken and {list(values)} left of {list(full)}")
        for seat, tiles in enumerate(state.tiles):
            count = sum(tile.stack == stack.id for tile in tiles)
            require(stack.kind == "length" or count <= 1, f"seat {seat} has {count} tiles of {stack.id}")


def _check_ending(state: TaxisState) -> None:
    """The end has been caused by whoever has its tile, and by nobody as long as there is no reason."""
    holders = [seat for seat, tiles in enumerate(state.tiles) if GAME_END in [tile.stack for tile in tiles]]
    wanted = [] if state.ending is None else [state.ending]
    require(holders == wanted, f"the tile {GAME_END} belongs to whoever causes the end")
    reached = [
        seat
        for seat in range(state.seats)
        if state.carriages[seat] == LEVELS[-1] or len(state.offices[seat]) == RULES.offices_per_player
    ]
    if state.ending is None:
        require(not reached, "somebody has caused the end: `ending` is missing")
        require(state.phase != "over", "phase over: nobody has caused the end")
    else:
        require(state.ending in reached, f"seat {state.ending} has no reason to end the game")
        last = (state.active + 1) % state.seats == state.start_player
        require(last or state.phase != "over", "phase over: the round is not finished")


def _check_official(state: TaxisState) -> None:
    """What was taken and played says which official was called, and an empty hand calls the Postmaster."""
    postmaster = state.taken == RULES.draws_with_postmaster or state.forced_postmaster
    called = state.official == "postmaster"
    require(called == postmaster, f"the Postmaster was {'' if postmaster else 'not '}called")
    carrier = state.played == RULES.plays_with_postal_carrier
    require(carrier == (state.official == "postal_carrier"), "the Postal Carrier plays the second card")
    late = state.phase in ("discard", "over")
    require(late or state.official != "cartwright", f"phase {state.phase}: the Cartwright comes with closing")


def _check_hand(state: TaxisState) -> None:
    hand = len(state.hand)
    if state.phase == "discard":
        least = RULES.hand_limit_after_closing + 1
        require(hand >= least, f"phase discard: {hand} cards in hand are not too many")
        require(not state.route, "phase discard: the route is closed, so there is no row")
        require(not state.forced_postmaster, "phase discard: the hand can't have been empty")
    elif state.phase != "over":
        begun = hand + state.played - state.taken
        require(begun >= 0, "more cards were taken than are there")
        require(state.forced_postmaster == (begun == 0), f"{begun} cards in hand when the turn began")


def _check_phase(state: TaxisState) -> None:
    taken, played, hand = state.taken, state.played, state.hand
    match state.phase:
        case "take":
            wanted = RULES.draws_with_postmaster if state.forced_postmaster else RULES.draws_per_turn
            require(taken < wanted and not played, f"phase take: taken {taken}, played {played}")
            require(obtainable(state), "phase take: there is no card to take")
        case "play":
            require(not played and bool(hand), f"phase play: played {played}, {len(hand)} cards in hand")
            short = taken == 0 or (state.forced_postmaster and taken < RULES.draws_with_postmaster)
            few = short and obtainable(state)
            require(not few, f"phase play: {taken} taken, which is too few, as there are cards")
        case "close" if played:
            require(bool(state.route), "phase close: the card played lies in no row")
        case "close":
            skipped = not taken and not hand and not obtainable(state)
            require(skipped, "phase close: no card was played")
        case "discard":
            require(played > 0, "phase discard: no card was played")
        case "over":
            pass
