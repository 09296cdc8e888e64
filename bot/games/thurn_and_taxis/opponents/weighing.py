"""What each move leads to: the average, over sampled worlds, of the best plan that is left after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import fmean

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
from bot.games.thurn_and_taxis.opponents.ground import BIT, together
from bot.games.thurn_and_taxis.opponents.pace import DONE, Now, now
from bot.games.thurn_and_taxis.opponents.plans import Luck, Plans, Spot
from bot.games.thurn_and_taxis.opponents.race import turns_left
from bot.games.thurn_and_taxis.opponents.worlds import Display, World, staying, unseen, worlds
from bot.games.thurn_and_taxis.opponents.worth import Taste, Worth
from bot.games.thurn_and_taxis.possible import Row
from bot.games.thurn_and_taxis.turn import without_first
from bot.games.thurn_and_taxis.view import TaxisView

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
