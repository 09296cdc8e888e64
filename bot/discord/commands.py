"""Slash commands, declared by their parameters; their words are those of `translator`."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands

from bot.discord import router
from bot.discord.layout import suggestions
from bot.discord.presenter import Line, Param
from bot.discord.router import Answer, Call, Handler
from bot.discord.translator import described, said

Command = app_commands.Command[Any, ..., Any]
Interaction = discord.Interaction[Any]
Suggest = Callable[[Call, Any, str], Awaitable[Iterable[Line]]]
"""From what was typed for the other parameters, and so far for this one, to lines and values."""


def group(path: str) -> app_commands.Group:
    """A group of commands, in servers and in direct messages."""
    name, description = said(f"command.{path}.name"), said(f"command.{path}.description")
    return app_commands.Group(name=name, description=description, guild_only=False)


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
