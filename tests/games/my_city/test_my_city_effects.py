"""What a building of My City is said to lead to: for hints, the coach and pages of an analysis."""

import pytest

from bot.games.my_city.game import GAME
from bot.games.my_city.moves import MyCityState
from bot.games.my_city.sentences import effect
from bot.text import words
from bot.view_model import ViewModel
from tests.games.my_city.positions import A, move, table

EN = words("en")


def effect_of(state: MyCityState, text: str) -> str:
    view = GAME.view(state, A)
    return effect(ViewModel(1, 1, view, ("Ann",) * view.seats, EN, seat=A), move(text))


@pytest.mark.parametrize(
    ("state", "text", "says"),
    [
        (table(3, "r D1 D2", dice="I1 r"), "D3", EN("my_city.effect.group", type="residential", n=2)),
        (table(3, "r D1 D2, i D3", dice="I1 r"), "D4", EN("my_city.effect.apart", type="residential")),
        (table(3, "r D1, i E1 F1", dice="I1 p"), "F2", EN("my_city.effect.trees", n=1)),
        (table(3, "r F8, i F7 G7", dice="I2 p"), "F9 G9", "wells: G8: 3 of 4 buildings"),
        (table(1, "r D1 D2", dice="I2 r"), "E2 F2", EN("my_city.effect.closed", cells="E1, F1, G2")),
        (table(1, "r D1 D2, r E2 F2", dice="I2 r"), "E1 F1", EN("my_city.effect.filled", cells="E1, F1")),
    ],
    ids=["group", "apart", "trees", "well", "closed", "filled"],
)
def test_it_tells_what_it_joins_costs_and_leaves(state: MyCityState, text: str, says: str) -> None:
    assert says in effect_of(state, text)


def test_it_tells_on_how_many_cells_can_be_built_next() -> None:
    assert effect_of(table(3, "r D1", dice="I1 r"), "E1").endswith(EN("my_city.effect.room", n=3))
