"""Choices that were made in secret and changed before anything came of them."""

from collections.abc import Iterable
from typing import Any

from bot.games.contract import Seat
from bot.games.registry import AnyGame


def replaced(game: AnyGame, steps: Iterable[tuple[Any, Seat, Any]]) -> frozenset[int]:
    """The places of the moves instead of which the same seat has made another one at the same moment; a step
    is the state before a move, its seat, and the move."""
    latest, found = dict[tuple[Seat, int], tuple[int, Any]](), set[int]()
    for at, (state, seat, move) in enumerate(steps if game.holds_back else ()):
        moment = seat, game.turn(state)
        if moment in latest:
            earlier, before = latest[moment]
            if move in game.legal(before, seat):
                found.add(earlier)
        latest[moment] = at, state
    return frozenset(found)
