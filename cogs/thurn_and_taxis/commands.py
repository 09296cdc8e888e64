"""`/taxis`: opening a table, and each kind of move by command for keyboards and screen readers."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord import opening, router
from bot.discord.translator import choice, command, group
from cogs.thurn_and_taxis import asking, suggesting
from cogs.thurn_and_taxis.presses import GAME

_READINGS = [
    choice(f"thurn_and_taxis.option.all_regions.{value}", value) for value in ("outside_baiern", "all_nine")
]
_SIDES = [choice(f"thurn_and_taxis.command.side.{value}", value) for value in ("left", "right", "new")]
_OFFICIALS = [
    choice(f"thurn_and_taxis.official.{value}", value)
    for value in ("administrator", "postmaster", "postal_carrier", "cartwright")
]
Interaction = discord.Interaction[Any]
Suggestions = list[app_commands.Choice[str]]


class Taxis(commands.GroupCog, **group("taxis")):
    """The commands of Thurn and Taxis."""

    @command("taxis.start")
    @app_commands.choices(all_regions=_READINGS)
    async def start(
        self, interaction: Interaction, all_regions: str | None = None, thread: bool = False
    ) -> None:
        """A lobby in this channel; the host may change the options there."""
        chosen = {} if all_regions is None else {"all_regions": all_regions}
        await router.command(
            interaction,
            lambda call: opening.open_table(call, GAME, opening.options_from(GAME, chosen), thread=thread),
        )

    @command("taxis.take")
    async def take(self, interaction: Interaction, card: str) -> None:
        """An open card by the name of its city, or the top of the deck."""
        await router.command(interaction, lambda call: asking.take(call, card))

    @command("taxis.play")
    @app_commands.choices(side=_SIDES)
    async def play(self, interaction: Interaction, card: str, side: str | None = None) -> None:
        """A card of the hand, to an end of the route or as the begin of another one."""
        await router.command(interaction, lambda call: asking.play(call, card, side))

    @command("taxis.official")
    @app_commands.choices(official=_OFFICIALS)
    async def official(self, interaction: Interaction, official: str) -> None:
        """An official, or the panel with what he makes possible."""
        await router.command(interaction, lambda call: asking.call_official(call, official))

    @command("taxis.close")
    async def close(
        self, interaction: Interaction, cities: str | None = None, cartwright: bool | None = None
    ) -> None:
        """Closing the route with these offices, shown to be confirmed; without any, with those offered."""
        await router.command(interaction, lambda call: asking.close(call, cities, cartwright))

    @command("taxis.discard")
    async def discard(self, interaction: Interaction, card: str) -> None:
        """A card of the hand after closing."""
        await router.command(interaction, lambda call: asking.discard(call, card))

    @command("taxis.end_turn")
    async def end_turn(self, interaction: Interaction) -> None:
        """The end of the turn."""
        await router.command(interaction, asking.end_turn)

    @take.autocomplete("card")
    async def open_cards(self, interaction: Interaction, current: str) -> Suggestions:
        """The open cards and the deck."""
        return await router.suggest(interaction, lambda call: suggesting.open_cards(call, current))

    @play.autocomplete("card")
    async def cards(self, interaction: Interaction, current: str) -> Suggestions:
        """The cards of the hand with where they fit."""
        return await router.suggest(interaction, lambda call: suggesting.cards(call, current))

    @close.autocomplete("cities")
    async def cities(self, interaction: Interaction, current: str) -> Suggestions:
        """The best offices in each mode, then the cities one by one."""
        return await router.suggest(interaction, lambda call: suggesting.offices(call, current))

    @discard.autocomplete("card")
    async def discards(self, interaction: Interaction, current: str) -> Suggestions:
        """The cards of the hand."""
        return await router.suggest(interaction, lambda call: suggesting.cards(call, current))
