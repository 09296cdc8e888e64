"""The table as a move would leave it is the table as the move leaves it."""

from __future__ import annotations

from hypothesis import given
from msgspec.structs import replace

from bot.games.noria.game import GAME
from bot.games.noria.moves import Activate, EndTurn, Invest, NightShift, Travel
from bot.games.noria.state import NoriaState, NoriaView
from bot.games.noria.turns import after, ended
from tests.games.noria.positions import CHANCE, play, solo, stock, table
from tests.games.noria.sample import SAMPLE
from tests.games.samples import walk
from tests.games.test_laws import SEEDS, some


def seen(state: NoriaState) -> NoriaView:
    return GAME.view(state, state.active)


@given(seed=SEEDS)
@some(10)
def test_a_step_within_a_turn_is_foreseen_as_it_will_be(seed: int) -> None:
    for state in walk(SAMPLE, seed).states[::7]:
        for move in list(GAME.legal(state, state.active))[::9]:
            step = GAME.apply(state, state.active, move, CHANCE).state
            foreseen = after(seen(state), move)
            if move == Travel(None) or step.turn != state.turn or step.phase in ("fit", "over"):
                continue
            there = seen(step)
            assert foreseen.players == there.players
            assert (foreseen.current, foreseen.chambers) == (there.current, there.chambers)
            assert (foreseen.islands, foreseen.market) == (there.islands, there.market)
            assert (foreseen.scores, foreseen.news) == (there.scores, there.news)


def test_the_end_of_a_turn_is_foreseen_with_its_administration_and_without_the_bot() -> None:
    state = solo(bot={"wheel": "2A - 1E 2B - 3C 4F 5D"}, round=3)
    foreseen, there = after(seen(state), EndTurn()), seen(play(state, EndTurn()))
    assert foreseen.players == there.players
    assert foreseen.bot == seen(state).bot != there.bot


def test_the_wheel_after_this_turn_is_known_in_the_middle_of_an_action_too() -> None:
    state = table({"wheel": "1J - 1T 3C - 1M 4O 5E"})
    middle = ended(seen(play(state, Activate("S1"))))
    assert middle.players[0].wheel == seen(play(state, EndTurn())).players[0].wheel
    assert middle.players[0].knowledge == 1
    fitting = replace(seen(state), phase="fit")
    assert ended(fitting) is fitting


def test_what_can_not_be_done_or_known_changes_nothing() -> None:
    view = seen(table({"wheel": "1J - 1T 3C - 1M 4O 5E"}))
    for move in (None, Travel(None), NightShift("M"), Invest("REF", stock(obsidian=1))):
        assert after(view, move) is view
    rich = seen(table({"knowledge": 1}))
    assert after(rich, NightShift("M")).players[0].knowledge == 0
    assert replace(after(rich, NightShift("M")), players=rich.players).market == rich.market
