"""Random games at speed, through the rules themselves."""

from __future__ import annotations

from random import Random

from bot.games.chance import Chance
from bot.games.noria.game import GAME
from bot.games.noria.moves import EndTurn, NoriaMove, NoriaOptions
from bot.games.noria.state import NoriaState, view_of


def playout(seats: int, rng: Random) -> tuple[int, ...]:
    """The scores by seat of a game in which everybody makes any kind of move, ending a turn when nothing
    else is left to be done. Alone, the bot plays its own game."""
    chance = Chance(rng.randbytes(32))
    state = GAME.setup(NoriaOptions(), seats, chance)
    while state.phase != "over":
        forced = GAME.forced(state)
        move = forced[1] if forced else pick(state, rng)
        state = GAME.apply(state, state.active, move, chance).state
    return view_of(state).scores


def pick(state: NoriaState, rng: Random) -> NoriaMove:
    """Any of the legal moves, each kind of move equally likely."""
    moves = list(GAME.legal(state, state.active))
    kinds = [kind for kind in dict.fromkeys(map(type, moves)) if kind is not EndTurn] or [EndTurn]
    kind = rng.choice(kinds)
    return rng.choice([move for move in moves if type(move) is kind])
