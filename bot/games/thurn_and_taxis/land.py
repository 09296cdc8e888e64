"""The land of Thurn and Taxis (rules 1, 2, 4, 5) from `data/land.json`: cities, roads, tiles, carriages."""

from typing import Literal

import msgspec

from bot.games.data import load

Side = Literal["left", "right"]


class Box(msgspec.Struct, frozen=True):
    """For how many players the game is."""

    players_min: int
    players_max: int


class Constants(msgspec.Struct, frozen=True):
    """The numbers of sections 1, 3, 5 and 6."""

    copies_per_city: int
    display_size: int
    offices_per_player: int
    draws_per_turn: int
    draws_with_postmaster: int
    plays_per_turn: int
    plays_with_postal_carrier: int
    min_route_length_to_close: int
    hand_limit_after_closing: int
    cartwright_shortfall_max: int
    vp_per_unplaced_office: int
    all_regions_excluded: tuple[str, ...]


class Region(msgspec.Struct, frozen=True):
    """One of the nine regions; `bonus_group` names the tile that needs it."""

    id: str
    bonus_group: str | None
    cities: tuple[str, ...]


class City(msgspec.Struct, frozen=True):
    """One of the 22 cities, with other spellings and its place on the map of 1000 x 1000, y downwards."""

    id: str
    aliases: tuple[str, ...]
    region: str
    x: int
    y: int
    degree: int


class Stack(msgspec.Struct, frozen=True):
    """A stack of bonus tiles: what it is for and its values, top first."""

    id: str
    kind: Literal["length", "group", "all_regions", "game_end"]
    values: tuple[int, ...]
    length: int = 0
    or_longer: bool = False
    group: str = ""
    fallback: str | None = None


class Carriage(msgspec.Struct, frozen=True):
    """A level of carriage and the victory points of whoever owns it as the highest one."""

    level: int
    vp: int
    copies: int


class Land(msgspec.Struct, frozen=True):
    """The whole data file, as far as the rules need it."""

    game: Box
    constants: Constants
    regions: tuple[Region, ...]
    cities: tuple[City, ...]
    roads: tuple[tuple[str, str], ...]
    bonus_tiles: tuple[Stack, ...]
    carriages: tuple[Carriage, ...]


LAND = load("thurn_and_taxis", "land", Land)
RULES = LAND.constants
SEATS = (LAND.game.players_min, LAND.game.players_max)
"""How many can play, at least and at most."""
CITIES = {city.id: city for city in LAND.cities}
REGIONS = {region.id: region for region in LAND.regions}
STACKS = {stack.id: stack for stack in LAND.bonus_tiles}
LEVELS = tuple([carriage.level for carriage in LAND.carriages])
"""3 to 7; level 0 is no carriage."""
NEIGHBOURS = {
    city: tuple([b if a == city else a for a, b in LAND.roads if city in (a, b)]) for city in CITIES
}
"""By city those at the other ends of its roads, in the order of the data."""
_POINTS = {carriage.level: carriage.vp for carriage in LAND.carriages}


def region_of(city: str) -> str:
    """The id of the region in which a city lies."""
    return CITIES[city].region


def sides(row: tuple[str, ...], city: str) -> tuple[Side, ...]:
    """The ends at which a card of this city can be laid, left before right; none without a row."""
    if not row or city in row:
        return ()
    ends: list[Side] = ["left"] if city in NEIGHBOURS[row[0]] else []
    return (*ends, "right") if city in NEIGHBOURS[row[-1]] else tuple(ends)


def group_regions(group: str) -> tuple[str, ...]:
    """The regions whose cities all have to carry an own office for the tile of this group."""
    return tuple([region.id for region in LAND.regions if region.bonus_group == group])


def carriage_points(level: int) -> int:
    """The victory points of a highest carriage; 0 without one."""
    return _POINTS.get(level, 0)


def next_carriage(level: int) -> int | None:
    """The level that follows this one; None after the last."""
    return next((item for item in LEVELS if item > level), None)
