"""How the computer players draft: each level has its own reason for a card."""

from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from bot.games.contract import Advice
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import NimmtMove, Pick
from bot.games.six_nimmt.state import NimmtState

LEVELS = ("easy", "normal", "hard", "expert")


def draft(hands: list[list[int]], **options: Any) -> NimmtState:
    """A draft with these cards picked; seat 0 is on turn."""
    given = {"rows": [], "hands": hands, "options": {"deal": "logic", **options}}
    return GAME.restore(msgspec.json.encode(given))


def advice(level: str, state: NimmtState, seed: int = 1) -> tuple[Advice[NimmtMove], ...]:
    (seat,) = GAME.decisions(state)
    return GAME.opponents[level].advice(GAME.view(state, seat), GAME.legal(state, seat), Random(seed))


def picked(level: str, state: NimmtState, seed: int = 1) -> int:
    move = advice(level, state, seed)[0].move
    assert isinstance(move, Pick)
    return move.card


def price(level: str, state: NimmtState, card: int) -> float:
    return next(each.expected for each in advice(level, state) if each.move == Pick(card))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", [{}, {"playing": "open"}, {"placement": "professional"}])
def test_every_card_that_lies_face_up_has_its_place_best_first(level: str, options: dict[str, str]) -> None:
    state = draft([[], [], []], **options)
    found = advice(level, state)
    assert {each.move for each in found} == {Pick(card) for card in state.pool}
    assert [each.expected for each in found] == sorted(each.expected for each in found)
    assert found == advice(level, state)


def test_easy_takes_any_card() -> None:
    assert len({picked("easy", draft([[], []]), seed) for seed in range(30)}) > 10


def test_normal_takes_the_card_furthest_from_its_own() -> None:
    assert picked("normal", draft([[1, 24], [2, 3]])) in (12, 13)


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_the_lowest_cards_are_left_to_others_where_few_play(level: str) -> None:
    state = draft([[], []])
    assert picked(level, state) > 12
    assert price(level, state, 1) > price(level, state, 6) > price(level, state, 16)


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_in_professional_the_middle_is_left_to_others(level: str) -> None:
    state = draft([[], []], placement="professional")
    assert price(level, state, 12) > price(level, state, 1)
    assert price(level, state, 12) > price(level, state, 22)


def test_the_price_runs_on_a_line_from_part_to_part_of_the_deck() -> None:
    prices = [price("hard", draft([[], []]), card) for card in range(1, 25)]
    steps = [abs(right - left) for left, right in pairwise(prices)]
    assert max(steps) < 1
