"""What a choice would lead to, from a view: for panels, and for players who weigh their choices."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.my_city.cells import Cells
from bot.games.my_city.city import FirstCome
from bot.games.my_city.ghost import Ghost, ghost_of
from bot.games.my_city.legal import in_round, legal_spots, pass_boxes, task_of
from bot.games.my_city.moves import Build, Chosen, Pass, Stop
from bot.games.my_city.placing import Task
from bot.games.my_city.scoring import Row, bags_now, bags_won, points_now, score_sheet, won_by
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
