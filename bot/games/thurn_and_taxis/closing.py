"""Closing a route (phase 3; sections 4 and 5): which offices are allowed, and what a closing yields."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product
from typing import Literal

import msgspec

from bot.games.contract import Refusal
from bot.games.thurn_and_taxis import scoring
from bot.games.thurn_and_taxis.land import LEVELS, RULES, STACKS, carriage_points, next_carriage, region_of
from bot.games.thurn_and_taxis.moves import Close, Closed, EndTriggered
from bot.games.thurn_and_taxis.state import Table
from bot.games.thurn_and_taxis.turn import Making


class Gains(msgspec.Struct, frozen=True):
    """What a closing yields."""

    closed: Closed
    """With the tile of the game's end, if it causes it."""
    trigger: Literal["carriage", "offices"] | None
    """Why it ends the game, where nothing has before."""

    @property
    def points(self) -> int:
        """By how much the score rises."""
        return points_of(self.closed)


def placements(route: Sequence[str], own: Collection[str], left: int) -> Iterator[tuple[str, ...]]:
    """All sets of cities in which offices may be placed with `left` of them in stock, the empty one first;
    each in the order of the row (phase 3, a)."""
    regions: dict[str, list[str]] = {}
    for city in route:
        if city not in own:
            regions.setdefault(region_of(city), []).append(city)
    for chosen in product(*[(None, *cities) for cities in regions.values()]):
        offices = [city for city in chosen if city is not None]
        if len(offices) <= left:
            yield tuple(sorted(offices, key=route.index))
    for cities in regions.values():
        for size in range(2, min(len(cities), left) + 1):
            yield from combinations(cities, size)


def placement_refusal(
    route: Sequence[str], own: Collection[str], left: int, offices: Sequence[str]
) -> Refusal | None:
    """Why offices may not be placed in these cities, None if they may: the same rule as `placements`."""
    for city in offices:
        if city not in route:
            return Refusal("office_off_route", city=city)
        if city in own:
            return Refusal("office_already", city=city)
    places = [route.index(city) for city in offices]
    if len(set(places)) < len(places):
        return Refusal("office_twice")
    if len(offices) > left:
        return Refusal("offices_left", n=left)
    regions = len({region_of(city) for city in offices})
    if offices and regions not in (len(offices), 1):
        return Refusal("office_mode")
    return None if places == sorted(places) else Refusal("office_order")


def carriage_taken(level: int, length: int, *, cartwright: bool = False) -> int | None:
    """The carriage that a route of this length gives to the owner of `level` (section 5); None: none."""
    following = next_carriage(level)
    missing = RULES.cartwright_shortfall_max if cartwright else 0
    return following if following is not None and length + missing >= following else None


def cartwright_helps(level: int, length: int) -> bool:
    """Whether the Cartwright gives a carriage that the length alone doesn't."""
    helped = carriage_taken(level, length, cartwright=True)
    return helped is not None and carriage_taken(level, length) is None


def gains(table: Table, move: Close) -> Gains:
    """What this closing yields for whoever's turn it is."""
    after, length = (*table.own, *move.offices), len(table.route)
    won = scoring.tiles_won(table.options, table.stacks, length, table.own, after)
    carriage = carriage_taken(table.level, length, cartwright=move.cartwright)
    trigger = None
    if table.ending is None and (carriage == LEVELS[-1] or len(after) == RULES.offices_per_player):
        trigger = "carriage" if carriage == LEVELS[-1] else "offices"
        won = (*won, scoring.top(table.stacks, scoring.GAME_END))
    closed = Closed(
        seat=table.active,
        route=table.route,
        offices=move.offices,
        tiles=won,
        carriage=carriage,
        cartwright=move.cartwright,
    )
    return Gains(closed, trigger)


def points_of(closed: Closed) -> int:
    """By how much the score as if the game ended now has risen with a closing."""
    points = sum([tile.value for tile in closed.tiles]) - RULES.vp_per_unplaced_office * len(closed.offices)
    if closed.carriage is None:
        return points
    before = max([level for level in LEVELS if level < closed.carriage], default=0)
    return points + carriage_points(closed.carriage) - carriage_points(before)


def close(making: Making, move: Close) -> None:
    """Offices, tiles, carriage, end of the game, and the row to the discard pile, in this order."""
    state, got = making.state, gains(making.state, move)
    seat, closed = state.active, got.closed
    taken = {tile.stack for tile in closed.tiles}
    pairs = zip(STACKS, state.stacks, strict=True)
    making.give(
        offices=(*state.own, *move.offices),
        tiles=(*state.tiles[seat], *closed.tiles),
        carriages=state.level if closed.carriage is None else closed.carriage,
        routes=(),
    )
    making.change(
        stacks=tuple([values[1:] if stack in taken else values for stack, values in pairs]),
        official="cartwright" if move.cartwright else state.official,
    )
    making.put_away(state.route)
    making.tell(closed)
    if got.trigger:
        making.change(ending=seat)
        making.tell(EndTriggered(seat=seat, why=got.trigger))
