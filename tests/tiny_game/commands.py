"""`/highcard`: opening a table, and a card by command."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord import opening, panel, router
from bot.discord.people import table_for
from bot.discord.router import Call
from bot.discord.translator import command, group
from tests.tiny_game.game import GAME
from tests.tiny_game.presses import choose

KEY = GAME.info.key


class HighCardCommands(commands.GroupCog, **group("highcard")):
    """The commands of high card."""

    @command("highcard.start")
    async def start(
        self, interaction: discord.Interaction[Any], cards: app_commands.Range[int, 1, 3] = 3
    ) -> None:
        """A lobby in this channel."""
        options = opening.options_from(KEY, {"cards": cards})
        await router.command(interaction, lambda call: opening.open_table(call, KEY, options))

    @command("highcard.play")
    async def play(self, interaction: discord.Interaction[Any], card: int) -> None:
        """A card of the hand, by its number."""
        await router.command(interaction, lambda call: _play(call, card))

    @play.autocomplete("card")
    async def cards(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[int]]:
        """The cards of the hand that begin like this."""
        return await router.suggest(interaction, lambda call: _cards(call, str(current)))


async def _play(call: Call, card: int) -> None:
    table = await table_for(call, game=KEY)
    _, turn = await panel.look(call, table, KEY)
    await choose(call, table, turn, card)


async def _cards(call: Call, typed: str) -> list[app_commands.Choice[int]]:
    view, _ = await panel.look(call, await table_for(call, game=KEY), KEY)
    hand = view.hand if view else ()
    return [app_commands.Choice(name=str(card), value=card) for card in hand if str(card).startswith(typed)]
