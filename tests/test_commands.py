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
from bot.discord.translator import CatalogueTranslator
from bot.text import locales, words
from bot.text.catalogue import catalogues, entries

Payload = dict[str, Any]
SUBCOMMAND, GROUP = 1, 2
MOST, LONGEST_NAME, LONGEST_DESCRIPTION, LONGEST_COMMAND = 25, 32, 100, 8000


@pytest.fixture(scope="module")
def payloads() -> list[Payload]:
    """The commands as they are told to Discord, translations included."""
    return asyncio.run(docs.payloads())


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
    """What a client of this language shows."""
    return payload.get(f"{field}_localizations", {}).get(locale) or payload[field]


def test_the_groups_of_the_house_are_there(payloads: list[Payload]) -> None:
    groups = ["games", "mycity", "nimmt", "noerdlingen", "noria", "table", "taxis"]
    assert sorted(payload["name"] for payload in payloads) == groups


@pytest.mark.parametrize("locale", locales())
def test_everything_has_its_words_in_the_catalogue(payloads: list[Payload], locale: str) -> None:
    speak = words(locale)
    for path, payload in every(payloads):
        assert spoken(payload, "name", locale) == speak(key(path, "name")), path
        assert spoken(payload, "description", locale) == speak(key(path, "description")), path


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
def test_names_obey_discords_rule(payloads: list[Payload], locale: str) -> None:
    for path, payload in every(payloads):
        name = spoken(payload, "name", locale)
        assert validate_name(name) == name, path
        assert len(name) <= LONGEST_NAME


@pytest.mark.parametrize("locale", locales())
def test_descriptions_fit(payloads: list[Payload], locale: str) -> None:
    for path, payload in every(payloads):
        assert 1 <= len(spoken(payload, "description", locale)) <= LONGEST_DESCRIPTION, path
        assert spoken(payload, "description", locale) != "…", path


@pytest.mark.parametrize("locale", locales())
def test_no_two_neighbours_have_the_same_name(payloads: list[Payload], locale: str) -> None:
    families = [payloads, *(payload.get("options", ()) for _, payload in every(payloads))]
    for family in families:
        names = [spoken(payload, "name", locale) for payload in family]
        assert len(names) == len(set(names)), names


def test_no_command_has_too_many_parts(payloads: list[Payload]) -> None:
    for path, payload in every(payloads):
        parts = payload.get("options", ())
        assert len(parts) <= MOST, path
        if any(part["type"] in (SUBCOMMAND, GROUP) for part in parts):
            assert len(parts) < MOST, path


@pytest.mark.parametrize("locale", locales())
def test_choices_have_words_and_fit(payloads: list[Payload], locale: str) -> None:
    for path, payload in every(payloads):
        choices = payload.get("choices", ())
        assert len(choices) <= MOST
        names = [spoken(choice, "name", locale) for choice in choices]
        assert all(1 <= len(name) <= 100 for name in names), path
        assert len(names) == len(set(names)), path
        assert locale == "en" or all("ja" in choice.get("name_localizations", {}) for choice in choices), path


@pytest.mark.parametrize("locale", locales())
def test_no_command_is_longer_than_discord_takes(payloads: list[Payload], locale: str) -> None:
    for payload in payloads:
        size = sum(
            len(spoken(part, "name", locale))
            + len(spoken(part, "description", locale))
            + sum(len(spoken(c, "name", locale)) + len(str(c["value"])) for c in part.get("choices", ()))
            for _, part in walk(payload)
        )
        assert size <= LONGEST_COMMAND


async def test_a_plain_string_is_left_to_its_default() -> None:
    """A command without words in the catalogue stays as it was declared."""
    make: Any = app_commands.TranslationContext
    context = make(app_commands.TranslationContextLocation.other, data=None)
    translator = CatalogueTranslator()
    assert (
        await translator.translate(app_commands.locale_str("unknown"), discord.Locale.japanese, context)
        is None
    )
    known = app_commands.locale_str("x", key="command.table.name")
    assert await translator.translate(known, discord.Locale.japanese, context) == "卓"
    assert await translator.translate(known, discord.Locale.german, context) is None
