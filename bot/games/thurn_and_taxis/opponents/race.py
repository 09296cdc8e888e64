"""The race to the end: how many turns are likely to be left."""

from __future__ import annotations

from math import exp

from bot.games.thurn_and_taxis.land import LEVELS
from bot.games.thurn_and_taxis.view import PlayerView, TaxisView

_ROUTE = 4.1
"""Turns that a route takes on average, from the first card to the closing."""
_LAID, _HELD = 0.8, 0.35
"""Turns that a card in the row and one in the hand stand for."""
_LEAST = 0.6
_OFFICES = 0.85
"""Offices that a player places in a turn on average."""


def turns_left(view: TaxisView) -> float:
    """How many turns whoever's turn it is will have after this one, if one of the others causes the end."""
    if view.ending is not None:
        return 0.0
    return min([needs(player) for seat, player in enumerate(view.players) if seat != view.active])


def needs(player: PlayerView) -> float:
    """The turns until this player is likely to cause the end."""
    levels = sum(level > player.carriage for level in LEVELS)
    begun = len(player.route) * _LAID + player.hand_size * _HELD
    return min(levels * _ROUTE - min(begun, _ROUTE - _LEAST), player.offices_left / _OFFICES)


def alive(turns: float, left: float) -> float:
    """How likely the game goes on for so many turns when so many are expected to be left."""
    if not turns or not left:
        return float(not turns)
    return 1 / (1 + exp((turns - left - 0.3) / (0.35 + 0.12 * left)))
