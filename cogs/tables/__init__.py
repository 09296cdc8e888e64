"""`/table`: what concerns one table of whatever game, by command and by the buttons of **More**."""

import discord

from bot.app import App
from bot.discord.at_table import COMMANDS, by_command
from bot.discord.commands import declared, group, plain_command
from bot.discord.presenter import Given, Param
from bot.discord.router import Answer, Call
from cogs.tables import analysis, history, moving, planning, present, seats, timing, undo

REGISTERED = (analysis, history, moving, planning, present, seats, timing, undo)


async def _kick(call: Call, given: Given) -> Answer:
    """Asks before a player is removed, or the others are asked about it."""
    person = given["person"].id
    return await by_command(call, seats.KICK, lambda call, table: seats.ask_kick(call, table, person))


async def setup(app: App) -> None:
    first = (
        "show",
        "hand",
        "plan",
        "text",
        "hint",
        "undo",
        "history",
        "news",
        "watch",
        "replay",
        "analyse",
        "verify",
    )
    then = "deadline", "pause", "resume", "move", "leave", "replace"
    tables = group("table")
    for name in (*first, *then):
        tables.add_command(plain_command(f"table.{name}", COMMANDS[name]))
    person = Param("person", discord.User)
    tables.add_command(declared("table.kick", _kick, person))
    tables.add_command(
        declared("table.invite", lambda call, given: seats.invite(call, given["person"]), person)
    )
    tables.add_command(plain_command("table.end", COMMANDS["end"]))
    app.tree.add_command(tables)
