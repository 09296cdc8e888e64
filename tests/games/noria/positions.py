"""Positions of Noria in a line or two: wheels in their notation, `+` behind an upgraded disc."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.games.chance import Chance
from bot.games.contract import Event, Refusal, Seat
from bot.games.noria.box import Bundle
from bot.games.noria.game import GAME
from bot.games.noria.moves import EndTurn, NoriaMove
from bot.games.noria.state import NoriaState, Player

CHANCE = Chance(bytes(range(32)))
A, B, C, D = map(Seat, range(4))
RICH = {"energy": 20, "mycelium": 20, "obsidian": 20, "sail": 4, "compass": 4, "propeller": 4}


def table(*players: dict[str, Any], seats: int = 2, **more: Any) -> NoriaState:
    """A position with these players and as many more; whatever else is not given follows from them."""
    everybody = [*players, *[{} for _ in range(seats - len(players))]]
    return GAME.restore(msgspec.json.encode({"players": everybody, **more}))


def solo(bot: dict[str, Any] | None = None, player: dict[str, Any] | None = None, **more: Any) -> NoriaState:
    """A position of the solo mode."""
    return table(player or {}, seats=1, bot=bot or {}, **more)


def play(state: NoriaState, *moves: NoriaMove) -> NoriaState:
    """The position after these moves of whoever's turn it is."""
    return told(state, *moves)[0]


def told(state: NoriaState, *moves: NoriaMove) -> tuple[NoriaState, list[Event]]:
    """The position after these moves, and all events."""
    events: list[Event] = []
    for move in moves:
        assert move in list(GAME.legal(state, state.active)), move
        step = GAME.apply(state, state.active, move, CHANCE)
        GAME.check(step.state)
        state, events = step.state, [*events, *step.events]
    return state, events


def refused(state: NoriaState, move: NoriaMove, seat: Seat | None = None) -> str:
    """Why the move is refused."""
    with pytest.raises(Refusal) as caught:
        GAME.apply(state, state.active if seat is None else seat, move, CHANCE)
    return caught.value.code


def own(state: NoriaState) -> Player:
    """Whoever's turn it is."""
    return state.players[state.active]


def stock(**kinds: int) -> Bundle:
    """A heap."""
    return Bundle(**kinds)


def of_type(events: list[Event], kind: type[Any]) -> list[Any]:
    """The events of one type."""
    return [event for event in events if isinstance(event, kind)]


def bot_turns(state: NoriaState, rounds: int = 1) -> tuple[NoriaState, list[list[Event]]]:
    """The position after turns in which the player does nothing, with the events of each round."""
    told_by_round: list[list[Event]] = []
    for _ in range(rounds):
        state, events = told(state, EndTurn())
        told_by_round.append(events)
    return state, told_by_round
