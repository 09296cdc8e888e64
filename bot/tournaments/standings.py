"""The standings: points, and what decides between equals."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise

import msgspec

from bot.tournaments.model import Pod, TieBreak, Tournament, bye_points, shared

Breaker = Callable[[int, frozenset[int]], Fraction]


class Standing(msgspec.Struct, frozen=True):
    number: int
    place: int
    """Shared where nothing decides."""
    points: Fraction
    breaks: tuple[Fraction, ...]
    """What each tie-break says of this line, among those who are tied until there."""
    gone: bool = False


class Cell(msgspec.Struct, frozen=True):
    """What a line got at one table, or by a bye: then `pod` is None."""

    round: int
    pod: int | None
    place: int | None
    points: Fraction | None
    """None while the table is being played."""


def points(tournament: Tournament) -> dict[int, Fraction]:
    """The points of all lines, byes included; a table that is still played gives none."""
    found = {line.number: Fraction() for line in tournament.lines}
    for number, cells in cross_table(tournament).items():
        found[number] = sum((cell.points or Fraction() for cell in cells), Fraction())
    return found


def cross_table(tournament: Tournament) -> dict[int, tuple[Cell, ...]]:
    """What every line got, table by table."""
    found: dict[int, list[Cell]] = {line.number: [] for line in tournament.lines}
    table = tournament.rules.table
    for at, one in enumerate(tournament.rounds, 1):
        for index, pod in enumerate(one.pods):
            worth = shared(table, pod.places) if pod.over else (None,) * len(pod.lines)
            for seat, number in enumerate(pod.lines):
                found[number].append(Cell(at, index, pod.places[seat] if pod.over else None, worth[seat]))
        for number in one.byes:
            found[number].append(Cell(at, None, None, bye_points(table)))
    return {number: tuple(cells) for number, cells in found.items()}


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """All lines, best first: those given up after all who stayed; then by what the format ranks by, by
    points, and by the tie-breaks in their order."""
    score = points(tournament)
    gone = {line.number for line in tournament.lines if line.until is not None}
    level = _levels(tournament)
    breakers = _breakers(tournament, score)
    found: list[Standing] = []

    def _key(number: int) -> tuple[bool, int, Fraction]:
        return number in gone, level.get(number, 0), -score[number]

    for _, group in groupby(sorted(score, key=lambda number: (_key(number), number)), key=_key):
        tied = list(group)
        for numbers, breaks in _broken(tied, breakers, dict.fromkeys(tied, ())):
            place = len(found) + 1
            found += [Standing(one, place, score[one], breaks[one], one in gone) for one in numbers]
    return tuple(found)


def _broken(
    tied: list[int], breakers: Sequence[Breaker], breaks: dict[int, tuple[Fraction, ...]]
) -> list[tuple[list[int], dict[int, tuple[Fraction, ...]]]]:
    """Lines with equal points, split by one tie-break after the other."""
    if not breakers:
        return [(tied, breaks)]
    among = frozenset(tied)
    worth = {number: breakers[0](number, among) for number in tied}
    longer = {number: (*breaks[number], worth[number]) for number in tied}
    found: list[tuple[list[int], dict[int, tuple[Fraction, ...]]]] = []
    for _, group in groupby(
        sorted(tied, key=lambda number: (-worth[number], number)), key=lambda one: worth[one]
    ):
        found += _broken(list(group), breakers[1:], longer)
    return found


def _breakers(tournament: Tournament, score: Mapping[int, Fraction]) -> list[Breaker]:
    pods = [pod for pod in tournament.pods() if pod.over]
    of: dict[int, list[Pod]] = {number: [pod for pod in pods if number in pod.lines] for number in score}
    sign = -1 if tournament.rules.lowest_wins else 1

    def _by_opponents(number: int, _: frozenset[int]) -> Fraction:
        met = [score[other] for pod in of[number] for other in pod.lines if other != number]
        return sum(met, Fraction()) / len(met) if met else Fraction()

    def _by_duels(number: int, among: frozenset[int]) -> Fraction:
        return sum((_duels(pod, number, among) for pod in of[number]), Fraction())

    def _by_wins(number: int, _: frozenset[int]) -> Fraction:
        first = [pod for pod in of[number] if pod.places[pod.lines.index(number)] == 1]
        return sum((Fraction(1, pod.places.count(1)) for pod in first), Fraction())

    def _by_scores(number: int, _: frozenset[int]) -> Fraction:
        return Fraction(sign * sum(pod.scores[pod.lines.index(number)] for pod in of[number] if pod.scores))

    compared = by_seat(tournament) if "seats" in tournament.rules.tie_breaks else {}

    named: Mapping[TieBreak, Breaker] = {
        "opponents": _by_opponents,
        "duels": _by_duels,
        "wins": _by_wins,
        "score": _by_scores,
        "seats": lambda number, _: compared.get(number, Fraction()),
    }
    return [named[one] for one in tournament.rules.tie_breaks]


def by_seat(tournament: Tournament) -> dict[int, Fraction]:
    """In a duplicate, how lines have done against those who had the same seat with the same draws elsewhere:
    the part of them who came off worse in the game, equals by half, on average of all tables."""
    sign = -1 if tournament.rules.lowest_wins else 1
    parts: dict[int, list[Fraction]] = {}
    for pods in (alike for one in tournament.rounds for alike in tournament.alike(one)):
        seats = zip(*[zip(pod.lines, pod.scores, strict=True) for pod in pods if pod.scores], strict=True)
        for there in seats:
            for number, score in there if len(there) > 1 else ():
                worse = sum(sign * other < sign * score for _, other in there)
                equal = sum(other == score for _, other in there) - 1
                parts.setdefault(number, []).append(Fraction(2 * worse + equal, 2 * (len(there) - 1)))
    return {number: sum(found, Fraction()) / len(found) for number, found in parts.items()}


def _duels(pod: Pod, number: int, among: frozenset[int]) -> Fraction:
    """One for each of the tied who came behind at this table, a half for each beside."""
    own = pod.places[pod.lines.index(number)]
    others = [
        place for one, place in zip(pod.lines, pod.places, strict=True) if one != number and one in among
    ]
    return sum((Fraction(1) if place > own else Fraction(place == own, 2) for place in others), Fraction())


def _levels(tournament: Tournament) -> dict[int, int]:
    """What counts before points: the final somebody sits in, the rung of a ladder."""
    if tournament.rules.format == "ladder":
        return {number: rung for rung, number in enumerate(ladder(tournament))}
    final = next((one for one in tournament.rounds if one.final), None)
    if not final:
        return {}
    return _final_levels(tournament, final.pods)


def _final_levels(tournament: Tournament, pods: Sequence[Pod]) -> dict[int, int]:
    """By the final's table, then by what was won there; without a final table at the end."""
    found = {line.number: 2 * len(tournament.lines) ** 2 for line in tournament.lines}
    for group in sorted({pod.group for pod in pods}):
        tables = [pod for pod in pods if pod.group == group]
        won = won_at(tournament, tables)
        for number in won:
            ahead = sum(other > won[number] for other in won.values())
            found[number] = group * len(tournament.lines) + ahead
    return found


def won_at(tournament: Tournament, pods: Sequence[Pod]) -> dict[int, Fraction]:
    """What the lines got at these tables together."""
    found: dict[int, Fraction] = {}
    for pod in pods:
        worth = shared(tournament.rules.table, pod.places) if pod.over else (Fraction(),) * len(pod.lines)
        for number, won in zip(pod.lines, worth, strict=True):
            found[number] = found.get(number, Fraction()) + won
    return found


def ladder(tournament: Tournament) -> tuple[int, ...]:
    """The rungs from the top. After each round the boxes are ordered by what was won there, and the last of a
    box changes places with the first of the next one below. Who has a bye keeps the rung."""
    order = [line.number for line in tournament.lines]
    for one in tournament.rounds:
        if one.over and one.pods:
            order = _moved(tournament, order, one.pods)
    return tuple(order)


def _moved(tournament: Tournament, order: list[int], pods: Sequence[Pod]) -> list[int]:
    rung = {number: at for at, number in enumerate(order)}
    boxes: list[list[int]] = []
    for group in sorted({pod.group for pod in pods}):
        won = won_at(tournament, [pod for pod in pods if pod.group == group])
        boxes.append(sorted(won, key=lambda number: (-won[number], rung[number])))
    rungs = [sorted(rung[number] for number in box) for box in boxes]
    for above, below in pairwise(boxes):
        above[-1], below[0] = below[0], above[-1]
    after = order.copy()
    for box, places in zip(boxes, rungs, strict=True):
        for number, at in zip(box, places, strict=True):
            after[at] = number
    return after
