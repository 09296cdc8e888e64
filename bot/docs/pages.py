"""Pages made from the code: the slash commands in every language, and the settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

import discord
from babel.core import Locale
from discord.ext import commands as library

from bot.app import EXTENSIONS
from bot.config import Settings, variable
from bot.discord.translator import CatalogueTranslator
from bot.text import locales

Payload = dict[str, Any]
"""A command, a group or an option as Discord is told it, with its words in every language."""
OWN = "cogs."
"""Cogs of installed games are not part of the project's own pages."""
COMMANDS = """\
# Commands

<!-- Made by `python -m bot docs`; change the catalogues in `bot/text/` or those of the game instead. -->

Everything can also be done with the buttons under the posts. Discord shows each person the commands in the
language of their client. A parameter in brackets may be left out.
"""
SETTINGS = """\
# Settings

<!-- Made by `python -m bot docs`; change `bot/config.py` instead. -->

Environment variables, or lines of a file `.env` in the working folder; the environment wins. `.env.example`
is such a file to be copied, and `python -m bot doctor` notes a misspelt name.

| Variable | Default | Meaning |
|---|---|---|
"""
EXAMPLE = """\
# Copy this file to `.env` and fill it in. docs/settings.md explains each line.
"""


async def payloads() -> list[Payload]:
    """The commands of the project's cogs as they are told to Discord, by a bot that is never connected."""
    bot = library.Bot(library.when_mentioned, intents=discord.Intents.none(), help_command=None)
    translator = CatalogueTranslator()
    await bot.tree.set_translator(translator)
    for name in EXTENSIONS:
        if name.startswith(OWN):
            await bot.load_extension(name)
    return [await command.get_translated_payload(bot.tree, translator) for command in bot.tree.get_commands()]


def commands(groups: Iterable[Payload]) -> str:
    """The page of commands: a table for each group, a column for each language."""
    return COMMANDS + "".join(_table(group) for group in groups)


def _table(group: Payload) -> str:
    names = " · ".join(f"`/{_said(group, 'name', locale)}`" for locale in locales())
    languages = [str(Locale.parse(locale).get_display_name()) for locale in locales()]
    rows = [languages, ["---"] * len(languages), *_rows(group)]
    return f"\n## {names}\n\n{''.join(map(_row, rows))}"


def _rows(group: Payload) -> Iterator[list[str]]:
    """The cells of a group's table: each command, below it its parameters."""
    for command in group["options"]:
        yield [
            f"**`/{_said(group, 'name', locale)} {_said(command, 'name', locale)}`** "
            f"{_said(command, 'description', locale)}"
            for locale in locales()
        ]
        for option in command.get("options", ()):
            yield [_parameter(option, locale) for locale in locales()]


def _parameter(option: Payload, locale: str) -> str:
    name = f"`{_said(option, 'name', locale)}`"
    return f"– {name if option.get('required') else f'[{name}]'}: {_said(option, 'description', locale)}"


def _said(payload: Payload, what: str, locale: str) -> str:
    """What a client of this language shows."""
    translated: dict[str, str] = payload.get(f"{what}_localizations") or {}
    return translated.get(locale) or str(payload[what])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def settings() -> str:
    """The page of settings: a row for each field of `Settings`."""
    rows = ([f"`{name}`", f"`{value}`" if value else "", meaning] for name, value, meaning in _settings())
    return SETTINGS + "".join(map(_row, rows))


def example() -> str:
    """A file `.env` with every setting: the token to be filled in, the others with their defaults."""
    token = variable("token")
    lines = (f"{'' if name == token else '# '}{name}={value}\n" for name, value, _ in _settings())
    return EXAMPLE + "".join(lines)


def _settings() -> Iterator[tuple[str, str, str]]:
    """Variable, default and meaning of each setting."""
    for setting in fields(Settings):
        default = "" if setting.default is None else str(setting.default)
        yield variable(setting.name), default, setting.metadata["meaning"]
