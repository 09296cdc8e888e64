"""Which offices are offered for a closing: as many as possible, where they are worth most now (edge 11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from bot.games.thurn_and_taxis.closing import preview
from bot.games.thurn_and_taxis.land import CITIES, region_of
from bot.games.thurn_and_taxis.possible import may_call_cartwright
from bot.games.thurn_and_taxis.view import TaxisView

EACH = "each"
"""The mode *one per region*; the mode *one region* is named by the region's id."""


def modes(view: TaxisView) -> tuple[str, ...]:
    """The modes that differ, the one worth most now first; a region with one free city is none of them."""
    free = [region_of(city) for city in free_cities(view, EACH)]
    regions = [region for region in dict.fromkeys(free) if free.count(region) > 1]
    return tuple(sorted((EACH, *regions), key=lambda mode: -_worth(view, best(view, mode))))


def free_cities(view: TaxisView, mode: str) -> tuple[str, ...]:
    """The cities of the route in which an office can be placed in this mode, in the order of the route."""
    player = view.players[view.active]
    free = [city for city in player.route if city not in player.offices]
    return tuple([city for city in free if mode in (EACH, region_of(city))])


def most_offices(view: TaxisView, mode: str) -> int:
    """How many offices can be placed at once in this mode."""
    free = free_cities(view, mode)
    places = len({region_of(city) for city in free}) if mode == EACH else len(free)
    return min(places, view.players[view.active].offices_left)


def best(view: TaxisView, mode: str) -> tuple[str, ...]:
    """As many offices as possible in this mode, where they are worth most now; in the order of the route."""
    cities = [_hardest(group) for group in _choices(view, mode)]
    size = min(len(cities), view.players[view.active].offices_left)
    chosen = max(combinations(cities, size), key=lambda offices: _worth(view, offices))
    return tuple(sorted(chosen, key=view.players[view.active].route.index))


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
