"""The gap and risk heuristic: what a card is likely to take in the trick to come."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from bot.games.six_nimmt.deck import CARDS, DECK, Row, heads
from bot.games.six_nimmt.placing import fitting_row
from bot.games.six_nimmt.view import NimmtView

_MIDDLE = (CARDS.numbers + 1) / 2
_EDGE = 0.03
"""Heads by which a card is more welcome for each step from the middle: found by playing rounds.

The highest and the lowest cards grow dangerous towards the end, so they go while they are safe.
"""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What somebody with these cards knows before a trick."""

    rows: Sequence[Row]
    hand: tuple[int, ...]
    hidden: tuple[int, ...]
    """The cards nobody has shown and he does not hold, ascending."""
    seats: int

    @classmethod
    def of(cls, view: NimmtView) -> Prospect:
        """What a view tells."""
        known = {*view.played, *view.hand}
        return cls(view.rows, view.hand, tuple([card for card in DECK if card not in known]), view.seats)


def risk(prospect: Prospect, card: int) -> float:
    """The heads this card is expected to take at once if the others play any hidden card."""
    rows, hidden, rivals = prospect.rows, prospect.hidden, prospect.seats - 1
    index = fitting_row(rows, card)
    if index is None:
        lower = bisect_left(hidden, card) / len(hidden)
        return _likely(0, rivals, lower) * min(map(heads, rows))
    row = rows[index]
    between = bisect_left(hidden, card) - bisect_right(hidden, row[-1])
    room = CARDS.row_length - len(row)
    return _at_least(room, rivals, between / len(hidden)) * (heads(row) + room)


def reluctance(prospect: Prospect, card: int) -> float:
    """How little a careful player wants to play this card now: its risk, less if it only grows worse."""
    return risk(prospect, card) - _EDGE * abs(card - _MIDDLE)


def _at_least(least: int, tries: int, chance: float) -> float:
    """How likely so many of the tries, or more, succeed."""
    return 1 - sum([_likely(number, tries, chance) for number in range(min(least, tries + 1))])


def _likely(number: int, tries: int, chance: float) -> float:
    return comb(tries, number) * chance**number * (1 - chance) ** (tries - number)
