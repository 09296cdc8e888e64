"""`/table watch` and **Watch**: whoever does not sit at a table follows it in one direct message."""

from __future__ import annotations

from bot.discord import spectators
from bot.discord.content import Button, Content
from bot.discord.discord_api import NO_LETTERS, Undelivered
from bot.discord.rate_limit import PICTURE, spend
from bot.discord.router import Call, on
from bot.games.contract import Refusal
from bot.tables.model import Table
from cogs.tables.finding import table_of


async def watch(call: Call, table: Table) -> None:
    """Sends the message; for who has it already, says where it is. Refusals: those of `Spectators.watch`,
    watch_closed, watch_busy, cool_down."""
    spend(call, PICTURE)
    watcher = await call.tables.spectators.watch(table.id, call.person.id)
    if watcher.message is None:
        try:
            watcher = await spectators.begin(call.app, watcher, call.key)
        except Undelivered as error:
            await call.tables.spectators.unwatch(table.id, call.person.id)
            raise Refusal("watch_closed" if error.trouble in NO_LETTERS else "watch_busy") from error
    speak = call.words
    stop = Button("table.unwatch", speak("table.more.unwatch"))
    await call.reply.show(Content((spectators.watches(watcher, speak),), rows=((stop,),), table=table.id))


@on("table.watch")
async def _watch(press: Call) -> None:
    await watch(press, await table_of(press))


@on("table.unwatch")
async def _unwatch(press: Call) -> None:
    """The message is no more than a farewell then, wherever the button was pressed."""
    speak, number = press.words, press.id.table
    watcher = await press.tables.spectators.unwatch(number, press.person.id)
    text = speak("news.stopped", table=number)
    again = Button("table.watch", speak("table.more.watch"))
    await press.reply.show(Content((text,), rows=((again,),), table=number))
    pressed = press.interaction.message
    if watcher is not None and (pressed is None or pressed.id != watcher.message):
        await spectators.stopped(press.app, watcher, text)
