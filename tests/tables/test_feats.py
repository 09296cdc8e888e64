"""What a finished game was for those who played it: bests by variant, first times, streaks."""

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.store.records import Finish, ResultRow
from bot.tables.feats import ENOUGH, Feat, Kind, Past, feats

NOW = datetime(2026, 5, 4, tzinfo=UTC)
ANN, BEN = 1, 2
Game = tuple[Finish, ...]


def game(
    table: int,
    *points: int,
    users: tuple[int | None, ...] = (ANN, BEN),
    options: bytes = b"{}",
    rules: int = 1,
    lowest: bool = False,
) -> Game:
    """A finished game with the most points, or the fewest, as victory."""
    sign = -1 if lowest else 1
    places = [1 + sum(sign * other > sign * own for other in points) for own in points]
    return tuple(
        Finish(
            ResultRow(
                table=table,
                seat=seat,
                game="noria",
                guild=7,
                place=places[seat],
                points=own,
                lowest_wins=lowest,
                at=NOW + timedelta(days=table),
            ),
            *(users[seat], f"Person {seat}", b"{}", options, rules),
        )
        for seat, own in enumerate(points)
    )


def told(*games: Game) -> dict[int, tuple[Kind, int]]:
    """By seat what was special in the last one."""
    found = Past(feats(games, games[-1][0].result.table))
    return {feat.seat: (feat.kind, feat.n) for line in found.lines for feat in line}


def test_a_first_game_and_a_first_victory_are_told() -> None:
    assert told(game(1, 5, 3)) == {0: ("first_game", 0), 1: ("first_game", 0)}
    assert told(game(1, 5, 3), game(2, 5, 8)) == {1: ("first_win", 0)}


def test_the_same_first_time_of_several_people_is_one_line() -> None:
    """What has a number keeps a line for each."""
    first = [Feat(seat, "first_game") for seat in range(2)]
    best = [Feat(seat, "best", 5) for seat in range(2, 4)]
    assert Past((*best, *first)).lines == ((best[0],), (best[1],), tuple(first))


def test_three_victories_in_a_row_are_a_streak_that_a_lost_game_ends() -> None:
    won = [game(table, 5 - table, 1) for table in range(1, ENOUGH + 1)]
    assert told(*won[:2]) == {}
    assert told(*won) == {0: ("streak", ENOUGH)}
    assert told(*won[:2], game(8, 0, 9), game(9, 2, 1)) == {}


def test_a_streak_that_is_longer_than_an_earlier_one_is_told_as_such() -> None:
    won = [game(table, 5, 1) for table in range(1, ENOUGH + 1)]
    lost, again = game(10, 1, 5), [game(table, 4, 1) for table in range(11, ENOUGH + 12)]
    assert told(*won, lost, *again[:ENOUGH]) == {0: ("streak", ENOUGH)}
    assert told(*won, lost, *again) == {0: ("longest_streak", ENOUGH + 1)}


def crowd(table: int, *points: int, lowest: bool = False, **how: Any) -> Game:
    """A game among two people that a computer wins."""
    users = (ANN, BEN, None)
    return game(table, *points, 0 if lowest else 50, users=users, lowest=lowest, **how)


def test_a_best_counts_among_games_with_the_same_options_and_rules_and_as_many_seats() -> None:
    before = [crowd(table, 5, 20) for table in range(1, ENOUGH + 1)]
    assert told(*before, crowd(9, 6, 19)) == {0: ("best", 6)}
    assert told(*before, crowd(9, 6, 21)) == {1: ("server_best", 21), 0: ("best", 6)}
    assert told(*before, crowd(9, 6, 19, options=b"other")) == {}
    assert told(*before, crowd(9, 6, 19, rules=2)) == {}
    assert told(*before, game(9, 6, 19, 50, 1, users=(ANN, BEN, None, None))) == {}
    assert told(*before[:-1], crowd(9, 6, 19)) == {}


def test_fewer_is_better_where_the_lowest_wins_and_equal_is_no_best() -> None:
    before = [crowd(table, 30, 10, lowest=True) for table in range(1, ENOUGH + 1)]
    assert told(*before, crowd(9, 29, 10, lowest=True)) == {0: ("best", 29)}
    assert told(*before, crowd(9, 30, 10, lowest=True)) == {}


def test_computers_and_games_of_others_are_left_out() -> None:
    assert told(game(1, 5, 3, users=(None, BEN))) == {1: ("first_game", 0)}
    assert feats([game(1, 5, 3)], 2) == ()
    assert Feat(0, "best", 3) != Feat(1, "best", 3)


def test_a_streak_is_told_and_a_best_beside_it_is_known() -> None:
    """By how much it is better than what the same person has reached, whatever others have."""
    won = [game(table, 9, 1) for table in range(1, ENOUGH + 1)]
    found = Past(feats([*won, game(9, 12, 1)], 9))
    assert found.feats == (Feat(0, "server_best", 12, 3), Feat(0, "streak", ENOUGH + 1))
    assert found.lines == (found.feats[:1],)
    others = [game(table, 20, 1, users=(7, 8)) for table in range(20, 23)]
    found = Past(feats([*others, *won, game(99, 12, 1)], 99))
    assert found.feats == (Feat(0, "streak", ENOUGH + 1), Feat(0, "best", 12, 3))
    assert found.lines == (found.feats[:1],)
    new = feats([*others, game(30, 3, 1, options=b"other"), game(99, 21, 1)], 99)
    assert new[0] == Feat(0, "server_best", 21, 0), "better than others, with nothing own to compare"
