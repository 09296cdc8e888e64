"""Slash commands, declared by their parameters, with names and descriptions in every language from
`commands.po`.

Keys: `command.<path>.name` and `.description`; for an option `command.<path>.<option>.name` and
`.description`. A choice carries any key of the catalogues.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from inspect import Parameter, Signature, signature
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.discord import router
from bot.discord.layout import suggestions
from bot.discord.presenter import Line, Param
from bot.discord.router import Answer, Call, Handler
from bot.languages import fallback, spoken
from bot.text import words

Command = app_commands.Command[Any, ..., Any]
Interaction = discord.Interaction[Any]
Chosen = discord.User | discord.Member
"""Whose menu a command was chosen from."""
Suggest = Callable[[Call, Any, str], Awaitable[Iterable[Line]]]
"""From what was typed for the other parameters, and so far for this one, to lines and values."""


def group(path: str, *, everywhere: bool = False) -> app_commands.Group:
    """A group of commands, in servers and in direct messages; `everywhere`, for people who have installed the
    bot for themselves also in servers that it is no member of and in conversations with others."""
    name, description = said(f"command.{path}.name"), said(f"command.{path}.description")
    if not everywhere:
        return app_commands.Group(name=name, description=description, guild_only=False)
    installs = app_commands.AppInstallationType(guild=True, user=True)
    contexts = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
    return app_commands.Group(
        name=name, description=description, allowed_installs=installs, allowed_contexts=contexts
    )


def plain_command(path: str, work: Handler) -> Command:
    """A (sub)command without parameters."""
    return declared(path, lambda call, given: work(call))


def declared(
    path: str,
    work: Callable[[Call, dict[str, Any]], Awaitable[Answer]],
    *params: Param,
    suggest: Mapping[str, Suggest] | None = None,
) -> Command:
    """A (sub)command: `work` gets what was typed by parameter, None where nothing was. What is suggested for
    a parameter is said by `suggest`, else by what it `offers`."""

    async def run(interaction: Interaction, **given: Any) -> None:
        await router.command(interaction, lambda call: work(call, given))

    signed = [Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)]
    for param in params:
        kind, default = (param.kind, Parameter.empty) if param.required else (param.kind | None, None)
        signed.append(Parameter(param.name, Parameter.KEYWORD_ONLY, default=default, annotation=kind))
    run.__signature__ = Signature(signed)  # type: ignore[attr-defined]
    fixed = {
        param.name: [app_commands.Choice(name=said(key), value=value) for value, key in param.choices]
        for param in params
        if param.choices
    }
    callback: Any = app_commands.choices(**fixed)(run) if fixed else run
    found = described(path, callback)
    for param in params:
        offers = param.offers and partial(_offered, param.offers)
        lines = (suggest or {}).get(param.name, offers)
        if lines is not None:
            found.autocomplete(param.name)(_completing(lines))
    return found


def person_menu(key: str, work: Callable[[Call, Chosen], Awaitable[Answer]]) -> app_commands.ContextMenu:
    """A command in the menu of every person of a server, called by this key of the catalogues."""

    async def chosen(interaction: Interaction, person: discord.User) -> None:
        await router.command(interaction, lambda call: work(call, person))

    return _menu(key, chosen, messages=False)


def message_menu(
    key: str, work: Callable[[Call, discord.Message], Awaitable[Answer]]
) -> app_commands.ContextMenu:
    """A command in the menu of every message, in servers and in direct messages with the bot."""

    async def chosen(interaction: Interaction, message: discord.Message) -> None:
        await router.command(interaction, lambda call: work(call, message))

    return _menu(key, chosen, messages=True)


def _menu(key: str, chosen: Any, *, messages: bool) -> app_commands.ContextMenu:
    contexts = app_commands.AppCommandContext(guild=True, dm_channel=messages, private_channel=False)
    installs = app_commands.AppInstallationType(guild=True, user=False)
    return app_commands.ContextMenu(
        name=said(key), callback=chosen, allowed_contexts=contexts, allowed_installs=installs
    )


async def _offered(
    offers: Callable[[Call, str], Awaitable[Iterable[Line]]], call: Call, typed: Any, current: str
) -> Iterable[Line]:
    return await offers(call, current)


def _completing(lines: Suggest) -> Any:
    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[Any]]:
        typed = interaction.namespace

        async def found(call: Call) -> list[app_commands.Choice[Any]]:
            return suggestions(await lines(call, typed, str(current)))

        return await router.suggest(interaction, found)

    return complete


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


def described(path: str, callback: Callable[..., Any]) -> Command:
    """A (sub)command whose words, and those of its parameters, are in the catalogues."""
    names = list(signature(callback).parameters)[1:]
    options = {name: said(_shared(f"command.{path}.{name}.description")) for name in names}
    name, text = (said(_shared(f"command.{path}.{part}")) for part in ("name", "description"))
    return app_commands.command(name=name, description=text)(app_commands.describe(**options)(callback))
