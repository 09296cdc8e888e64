"""The computer players: what they may know, what they do, and that each is better than the one below."""

import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

from bot.games.contract import Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Pick
from bot.games.six_nimmt.opponents import Effort, search
from bot.games.six_nimmt.opponents.heuristic import Prospect
from bot.games.six_nimmt.opponents.search import of_good_plans
from tests.games.examples import follows
from tests.games.six_nimmt.positions import advice, at, facts, play

FULL = "20 21 22 23 24"
CHOICES = f"""
    A sixth card waits while somebody else may take the row
        1 2 3 4 5 / 60 / 70 / 80; 6 81 / 20 82
        -> easy choose 81; normal choose 81; hard choose 81; expert choose 81
    In Open it waits where another that lies there takes the row: the 6 fills it, the 7 or the 20 takes it
        2 3 4 5 / 60 / 70 / 80; 7 81 / 6 82 / 20 83; open; start_player 1
        6 20 -> normal choose 81; hard choose 81; expert choose 81
    The cheap row is taken where nothing else is at stake
        44 55 / 66 77 / 88 / 103
        1 104 -> easy take_row 4; normal take_row 4; hard take_row 4; expert take_row 4
    A dearer one is when the cheap one protects the next card: without row 2 the 72 would be a sixth one
        22 33 44 55 66 / 71 / 100 / 98 103; 1 72 / 104 50
        1 104 -> normal take_row 2; hard take_row 4; expert take_row 4
    In a tie the end is chosen that costs nothing
        32 / {FULL} / 60 / 70; 28 80 90 / 100 81 91; professional
        28 100 -> easy take_row 1; normal take_row 1; hard take_row 1; expert take_row 1
        {FULL} / 32 / 60 / 70; 28 80 90 / 100 81 91; professional
        28 100 -> easy take_row 2; normal take_row 2; hard take_row 2; expert take_row 2
    An enclosed card takes a cheap row
        10 66 / 11 55 / 12 77 / 13 50; professional
        40 100 -> easy take_row 4; normal take_row 4; hard take_row 4; expert take_row 4
"""


@pytest.mark.parametrize(("position", "moves", "then"), follows(CHOICES))
def test_what_they_choose(position: str, moves: str, then: str) -> None:
    assert facts(position, moves, then) == then


def test_the_rows_of_a_question_share_the_deals_of_one_survey(monkeypatch: pytest.MonkeyPatch) -> None:
    surveys: list[int] = []

    def costs(prospect: Prospect, effort: Effort, seed: int) -> dict[int, float]:
        surveys.append(effort.surveyed)
        return dict.fromkeys(prospect.hand, 0.0)

    monkeypatch.setattr(search, "_card_costs", costs)
    state = play(at("22 33 / 71 / 100 / 98 103; 1 72 / 104 50"), "1 104")
    view, legal = GAME.view(state, Seat(0)), GAME.legal(state, Seat(0))
    search.costs(view, legal, Effort(1, surveyed=1000), seed=1)
    assert surveys == [250] * 4


@pytest.mark.parametrize("options", ["", "; open; start_player 0"])
def test_few_cards_cost_what_they_cost_among_all(options: str) -> None:
    state = at(f"22 33 / 71 / 100 / 98 103; 2 72 80 90 / 104 50 60 70{options}")
    view, legal = GAME.view(state, Seat(0)), list(GAME.legal(state, Seat(0)))
    effort = Effort(20, plans=4, searching=0.5, surveyed=100)
    every = dict(zip(legal, search.costs(view, legal, effort, seed=1), strict=True))
    few = [legal[2], legal[0]]
    assert search.costs(view, few, effort, seed=1) == [every[move] for move in few]


def test_a_card_is_worth_what_its_better_plans_lead_to() -> None:
    means = np.array([[9.0, 1.0, 9.0, 9.0, 2.0, 9.0, 9.0, 9.0], [3.0, 2.0, 2.0, 2.0, 9.0, 2.0, 2.0, 2.0]])
    assert of_good_plans(means).tolist() == [1.5, 2.0]
    assert of_good_plans(means[:, :3]).tolist() == [1.0, 2.0]


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize(
    ("placement", "cards"), [("", (1, 6, 16)), ("; professional", (12, 1)), ("; professional", (12, 22))]
)
def test_in_the_draft_the_lowest_cards_are_left_to_others_and_in_professional_the_middle(
    level: str, placement: str, cards: tuple[int, ...]
) -> None:
    """Where few play."""
    found = {each.move.card: each.expected for each in advice(level, at(f"draft; /{placement}"))}
    prices = [found[card] for card in cards]
    assert all(dear > cheap for dear, cheap in pairwise(prices))


def test_easy_drafts_any_card_normal_the_one_furthest_from_its_own_and_who_searches_a_high_one() -> None:
    assert len({advice("easy", at("draft; /"), seed)[0].move for seed in range(30)}) > 10
    assert advice("normal", at("draft; 1 24 / 2 3"))[0].move in (Pick(12), Pick(13))
    assert {advice(level, at("draft; /"))[0].move.card > 12 for level in ("hard", "expert")} == {True}


def test_the_price_runs_on_a_line_from_part_to_part_of_the_deck() -> None:
    found = {each.move: each.expected for each in advice("hard", at("draft; /"))}
    steps = [abs(found[Pick(card)] - found[Pick(card + 1)]) for card in range(1, 24)]
    assert max(steps) < 1


def test_the_rules_load_without_numpy() -> None:
    code = "import sys; from bot.games import registry; registry.games(); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
