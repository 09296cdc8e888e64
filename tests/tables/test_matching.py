"""Who is brought together, by what everybody wants alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.store.records import Gathering, NoticeState
from bot.tables.matchmaking import Season, Seeker, end_of, groups
from bot.tables.policy import CALLED, CALLED_TOGETHER
from bot.tables.quiet_hours import zone_of

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
SEATS = {"nimmt": (2, 10), "town": (3, 4), "solo": (1, 1)}


def seeker(user: int, *numbers: int, games: str = "nimmt", hours: float = 0) -> Seeker:
    """Somebody who said so many hours after noon what they want."""
    return Seeker(user, tuple(games.split()), numbers or tuple(range(2, 11)), NOON + timedelta(hours=hours))


def called(*people: int, game: str = "nimmt", hours: float = 0) -> Gathering:
    return Gathering(1, 7, 500, "en", game, people, NOON + timedelta(hours=hours))


def found(seekers: list[Seeker], before: list[Gathering] | None = None, hours: float = 1) -> list[object]:
    now = NOON + timedelta(hours=hours)
    return [
        (group.game, [one.user for one in group.people])
        for group in groups(seekers, before or [], now, lambda game: SEATS[game])
    ]


def test_two_who_want_the_same_are_called() -> None:
    assert found([seeker(1), seeker(2, hours=0.5)]) == [("nimmt", [2, 1])]
    assert found([seeker(1)]) == []
    assert found([seeker(1), seeker(2, games="town")]) == []


def test_everybody_plays_with_as_many_as_they_like() -> None:
    assert found([seeker(1, 2), seeker(2, 3), seeker(3, 3)]) == []
    assert found([seeker(1, 2), seeker(2, 3), seeker(3, 3), seeker(4, 3)]) == [("nimmt", [4, 2, 3])]
    assert found([seeker(1, 2, 3), seeker(2, 2), seeker(3, 4)]) == [("nimmt", [2, 1])]


def test_the_game_needs_its_people_and_has_so_many_seats() -> None:
    assert found([seeker(n, games="town") for n in (1, 2)]) == []
    assert found([seeker(n, games="town", hours=n) for n in range(5)]) == [("town", [4, 2, 1, 0])]
    assert found([seeker(n, games="solo") for n in (1, 2)]) == []


def test_whoever_is_called_to_one_game_is_not_called_to_another_at_once() -> None:
    both = [seeker(n, games="nimmt town", hours=n) for n in range(3)]
    assert found(both) == [("nimmt", [2, 1, 0])]
    assert found([seeker(n, 2, hours=n) for n in range(4)]) == [("nimmt", [3, 0]), ("nimmt", [2, 1])]


def test_those_who_could_not_be_called_are_free_for_others() -> None:
    """But just these are not tried again at once, unless one of them says it again."""
    nobody_told = [replace(called(1, 2, 3), state=NoticeState.DROPPED)]
    three = [seeker(n) for n in (1, 2, 3)]
    assert found(three, nobody_told) == [("nimmt", [3, 1])]
    nobody_told += [replace(called(*pair), state=NoticeState.DROPPED) for pair in ((1, 2), (1, 3), (2, 3))]
    assert found(three, nobody_told) == []
    assert found([*three, seeker(4)], nobody_told) == [("nimmt", [4, 1, 2, 3])]
    assert found([*three[:2], seeker(3, hours=0.5)], nobody_told) == [("nimmt", [3, 1, 2])]
    tomorrow = CALLED_TOGETHER / timedelta(hours=1)
    assert found(three, nobody_told, hours=tomorrow - 0.1) == []
    assert found(three, nobody_told, hours=tomorrow) == [("nimmt", [3, 1, 2])]


def test_the_same_people_are_called_once() -> None:
    two = [seeker(1), seeker(2)]
    for hours in (1, 30, 1000):
        assert found(two, [called(1, 2)], hours) == []
        # Nor is a part of them, once the others are gone.
        assert found(two, [called(1, 2, 3)], hours) == []
    assert found(two, [called(1, 2, game="town")], hours=4) == [("nimmt", [2, 1])]


def test_said_once_more_it_counts_again_after_a_while() -> None:
    again, long = [seeker(1), seeker(2, hours=4)], CALLED_TOGETHER / timedelta(hours=1)
    assert found(again, [called(1, 2)], hours=long) == [("nimmt", [2, 1])]
    assert found(again, [called(1, 2)], hours=long - 0.1) == []


def test_a_newcomer_joins_those_who_waited_once_these_have_rested() -> None:
    three, rest = [seeker(1), seeker(2), seeker(3, hours=1)], CALLED / timedelta(hours=1)
    assert found(three, [called(1, 2)], hours=rest - 0.1) == []
    assert found(three, [called(1, 2)], hours=rest) == [("nimmt", [3, 1, 2])]
    pairs = [seeker(1, 2), seeker(2, 2), seeker(3, 2, hours=1)]
    assert found(pairs, [called(1, 2)], hours=rest) == [("nimmt", [3, 1])]


@pytest.mark.parametrize(
    ("season", "hour", "end"),
    [
        ("tonight", 12, datetime(2026, 6, 1, 19, tzinfo=UTC)),
        ("tonight", 18, datetime(2026, 6, 1, 19, tzinfo=UTC)),
        ("tonight", 20, datetime(2026, 6, 2, 19, tzinfo=UTC)),
        ("week", 12, datetime(2026, 6, 8, 12, tzinfo=UTC)),
        ("always", 12, None),
    ],
)
def test_a_season_ends_where_the_person_lives(season: Season, hour: int, end: datetime | None) -> None:
    """In Tokyo it is nine hours later: 19:00 UTC is four in the morning."""
    assert end_of(season, NOON.replace(hour=hour), zone_of("Asia/Tokyo", "en")) == end
