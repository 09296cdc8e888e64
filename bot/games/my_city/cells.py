"""The cells of a sheet, A1 to H11, as the bits of a number row by row, and the shapes of the dice (2)."""

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Annotated, NamedTuple

import msgspec

from bot.games.chance import Stream
from bot.games.my_city.city import CITY, LEFT, RIGHT, Spot, Type

Cells = tuple[str, ...]
"""Cells by their labels."""
Mask = int
"""A set of cells: bit 0 is A1, bit 1 is B1."""

ROWS, COLUMNS = CITY.sheet
LABELS = tuple([f"{'ABCDEFGH'[column]}{row + 1}" for row in range(ROWS) for column in range(COLUMNS)])
"""All cells, row by row."""
_INDEX = {label: index for index, label in enumerate(LABELS)}
_ALL: Mask = (1 << len(LABELS)) - 1
_FIRST: Mask = sum([1 << row * COLUMNS for row in range(ROWS)])
_NOT_FIRST, _NOT_LAST = _ALL & ~_FIRST, _ALL & ~(_FIRST << COLUMNS - 1)


def label(spot: Spot) -> str:
    """The label of a cell given as row and column counted from 0."""
    return LABELS[spot[0] * COLUMNS + spot[1]]


def spot(cell: str) -> Spot:
    """Row and column of a cell, counted from 0; `KeyError` if there is no such cell."""
    return divmod(_INDEX[cell], COLUMNS)


def known(cell: str) -> bool:
    """Whether the sheet has this cell."""
    return cell in _INDEX


def ordered(cells: Iterable[str]) -> Cells:
    """The same cells row by row, as they are always told; those that don't exist come last."""
    return tuple(sorted(cells, key=lambda cell: (_INDEX.get(cell, len(LABELS)), cell)))


def union(masks: Iterable[Mask]) -> Mask:
    """All cells of these sets."""
    found: Mask = 0
    for mask in masks:
        found |= mask
    return found


@lru_cache(maxsize=1 << 14)
def mask_of(cells: Cells) -> Mask:
    """The set of these cells; `KeyError` if one does not exist."""
    return union([1 << _INDEX[cell] for cell in cells])


@lru_cache(maxsize=1 << 14)
def cells_of(mask: Mask) -> Cells:
    """The labels of a set, row by row."""
    return tuple([LABELS[index] for index in range(mask.bit_length()) if mask >> index & 1])


def bit_of(spot: Spot) -> Mask:
    """The set of one cell."""
    return 1 << spot[0] * COLUMNS + spot[1]


def single(mask: Mask) -> list[Mask]:
    """The cells of a set one by one."""
    return [1 << index for index in range(mask.bit_length()) if mask >> index & 1]


def beside(mask: Mask) -> Mask:
    """The cells that share a side with one of these (section 1), these themselves left out."""
    sides = (mask & _NOT_LAST) << 1 | (mask & _NOT_FIRST) >> 1 | mask << COLUMNS | mask >> COLUMNS
    return sides & _ALL & ~mask


def connected(seed: Mask, within: Mask) -> Mask:
    """All cells of `within` that can be reached from the seed by sides, the seed included."""
    found = seed & within
    while more := beside(found) & within:
        found |= more
    return found


def pieces(mask: Mask) -> tuple[Mask, ...]:
    """The connected parts of a set, the one with the topmost cell first."""
    parts: list[Mask] = []
    while mask:
        parts.append(connected(mask & -mask, mask))
        mask &= ~parts[-1]
    return tuple(parts)


Form = tuple[Spot, ...]
"""Cells relative to the top left corner of what they fill, row by row."""


def extent(form: Form) -> Spot:
    """How many rows and columns a form has."""
    return 1 + max([row for row, _ in form]), 1 + max([column for _, column in form])


class Roll(msgspec.Struct, frozen=True):
    """The three dice: the ids of the blue faces and the type of the white one."""

    left: Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(LEFT)})$")]
    right: Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(RIGHT)})$")]
    type: Type

    @property
    def compass(self) -> bool:
        """Whether the right die shows the compass."""
        return RIGHT[self.right].compass

    @property
    def shape(self) -> str:
        """The shape of the joined squares; a compass adds none."""
        return shape_of_faces(self.left, self.right)


class Frequency(NamedTuple):
    """How often a shape comes: among all pairs of faces, and among those without a compass."""

    shape: str
    all: int
    without_compass: int


def rolled(stream: Stream) -> Roll:
    """The next roll: the left die, the right one, the white one."""
    dice = CITY.dice
    return Roll(stream.choice(dice.left).id, stream.choice(dice.right).id, stream.choice(dice.white))


def joined(left: str, right: str) -> Form:
    """The squares of both faces with their half circles put together, in a block of two rows."""
    moved = [(row, column + 2) for row, column in RIGHT[right].cells]
    return tuple(sorted([*LEFT[left].cells, *moved]))


@cache
def shape_of_faces(left: str, right: str) -> str:
    """The shape that two faces make."""
    shape = shape_of(joined(left, right))
    assert shape is not None, "every pair of faces makes a shape of the data"
    return shape


def shape_of(cells: Iterable[Spot]) -> str | None:
    """The shape of these cells, turned and mirrored as they may be; None if there is no such shape."""
    return _IDS.get(formed(cells)[0])


@cache
def orientations(shape: str) -> tuple[Form, ...]:
    """All different ways to turn and mirror a shape: first its turns clockwise, then those of its mirror
    image. The first one is the form of the data."""
    ways = [oriented(shape, turn, flip) for flip in (False, True) for turn in range(4)]
    return tuple(dict.fromkeys(ways))


@cache
def oriented(shape: str, turn: int, flip: bool) -> Form:
    """A shape of the data, mirrored from left to right or not, then turned so many quarters clockwise."""
    form = next(item.cells for item in CITY.shapes if item.id == shape)
    turned = formed([(row, -column) for row, column in form] if flip else form)[0]
    for _ in range(turn):
        turned = formed([(column, -row) for row, column in turned])[0]
    return turned


@cache
def frequencies() -> tuple[Frequency, ...]:
    """The list of section 2, in the order of the data."""
    pairs = [(shape_of_faces(left, right), RIGHT[right].compass) for left in LEFT for right in RIGHT]
    every = Counter(shape for shape, _ in pairs)
    plain = Counter(shape for shape, compass in pairs if not compass)
    return tuple(
        [Frequency(item.id, every[item.id], plain[item.id]) for item in CITY.shapes if every[item.id]]
    )


def formed(cells: Iterable[Spot]) -> tuple[Form, Spot]:
    """Cells as a form, and the corner from which it is counted."""
    spots = list(cells)
    top = min([row for row, _ in spots], default=0)
    left = min([column for _, column in spots], default=0)
    return tuple(sorted([(row - top, column - left) for row, column in spots])), (top, left)


_IDS = {form: item.id for item in CITY.shapes for form in orientations(item.id)}
