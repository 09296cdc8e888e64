"""Plans: the routes that can be made of row, hand and open cards, and what the best one is worth."""

from collections.abc import Mapping
from math import prod
from typing import NamedTuple

from bot.games.thurn_and_taxis.land import CITIES, RULES
from bot.games.thurn_and_taxis.opponents.pace import Now, alive, span
from bot.games.thurn_and_taxis.opponents.worth import NEAR, Cities, Worth, each

_HOPED_FOR = 2
"""So many cards that nobody has shown are hoped for at the end of a route."""
_SHOWN = 6
"""Cards among which such a one is looked for."""
_COUNTED_ON = 3
"""So many open cards are counted on for one route."""
_LONGEST = 9
_NEXT_TURN = 2
"""Cards that can be taken in a turn that has not begun."""
_SETBACK = 3.5
"""Turns that a lost route costs."""


class Spot(NamedTuple):
    """A row and a hand in the middle of a turn."""

    left: Cities
    """The ends of the row; 0 without one."""
    right: Cities
    row: Cities
    hand: Cities
    cards: int
    """In hand, equal ones counted."""
    now: Now


class Luck(NamedTuple):
    """How likely cards come and stay."""

    unseen: Mapping[Cities, int]
    """By city: its cards in the deck and in other hands."""
    stays: Mapping[Cities, float]
    """By city: how likely an open card of it is still there in the next own turn."""


class Frame(NamedTuple):
    """What a closing brings beside its offices: how likely there is time for it, its points, what follows."""

    alive: float
    points: float
    later: float


Route = tuple[Cities, Cities, Cities, bool]
"""Both ends, all cities, and whether it may still grow to the right: each is grown to the right first."""


class Plans:
    """Judges spots of one player in one moment."""

    def __init__(self, worth: Worth, luck: Luck) -> None:
        self._worth = worth
        self._luck = luck
        self._deck = max(1, sum(luck.unseen.values()))
        self._lost = worth.rest(_SETBACK)
        self._bests: dict[tuple[Spot, Cities], float] = {}
        self._values: dict[Spot, dict[Route, float]] = {}
        self._frames: dict[tuple[Now, int, int, int, int, bool], tuple[Frame | None, ...]] = {}
        """By what they depend on: one for each number of cards that are hoped for."""
        self._chances: dict[tuple[Cities, int], float] = {}

    def value(self, spot: Spot, shown: Cities) -> float:
        """The points that the best route leads to, with these open cards to be had."""
        known = (spot.hand | shown) & ~spot.row
        best = self._bests.get((spot, known))
        if best is None:
            best = self._bests[spot, known] = self._best(spot, known)
        return best

    def _best(self, spot: Spot, known: Cities) -> float:
        best, row, hand = self._lost, spot.row, spot.hand
        values = self._values.setdefault(spot, {})
        todo = [(spot.left, spot.right, row, True)] if row else [(c, c, c, True) for c in each(known)]
        mirrored = spot.left == spot.right  # then each route is met in both directions
        while todo:
            route = left, right, cities, growing = todo.pop()
            if not mirrored or left <= right:
                value = values.get(route)
                if value is None:
                    value = values[route] = self._value(spot, route)
                if value > best:
                    best = value
            if cities.bit_count() < _LONGEST:
                enough = (cities & ~row & ~hand).bit_count() >= _COUNTED_ON
                free = (known & hand if enough else known) & ~cities
                if growing:
                    todo += [(left, city, cities | city, True) for city in each(NEAR[right] & free)]
                if row:
                    todo += [(city, right, cities | city, False) for city in each(NEAR[left] & free)]
        return best

    def _value(self, spot: Spot, route: Route) -> float:
        """What it is worth to close this route, as it is or with cards more that are hoped for."""
        left, right, cities, _ = route
        added = cities & ~spot.row
        used = (added & spot.hand).bit_count()
        takes = added.bit_count() - used
        at_once = NEAR[spot.left] | NEAR[spot.right] if spot.row else spot.hand
        ready = bool(added & spot.hand & at_once)
        offices = self._worth.offices(cities)
        hand = self._worth.hand(spot.hand & ~added, 0)
        sure = self._stay(added & ~spot.hand, spot.now.in_reach or _NEXT_TURN)
        fitting = (NEAR[left] | NEAR[right]) & ~cities
        chance = self._chance(fitting, _SHOWN)
        # the card of this turn can only be one that is still drawn in it
        first = chance if added or not spot.now.plays else self._chance(fitting, spot.now.in_reach)
        best = self._lost
        key = (spot.now, spot.row.bit_count(), spot.cards, takes, used, ready)
        frames = self._frames.get(key)
        if frames is None:
            frames = self._frames[key] = tuple(
                [self._frame(spot, takes, used, more, ready) for more in range(_HOPED_FOR + 1)]
            )
        for frame in frames:
            if frame is not None:
                points = frame.alive * (offices + frame.points) + frame.later + hand
                best = max(best, sure * points + (1 - sure) * self._lost)
            sure, first = sure * first, chance
        return best

    def _frame(self, spot: Spot, takes: int, used: int, more: int, ready: bool) -> Frame | None:
        """The better one of closing with the Cartwright and without; None if neither can be done."""
        worth, plays = self._worth, takes + used + more
        length = spot.row.bit_count() + plays
        if not RULES.min_route_length_to_close <= length <= len(CITIES):
            return None
        found: list[Frame] = []
        for cartwright in (False, True):
            when = span(spot.now, takes + more, plays, cartwright, ready)
            if when is not None:
                carriage, ends = worth.carriage(length, cartwright=cartwright)
                points = carriage + worth.length(length) + more * worth.taste.wild
                kept = min(spot.cards - used + when.spare, RULES.hand_limit_after_closing)
                later = worth.rest(when.turns) + worth.hand(0, kept) + (worth.finale(points) if ends else 0)
                found.append(Frame(alive(when.turns, worth.turns), points, later))
        return max(found, key=lambda frame: frame.alive * frame.points + frame.later, default=None)

    def _stay(self, wanted: Cities, reach: int) -> float:
        """How likely all of these open cards can be had, those first that are least likely to stay."""
        if wanted.bit_count() <= reach:
            return 1.0
        return prod(sorted([self._luck.stays[city] for city in each(wanted)])[reach:])

    def _chance(self, fitting: Cities, shown: int) -> float:
        found = self._chances.get((fitting, shown))
        if found is None:
            cards = sum([self._luck.unseen[city] for city in each(fitting)])
            found = self._chances[fitting, shown] = 1 - max(0.0, 1 - cards / self._deck) ** shown
        return found
