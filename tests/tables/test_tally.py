"""Counting: whose game it is, what is best, how long an answer took; and the rating that follows."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from finished_games import NOW

from bot.store.records import Finish, LogRow, ResultRow
from bot.tables.stats import SOME_GAMES, START, Variant, answers, games_of, people_in, ratings, tallied, usual

ALL = {1: True, 2: False}


def row(
    table: int, user: int | None, place: int, points: int, *, options: bytes = b"a", lowest_wins: bool = True
) -> Finish:
    result = ResultRow(
        table=table,
        seat=place,
        game="g",
        guild=1,
        place=place,
        points=points,
        lowest_wins=lowest_wins,
        at=NOW,
    )
    return Finish(result, user, f"name at {table}", b"{}", options)


def moves(*made: tuple[int, int, float], automatic: bool = False) -> list[LogRow]:
    """Rows of a log: seat, turn and the minutes since the start."""
    return [
        LogRow(version, seat, turn, b"{}", automatic, False, NOW + timedelta(minutes=minutes))
        for version, (seat, turn, minutes) in enumerate(made, start=1)
    ]


def minutes(times: list[timedelta]) -> list[float]:
    return [time.total_seconds() / 60 for time in times]


# Games --------------------------------------------------------------------------------------------------


def test_games_are_counted_for_people_alone() -> None:
    """A computer takes its place among the players."""
    games = games_of([row(1, 1, 2, 9), row(1, None, 1, 3), row(2, 2, 2, 8), row(2, 1, 1, 4)])
    assert [len(people_in(ended)) for ended in games] == [1, 2]
    found = tallied(games, ALL)
    assert set(found) == {1, 2}
    own = found[1]
    assert (own.games, own.wins, own.place, own.seats, own.points) == (2, 1, 1.5, 2, 6.5)
    assert (own.name, own.listed, found[2].listed) == ("name at 2", True, False)


def test_alone_nothing_is_won_and_no_place_is_taken() -> None:
    """Not even where a bot wheel that has no seat comes first."""
    games = games_of([row(1, 1, 2, 30), row(2, 1, 1, 50), row(3, 1, 1, 40), row(3, 2, 2, 9)])
    own = tallied(games, ALL)[1]
    assert (own.games, own.wins, own.place, own.seats) == (1, 1, 1, 2)
    assert (own.alone, own.points, own.best) == (2, 40, 30)
    hermit = tallied(games[:2], ALL)[1]
    assert (hermit.games, hermit.wins, hermit.place, hermit.seats, hermit.alone) == (0, 0, 0, 0, 2)


def test_the_best_score_is_the_lowest_where_the_lowest_wins() -> None:
    rows = [(1, 9, b"a"), (2, 4, b"b"), (3, 7, b"a")]
    for lowest_wins, best, of_a in ((True, 4, 7), (False, 9, 9)):
        made = [row(table, 1, 1, n, options=way, lowest_wins=lowest_wins) for table, n, way in rows]
        own = tallied(games_of(made), ALL)[1]
        assert own.best == best
        assert own.variants == (Variant(b"a", 2, of_a), Variant(b"b", 1, 4))


# Pace ---------------------------------------------------------------------------------------------------


def test_an_answer_is_the_first_move_in_a_turn_that_others_began() -> None:
    """Neither a choice that is changed nor one of a row of small moves."""
    log = moves((0, 0, 0), (1, 1, 10), (1, 2, 11), (0, 3, 31), (1, 4, 36), (1, 4, 50))
    assert minutes(answers(log, 1, 0)) == [10, 5]
    assert minutes(answers(log, 0, 0)) == [20]


def test_where_all_choose_at_once_the_time_runs_from_the_end_of_the_turn_before() -> None:
    log = moves((0, 0, 0), (1, 0, 8), (0, 1, 10), (2, 1, 28), (1, 1, 40))
    assert minutes(answers(log, 0, 0)) == [2]
    assert minutes(answers(log, 2, 0)) == [20]


def test_whoever_ends_a_turn_of_all_at_once_answers_in_the_next_one_too() -> None:
    log = moves((0, 0, 0), (1, 0, 5), (0, 1, 6), (1, 1, 11), (1, 2, 13), (0, 2, 20))
    assert minutes(answers(log, 1, 0)) == [6, 2]
    assert minutes(answers(log, 0, 0)) == [1, 9]


def test_neither_what_was_made_for_a_seat_counts_nor_what_somebody_did_there_before() -> None:
    log = moves((0, 0, 0), (1, 1, 10), (0, 2, 15), (1, 3, 18))
    assert minutes(answers(log, 1, 2)) == [3]
    made_for = moves((0, 0, 0), (1, 1, 10), automatic=True)
    assert answers(made_for, 1, 0) == []


def test_an_answer_takes_no_longer_than_it_was_owed() -> None:
    """Of rows that don't know it, older ones, all the time counts."""
    log = moves((0, 0, 0), (1, 1, 10), (0, 2, 30), (1, 3, 50))
    log[1] = replace(log[1], owed=timedelta(minutes=4))
    log[3] = replace(log[3], owed=timedelta(minutes=99))
    assert minutes(answers(log, 1, 0)) == [4, 20]
    assert minutes(answers(log, 0, 0)) == [20]


def test_the_usual_answer_needs_some_of_them() -> None:
    times = [timedelta(minutes=n) for n in (1, 2, 3, 90)]
    assert usual(times) is None
    assert usual([*times, timedelta(minutes=2)]) == timedelta(minutes=2)


# Rating -------------------------------------------------------------------------------------------------


def test_the_same_games_give_the_same_rating_and_their_order_counts() -> None:
    games = (((1, 1), (2, 2), (3, 3)), ((3, 1), (1, 2)), ((2, 1), (1, 1)))
    first = ratings(games)
    ratings.cache_clear()
    assert ratings(games) == first
    assert ratings(games[::-1]) != first
    assert [first[user].games for user in (1, 2, 3)] == [3, 2, 2]


def test_seats_have_no_part_in_the_rating() -> None:
    found = ratings((((1, 3), (2, 1), (3, 2)),))
    assert found[2].points > found[3].points > found[1].points
    assert ratings((((3, 2), (1, 3), (2, 1)),)) == found


def test_whoever_ties_has_the_same_rating() -> None:
    found = ratings((((1, 1), (2, 1), (3, 3)),))
    assert found[1] == found[2]
    assert found[1].points > START > found[3].points


def test_a_rating_is_provisional_then_rough_then_settled() -> None:
    turns = [((1, 1 + n % 2), (2, 2 - n % 2)) for n in range(40)]
    few, some, many = (ratings(tuple(turns[:n]))[1].certainty for n in (SOME_GAMES - 1, SOME_GAMES, 40))
    assert (few, some, many) == ("provisional", "rough", "settled")
