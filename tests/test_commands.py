"""Every slash command as Discord will see it: words in both languages, names and sizes it takes."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.app_commands.commands import validate_name

import bot
from bot import docs
from bot.discord.commands import CatalogueTranslator
from bot.text import locales, words
from bot.text.catalogue import catalogues, entries

Payload = dict[str, Any]
MOST_IN_A_MENU = 5
MOST, LONGEST_NAME, LONGEST_DESCRIPTION, LONGEST_COMMAND = 25, 32, 100, 8000


@pytest.fixture(scope="module")
def told() -> list[Payload]:
    return asyncio.run(docs.payloads())


@pytest.fixture(scope="module")
def payloads(told: list[Payload]) -> list[Payload]:
    """The slash commands."""
    return [payload for payload in told if "options" in payload]


@pytest.fixture(scope="module")
def menus(told: list[Payload]) -> list[Payload]:
    """What stands in the menus of people and messages."""
    return [payload for payload in told if "options" not in payload]


def walk(payload: Payload, path: str = "") -> Iterator[tuple[str, Payload]]:
    """A command and everything below it, each with its path: `nimmt.play.card`, `taxis.end_turn`."""
    here = f"{path}.{payload['name'].replace('-', '_')}".lstrip(".")
    yield here, payload
    for option in payload.get("options", ()):
        yield from walk(option, here)


def every(payloads: list[Payload]) -> list[tuple[str, Payload]]:
    return [found for payload in payloads for found in walk(payload)]


def key(path: str, field: str) -> str:
    """Where the words of a command stand: under its path, or without the group for what all games share."""
    own = f"command.{path}.{field}"
    group, _, rest = path.partition(".")
    return own if own in words("en") else f"command.{rest}.{field}" if rest and group else own


def spoken(payload: Payload, field: str, locale: str) -> str:
    return payload.get(f"{field}_localizations", {}).get(locale) or payload[field]


@pytest.mark.parametrize("locale", locales())
def test_everything_has_its_words_in_the_catalogue(payloads: list[Payload], locale: str) -> None:
    speak = words(locale)
    for path, payload in every(payloads):
        assert spoken(payload, "name", locale) == speak(key(path, "name")), path
        assert spoken(payload, "description", locale) == speak(key(path, "description")), path


def test_the_commands_of_no_table_can_be_had_as_an_app_of_ones_own(payloads: list[Payload]) -> None:
    """In servers, in direct messages to the bot, and in conversations with others."""
    (games,) = [payload for payload in payloads if payload["name"] == "games"]
    assert (games["integration_types"], games["contexts"]) == ([0, 1], [0, 1, 2])
    others = [payload for payload in payloads if payload is not games]
    assert not any(payload.get("integration_types") or payload.get("contexts") for payload in others)


@pytest.mark.parametrize("locale", locales())
def test_menus_are_as_discord_takes_them(menus: list[Payload], locale: str) -> None:
    """At most five of each kind, where the bot is; those of messages also in its direct messages."""
    for kind, where in ((docs.PERSON, [0]), (docs.MESSAGE, [0, 1])):
        found = [menu for menu in menus if menu["type"] == kind]
        names = [spoken(menu, "name", locale) for menu in found]
        assert 1 <= len(found) <= MOST_IN_A_MENU
        assert len(set(names)) == len(names)
        assert all(1 <= len(name) <= LONGEST_NAME for name in names)
        assert all((menu["integration_types"], menu["contexts"]) == ([0], where) for menu in found)
        assert locale == "en" or all("ja" in menu["name_localizations"] for menu in found)
    assert sum(menu["type"] in (docs.PERSON, docs.MESSAGE) for menu in menus) == len(menus)


def test_every_word_of_the_catalogue_belongs_to_a_command(payloads: list[Payload]) -> None:
    asked = {key(path, field) for path, _ in every(payloads) for field in ("name", "description")}
    assert (keys := set(_command_keys()))
    assert keys - asked == set()


def _command_keys() -> list[str]:
    """The keys of the bot's own catalogues; other tests may have added games with theirs."""
    own = [file for file in catalogues("en") if Path(str(file)).is_relative_to(Path(bot.__file__).parent)]
    return [each for file in own for each in entries(file, "en") if each.startswith("command.")]


def test_a_client_in_another_language_sees_english(payloads: list[Payload]) -> None:
    for path, payload in every(payloads):
        assert set(payload.get("name_localizations", {})) == {"ja"}, path
        assert set(payload.get("description_localizations", {})) == {"ja"}, path


@pytest.mark.parametrize("locale", locales())
def test_every_command_and_its_parts_are_as_discord_takes_them(payloads: list[Payload], locale: str) -> None:
    for path, payload in every(payloads):
        name, description = spoken(payload, "name", locale), spoken(payload, "description", locale)
        assert validate_name(name) == name, path
        assert len(name) <= LONGEST_NAME, path
        assert 1 <= len(description) <= LONGEST_DESCRIPTION, path
        assert description != "…", path
    for family in (payloads, *(payload.get("options", ()) for _, payload in every(payloads))):
        names = [spoken(part, "name", locale) for part in family]
        assert len(names) == len(set(names)) <= MOST, names
    for payload in payloads:
        assert sum(length(part, locale) for _, part in walk(payload)) <= LONGEST_COMMAND, payload["name"]


@pytest.mark.parametrize("locale", locales())
def test_every_choice_has_words_of_its_own(payloads: list[Payload], locale: str) -> None:
    for path, payload in every(payloads):
        choices = payload.get("choices", ())
        names = [spoken(choice, "name", locale) for choice in choices]
        assert all(1 <= len(name) <= LONGEST_DESCRIPTION for name in names), path
        assert len(names) == len(set(names)) <= MOST, path
        assert locale == "en" or all("ja" in choice.get("name_localizations", {}) for choice in choices), path


def length(part: Payload, locale: str) -> int:
    """How many letters of those that Discord counts are the own ones of a part."""
    chosen = sum(len(spoken(c, "name", locale)) + len(str(c["value"])) for c in part.get("choices", ()))
    return len(spoken(part, "name", locale)) + len(spoken(part, "description", locale)) + chosen


async def test_a_plain_string_is_left_to_its_default() -> None:
    """A command without words in the catalogue stays as it was declared."""
    make: Any = app_commands.TranslationContext
    context = make(app_commands.TranslationContextLocation.other, data=None)
    translator = CatalogueTranslator()
    assert (
        await translator.translate(app_commands.locale_str("unknown"), discord.Locale.japanese, context)
        is None
    )
