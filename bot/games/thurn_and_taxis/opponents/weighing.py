"""What each move is worth, over continuations of the deck that agree with what a player knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import NamedTuple

from bot.games.thurn_and_taxis.land import RULES
from bot.games.thurn_and_taxis.moves import (
    Administrator,
    Begin,
    Close,
    Discard,
    EndTurn,
    Play,
    TakeBlind,
    TakeOpen,
    TaxisMove,
)
from bot.games.thurn_and_taxis.opponents.pace import DONE, Now, now, turns_left
from bot.games.thurn_and_taxis.opponents.plans import Luck, Plans, Spot
from bot.games.thurn_and_taxis.opponents.worth import BIT, Taste, Worth, together
from bot.games.thurn_and_taxis.possible import Row
from bot.games.thurn_and_taxis.turn import CARDS, PLACES, without_first
from bot.games.thurn_and_taxis.view import TaxisView

Display = Sequence[str | None]

_FIRST = 1 + len(PLACES)
"""So many cards of the deck may be seen in the own turn: one after a card was taken, or six new open ones."""
_STAYS = 0.8
"""How likely an open card is left lying by one other player in one turn."""


class World(NamedTuple):
    """One of the ways in which the cards may come."""

    deck: tuple[str, ...]
    """Fewer than are asked for where there are no more cards."""
    stays: tuple[bool, ...]
    """By place of the display: whether the others leave the card of now until the next own turn."""

    @property
    def top(self) -> str | None:
        """The next card of the deck."""
        return self.deck[0] if self.deck else None

    def dealt(self) -> Display:
        """A display of six new cards."""
        return self.deck[1:_FIRST]

    def later(self, display: Display) -> Display:
        """What becomes of a display until the next own turn."""
        new = (*self.deck[_FIRST:], *[None] * len(PLACES))
        return [
            card if card and stays else other
            for card, stays, other in zip(display, self.stays, new, strict=False)
        ]


def unseen(view: TaxisView) -> Counter[str]:
    """By city the cards that lie in the deck or in other hands."""
    counts = Counter(CARDS)
    rows = [player.route for player in view.players]
    for cities in (filter(None, view.display), view.hand, view.discard, *rows):
        counts.subtract(cities)
    return counts


def staying(view: TaxisView) -> float:
    """How likely an open card is still there in the next own turn."""
    return _STAYS ** (view.seats - 1)


def worlds(view: TaxisView, count: int, rng: Random) -> list[World]:
    """So many of them at random: first what is left of the deck, then what is discarded by now."""
    hidden, stays, needed = list(unseen(view).elements()), staying(view), _FIRST + len(PLACES)
    found: list[World] = []
    for _ in range(count):
        deck = rng.sample(hidden, min(needed, view.deck_size))
        deck += rng.sample(view.discard, min(needed - len(deck), len(view.discard)))
        found.append(World(tuple(deck), tuple([rng.random() < stays for _ in PLACES])))
    return found


_FAR = 12.0
"""Turns left for a player who does not think of the end."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a player thinks about, and what it values."""

    taste: Taste
    worlds: int
    """Continuations of the deck that are sampled for a decision."""
    foresees_end: bool
    """Whether it reckons with how soon the others will end the game."""


class Weighing:
    """Judges the moves of whoever's turn it is, whose view this must be."""

    def __init__(self, view: TaxisView, effort: Effort, rng: Random) -> None:
        self._view = view
        self._me = view.mover
        self._now = now(view)
        self._worth = Worth(view, effort.taste, turns_left(view) if effort.foresees_end else _FAR)
        hidden = unseen(view)
        self._plans = Plans(self._worth, Luck({BIT[city]: hidden[city] for city in BIT}, staying(view)))
        self._worlds = worlds(view, effort.worlds, rng)

    def points(self, move: TaxisMove) -> float:
        """The own score that is expected in the end after this move."""
        return self._me.score + self._gain(move)

    def _gain(self, move: TaxisMove) -> float:
        row, hand, display = self._me.route, self._view.hand, self._view.display
        match move:
            case TakeOpen(place=place):
                return self._taking(lambda world: (display[place - 1], _with(display, place, world.top)))
            case TakeBlind():
                return self._taking(lambda world: (world.top, display))
            case Administrator():
                after = self._now.called()
                return fmean([self._best(row, hand, after, world.dealt(), world) for world in self._worlds])
            case Play(city=city, side=side):
                row = (city, *row) if side == "left" else (*row, city)
                return self._going_on(row, without_first(hand, city), self._now.played())
            case Begin(city=city):
                return self._going_on((city,), without_first(hand, city), self._now.played())
            case EndTurn():
                return self._going_on(row, hand, DONE)
            case Close():
                return self._closing(move)
            case Discard(city=city):
                return self._between(without_first(hand, city))

    def _taking(self, take: Callable[[World], tuple[str | None, Display]]) -> float:
        """The average over worlds, in each with the card it gives and the display it leaves."""
        gains: list[float] = []
        for world in self._worlds:
            card, display = take(world)
            hand = (*self._view.hand, card) if card else self._view.hand
            gains.append(self._best(self._me.route, hand, self._now.took(), display, world))
        return fmean(gains)

    def _going_on(self, row: Row, hand: Row, after: Now) -> float:
        """The average over worlds with nothing more to be taken in this turn."""
        return fmean([self._best(row, hand, after, self._view.display, world) for world in self._worlds])

    def _best(self, row: Row, hand: Row, after: Now, display: Display, world: World) -> float:
        """The best plan in one world; once nothing can be taken, the cards of the next turn are looked at."""
        shown = display if after.in_reach else world.later(display)
        left, right = (BIT[row[0]], BIT[row[-1]]) if row else (0, 0)
        spot = Spot(left, right, together(row), together(hand), len(hand), after)
        return self._plans.value(spot, together(filter(None, shown)))

    def _closing(self, move: Close) -> float:
        worth, length = self._worth, len(self._me.route)
        carriage, ends = worth.carriage(length, cartwright=move.cartwright)
        points = worth.placing(together(move.offices)) + worth.length(length) + carriage
        if not ends and len(move.offices) == self._me.offices_left:
            points, ends = points + worth.end, True
        return points + self._between(self._view.hand) + (worth.finale(points) if ends else 0)

    def _between(self, hand: Row) -> float:
        """What is to come when a route has just been closed."""
        kept = min(len(hand), RULES.hand_limit_after_closing)
        return self._worth.rest(0) + self._worth.hand(together(hand), kept)


def _with(display: Display, place: int, card: str | None) -> Display:
    return (*display[: place - 1], card, *display[place:])
