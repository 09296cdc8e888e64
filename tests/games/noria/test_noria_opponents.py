"""The computer players of Noria: what they do, and that they look ahead by the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, Literal

import msgspec
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
from bot.games.noria.opponents.search import Searcher
from bot.games.noria.opponents.styles import ALLROUNDER
from bot.games.noria.sketch import Sketch, sketch_of
from bot.games.noria.state import NoriaState, NoriaView
from tests.games.noria.positions import CHANCE, own, play, table
from tests.games.noria.sample import SAMPLE, twin
from tests.games.samples import walk

LEVELS = ("easy", "normal", "hard")
every_level = pytest.mark.parametrize("level", LEVELS)
looking = pytest.mark.parametrize("level", LEVELS[1:])
QUICK = Searcher((ALLROUNDER,), others=ALLROUNDER.taste, turns=1)
"""Hard with little time."""
EAGER = replace(
    ALLROUNDER.taste, disc=(3, 2, 2, 3), better=(3, 2, 2, 3), knowledge=0.01, resource=(2, 2, 2), late=1
)
"""Buys, upgrades and shifts as much as it can."""
Player = Opponent[NoriaView, NoriaMove]
PLAYERS = (GAME.opponents["easy"], GAME.opponents["normal"], QUICK)


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


def spots(seed: int, each: int = 1) -> list[NoriaState]:
    """Of a random game in some mode so many positions of each phase, all of which leave a choice."""
    kinds: dict[str, list[NoriaState]] = {}
    for state in walk(SAMPLE, seed).states:
        if state.phase != "over" and len(list(islice(GAME.legal(state, state.active), 2))) > 1:
            kinds.setdefault(state.phase, []).append(state)
    rng = Random(seed)
    return [state for found in kinds.values() for state in rng.sample(found, min(each, len(found)))]


def sketched(state: NoriaState) -> Sketch:
    """The sketch of a position, with the islands that are really to come."""
    return sketch_of(state, state.stack[::-1])


def test_the_levels_are_there_from_weak_to_strong() -> None:
    assert tuple(GAME.opponents) == LEVELS


@pytest.mark.parametrize("who", PLAYERS)
def test_what_they_choose_is_legal_and_the_same_for_the_same_luck_in_every_phase(who: Player) -> None:
    """Also in the middle of turns that somebody else has begun without any sense."""
    phases = set[str]()
    for seed in range(8):
        for state in spots(seed, each=2 if who is QUICK else 6):
            assert chosen(who, state, seed) == chosen(who, state, seed)
            phases.add(state.phase)
    assert phases == {"wheel", "resources", "path", "influence", "actions", "disc", "fit"}


@pytest.mark.parametrize("who", PLAYERS)
def test_a_view_that_came_by_mail_is_all_they_need(who: Player) -> None:
    for state in spots(3):
        view, legal = GAME.view(state, state.active), list(GAME.legal(state, state.active))
        sent = msgspec.json.decode(msgspec.json.encode(view), type=NoriaView)
        assert who.advice(sent, legal, Random(5)) == who.advice(view, legal, Random(5))


@pytest.mark.parametrize("who", PLAYERS)
def test_the_islands_face_down_change_nothing(who: Player) -> None:
    changed = 0
    for seed in range(3, 6):
        for state in spots(seed):
            other = twin(state, None, Random(seed))
            changed += other.stack != state.stack
            assert chosen(who, other) == chosen(who, state)
    assert changed


@every_level
def test_advice_has_every_move_once_and_the_best_first(level: str) -> None:
    who = GAME.opponents[level]
    for state in spots(2):
        view, legal = GAME.view(state, state.active), list(GAME.legal(state, state.active))
        advice = who.advice(view, legal, Random(1))
        assert Counter([each.move for each in advice]) == Counter(legal)
        assert advice[0].move == who.choose(view, legal, Random(1))
        expected = [each.expected for each in advice]
        assert level == "easy" or expected == sorted(expected, reverse=True)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(seats, one) for seats in (1, 2, 4) for one in SAMPLE.options[: 4 if seats == 1 else 2]],
)
def test_every_mode_is_played_to_the_end(seats: int, options: NoriaOptions) -> None:
    """Each level sits somewhere; the rules refuse what is not legal."""
    state = GAME.setup(options, seats, CHANCE)
    players = [QUICK if seats < 4 else PLAYERS[1], *PLAYERS[:2], PLAYERS[0]]
    while state.phase != "over":
        state = play(state, chosen(players[state.active], state, state.moves))
    assert GAME.outcome(state)


LAST: dict[str, Any] = {"round": 16, "chambers": {"RES": "0/3", "REF": "0/1"}}


@looking
def test_in_the_last_round_they_take_the_points_that_are_there(level: str) -> None:
    """RES is worth 12 a level, REF 2; both can be paid."""
    player = {"wheel": "1C - 1T - ", "stock": {"obsidian": 5, "piston": 1}, "levels": {"REF": 1}}
    state = table(player, player, **LAST)
    after, moves = turn_of(GAME.opponents[level], state)
    assert [move.path for move in moves if isinstance(move, Invest)] == ["RES"]
    assert after.players[state.active].levels == (1, 0, 0, 1)


@looking
def test_in_the_last_round_they_make_what_can_still_be_used(level: str) -> None:
    """A piston that is made by the tool lifts the representative by the city."""
    player = {
        "wheel": "1C - 1T - ",
        "stock": {"obsidian": 2, "mycelium": 1},
        "empty": {"piston": 1},
    }
    _, moves = turn_of(GAME.opponents[level], table(player, player, **LAST))
    kinds = [type(move) for move in moves]
    assert kinds.index(Produce) < kinds.index(Invest)


@looking
def test_politics_raises_what_is_worth_more_to_oneself_than_to_the_others(level: str) -> None:
    own_way = {"wheel": "1E - - ", "knowledge": 3, "levels": {"EXP": 9, "REF": 1}}
    other_way = {"wheel": "1E - - ", "levels": {"COL": 9, "REF": 1}}
    state = table(own_way, other_way, round=16)
    _, moves = turn_of(GAME.opponents[level], state)
    (politics,) = [move for move in moves if isinstance(move, Politics)]
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
