"""What may be done in a view and what would follow: pure functions for panels, pictures and sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from bot.games.contract import Refusal, Seat
from bot.games.my_city.cells import Cells
from bot.games.my_city.city import EPISODES, LEFT, RIGHT, FirstCome
from bot.games.my_city.ghost import Ghost, ghost_of
from bot.games.my_city.legal import in_round, legal_spots, pass_boxes, refusal, task_of
from bot.games.my_city.moves import Build, Chosen, Pass, Stop
from bot.games.my_city.placing import Task, task_for
from bot.games.my_city.scoring import Row, bags_now, bags_won, points_now, rows, score_sheet, won_by
from bot.games.my_city.shapes import Roll, frequencies
from bot.games.my_city.site import site_of
from bot.games.my_city.view import MyCityView, Sheet, Structure, Table

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
