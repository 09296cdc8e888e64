"""The replay of a turn of Thurn and Taxis: each step says what is new, the last one tells the whole turn."""

from __future__ import annotations

from typing import Any

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.moves import EndTurn, Play, TakeOpen, TaxisMove
from bot.games.thurn_and_taxis.state import TaxisState
from bot.text import words
from bot.view_model import ViewModel
from cogs.thurn_and_taxis.presenter import TaxisPresenter
from render.film import Frame
from tests.games.thurn_and_taxis.positions import A, table

CHANCE = Chance(bytes(32))


def played(state: TaxisState, seat: Seat, move: TaxisMove) -> tuple[TaxisState, tuple[Frame, ...]]:
    """The state after a move and the frames of its step, as everybody may see them."""
    step = GAME.apply(state, seat, move, CHANCE)
    news: Any = tuple(event for event in step.events if event.seen_by is None)
    model = ViewModel(1, 1, GAME.view(step.state, None), ("Ann", "Ben"), words("en"), events=news)
    return step.state, TaxisPresenter().frames(model)


def test_a_step_says_what_is_new_and_the_last_one_tells_the_turn() -> None:
    state = table(
        "basel freiburg / lodz", "ulm / linz", display="zuerich mannheim innsbruck kempten lodz stuttgart"
    )
    told: list[str] = []
    for move in (TakeOpen(1), Play("zuerich", "right"), EndTurn()):
        state, frames = played(state, A, move)
        told.append("\n".join(frame.text for frame in frames))
    took, laid, turn = told
    assert took == "Ann takes Zürich."
    assert "takes" not in laid
    assert turn == f"{took}\n{laid}"
