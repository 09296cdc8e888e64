"""The rules pages of every game fit into Discord and say the same sections in both languages."""

from __future__ import annotations

import re

import pytest

from bot.discord import presenter
from bot.discord.catalog import find, games, matching, rules
from bot.discord.content import window
from bot.discord.presenter import register
from bot.games import registry
from bot.text import PAGE_LIMIT, locales
from cogs.six_nimmt.presenter import NimmtPresenter

UNKNOWN_MARKUP = re.compile(r"^\||^#{4,} |<[a-z]+>|!\[|^\[\^", re.MULTILINE)
"""Tables, deep headings, HTML, pictures, footnotes: Discord shows their signs."""
GAMES = [key for key in registry.keys() if type(registry.game(key)).__module__.startswith("bot.")]  # noqa: SIM118


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("locale", locales())
def test_every_page_can_be_shown(key: str, locale: str) -> None:
    for page in rules(key, locale):
        assert 0 < len(page.body) <= PAGE_LIMIT
        assert 0 < len(page.heading) <= 80
        assert not UNKNOWN_MARKUP.search(page.body), page.heading


@pytest.mark.parametrize("key", GAMES)
def test_the_languages_have_the_same_sections(key: str) -> None:
    sections = {
        locale: [page.heading for page in rules(key, locale) if page.part == 1] for locale in locales()
    }
    assert len(sections["en"]) == len(sections["ja"]) > 3


@pytest.mark.parametrize("key", GAMES)
def test_the_sections_of_a_game_fit_into_one_menu(key: str) -> None:
    assert all(len(rules(key, locale)) <= 25 for locale in locales())


def test_games_are_found_by_name_and_not_by_a_part_of_it() -> None:
    register(NimmtPresenter())
    assert find("6 NIMMT!") == find("ニムト") == find("six_nimmt") == "six_nimmt"
    assert find("nimmt") is None
    assert "six_nimmt" in [game.info.key for game in matching("nimm")]


def test_a_game_without_messages_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presenter, "_PRESENTERS", {"six_nimmt": NimmtPresenter()})
    assert [game.info.key for game in games()] == ["six_nimmt"]
    assert find("thurn_and_taxis") is None
    assert matching("") == games()


@pytest.mark.parametrize(
    ("at", "count", "expected"),
    [
        (0, 3, range(3)),
        (2, 3, range(3)),
        (0, 60, range(25)),
        (30, 60, range(18, 43)),
        (59, 60, range(35, 60)),
    ],
)
def test_a_menu_offers_the_pages_round_the_present_one(at: int, count: int, expected: range) -> None:
    assert window(at, count) == expected
