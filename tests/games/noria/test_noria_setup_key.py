"""Which solo games can be compared: those from which everything goes on alike."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.noria.game import GAME
from bot.games.noria.moves import EndTurn, NoriaMove, NoriaOptions
from bot.games.noria.playout import pick
from bot.games.noria.state import NoriaState
from tests.games.noria.sample import START

SEAT, CHANCE = Seat(0), Chance(bytes(32))


def begun(text: str) -> NoriaState:
    """The solo game that begins with this position."""
    return GAME.setup(NoriaOptions(start=text), 1, CHANCE)


def played(state: NoriaState, moves: list[NoriaMove]) -> NoriaState:
    """The position after these moves."""
    for move in moves:
        state = GAME.apply(state, SEAT, move, CHANCE).state
    return state


@pytest.mark.parametrize("circle", ["4(x), 2, 8, 9, 7", "9, 7, 4(x), 2, 8", "８，９，７，4(X)，2"])
def test_11_7_where_the_circle_begins_makes_no_difference(circle: str) -> None:
    """The bot goes clockwise, the player anywhere: the same moves bring the same points."""
    rng, moves, state = Random(circle), list[NoriaMove](), begun(START)
    while state.phase != "over":
        moves.append(pick(state, rng))
        state = played(state, moves[-1:])
    other = begun(START.replace("7, 4(x), 2, 8, 9", circle))
    assert other.islands != begun(START).islands
    turned = played(other, moves)
    assert GAME.outcome(turned) == GAME.outcome(state)
    assert (turned.bot, turned.players) == (state.bot, state.players)
    assert GAME.setup_key(turned) == GAME.setup_key(state)


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ("J1, C2", "C1, J2"),
        ("2, 8", "8, 2"),
        ("4(x), 2", "4, 2(x)"),
        ("5D - REF", "6D - REF"),
        ("- REF", "- RES"),
        ("4E - COL", "5E - COL"),
        ("- COL", "- EXP"),
    ],
)
def test_11_7_every_other_difference_makes_another_start(part: str, other: str) -> None:
    assert GAME.setup_key(begun(START.replace(part, other))) != GAME.setup_key(begun(START))


def test_11_7_a_start_that_was_drawn_and_chosen_is_the_one_that_is_copied() -> None:
    state = GAME.setup(NoriaOptions(), 1, Chance(bytes([3]) * 32))
    while state.round == 0:
        state = played(state, [next(iter(GAME.legal(state, SEAT)))])
    key = GAME.setup_key(state)
    assert GAME.setup_key(begun(key)) == GAME.setup_key(begun(state.setup)) == key


def test_11_7_tables_of_several_players_have_no_start_to_compare() -> None:
    state = GAME.setup(NoriaOptions(), 2, CHANCE)
    while state.round < 2:
        seat = state.active
        moves = list(GAME.legal(state, seat))
        move = EndTurn() if EndTurn() in moves else moves[0]
        state = GAME.apply(state, seat, move, CHANCE).state
    assert GAME.setup_key(state) == ""
