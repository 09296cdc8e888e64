"""The land as bits: a set of cities is a number, so that thousands of routes can be looked at in a moment."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from bot.games.thurn_and_taxis.land import CITIES, REGIONS, STACKS, neighbours
from bot.games.thurn_and_taxis.moves import TaxisOptions
from bot.games.thurn_and_taxis.tiles import group_of, regions_missing

Cities = int
"""A set of cities, one bit each."""

BIT = {city: 1 << place for place, city in enumerate(CITIES)}


def together(cities: Iterable[str]) -> Cities:
    """The set of these cities."""
    found = 0
    for city in cities:
        found |= BIT[city]
    return found


def each(cities: Cities) -> Iterator[Cities]:
    """One city after the other, in the order of the data."""
    while cities:
        city = cities & -cities
        cities ^= city
        yield city


NEAR = {bit: together(neighbours(city)) for city, bit in BIT.items()}
"""By city: where its roads lead."""
LANDS = {region: together(REGIONS[region].cities) for region in REGIONS}
GROUPS = {name: together(group_of(stack)) for name, stack in STACKS.items() if stack.kind == "group"}
"""By stack: the cities that its tiles ask for."""
EVERYWHERE = next(name for name, stack in STACKS.items() if stack.kind == "all_regions")


def lands_wanted(options: TaxisOptions) -> Collection[Cities]:
    """The regions of which the tile for all regions asks."""
    return tuple([LANDS[region] for region in sorted(regions_missing(options, ()))])
