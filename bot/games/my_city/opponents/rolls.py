"""Dice that may come: the same rolls for every choice that is compared."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from bot.games.my_city.city import LEFT, RIGHT, TYPES
from bot.games.my_city.opponents.ground import CELLS, Flags, Ints
from bot.games.my_city.shapes import Roll, shape_of_faces

SHAPES = tuple(dict.fromkeys([shape_of_faces(left, right) for left, right in product(LEFT, RIGHT)]))
"""The shapes that dice show."""
_PAIRS = tuple(product(LEFT, RIGHT))
_SHAPE = np.array([SHAPES.index(shape_of_faces(left, right)) for left, right in _PAIRS], dtype=np.int16)
_COMPASS = np.array([RIGHT[right].compass for _, right in _PAIRS])
LONGEST = CELLS
"""No episode has more rounds: in each a cell is filled or a box is ticked, and not all cells are free."""
WHOLE = range(LONGEST)
"""All rounds that there can be."""


class Rolls(NamedTuple):
    """The rolls of some courses of an episode: courses by rounds."""

    shapes: Ints
    kinds: Ints
    compass: Flags


def courses(roll: Roll, count: int, rng: np.random.Generator) -> Rolls:
    """So many courses that begin with this roll, each with more rolls than it can take."""
    faces = rng.integers(len(_PAIRS), size=(count, LONGEST))
    kinds = rng.integers(len(TYPES), size=(count, LONGEST)).astype(np.int16)
    faces[:, 0], kinds[:, 0] = _PAIRS.index((roll.left, roll.right)), TYPES.index(roll.type)
    return Rolls(_SHAPE[faces], kinds, _COMPASS[faces])
