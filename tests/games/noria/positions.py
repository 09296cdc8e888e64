"""Positions of Noria in a line or two: wheels in their notation, `+` behind an upgraded disc."""

from typing import Any

import msgspec

from bot.games.contract import Event, Seat
from bot.games.noria.box import Bundle
from bot.games.noria.game import GAME
from bot.games.noria.moves import EndTurn, NoriaMove
from bot.games.noria.state import NoriaState, Player
from tests.games.in_turn import CHANCE as CHANCE, Turns

A, B, C, D = map(Seat, range(4))
_TURNS = Turns(GAME)
told, play = _TURNS.told, _TURNS.play
RICH = {"energy": 20, "mycelium": 20, "obsidian": 20, "sail": 4, "compass": 4, "propeller": 4}


def table(*players: dict[str, Any], seats: int = 2, **more: Any) -> NoriaState:
    """A position with these players and as many more; whatever else is not given follows from them."""
    everybody = [*players, *[{} for _ in range(seats - len(players))]]
    return GAME.restore(msgspec.json.encode({"players": everybody, **more}))


def solo(bot: dict[str, Any] | None = None, player: dict[str, Any] | None = None, **more: Any) -> NoriaState:
    """A position of the solo mode."""
    return table(player or {}, seats=1, bot=bot or {}, **more)


def refused(state: NoriaState, move: NoriaMove, seat: Seat | None = None) -> str:
    """Why the move is refused."""
    return _TURNS.refused(state, move, seat).code


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
