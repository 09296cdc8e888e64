"""The gap and risk heuristic: what a card is likely to take in the trick to come."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from math import comb

from bot.games.six_nimmt.deck import CARDS, Row, heads
from bot.games.six_nimmt.opponents.prospect import Prospect, rows_behind
from bot.games.six_nimmt.placing import Spot, spots

_EDGE = 0.03
"""Heads by which a card is more welcome for each step from the middle: found by playing rounds.

The highest and the lowest cards grow dangerous towards the end, so they go while they are safe. Where many
play, hardly any are: there it costs more than it saves.
"""
_FEW = 4


def risk(prospect: Prospect, card: int) -> float:
    """The heads this card is expected to take at once if those who come play any hidden card."""
    rows = prospect.rows
    if prospect.laid:
        lower = sorted([laid for laid in prospect.laid if laid < card])
        rows = rows_behind(rows, lower, professional=prospect.professional)
    places = spots(rows, card, professional=prospect.professional)
    if places:
        return min([_risk_at(spot, rows[spot.row], prospect, card) for spot in places])
    cheapest = min(map(heads, rows))
    return cheapest if prospect.professional else cheapest * _likely(0, *_coming(prospect, 0, card))


def reluctance(prospect: Prospect, card: int) -> float:
    """How little a careful player wants to play this card now: its risk, less if it only grows worse."""
    edge = _EDGE if prospect.seats <= _FEW else 0
    return risk(prospect, card) - edge * abs(card - prospect.middle)


def _risk_at(spot: Spot, row: Row, prospect: Prospect, card: int) -> float:
    """A card at the right end may find the row full by then; between a left end and the card nobody comes."""
    room = CARDS.row_length - len(row)
    after = row[-1] if spot.side == "right" else card
    return _at_least(room, *_coming(prospect, after, card)) * (heads(row) + room)


def _coming(prospect: Prospect, low: int, high: int) -> tuple[int, float]:
    """How many are still to play in this trick, and how likely each of them plays a card between these."""
    hidden = prospect.hidden
    between = max(bisect_left(hidden, high) - bisect_right(hidden, low), 0)
    return prospect.seats - 1 - len(prospect.laid), between / max(len(hidden), 1)


def _at_least(least: int, tries: int, chance: float) -> float:
    """How likely so many of the tries, or more, succeed."""
    return 1 - sum([_likely(number, tries, chance) for number in range(min(least, tries + 1))])


def _likely(number: int, tries: int, chance: float) -> float:
    return comb(tries, number) * chance**number * (1 - chance) ** (tries - number)
