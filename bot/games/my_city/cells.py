"""The cells of a sheet, A1 to H11, and sets of them as the bits of a number, row by row from the top left."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from bot.games.my_city.city import CITY, Spot

Cells = tuple[str, ...]
"""Cells by their labels."""
Mask = int
"""A set of cells: bit 0 is A1, bit 1 is B1."""

ROWS, COLUMNS = CITY.sheet.rows, CITY.sheet.columns
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


@lru_cache(maxsize=1 << 14)
def mask_of(cells: Cells) -> Mask:
    """The set of these cells; `KeyError` if one does not exist."""
    mask = 0
    for cell in cells:
        mask |= 1 << _INDEX[cell]
    return mask


@lru_cache(maxsize=1 << 14)
def cells_of(mask: Mask) -> Cells:
    """The labels of a set, row by row."""
    return tuple([LABELS[index] for index in range(mask.bit_length()) if mask >> index & 1])


def bit_of(spot: Spot) -> Mask:
    """The set of one cell."""
    return 1 << spot[0] * COLUMNS + spot[1]


def beside(mask: Mask) -> Mask:
    """The cells that share a side with one of these (section 1), these themselves left out."""
    sides = (mask & _NOT_LAST) << 1 | (mask & _NOT_FIRST) >> 1 | mask << COLUMNS | mask >> COLUMNS
    return sides & _ALL & ~mask


def connected(seed: Mask, within: Mask) -> Mask:
    """All cells of `within` that can be reached from the seed by sides, the seed included."""
    found = seed & within
    while True:
        more = beside(found) & within
        if not more:
            return found
        found |= more


def pieces(mask: Mask) -> tuple[Mask, ...]:
    """The connected parts of a set, the one with the topmost cell first."""
    parts: list[Mask] = []
    while mask:
        part = connected(mask & -mask, mask)
        parts.append(part)
        mask &= ~part
    return tuple(parts)
