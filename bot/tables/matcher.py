"""Who could sit down together: people who want the same game, each with as many as there would be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.store.records import Gathering, NoticeState
from bot.tables.policy import CALLED, CALLED_TOGETHER


@dataclass(frozen=True, slots=True)
class Seeker:
    """Somebody who looks for others and may be called now."""

    user: int
    games: tuple[str, ...]
    numbers: tuple[int, ...]
    since: datetime
    """When they said so last."""


@dataclass(frozen=True, slots=True)
class Group:
    """People for one game; the first one said last that they want it."""

    game: str
    people: tuple[Seeker, ...]


def groups(
    seekers: Sequence[Seeker],
    called: Sequence[Gathering],
    now: datetime,
    seats: Callable[[str], tuple[int, int]],
) -> tuple[Group, ...]:
    """The people of a server who are called now, each at most once; the largest groups there are.

    `called` are those who were called before: nobody is called twice within a few hours, and people who were
    called together for a game not again, unless one of them says once more that they want it. Those who could
    not be called together may be with others, and after a while, or as soon as one says it again, once more.
    """
    free = [one for one in seekers if not _rests(one, called, now)]
    found: list[Group] = []
    for game in dict.fromkeys(game for one in seekers for game in one.games):
        before = [gathering for gathering in called if gathering.game == game]
        while (group := _largest(game, free, before, now, seats(game))) is not None:
            found.append(group)
            free = [one for one in free if one not in group.people]
    return tuple(found)


def _largest(
    game: str, free: Sequence[Seeker], before: Sequence[Gathering], now: datetime, seats: tuple[int, int]
) -> Group | None:
    low, high = seats
    wanting = [one for one in free if game in one.games]
    for size in range(min(high, len(wanting)), max(low, 2) - 1, -1):
        fitting = [one for one in wanting if size in one.numbers]
        for people in _choices(fitting, size):
            if not any(_told(people, gathering, now) for gathering in before):
                return Group(game, people)
    return None


def _choices(fitting: Sequence[Seeker], size: int) -> Iterator[tuple[Seeker, ...]]:
    """Groups of this size: each newcomer, the newest first, with those who have waited longest."""
    if len(fitting) < size:
        return
    waiting = sorted(fitting, key=lambda one: (one.since, one.user))
    for newest in reversed(waiting):
        others = [one for one in waiting if one is not newest]
        yield tuple(sorted((newest, *others[: size - 1]), key=lambda one: one.since, reverse=True))


def _told(people: Collection[Seeker], gathering: Gathering, now: datetime) -> bool:
    """Whether these people know of each other already, or could just now not be told."""
    users, known = {one.user for one in people}, {*gathering.people}
    said_again = any(one.since > gathering.at for one in people)
    lately = gathering.at > now - CALLED_TOGETHER
    if gathering.state is NoticeState.DROPPED:
        return users == known and lately and not said_again
    return users <= known and (lately or not said_again)


def _rests(one: Seeker, called: Sequence[Gathering], now: datetime) -> bool:
    told = (gathering for gathering in called if gathering.state is not NoticeState.DROPPED)
    return any(one.user in gathering.people and gathering.at > now - CALLED for gathering in told)
