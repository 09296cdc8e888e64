"""The replay of Noria: each small step in words and as a picture, a turn as a whole, in its round."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.noria.game import GAME
from bot.games.noria.moves import Activate, BotRotated, EndTurn, GivenUp, NightShift, NoriaOptions
from bot.games.noria.playout import pick
from bot.games.noria.state import NoriaState
from bot.text import words
from bot.view_model import ViewModel
from cogs.noria.presenter import NoriaPresenter
from tests.games.noria.positions import CHANCE, table

DESK = NoriaPresenter()
NAMES = ("Ann", "Ben", "Cleo")


def seen(state: NoriaState, events: Any) -> ViewModel[Any]:
    """A step as everybody may see it."""
    return ViewModel(1, 1, GAME.view(state, None), NAMES[: state.seats], words("en"), events=tuple(events))


def models(seats: int, seed: int) -> Iterator[ViewModel[Any]]:
    """What everybody may know after each step of a random game."""
    rng, chance = Random(seed), Chance(bytes([seed]) * 32)
    state = GAME.setup(NoriaOptions(setup="expert"), seats, chance)
    while state.phase != "over":
        forced = GAME.forced(state)
        step = GAME.apply(state, state.active, forced[1] if forced else pick(state, rng), chance)
        state = step.state
        yield seen(state, step.events)


def test_a_step_says_what_is_new_and_the_last_one_tells_the_turn() -> None:
    state, told = table({"knowledge": 3}), list[str]()
    for move in (NightShift("M"), Activate("L2"), EndTurn()):
        step = GAME.apply(state, Seat(0), move, CHANCE)
        state = step.state
        (frame,) = DESK.frames(seen(state, step.events))
        told.append(frame.text)
    shifted, gathered, turn = told
    assert shifted == "Ann works a night shift: the medium ring goes one slot on (−1 knowledge)."
    assert gathered == "Ann activates L2 mycelium: +1 mycelium."
    assert turn == f"{shifted}\n{gathered}\nAnn's wheel turns: +1 knowledge."


@pytest.mark.parametrize("seats", [1, 3])
def test_every_step_has_a_frame_in_the_round_in_which_it_was_made(seats: int) -> None:
    made_in, rounds, bot_turns = 0, set[int](), 0
    for model in models(seats, 2):
        assert DESK.part(model) == made_in
        rounds.add(made_in)
        frames = DESK.frames(model)
        # Whoever travels and takes nothing there has told all of it by travelling.
        assert len(frames) == any(not isinstance(event, GivenUp) or event.unused for event in model.events)
        assert all(frame.text for frame in frames)
        if made_in and model.view.phase != "over":
            assert f"Round {made_in}" in DESK.caption(model)
        bot_turns += any(isinstance(event, BotRotated) for event in model.events)
        made_in = model.view.round
    assert rounds == set(range(GAME.view(table({}, seats=seats), None).rounds + 1))
    assert bot_turns == (16 if seats == 1 else 0)
