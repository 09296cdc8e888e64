"""The replay of a round of Nördlingen: each step in words and as a picture, in the round it belongs to."""

from __future__ import annotations

from random import Random

from bot.games.chance import Chance
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import Chosen, Drawn, Left, NoerdlingenOptions, Placed
from bot.text import words
from bot.view_model import ViewModel
from cogs.noerdlingen.presenter import NoerdlingenPresenter

DESK = NoerdlingenPresenter()
NAMES = ("Ann", "Ben", "Cleo")


def models(seed: int, **options: str) -> list[ViewModel[object]]:
    """What everybody may know after each step of a random game."""
    rng, chance = Random(seed), Chance(bytes([seed]) * 32)
    state = GAME.setup(NoerdlingenOptions(**options), 3, chance)
    found: list[ViewModel[object]] = []
    while GAME.outcome(state) is None:
        step = GAME.apply(state, state.active, rng.choice(list(GAME.legal(state, state.active))), chance)
        state = step.state
        found.append(
            ViewModel(1, len(found) + 1, GAME.view(state, None), NAMES, words("en"), events=step.events)
        )
    return found


def test_each_step_is_a_frame_that_tells_it_and_no_other() -> None:
    said = {Placed: "places", Chosen: "takes number", Drawn: "draws", Left: "leaves the game"}
    for model in models(1):
        (frame,) = DESK.frames(model)
        done = [event for event in model.events if isinstance(event, tuple(said))]
        for event in done:
            assert f"{NAMES[event.seat]} " in frame.text
        told = {kind for kind, words in said.items() if words in frame.text}
        assert told == {type(event) for event in done} or "draws no bonus" in frame.text


def test_a_step_belongs_to_the_round_in_which_it_was_made() -> None:
    made_in, rounds = 0, set[int]()
    for model in models(2, elimination="skip_turn"):
        assert DESK.part(model) == made_in
        if made_in:
            assert f"Round {made_in}" in DESK.caption(model)
        rounds.add(made_in)
        made_in = model.view.round
    assert rounds == set(range(9))
