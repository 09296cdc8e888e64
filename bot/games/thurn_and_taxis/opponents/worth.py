"""What routes, offices and cards are worth to one player, in points of the final score; cities are bits."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import tanh

from bot.games.thurn_and_taxis import scoring
from bot.games.thurn_and_taxis.closing import carriage_taken
from bot.games.thurn_and_taxis.land import CITIES, LEVELS, NEIGHBOURS, REGIONS, STACKS, carriage_points
from bot.games.thurn_and_taxis.opponents.pace import ends_soon, needs
from bot.games.thurn_and_taxis.view import TaxisView

Cities = int
"""A set of cities, one bit each."""

BIT = {city: 1 << place for place, city in enumerate(CITIES)}


def together(cities: Iterable[str]) -> Cities:
    """The set of these cities."""
    found = 0
    for city in cities:
        found |= BIT[city]
    return found


@lru_cache(maxsize=20_000)
def each(cities: Cities) -> tuple[Cities, ...]:
    """One city after the other, in the order of the data."""
    return tuple([bit for bit in BIT.values() if bit & cities])


NEAR = {bit: together(NEIGHBOURS[city]) for city, bit in BIT.items()}
"""By city: where its roads lead."""
LANDS = {region: together(REGIONS[region].cities) for region in REGIONS}
_GROUPS = {stack: together(cities) for stack, cities in scoring.GROUPS.items()}
_ROADS = {BIT[city.id]: city.degree for city in CITIES.values()}
_LATE = 3
"""With fewer turns left, cards in hand are worth less."""
_CLOSE_LEAD = 4
"""A lead of so many points is likely to hold."""


@dataclass(frozen=True, slots=True)
class Taste:
    """How much a player makes of what is not yet points."""

    turn: float
    """Points that a turn brings on average: what taking longer costs."""
    groups: tuple[float, ...]
    """How much of a tile is in the bag while so many of its cities lack an office."""
    everywhere: tuple[float, ...]
    """The same for the tile of all regions, by regions missing."""
    postponed: float
    """What of an office's point is not gained early in the game: it would be placed later in any case."""
    early: float
    """With fewer turns left, hopes are worth less."""
    step: float
    """What a carriage leads to beyond its own points."""
    cards: tuple[float, ...]
    """What so many cards in hand are worth when a route is closed."""
    new: float
    """What a card in hand gains by being of a city without an own office."""
    pair: float
    """What two of them gain by a road between them."""
    wild: float
    """What a city adds to a route by its office, whichever it may be."""
    victory: float
    """What it is worth to end the game with a lead: what the others hope for does not come true."""


class Worth:
    """What things are worth to whoever's turn it is; reckoned once for a decision."""

    def __init__(self, view: TaxisView, taste: Taste, turns: float) -> None:
        me = view.mover
        self.taste = taste
        self.turns = turns
        """Own turns likely to be left after this one, unless it is oneself who ends the game."""
        self.end = 0 if ends_soon(view) else STACKS[scoring.GAME_END].values[0]
        """The tile for ending the game."""
        self._level = me.carriage
        self._own = together(me.offices)
        self._left = me.offices_left
        rivals = [player.score for seat, player in enumerate(view.players) if seat != view.active]
        self._lead = me.score - max(rivals)
        ahead = max(0.0, min(turns, needs(me)))
        self._early, self._late = min(1.0, ahead / taste.early), min(1.0, ahead / _LATE)
        self._lands = [LANDS[region] for region in sorted(scoring.regions_missing(view.options, ()))]
        owned = {tile.stack for tile in me.tiles}
        # The next tile of each stack; 0 where none can be won any more.
        tops = {stack: scoring.left(view.stacks, stack)[:1] for stack in STACKS}
        prizes = {stack: sum(top) if stack not in owned else 0 for stack, top in tops.items()}
        self._prizes = [(cities, prizes[stack]) for stack, cities in _GROUPS.items()]
        self._everywhere = prizes[scoring.EVERYWHERE]
        self.hopes = self._hope(self._own)
        """What of the tiles that are not won yet is expected by the offices of now."""
        longest = [scoring.length_stack(view.stacks, length) for length in range(len(CITIES) + 1)]
        self._lengths = [sum(tops[stack]) if stack else 0 for stack in longest]
        self._places: dict[Cities, float] = {}
        self._kept: dict[Cities, float] = {}

    def rest(self, turns: float) -> float:
        """What the turns bring that are left after a closing in so many turns."""
        return self.taste.turn * max(0.0, self.turns - turns - 1)

    def finale(self, points: float) -> float:
        """What it is worth to cause the end with so many points more, beside the points."""
        if not self.end:
            return 0.0
        return self.taste.victory * tanh((self._lead + points) / _CLOSE_LEAD)

    def offices(self, route: Cities) -> float:
        """What the best offices in the cities of a route are worth."""
        free = route & ~self._own
        found = self._places.get(free)
        if found is None:
            found = self._places[free] = max(map(self.placing, self._choices(free)))
        return found

    def placing(self, offices: Cities) -> float:
        """What offices in just these cities are worth."""
        each_one = 1 - self.taste.postponed * self._early
        return self._hope(self._own | offices) - self.hopes + each_one * offices.bit_count()

    def length(self, cities: int) -> float:
        """The tile for a route of this length."""
        return self._lengths[cities]

    def carriage(self, cities: int, *, cartwright: bool) -> tuple[float, bool]:
        """What the carriage for a route of this length is worth, and whether it causes the end."""
        level = carriage_taken(self._level, cities, cartwright=cartwright)
        if level is None:
            return 0.0, False
        points = carriage_points(level) - carriage_points(self._level)
        if level == LEVELS[-1]:
            return points + self.end, True
        return points + self.taste.step * self._early, False

    def hand(self, cards: Cities, count: int) -> float:
        """What it is worth to keep so many cards for the next route, these among them."""
        found = self._kept.get(cards)
        if found is None:
            new = (cards & ~self._own).bit_count()
            roads = sum([(NEAR[city] & cards).bit_count() for city in each(cards)]) / 2
            found = self._kept[cards] = self.taste.new * min(new, 3) + self.taste.pair * min(roads, 2)
        return (self.taste.cards[count] + found) * self._late

    def _hope(self, offices: Cities) -> float:
        """The share that these offices have in tiles; those that are won count in full."""
        hope, missing = 0.0, sum([not land & offices for land in self._lands])
        for cities, prize in self._prizes:
            hope += prize * self._share(self.taste.groups, (cities & ~offices).bit_count())
        return hope + self._everywhere * self._share(self.taste.everywhere, missing)

    def _share(self, shares: Sequence[float], missing: int) -> float:
        return shares[missing] * self._early if missing else 1.0

    def _choices(self, free: Cities) -> Iterator[Cities]:
        """The offices worth thinking of, as many as are left: all of one region, or in each the city with the
        fewest roads."""
        lands = [free & land for land in LANDS.values() if free & land]
        each_one = sum([min(each(cities), key=_ROADS.__getitem__) for cities in lands])
        for cities in (each_one, *lands):
            few = cities
            while few.bit_count() > self._left:
                few &= few - 1
            yield few
