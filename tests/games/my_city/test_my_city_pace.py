"""Own pace: who has chosen rolls on alone; the table's round is the slowest seat's, and dice stay common."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.contract import Refusal, Seat
from bot.games.my_city import moves, pace
from bot.games.my_city.game import GAME
from bot.games.my_city.moves import Build, MyCityOptions, MyCityState, Pass, RollOn, Stop
from tests.games.my_city.positions import CHANCE, PLATEAU, A, B, C, roll, table
from tests.games.my_city.sample import SAMPLE, pick

OWN = MyCityOptions(pace="own")


def began(seats: int = 2, options: MyCityOptions = OWN) -> MyCityState:
    return GAME.setup(options, seats, CHANCE)


def after(state: MyCityState, *made: tuple[Seat, Any]) -> MyCityState:
    for seat, move in made:
        state = GAME.apply(state, seat, move, CHANCE).state
    return state


def two_ahead() -> MyCityState:
    """A has chosen in rounds 1 and 2 and sees the dice of round 3, B has not chosen yet."""
    return after(began(), (A, Pass()), (A, RollOn()), (A, Pass(2)), (A, RollOn(2)))


def refused(state: MyCityState, seat: Seat, move: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        GAME.apply(state, seat, move, CHANCE)
    return refusal.value.code


def test_who_has_rolled_on_sees_the_own_later_round_and_nobody_else_does() -> None:
    state = two_ahead()
    mine, other, public = GAME.view(state, A), GAME.view(state, B), GAME.view(state, None)
    assert (mine.round, mine.slowest, mine.ahead, mine.sheets[A].ticks) == (3, 1, 3, 2)
    assert mine.roll == state.rolls[1]
    for view in (other, public):
        assert (view.round, view.slowest, view.ahead, view.roll) == (1, 1, 0, state.roll)
        assert (view.sheets, view.choice, view.may_roll) == (state.sheets, None, False)
        assert view.decided == (True, False)
    ahead = GAME.apply(state, A, Pass(3), CHANCE)
    seen = GAME.apply(after(state, (A, Pass(3))), A, RollOn(3), CHANCE)
    assert all(event.seen_by == (A,) for event in (*ahead.events, *seen.events))
    assert (ahead.irrevocable, seen.irrevocable, seen.milestone) == (False, True, False)
    for after_it in (ahead.state, seen.state):
        assert (GAME.view(after_it, B), GAME.view(after_it, None)) == (other, public)
        assert (GAME.turn(after_it), list(GAME.decisions(after_it))) == (state.turn, [B])


def test_a_move_is_meant_for_the_round_it_carries() -> None:
    """So no button of an earlier round builds with later dice, and what was seen can't be changed."""
    state = two_ahead()
    assert {move.round for move in GAME.legal(state, A)} == {3}  # pyright: ignore[reportAttributeAccessIssue]
    assert {refused(state, A, move) for move in (Pass(), Stop(2), RollOn(2), RollOn(3))} == {"not_now"}
    assert refused(state, B, RollOn()) == "not_now"
    changed = after(state, (A, Pass(3)), (A, Stop(3)))
    assert GAME.view(changed, A).choice == Stop(3)
    assert refused(changed, A, RollOn(3)) == "not_now"


def test_nobody_rolls_on_where_all_go_together() -> None:
    state = after(began(2, MyCityOptions()), (A, Pass()))
    assert RollOn() not in GAME.legal(state, A)
    assert refused(state, A, RollOn()) == "not_now"


def test_nobody_rolls_on_from_a_sheet_that_is_full() -> None:
    state = began()
    free = [build for build in GAME.legal(state, A) if isinstance(build, Build)]
    assert pace.may_roll(after(state, (A, free[0])), A)
    full = replace(state, choices=(Stop(), None))
    assert not pace.may_roll(full, A)


def test_dice_are_those_of_the_round_whoever_rolls_first() -> None:
    passes = [(A, Pass()), (B, Pass())] * 3
    together = after(began(2, MyCityOptions()), *passes)
    caught_up = after(two_ahead(), (A, Pass(3)), *[(B, Pass())] * 3)
    crossed = after(began(), (B, Pass()), (B, RollOn()), (A, Pass()), (B, Pass()), (A, Pass()), *passes[:2])
    for own in (caught_up, crossed):
        assert replace(own, options=MyCityOptions()) == together
        assert GAME.encode(replace(own, options=MyCityOptions())) == GAME.encode(together)


def test_what_was_chosen_ahead_comes_out_with_its_round() -> None:
    state = two_ahead()
    step = GAME.apply(state, B, Pass(), CHANCE)
    assert (step.state.round, step.state.choices, step.state.turn) == (2, (Pass(), None), state.turn + 1)
    assert step.state.sheets[A].ticks == 1
    rolls = [event for event in step.events if isinstance(event, moves.Rolled)]
    assert [(event.round, event.roll, event.seen_by) for event in rolls] == [(2, state.rolls[0], None)]
    assert GAME.view(step.state, A).round == 3
    assert Pass(3) in GAME.legal(step.state, A)
    step = GAME.apply(step.state, B, Pass(), CHANCE)
    assert (step.state.round, step.state.rolls, step.state.ahead) == (3, (), ())
    assert Pass() in GAME.legal(step.state, A)


def test_when_the_slowest_stop_all_rounds_chosen_by_the_others_follow_at_once() -> None:
    step = GAME.apply(after(two_ahead(), (A, Stop(3))), B, Stop(), CHANCE)
    assert step.state.phase == "over"
    assert step.state.sheets[A] == moves.Sheet(ticks=2, stopped=True)
    left = after(two_ahead(), (B, Stop()))
    assert (left.round, left.choices, list(GAME.decisions(left))) == (3, (None, None), [A])
    assert GAME.default(left, A, CHANCE) == Pass()


def test_a_first_come_bonus_goes_by_round_and_not_by_the_clock() -> None:
    """A has completed the plateau ahead when B does so in the round before."""
    start = table(7, PLATEAU, PLATEAU, dice="I1", options={"mode": "chapter", "chapter": 3, "pace": "own"})
    state = after(start, (A, Pass()), (A, RollOn()))
    state = after(replace(state, rolls=(roll("I1"),)), (A, Build(("C1",), start.round + 1)))
    state = after(state, (B, Build(("C1",))))
    assert state.bonuses == (moves.Bonus("plateau", start.round, (B,)),)
    assert after(state, (B, Pass())).bonuses == state.bonuses


def test_computers_and_deadlines_keep_step() -> None:
    """Whoever is ahead owes nothing: nobody asks a computer, no deadline runs out."""
    state = two_ahead()
    assert list(GAME.decisions(state)) == [B]
    with pytest.raises(Refusal, match="not_asked"):
        GAME.default(state, A, CHANCE)
    assert not any(isinstance(move, RollOn) for move in GAME.legal(state, B))


@pytest.mark.parametrize("level", sorted(SAMPLE.players))
def test_a_hint_ahead_is_about_the_own_round(level: str) -> None:
    state = after(two_ahead(), (A, Pass(3)))
    legal = GAME.legal(state, A)
    assert RollOn(3) in legal
    best = SAMPLE.players[level].advice(GAME.view(state, A), legal, Random(1))
    assert {one.move for one in best} == {*legal} - {RollOn(3)}


def test_what_is_played_together_is_written_as_ever() -> None:
    state = after(began(2, MyCityOptions()), (A, Pass()))
    written = msgspec.json.decode(GAME.encode(state))
    assert {"schema", "bonuses", "last", "results"} < set(written)
    assert not {"rolls", "ahead"} & set(written)
    assert written["choices"] == [{"move": "pass"}, None]
    assert msgspec.json.decode(GAME.encode_move(Build(("D1",)))) == {"move": "build", "cells": ["D1"]}


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (lambda state: replace(state, options=MyCityOptions()), "the pace is together"),
        (lambda state: replace(state, rolls=state.rolls[:1]), "disagree"),
        (lambda state: replace(state, choices=(None, None)), "too early"),
        (lambda state: replace(state, ahead=((None, Pass()), ())), "too early"),
        (lambda state: replace(state, ahead=((Pass(), Build(("A1",))), ())), "illegal"),
        (lambda state: replace(state, ahead=((Pass(), Pass()),)), "ahead"),
    ],
)
def test_what_lies_ahead_is_checked(broken: Callable[[MyCityState], MyCityState], reason: str) -> None:
    GAME.check(two_ahead())
    with pytest.raises(ValueError, match=reason):
        GAME.check(broken(two_ahead()))


@pytest.mark.parametrize("seed", range(6))
def test_a_game_at_an_own_pace_keeps_its_secrets_and_ends(seed: int) -> None:
    """Everybody goes ahead as often as the slowest goes on: the laws' walks mostly ask those who owe."""
    rng, far = Random(seed), 0
    chance = Chance(rng.randbytes(32))
    state = GAME.setup(MyCityOptions(episode=rng.randint(1, 12), pace="own"), 3, chance)
    while GAME.decisions(state):
        forced = GAME.forced(state)
        seat = forced[0] if forced else rng.choice([one for one in (A, B, C) if GAME.legal(state, one)])
        before, move = state, pick(state, GAME.legal(state, seat), rng)
        state = GAME.apply(state, seat, move, chance).state
        GAME.check(state)
        assert GAME.restore(GAME.encode(state)) == state
        far = max(far, len(state.rolls))
        for who in (None, A, B, C):
            twin = SAMPLE.twin(before, who, rng)
            assert GAME.view(twin, who) == GAME.view(before, who)
            assert GAME.decisions(twin) == GAME.decisions(before)
            assert who is None or GAME.legal(twin, who) == GAME.legal(before, who)
    assert far >= 2
