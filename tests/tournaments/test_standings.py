"""Points of shared places and of tables that are not full; each tie-break in a case worked out by hand."""

from fractions import Fraction

import pytest

from bot.tournaments.model import Line, Pod, Round, Rules, TieBreak, Tournament, bye_points, shared
from bot.tournaments.pods import pod_sizes
from bot.tournaments.rounds import next_round
from bot.tournaments.standings import by_seat, standings

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("table", "places", "expected"),
    [
        ((4, 3, 2, 1), (1, 2, 3, 4), (4, 3, 2, 1)),
        ((4, 3, 2, 1), (4, 2, 2, 1), (1, 2 + HALF, 2 + HALF, 4)),
        ((4, 3, 2, 1), (1, 1, 1, 1), (2 + HALF,) * 4),
        ((4, 3, 2, 1), (1, 2), (3 + HALF, 1 + HALF)),
        ((4, 3, 2, 1), (2, 1, 3), (2 + HALF, Fraction(15, 4), Fraction(5, 4))),
        ((9, 0, 0), (1, 2), (6, 0)),
    ],
)
def test_places_are_worth_what_they_stand_for(
    table: tuple[int, ...], places: tuple[int, ...], expected: tuple[Fraction | int, ...]
) -> None:
    assert shared(table, places) == expected
    assert sum(shared(table, places)) == bye_points(table) * len(places)


@pytest.mark.parametrize(
    ("people", "low", "high", "sizes"),
    [
        (12, 2, 4, (4, 4, 4)),
        (13, 2, 4, (4, 3, 3, 3)),
        (5, 2, 4, (3, 2)),
        (7, 4, 4, (4,)),
        (9, 2, 2, (2, 2, 2, 2)),
        (12, 4, 10, (6, 6)),
        (1, 2, 4, ()),
    ],
)
def test_pods_are_large_and_equal(people: int, low: int, high: int, sizes: tuple[int, ...]) -> None:
    assert pod_sizes(people, low, high) == sizes


def test_no_round_is_made_for_too_few() -> None:
    rules = Rules("swiss", 3, 4)
    assert next_round(Tournament(rules, (Line(0), Line(1), Line(2)))) is not None
    assert next_round(Tournament(rules, (Line(0), Line(1), Line(2, until=1)))) is None


def test_who_gave_up_comes_after_all_others() -> None:
    lines = (Line(0, until=1), Line(1), Line(2), Line(3))
    done = (Round((Pod((0, 1), (1, 2)), Pod((2, 3), (1, 2)))),)
    ranked = standings(Tournament(Rules("swiss", 2, 2), lines, done))
    assert [one.number for one in ranked] == [2, 1, 3, 0]
    assert ranked[-1].gone
    assert ranked[-1].points == 2


TIED = (
    Round((Pod((0, 1), (1, 2), (9, 5)), Pod((2, 3), (1, 2), (8, 7)))),
    Round((Pod((2, 0), (1, 2), (8, 2)), Pod((1, 3), (1, 2), (9, 3)))),
    Round((Pod((0, 3), (1, 2), (5, 4)), Pod((2, 1), (2, 1), (1, 6)))),
)
"""0, 1 and 2 have beaten each other in a circle and each has beaten 3."""


@pytest.mark.parametrize(
    ("tie_break", "lowest_wins", "places"),
    [
        ("opponents", False, {0: 1, 1: 1, 2: 1, 3: 4}),
        ("duels", False, {0: 1, 1: 1, 2: 1, 3: 4}),
        ("wins", False, {0: 1, 1: 1, 2: 1, 3: 4}),
        ("score", False, {1: 1, 2: 2, 0: 3, 3: 4}),
        ("score", True, {0: 1, 2: 2, 1: 3, 3: 4}),
    ],
)
def test_only_the_score_decides_a_circle(
    tie_break: TieBreak, lowest_wins: bool, places: dict[int, int]
) -> None:
    rules = Rules("round_robin", 2, 2, tie_breaks=(tie_break,), lowest_wins=lowest_wins)
    found = standings(Tournament(rules, tuple(map(Line, range(4))), TIED))
    assert {one.number: one.place for one in found} == places


def ranked(tie_break: TieBreak, *rounds: Round, count: int, points: tuple[int, ...] = ()) -> list[int]:
    high = max(len(pod.lines) for one in rounds for pod in one.pods)
    rules = Rules("swiss", 2, high, tie_breaks=(tie_break,), points=points)
    return [one.number for one in standings(Tournament(rules, tuple(map(Line, range(count))), rounds))]


def test_stronger_opponents_decide() -> None:
    """0 and 1 have won once and lost once; 1 against those who came further."""
    done = (
        Round((Pod((0, 4), (1, 2)), Pod((1, 5), (1, 2)), Pod((2, 3), (1, 2)))),
        Round((Pod((3, 0), (1, 2)), Pod((2, 1), (1, 2)), Pod((5, 4), (1, 2)))),
    )
    order = ranked("opponents", *done, count=6)
    assert order.index(1) < order.index(0)


def test_the_duel_of_the_tied_decides() -> None:
    done = (
        Round((Pod((1, 0), (1, 2)), Pod((2, 3), (1, 2)))),
        Round((Pod((0, 2), (1, 2)), Pod((3, 1), (1, 2)))),
        Round((Pod((0, 3), (1, 2)), Pod((1, 2), (1, 2)))),
    )
    order = ranked("duels", *done, count=4)
    assert order[:2] == [1, 0]


def test_more_victories_decide() -> None:
    """With points 3, 2, 1: twice second is as much as first and third."""
    done = (
        Round((Pod((2, 0, 1), (1, 2, 3)),)),
        Round((Pod((1, 0, 2), (1, 2, 3)),)),
    )
    assert ranked("wins", *done, count=3) == [1, 2, 0]


def test_the_same_seats_with_the_same_draws_decide() -> None:
    """Three tables of two and one of three, which nobody can be compared with; few points are good."""
    done = (
        Round(
            (
                Pod((6, 7, 8), (1, 2, 3), (0, 1, 2)),
                Pod((0, 1), (1, 2), (5, 9)),
                Pod((2, 3), (1, 2), (5, 30)),
                Pod((4, 5), (2, 1), (20, 1)),
            )
        ),
    )
    lines = tuple(map(Line, range(9)))
    found = by_seat(Tournament(Rules("swiss", 2, 3, lowest_wins=True, duplicate=True), lines, done))
    assert found == {0: 3 * HALF / 2, 2: 3 * HALF / 2, 4: 0, 5: 1, 1: HALF, 3: 0}
    assert by_seat(Tournament(Rules("swiss", 2, 3, duplicate=True), lines, done))[4] == 1


def test_the_tie_breaks_count_in_their_order() -> None:
    """0 and 3 have as many points; 3 has won more often, 0 against stronger opponents."""
    done = (
        Round((Pod((3, 2), (1, 2)), Pod((0, 1), (1, 2)))),
        Round((Pod((1, 0, 3), (1, 2, 3)),)),
        Round((Pod((3, 0, 2), (1, 2, 3)),)),
    )

    def order(*tie_breaks: TieBreak) -> list[tuple[int, int]]:
        rules = Rules("swiss", 2, 3, points=(4, 2, 0), tie_breaks=tie_breaks)
        found = standings(Tournament(rules, tuple(map(Line, range(4))), done))
        return [(one.place, one.number) for one in found]

    assert order("wins", "opponents") == [(1, 3), (2, 0), (3, 1), (4, 2)]
    assert order("opponents", "wins") == [(1, 0), (2, 3), (3, 1), (4, 2)]
    assert order() == [(1, 0), (1, 3), (3, 1), (4, 2)]
