"""What may be done in a view, what would follow, and the spots that people type: for panels and pictures."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean
from typing import NamedTuple

from msgspec.structs import replace

from bot.games.contract import Refusal, Seat
from bot.games.making import changed
from bot.games.my_city import moves
from bot.games.my_city.cells import Cells, Roll, frequencies, ordered
from bot.games.my_city.city import EPISODES, LEFT, RIGHT, TYPES, FirstCome
from bot.games.my_city.ghost import Ghost, ghost_of, typed_parts, ways
from bot.games.my_city.legal import Task, in_round, legal_spots, pass_boxes, refusal, task_for, task_of
from bot.games.my_city.scoring import Row, bags_now, bags_won, points_of, rows, score_sheet
from bot.games.my_city.site import site_of


class Offer(NamedTuple):
    """A spot, and what building there gains at once."""

    cells: Cells
    gain: int


def after_choice(table: moves.Table, seat: Seat, choice: moves.Chosen) -> moves.Sheet:
    """The sheet of a seat in the round as this choice, which must be legal, would leave it."""
    sheet = table.sheets[seat]
    match choice:
        case moves.Build(cells=cells) | moves.BuildAndStop(cells=cells):
            task = task_of(table, seat)
            assert task is not None, "only a seat in the round chooses"
            drawn = (*sheet.drawn, moves.Structure(task.kind, cells))
            return replace(sheet, drawn=drawn, stopped=isinstance(choice, moves.BuildAndStop))
        case moves.Pass():
            return replace(sheet, ticks=sheet.ticks + (pass_boxes(table, seat) or 0))
        case moves.Stop():
            return replace(sheet, stopped=True)


def rows_after(table: moves.Table, seat: Seat, choice: moves.Chosen) -> tuple[Row, ...]:
    """The score sheet if the episode ended with this choice, and nobody else did anything.

    A first-come bonus that is still open is won by completing it, whoever else does so in the same round."""
    sheet = after_choice(table, seat, choice)
    site = site_of(table.episode, sheet)
    gone = {bonus.kind: bonus.seats for bonus in table.bonuses}
    won: list[FirstCome] = [
        kind
        for kind in site.episode.first_come
        if (seat in gone[kind] if kind in gone else site.complete(kind))
    ]
    bags = list(bags_now(table))
    bags[seat] += bags_won(table.episode, sheet) - bags_won(table.episode, table.sheets[seat])
    return score_sheet(table.episode, sheet, won, bags, seat)


@lru_cache(maxsize=64)
def offers(table: moves.Table, seat: Seat) -> tuple[Offer, ...]:
    """Every spot for what the roll asks of this seat, those that gain most first, else from the top left;
    known as long as people steer a building over the same sheet."""
    return tuple(sorted(_offers(table, seat), key=lambda offer: -offer.gain))


def _offers(table: moves.Table, seat: Seat) -> list[Offer]:
    spots = legal_spots(table, seat)
    now = points_of(rows(table, seat)) if spots else 0
    return [Offer(cells, points_of(rows_after(table, seat, moves.Build(cells))) - now) for cells in spots]


class PassWorth(NamedTuple):
    """What a pass costs at once, and what the best spots for the roll after it gain on average."""

    cost: int
    gain: float


@lru_cache(maxsize=64)
def pass_worth(table: moves.Table, seat: Seat) -> PassWorth | None:
    """What a pass is worth to a seat, None where it is not legal: all rolls are equally likely, and what
    gains nothing is not built. What comes after the next roll is left out."""
    if refusal(table, seat, moves.Pass()) is not None:
        return None
    passed = after_choice(table, seat, moves.Pass())
    cost = points_of(rows(table, seat)) - points_of(rows_after(table, seat, moves.Pass()))
    after = replace(table, sheets=changed(table.sheets, seat, passed))
    site = site_of(after.episode, passed)
    rolls = [Roll(left, right, kind) for left in LEFT for right in RIGHT for kind in TYPES]
    tasks = [task_for(site, roll) for roll in rolls]
    alike = dict(zip(tasks, rolls, strict=True))
    gains = {task: _best_gain(replace(after, roll=roll), seat) for task, roll in alike.items()}
    return PassWorth(cost, fmean([gains[task] for task in tasks]))


def pass_pays(table: moves.Table, seat: Seat) -> bool:
    """Whether a pass is legal, and the next roll alone makes up for it on average."""
    worth = pass_worth(table, seat)
    return worth is not None and worth.gain >= worth.cost


def _best_gain(table: moves.Table, seat: Seat) -> int:
    return max([0, *[offer.gain for offer in _offers(table, seat)]])


def first_ghost(view: moves.MyCityView, task: Task, found: Sequence[Offer]) -> Ghost:
    """Where steering begins: at what this seat has chosen, else at the best spot, else in the middle."""
    if isinstance(view.choice, moves.Build):
        return ghost_of(view.choice.cells)
    return ghost_of(found[0].cells) if found else Ghost("D5").inside(task.shape)


def ends_round(view: moves.MyCityView, seat: Seat) -> bool:
    """Whether a choice of this seat, which is in the round, would be its last one."""
    others = [other for other in range(view.seats) if other != seat and in_round(view, Seat(other))]
    return all(view.decided[other] for other in others)


def public(view: moves.MyCityView) -> moves.MyCityView:
    """The view of a spectator: without the own choice, the only thing that one seat alone may know."""
    return replace(view, seat=None, choice=None)


def looked_back(view: moves.MyCityView) -> moves.MyCityView:
    """The newest finished round of an episode under way as it is told later, or that the episode begins:
    the next dice do not lie there yet, nobody is asked for anything."""
    done = view.last.round if view.last else view.round
    return replace(public(view), round=done, roll=None, decided=(False,) * view.seats)


def asks(view: moves.MyCityView) -> bool:
    """Whether dice lie there and players choose."""
    return view.phase == "round" and view.roll is not None


def shown_roll(view: moves.MyCityView) -> Roll | None:
    """The present dice, else those of the newest finished round of the episode."""
    return view.roll or (view.last.roll if view.last else None)


def compass_counts(view: moves.MyCityView) -> bool:
    """Whether the dice show a compass that means something in this episode."""
    roll = shown_roll(view)
    return roll is not None and roll.compass and EPISODES[view.episode].compass is not None


class News(NamedTuple):
    """What has happened to a sheet: numbers of structures, pass boxes ticked, whether it was left."""

    drawn: tuple[int, ...]
    ticks: int
    stopped: bool


def news(view: moves.MyCityView, seat: int, earlier: moves.MyCityView | None = None) -> News:
    """What a seat has done since an earlier view of the episode, else in the newest finished round."""
    sheet = view.sheets[seat]
    if earlier is not None and earlier.episode == view.episode:
        before = earlier.sheets[seat]
    else:
        before = before_last_round(view, seat)
    drawn = tuple(n for n, one in enumerate(sheet.drawn) if one not in before.drawn[n : n + 1])
    left = view.phase == "round" and sheet.stopped and not before.stopped
    return News(drawn, max(sheet.ticks - before.ticks, 0), left)


def before_last_round(table: moves.Table, seat: int) -> moves.Sheet:
    """The sheet of a seat as its choice in the newest finished round must have found it."""
    sheet, last = table.sheets[seat], table.last
    match last and last.choices[seat]:
        case moves.Build() as built:
            stopped = sheet.stopped and not isinstance(built, moves.BuildAndStop)
            return replace(sheet, drawn=sheet.drawn[:-1], stopped=stopped)
        case moves.Pass():
            assert last is not None, "nobody has passed before the first round is over"
            # Nothing was drawn, so the same roll would ask for the same again.
            church = task_for(site_of(table.episode, sheet), last.roll).kind == "church"
            episode = EPISODES[table.episode]
            boxes = episode.church_boxes if church else episode.pass_boxes
            return replace(sheet, ticks=max(sheet.ticks - (boxes or 0), 0))
        case moves.Stop():
            return replace(sheet, stopped=False)
        case _:
            return sheet


@dataclass(frozen=True, slots=True)
class Proposal:
    """A choice of the reader, made or only tried out, and what it would lead to."""

    choice: moves.Chosen
    made: bool
    refusal: Refusal | None
    """Why it may not be made."""
    ticks: int
    """How many boxes it would tick."""
    rows: tuple[Row, ...]
    """The score sheet after it; as it is now if it may not be made."""


def proposal(view: moves.MyCityView, seat: Seat, choice: moves.Chosen | None) -> Proposal | None:
    """What is proposed: the given choice, else the one already made; None outside a round."""
    shown = choice if choice is not None else view.choice
    if shown is None or task_of(view, seat) is None:
        return None
    no, made = refusal(view, seat, shown), shown == view.choice
    if no is not None:
        return Proposal(shown, made, no, 0, rows(view, seat))
    ticks = after_choice(view, seat, shown).ticks - view.sheets[seat].ticks
    return Proposal(shown, made, None, ticks, rows_after(view, seat, shown))


def odds(view: moves.MyCityView, seat: Seat) -> tuple[tuple[str, int], ...]:
    """How often of 36 rolls each shape comes to this seat; `compass` while that asks for something else."""
    own = site_of(view.episode, view.sheets[seat])
    if own.episode.compass is None or own.next_piece() is None:
        return tuple((item.shape, item.all) for item in frequencies())
    plain = tuple((item.shape, item.without_compass) for item in frequencies())
    return (*plain, ("compass", sum(item.all - item.without_compass for item in frequencies())))


def ways_meant(
    view: moves.MyCityView, said: Ghost | Cells, turn: int | None, flip: bool | None
) -> list[tuple[Cells, Refusal | None]]:
    """The cells that are meant, with why nothing can be built there; more than one set where nothing says how
    the building lies, and none for somebody who is not in the round. Refusals: off_sheet {cell}."""
    seat = view.seat
    task = None if seat is None else task_of(view, seat)
    if seat is None or task is None:
        return []
    start = said if isinstance(said, Ghost) else Ghost(said[0])
    if not isinstance(said, Ghost) and len(said) > 1:
        meant = (ordered(said),)
    elif turn is None and flip is None and start is not said:
        meant = ways(task.shape, start.at) or (start.cells(task.shape),)
    else:
        turns = start.turn if turn is None else turn % 4
        meant = (Ghost(start.at, turns, start.flip if flip is None else flip).cells(task.shape),)
    found = [(cells, refusal(view, seat, moves.Build(cells))) for cells in meant]
    return [each for each in found if each[1] is None] or found[:1]


def begun(view: moves.MyCityView, typed: str) -> list[Offer]:
    """The legal spots that begin at the cell that is typed, or cover all of several, the best ones first."""
    if view.seat is None or task_of(view, view.seat) is None:
        return []
    found, given = offers(view, view.seat), typed_parts(typed)
    if len(given) == 1:
        return [offer for offer in found if offer.cells[0].startswith(given[0])]
    *whole, last = given or [""]
    return [
        offer
        for offer in found
        if {*whole} <= {*offer.cells} and any(cell.startswith(last) for cell in offer.cells)
    ]
