"""Channels and threads in which tables stand: what the bot and what people may do there, and new threads."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal
from weakref import WeakValueDictionary

import discord
from discord.abc import GuildChannel

from bot.discord import App, catalog
from bot.discord.discord_api import LONGEST, Trouble, Undelivered, outcomes
from bot.discord.router import Call
from bot.games.contract import Refusal
from bot.tables.model import Table, Thread, not_host
from bot.text import Marked, cut, words

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""What we must be allowed to do in a channel before a table is opened there."""
IN_A_THREAD = tuple("send_messages_in_threads" if name == "send_messages" else name for name in NEEDED)
FOR_A_CHALLENGE = (*NEEDED, "create_private_threads", "send_messages_in_threads")
FOR_A_THREAD = ("create_public_threads", *IN_A_THREAD)
NAME = 100
"""Characters of the name of a thread."""
LOOKED_UP = 10
"""Channels that Discord is asked for at once."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is to stand, and the number that was reserved for it, if one was."""

    channel: int
    thread: Thread = Thread.NONE
    number: int = 0


class Locks(WeakValueDictionary[int, asyncio.Lock]):
    """One lock for each number, there only while it is held or waited for."""

    def of(self, number: int) -> asyncio.Lock:
        """The lock of a number."""
        return self.setdefault(number, asyncio.Lock())


one_thread_for_each = Locks()
"""By the message with the button: two quick presses open one thread."""


# People ------------------------------------------------------------------------------------------------


def server_of(call: Call, refusal: str) -> int:
    """The server in which something is asked for; refuses so in a direct message. Refusal: not_a_member."""
    guild = call.interaction.guild_id
    if guild is None:
        raise Refusal(refusal)
    if not call.in_server:
        raise Refusal("not_a_member")
    return guild


def sees(call: Call, channel: int, parent: int | None = None) -> bool:
    """Whether a person may look into a channel, or a thread of `parent` that we don't know any more."""
    if channel == call.channel:
        return True
    guild, person = call.interaction.guild, call.interaction.user
    if guild is None or not isinstance(person, discord.Member):
        return False
    return can_look(person, guild.get_channel_or_thread(channel) or guild.get_channel(parent or 0))


def can_look(person: discord.Member, channel: GuildChannel | discord.Thread | None) -> bool:
    """Whether a person may look into a channel; not into private threads, whose people we don't know."""
    if isinstance(channel, discord.Thread):
        channel = None if channel.is_private() else channel.parent
    return channel is not None and channel.permissions_for(person).view_channel


def moderates(call: Call, table: Table) -> bool:
    """Whether the person may manage messages where the table stands; rights elsewhere don't count."""
    here = not call.by_message and call.channel == table.channel
    return here and call.interaction.permissions.manage_messages


def manages(call: Call, guild: int | None) -> bool:
    """Whether the person is in this server and may manage it."""
    here = guild is not None and call.interaction.guild_id == guild
    return here and call.interaction.permissions.manage_guild


def managed_server(call: Call, refusal: str) -> int:
    """The server, which the person may manage; refuses so in a direct message. Refusals: not_a_member,
    not_manager."""
    guild = server_of(call, refusal)
    if not manages(call, guild):
        raise Refusal("not_manager")
    return guild


async def refuse_unless_may_end(call: Call, table: Table) -> None:
    """Refuses who may not end the table for all, as the server has set it: not_host, ending_managers."""
    ending = (await call.tables.servers.settings(table.guild)).ending
    if manages(call, table.guild):
        return
    if ending == "managers":
        raise Refusal("ending_managers")
    if table.host != call.person.id and (ending == "host" or not moderates(call, table)):
        raise not_host(table.host, table.sitters)


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


# The bot -----------------------------------------------------------------------------------------------


def check_channel(call: Call) -> None:
    """Refuses where no table can be: `only_in_server`, or `cannot_post` with the rights we lack there."""
    server_of(call, "only_in_server")
    threaded = isinstance(call.interaction.channel, discord.Thread)
    _check_rights(call, IN_A_THREAD if threaded else NEEDED, "cannot_post")


def check_for_thread(call: Call, *, private: bool = False) -> None:
    """Refuses where there can be no thread for a table: no_threads_here, cannot_open_thread {missing}."""
    if room_for_threads(call) is None:
        raise Refusal("no_threads_here")
    _check_rights(call, FOR_A_CHALLENGE if private else FOR_A_THREAD, "cannot_open_thread")


def _check_rights(call: Call, needed: Iterable[str], refusal: str) -> None:
    allowed = call.interaction.app_permissions
    missing = [call.words(f"kit.right.{name}") for name in needed if not getattr(allowed, name)]
    if missing:
        raise Refusal(refusal, missing=call.words.all_of(missing))


async def refuse_elsewhere(call: Call) -> None:
    """Refuses in channels where the server wants no games; a thread counts as its channel."""
    allowed = (await call.tables.servers.settings(call.interaction.guild_id)).channels
    channel = call.interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else call.channel
    if allowed and parent not in allowed:
        places = call.words.all_of(f"<#{each}>" for each in allowed)
        raise Refusal("channel_not_allowed", channels=Marked(places))


async def refuse_if_crowded(call: Call, moved: Table | None = None) -> None:
    """Refuses one more table, new or `moved` here, where a channel with its threads has enough."""
    there = await call.tables.queries.known_by(call.key) or await call.tables.queries.table_in(call.channel)
    if there is None or not there.status.active:
        await _check_room(call, moved)


async def _check_room(call: Call, moved: Table | None = None) -> None:
    channel = call.interaction.channel
    home = channel.parent if isinstance(channel, discord.Thread) else channel
    if isinstance(home, discord.TextChannel | discord.ForumChannel):
        beside = [thread.id for thread in home.threads]
        await call.tables.lobby.check_room(call.person.id, (home.id, *beside), moved=moved)


async def language_of_posts(call: Call) -> str:
    """The language of the posts of a server, set here or chosen in Discord."""
    said = language_of(call.interaction.guild, call.interaction.guild_locale)
    return await call.app.locale_of(call.interaction.guild_id, said)


def language_of(guild: discord.Guild | None, locale: discord.Locale | None) -> str | None:
    """What Discord says of a server's language; None where none was chosen (en-US also where none can be)."""
    chooses = guild is not None and "COMMUNITY" in guild.features
    said = locale is not None and (chooses or locale is not discord.Locale.american_english)
    return str(locale) if said else None


def here(call: Call) -> Place:
    """Where a call was made."""
    channel = call.interaction.channel
    if not isinstance(channel, discord.Thread):
        return Place(call.channel)
    own = call.app.user is not None and channel.owner_id == call.app.user.id
    return Place(call.channel, Thread.OWN if own else Thread.FOREIGN)


def room_for_threads(call: Call) -> discord.TextChannel | None:
    """The channel of an interaction if it is an ordinary one: others have no room for a thread like ours."""
    channel = call.interaction.channel
    return channel if isinstance(channel, discord.TextChannel) and not channel.is_news() else None


async def new_thread(call: Call, key: str, table: int = 0) -> Place:
    """A new public thread of this channel for a table of a game, one to come if it has no number yet."""
    channel = room_for_threads(call)
    if channel is None:
        raise Refusal("no_threads_here")
    if not table:
        await _check_room(call)
        table = await call.tables.threads.number(call.interaction.guild_id)
    return await _made(call, channel, key, table, discord.ChannelType.public_thread)


async def private_thread(call: Call, channel: discord.TextChannel, key: str) -> Place:
    """A new private thread for a table of this person alone, whoever else may manage threads there."""
    table = await call.tables.threads.number(channel.guild.id)
    return await _made(call, channel, key, table, discord.ChannelType.private_thread)


async def _made(
    call: Call, channel: discord.TextChannel, key: str, table: int, kind: discord.ChannelType
) -> Place:
    """A thread for a table; into a private one the person is let, who lets nobody else in."""
    speak, private = words(await language_of_posts(call)), kind is discord.ChannelType.private_thread
    try:
        with outcomes():
            thread = await channel.create_thread(
                name=cut(speak("lobby.thread_name", game=catalog.name(key, speak), table=table), NAME),
                type=kind,
                auto_archive_duration=LONGEST,
                invitable=not private,
            )
            if private:
                await thread.add_user(discord.Object(call.person.id))
    except Undelivered as error:
        raise Refusal("thread_failed") from error
    return Place(thread.id, Thread.OWN, table)


async def remove_thread(call: Call, number: int) -> None:
    """Takes away a thread in which nothing has begun."""
    guild = call.interaction.guild
    thread = guild and guild.get_thread(number)
    if thread is not None:
        with suppress(Undelivered), outcomes():
            await thread.delete()


# Where tables stand ------------------------------------------------------------------------------------


async def find_channel(guild: discord.Guild, channel: int) -> GuildChannel | discord.Thread:
    """A channel or a thread; one that has been archived only Discord knows. Raises `Undelivered`."""
    known = guild.get_channel_or_thread(channel)
    if known is not None:
        return known
    with outcomes():
        return await guild.fetch_channel(channel)


async def trouble(app: App, table: Table) -> Literal["removed", "gone", "barred", ""]:
    """What keeps us from posting where a table stands; empty if nothing does, or another process knows."""
    if table.apart or (table.guild is not None and not app.part.has(table.guild)):
        return ""
    guild = app.get_guild(table.guild) if table.guild is not None else None
    if guild is None:
        return "removed"
    try:
        channel = await find_channel(guild, table.channel)
    except Undelivered as error:
        if error.trouble is Trouble.CHANNEL_GONE:
            return "gone"
        return "barred" if error.trouble is Trouble.BARRED else ""
    threaded = isinstance(channel, discord.Thread)
    if threaded and channel.parent is None:
        return "gone"
    rights = channel.permissions_for(guild.me)
    if threaded and channel.archived and channel.locked and not rights.manage_threads:
        return "barred"
    return "" if all(getattr(rights, name) for name in (IN_A_THREAD if threaded else NEEDED)) else "barred"


async def is_stray(call: Call, table: Table) -> bool:
    """Whether the place of a table is gone and this person may rescue it."""
    may = table.seat_of(call.person.id) is not None or manages(call, table.guild)
    return may and await trouble(call.app, table) == "gone"


async def strays(call: Call) -> tuple[Table, ...]:
    """The active tables of this server whose place is gone, for who manages it; of many some at a time."""
    guild = call.interaction.guild
    if guild is None or not manages(call, guild.id):
        return ()
    tables = await call.tables.queries.channels_in(guild.id)
    unknown = [table for table, channel in tables if guild.get_channel_or_thread(channel) is None]
    found = [await call.tables.queries.table(table) for table in unknown[:LOOKED_UP]]
    return tuple([table for table in found if await trouble(call.app, table) == "gone"])
