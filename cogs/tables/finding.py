"""Which table somebody means: the channel's, in a direct message one of their own, on a button its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.tables.model import Table
from bot.text import cut
from cogs.kit import router, shelf
from cogs.kit.content import Content, Entry, Menu
from cogs.kit.paging import MENU
from cogs.kit.people import tables_meant
from cogs.kit.router import Call, Press

Work = Callable[[Call, Table], Awaitable[None]]


async def at_table(interaction: discord.Interaction[Any], action: str, work: Work) -> None:
    """Runs a command's work at the table that is meant. In a direct message somebody with several tables
    is offered them; the menu's choice arrives as a press of `action`."""
    await router.command(interaction, lambda call: _found(call, action, work))


async def table_of(press: Press) -> Table:
    """The table of a press: the one chosen in the menu of tables, else the one its message belongs to."""
    chosen = press.values[0] if press.values and not press.id.table else press.id.table
    return await press.app.tables.table(int(chosen))


async def _found(call: Call, action: str, work: Work) -> None:
    meant = await tables_meant(call)
    if len(meant) == 1:
        await work(call, meant[0])
    else:
        await call.reply.private(_offer(call, action, meant))


def _offer(call: Call, action: str, own: tuple[Table, ...]) -> Content:
    speak = call.words
    entries = tuple(
        Entry(
            speak("table.which.entry", game=shelf.name(table.game, speak), table=table.id),
            str(table.id),
            cut(speak.all_of(sitter.name for sitter in table.sitters), 100),
        )
        for table in own[:MENU]
    )
    return Content((speak("table.which.title"),), rows=(Menu(action, speak("table.which.menu"), entries),))
