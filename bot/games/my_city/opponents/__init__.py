"""The computer players of My City: Roll & Build, weakest first."""

from collections.abc import Mapping
from dataclasses import replace

from bot.games.contract import Opponent
from bot.games.my_city.moves import MyCityMove, MyCityView
from bot.games.my_city.opponents.levels import Easy, Taste, Weigher

PLAIN = Taste(
    filled=(0.0625, 0.4375, 0.875, 1, 1.0625),
    goal_cell=0.5,
    tree=0.125,
    frontier=0.0625,
    group=0.875,
    apart=0.375,
    room=0.1875,
    goal=0.625,
    bandit=0.625,
    single=(0, 0, 0, 0),
    well=(0, 0.15625, 0.34375, 0.625, 1),
    church=(0, 0.25, 0.5, 1),
    church_side=0.0625,
    clean=0,
    boxes=1.25,
    going_on=0.9375,
)
"""Thinks neither of groups that end as one nor of what never having passed will bring."""
THOROUGH = replace(
    PLAIN,
    filled=(0.0625, 0.4375, 0.875, 1.046875, 1.078125),
    tree=0.15625,
    apart=0.34375,
    room=0.203125,
    goal=0.71875,
    bandit=0.65625,
    single=(0.96875, 1.125, 0.59375, 0.3125),
    church=(0, 0.265625, 0.484375, 1),
    church_side=0.171875,
    clean=0.90625,
    boxes=1.328125,
)
"""Thinks of all rows; what did best in some ten thousand episodes."""

OPPONENTS: Mapping[str, Opponent[MyCityView, MyCityMove]] = {
    "easy": Easy(PLAIN, spots=10),
    "normal": Weigher(PLAIN, whim=0.125, lean=0.25, apart=1),
    "hard": Weigher(THOROUGH, whim=0.125, lean=0.25, apart=0.75, learned=True, stages=((6, 11),), horizon=4),
    "expert": Weigher(THOROUGH, stages=((16, 32), (6, 96), (3, 192)), horizon=8, lean=0.25, apart=0.75),
}
