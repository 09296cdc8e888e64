"""The computer players: what they may know, what they do, and that each is better than the one below."""

import subprocess
import sys
from random import Random

import numpy as np
import pytest

from bot.games.contract import Opponent, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtMove, TakeRow
from bot.games.six_nimmt.opponents import Effort, search
from bot.games.six_nimmt.opponents.heuristic import Prospect
from bot.games.six_nimmt.opponents.search import of_good_plans
from bot.games.six_nimmt.state import NimmtState
from bot.games.six_nimmt.view import NimmtView
from tests.games.six_nimmt.positions import CHANCE, table

Player = Opponent[NimmtView, NimmtMove]
LEVELS = ("easy", "normal", "hard", "expert")
every_level = pytest.mark.parametrize("level", LEVELS)
searching = pytest.mark.parametrize("level", LEVELS[2:])


def player(level: str) -> Player:
    return GAME.opponents[level]


def moves(level: str, state: NimmtState, seat: Seat, seed: int = 1) -> NimmtMove:
    return player(level).choose(GAME.view(state, seat), GAME.legal(state, seat), Random(seed))


def best(level: str, state: NimmtState, seat: int = 0) -> NimmtMove:
    return moves(level, state, Seat(seat))


def asked(rows: str, hands: str = "80 90 / 60 70") -> NimmtState:
    """Seat 0 has played the 1, which fits nowhere, and seat 1 the 104."""
    return table(
        rows,
        hands,
        last=[{"seat": 0, "card": 1}, {"seat": 1, "card": 104}],
    )


@every_level
def test_a_sixth_card_waits_while_somebody_else_may_take_the_row(level: str) -> None:
    state = table("1 2 3 4 5 / 60 / 70 / 80", "6 81 / 20 82")
    assert best(level, state) == Choose(81)


@every_level
def test_the_cheap_row_is_taken_where_nothing_else_is_at_stake(level: str) -> None:
    assert best(level, asked("44 55 / 66 77 / 88 / 103", hands=" / ")) == TakeRow(4)


@searching
def test_a_dearer_row_is_taken_when_the_cheap_one_protects_the_next_card(level: str) -> None:
    """Row 2 costs 1 head, but without it the 72 is the sixth card of row 1, which costs 27."""
    state = asked("22 33 44 55 66 / 71 / 100 / 98 103", hands="72 / 50")
    assert best("normal", state) == TakeRow(2)
    assert best(level, state) == TakeRow(4)


def test_the_rows_of_a_question_share_the_deals_of_one_survey(monkeypatch: pytest.MonkeyPatch) -> None:
    surveys: list[int] = []

    def costs(prospect: Prospect, effort: Effort, seed: int) -> dict[int, float]:
        surveys.append(effort.surveyed)
        return dict.fromkeys(prospect.hand, 0.0)

    monkeypatch.setattr(search, "_card_costs", costs)
    state = asked("22 33 / 71 / 100 / 98 103", hands="72 / 50")
    view, legal = GAME.view(state, Seat(0)), GAME.legal(state, Seat(0))
    search.costs(view, legal, Effort(1, surveyed=1000), seed=1)
    assert surveys == [250] * 4


def test_a_card_is_worth_what_its_better_plans_lead_to() -> None:
    means = np.array([[9.0, 1.0, 9.0, 9.0, 2.0, 9.0, 9.0, 9.0], [3.0, 2.0, 2.0, 2.0, 9.0, 2.0, 2.0, 2.0]])
    assert of_good_plans(means).tolist() == [1.5, 2.0]
    assert of_good_plans(means[:, :3]).tolist() == [1.0, 2.0]


@pytest.mark.parametrize("level", LEVELS[1:])
def test_in_open_a_card_waits_where_another_that_lies_there_takes_the_row(level: str) -> None:
    """The 6 fills the row; the 7 would take it, otherwise the 20 does."""
    hands = "7 81 / 6 82 / 20 83"
    state = table("2 3 4 5 / 60 / 70 / 80", hands, options={"playing": "open"}, start_player=1)
    for seat, card in ((1, 6), (2, 20)):
        state = GAME.apply(state, Seat(seat), Choose(card), CHANCE).state
    assert best(level, state) == Choose(81)


@every_level
@pytest.mark.parametrize("row", [1, 2])
def test_in_a_tie_the_end_is_chosen_that_costs_nothing(level: str, row: int) -> None:
    full, free = "20 21 22 23 24", "32"
    rows = f"{free} / {full}" if row == 1 else f"{full} / {free}"
    state = table(
        f"{rows} / 60 / 70",
        "80 90 / 81 91",
        options={"placement": "professional"},
        last=[{"seat": 0, "card": 28}, {"seat": 1, "card": 100}],
    )
    assert best(level, state) == TakeRow(row)


@every_level
def test_an_enclosed_card_takes_a_cheap_row(level: str) -> None:
    state = table(
        "10 66 / 11 55 / 12 77 / 13 50",
        " / ",
        options={"placement": "professional"},
        last=[{"seat": 0, "card": 40}, {"seat": 1, "card": 100}],
    )
    assert best(level, state) == TakeRow(4)


def test_the_rules_load_without_numpy() -> None:
    code = "import sys; from bot.games import registry; registry.games(); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
