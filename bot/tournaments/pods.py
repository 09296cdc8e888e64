"""Who sits with whom: sizes of pods, the pods themselves, the order of their seats.

Pods of two could be matched by a general algorithm (blossom), those of three and more cannot: dividing people
so that nobody meets again is a hard problem from three on. One search serves every size. In depth it is exact
where few people are or a way without a repeated meeting is found early; where its steps run out, annealing
goes on from the best it has."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from math import exp
from random import Random

from bot.tournaments.model import Tournament

Pods = tuple[tuple[int, ...], ...]
STEPS, EXCHANGES = 5_000, 40_000
"""The people put into a pod on trial; the exchanges tried in annealing."""
WARMTH = 0.4
"""How readily annealing takes a worse exchange."""
BYE_CHOICES = 8


@dataclass(slots=True)
class Past:
    """What pairing has to know of the rounds until now."""

    met: dict[frozenset[int], int] = field(default_factory=dict[frozenset[int], int])
    """How often two have sat at one table."""
    byes: dict[int, int] = field(default_factory=dict[int, int])
    ahead: dict[int, float] = field(default_factory=dict[int, float])
    """How far ahead of the middle everybody has sat until now: 1 for each first seat, -1 for each last."""
    last: dict[int, float] = field(default_factory=dict[int, float])

    @classmethod
    def of(cls, tournament: Tournament) -> "Past":
        """What its rounds have brought."""
        past = cls()
        for one in tournament.rounds:
            for pod in one.pods:
                past.sit(pod.lines)
            for number in one.byes:
                past.pause(number)
        return past

    def sit(self, pod: Sequence[int]) -> None:
        """A table with its people in the order of their seats."""
        for seat, number in enumerate(pod):
            share = 1 - 2 * seat / (len(pod) - 1) if len(pod) > 1 else 0
            self.last[number] = share
            self.ahead[number] = round(self.ahead.get(number, 0) + share, 9)
        for two in combinations(pod, 2):
            self.met[frozenset(two)] = self.repeated(two) + 1

    def pause(self, number: int) -> None:
        """A bye."""
        self.byes[number] = self.byes.get(number, 0) + 1

    def repeated(self, pod: Sequence[int]) -> int:
        """How many meetings of this pod would be repeated ones, each counted as often as it took place."""
        return sum([self.met.get(frozenset(two), 0) for two in combinations(pod, 2)])

    def leaning(self, pod: Sequence[int]) -> bool:
        """Whether so many of a pod have sat ahead, or behind, that no order of its seats can balance it."""
        return abs(sum([self.ahead.get(number, 0) for number in pod])) > 1.5 * len(pod)

    def seated(self, pod: Sequence[int]) -> tuple[int, ...]:
        """The order of the seats: who has sat further ahead, or did last time, sits further back."""
        return tuple(sorted(pod, key=lambda one: (self.ahead.get(one, 0), self.last.get(one, 0), one)))


def pod_sizes(people: int, low: int, high: int) -> tuple[int, ...]:
    """The sizes of the pods, larger ones first: as few people left over as possible, then as few pods and as
    equal ones as the number allows. () where it is too small for one."""
    for seated in range(people, low - 1, -1):
        pods = -(-seated // high)
        if pods * low <= seated:
            small, more = divmod(seated, pods)
            return (small + 1,) * more + (small,) * (pods - more)
    return ()


def pair(order: Sequence[int], low: int, high: int, past: Past) -> tuple[Pods, tuple[int, ...]]:
    """The pods and the byes of people who are given best first. A bye goes to the last of those with the
    fewest; of several such choices the first that lets nobody meet again, else that with fewest repeats."""
    sizes = pod_sizes(len(order), low, high)
    best: tuple[int, Pods, tuple[int, ...]] | None = None
    for left in _bye_choices(order, len(order) - sum(sizes), past.byes):
        pods = divide([number for number in order if number not in left], sizes, past)
        repeats = sum(map(past.repeated, pods))
        if best is None or repeats < best[0]:
            best = repeats, pods, left
        if not repeats:
            break
    return (best[1], best[2]) if best else ((), tuple(order))


def divide(order: Sequence[int], sizes: Sequence[int], past: Past) -> Pods:
    """Pods of these sizes with the fewest repeated meetings, near each other in the order, best pod first."""
    search = _Search(past, fewest_repeats(order, min(sizes), past) if sizes else 0)
    search.run(list(order), tuple(sizes), (), 0)
    found = search.best
    if search.repeats > search.floor and search.steps >= STEPS:
        found = _annealed(found, past, search.repeats - search.floor)
    rank = {number: at for at, number in enumerate(order)}
    pods = [sorted(pod, key=rank.__getitem__) for pod in _exchanged(found, rank, past)]
    return tuple(sorted(map(tuple, pods), key=lambda pod: [rank[number] for number in pod]))


def fewest_repeats(people: Sequence[int], size: int, past: Past) -> int:
    """A number of repeats that no division into pods of at least this size can stay below: as if each had the
    companions whom they have met least."""
    met = [sorted(past.repeated((one, other)) for other in people if other != one) for one in people]
    return -(-sum(sum(counts[: size - 1]) for counts in met) // 2)


def _bye_choices(order: Sequence[int], free: int, byes: Mapping[int, int]) -> Iterator[tuple[int, ...]]:
    """Whom to leave out: those with the fewest byes, from the end of the order."""
    if not free:
        return iter([()])
    ranked = sorted(order, key=lambda number: (byes.get(number, 0), -order.index(number)))
    most = byes.get(ranked[free - 1], 0)
    sure = tuple(number for number in ranked if byes.get(number, 0) < most)
    able = [number for number in ranked if byes.get(number, 0) == most]
    return islice((sure + rest for rest in combinations(able, free - len(sure))), BYE_CHOICES)


@dataclass(slots=True)
class _Search:
    """Pods in depth: the first who has none leads the next one, companions in the order they are given in."""

    past: Past
    floor: int
    best: list[list[int]] = field(default_factory=list[list[int]])
    repeats: int = 1 << 30
    steps: int = 0

    def run(self, free: list[int], sizes: tuple[int, ...], pods: tuple[list[int], ...], repeats: int) -> None:
        """Goes on from these pods; `best` and `repeats` are what has been found."""
        if not sizes:
            self.best, self.repeats = list(pods), repeats
            return
        for size in sorted(set(sizes), reverse=True):
            rest = list(sizes)
            rest.remove(size)
            for pod, more in self._filled([free[0]], free[1:], size, repeats):
                taken = set(pod)
                self.run([number for number in free if number not in taken], tuple(rest), (*pods, pod), more)
                if self._enough():
                    return

    def _filled(
        self, pod: list[int], others: list[int], size: int, repeats: int
    ) -> Iterator[tuple[list[int], int]]:
        """The ways to fill a pod that may still be better than the best, nearest companions first."""
        if len(pod) == size:
            yield pod, repeats
            return
        for at, number in enumerate(others[: len(others) - (size - len(pod)) + 1]):
            self.steps += 1
            more = repeats + sum([self.past.met.get(frozenset((number, one)), 0) for one in pod])
            if more < self.repeats:
                yield from self._filled([*pod, number], others[at + 1 :], size, more)
            if self._enough():
                return

    def _enough(self) -> bool:
        return self.repeats <= self.floor or (bool(self.best) and self.steps >= STEPS)


def _annealed(pods: list[list[int]], past: Past, most: int) -> list[list[int]]:
    """The pods with the fewest repeats that exchanges lead to, some of them for the worse; `most` is how many
    fewer there can be."""
    chance = Random(0)  # always the same: a repeated search finds the same pods
    people = [one for pod in pods for one in pod]
    known = {one: {other: past.repeated((one, other)) for other in people} for one in people}
    meets = [{one: sum([known[one][other] for other in pod]) for one in people} for pod in pods]
    best, now = [pod.copy() for pod in pods], 0
    for _ in range(EXCHANGES if len(pods) > 1 else 0):
        at = int(chance.random() * len(pods))
        to = (at - 1 - int(chance.random() * (len(pods) - 1))) % len(pods)
        one, other, here, there = pods[at], pods[to], meets[at], meets[to]
        a, b = int(chance.random() * len(one)), int(chance.random() * len(other))
        first, second = one[a], other[b]
        more = here[second] - here[first] + there[first] - there[second] - 2 * known[first][second]
        if more > 0 and chance.random() > exp(-more / WARMTH):
            continue
        one[a], other[b] = second, first
        for number in people:
            change = known[second][number] - known[first][number]
            here[number] += change
            there[number] -= change
        now += more
        if now < 0:
            best, most, now = [pod.copy() for pod in pods], most + now, 0
            if most <= 0:
                break
    return best


def _exchange(one: list[int], other: list[int], a: int, b: int) -> tuple[list[int], list[int]]:
    return [*one[:a], other[b], *one[a + 1 :]], [*other[:b], one[a], *other[b + 1 :]]


Cost = tuple[int, int, int]


def _exchanged(pods: list[list[int]], rank: Mapping[int, int], past: Past) -> list[list[int]]:
    """The pods after every exchange of two people that makes repeats fewer; or, with as many, fewer pods lean
    to one side of the seats; or, with as many, pods closer."""

    def cost(pod: Sequence[int]) -> Cost:
        far = sum([(rank[one] - rank[other]) ** 2 for one, other in combinations(pod, 2)])
        return past.repeated(pod), past.leaning(pod), far

    costs = [cost(pod) for pod in pods]
    improved = True
    while improved:
        improved = False
        for one, other in combinations(range(len(pods)), 2):
            for a, b in product(range(len(pods[one])), range(len(pods[other]))):
                first, second = _exchange(pods[one], pods[other], a, b)
                new = cost(first), cost(second)
                if _sum(*new) < _sum(costs[one], costs[other]):
                    pods[one], pods[other] = first, second
                    costs[one], costs[other] = new
                    improved = True
    return pods


def _sum(one: Cost, other: Cost) -> Cost:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]
