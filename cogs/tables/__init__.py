"""`/table`: what concerns one table of whatever game, by command and by the buttons of **More**."""

from typing import Any

import discord

from bot.app import App
from bot.discord import router
from bot.discord.at_table import COMMANDS, by_command
from bot.discord.router import Answer
from bot.discord.translator import command, group, plain_command
from cogs.tables import history, moving, news, planning, present, seats, timing, undo

Interaction = discord.Interaction[Any]
REGISTERED = (history, moving, news, planning, present, seats, timing, undo)


@command("table.kick")
async def kick(interaction: Interaction, person: discord.User) -> None:
    """Asks before a player is removed, or the others are asked about it."""

    async def ask(call: router.Call) -> Answer:
        return await by_command(call, seats.KICK, lambda call, table: seats.ask_kick(call, table, person.id))

    await router.command(interaction, ask)


@command("table.invite")
async def invite(interaction: Interaction, person: discord.User) -> None:
    """Offers a person a free seat, in the channel."""
    await router.command(interaction, lambda call: seats.invite(call, person))


async def setup(app: App) -> None:
    first = "show", "hand", "plan", "text", "hint", "undo", "history", "news", "watch", "replay", "verify"
    then = "deadline", "pause", "resume", "move", "leave", "replace"
    tables = group("table")
    for name in (*first, *then):
        tables.add_command(plain_command(f"table.{name}", COMMANDS[name]))
    for declared in (kick, invite, plain_command("table.end", COMMANDS["end"])):
        tables.add_command(declared)
    app.tree.add_command(tables)
