"""Which table somebody means: the channel's, in a direct message one of their own, on a button its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord

from bot.discord import catalog, router
from bot.discord.content import MENU, Content, Entry, Menu
from bot.discord.people import table_meant, tables_meant
from bot.discord.router import Call
from bot.discord.threads import strays
from bot.discord.view_models import names_of
from bot.tables.model import Table
from bot.text import cut

Work = Callable[[Call, Table], Awaitable[None]]


async def at_table(
    interaction: discord.Interaction[Any], action: str, work: Work, *, rescue: bool = False
) -> None:
    """Runs a command's work at the table that is meant. In a direct message somebody who sits at several
    tables, or watches them, is offered them; the menu's choice arrives as a press of `action`. With `rescue`
    who manages the server reaches tables whose place is gone where no other one is meant."""
    await router.command(interaction, lambda call: _found(call, action, work, rescue=rescue))


async def table_of(press: Call) -> Table:
    """The table of a press: the one chosen in the menu of tables, else the one its message belongs to."""
    return await press.tables.queries.table(table_meant(press))


async def _found(call: Call, action: str, work: Work, *, rescue: bool) -> None:
    lost = await strays(call) if rescue and await _is_free(call) else ()
    meant = lost or await tables_meant(call, watched=True)
    if len(meant) == 1:
        await work(call, meant[0])
    else:
        await call.reply.private(offer(call, action, meant))


async def _is_free(call: Call) -> bool:
    here = await call.tables.queries.table_in(call.channel)
    return here is None or not here.status.active


def offer(call: Call, action: str, own: Sequence[Table]) -> Content:
    """A menu of tables, whose choice arrives as a press of `action`."""
    speak = call.words
    entries = tuple(
        Entry(
            speak("table.which.entry", game=catalog.name(table.game, speak), table=table.id),
            str(table.id),
            cut(speak.all_of(names_of(table, speak)), 100),
        )
        for table in own[:MENU]
    )
    return Content((speak("table.which.title"),), rows=(Menu(action, speak("table.which.menu"), entries),))
