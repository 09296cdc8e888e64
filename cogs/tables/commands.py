"""The slash commands of a table; each looks up the table that is meant and hands over."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.discord import panel, router
from bot.discord.translator import command, group
from cogs.tables import (
    hinting,
    history,
    inviting,
    kicking,
    leaving,
    moving,
    news,
    replacing,
    replay,
    showing,
    timing,
    undoing,
    verifying,
    watching,
)
from cogs.tables.finding import at_table

Interaction = discord.Interaction[Any]


class Tables(commands.GroupCog, **group("table")):
    """The commands of the table in a channel, or in a direct message of the person's own."""

    @command("table.show")
    async def show(self, interaction: Interaction) -> None:
        """A fresh board post for the channel, or a private one."""
        await at_table(interaction, "table.show", showing.show)

    @command("table.hand")
    async def hand(self, interaction: Interaction) -> None:
        """The person's private panel."""
        await at_table(interaction, "table.move", panel.show)

    @command("table.text")
    async def text(self, interaction: Interaction) -> None:
        """Everything in words, privately."""
        await at_table(interaction, "table.text", showing.tell)

    @command("table.hint")
    async def hint(self, interaction: Interaction) -> None:
        """What a strong computer would do in the person's place."""
        await at_table(interaction, "table.hint", hinting.hint)

    @command("table.undo")
    async def undo(self, interaction: Interaction) -> None:
        """Takes back the person's own last step."""
        await at_table(interaction, "table.undo", undoing.undo)

    @command("table.history")
    async def history(self, interaction: Interaction) -> None:
        """The pages of the game so far, privately."""
        await at_table(interaction, "table.history", history.newest)

    @command("table.news")
    async def news(self, interaction: Interaction) -> None:
        """What has happened since the person last looked, privately."""
        await at_table(interaction, "table.news", news.show)

    @command("table.watch")
    async def watch(self, interaction: Interaction) -> None:
        """Lets somebody who does not sit there follow the table in a direct message."""
        await at_table(interaction, "table.watch", watching.watch)

    @command("table.replay")
    async def replay(self, interaction: Interaction) -> None:
        """The newest trick or turn as a moving picture, privately."""
        await at_table(interaction, "table.replay", replay.newest)

    @command("table.verify")
    async def verify(self, interaction: Interaction) -> None:
        """The promise of fair chance, and after the game its proof."""
        await at_table(interaction, "table.verify", verifying.verify)

    @command("table.deadline")
    async def deadline(self, interaction: Interaction) -> None:
        """How much time each decision has."""
        await at_table(interaction, "time.panel", timing.show)

    @command("table.pause")
    async def pause(self, interaction: Interaction) -> None:
        """Lets the game rest."""
        await at_table(interaction, "time.pause", timing.pause)

    @command("table.resume")
    async def resume(self, interaction: Interaction) -> None:
        """Lets a game go on that rests."""
        await at_table(interaction, "time.resume", timing.resume)

    @command("table.move")
    async def move(self, interaction: Interaction) -> None:
        """A table of this host goes on in this channel."""
        await router.command(interaction, moving.here)

    @command("table.leave")
    async def leave(self, interaction: Interaction) -> None:
        """Asks before the person leaves."""
        await at_table(interaction, "table.leave", leaving.ask_leave)

    @command("table.replace")
    async def replace(self, interaction: Interaction) -> None:
        """Offers the seats of those who left."""
        await at_table(interaction, "table.replace", replacing.offer)

    @command("table.kick")
    async def kick(self, interaction: Interaction, person: discord.User) -> None:
        """Asks before somebody is removed, or the others are asked about it."""
        await at_table(interaction, "table.kick", lambda call, table: kicking.ask(call, table, person.id))

    @command("table.invite")
    async def invite(self, interaction: Interaction, person: discord.User) -> None:
        """Offers somebody a free seat, in the channel."""
        await router.command(interaction, lambda call: inviting.invite(call, person))

    @command("table.end")
    async def end(self, interaction: Interaction) -> None:
        """Asks before the table is ended for all."""
        await at_table(interaction, "table.end", leaving.ask_end, rescue=True)
