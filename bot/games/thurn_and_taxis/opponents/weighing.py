"""What each move is worth, over continuations of the deck that agree with what a player knows."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import NamedTuple

from bot.games.thurn_and_taxis import moves
from bot.games.thurn_and_taxis.land import RULES
from bot.games.thurn_and_taxis.moves import Close, TaxisMove
from bot.games.thurn_and_taxis.opponents import rivals
from bot.games.thurn_and_taxis.opponents.pace import DONE, Now, ended_now, now, turns_left
from bot.games.thurn_and_taxis.opponents.plans import Luck, Plans, Spot
from bot.games.thurn_and_taxis.opponents.worth import BIT, Taste, Worth, together
from bot.games.thurn_and_taxis.turn import CARDS, PLACES, without_first
from bot.games.thurn_and_taxis.view import TaxisView
from bot.time_limit import out_of_time

Row = tuple[str, ...]
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

    def later(self, display: Display) -> Display:
        """What becomes of a display until the next own turn."""
        new = (*self.deck[_FIRST:], *[None] * len(PLACES))
        return [
            card if card and stays else other
            for card, stays, other in zip(display, self.stays, new, strict=False)
        ]


def unseen(view: TaxisView, *, remembers: bool = False) -> Counter[str]:
    """By city the cards that lie in the deck or in other hands; who remembers what was taken openly leaves
    out those of the hands."""
    counts = Counter(CARDS)
    rows = [player.route for player in view.players]
    hands = [player.shown for seat, player in enumerate(view.players) if remembers and seat != view.active]
    for cities in (filter(None, view.display), view.hand, view.discard, *rows, *hands):
        counts.subtract(cities)
    return counts


def worlds(view: TaxisView, count: int, luck: Luck, rng: Random) -> list[World]:
    """So many of them at random: first what is left of the deck, then what is discarded by now."""
    hidden = [city for city, bit in BIT.items() for _ in range(luck.unseen[bit])]
    needed = _FIRST + len(PLACES)
    stays = [luck.stays[BIT[city]] if city else 1.0 for city in view.display]
    found: list[World] = []
    for _ in range(count):
        deck = rng.sample(hidden, min(needed, view.deck_size))
        deck += rng.sample(view.discard, min(needed - len(deck), len(view.discard)))
        found.append(World(tuple(deck), tuple([rng.random() < each for each in stays])))
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
    watches: bool = False
    """Whether it remembers what the others took, and looks at what they need."""
    slips: float = 0
    """By how many points it is usually off in what it expects of a move."""


class Weighing:
    """Judges the moves of whoever's turn it is, whose view this must be."""

    def __init__(self, view: TaxisView, effort: Effort, rng: Random) -> None:
        self._view = view
        self._now = now(view)
        self._worth = Worth(view, effort.taste, turns_left(view) if effort.foresees_end else _FAR)
        self._watches = effort.watches
        hidden = unseen(view, remembers=effort.watches)
        alike = dict.fromkeys(BIT.values(), _STAYS ** (view.seats - 1))
        stays = rivals.stays(view) if effort.watches else alike
        luck = Luck({BIT[city]: hidden[city] for city in BIT}, stays)
        self._plans = Plans(self._worth, luck)
        self._worlds = worlds(view, effort.worlds, luck, rng)

    def points(self, move: TaxisMove) -> float:
        """The own score that is expected in the end after this move, and what it takes from the others."""
        points = self._view.mover.score + self._worth.hopes + self._gain(move)
        if self._watches and isinstance(move, moves.TakeOpen):
            points += rivals.denied(self._view, move.place)
        return points

    def _gain(self, move: TaxisMove) -> float:
        view, after = self._view, self._now
        row, hand, display = view.route, view.hand, view.display
        match move:
            case moves.TakeOpen(place=place):
                before, taken, behind = display[: place - 1], display[place - 1] or "", display[place:]
                return self._expected(
                    after.took(),
                    lambda world: (row, (*hand, taken), (*before, *(world.deck[:1] or (None,)), *behind)),
                )
            case moves.TakeBlind():
                return self._expected(after.took(), lambda world: (row, (*hand, *world.deck[:1]), display))
            case moves.Administrator():
                return self._expected(after.called(), lambda world: (row, hand, world.deck[1:_FIRST]))
            case moves.Play(city=city, side=side):
                row, hand = (city, *row) if side == "left" else (*row, city), without_first(hand, city)
                return self._expected(after.played(), lambda world: (row, hand, display))
            case moves.Begin(city=city):
                hand = without_first(hand, city)
                return self._expected(after.played(), lambda world: ((city,), hand, display))
            case moves.EndTurn():
                return self._expected(DONE, lambda world: (row, hand, display))
            case Close():
                return self._closing(move)
            case moves.Discard(city=city):
                ended = self._worth.finale(0) if ended_now(view) else 0
                return self._between(without_first(hand, city)) + ended

    def _expected(self, after: Now, leads: Callable[[World], tuple[Row, Row, Display]]) -> float:
        """The average over worlds of the best plan with the row, hand and display that a move leads to; once
        nothing can be taken, the cards of the next turn are looked at."""
        gains: list[float] = []
        for world in self._worlds:
            if gains and out_of_time():
                break
            row, hand, display = leads(world)
            shown = display if after.in_reach else world.later(display)
            left, right = (BIT[row[0]], BIT[row[-1]]) if row else (0, 0)
            spot = Spot(left, right, together(row), together(hand), len(hand), after)
            gains.append(self._plans.value(spot, together(filter(None, shown))))
        return fmean(gains)

    def _closing(self, move: Close) -> float:
        worth, length = self._worth, len(self._view.route)
        carriage, ends = worth.carriage(length, cartwright=move.cartwright)
        points = worth.placing(together(move.offices)) + worth.length(length) + carriage
        if not ends and len(move.offices) == self._view.mover.offices_left:
            points, ends = points + worth.end, True
        return points + self._between(self._view.hand) + (worth.finale(points) if ends else 0)

    def _between(self, hand: Row) -> float:
        kept = min(len(hand), RULES.hand_limit_after_closing)
        return self._worth.rest(0) + self._worth.hand(together(hand), kept)
