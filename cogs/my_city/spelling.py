"""Cells as people type them: wide letters or small ones, the number first, one cell or a whole building."""

from __future__ import annotations

import re
import unicodedata

from bot.games.contract import Refusal
from bot.games.my_city.cells import Cells, known
from bot.games.my_city.ghost import Ghost, ghost_from
from bot.text import cut

_BETWEEN = re.compile(r"[\s,、，;；・+]+")
_CELL = re.compile(r"([A-Z])-?([0-9]{1,2})|([0-9]{1,2})-?([A-Z])")
_LONGEST = 40
"""Characters that are repeated of what nobody understood."""


def meant(text: str) -> Ghost | Cells:
    """The cells that somebody means, or a whole ghost as our suggestions carry it (`D4/1f`).
    Refusal: no_such_cell {cell}."""
    at, _, turned = _folded(text).partition("/")
    ghost = ghost_from(f"{at}/{turned.lower()}")
    if ghost is not None:
        return ghost
    cells = tuple(_cell(part) for part in parts(text))
    if not cells:
        raise Refusal("no_such_cell", cell=cut(text, _LONGEST))
    return cells


def parts(text: str) -> list[str]:
    """A list of cells, split, in capitals and narrow letters."""
    return [part for part in _BETWEEN.split(_folded(text)) if part]


def _cell(part: str) -> str:
    found = _CELL.fullmatch(part)
    cell = f"{found[1] or found[4]}{int(found[2] or found[3])}" if found else part
    if not known(cell):
        raise Refusal("no_such_cell", cell=cut(part, _LONGEST))
    return cell


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().upper()
