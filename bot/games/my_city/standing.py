"""What is added up over episodes (sections 6 and 7): totals, chapters, places, grades, what comes next."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.games.contract import Outcome, ScoreRow
from bot.games.my_city.city import CHAPTERS, CITY, EPISODES
from bot.games.my_city.moves import MyCityOptions
from bot.games.my_city.view import Result, Table


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
