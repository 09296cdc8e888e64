"""A tournament as data: its rules, its lines, and the rounds that have been played.

A line is a place in the tournament, numbered by the draw. Who holds it may change: whoever replaces somebody
takes over the line with its points and meetings, so that neither pairing nor standings know persons."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import msgspec

Format = Literal["swiss", "round_robin", "groups", "ladder"]
TieBreak = Literal["opponents", "duels", "wins", "score", "seats"]
FORMATS: tuple[Format, ...] = ("swiss", "round_robin", "groups", "ladder")
COUNTED: tuple[Format, ...] = ("swiss", "ladder")
"""The formats that have as many rounds as is said; those of others follow from who plays."""
TIE_BREAKS: tuple[TieBreak, ...] = ("opponents", "duels", "wins", "score")
OF_DUPLICATES: TieBreak = "seats"
"""The tie-break that only a duplicate has."""
AT_ONCE = 4
LINES = 64
ROUNDS = 20


class Rules(msgspec.Struct, frozen=True):
    """What is fixed once the tournament has begun."""

    format: Format
    low: int
    high: int
    """The fewest and the most people at a table: pods are as large and as equal as the number allows."""
    rounds: int = 3
    """Of a Swiss tournament and of a season; the other formats end by themselves."""
    at_once: int = 1
    """The tables of each person in a round: other companions in a Swiss one, else the same in other seats."""
    group: int = 4
    """The most people in a group."""
    points: tuple[int, ...] = ()
    """Of the places at a full table, best first; () counts down to 1."""
    tie_breaks: tuple[TieBreak, ...] = ("opponents", "duels", "wins")
    lowest_wins: bool = False
    """Whether few points of the game are good; for the tie-breaks of scores and of seats."""
    duplicate: bool = False
    """Whether all tables of a round have the same draws; of several at once, the first ones and so on."""

    @property
    def table(self) -> tuple[int, ...]:
        """The points of a full table."""
        return self.points or tuple(range(self.high, 0, -1))

    def deal(self, pod: int, pods: int) -> int:
        """Which of the tables at once a pod is, from 0, in a round of so many."""
        return pod // max(1, pods // self.at_once)


class Pod(msgspec.Struct, frozen=True):
    """The people of one table in the order of their seats, with its result once there is one."""

    lines: tuple[int, ...]
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    group: int = 0
    """Which group, box or final it belongs to, from 0."""

    @property
    def over(self) -> bool:
        """Whether it has a result."""
        return bool(self.places)


class Round(msgspec.Struct, frozen=True):
    """The pods of a round, and who has none: once for each of the tables at once that is missed."""

    pods: tuple[Pod, ...]
    byes: tuple[int, ...] = ()
    final: bool = False

    @property
    def over(self) -> bool:
        """Whether all its tables have one."""
        return all(pod.over for pod in self.pods)


class Line(msgspec.Struct, frozen=True):
    number: int
    until: int | None = None
    """The last round of a line that was given up and that nobody has taken over."""


class Tournament(msgspec.Struct, frozen=True):
    rules: Rules
    lines: tuple[Line, ...]
    rounds: tuple[Round, ...] = ()

    def active(self) -> tuple[int, ...]:
        """The lines that go on playing."""
        return tuple(line.number for line in self.lines if line.until is None)

    def pods(self) -> Iterator[Pod]:
        """The tables of all rounds."""
        return (pod for one in self.rounds for pod in one.pods)

    def alike(self, one: Round) -> tuple[tuple[Pod, ...], ...]:
        """The tables of a round that had the same draws in a duplicate, in their order: those of one size."""
        found: dict[tuple[int, int], list[Pod]] = {}
        for index, pod in enumerate(one.pods):
            found.setdefault((self.rules.deal(index, len(one.pods)), len(pod.lines)), []).append(pod)
        return tuple(map(tuple, found.values()))


@lru_cache(maxsize=1000)
def shared(table: tuple[int, ...], places: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The points of a table's seats. Places that are shared split what they are worth together. A place at a
    table that is not full is worth the average of those it stands for at a full one: so every table gives the
    same on average, however many sit there."""
    worth = [_worth(table, index, len(places)) for index in range(len(places))]
    found: list[Fraction] = []
    for place in places:
        ranks = worth[place - 1 : place - 1 + places.count(place)]
        found.append(sum(ranks, Fraction()) / len(ranks))
    return tuple(found)


def bye_points(table: tuple[int, ...]) -> Fraction:
    """A bye is worth the average of a table."""
    return Fraction(sum(table), len(table))


@lru_cache(maxsize=1000)
def _worth(table: tuple[int, ...], index: int, seats: int) -> Fraction:
    """The average of the stretch of a full table that a place stands for."""
    width = Fraction(len(table), seats)
    start, end = index * width, (index + 1) * width
    inside = [
        max(Fraction(), min(end, Fraction(at + 1)) - max(start, Fraction(at))) for at in range(len(table))
    ]
    return sum((share * points for share, points in zip(inside, table, strict=True)), Fraction()) / width
