"""The names and descriptions of commands in every language, from `commands.po`.

Keys: `command.<path>.name` and `.description`; for an option `command.<path>.<option>.name` and
`.description`. A choice carries any key of the catalogues.
"""

import inspect
from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.languages import fallback, spoken
from bot.text import words

_NAMES = (
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
)


class CatalogueTranslator(app_commands.Translator):
    """Answers Discord's question for the words of a command in a language that we speak."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The words in `locale`; None where it isn't spoken, or where the default stands."""
        tag = spoken(locale.value)
        if tag in (None, fallback()):
            return None
        part = "name" if context.location in _NAMES else "description"
        key = string.extras.get("key") or _shared(f"command.{_path(context.data)}.{part}")
        speak = words(tag)
        return speak(key) if speak.has_own(key) else None


def _path(data: Any) -> str:
    """`table.leave`, or for an option `nimmt.play.card`; a hyphen in a name is an underscore in its path."""
    if isinstance(data, app_commands.Parameter):
        return f"{_path(data.command)}.{data.name}"
    return str(getattr(data, "qualified_name", "")).replace(" ", ".").replace("-", "_")


def _shared(key: str) -> str:
    """The key of a subcommand or a parameter, or without its group where all games say the same of it."""
    first, _, *rest = key.split(".")
    return key if key in words(fallback()) else ".".join((first, *rest))


def said(key: str) -> locale_str:
    """The words of a key in the fallback language, to be translated by Discord's clients."""
    return locale_str(words(None)(key), key=key)


def described(path: str, callback: Callable[..., Any]) -> app_commands.Command[Any, ..., Any]:
    """A (sub)command whose words, and those of its parameters, are in the catalogues."""
    names = list(inspect.signature(callback).parameters)[1:]
    options = {name: said(_shared(f"command.{path}.{name}.description")) for name in names}
    name, text = (said(_shared(f"command.{path}.{part}")) for part in ("name", "description"))
    return app_commands.command(name=name, description=text)(app_commands.describe(**options)(callback))
