"""`/table move` and **Play in a thread**: a table goes on in another channel."""

from __future__ import annotations

from bot.discord import opening
from bot.discord.content import Content
from bot.discord.lobby import own_lobby
from bot.discord.rate_limit import POST, TABLE, spend
from bot.discord.router import Call, on
from bot.discord.threads import is_stray, strays
from bot.games.contract import Refusal
from bot.tables.model import Table, Thread
from cogs.tables.finding import offer, table_of


async def here(call: Call) -> None:
    """Lets a table go on in this channel: the one that this host has elsewhere in the server, or one whose
    place is gone and at which the person sits, or that is in a server which they manage; of several the one
    that is chosen. Refusals: those of a new table here but hosts_enough and server_full, of
    `Threads.move`, nothing_to_move, cool_down."""
    opening.check_channel(call)
    await opening.refuse_elsewhere(call)
    own = [
        table for table in await call.tables.queries.tables_of(call.person.id) if _is_elsewhere(call, table)
    ]
    found = [table for table in own if _hosts(call, table) or await is_stray(call, table)]
    found += [table for table in await strays(call) if table not in own]
    if not found:
        raise Refusal("nothing_to_move")
    if len(found) > 1:
        await call.reply.private(offer(call, "table.bring", found))
        return
    await _bring(call, found[0], rescue=not _hosts(call, found[0]))


@on("table.bring")
async def _chosen(press: Call) -> None:
    """One of several tables, from the menu."""
    opening.check_channel(press)
    await opening.refuse_elsewhere(press)
    table = await table_of(press)
    await _bring(press, table, rescue=not _hosts(press, table) and await is_stray(press, table))


@on("lobby.apart")
async def _apart(press: Call) -> None:
    """**Play in a thread**: a lobby goes on in a thread of its own. Refusals: those of `own_lobby`, of a new
    thread, of `Threads.move`, and cool_down."""
    table = await own_lobby(press)
    opening.check_for_thread(press)
    spend(press, TABLE)
    async with opening.one_thread_for_each(table.id):
        table = await press.tables.queries.table(table.id)
        if table.thread is Thread.NONE:
            place = await opening.new_thread(press, table.game, table.id)
            table = await _move(press, table, place)
    told = press.words("table.moved", table=table.id, channel=table.channel)
    await press.reply.show(Content((told,)))


def _is_elsewhere(call: Call, table: Table) -> bool:
    """Whether a table stands in another channel of this server."""
    return table.guild == call.interaction.guild_id and table.channel != call.channel


def _hosts(call: Call, table: Table) -> bool:
    return table.host == call.person.id


async def _bring(call: Call, table: Table, *, rescue: bool) -> None:
    if table.guild != call.interaction.guild_id:
        raise Refusal("nothing_to_move")
    await opening.refuse_if_crowded(call, table)
    spend(call, POST)
    moved = await _move(call, table, opening.here(call), rescue=rescue)
    await call.reply.show(Content((call.words("table.move.done", table=moved.id),)))


async def _move(call: Call, table: Table, place: opening.Place, *, rescue: bool = False) -> Table:
    moved = await call.tables.threads.move(
        table.id, call.person, channel=place.channel, thread=place.thread, rescue=rescue, key=call.key
    )
    # What waits because the old channel could not be reached is told in the new one.
    call.app.dispatcher.reopened(table.channel)
    return moved
