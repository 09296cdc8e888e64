"""Spots as people type them: wide letters or small ones, the number first, one cell or a whole building."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from bot.games.contract import Refusal
from bot.games.my_city.cells import Cells, known, ordered
from bot.games.my_city.ghost import Ghost, ghost_from, ways
from bot.games.my_city.legal import spot_refusal, task_of
from bot.games.my_city.placing import Task
from bot.games.my_city.preview import Offer, offers
from bot.games.my_city.view import MyCityView

_BETWEEN = re.compile(r"[\s,、，;；・+]+")
_CELL = re.compile(r"([A-Z])-?([0-9]{1,2})|([0-9]{1,2})-?([A-Z])")
_LONGEST = 40
"""Characters that are repeated of what nobody understood."""


def spot_from(text: str) -> Ghost | Cells:
    """The cells that somebody means, or a whole ghost as it is suggested (`D4/1f`).
    Refusal: no_such_cell {cell}."""
    at, _, turned = _folded(text).partition("/")
    ghost = ghost_from(f"{at}/{turned.lower()}")
    if ghost is not None:
        return ghost
    cells = tuple(_cell(part) for part in _parts(text))
    if not cells:
        raise _unknown(text)
    return cells


def ways_meant(
    view: MyCityView, said: Ghost | Cells, turn: int | None, flip: bool | None
) -> list[tuple[Cells, Refusal | None]]:
    """The cells that are meant, with why nothing can be built there; more than one set where nothing says how
    the building lies, and none for somebody who is not in the round. Refusals: off_sheet {cell}."""
    seat = view.seat
    task = None if seat is None else task_of(view, seat)
    if seat is None or task is None:
        return []
    found = [(cells, spot_refusal(view, seat, cells)) for cells in _ways(task, said, turn, flip)]
    return [each for each in found if each[1] is None] or found[:1]


def _ways(task: Task, said: Ghost | Cells, turn: int | None, flip: bool | None) -> Iterable[Cells]:
    if not isinstance(said, Ghost) and len(said) > 1:
        return [ordered(said)]
    start = said if isinstance(said, Ghost) else Ghost("".join(said))
    if turn is None and flip is None and start is not said:
        return ways(task.shape, start.at) or [start.cells(task.shape)]
    wanted = Ghost(start.at, start.turn if turn is None else turn % 4, start.flip if flip is None else flip)
    return [wanted.cells(task.shape)]


def begun(view: MyCityView, typed: str) -> list[Offer]:
    """The legal spots that begin at the cell that is typed, or cover all of several, the best ones first."""
    if view.seat is None or task_of(view, view.seat) is None:
        return []
    found, given = offers(view, view.seat), _parts(typed)
    if len(given) == 1:
        return [offer for offer in found if offer.cells[0].startswith(given[0])]
    *whole, last = given or [""]
    return [
        offer
        for offer in found
        if {*whole} <= {*offer.cells} and any(cell.startswith(last) for cell in offer.cells)
    ]


def _parts(text: str) -> list[str]:
    """A list of cells, split, in capitals and narrow letters."""
    return [part for part in _BETWEEN.split(_folded(text)) if part]


def _cell(part: str) -> str:
    found = _CELL.fullmatch(part)
    cell = f"{found[1] or found[4]}{int(found[2] or found[3])}" if found else part
    if not known(cell):
        raise _unknown(part)
    return cell


def _unknown(text: str) -> Refusal:
    shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
    return Refusal("no_such_cell", cell=shown)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().upper()
