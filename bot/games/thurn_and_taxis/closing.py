"""Closing a route (phase 3; sections 4 and 5): which offices are allowed, and what a closing yields."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product
from typing import Literal

import msgspec

from bot.games.contract import Refusal
from bot.games.thurn_and_taxis import scoring
from bot.games.thurn_and_taxis.land import LEVELS, RULES, carriage_points, next_carriage, region_of
from bot.games.thurn_and_taxis.moves import Close, Closed, EndTriggered, TaxisOptions, Tile
from bot.games.thurn_and_taxis.turn import Making, put_away
from bot.games.thurn_and_taxis.view import TaxisView


class Gains(msgspec.Struct, frozen=True):
    """What a closing yields."""

    tiles: tuple[Tile, ...]
    """In the order of winning, with that of the game's end."""
    carriage: int | None
    """The level of the carriage taken."""
    trigger: Literal["carriage", "offices"] | None
    """Why it ends the game, where nothing has before."""
    points: int
    """By how much the score as if the game ended now rises."""


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


def gains(
    *,
    options: TaxisOptions,
    stacks: scoring.Stacks,
    ending: bool,
    length: int,
    own: Collection[str],
    placed: Collection[str],
    level: int,
    cartwright: bool,
) -> Gains:
    """What closing yields for somebody with these offices and this carriage; `ending`: the end of the game
    has been caused before."""
    after = (*own, *placed)
    won = scoring.tiles_won(options, stacks, length, own, after)
    carriage = carriage_taken(level, length, cartwright=cartwright)
    trigger = None if ending else _trigger(carriage, len(after))
    if trigger:
        won = (*won, scoring.top(stacks, scoring.GAME_END))
    points = sum([tile.value for tile in won]) - RULES.vp_per_unplaced_office * len(placed)
    if carriage is not None:
        points += carriage_points(carriage) - carriage_points(level)
    return Gains(won, carriage, trigger, points)


def preview(view: TaxisView, placed: Collection[str], *, cartwright: bool = False) -> Gains:
    """What closing now would yield for whoever's turn it is."""
    player = view.mover
    return gains(
        options=view.options,
        stacks=view.stacks,
        ending=view.ending is not None,
        length=len(player.route),
        own=player.offices,
        placed=placed,
        level=player.carriage,
        cartwright=cartwright,
    )


def close(making: Making, move: Close) -> None:
    """Offices, tiles, carriage, end of the game, and the row to the discard pile, in this order."""
    state, seat, route = making.state, making.seat, making.route
    own, level = state.offices[seat], state.carriages[seat]
    got = gains(
        options=state.options,
        stacks=state.stacks,
        ending=state.ending is not None,
        length=len(route),
        own=own,
        placed=move.offices,
        level=level,
        cartwright=move.cartwright,
    )
    making.give(
        offices=(*own, *move.offices),
        tiles=(*state.tiles[seat], *got.tiles),
        carriages=level if got.carriage is None else got.carriage,
        routes=(),
    )
    making.change(stacks=scoring.without(state.stacks, got.tiles))
    if move.cartwright:
        making.change(official="cartwright")
    put_away(making, route)
    making.tell(
        Closed(
            seat=seat,
            route=route,
            offices=move.offices,
            tiles=got.tiles,
            carriage=got.carriage,
            cartwright=move.cartwright,
        )
    )
    if got.trigger:
        making.change(ending=seat)
        making.tell(EndTriggered(seat=seat, why=got.trigger))


def _trigger(carriage: int | None, offices: int) -> Literal["carriage", "offices"] | None:
    if carriage == LEVELS[-1]:
        return "carriage"
    return "offices" if offices == RULES.offices_per_player else None
