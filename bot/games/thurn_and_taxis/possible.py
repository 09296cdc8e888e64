"""What can be done, read off a view: cards that fit, what panels and commands offer, offices (edge 11)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from bot.games.contract import Refusal
from bot.games.thurn_and_taxis.closing import cartwright_helps, placement_refusal, preview
from bot.games.thurn_and_taxis.land import CITIES, RULES, joined, region_of
from bot.games.thurn_and_taxis.moves import Play, Side, TakeBlind, TakeOpen
from bot.games.thurn_and_taxis.view import TaxisView

Row = tuple[str, ...]


def sides(row: Row, city: str) -> tuple[Side, ...]:
    """The ends at which a card of this city can be laid, left before right; none without a row."""
    if not row or city in row:
        return ()
    ends: list[Side] = ["left"] if joined(row[0], city) else []
    return (*ends, "right") if joined(row[-1], city) else tuple(ends)


def fit_refusal(row: Row, move: Play) -> Refusal | None:
    """Why a card does not fit at that end, None if it does."""
    if not row:
        return Refusal("no_route")
    if move.city in row:
        return Refusal("city_in_route", city=move.city)
    end = row[0] if move.side == "left" else row[-1]
    return None if joined(end, move.city) else Refusal("no_road", city=move.city, end=end)


def may_sweep(view: TaxisView) -> bool:
    """Whether the Administrator can be called now."""
    return view.phase == "take" and not view.taken and view.official is None


def takes(view: TaxisView) -> list[TakeOpen | TakeBlind]:
    """The open cards, and the deck where there is a card to draw."""
    found = [TakeOpen(place) for place, city in enumerate(view.display, start=1) if city is not None]
    return [*found, TakeBlind()] if view.deck_size or view.discard else [*found]


def fitting(view: TaxisView) -> list[Play]:
    """The cards of the hand that fit the route, once for each end; a route of one city has but one."""
    route = view.mover.route
    ends = slice(1, None) if len(route) == 1 else slice(None)
    return [Play(city, side) for city in dict.fromkeys(view.hand) for side in sides(route, city)[ends]]


def may_carry(view: TaxisView) -> bool:
    """Whether the Postal Carrier could lay a second card now."""
    free = view.official is None and view.played < RULES.plays_with_postal_carrier
    return view.phase == "close" and view.played > 0 and free and bool(fitting(view))


def may_close(view: TaxisView) -> bool:
    """Whether the route can be closed now."""
    route = view.mover.route
    return view.phase == "close" and len(route) >= RULES.min_route_length_to_close


def may_call_cartwright(view: TaxisView) -> bool:
    """Whether the Cartwright would give a carriage for the route as it lies."""
    player = view.mover
    return may_close(view) and view.official is None and cartwright_helps(player.carriage, len(player.route))


def offices_refusal(view: TaxisView, offices: tuple[str, ...]) -> Refusal | None:
    """Why whoever's turn it is may not place these offices on closing; None if they may."""
    player = view.mover
    return placement_refusal(player.route, player.offices, player.offices_left, offices)


def carrier_refusal(view: TaxisView) -> Refusal | None:
    """Why the Postal Carrier can't be called now; None if he can."""
    if may_carry(view):
        return None
    if view.phase != "close":
        return Refusal("carrier_early")
    return Refusal("carrier_no_card" if view.official is None else "official_used")


EACH = "each"
"""The mode *one per region*; the mode *one region* is named by the region's id."""


def modes(view: TaxisView) -> tuple[str, ...]:
    """The modes that differ, the one worth most now first; a region with one free city is none of them."""
    free = [region_of(city) for city in free_cities(view, EACH)]
    regions = [region for region in dict.fromkeys(free) if free.count(region) > 1]
    return tuple(sorted((EACH, *regions), key=lambda mode: -_worth(view, best(view, mode))))


def free_cities(view: TaxisView, mode: str) -> tuple[str, ...]:
    """The cities of the route in which an office can be placed in this mode, in the order of the route."""
    player = view.mover
    free = [city for city in player.route if city not in player.offices]
    return tuple([city for city in free if mode in (EACH, region_of(city))])


def mode_of(offices: Collection[str]) -> str:
    """The mode in which such offices are placed."""
    regions = {region_of(city) for city in offices}
    return regions.pop() if len(offices) > 1 and len(regions) == 1 else EACH


def most_offices(view: TaxisView, mode: str) -> int:
    """How many offices can be placed at once in this mode."""
    free = free_cities(view, mode)
    places = len({region_of(city) for city in free}) if mode == EACH else len(free)
    return min(places, view.mover.offices_left)


def best(view: TaxisView, mode: str) -> tuple[str, ...]:
    """As many offices as possible in this mode, where they are worth most now; in the order of the route."""
    cities = [_hardest(group) for group in _choices(view, mode)]
    size = min(len(cities), view.mover.offices_left)
    chosen = max(combinations(cities, size), key=lambda offices: _worth(view, offices))
    return tuple(sorted(chosen, key=view.mover.route.index))


def _choices(view: TaxisView, mode: str) -> Iterator[Sequence[str]]:
    """The cities among which one place for an office has to be chosen.

    Several free cities in one region are worth the same now: no tile can be completed by one of them."""
    free = free_cities(view, mode)
    if mode != EACH:
        yield from ((city,) for city in free)
        return
    for region in dict.fromkeys(map(region_of, free)):
        yield [city for city in free if region_of(city) == region]


def _hardest(cities: Sequence[str]) -> str:
    """The city with the fewest roads: it is the hardest one to come to again."""
    return min(cities, key=lambda city: CITIES[city].degree)


def _worth(view: TaxisView, offices: Sequence[str]) -> int:
    """The points of a closing with these offices, with the carriage that is to be had."""
    return preview(view, offices, cartwright=may_call_cartwright(view)).points
