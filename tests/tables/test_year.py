"""A person's year: what is counted, by whose calendar, and who is named."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bot.store.records import Finish, ResultRow
from bot.tables.year import year_of

ANN, BEN, CLEO, GONE = 1, 2, 3, -4
BERLIN = ZoneInfo("Europe/Berlin")
LISTED = {ANN: True, BEN: True, CLEO: False, GONE: False}


def game(table: int, at: datetime, *users: int | None, key: str = "noria") -> tuple[Finish, ...]:
    """A finished game in which the first one has won."""
    rows = enumerate(users)
    return tuple(
        Finish(
            ResultRow(table=table, seat=seat, game=key, guild=7, place=seat + 1, points=9 - seat, at=at),
            *(user, f"Person {user} of {table}", b"{}", b"{}", 1),
        )
        for seat, user in rows
    )


def test_games_victories_and_companions_are_counted_and_who_hides_is_not_named() -> None:
    """Alone nothing is won, computers are no companions, and a name is that of the newest game."""
    march = datetime(2026, 3, 5, tzinfo=UTC)
    games = [
        game(1, march, ANN, BEN, CLEO),
        game(2, march.replace(month=4), BEN, ANN, None, GONE),
        game(3, march.replace(month=4, day=9), ANN, key="my_city"),
        game(4, march, BEN, CLEO),
        game(5, march.replace(year=2025), ANN, BEN),
    ]
    found = year_of(games, ANN, 2026, BERLIN, LISTED)
    assert found is not None
    assert (found.games, found.wins, found.alone, found.companions) == (3, 1, 1, 3)
    assert found.closest == (("Person 2 of 2", 2),)
    assert found.favourites == (("noria", 2), ("my_city", 1))
    assert found.months == (0, 0, 1, 2, *[0] * 8)
    assert found.name == "Person 1 of 3"


def test_a_year_is_that_of_the_server() -> None:
    late = [game(1, datetime(2026, 12, 31, 23, 30, tzinfo=UTC), ANN, BEN)]
    assert year_of(late, ANN, 2026, BERLIN, LISTED) is None
    found = year_of(late, ANN, 2027, BERLIN, LISTED)
    assert found is not None
    assert found.months[0] == 1
    assert year_of(late, CLEO, 2027, BERLIN, LISTED) is None
