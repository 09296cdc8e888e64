"""What may be done now: `refusal` is the one rule about it, `legal` all moves that it lets pass.

Both work from a view as well as from a state, since choices are made in secret but nothing hinders another.
"""

from __future__ import annotations

from bot.games.contract import Refusal, Seat
from bot.games.my_city.cells import Cells
from bot.games.my_city.city import BOXES, EPISODES
from bot.games.my_city.moves import Begin, Build, Chosen, Finish, MyCityMove, Pass, Stop
from bot.games.my_city.placing import Task, fits, placement_refusal, spots, task_for
from bot.games.my_city.site import Site, site_of
from bot.games.my_city.standing import episodes_left, free_order, next_episode
from bot.games.my_city.view import Table

FIRST = Seat(0)
"""Who begins the episodes."""


def task_of(table: Table, seat: Seat) -> Task | None:
    """What the present roll asks this seat to build; None if it is not in the round."""
    if not in_round(table, seat) or table.roll is None:
        return None
    return task_for(_site(table, seat), table.roll)


def legal_spots(table: Table, seat: Seat) -> list[Cells]:
    """Everywhere this seat may build what the roll asks for, from the top left on."""
    task = task_of(table, seat)
    return spots(_site(table, seat), task) if task else []


def spot_refusal(table: Table, seat: Seat, cells: Cells) -> Refusal | None:
    """Why this seat may not build on these cells, None if it may."""
    return refusal(table, seat, Build(cells))


def pass_boxes(table: Table, seat: Seat) -> int | None:
    """How many boxes passing ticks now; None where the present task can't be passed at all (3.4, 5.3)."""
    task = task_of(table, seat)
    if task is None or task.kind == "fortress":
        return None
    episode = EPISODES[table.episode]
    return episode.church_boxes if task.kind == "church" else episode.pass_boxes


def in_round(table: Table, seat: Seat) -> bool:
    """Whether this seat has a choice in the present round."""
    return table.phase == "round" and 0 <= seat < len(table.sheets) and not table.sheets[seat].stopped


def must_stop(table: Table, seat: Seat) -> bool:
    """Whether nothing but stopping is left to this seat: nothing fits, and it may not pass."""
    task = task_of(table, seat)
    if task is None or _pass(table, seat) is None:
        return False
    return not fits(_site(table, seat), task)


def legal(table: Table, seat: Seat) -> list[MyCityMove]:
    """All moves of the seat: in a round also after it has chosen, as long as others have not."""
    if in_round(table, seat):
        moves: list[MyCityMove] = [Build(cells) for cells in legal_spots(table, seat)]
        return [*moves, Pass(), Stop()] if _pass(table, seat) is None else [*moves, Stop()]
    if table.phase != "between" or seat != FIRST:
        return []
    ends = [Finish()] if _finish(table) is None else []
    return [*map(Begin, episodes_left(table)), *ends]


def refusal(table: Table, seat: Seat, move: MyCityMove) -> Refusal | None:
    """Why the seat may not make this move, None if it may."""
    if table.phase == "over":
        return Refusal("over")
    match move:
        case Begin(episode=episode):
            return _between(table, seat) or _begin(table, episode)
        case Finish():
            return _between(table, seat) or _finish(table)
        case Build() | Pass() | Stop():
            return _choice(table, seat, move)


def default_choice(table: Table, seat: Seat) -> Chosen:
    """What is chosen for a late player (8.20): a pass if it is allowed and costs one box, else a stop."""
    cheap = pass_boxes(table, seat) == 1 and _pass(table, seat) is None
    return Pass() if cheap else Stop()


def default_next(table: Table) -> Begin | Finish:
    """What a late seat 0 goes on with: the next episode in the printed order, else the end."""
    episode = next_episode(table)
    if episode is not None:
        return Begin(episode)
    return Finish() if table.results else Begin(episodes_left(table)[0])


def _site(table: Table, seat: Seat) -> Site:
    return site_of(table.episode, table.sheets[seat])


def _choice(table: Table, seat: Seat, move: Chosen) -> Refusal | None:
    if table.phase != "round":
        return Refusal("not_now")
    if not 0 <= seat < len(table.sheets):
        return Refusal("not_asked")
    task = task_of(table, seat)
    if task is None:
        return Refusal("left_episode")
    match move:
        case Build(cells=cells):
            return placement_refusal(_site(table, seat), task, cells)
        case Pass():
            return _pass(table, seat)
        case Stop():
            return None


def _pass(table: Table, seat: Seat) -> Refusal | None:
    """Whether a seat that is in the round may pass."""
    task, ticks = task_of(table, seat), table.sheets[seat].ticks
    boxes = pass_boxes(table, seat)
    if boxes is None:
        fortress = task is not None and task.kind == "fortress"
        return Refusal("fortress_not_passed" if fortress else "no_passing")
    if ticks + boxes <= BOXES:
        return None
    return Refusal("boxes_full") if ticks == BOXES else Refusal("church_boxes", n=boxes)


def _between(table: Table, seat: Seat) -> Refusal | None:
    if table.phase != "between":
        return Refusal("not_now")
    return None if seat == FIRST else Refusal("not_asked")


def _begin(table: Table, episode: int) -> Refusal | None:
    if episode not in EPISODES:
        return Refusal("no_such_episode", episode=episode)
    if episode in [result.episode for result in table.results]:
        return Refusal("episode_played", episode=episode)
    left = episodes_left(table)
    return None if episode in left else Refusal("episode_order", episode=left[0])


def _finish(table: Table) -> Refusal | None:
    if not free_order(table.options):
        return Refusal("finish_printed")
    return None if table.results else Refusal("finish_early")
