"""The picture of a leaderboard: any number of rows, names of any length, who reads it, what is uncertain."""

from __future__ import annotations

from dataclasses import replace

import pytest
from picture_checks import canvas_of, check
from picture_models import LOCALES

from bot.text import words
from render.drawing import Drawing
from render.games import keys
from render.leaderboard import LeaderboardCard, Ranked, leaderboard

NAMES = (
    "Hanna",
    "さくら",
    "超長い名前" * 12,
    "Maximilian von und zu " * 4,
    "🎲",
    "W" * 32,
    "Zoë",
    "Jo",
    "Kim",
    "Ben",
)


def card(count: int, game: str = "six_nimmt", *, provisional: bool = False) -> LeaderboardCard:
    """So many people, the fourth one is the reader; the ratings are as wide as they get."""
    rows = tuple(
        Ranked(place, NAMES[place - 1], 2000 - place, 1100, 900, 10 / 3, "settled", provisional, place == 4)
        for place in range(1, count + 1)
    )
    return LeaderboardCard(game, rows, count)


def drawn(count: int, locale: str = "en", *, provisional: bool = False) -> Drawing:
    return leaderboard(card(count, provisional=provisional), words(locale))


def texts(drawing: Drawing) -> list[str]:
    return [one.text for one in canvas_of(drawing).placed if one.kind == "text"]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("provisional", [False, True])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 6, 10])
def test_any_number_of_rows_is_laid_out_well(count: int, provisional: bool, locale: str) -> None:
    picture = drawn(count, locale, provisional=provisional)
    check(picture)
    speak = words(locale)
    assert (speak("picture.nobody_ranked") in texts(picture)) == (count == 0)
    assert (speak("picture.provisional") in texts(picture)) == (provisional and count > 0)
    assert texts(picture).count("3.3") == count


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", keys())
def test_every_game_has_one_with_its_pieces(game: str, locale: str) -> None:
    check(leaderboard(card(2, game, provisional=True), words(locale)))


def test_a_rating_that_rests_on_few_games_is_marked() -> None:
    assert "1999?" in texts(drawn(1, provisional=True))
    assert "1999" in texts(drawn(1))


def test_places_go_on_over_pages() -> None:
    rows = tuple(replace(row, place=row.place + 90) for row in card(10).rows)
    last = replace(card(10), rows=rows, people=100, page=9, pages=10)
    picture = leaderboard(last, words("en"))
    check(picture)
    assert {"91", "100", "Page 10 of 10"} <= set(texts(picture))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_words_beside_it_name_everybody_within_the_limit(locale: str) -> None:
    alt = drawn(10, locale).draw().alt
    assert len(alt) <= 1000
    assert alt.count("1100") == 10
    assert all(name in alt for name in NAMES if len(name) < 20)


def test_what_is_the_same_is_drawn_once_and_the_reader_makes_a_difference() -> None:
    one, other = drawn(3), replace(card(3), rows=tuple(replace(row, own=True) for row in card(3).rows))
    assert one.key == drawn(3).key
    assert one.key not in (leaderboard(other, words("en")).key, drawn(3, "ja").key)
