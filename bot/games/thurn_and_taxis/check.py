"""What always holds at a table of Thurn and Taxis."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from bot.games.checking import require, require_entries, require_seats
from bot.games.thurn_and_taxis.land import CITIES, LEVELS, RULES, SEATS, STACKS, joined
from bot.games.thurn_and_taxis.moves import Took
from bot.games.thurn_and_taxis.scoring import FULL, GAME_END
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.turn import CARDS, PLACES, obtainable


def check(state: TaxisState) -> None:
    """Raises `ValueError` unless the position could stand on a table."""
    require(state.schema == 1, f"schema {state.schema} is unknown")
    _check_seats(state)
    _check_cards(state)
    _check_rows(state)
    _check_offices(state)
    _check_tiles(state)
    _check_ending(state)
    _check_display(state)
    _check_official(state)
    _check_hand(state)
    _check_phase(state)
    _check_news(state)


def _check_seats(state: TaxisState) -> None:
    require_seats(state.seats, SEATS)
    names = ("routes", "offices", "carriages", "tiles")
    require_entries(state.seats, {name: getattr(state, name) for name in names})
    for name, seat in (("active", state.active), ("start_player", state.start_player)):
        require(seat in range(state.seats), f"{name}: there is no seat {seat}")
    place = (state.active - state.start_player) % state.seats
    turn = (state.round - 1) * state.seats + place + 1
    require(state.round >= 1, f"round {state.round}")
    require(state.turn == turn, f"turn {state.turn}: seat {state.active} has turn {turn} in this round")
    require(state.moves >= 0, f"moves {state.moves}")
    require(state.shuffles >= 1, f"shuffles {state.shuffles}")


def _check_cards(state: TaxisState) -> None:
    """Deck, discard pile, display, hands and rows together are the 66 cards."""
    open_cards = [city for city in state.display if city is not None]
    places = (state.deck, state.discard, open_cards, *state.hands, *state.routes)
    counts = Counter(city for cities in places for city in cities)
    for city in counts:
        require(city in CITIES, f"there is no city {city}")
    for city, count in Counter(CARDS).items():
        require(counts[city] == count, f"{counts[city]} cards of {city} instead of {count}")


def _check_rows(state: TaxisState) -> None:
    for seat, route in enumerate(state.routes):
        require(len(set(route)) == len(route), f"the row of seat {seat} has a city twice")
        for one, other in pairwise(route):
            require(joined(one, other), f"the row of seat {seat}: no road joins {one} and {other}")


def _check_offices(state: TaxisState) -> None:
    for seat, offices in enumerate(state.offices):
        require(len(set(offices)) == len(offices), f"seat {seat} has two offices in a city")
        require(len(offices) <= RULES.offices_per_player, f"seat {seat} has {len(offices)} offices")
        for city in offices:
            require(city in CITIES, f"there is no city {city}")


def _check_tiles(state: TaxisState) -> None:
    """Stacks and owned tiles together are the box; carriages are those of the box, too."""
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
    for seat, level in enumerate(state.carriages):
        require(level in (0, *LEVELS), f"seat {seat}: there is no carriage {level}")


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
    else:
        require(state.ending in reached, f"seat {state.ending} has no reason to end the game")
    if state.phase == "over":
        require(state.ending is not None, "phase over: nobody has caused the end")
        last = (state.active + 1) % state.seats == state.start_player
        require(last, "phase over: the round is not finished")


def _check_display(state: TaxisState) -> None:
    """A gap is only left where there was no card to fill it (edges 2 and 4)."""
    require(len(state.display) == len(PLACES), f"{len(state.display)} places instead of {len(PLACES)}")
    if None in state.display:
        require(not state.deck, "the display has gaps, but the deck has cards")
        taking = state.phase in ("take", "play")
        require(not (taking and state.discard), "the display has gaps, but there are discards")


def _check_official(state: TaxisState) -> None:
    """What was taken and played says which official was called, and an empty hand calls the Postmaster."""
    require(0 <= state.taken <= RULES.draws_with_postmaster, f"taken {state.taken}")
    require(0 <= state.played <= RULES.plays_with_postal_carrier, f"played {state.played}")
    official = state.official
    if state.taken == RULES.draws_with_postmaster or state.forced_postmaster:
        require(official == "postmaster", "the Postmaster was called")
    elif official == "postmaster":
        raise ValueError("the Postmaster was not called")
    carrier = state.played == RULES.plays_with_postal_carrier
    require(carrier == (official == "postal_carrier"), "the Postal Carrier plays the second card")
    late = state.phase in ("discard", "over")
    require(late or official != "cartwright", f"phase {state.phase}: the Cartwright comes with closing")


def _check_hand(state: TaxisState) -> None:
    """Whoever began with an empty hand has what was taken and not played."""
    hand = len(state.hands[state.active])
    begun = hand + state.played - state.taken
    if state.phase == "discard":
        least = RULES.hand_limit_after_closing + 1
        require(hand >= least, f"phase discard: {hand} cards in hand are not too many")
        require(not state.routes[state.active], "phase discard: the route is closed, so there is no row")
        require(not state.forced_postmaster, "phase discard: the hand can't have been empty")
        return
    if state.phase == "over":
        return
    require(begun >= 0, "more cards were taken than are there")
    require(state.forced_postmaster == (begun == 0), f"{begun} cards in hand when the turn began")


def _check_phase(state: TaxisState) -> None:
    taken, played, phase = state.taken, state.played, state.phase
    hand, route = state.hands[state.active], state.routes[state.active]
    if phase == "take":
        wanted = RULES.draws_with_postmaster if state.forced_postmaster else RULES.draws_per_turn
        require(taken < wanted and not played, f"phase take: taken {taken}, played {played}")
        require(obtainable(state), "phase take: there is no card to take")
        return
    short = taken == 0 or (state.forced_postmaster and taken < RULES.draws_with_postmaster)
    if phase == "play":
        require(not played and bool(hand), f"phase play: played {played}, {len(hand)} cards in hand")
        require(
            not (short and obtainable(state)),
            f"phase play: {taken} taken, which is too few, as there are cards",
        )
    elif phase == "close" and played:
        require(bool(route), "phase close: the card played lies in no row")
    elif phase == "close":
        skipped = not taken and not hand and not obtainable(state)
        require(skipped, "phase close: no card was played")
    elif phase == "discard":
        require(played > 0, "phase discard: no card was played")


def _check_news(state: TaxisState) -> None:
    """Whatever was told is of seats that play, and a card taken blind is named to its owner alone."""
    for event in (*state.news, *state.before):
        seat = getattr(event, "seat", state.active)
        require(seat in range(state.seats), f"news: there is no seat {seat}")
        secret = isinstance(event, Took) and not event.place and event.city is not None
        require(event.seen_by == ((seat,) if secret else None), "news: seen by others than it should be")
