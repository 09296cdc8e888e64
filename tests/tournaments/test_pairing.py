"""Random tournaments of every format: what has to hold of every round and of the end."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from random import Random

import outside_standings
import pytest
from msgspec.structs import replace

from bot.tournaments.model import (
    FORMATS,
    OF_DUPLICATES,
    TIE_BREAKS,
    Format,
    Line,
    Pod,
    Round,
    Rules,
    Tournament,
    bye_points,
)
from bot.tournaments.pods import Past, pod_sizes
from bot.tournaments.rounds import groups, next_round
from bot.tournaments.standings import cross_table, ladder, points, standings

pytestmark = pytest.mark.slow

TOURNAMENTS = 200
paired = cache(next_round)
"""What two courses have in common is paired once."""
SIZES = ((2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4), (4, 10))


def drawn(kind: Format, chance: Random) -> Tournament:
    """A tournament before its first round."""
    low, high = chance.choice(SIZES)
    rules = Rules(
        kind,
        low,
        high,
        rounds=chance.randint(1, 5),
        at_once=chance.choice((1, 1, 2, 3)),
        group=chance.randint(3, 8),
        points=chance.choice(((), tuple(sorted(chance.choices(range(13), k=high), reverse=True)))),
        tie_breaks=tuple(chance.sample((*TIE_BREAKS, OF_DUPLICATES), chance.randint(0, 4))),
        lowest_wins=chance.random() < 0.5,
    )
    return Tournament(rules, tuple(Line(number) for number in range(chance.randint(low, 11))))


def played(one: Round, chance: Random) -> Round:
    """The round with results, shared places among them."""
    pods: list[Pod] = []
    for pod in one.pods:
        scores = tuple(chance.randrange(8) for _ in pod.lines)
        places = tuple(1 + sum(other > own for other in scores) for own in scores)
        pods.append(replace(pod, places=places, scores=scores))
    return replace(one, pods=tuple(pods))


def finished(tournament: Tournament, chance: Random, *, leaving: float = 0) -> Iterator[Tournament]:
    """The tournament after each of its rounds; now and then somebody gives up."""
    while (following := paired(tournament)) is not None:
        assert following.pods, "a round without tables"
        assert len(tournament.rounds) < 120, "a tournament without an end"
        tournament = replace(tournament, rounds=(*tournament.rounds, played(following, chance)))
        yield tournament
        lines = tuple(
            replace(line, until=len(tournament.rounds))
            if line.until is None and chance.random() < leaving
            else line
            for line in tournament.lines
        )
        tournament = replace(tournament, lines=lines)


@cache
def courses(kind: Format, leaving: float = 0) -> tuple[tuple[Tournament, ...], ...]:
    """Each of the random tournaments, from before its first round to its end."""
    found: list[tuple[Tournament, ...]] = []
    for seed in range(TOURNAMENTS // 2 if leaving else TOURNAMENTS):
        chance = Random(seed)
        start = drawn(kind, chance)
        found.append((start, *finished(start, chance, leaving=leaving)))
    return tuple(found)


def fewest_repeats(people: Sequence[int], sizes: Sequence[int], past: Past) -> int:
    """By trying every division there is."""
    if not sizes:
        return 0
    found: list[int] = []
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for more in combinations(people[1:], size - 1):
            others = [one for one in people[1:] if one not in more]
            found.append(past.repeated((people[0], *more)) + fewest_repeats(others, rest, past))
    return min(found)


def tables_of(one: Round, at_once: int) -> list[list[Pod]]:
    """The pods of a round, as they were paired one after the other."""
    each = len(one.pods) // at_once
    return [list(one.pods[start : start + each]) for start in range(0, len(one.pods), each)]


@pytest.mark.parametrize("kind", FORMATS)
def test_everybody_plays_or_pauses_in_every_round(kind: Format) -> None:
    for course in courses(kind) + courses(kind, leaving=0.05):
        for now in course[1:]:
            last, rules = now.rounds[-1], now.rules
            seen = Counter(number for pod in last.pods for number in pod.lines) + Counter(last.byes)
            assert set(seen) <= {line.number for line in now.lines if line.until is None}
            if kind in ("swiss", "ladder") or last.final:
                assert seen == Counter(dict.fromkeys(now.active(), rules.at_once))
            assert set(seen.values()) == {rules.at_once}
            for pod in last.pods:
                assert rules.low <= len(pod.lines) == len(set(pod.lines)) <= rules.high
            for tables in tables_of(last, rules.at_once) if kind != "groups" else ():
                sizes = [len(pod.lines) for pod in tables]
                assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("kind", ["swiss", "round_robin", "ladder"])
def test_nobody_pauses_twice_before_everybody_has(kind: Format) -> None:
    for course in courses(kind):
        for now in course[1:]:
            byes = Past.of(now).byes
            counts = [byes.get(line.number, 0) for line in now.lines]
            assert max(counts) - min(counts) <= (now.rules.at_once if kind != "swiss" else 1)


def test_a_swiss_round_repeats_no_meeting_that_can_be_avoided() -> None:
    """By trying every division of up to eight people; and of more than that where a theorem promises it."""
    for course in courses("swiss"):
        for before, now in pairwise(course):
            past, low, high = Past.of(before), now.rules.low, now.rules.high
            if len(now.lines) <= 8:
                for pods in tables_of(now.rounds[-1], now.rules.at_once):
                    seated = [number for pod in pods for number in pod.lines]
                    sizes = pod_sizes(len(now.lines), low, high)
                    made = sum(past.repeated(pod.lines) for pod in pods)
                    assert made == fewest_repeats(seated, sizes, past)
                    for pod in pods:
                        past.sit(pod.lines)
            elif high == 2 and len(now.rounds) * now.rules.at_once <= len(now.lines) // 2 - 1:
                assert set(Past.of(now).met.values()) == {1}


def test_a_bye_goes_where_it_avoids_a_repeated_meeting() -> None:
    """The last of the order has no bye, but without him all of the others would have to meet again."""
    past = Past()
    for pod in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
        past.sit(pod)
    tournament = Tournament(Rules("swiss", 2, 2, rounds=9), tuple(Line(number) for number in range(5)))
    done = tuple(Round((Pod(two, (1, 1)),)) for two in combinations(range(4), 2))
    following = next_round(replace(tournament, rounds=done))
    assert following is not None
    assert 4 not in following.byes


def test_large_pods_meet_anew_as_long_as_there_is_a_way() -> None:
    """24 people at tables of four: five rounds are possible without anybody meeting again."""
    repeats: list[int] = []
    for seed in range(6):
        chance = Random(seed)
        *_, end = finished(
            Tournament(Rules("swiss", 4, 4, rounds=4), tuple(Line(number) for number in range(24))), chance
        )
        repeats.append(sum(count - 1 for count in Past.of(end).met.values()))
    assert repeats == [0] * 6


def test_in_a_round_robin_everybody_meets_everybody() -> None:
    for *_, end in courses("round_robin"):
        met, count = Past.of(end).met, len(end.lines)
        assert set(met) == {frozenset(two) for two in combinations(range(count), 2)}
        if end.rules.high == 2:
            assert set(met.values()) == {end.rules.at_once}
            assert len(end.rounds) == count - 1 + count % 2


def test_groups_meet_inside_and_the_best_of_all_play_the_final() -> None:
    for *_, end in courses("groups"):
        assert [one.final for one in end.rounds] == [False] * (len(end.rounds) - 1) + [True]
        inside = groups(end)
        sizes = [len(group) for group in inside]
        assert sorted(number for group in inside for number in group) == list(range(len(end.lines)))
        assert max(sizes) - min(sizes) <= 1
        met = Past.of(replace(end, rounds=end.rounds[:-1])).met
        wanted = {frozenset(two) for group in inside for two in combinations(group, 2)}
        assert set(met) == wanted
        finals = {number: pod.group for pod in end.rounds[-1].pods for number in pod.lines}
        ranked = [finals[one.number] for one in standings(end) if one.number in finals]
        assert ranked == sorted(ranked)


def test_in_a_season_the_first_of_a_box_goes_up_and_the_last_down() -> None:
    for seed in range(TOURNAMENTS):
        chance = Random(seed)
        start = drawn("ladder", chance)
        start = replace(start, rules=replace(start.rules, at_once=1, points=()))
        for before, now in pairwise((start, *finished(start, chance))):
            old, new = ladder(before), ladder(now)
            assert sorted(new) == sorted(old)
            pods = now.rounds[-1].pods
            for above, below in pairwise(pods):
                down = max(
                    above.lines, key=lambda one: (above.places[above.lines.index(one)], old.index(one))
                )
                up = min(below.lines, key=lambda one: (below.places[below.lines.index(one)], old.index(one)))
                assert new.index(up) < min(old.index(one) for one in below.lines)
                assert new.index(down) > max(old.index(one) for one in above.lines)
            for number in now.rounds[-1].byes:
                assert new.index(number) == old.index(number)


@pytest.mark.parametrize("kind", FORMATS)
def test_seats_are_balanced(kind: Format) -> None:
    for course in courses(kind):
        for now in course[1:]:
            assert max(abs(ahead) for ahead in Past.of(now).ahead.values()) <= 3


@pytest.mark.parametrize("kind", FORMATS)
def test_points_and_places_are_those_that_anybody_can_work_out(kind: Format) -> None:
    for course in courses(kind, leaving=0.05):
        for now in course[1:]:
            average, ranked, earned = bye_points(now.rules.table), standings(now), points(now)
            given = sum(len(pod.lines) for one in now.rounds for pod in one.pods)
            given += sum(len(one.byes) for one in now.rounds)
            assert sum(earned.values()) == given * average
            assert sorted(one.number for one in ranked) == list(range(len(now.lines)))
            assert [one.gone for one in ranked] == sorted(one.gone for one in ranked)
            keys = [(one.place, one.gone) for one in ranked]
            assert keys == sorted(keys)
            assert keys[0][0] == 1
            for above, below in pairwise(ranked):
                if kind in ("swiss", "round_robin") and above.gone == below.gone:
                    assert (above.points, above.breaks) >= (below.points, below.breaks)
                    same = (above.points, above.breaks) == (below.points, below.breaks)
                    assert same == (above.place == below.place)
            for number, cells in cross_table(now).items():
                assert sum((cell.points or Fraction() for cell in cells), Fraction()) == earned[number]


@pytest.mark.parametrize("kind", FORMATS)
def test_a_script_that_shares_no_code_comes_to_the_same_standings(kind: Format) -> None:
    """After each round, with a final or before it."""
    for now in (now for course in courses(kind) + courses(kind, leaving=0.05) for now in course):
        rules = now.rules
        file = {
            "format": kind,
            "points": rules.table,
            "tie_breaks": rules.tie_breaks,
            "lowest_wins": rules.lowest_wins,
            "at_once": rules.at_once,
            "players": [{"number": line.number, "until": line.until} for line in now.lines],
            "rounds": [
                {
                    "final": one.final,
                    "byes": one.byes,
                    "tables": [
                        {
                            "group": pod.group,
                            "players": pod.lines,
                            "places": pod.places,
                            "scores": pod.scores,
                        }
                        for pod in one.pods
                    ],
                }
                for one in now.rounds
            ],
        }
        told = [(one.place, one.number, one.points, one.gone) for one in standings(now)]
        assert outside_standings.work_out(file) == told


def test_the_same_rounds_lead_to_the_same_next_one() -> None:
    for *_, end in courses("swiss")[:20]:
        before = replace(end, rounds=end.rounds[:-1])
        assert next_round(before) == next_round(before)
