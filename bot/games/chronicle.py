"""A finished game told at its end: the points of every seat step by step, and what was remarkable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

import msgspec

from bot.games.contract import Event, Outcome, Seat, View

V = TypeVar("V", bound=View)
MOST = 3
"""Highlights that the end of a game tells."""


@dataclass(frozen=True, slots=True)
class Page(Generic[V]):
    """What everybody might know at the end of a page of the history, and what had happened on it."""

    view: V
    events: tuple[Event, ...]
    part: int
    """The number of the round or other part that it belongs to."""


class Highlight(msgspec.Struct, frozen=True):
    """A remarkable fact of a finished game: `<game>.highlight.<key>` says it with its number {n}."""

    seat: Seat
    key: str
    n: int
    weight: float
    """How remarkable it is; 1: as it happens in every other game."""
    values: tuple[tuple[str, str | int], ...] = ()
    """What the sentence names besides; a name of a score row stands for its words."""
    pieces: tuple[str | int, ...] = ()
    """What the game draws of it."""
    shared: bool = False
    """Of any game: `ending.highlight.<key>` says it, or the game's `<game>.highlight.<key>_<what>`."""


@dataclass(frozen=True, slots=True)
class Chronicle:
    """How a game went, for its last picture."""

    laps: tuple[int, ...]
    """What the steps of the curve are called: the numbers of the parts, or of the pages; the first is where
    the game began, 0."""
    points: tuple[tuple[int, ...], ...]
    """At each step by seat."""
    highlights: tuple[Highlight, ...]
    parted: bool
    """Whether the steps are parts."""


def chronicle(
    pages: Sequence[Page[V]], points: Sequence[tuple[int, ...]], outcome: Outcome, own: Iterable[Highlight]
) -> Chronicle:
    """The chronicle of a finished game from its pages, the first one as it was laid out, with the points of
    each; `own` are the highlights that only this game has."""
    ends = [at for at, (page, after) in enumerate(pairwise(pages)) if page.part and page.part != after.part]
    steps = [0, *ends, len(pages) - 1]
    parted = len(steps) > MOST
    if not parted:
        steps = list(range(len(pages)))
    made = [points[step] for step in steps[:-1]] + [outcome.scores]
    laps = tuple([pages[step].part for step in steps] if parted else steps)
    curve = tuple(made) if all(len(each) == len(outcome.scores) for each in made) else ()
    found = [*own, *_of_curve(laps if parted else (), curve, outcome), *_of_rows(outcome)]
    return Chronicle((0, *laps[1:]), curve, chosen(found, len(outcome.scores)), parted)


def chosen(found: Sequence[Highlight], seats: int) -> tuple[Highlight, ...]:
    """The most remarkable ones, each of another kind; of another seat, too, where there are enough."""
    ordered = sorted(found, key=lambda one: -one.weight)
    best = list[Highlight]()
    for apart in (seats >= MOST, False):
        for one in ordered:
            alike = any(one.key == other.key or (apart and one.seat == other.seat) for other in best)
            if len(best) < MOST and not alike:
                best.append(one)
    return tuple(best)


def _of_curve(
    laps: Sequence[int], points: Sequence[tuple[int, ...]], outcome: Outcome
) -> Iterable[Highlight]:
    """A victory from the last place, the narrowest victory, the longest lead: where several play."""
    seats, sign = len(outcome.scores), -1 if outcome.lowest_wins else 1
    if seats < 2 or len(points) < 4:
        return
    ranks = [Outcome.ranked([sign * one for one in each]) for each in points]
    winners = [Seat(seat) for seat in range(seats) if outcome.places[seat] == 1]
    if len(winners) != 1:
        return
    (winner,) = winners
    late = [at for at in range(len(points) // 3, len(points) - 1) if ranks[at][winner] == seats]
    if late and seats > 2:
        yield Highlight(winner, "comeback", seats, 1 + late[-1] / len(points), shared=True)
    scores = sorted(sign * score for score in outcome.scores)
    if 0 < (ahead := scores[-1] - scores[-2]) <= 2:
        yield Highlight(winner, "close", ahead, 1.6 - ahead / 4, shared=True)
    alone = [rank[winner] == 1 == rank.count(1) for rank in ranks]
    first = next((at for at in range(1, len(points)) if all(alone[at:])), 0)
    if laps and 0 < first <= len(points) // 3:
        yield Highlight(winner, "led", laps[first], 0.9, shared=True)


def _of_rows(outcome: Outcome) -> Iterable[Highlight]:
    """Which single row brought a seat most, where it is a good part of all."""
    for seat, rows in enumerate(outcome.breakdown):
        best = max(rows, key=lambda row: row.points, default=None)
        if outcome.lowest_wins or best is None or best.number is not None or best.points <= 0:
            continue
        share = best.points / max(outcome.scores[seat], best.points, 1)
        values = (("what", best.key),)
        yield Highlight(Seat(seat), "row", best.points, 0.4 + share / 2, values, (best.key,), shared=True)
