"""The score sheet row by row (section 4), and what is added up over episodes (sections 6 and 7)."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from bot.games.contract import Outcome, ScoreRow
from bot.games.my_city.cells import Cells, Mask, beside, cells_of, single
from bot.games.my_city.city import (
    ALL_BUILT,
    BOXES,
    CHAPTERS,
    CITY,
    EPISODES,
    TYPES,
    UNCOVERED,
    FirstCome,
    ScoringRow,
    Type,
)
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
    won: list[FirstCome] = [bonus.kind for bonus in table.bonuses if seat in bonus.seats]
    return score_sheet(table.episode, table.sheets[seat], won, bags_now(table), seat)


def points_of(found: Sequence[Row | ScoreRow]) -> int:
    """The sum of a score sheet."""
    return sum([row.points for row in found])


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
    site, found = site_of(episode, sheet), 0
    for goal, bags in site.episode.gold_bags.items():
        found += bags * (not sheet.ticks if goal == "never_passed" else site.complete(goal))
    return found


def bags_now(table: Table) -> tuple[int, ...]:
    """The stores of gold bags by seat, as if the present episode ended now; it counts once."""
    earlier = [result.bags for result in table.results if result.episode != table.episode]
    new = [bags_won(table.episode, sheet) for sheet in table.sheets]
    return tuple([sum(bags) for bags in zip(new, *earlier, strict=True)])


def ranks_bags(episode: int) -> bool:
    """Whether the gold bags of all episodes so far are ranked at the end of this one (6.4)."""
    return "gold_bags" in [row.key for row in EPISODES[episode].rows]


def bags_count(table: Table, episode: int) -> bool:
    """Whether gold bags won in an episode can come to anything: they are ranked in it, or after it."""
    played = [result.episode for result in table.results]
    before = played[: played.index(episode)] if episode in played else played
    return any(ranks_bags(each) for each in plan(table.options) if each not in before)


def bags_to_win(table: Table) -> Mapping[str, int]:
    """What earns gold bags in this episode (5.5) and how many, where they can come to anything."""
    episode = EPISODES[table.episode]
    return episode.gold_bags if bags_count(table, table.episode) else {}


def bag_points(bags: Sequence[int]) -> tuple[int, ...]:
    """The ranking of episode 9 by seat (section 6); whoever plays alone is measured by the solo table."""
    ranking = CITY.bag_ranking
    if len(bags) == 1:
        return (next((points for least, points in ranking.solo if bags[0] >= least), 0),)
    worth, places = {1: ranking.first, 2: ranking.second}, Outcome.ranked(bags)
    return tuple([worth.get(place, 0) if own else 0 for own, place in zip(bags, places, strict=True)])


def _row(site: Site, row: ScoringRow, won: Collection[FirstCome], bags: Sequence[int], seat: int) -> Row:
    key, each, ticks = row.key, row.points or 0, site.sheet.ticks
    if key == "gold_bags":
        return Row(key, bag_points(bags)[seat], (Part(bags[seat], max(bags)),))
    if key == "passes":
        return Row(key, pass_points(ticks), (Part(ticks, BOXES),))
    if key == "never_passed":
        return Row(key, each * (not ticks))
    parts = _parts(site, key)
    done = sum([part.have >= part.need for part in parts])
    if key.startswith("first_"):
        return Row(key, each * (key.removeprefix("first_") in won), parts)
    if key in UNCOVERED:
        return Row(key, each * len(parts[0].cells), parts)
    if key == "largest_groups":
        return Row(key, each * sum([part.have for part in parts]), parts)
    return Row(key, each * (len(parts) - done if key == "bandits" else done), parts)


def _parts(site: Site, key: str) -> tuple[Part, ...]:
    """How far the things have come of which a row is made."""
    match key:
        case "largest_groups" | "complete_groups":
            sizes = [(kind, site.groups(kind)) for kind in TYPES]
            least = int(key == "complete_groups")
            return tuple([Part(max(own, default=0), max(sum(own), least), kind) for kind, own in sizes])
        case "wells":
            return tuple([_well(site, well) for well in single(site.terrain("well"))])
        case "churches":
            return tuple([_church(site, church) for church in site.churches()])
        case "bandits":
            sides = [(name, site.open_sides(site.layout.bandits[name])) for name in site.sheet.bandits]
            return tuple([Part(4 - left.bit_count(), 4, name, cells_of(left)) for name, left in sides])
        case _:
            kinds = UNCOVERED | ALL_BUILT
            terrain = site.terrain(kinds.get(key, key.removeprefix("first_")))
            left = terrain & ~site.covered
            return (Part((terrain & ~left).bit_count(), terrain.bit_count(), cells=cells_of(left)),)


def _well(site: Site, well: Mask) -> Part:
    """Four sides, four different buildings; churches count as buildings."""
    around = [*site.churches(), *[mask for kind in TYPES for mask in site.built(kind)]]
    have = sum([bool(mask & beside(well)) for mask in around])
    return Part(have, 4, cells_of(well)[0], cells_of(beside(well) & site.free))


def _church(site: Site, church: Mask) -> Part:
    """A building of each type beside it."""
    sides = beside(church)
    lacks: list[Type] = [kind for kind in TYPES if not any(mask & sides for mask in site.built(kind))]
    have = len(TYPES) - len(lacks)
    return Part(have, len(TYPES), cells_of(church)[0], cells_of(sides & site.free), tuple(lacks))


class ChapterTotal(msgspec.Struct, frozen=True):
    """The sums of a chapter by seat, over those of its episodes that are finished."""

    chapter: int
    points: tuple[int, ...]
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


def is_last(table: Table) -> bool:
    """Whether the episode under way is the last one of several."""
    several = plan(table.options)
    return table.phase == "round" and 1 < len(several) == len(table.results) + 1


def next_episode(table: Table) -> int | None:
    """The one that follows the newest in the printed order and is still to be played; None: none."""
    return next((episode for episode in episodes_left(table) if episode > table.episode), None)


def totals(results: Sequence[Result], seats: int) -> tuple[int, ...]:
    """The sum of all finished episodes by seat."""
    return tuple([sum([result.points[seat] for result in results]) for seat in range(seats)])


def chapter_totals(results: Sequence[Result], seats: int) -> tuple[ChapterTotal, ...]:
    """The chapters of which an episode is finished, in their order."""
    found: list[ChapterTotal] = []
    for chapter in CHAPTERS.values():
        own = [result for result in results if result.episode in chapter.episodes]
        if own:
            complete = len(own) == len(chapter.episodes)
            found.append(ChapterTotal(chapter.chapter, totals(own, seats), complete))
    return tuple(found)


def grades(results: Sequence[Result]) -> tuple[Grade, ...]:
    """The grades of somebody alone: of each finished chapter, and of all twelve episodes; else none."""
    if not results or len(results[0].points) > 1:
        return ()
    scale = CITY.grades
    found = [
        (item.chapter, item.points[0], scale.chapters[item.chapter - 1])
        for item in chapter_totals(results, 1)
        if item.complete
    ]
    if len(results) == len(EPISODES):
        found.append((0, totals(results, 1)[0], scale.campaign))
    earned = [sum([points >= bound for bound in bounds]) for _, points, bounds in found]
    return tuple([Grade(*item[:2], scale.names[rank]) for item, rank in zip(found, earned, strict=True)])
