"""What a player builds with a roll (5.2, 5.3), and where it may stand (3.3)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.games.contract import Refusal
from bot.games.my_city.cells import Cells, Mask, beside, cells_of, known, mask_of, spot
from bot.games.my_city.city import Kind
from bot.games.my_city.shapes import Roll, shape_of
from bot.games.my_city.site import Site


class Task(msgspec.Struct, frozen=True):
    """What is to be built: its kind and its shape."""

    kind: Kind
    shape: str


def task_for(site: Site, roll: Roll) -> Task:
    """What the roll asks this player for: with a compass the next church or fortress, as long as there is
    one; else the building that the dice show."""
    compass, piece = site.episode.compass, site.next_piece()
    if roll.compass and compass and piece:
        return Task(compass, piece)
    return Task(roll.type, roll.shape)


def spots(site: Site, task: Task) -> list[Cells]:
    """Every set of cells on which it may stand, from the top left on."""
    return [cells_of(mask) for mask in sorted(_masks(site, task), key=lambda mask: (mask & -mask, mask))]


def fits(site: Site, task: Task) -> bool:
    """Whether it may stand anywhere."""
    return any(_masks(site, task))


def placement_refusal(site: Site, task: Task, cells: Cells) -> Refusal | None:
    """Why it may not stand on these cells, None if it may."""
    unknown = next((cell for cell in cells if not known(cell)), None)
    if unknown is not None:
        return Refusal("no_such_cell", cell=unknown)
    if len(set(cells)) < len(cells) or shape_of(map(spot, cells)) != task.shape:
        return Refusal("wrong_shape")
    mask = mask_of(cells)
    if mask & ~site.free:
        return _ground_refusal(site, mask)
    if site.layout.crosses_river(mask):
        return Refusal("crosses_river")
    return _contact_refusal(site, task, mask)


_GROUND = {
    "mountain": "on_mountain",
    "forest": "on_forest",
    "well": "on_well",
    "water": "on_water",
}
_START = {
    "river": "start_river",
    "sawmill": "start_sawmill",
    "church": "start_church",
    "fortress": "start_fortress",
}


def _masks(site: Site, task: Task) -> Iterator[Mask]:
    free, touching = site.free, _touching(site, task)
    for mask, around in site.layout.placements(task.shape):
        if not mask & ~free and (touching is None or (mask if not site.drawn else around) & touching):
            yield mask


def _touching(site: Site, task: Task) -> Mask | None:
    """The cells that have to be met: by the first structure itself, by later ones with a side; None: any."""
    if task.kind == "fortress":
        return None
    return site.structures if site.drawn else site.layout.start


def _ground_refusal(site: Site, mask: Mask) -> Refusal:
    """The first cell on which nothing can be built, and why."""
    bad = mask & ~site.free
    first = bad & -bad
    (cell,) = cells_of(first)
    if first & site.structures:
        return Refusal("on_structure", cell=cell)
    if first & site.bandits:
        return Refusal("on_bandit", cell=cell)
    kind = next(kind for kind in _GROUND if first & site.layout.terrain[kind])
    return Refusal(_GROUND[kind], cell=cell)


def _contact_refusal(site: Site, task: Task, mask: Mask) -> Refusal | None:
    touching = _touching(site, task)
    if touching is None or (mask if not site.drawn else beside(mask)) & touching:
        return None
    return Refusal("touches_nothing" if site.drawn else _START[site.episode.start])
