"""The draft of Logic (rules 3.2): at a whim, by the look of the own hand, or by what cards are known to cost.

The costs are in `data/draft.json`, found by playing: rounds of normal players with the cards of Strategy, and
the heads of a hand fitted to the number of its cards in each part of the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import msgspec

from bot.games.contract import Advice
from bot.games.data import load
from bot.games.six_nimmt.deck import CARDS
from bot.games.six_nimmt.moves import NimmtMove, Pick
from bot.games.six_nimmt.variants import cards_in_play
from bot.games.six_nimmt.view import NimmtView


class Prices(msgspec.Struct, frozen=True):
    """The heads that a card of each part of the deck adds to a hand, counted from the cheapest part."""

    placement: str
    seats: int
    prices: tuple[float, ...]


_FOUND = load("six_nimmt", "draft", tuple[Prices, ...])


def at_random(view: NimmtView, legal: Sequence[NimmtMove], rng: Random) -> tuple[Advice[NimmtMove], ...]:
    """All cards of the pool in any order."""
    return _cheapest_first(legal, rng, lambda card: 0)


def spread_out(view: NimmtView, legal: Sequence[NimmtMove], rng: Random) -> tuple[Advice[NimmtMove], ...]:
    """Cards far from the own ones first: a hand that is spread out has an answer to more rows."""
    return _cheapest_first(legal, rng, lambda card: CARDS.numbers - _distance(view, card))


def priced(view: NimmtView, legal: Sequence[NimmtMove], rng: Random) -> tuple[Advice[NimmtMove], ...]:
    """Cards by what they add to a hand."""
    return _cheapest_first(legal, rng, _price(view))


def _cheapest_first(
    legal: Sequence[NimmtMove], rng: Random, price: Callable[[int], float]
) -> tuple[Advice[NimmtMove], ...]:
    """All cards by their price, equal ones in any order."""
    cards = [move for move in rng.sample(legal, len(legal)) if isinstance(move, Pick)]
    return tuple(sorted([Advice(move, price(move.card)) for move in cards], key=lambda each: each.expected))


def _distance(view: NimmtView, card: int) -> int:
    """How far the nearest of the own cards is."""
    return min((abs(card - own) for own in view.hand), default=CARDS.numbers)


def _price(view: NimmtView) -> Callable[[int], float]:
    """What a card adds at a table of about this size, by where it lies in the deck."""
    placed = [each for each in _FOUND if each.placement == view.options.placement]
    prices = min(placed, key=lambda each: abs(each.seats - view.seats)).prices
    deck = cards_in_play(view.options, view.seats)
    return lambda card: _between(prices, (card - deck[0]) / (deck[-1] - deck[0]))


def _between(prices: Sequence[float], place: float) -> float:
    """The price at this part of the way through the deck, from 0 to 1; straight lines lead from middle to
    middle of its parts."""
    along = min(max(place * len(prices) - 0.5, 0), len(prices) - 1)
    left = min(int(along), len(prices) - 2)
    return prices[left] + (prices[left + 1] - prices[left]) * (along - left)
