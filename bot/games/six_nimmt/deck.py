"""The cards of 6 nimmt! (rules 1), how they are dealt (2.1), and limits without a printed source (2.3.6); the
numbers are in `data/cards.json` and `data/unsourced.json`."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from bot.games.data import load

Row = tuple[int, ...]
"""The cards of a row from its left to its right end."""


class HeadsRule(msgspec.Struct, frozen=True):
    """Numbers divisible by this carry so many heads; the first rule that fits a number counts."""

    divisible_by: int
    heads: int


class Cards(msgspec.Struct, frozen=True):
    """How many can play, what is in the box and how much of it is dealt."""

    seats: tuple[int, int]
    numbers: int
    hand: int
    rows: int
    marker: int
    """In Open this card shows who begins, and is not dealt (3.4)."""
    tournament_seats: int
    """So many can play a tournament (4.1)."""
    row_length: int
    heads: tuple[HeadsRule, ...]


CARDS = load("six_nimmt", "cards", Cards)
DECK = tuple(range(1, CARDS.numbers + 1))
ROW_NUMBERS = tuple(range(1, CARDS.rows + 1))


HEADS = (0, *[next(rule.heads for rule in CARDS.heads if number % rule.divisible_by == 0) for number in DECK])
"""Heads by number; there is no card 0."""


def heads(cards: Iterable[int]) -> int:
    """The heads on some cards together."""
    return sum([HEADS[card] for card in cards])


class Dealt(NamedTuple):
    """The cards of a round as they come off the shuffled deck."""

    hands: tuple[Sequence[int], ...]
    rows: tuple[Row, ...]
    unused: Sequence[int]


def deal(shuffled: Sequence[int], seats: int) -> Dealt:
    """Ten cards to each seat in turn, four to start the rows; the rest stays out of play."""
    size = CARDS.hand
    dealt = seats * size
    hands = tuple([shuffled[start : start + size] for start in range(0, dealt, size)])
    rows = tuple([(card,) for card in shuffled[dealt : dealt + CARDS.rows]])
    return Dealt(hands, rows, shuffled[dealt + CARDS.rows :])


class Range(msgspec.Struct, frozen=True):
    """A number that the host may set."""

    default: int
    low: int
    high: int
    usual: tuple[int, ...]


class Defaults(msgspec.Struct, frozen=True):
    """All of them."""

    limit: Range
    rounds: Range


_DEFAULTS = load("six_nimmt", "unsourced", Defaults)
LIMIT = _DEFAULTS.limit
ROUNDS = _DEFAULTS.rounds
