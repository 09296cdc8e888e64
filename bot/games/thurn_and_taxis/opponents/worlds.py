"""What may come: continuations of the deck that agree with what a player knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from bot.games.thurn_and_taxis.cards import CARDS, PLACES
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
