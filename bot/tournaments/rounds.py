"""The next round of a tournament, by its format."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from bot.tournaments.model import Format, Pod, Round, Tournament
from bot.tournaments.pods import Past, Pods, divide, pair, pod_sizes
from bot.tournaments.standings import ladder, points, standings

Made = tuple[list[tuple[int, tuple[int, ...]]], tuple[int, ...]]
"""Pods with their groups, and who has none."""


def next_round(tournament: Tournament) -> Round | None:
    """The round that follows those until now, all of them over; None when the tournament is over: by its
    format, or because too few are left for a table."""
    if len(tournament.active()) < tournament.rules.low:
        return None
    return _ROUND_OF[tournament.rules.format](tournament)


def groups(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """The groups of all lines, as equal as possible and none too small for a table: numbers go there and back
    through them."""
    numbers = [line.number for line in tournament.lines]
    count = max(1, min(-(-len(numbers) // tournament.rules.group), len(numbers) // tournament.rules.low))
    found: list[list[int]] = [[] for _ in range(count)]
    for at, number in enumerate(numbers):
        turn, column = divmod(at, count)
        found[column if turn % 2 == 0 else count - 1 - column].append(number)
    return tuple(tuple(group) for group in found)


def _swiss(tournament: Tournament) -> Round | None:
    """Best against best as far as they have not met; each of the tables at once with other companions."""
    rules = tournament.rules
    if len(tournament.rounds) >= rules.rounds:
        return None
    still = set(tournament.active())
    order = [one.number for one in standings(tournament) if one.number in still]
    past = Past.of(tournament)
    pods: list[Pod] = []
    left: list[int] = []
    for _ in range(rules.at_once):
        made, free = pair(order, rules.low, rules.high, past)
        pods += [_seat(one, past) for one in made]
        for number in free:
            past.pause(number)
        left += free
    return Round(tuple(pods), tuple(left))


def _round_robin(tournament: Tournament) -> Round | None:
    """Until everybody has met everybody."""
    made = _all_meet(tournament, [[line.number for line in tournament.lines]])
    return made and _several(tournament, *made)


def _groups(tournament: Tournament) -> Round | None:
    """Each group plays until all of it have met; then one final round in which everybody plays: the table
    for the cup, the one for the places after it, and so on."""
    if tournament.rounds and tournament.rounds[-1].final:
        return None
    made = _all_meet(tournament, groups(tournament))
    if made:
        return _several(tournament, *made)
    rules, order = tournament.rules, _qualified(tournament)
    pods, left = _slices(order, pod_sizes(len(order), rules.low, rules.high))
    return _several(tournament, list(enumerate(pods)), left, final=True)


def _season(tournament: Tournament) -> Round | None:
    """The boxes of a ladder from the top. Who has to sit out is the last of those with the fewest byes."""
    rules = tournament.rules
    if len(tournament.rounds) >= rules.rounds:
        return None
    still, byes = set(tournament.active()), Past.of(tournament).byes
    order = [number for number in ladder(tournament) if number in still]
    sizes = pod_sizes(len(order), rules.low, rules.high)
    ranked = sorted(order, key=lambda number: (byes.get(number, 0), -order.index(number)))
    left = tuple(ranked[: len(order) - sum(sizes)])
    pods, _ = _slices([number for number in order if number not in left], sizes)
    return _several(tournament, list(enumerate(pods)), left)


_ROUND_OF: Mapping[Format, Callable[[Tournament], Round | None]] = {
    "swiss": _swiss,
    "round_robin": _round_robin,
    "groups": _groups,
    "ladder": _season,
}


def _all_meet(tournament: Tournament, among: Sequence[Sequence[int]]) -> Made | None:
    """The next pods of groups in which everybody is to meet everybody; None when all have met."""
    past, still = Past.of(tournament), set(tournament.active())
    pods: list[tuple[int, tuple[int, ...]]] = []
    left: list[int] = []
    for index, group in enumerate(among):
        able = [number for number in group if number in still]
        if len(able) < tournament.rules.low or all(
            frozenset(two) in past.met for two in combinations(able, 2)
        ):
            continue
        made, free = _turn(tournament, group, able, past)
        pods += [(index, pod) for pod in made]
        left += free
    return (pods, tuple(left)) if pods else None


def _turn(
    tournament: Tournament, group: Sequence[int], able: list[int], past: Past
) -> tuple[Pods, tuple[int, ...]]:
    rules = tournament.rules
    if (rules.low, rules.high) != (2, 2):
        return _spread(able, rules.low, rules.high, past)
    turns = len(group) - 1 + len(group) % 2
    for turn in range(turns):
        pairs = [pod for pod in _circle(group, turn) if set(pod) <= set(able)]
        if any(frozenset(pod) not in past.met for pod in pairs):
            paired = {number for pod in pairs for number in pod}
            return tuple(pairs), tuple(number for number in able if number not in paired)
    return (), ()


def _circle(group: Sequence[int], turn: int) -> list[tuple[int, int]]:
    """Round `turn` of the circle method: one stays, all others move on by one; an odd one pauses."""
    seats: list[int | None] = [*group, *([None] if len(group) % 2 else [])]
    moved = [seats[0], *[seats[1 + (at + turn) % (len(seats) - 1)] for at in range(len(seats) - 1)]]
    ends = [(moved[at], moved[-1 - at]) for at in range(len(moved) // 2)]
    return [(one, other) for one, other in ends if one is not None and other is not None]


def _spread(able: list[int], low: int, high: int, past: Past) -> tuple[Pods, tuple[int, ...]]:
    """Pods of three and more with as many new meetings as can be: those who know fewest first. Where that
    would bring no new one, two who have not met are put at one table."""

    def new(pod: Sequence[int]) -> bool:
        return any(frozenset(two) not in past.met for two in combinations(pod, 2))

    known = {one: sum(frozenset((one, other)) in past.met for other in able) for one in able}
    pods, left = pair(sorted(able, key=lambda number: (known[number], number)), low, high, past)
    if any(map(new, pods)):
        return pods, left
    two = next(two for two in combinations(able, 2) if new(two))
    sizes, rest = pod_sizes(len(able), low, high), [number for number in able if number not in two]
    more, end = sizes[0] - 2, sum(sizes) - 2
    return ((*two, *rest[:more]), *divide(rest[more:end], sizes[1:], past)), tuple(rest[end:])


def _qualified(tournament: Tournament) -> list[int]:
    """All who still play, by their place in the group, then by what they got a table."""
    still, score = set(tournament.active()), points(tournament)
    played = dict.fromkeys(score, 0)
    for one in tournament.rounds:
        for number in [*[line for pod in one.pods for line in pod.lines], *one.byes]:
            played[number] += 1
    ranks = [one.number for one in standings(tournament)]
    found: list[tuple[int, Fraction, int]] = []
    for group in groups(tournament):
        inside = [number for number in ranks if number in group and number in still]
        found += [
            (place, -score[one] / max(1, played[one]), ranks.index(one)) for place, one in enumerate(inside)
        ]
    return [ranks[at] for _, _, at in sorted(found)]


def _slices(order: Sequence[int], sizes: Sequence[int]) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """The order cut into pods of these sizes, and who is left."""
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    pods = [tuple(order[start : start + size]) for start, size in zip(starts, sizes, strict=True)]
    return pods, tuple(order[sum(sizes) :])


def _several(
    tournament: Tournament,
    pods: Sequence[tuple[int, tuple[int, ...]]],
    left: Sequence[int],
    *,
    final: bool = False,
) -> Round:
    """A round of these pods, each as often as there are tables at once, in balanced seats."""
    past, times = Past.of(tournament), tournament.rules.at_once
    made = [_seat(pod, past, group) for _ in range(times) for group, pod in pods]
    return Round(tuple(made), tuple(left) * times, final)


def _seat(pod: Sequence[int], past: Past, group: int = 0) -> Pod:
    lines = past.seated(pod)
    past.sit(lines)
    return Pod(lines, group=group)
