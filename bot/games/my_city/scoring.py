"""The score sheet row by row (section 4), and what is added up over episodes (sections 6 and 7)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import msgspec

from bot.games.contract import Outcome, ScoreRow
from bot.games.my_city.cells import Cells, Mask, beside, cells_of
from bot.games.my_city.city import BOXES, CHAPTERS, CITY, EPISODES, TYPES, FirstCome, ScoringRow, Type
from bot.games.my_city.moves import MyCityOptions, Result, Sheet, Table
from bot.games.my_city.site import Site, site_of


class Part(msgspec.Struct, frozen=True):
    """One thing of a row and how far it has come: a well, a church, a bandit, a type, or the row itself."""

    have: int
    need: int
    what: str = ""
    """A cell (wells, churches: their topmost one), a bandit, a type of building; empty for the row itself."""
    cells: Cells = ()
    """Where something is missing."""
    lacks: tuple[Type, ...] = ()
    """Which types a church is still waiting for."""


class Row(msgspec.Struct, frozen=True):
    """A row of the score sheet (`my_city.score.<key>`)."""

    key: str
    points: int
    parts: tuple[Part, ...] = ()


def rows(table: Table, seat: int) -> tuple[Row, ...]:
    """A seat's score sheet as if the episode ended now."""
    return score_sheet(table.episode, table.sheets[seat], won_by(table, seat), bags_now(table), seat)


def points_now(table: Table, seat: int) -> int:
    """A seat's points in the episode as if it ended now."""
    return sum([row.points for row in rows(table, seat)]) if table.episode else 0


def score_sheet(
    episode: int, sheet: Sheet, won: Collection[FirstCome], bags: Sequence[int], seat: int
) -> tuple[Row, ...]:
    """The rows of this sheet with these first-come bonuses won; `bags` are the stores of all by seat."""
    site = site_of(episode, sheet)
    return tuple([_row(site, row, won, bags, seat) for row in site.episode.rows])


def pass_points(ticks: int) -> int:
    """The value of the last ticked box (3.4)."""
    return CITY.pass_values[ticks]


def bags_won(episode: int, sheet: Sheet) -> int:
    """The gold bags of this sheet if the episode ended now (5.5)."""
    site = site_of(episode, sheet)
    return sum([bags for goal, bags in site.episode.gold_bags.items() if _reached(site, goal)])


def bag_points(bags: Sequence[int]) -> tuple[int, ...]:
    """The ranking of episode 9 by seat (section 6); whoever plays alone is measured by the solo table."""
    ranking = CITY.bag_ranking
    if len(bags) == 1:
        return (next((step.points for step in ranking.solo if bags[0] >= step.bags), 0),)
    worth = {1: ranking.first, 2: ranking.second}
    places = [1 + sum([other > own for other in bags]) for own in bags]
    return tuple([worth.get(place, 0) if own else 0 for own, place in zip(bags, places, strict=True)])


def won_by(table: Table, seat: int) -> tuple[FirstCome, ...]:
    """The first-come bonuses of a seat in the present episode."""
    return tuple([bonus.kind for bonus in table.bonuses if seat in bonus.seats])


def bags_now(table: Table) -> tuple[int, ...]:
    """The stores of gold bags by seat, if the present episode ended now; an episode that is shown as just
    finished counts once."""
    earlier = [result.bags for result in table.results if result.episode != table.episode]
    new = [bags_won(table.episode, sheet) for sheet in table.sheets]
    return tuple([sum(bags) for bags in zip(new, *earlier, strict=True)])


def _reached(site: Site, goal: str) -> bool:
    return not site.sheet.ticks if goal == "never_passed" else site.complete(goal)


def _row(site: Site, row: ScoringRow, won: Collection[FirstCome], bags: Sequence[int], seat: int) -> Row:
    if row.key == "gold_bags":
        return Row(row.key, bag_points(bags)[seat], (Part(bags[seat], max(bags)),))
    if row.key.startswith("first_"):
        kind = row.key.removeprefix("first_")
        return Row(row.key, (row.points or 0) * (kind in won), _cover(site, kind))
    return _RULES[row.key](site, row)


def _cover(site: Site, kind: str) -> tuple[Part]:
    """How many cells of a kind are built over, and which are not."""
    cells = site.terrain(kind)
    left = cells & ~site.covered
    return (Part((cells & ~left).bit_count(), cells.bit_count(), cells=cells_of(left)),)


def _uncovered(kind: str) -> Callable[[Site, ScoringRow], Row]:
    """Points for each cell of a kind that is not built over."""

    def rule(site: Site, row: ScoringRow) -> Row:
        parts = _cover(site, kind)
        return Row(row.key, (row.points or 0) * len(parts[0].cells), parts)

    return rule


def _all_built(kind: str) -> Callable[[Site, ScoringRow], Row]:
    """Points once, if all cells of a kind are built over."""

    def rule(site: Site, row: ScoringRow) -> Row:
        return Row(row.key, (row.points or 0) * site.complete(kind), _cover(site, kind))

    return rule


def _largest_groups(site: Site, row: ScoringRow) -> Row:
    sizes = {kind: site.groups(kind) for kind in TYPES}
    parts = tuple([Part(max(found, default=0), sum(found), kind) for kind, found in sizes.items()])
    return Row(row.key, (row.points or 0) * sum([part.have for part in parts]), parts)


def _wells(site: Site, row: ScoringRow) -> Row:
    """Four sides, four different buildings; churches count as buildings."""
    around = [*site.buildings(), *site.churches()]
    parts: list[Part] = []
    for (cell,), well in [(cells_of(mask), mask) for mask in _single(site.terrain("well"))]:
        sides = beside(well)
        have = sum([bool(mask & sides) for mask in around])
        parts.append(Part(have, 4, cell, cells_of(sides & site.free)))
    return Row(row.key, (row.points or 0) * _done(parts), tuple(parts))


def _churches(site: Site, row: ScoringRow) -> Row:
    """A building of each type beside it."""
    parts: list[Part] = []
    for church in site.churches():
        sides = beside(church)
        lacks: tuple[Type, ...] = tuple(
            [kind for kind in TYPES if not any(mask & sides for mask in site.built(kind))]
        )
        parts.append(
            Part(len(TYPES) - len(lacks), len(TYPES), cells_of(church)[0], cells_of(sides & site.free), lacks)
        )
    return Row(row.key, (row.points or 0) * _done(parts), tuple(parts))


def _bandits(site: Site, row: ScoringRow) -> Row:
    """Points for each active bandit that still has an open side."""
    parts: list[Part] = []
    for name in site.sheet.bandits:
        bandit = site.layout.bandits[name]
        open_sides = site.open_sides(bandit)
        parts.append(Part(4 - open_sides.bit_count(), 4, name, cells_of(open_sides)))
    return Row(row.key, (row.points or 0) * (len(parts) - _done(parts)), tuple(parts))


def _complete_groups(site: Site, row: ScoringRow) -> Row:
    """All buildings of a type in one group: as many as the largest has, and at least one."""
    parts: list[Part] = []
    for kind in TYPES:
        sizes = site.groups(kind)
        parts.append(Part(max(sizes, default=0), max(sum(sizes), 1), kind))
    return Row(row.key, (row.points or 0) * _done(parts), tuple(parts))


def _never_passed(site: Site, row: ScoringRow) -> Row:
    return Row(row.key, (row.points or 0) * (not site.sheet.ticks))


def _passes(site: Site, row: ScoringRow) -> Row:
    ticks = site.sheet.ticks
    return Row(row.key, pass_points(ticks), (Part(ticks, BOXES),))


def _done(parts: Sequence[Part]) -> int:
    return sum([part.have >= part.need for part in parts])


def _single(mask: Mask) -> list[Mask]:
    """The cells of a set one by one."""
    cells: list[Mask] = []
    while mask:
        cells.append(mask & -mask)
        mask &= mask - 1
    return cells


_RULES: dict[str, Callable[[Site, ScoringRow], Row]] = {
    "trees": _uncovered("tree"),
    "rocks": _uncovered("rock"),
    "empty_meadow": _uncovered("meadow"),
    "largest_groups": _largest_groups,
    "wells": _wells,
    "churches": _churches,
    "woodland": _uncovered("woodland"),
    "gold_all_built": _all_built("gold"),
    "bandits": _bandits,
    "complete_groups": _complete_groups,
    "never_passed": _never_passed,
    "all_trees_built": _all_built("tree"),
    "all_rocks_built": _all_built("rock"),
    "all_meadow_built": _all_built("meadow"),
    "passes": _passes,
}


class ChapterTotal(msgspec.Struct, frozen=True):
    """The sums of a chapter by seat, over those of its episodes that are finished."""

    chapter: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    complete: bool
    """All three episodes are finished."""


class Grade(msgspec.Struct, frozen=True):
    """A solo grade: of a chapter, or of the campaign (chapter 0)."""

    chapter: int
    points: int
    name: str
    """As in the data, lowest first: hamlet, village, town, city, metropolis."""


def plan(options: MyCityOptions) -> tuple[int, ...]:
    """The episodes of this table in the printed order."""
    match options.mode:
        case "episode":
            return (options.episode,)
        case "chapter":
            return CHAPTERS[options.chapter].episodes
        case "mini":
            return CITY.mini_campaign
        case "campaign":
            return tuple(EPISODES)


def free_order(options: MyCityOptions) -> bool:
    """Whether seat 0 chooses what is played next."""
    return options.mode == "campaign" and options.order == "free"


def episodes_left(table: Table) -> tuple[int, ...]:
    """The episodes that can be begun once the present one is finished: in the printed order only the next."""
    played = {result.episode for result in table.results}
    left = tuple([episode for episode in plan(table.options) if episode not in played])
    return left if free_order(table.options) else left[:1]


def next_episode(table: Table) -> int | None:
    """The one that follows the newest in the printed order, as far as it is still to be played; None after
    the last."""
    return next((episode for episode in episodes_left(table) if episode > table.episode), None)


def totals(results: Sequence[Result], seats: int) -> tuple[int, ...]:
    """The sum of all finished episodes by seat."""
    return tuple([sum([result.points[seat] for result in results]) for seat in range(seats)])


def places(points: Sequence[int]) -> tuple[int, ...]:
    """The places by seat: the highest first, a tie is shared."""
    return tuple([1 + sum([other > own for other in points]) for own in points])


def chapter_totals(results: Sequence[Result], seats: int) -> tuple[ChapterTotal, ...]:
    """The chapters of which an episode is finished, in their order."""
    found: list[ChapterTotal] = []
    for chapter in CHAPTERS.values():
        own = [result for result in results if result.episode in chapter.episodes]
        points = totals(own, seats)
        if own:
            complete = len(own) == len(chapter.episodes)
            found.append(ChapterTotal(chapter.chapter, points, places(points), complete))
    return tuple(found)


def grades(results: Sequence[Result]) -> tuple[Grade, ...]:
    """The grades of somebody who plays alone: of each finished chapter, and of all twelve episodes; none
    where several play."""
    if not results or len(results[0].points) > 1:
        return ()
    scale = CITY.grades
    found = [
        Grade(item.chapter, item.points[0], grade_name(item.points[0], scale.chapters[item.chapter - 1]))
        for item in chapter_totals(results, 1)
        if item.complete
    ]
    (total,) = totals(results, 1)
    if len(results) == len(EPISODES):
        found.append(Grade(0, total, grade_name(total, scale.campaign)))
    return tuple(found)


def grade_name(points: int, bounds: Sequence[int]) -> str:
    """The highest grade whose lower bound is reached."""
    return CITY.grades.names[sum([points >= bound for bound in bounds])]


def outcome(table: Table) -> Outcome | None:
    """Highest sum wins, a tie is shared. One episode is told row by row, several by their totals."""
    if table.phase != "over":
        return None
    results, seats = table.results, len(table.sheets)
    scores = totals(results, seats)
    by_seat = (
        results[0].rows
        if len(results) == 1
        else tuple(
            [
                tuple([ScoreRow("episode", result.points[seat], result.episode) for result in results])
                for seat in range(seats)
            ]
        )
    )
    return Outcome(places=places(scores), scores=scores, breakdown=by_seat)
