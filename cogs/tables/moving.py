"""`/table move` and **Play in a thread**: a table goes on in another channel."""

from bot.discord import channels
from bot.discord.at_table import COMMANDS, at_table, offer
from bot.discord.content import Content, note
from bot.discord.lobby import own_lobby
from bot.discord.rate_limit import POST, TABLE, spend
from bot.discord.router import Call, on
from bot.games.contract import Refusal
from bot.tables.model import Table, Thread


async def here(call: Call) -> Content:
    """Lets a table go on here: one that this host has elsewhere, or one to be rescued; or offers which."""
    channels.check_channel(call)
    await channels.refuse_elsewhere(call)
    own = [
        table
        for table in await call.tables.queries.tables_of(call.person.id)
        if table.guild == call.interaction.guild_id and table.channel != call.channel
    ]
    found = [table for table in own if _hosts(call, table) or await channels.is_stray(call, table)]
    found += [table for table in await channels.strays(call) if table not in own]
    if not found:
        raise Refusal("nothing_to_move")
    if len(found) > 1:
        return offer(call, "table.bring", found)
    return await _bring(call, found[0], rescue=not _hosts(call, found[0]))


COMMANDS["move"] = here


@at_table("table.bring")
async def _chosen(call: Call, table: Table) -> Content:
    channels.check_channel(call)
    await channels.refuse_elsewhere(call)
    rescue = not _hosts(call, table) and await channels.is_stray(call, table)
    return await _bring(call, table, rescue=rescue)


@on("lobby.apart")
async def _apart(call: Call) -> Content:
    table = await own_lobby(call)
    channels.check_for_thread(call)
    spend(call, TABLE)
    async with channels.one_thread_for_each.of(table.id):
        table = await call.tables.queries.table(table.id)
        if table.thread is Thread.NONE:
            table = await _move(call, table, await channels.new_thread(call, table.game, table.id))
    return note(call.words("table.moved", table=table.id, channel=table.channel))


def _hosts(call: Call, table: Table) -> bool:
    return table.host == call.person.id


async def _bring(call: Call, table: Table, *, rescue: bool) -> Content:
    if table.guild != call.interaction.guild_id:
        raise Refusal("nothing_to_move")
    await channels.refuse_if_crowded(call, table)
    spend(call, POST)
    moved = await _move(call, table, channels.here(call), rescue=rescue)
    return note(call.words("table.move.done", table=moved.id))


async def _move(call: Call, table: Table, place: channels.Place, *, rescue: bool = False) -> Table:
    moved = await call.tables.threads.move(
        table.id, call.person, channel=place.channel, thread=place.thread, rescue=rescue, key=call.key
    )
    call.app.live_panels.forget(table.id)
    # What waits because the old channel could not be reached is posted in the new one.
    call.app.dispatcher.retry(channel=table.channel)
    return moved
