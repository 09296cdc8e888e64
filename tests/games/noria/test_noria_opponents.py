"""The computer players of Noria: what they do, and that they look ahead by the rules."""

from dataclasses import replace
from random import Random
from typing import Any, Literal

import pytest

from bot.games.contract import Opponent
from bot.games.noria.game import GAME
from bot.games.noria.moves import (
    Activate,
    Enter,
    Invest,
    Modify,
    NightShift,
    NoriaMove,
    NoriaOptions,
    Politics,
    Produce,
)
from bot.games.noria.opponents.playing import plans, settle
from bot.games.noria.opponents.styles import ALLROUNDER
from bot.games.noria.sketch import Sketch, sketch_of
from bot.games.noria.state import NoriaState, NoriaView
from tests.games.noria.positions import CHANCE, heap, of_type, own, play, table

LEVELS = ("easy", "normal", "hard")
looking = pytest.mark.parametrize("level", LEVELS[1:])
EAGER = replace(
    ALLROUNDER.taste, disc=(3, 2, 2, 3), better=(3, 2, 2, 3), knowledge=0.01, resource=(2, 2, 2), late=1
)
"""Buys, upgrades and shifts as much as it can."""
Player = Opponent[NoriaView, NoriaMove]


def chosen(who: Player, state: NoriaState, seed: int = 1) -> NoriaMove:
    """What a player does; that it is legal is checked, too."""
    legal = list(GAME.legal(state, state.active))
    move = who.choose(GAME.view(state, state.active), legal, Random(seed))
    assert move in legal
    return move


def turn_of(who: Player, state: NoriaState) -> tuple[NoriaState, list[NoriaMove]]:
    """The position after a whole turn of a player, and its moves."""
    moves: list[NoriaMove] = []
    turn = state.turn
    while state.turn == turn and state.phase != "over":
        moves.append(chosen(who, state))
        state = play(state, moves[-1])
    return state, moves


def sketched(state: NoriaState) -> Sketch:
    """The sketch of a position, with the islands that are really to come."""
    return sketch_of(state, state.stack[::-1])


LAST: dict[str, Any] = {"round": 16, "chambers": {"RES": "0/3", "REF": "0/1"}}
"""RES is worth 12 a level, REF 2."""
PAYS_BOTH = {"wheel": "1C - 1T - ", "stock": {"obsidian": 5, "piston": 1}, "levels": {"REF": 1}}
MAKES = {"wheel": "1C - 1T - ", "stock": {"obsidian": 2, "mycelium": 1}, "empty": {"piston": 1}}
EXPLORER = {"wheel": "1E - - ", "knowledge": 3, "levels": {"EXP": 9, "REF": 1}}
COLONIST = {"wheel": "1E - - ", "levels": {"COL": 9, "REF": 1}}


TAKES = Invest("RES", heap("1 piston"))


@looking
@pytest.mark.parametrize(
    ("player", "wanted"), [(PAYS_BOTH, [TAKES]), (MAKES, [Produce("piston"), TAKES])], ids=["points", "goods"]
)
def test_in_the_last_round_they_take_what_is_there(
    level: str, player: dict[str, Any], wanted: list[NoriaMove]
) -> None:
    """The points, by a good that can still be made if need be."""
    _, made = turn_of(GAME.opponents[level], table(player, player, **LAST))
    assert [move for move in made if isinstance(move, Invest | Produce)] == wanted


@looking
def test_politics_raises_what_is_worth_more_to_oneself_than_to_the_others(level: str) -> None:
    _, made = turn_of(GAME.opponents[level], table(EXPLORER, COLONIST, round=16))
    (politics,) = of_type(made, Politics)
    assert politics.down in ("EXP", "SPEC")


def test_a_turn_that_was_planned_is_played_as_planned() -> None:
    """Each small move is thought of anew, and the same turn comes out."""
    state = GAME.setup(NoriaOptions(), 1, CHANCE)
    while state.phase in ("wheel", "path"):
        state = play(state, chosen(GAME.opponents["normal"], state))
    sketch = sketched(state)
    best = max(plans(sketch, ALLROUNDER.taste), key=lambda plan: plan.value)
    _, moves = turn_of(GAME.opponents["normal"], state)
    assert moves == best.moves


def test_hard_and_normal_begin_alone_with_their_own_wheel_and_path() -> None:
    state = GAME.setup(NoriaOptions(), 1, CHANCE)
    moves: list[NoriaMove] = []
    while state.phase in ("wheel", "path"):
        moves.append(chosen(GAME.opponents["normal"], state))
        state = play(state, moves[-1])
    assert own(state).wheel == ALLROUNDER.wheel
    assert moves[-1] == Enter(ALLROUNDER.path)


def test_easy_does_many_things_but_leaves_the_wheel_as_it_is() -> None:
    state = table({"wheel": "1C 2J - 1T 2E - 1M 2O", "knowledge": 9, "stock": {"energy": 5}})
    found = {type(chosen(GAME.opponents["easy"], state, seed)) for seed in range(40)}
    assert found == {Activate}
    assert {NightShift, Modify} <= {type(move) for move in GAME.legal(state, state.active)}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("bot", ["bot_1", "bot_2", "bot_3", "random"])
def test_a_sketch_goes_on_as_at_the_table(
    seats: int, bot: Literal["bot_1", "bot_2", "bot_3", "random"]
) -> None:
    """Turn by turn, whatever the plan is: the moves of a plan lead to the same table by the rules, with the
    turn of the bot after them."""
    rng = Random(f"{bot} {seats}")
    state = GAME.setup(NoriaOptions(setup="expert", bot=bot), seats, CHANCE)
    while state.phase in ("wheel", "resources", "path"):
        state = play(state, rng.choice(list(GAME.legal(state, state.active))))
    sketch = sketched(state)
    while not sketch.over:
        assert sketch == sketched(state)
        plan = rng.choice(plans(sketch, rng.choice((ALLROUNDER.taste, EAGER))))
        settle(sketch, plan)
        state = play(state, *plan.moves)
    scores = tuple([sketch.score(hand.levels) for hand in sketch.hands])
    assert (state.phase, scores) == ("over", GAME.view(state, None).scores)
