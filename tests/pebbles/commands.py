"""`/pebbles start`: everything else is a button."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord.ext import commands

from bot.discord import opening, router
from bot.discord.translator import command, group
from tests.pebbles.game import GAME

KEY = GAME.info.key


class PebblesCommands(commands.GroupCog, **group("pebbles")):
    """The commands of pebbles."""

    @command("pebbles.start")
    async def start(
        self,
        interaction: discord.Interaction[Any],
        heap: int = 12,
        called: Literal["public", "private"] = "public",
    ) -> None:
        """A lobby in this channel."""
        options = opening.options_from(KEY, {"heap": heap, "called": called})
        await router.command(interaction, lambda call: opening.open_table(call, KEY, options))
