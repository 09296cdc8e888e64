"""What a roll asks for, where it may stand (3.3, 5.2, 5.3), and which moves are legal: `refusal` tells."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from bot.games.contract import Refusal, Seat
from bot.games.making import changed
from bot.games.my_city import moves
from bot.games.my_city.cells import Cells, Mask, Roll, beside, cells_of, known, mask_of, shape_of, spot
from bot.games.my_city.city import BOXES, EPISODES, Kind
from bot.games.my_city.scoring import episodes_left, free_order, next_episode
from bot.games.my_city.site import Site, site_of

FIRST = Seat(0)
"""Who begins the episodes."""
_GROUND = {"mountain": "on_mountain", "forest": "on_forest", "well": "on_well", "water": "on_water"}
NO_CONTACT = ("touches_nothing", "start_river", "start_sawmill", "start_church", "start_fortress")
"""Refusals that say what a building has to touch."""


class Task(msgspec.Struct, frozen=True):
    """What is to be built: its kind and its shape."""

    kind: Kind
    shape: str


def task_for(site: Site, roll: Roll) -> Task:
    """What the roll asks this player for: with a compass the next church or fortress, as long as there is
    one; else the building that the dice show."""
    compass, piece = site.episode.compass, site.next_piece()
    return Task(compass, piece) if roll.compass and compass and piece else Task(roll.type, roll.shape)


def placement_refusal(site: Site, task: Task, cells: Cells) -> Refusal | None:
    """Why it may not stand on these cells, None if it may."""
    unknown = next((cell for cell in cells if not known(cell)), None)
    if unknown is not None:
        return Refusal("no_such_cell", cell=unknown)
    if len(set(cells)) < len(cells) or shape_of(map(spot, cells)) != task.shape:
        return Refusal("wrong_shape")
    mask = mask_of(cells)
    if bad := mask & ~site.free:
        first = bad & -bad
        (cell,) = cells_of(first)
        if first & site.structures:
            return Refusal("on_structure", cell=cell)
        if first & site.bandits:
            return Refusal("on_bandit", cell=cell)
        kind = next(kind for kind in _GROUND if first & site.layout.terrain[kind])
        return Refusal(_GROUND[kind], cell=cell)
    if site.layout.crosses_river(mask):
        return Refusal("crosses_river")
    if _in_contact(site, task, mask, beside(mask)):
        return None
    return Refusal("touches_nothing" if site.drawn else f"start_{site.episode.start}")


def _masks(site: Site, task: Task) -> Iterator[Mask]:
    for mask, around in site.layout.placements(task.shape):
        if not mask & ~site.free and _in_contact(site, task, mask, around):
            yield mask


def _in_contact(site: Site, task: Task, mask: Mask, around: Mask) -> bool:
    """The first structure meets the start feature itself, later ones a structure with a side."""
    met = around & site.structures if site.drawn else mask & site.layout.start
    return task.kind == "fortress" or bool(met)


def in_round(table: moves.Table, seat: Seat) -> bool:
    """Whether this seat has a choice in the present round."""
    return table.phase == "round" and 0 <= seat < len(table.sheets) and not table.sheets[seat].stopped


def task_of(table: moves.Table, seat: Seat) -> Task | None:
    """What the present roll asks this seat to build; None if it is not in the round."""
    if not in_round(table, seat) or table.roll is None:
        return None
    return task_for(site_of(table.episode, table.sheets[seat]), table.roll)


def legal_spots(table: moves.Table, seat: Seat) -> list[Cells]:
    """Everywhere this seat may build what the roll asks for, from the top left on."""
    task = task_of(table, seat)
    found = _masks(site_of(table.episode, table.sheets[seat]), task) if task else ()
    return [cells_of(mask) for mask in sorted(found, key=lambda mask: (mask & -mask, mask))]


def pass_boxes(table: moves.Table, seat: Seat) -> int | None:
    """How many boxes passing ticks now; None where the present task can't be passed at all (3.4, 5.3)."""
    task = task_of(table, seat)
    if task is None or task.kind == "fortress":
        return None
    episode = EPISODES[table.episode]
    return episode.church_boxes if task.kind == "church" else episode.pass_boxes


def must_stop(table: moves.Table, seat: Seat) -> bool:
    """Whether nothing but stopping is left to this seat: nothing fits, and it may not pass."""
    task = task_of(table, seat)
    if task is None or _pass(table, seat) is None:
        return False
    return not any(_masks(site_of(table.episode, table.sheets[seat]), task))


def had_to_stop(table: moves.Table, seat: Seat) -> bool:
    """Whether a seat has stopped in the newest round because nothing else was left to it."""
    past = table.last
    if past is None or not isinstance(past.choices[seat], moves.Stop):
        return False
    sheets = changed(table.sheets, seat, replace(table.sheets[seat], stopped=False))
    return must_stop(replace(table, phase="round", roll=past.roll, sheets=sheets), seat)


def legal(table: moves.Table, seat: Seat) -> list[moves.MyCityMove]:
    """All moves of the seat: in a round also after it has chosen, as long as others have not."""
    if in_round(table, seat):
        spots = legal_spots(table, seat)
        passes = [moves.Pass()] if _pass(table, seat) is None else []
        return [*map(moves.Build, spots), *passes, moves.Stop(), *map(moves.BuildAndStop, spots)]
    if table.phase != "between" or seat != FIRST:
        return []
    ends = [moves.Finish()] if _finish(table) is None else []
    return [*map(moves.Begin, episodes_left(table)), *ends]


def refusal(table: moves.Table, seat: Seat, move: moves.MyCityMove) -> Refusal | None:
    """Why the seat may not make this move, None if it may."""
    if table.phase == "over":
        return Refusal("over")
    starts = isinstance(move, moves.Begin | moves.Finish)
    if table.phase != ("between" if starts else "round"):
        return Refusal("not_now")
    if seat != FIRST if starts else not 0 <= seat < len(table.sheets):
        return Refusal("not_asked")
    match move:
        case moves.Begin(episode=episode):
            return _begin(table, episode)
        case moves.Finish():
            return _finish(table)
        case moves.Build() | moves.Pass() | moves.Stop() | moves.RollOn():
            task = task_of(table, seat)
            if task is None:
                return Refusal("left_episode")
            if isinstance(move, moves.Build):
                return placement_refusal(site_of(table.episode, table.sheets[seat]), task, move.cells)
            return _pass(table, seat) if isinstance(move, moves.Pass) else None


def _pass(table: moves.Table, seat: Seat) -> Refusal | None:
    task, ticks, boxes = task_of(table, seat), table.sheets[seat].ticks, pass_boxes(table, seat)
    if boxes is None:
        fortress = task is not None and task.kind == "fortress"
        return Refusal("fortress_not_passed" if fortress else "no_passing")
    if ticks + boxes <= BOXES:
        return None
    return Refusal("boxes_full") if ticks == BOXES else Refusal("church_boxes", n=boxes)


def _begin(table: moves.Table, episode: int) -> Refusal | None:
    if episode not in EPISODES:
        return Refusal("no_such_episode", episode=episode)
    if episode in [result.episode for result in table.results]:
        return Refusal("episode_played", episode=episode)
    left = episodes_left(table)
    return None if episode in left else Refusal("episode_order", episode=left[0])


def _finish(table: moves.Table) -> Refusal | None:
    if not free_order(table.options):
        return Refusal("finish_printed")
    return None if table.results else Refusal("finish_early")


def default_choice(table: moves.Table, seat: Seat) -> moves.Chosen:
    """What is chosen for a late player (8.20): a pass if it is allowed and costs one box, else a stop."""
    cheap = pass_boxes(table, seat) == 1 and _pass(table, seat) is None
    return moves.Pass() if cheap else moves.Stop()


def default_next(table: moves.Table) -> moves.Begin | moves.Finish:
    """What a late seat 0 goes on with: the next episode in the printed order, else the end."""
    episode = next_episode(table)
    if episode is not None:
        return moves.Begin(episode)
    return moves.Finish() if table.results else moves.Begin(episodes_left(table)[0])
