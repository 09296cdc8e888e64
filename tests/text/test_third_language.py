"""A third language is one folder: its words are spoken, what it lacks is English, and no file is edited."""

from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from discord.app_commands import TranslationContext, TranslationContextLocation, TranslationContextTypes

from bot import languages
from bot.discord.catalog import rules
from bot.discord.commands import CatalogueTranslator, said
from bot.games import registry
from bot.playground.people import crowd
from bot.playground.server import words_script as script
from bot.tables.settings import zone_of
from bot.text import locales, words
from bot.text.catalogue import locale_of
from render.thurn_and_taxis.map_board import region_name

SETTINGS = 'client = "pl"\ntime_zone = "Europe/Warsaw"\n'
WORDS = """
msgid ""
msgstr ""
"Language: pl\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "statistics.alone"
msgid_plural "statistics.alone"
msgstr[0] "{n} gra solo"
msgstr[1] "{n} gry solo"
msgstr[2] "{n} gier solo"

msgid "six_nimmt.name"
msgstr "6 bierze!"

msgid "thurn_and_taxis.region.salzburg_land"
msgstr "Ziemia Salzburska"

msgid "command.table.name"
msgstr "stół"
"""


@pytest.fixture(autouse=True)
def _polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with a few words, forgotten after the test."""
    folder = tmp_path / "pl"
    folder.mkdir()
    (folder / "language.toml").write_text(SETTINGS, encoding="utf-8")
    (folder / "words.po").write_text(WORDS, encoding="utf-8")
    monkeypatch.setattr(languages, "ROOTS", (*languages.ROOTS, tmp_path))
    _forget()
    yield
    _forget()


def _forget() -> None:
    languages.languages.cache_clear()
    languages.spoken.cache_clear()
    words.cache_clear()


def test_it_is_found_by_its_folder() -> None:
    assert locales() == ("en", "ja", "pl")
    assert [locale_of(tag) for tag in ("pl", "pl-PL", "pl_PL", "PL", "cs")] == ["pl", "pl", "pl", "pl", "en"]
    assert zone_of("", "pl").key == "Europe/Warsaw"


@pytest.mark.parametrize(
    ("n", "text"),
    [(1, "1 gra"), (2, "2 gry"), (4, "4 gry"), (5, "5 gier"), (12, "12 gier"), (22, "22 gry"), (0, "0 gier")],
)
def test_its_plural_forms_follow_its_own_rule(n: int, text: str) -> None:
    assert words("pl")("statistics.alone", n=n) == f"{text} solo"


@pytest.mark.parametrize("n", [1, 2, 5])
def test_what_it_lacks_is_english_by_the_english_rule(n: int) -> None:
    missing = [key for key in words("en") if not words("pl").has_own(key)]
    assert len(missing) == len(list(words("en"))) - 4
    assert words("pl")("statistics.games", n=n, wins=0) == words("en")("statistics.games", n=n, wins=0)
    with pytest.raises(KeyError):
        words("pl")("no.such.key")


def test_lists_days_and_languages_are_said_in_its_manner() -> None:
    speak = words("pl")
    assert speak.all_of(["A", "B", "C"]) == "A, B i C"
    assert speak.day(5, 19) == "19 maj"
    assert [speak.language(locale) for locale in locales()] == ["angielski", "japoński", "polski"]
    assert words("en").language("pl") == "Polish"


async def test_discord_is_told_its_names_of_commands_and_keeps_the_default_for_others() -> None:
    context: TranslationContextTypes = TranslationContext(
        location=TranslationContextLocation.group_name, data=None
    )
    asked = CatalogueTranslator().translate
    table, games = said("command.table.name"), said("command.games.name")
    assert await asked(table, discord.Locale.polish, context) == "stół"
    assert await asked(games, discord.Locale.polish, context) is None
    assert await asked(table, discord.Locale.czech, context) is None
    assert await asked(table, discord.Locale.british_english, context) is None
    assert await asked(table, discord.Locale.japanese, context) == words("ja")("command.table.name")


def test_its_games_have_its_names_and_the_rules_that_there_are() -> None:
    nimmt, noria = registry.game("six_nimmt").info, registry.game("noria").info
    assert (words("pl").title(nimmt), words("pl").title(noria)) == ("6 bierze!", "Noria")
    assert rules("six_nimmt", "pl") == rules("six_nimmt", "en")


def test_a_map_has_its_names_where_the_english_ones_stand() -> None:
    named, lines = region_name("salzburg_land", words("pl")), region_name("wuerttemberg", words("pl"))
    assert [(line.text, line.x, line.y) for line in named] == [("Ziemia Salzburska", 724, 804)]
    assert lines == region_name("wuerttemberg", words("en"))


def test_the_playground_speaks_it_with_the_people_of_the_fallback() -> None:
    assert [(each.name, each.locale) for each in crowd(2, "pl")] == [("Alice", "pl"), ("Bob", "pl")]
    assert '["pl", "pl", "polski"]' in script()
