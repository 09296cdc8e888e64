"""Finished games, counted: who did how well, and how fast people answer. Nothing but arithmetic.

A game counts for whoever sat there at its end; computers count as players, but nothing is kept about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from statistics import fmean, median

from bot.store.records import Finish, LogRow

Ended = tuple[Finish, ...]
"""A finished game, seat by seat."""
_ENOUGH = 5
"""Answers from which on their median says something."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What somebody reached with the same options."""

    options: bytes
    games: int
    best: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What a person did in the finished games of one kind."""

    user: int
    name: str
    """The one of the newest game."""
    listed: bool
    """Whether others may see it."""
    games: int
    """Against others."""
    wins: int
    place: float
    """The average of these; 0 if there are none."""
    seats: float
    """How many played, on average."""
    alone: int
    """Games without anybody else: nothing is won there, and there is no place to take."""
    points: float
    """The average, of all games."""
    best: int
    lowest_wins: bool
    variants: tuple[Variant, ...]
    """The ones that were played most come first."""


def games_of(rows: Iterable[Finish]) -> list[Ended]:
    """The games from their rows, in the same order."""
    return [tuple(seats) for _, seats in groupby(rows, key=lambda row: row.result.table)]


def people_in(ended: Ended) -> list[Finish]:
    """The seats at which people sat."""
    return [row for row in ended if row.user is not None]


def tallied(games: Sequence[Ended], listed: Mapping[int, bool]) -> dict[int, Tally]:
    """A tally for each person of these games, which are of one kind and in order of time."""
    own: dict[int, list[tuple[Finish, int]]] = {}
    for ended in games:
        for row in people_in(ended):
            assert row.user is not None
            own.setdefault(row.user, []).append((row, len(ended)))
    return {user: _tally(user, rows, listed[user]) for user, rows in own.items()}


def _tally(user: int, rows: Sequence[tuple[Finish, int]], listed: bool) -> Tally:
    results = [row.result for row, _ in rows]
    places = [(row.result.place, seats) for row, seats in rows if seats > 1]
    newest = rows[-1][0]
    return Tally(
        user=user,
        name=newest.name,
        listed=listed,
        games=len(places),
        wins=sum(place == 1 for place, _ in places),
        place=fmean(place for place, _ in places) if places else 0,
        seats=fmean(seats for _, seats in places) if places else 0,
        alone=len(rows) - len(places),
        points=fmean(result.points for result in results),
        best=_best(newest.result.lowest_wins, [result.points for result in results]),
        lowest_wins=newest.result.lowest_wins,
        variants=_variants([row for row, _ in rows]),
    )


def _variants(rows: Sequence[Finish]) -> tuple[Variant, ...]:
    points: dict[bytes, list[int]] = {}
    for row in rows:
        points.setdefault(row.options, []).append(row.result.points)
    lowest_wins = rows[-1].result.lowest_wins
    found = [Variant(options, len(made), _best(lowest_wins, made)) for options, made in points.items()]
    return tuple(sorted(found, key=lambda variant: -variant.games))


def _best(lowest_wins: bool, points: Iterable[int]) -> int:
    return min(points) if lowest_wins else max(points)


def answers(rows: Sequence[LogRow], seat: int, after: int) -> list[timedelta]:
    """How long a seat took for its answers to others, from after version `after` on.

    An answer is its first move in a turn of the log that others began, or in which others move too: neither a
    choice that is changed nor the next one of a row of small moves. Rests and vacations don't count, where
    the log knows of them.
    """
    found: list[timedelta] = []
    together = _together(rows)
    turn: int | None = None
    begun: datetime | None = None
    mover = others = None
    before: LogRow | None = None
    for row in rows:
        if row.turn != turn:
            turn, begun, others = row.turn, before.at if before else None, mover
        if row.seat == seat and not row.automatic:
            asked = others != seat or turn in together
            if begun is not None and asked and row.back is None and row.version > after:
                waited = row.at - begun
                found.append(waited if row.owed is None else min(waited, row.owed))
            begun = None
        if not row.automatic:
            mover = row.seat
        before = row
    return found


def _together(rows: Iterable[LogRow]) -> set[int]:
    """The turns in which several have made moves of their own: all were asked at once."""
    movers: dict[int, set[int]] = {}
    for row in rows:
        if not row.automatic and row.back is None:
            movers.setdefault(row.turn, set()).add(row.seat)
    return {turn for turn, seats in movers.items() if len(seats) > 1}


def usual(times: Sequence[timedelta]) -> timedelta | None:
    """The median; None of too few to say anything."""
    if len(times) < _ENOUGH:
        return None
    return timedelta(seconds=median(time.total_seconds() for time in times))
