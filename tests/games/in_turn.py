"""Moves of a game in turn, made or refused in a line, whatever the position."""

from typing import Any, Generic, TypeVar

import pytest

from bot.games.chance import Chance
from bot.games.contract import Event, Move, Refusal, Seat
from bot.games.in_turn import TurnGame, TurnState

CHANCE = Chance(bytes(range(32)))
T = TypeVar("T", bound=TurnState)
M = TypeVar("M", bound=Move)


class Turns(Generic[T, M]):
    """The moves of one game."""

    def __init__(self, game: TurnGame[Any, T, M, Any]) -> None:
        self._game = game

    def told(self, state: T, *moves: M) -> tuple[T, list[Event]]:
        """The position after these legal moves of whoever's turn it is, and all events."""
        events: list[Event] = []
        for move in moves:
            assert move in list(self._game.legal(state, state.active)), move
            step = self._game.apply(state, state.active, move, CHANCE)
            self._game.check(step.state)
            state, events = step.state, [*events, *step.events]
        return state, events

    def play(self, state: T, *moves: M) -> T:
        """The position after these moves."""
        return self.told(state, *moves)[0]

    def refused(self, state: T, move: M, seat: Seat | None = None) -> Refusal:
        """Why the move is refused."""
        with pytest.raises(Refusal) as caught:
            self._game.apply(state, state.active if seat is None else seat, move, CHANCE)
        return caught.value
