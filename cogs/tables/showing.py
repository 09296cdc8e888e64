"""`/table show` and `/table text`: the present moment again, as a picture or in words."""

from __future__ import annotations

from typing import Any

from bot.discord import lobby, opening, table_posts
from bot.discord.content import Attached, Content
from bot.discord.layout import TEXT
from bot.discord.people import moderates
from bot.discord.presenter import presenter_of
from bot.discord.rate_limit import PICTURE, POST, spend
from bot.discord.router import Call, on
from bot.discord.view_models import spoken, turn_of, view_model
from bot.games.contract import Refusal
from bot.tables.model import Moment, Status, Table
from bot.text import cut
from bot.view_model import ViewModel
from cogs.tables.finding import table_of


async def show(call: Call, table: Table) -> None:
    """For those at the table a fresh post in its channel, where we may write; for others a private one.
    Refusals: cool_down."""
    posts = table.status is Status.PLAYING and _may_post(call, table)
    spend(call, POST if posts else PICTURE)
    if posts:
        await call.tables.play.repeat(table.id, key=call.key)
        await call.reply.private(Content((call.words("table.show.posted"),)))
        return
    await call.reply.private(await _seen(call, table))


@on("table.show", answers="private")
async def _chosen(press: Call) -> None:
    await show(press, await table_of(press))


async def tell(call: Call, table: Table) -> None:
    """Everything that the person may see of the table, in words. Refusals: not_started, cool_down."""
    spend(call, PICTURE)
    if table.status is Status.LOBBY:
        raise Refusal("not_started")
    moment = await call.tables.queries.now_at(table.id)
    seen = view_model(moment, table.seat_of(call.person.id), call.words)
    await call.reply.show(_worded(call, moment, seen))
    await call.tables.unread.looked(moment.table, call.person.id)


@on("table.text")
async def _told(press: Call) -> None:
    await tell(press, await table_of(press))


def _worded(call: Call, moment: Moment, seen: ViewModel[Any]) -> Content:
    """The model in words; what is too long for a message goes on in a file that holds all of it."""
    table, turn = moment.table.id, turn_of(moment)
    told = presenter_of(moment.table.game).text
    text = told(spoken(seen))
    if len(text) <= TEXT:
        return Content((text,), table=table, turn=turn)
    name = f"stammtisch-{table}.txt"
    more = call.words("table.text.as_file", file=name)
    files = (Attached(name, told(seen).encode()),)
    return Content((more, cut(text, TEXT - len(more))), table=table, turn=turn, files=files)


def _may_post(call: Call, table: Table) -> bool:
    """Whether this person may have a post made here, and whether we may make one."""
    here = call.interaction.guild_id is not None and call.channel == table.channel
    theirs = table.seat_of(call.person.id) is not None or moderates(call, table)
    return here and theirs and _can_post(call)


def _can_post(call: Call) -> bool:
    try:
        opening.check_channel(call)
    except Refusal:
        return False
    return True


async def _seen(call: Call, table: Table) -> Content:
    """What stands in the channel, in the words of the one person who reads it here."""
    if table.status is Status.LOBBY:
        return lobby.content(table, call.words)
    if table.status is Status.PLAYING:
        moment = await call.tables.queries.now_at(table.id)
        return await table_posts.board(call.app, moment, speak=call.words)
    return await table_posts.ended(call.app, table.id, call.words)
