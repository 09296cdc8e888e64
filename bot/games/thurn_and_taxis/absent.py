"""What a deadline does for a late player, step by step (edge 18)."""

from __future__ import annotations

from bot.games.thurn_and_taxis.cards import PLACES, can_draw
from bot.games.thurn_and_taxis.moves import (
    Begin,
    Discard,
    EndTurn,
    Play,
    TakeBlind,
    TakeOpen,
    TaxisMove,
)
from bot.games.thurn_and_taxis.possible import sides
from bot.games.thurn_and_taxis.state import TaxisState


def default_move(state: TaxisState) -> TaxisMove:
    """The next step for whoever's turn it is: no official, no closing, no card held long given away."""
    match state.phase:
        case "take":
            return _take(state)
        case "play":
            return _play(state)
        case "discard":
            return Discard(state.hands[state.active][-1])
        case _:
            return EndTurn()


def _take(state: TaxisState) -> TaxisMove:
    """The top of the deck, else the first open card."""
    if can_draw(state):
        return TakeBlind()
    return TakeOpen(next(place for place in PLACES if state.display[place - 1] is not None))


def _play(state: TaxisState) -> TaxisMove:
    """Of the cards that fit the one held longest, right end before left; else a new row."""
    hand, row = state.hands[state.active], state.routes[state.active]
    fitting = (Play(city, side) for city in hand for side in reversed(sides(row, city)))
    return next(fitting, Begin(hand[0]))
