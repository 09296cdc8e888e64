"""What we keep in mind about a person: whether to write to them, and at which table they sit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord.abc import GuildChannel

from bot.discord import catalog
from bot.discord.ids import number
from bot.discord.router import Call
from bot.discord.view_models import owing
from bot.games.contract import Refusal
from bot.store.records import PersonRow
from bot.store.repositories import Repositories
from bot.tables import preferences
from bot.tables.model import Status, Table
from bot.text import Marked

if TYPE_CHECKING:
    from bot.app import App

NAME = 32
"""Characters of a name, as many as Discord allows."""


def server_of(call: Call, refusal: str) -> int:
    """The server in which something is asked for; refuses so in a direct message."""
    guild = call.interaction.guild_id
    if guild is None:
        raise Refusal(refusal)
    return guild


async def takes_messages(app: App, user: int) -> bool:
    """Whether a person wants direct messages and lets us send them."""
    return preferences.takes_messages(await known(app, user))


async def known(app: App, user: int) -> PersonRow | None:
    """A person as we know them, if we do."""
    return await app.store.read(lambda stored: stored.people.get(user))


async def found_closed(app: App, user: int) -> None:
    """Discord does not let us write to a person: it is not tried again until the person wants it."""
    await _change(app, user, lambda person: replace(person, dm_closed=True))


async def want_messages(app: App, user: int, *, wanted: bool) -> None:
    """Turns direct messages on or off; on also tries again where Discord had refused them."""
    await _change(
        app, user, lambda person: replace(person, dm=wanted, dm_closed=person.dm_closed and not wanted)
    )


async def _change(app: App, user: int, change: Callable[[PersonRow], PersonRow]) -> None:
    """Changes what is kept of a person, if anything is."""

    async def changed(stored: Repositories) -> None:
        person = await stored.people.get(user)
        if person is not None:
            await stored.people.put(change(person))

    await app.store.change(changed)


def sees(call: Call, channel: int, parent: int | None = None) -> bool:
    """Whether a person may look into a channel, or a thread of `parent` that we don't know any more; not
    where we know neither, nor into a private thread elsewhere."""
    if channel == call.channel:
        return True
    guild, person = call.interaction.guild, call.interaction.user
    if guild is None or not isinstance(person, discord.Member):
        return False
    return can_look(person, guild.get_channel_or_thread(channel) or guild.get_channel(parent or 0))


def can_look(person: discord.Member, channel: GuildChannel | discord.Thread | None) -> bool:
    """Whether a person may look into a channel, if we know it; not into private threads, since nobody tells
    us who is in them."""
    if isinstance(channel, discord.Thread):
        channel = None if channel.is_private() else channel.parent
    return channel is not None and channel.permissions_for(person).view_channel


def moderates(call: Call, table: Table) -> bool:
    """Whether the person may manage messages where the table stands; rights elsewhere don't count."""
    here = call.interaction.guild_id is not None and call.channel == table.channel
    return here and call.interaction.permissions.manage_messages


def manages(call: Call, guild: int | None) -> bool:
    """Whether the person is in this server and may manage it."""
    here = guild is not None and call.interaction.guild_id == guild
    return here and call.interaction.permissions.manage_guild


async def refuse_unless_may_end(call: Call, table: Table) -> None:
    """Refuses everybody who may not end the table for all: not_host, ending_managers. Who manages its server
    always may; whether its host and moderators of its channel may, the server sets."""
    ending = (await call.tables.servers.settings(table.guild)).ending
    if manages(call, table.guild):
        return
    if ending == "managers":
        raise Refusal("ending_managers")
    if table.host != call.person.id and (ending == "host" or not moderates(call, table)):
        raise Refusal("not_host")


async def may_end(call: Call, table: Table) -> bool:
    """Whether the person may end the table for everybody."""
    try:
        await refuse_unless_may_end(call, table)
    except Refusal:
        return False
    return True


def may_kick(call: Call, table: Table) -> bool:
    """Whether the person may remove others, or propose it."""
    return table.host == call.person.id or moderates(call, table)


async def tables_meant(call: Call, *, watched: bool = False) -> tuple[Table, ...]:
    """The table of the channel; in a direct message the person's own ones, at least one, with `watched` also
    those that they watch. Refusals: no_table_here, no_table_of_yours."""
    here = await call.tables.queries.table_in(call.channel)
    if here is not None:
        return (here,)
    if call.interaction.guild_id is not None:
        raise Refusal("no_table_here")
    own = await call.tables.queries.tables_of(call.person.id)
    if watched:
        own += await call.tables.spectators.watched_by(call.person.id)
    if not own:
        raise Refusal("no_table_of_yours")
    return own


def table_meant(press: Call) -> int:
    """The number of the table that was chosen in a menu of tables, else of the one the message belongs to."""
    return number(press.value) if press.values and not press.id.table else press.id.table


async def table_for(call: Call, number: int = 0, *, game: str = "") -> Table:
    """The table that is meant: the one named, that of the channel, or in a direct message one of the person's
    own, where they owe a decision before others. For the commands of a `game` only one of that game will do.
    Refusals: no_table, those of `tables_meant`, other_game {game}."""
    if number:
        return await call.tables.queries.table(number)
    meant = await tables_meant(call)
    found = await _owing_first(call, tuple(table for table in meant if table.game == game) or meant)
    if game and found.game != game:
        raise Refusal("other_game", game=Marked(catalog.name(found.game, call.words)))
    return found


async def _owing_first(call: Call, tables: tuple[Table, ...]) -> Table:
    """The first table that waits for the person; where there is no choice or none waits, the first."""
    for table in tables:
        if table.status is Status.PLAYING and len(tables) > 1:
            moment = await call.tables.queries.now_at(table.id)
            if table.seat_of(call.person.id) in owing(moment):
                return table
    return tables[0]
