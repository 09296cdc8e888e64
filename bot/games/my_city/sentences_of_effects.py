"""What a building of My City leads to in sentences: what it scores and joins, what it costs and leaves."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.my_city import moves, sentences_of_score as score
from bot.games.my_city.cells import Mask, beside, cells_of, single, union
from bot.games.my_city.city import TYPES, UNCOVERED
from bot.games.my_city.preview import after_choice, rows_after
from bot.games.my_city.scoring import rows
from bot.games.my_city.sentences_of_score import City
from bot.games.my_city.site import Site, site_of

_FEW, _FEWEST = 2, 1
"""Free sides of a cell that is rather hard and very hard to fill."""
_MOST = 3
"""Things that are told besides the total and what can be built on."""
_NEAR = 5
"""Of a goal that lacks more, nothing is told."""
_ELSEWHERE = (*UNCOVERED, "largest_groups", "complete_groups", "passes", "gold_bags")
"""Rows whose parts the total tells, or that are told otherwise."""


def built(model: City, seat: Seat, choice: moves.Build) -> str:
    """The total after it; the groups, wells, churches and goals that have come further; the trees that it
    costs, and the cells that it fills or leaves hard to fill; how many free cells lie beside it all.
    """
    view, words = model.view, model.words
    before, after = (
        site_of(view.episode, sheet) for sheet in (view.sheets[seat], after_choice(view, seat, choice))
    )
    told = [*_goals(model, seat, choice), *_grown(model, before, after), *_ground(model, before, after)]
    room = beside(after.structures) & after.free
    last = words("my_city.effect.room", n=room.bit_count())
    return words("my_city.text.semicolon").join([score.gain_line(model, seat, choice), *told[:_MOST], last])


def _goals(model: City, seat: Seat, choice: moves.Build) -> Iterator[str]:
    """Each thing of a row that has come further."""
    for old, new in zip(rows(model.view, seat), rows_after(model.view, seat, choice), strict=True):
        if new.key in _ELSEWHERE or _is_gone(model, new.key):
            continue
        had = {part.what: part.have for part in old.parts}
        for part in new.parts:
            if part.have > had.get(part.what, 0) and part.need - part.have <= _NEAR:
                what = score.row_name(new.key, model.words)
                far = score.part_told(model, new.key.removeprefix("first_"), replace(part, cells=()))
                yield model.words("my_city.text.row", what=what, points=far)


def _is_gone(model: City, key: str) -> bool:
    """Whether a row is a first-come bonus that is won already."""
    return any(key == f"first_{bonus.kind}" for bonus in model.view.bonuses)


def _grown(model: City, before: Site, after: Site) -> Iterator[str]:
    """What has become of the group of the building's type, where groups count."""
    (kind, _), rows_counted = after.drawn[-1], {row.key for row in after.episode.rows}
    if kind not in TYPES or not rows_counted & {"largest_groups", "complete_groups"}:
        return
    old, new = before.groups(kind), after.groups(kind)
    called = model.words(f"my_city.kind.{kind}")
    if old and new[0] > old[0]:
        yield model.words("my_city.effect.group", type=called, n=new[0])
    elif len(new) > len(old) > 0:
        yield model.words("my_city.effect.apart", type=called)


def _ground(model: City, before: Site, after: Site) -> Iterator[str]:
    """The trees that are built over, and the cells with few free sides, filled and left."""
    trees = after.terrain("tree") & after.covered & ~before.covered
    if trees and any(row.key == "trees" for row in after.episode.rows):
        yield model.words("my_city.effect.trees", n=trees.bit_count())
    filled = _tight(before, _FEW) & after.covered
    if filled:
        yield model.words("my_city.effect.filled", cells=model.words.listed(cells_of(filled)))
    left = _tight(after, _FEWEST) & ~_tight(before, _FEWEST)
    if left:
        yield model.words("my_city.effect.closed", cells=model.words.listed(cells_of(left)))


def _tight(site: Site, sides: int) -> Mask:
    """The free cells with so many free sides at most, where each costs a point as long as it is free."""
    kinds = [UNCOVERED[row.key] for row in site.episode.rows if row.key in UNCOVERED and row.points == -1]
    costs = union([site.terrain(kind) for kind in kinds]) & site.free
    return union([cell for cell in single(costs) if (beside(cell) & site.free).bit_count() <= sides])
