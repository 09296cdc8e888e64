"""What may be done in a view, what would follow, and the spots that people type: for panels and pictures."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from bot.games.contract import Refusal, Seat
from bot.games.my_city.cells import Cells, Roll, frequencies, known, ordered
from bot.games.my_city.city import EPISODES, LEFT, RIGHT, FirstCome
from bot.games.my_city.ghost import Ghost, ghost_from, ghost_of, ways
from bot.games.my_city.legal import (
    Task,
    in_round,
    legal_spots,
    pass_boxes,
    refusal,
    spot_refusal,
    task_for,
    task_of,
)
from bot.games.my_city.moves import Build, Chosen, MyCityView, Pass, Sheet, Stop, Structure, Table
from bot.games.my_city.scoring import Row, bags_now, bags_won, points_now, rows, score_sheet, won_by
from bot.games.my_city.site import site_of

_MIDDLE = Ghost("D5")


class Offer(NamedTuple):
    """A spot, and what building there gains at once."""

    cells: Cells
    gain: int


def after_choice(table: Table, seat: Seat, choice: Chosen) -> Sheet:
    """The sheet of a seat in the round as this choice, which must be legal, would leave it."""
    sheet = table.sheets[seat]
    match choice:
        case Build(cells=cells):
            task = task_of(table, seat)
            assert task is not None, "only a seat in the round chooses"
            return replace(sheet, drawn=(*sheet.drawn, Structure(task.kind, cells)))
        case Pass():
            return replace(sheet, ticks=sheet.ticks + (pass_boxes(table, seat) or 0))
        case Stop():
            return replace(sheet, stopped=True)


def rows_after(table: Table, seat: Seat, choice: Chosen) -> tuple[Row, ...]:
    """The score sheet if the episode ended with this choice, and nobody else did anything.

    A first-come bonus that is still open is won by completing it, whoever else does so in the same round."""
    sheet = after_choice(table, seat, choice)
    site = site_of(table.episode, sheet)
    gone = [bonus.kind for bonus in table.bonuses]
    new: list[FirstCome] = [
        kind for kind in site.episode.first_come if kind not in gone and site.complete(kind)
    ]
    bags = list(bags_now(table))
    bags[seat] += bags_won(table.episode, sheet) - bags_won(table.episode, table.sheets[seat])
    return score_sheet(table.episode, sheet, (*won_by(table, seat), *new), bags, seat)


def offers(table: Table, seat: Seat) -> list[Offer]:
    """Every spot for what the roll asks of this seat, those that gain most first, else from the top left."""
    now = points_now(table, seat)
    found = [
        Offer(cells, sum([row.points for row in rows_after(table, seat, Build(cells))]) - now)
        for cells in legal_spots(table, seat)
    ]
    return sorted(found, key=lambda offer: -offer.gain)


def first_ghost(view: MyCityView, task: Task, found: list[Offer]) -> Ghost:
    """Where steering begins: at what this seat has chosen, else at the best spot, else in the middle."""
    if isinstance(view.choice, Build):
        return ghost_of(view.choice.cells)
    return ghost_of(found[0].cells) if found else _MIDDLE.inside(task.shape)


def ends_round(view: MyCityView, seat: Seat) -> bool:
    """Whether a choice of this seat, which is in the round, would be its last one: it can't be changed."""
    others = [other for other in range(view.seats) if other != seat and in_round(view, Seat(other))]
    return all(view.decided[other] for other in others)


def public(view: MyCityView) -> MyCityView:
    """The view of a spectator: without the own choice, the only thing that one seat alone may know."""
    return replace(view, seat=None, choice=None)


def looked_back(view: MyCityView) -> MyCityView:
    """The newest finished round of an episode under way as it is told later, or that the episode begins:
    the next dice do not lie there yet, nobody is asked for anything."""
    done = view.last.round if view.last else view.round
    return replace(public(view), round=done, roll=None, decided=(False,) * view.seats)


def asks(view: MyCityView) -> bool:
    """Whether dice lie there and players choose."""
    return view.phase == "round" and view.roll is not None


def shown_roll(view: MyCityView) -> Roll | None:
    """The present dice, else those of the newest finished round of the episode."""
    return view.roll or (view.last.roll if view.last else None)


def latest(view: MyCityView, seat: int) -> Chosen | None:
    """What a seat did in the newest finished round of the episode."""
    return view.last.choices[seat] if view.last else None


def fresh(view: MyCityView, seat: int, earlier: MyCityView | None = None) -> tuple[int, ...]:
    """The numbers of the structures that a seat has drawn since an earlier view of the episode; without one
    of that in the newest finished round, if it drew one."""
    if earlier is not None and earlier.episode == view.episode:
        old = earlier.sheets[seat].drawn
        return tuple(n for n, one in enumerate(view.sheets[seat].drawn) if one not in old[n : n + 1])
    return (len(view.sheets[seat].drawn) - 1,) if isinstance(latest(view, seat), Build) else ()


def new_ticks(view: MyCityView, seat: int, earlier: MyCityView | None = None) -> int:
    """How many pass boxes a seat has ticked since an earlier view of the episode; without one in the newest
    finished round."""
    if earlier is not None and earlier.episode == view.episode:
        return max(view.sheets[seat].ticks - earlier.sheets[seat].ticks, 0)
    if not isinstance(latest(view, seat), Pass):
        return 0
    assert view.last is not None, "nobody has passed before the first round is over"
    # Nothing was drawn, so the same roll would ask for the same again.
    church = task_for(site_of(view.episode, view.sheets[seat]), view.last.roll).kind == "church"
    episode = EPISODES[view.episode]
    return (episode.church_boxes if church else episode.pass_boxes) or 0


def newly_stopped(view: MyCityView, seat: int, earlier: MyCityView | None = None) -> bool:
    """Whether a seat has left the episode since an earlier view of it; without one in the newest finished
    round."""
    if view.phase != "round" or not view.sheets[seat].stopped:
        return False
    if earlier is not None and earlier.episode == view.episode:
        return not earlier.sheets[seat].stopped
    return isinstance(latest(view, seat), Stop)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A choice of the reader, made or only tried out, and what it would lead to."""

    choice: Chosen
    made: bool
    refusal: Refusal | None
    """Why it may not be made."""
    sheet: Sheet
    """The own sheet after it; as it is now if it may not be made."""
    rows: tuple[Row, ...]
    """The score sheet after it."""


def proposal(view: MyCityView, seat: Seat, choice: Chosen | None) -> Proposal | None:
    """What is proposed: the given choice, else the one already made; None outside a round."""
    shown = choice if choice is not None else view.choice
    if shown is None or task_of(view, seat) is None:
        return None
    no = refusal(view, seat, shown)
    made = shown == view.choice
    if no is not None:
        return Proposal(shown, made, no, view.sheets[seat], rows(view, seat))
    return Proposal(shown, made, None, after_choice(view, seat, shown), rows_after(view, seat, shown))


def points(found: tuple[Row, ...]) -> int:
    """The sum of a score sheet."""
    return sum(row.points for row in found)


def compass_counts(view: MyCityView) -> bool:
    """Whether the dice show a compass that means something in this episode."""
    roll = shown_roll(view)
    return roll is not None and roll.compass and EPISODES[view.episode].compass is not None


def odds(view: MyCityView, seat: Seat) -> tuple[tuple[str, int], ...]:
    """How often of 36 rolls each shape comes to this seat; `compass` while that asks for something else."""
    own = site_of(view.episode, view.sheets[seat])
    if own.episode.compass is None or own.next_piece() is None:
        return tuple((item.shape, item.all) for item in frequencies())
    plain = tuple((item.shape, item.without_compass) for item in frequencies())
    return (*plain, ("compass", len(LEFT) * len(RIGHT) - sum(count for _, count in plain)))


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
