"""Opening a table: in the channel of the command or, where one is open already, in a thread of its own."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import discord
import msgspec

from bot.discord import catalog
from bot.discord.content import Button, Content
from bot.discord.discord_api import LONGEST, Undelivered, outcomes
from bot.discord.ids import number
from bot.discord.rate_limit import TABLE, spend
from bot.discord.router import Call, Outdated, on, refused
from bot.games import registry
from bot.games.contract import Options, Refusal, Text
from bot.tables.model import Table, Thread
from bot.text import Marked, cut, one_line, words

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""What we must be allowed to do in a channel before a table is opened there."""
IN_A_THREAD = tuple("send_messages_in_threads" if name == "send_messages" else name for name in NEEDED)
"""The same in a thread."""
FOR_A_THREAD = ("create_public_threads", *IN_A_THREAD)
"""What we must be allowed to do in a channel before we open a thread for a table."""
NO_THREAD = ("cannot_open_thread", "no_threads_here", "thread_failed")
"""The refusals where a table can have no thread of its own, but perhaps the channel."""
NAME = 100
"""Characters of the name of a thread."""
_REPEATED = 40
"""Characters that are repeated of what nobody understood."""


class Locks:
    """Called with a table it gives the context in which nobody else changes that table."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._locks)

    @asynccontextmanager
    async def __call__(self, table: int) -> AsyncGenerator[None]:
        lock = self._locks.setdefault(table, asyncio.Lock())
        async with lock:
            yield


one_thread_for_each = Locks()
"""By the message with the button: two quick presses open one thread."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is to stand, and the number that was reserved for it, if one was."""

    channel: int
    thread: Thread = Thread.NONE
    number: int = 0


async def open_table(call: Call, key: str, options: Options, *, thread: bool = False) -> None:
    """Opens a lobby in the channel of a call; the dispatcher posts it. A channel that is taken is told
    together with a button that opens a thread. With `thread` the lobby gets a thread of its own; where there
    can be none, the reason is told and it stands in the channel.

    Refusals: channel_busy, channel_not_allowed, channel_full, server_full, hosts_enough, cool_down,
    cannot_post, only_in_server, and with `thread` in a taken channel also cannot_open_thread,
    no_threads_here, thread_failed.
    """
    check_channel(call)
    spend(call, TABLE)
    if thread:
        await _open_apart(call, key, options)
    else:
        await _open_here(call, lambda: _open(call, key, options, here(call), call.key), asked=(key, options))


async def _open_apart(call: Call, key: str, options: Options) -> None:
    await refuse_elsewhere(call)
    try:
        check_for_thread(call)
        place = await new_thread(call, key)
    except Refusal as refusal:
        there = await call.tables.queries.table_in(call.channel)
        if refusal.code not in NO_THREAD or (there is not None and there.status.active):
            raise
        await refuse_if_crowded(call)
        table = await _open(call, key, options, here(call), call.key)
        told = (refused(call.words, refusal), call.words("lobby.opened", table=table.id))
    else:
        table = await _open(call, key, options, place, call.key)
        told = (call.words("lobby.opened_in_thread", table=table.id, channel=table.channel),)
    await call.reply.private(Content(told))


async def open_again(press: Call) -> None:
    """Opens a lobby with the people of a table that is over, where it was or else in a thread, as above.
    Refusals: no_table, not_seated, not_over, channel_busy, channel_not_allowed, channel_full, server_full,
    hosts_enough, cool_down."""
    spend(press, TABLE)
    over = press.id.table
    await _open_here(press, lambda: press.tables.lobby.rematch(over, press.person, key=press.key), over=over)


async def _open_here(
    call: Call,
    opening: Callable[[], Awaitable[Table]],
    *,
    asked: tuple[str, Options] | None = None,
    over: int = 0,
) -> None:
    await refuse_elsewhere(call)
    await refuse_if_crowded(call)
    try:
        table = await opening()
    except Refusal as refusal:
        if refusal.code != "channel_busy" or _room_for_threads(call) is None:
            raise
        offer = str(await call.tables.lobby.offer(*asked)) if asked else ""
        thread = Button("lobby.thread", call.words("lobby.thread"), offer, style="primary")
        await call.reply.private(Content((refused(call.words, refusal),), rows=((thread,),), table=over))
        return
    await call.reply.private(Content((call.words("lobby.opened", table=table.id),)))


async def refuse_if_crowded(call: Call, moved: Table | None = None) -> None:
    """Refuses one more table, a new one or one that is moved here, where a channel with its threads has
    enough; one that is open in this very place is told of elsewhere. Refusals: channel_full, for a new table
    also hosts_enough."""
    there = await call.tables.queries.known_by(call.key) or await call.tables.queries.table_in(call.channel)
    if there is None or not there.status.active:
        await _check_room(call, moved)


async def _check_room(call: Call, moved: Table | None = None) -> None:
    channel = call.interaction.channel
    home = channel.parent if isinstance(channel, discord.Thread) else channel
    if isinstance(home, discord.TextChannel | discord.ForumChannel):
        beside = [thread.id for thread in home.threads]
        await call.tables.lobby.check_room(call.person.id, (home.id, *beside), moved=moved)


@on("lobby.open", answers="private")
async def open_usual(press: Call) -> None:
    """**Open a table** in the list of games: a lobby with the usual options of the game. Refusals:
    no_such_game and those of `open_table`."""
    key = press.id.rest
    if catalog.find(key) != key:
        raise Refusal("no_such_game")
    await open_table(press, key, catalog.usual(key))


@on("lobby.thread")
async def open_in_thread(press: Call) -> None:
    """**Open a thread**: the lobby or the rematch that was asked for, in a new thread of this channel.
    Refusals: cannot_open_thread, no_threads_here, thread_failed, offer_gone, bad_options, no_table,
    channel_not_allowed, channel_full, server_full, hosts_enough, cool_down."""
    message = press.interaction.message
    if message is None:
        raise Outdated
    once = f"thread {message.id}"
    key, opened_in = await _asked_for(press, once)
    await refuse_elsewhere(press)
    check_for_thread(press)
    spend(press, TABLE)
    async with one_thread_for_each(message.id):
        table = await press.tables.queries.known_by(once)
        if table is None:
            table = await opened_in(await new_thread(press, key))
    told = press.words("lobby.opened_in_thread", table=table.id, channel=table.channel)
    await press.reply.show(Content((told,)))


async def _asked_for(press: Call, once: str) -> tuple[str, Callable[[Place], Awaitable[Table]]]:
    """The game, and what opens its lobby in a thread: a rematch where the button belongs to a table."""
    if press.id.table:
        over = await press.tables.queries.table(press.id.table)
        again = partial(press.tables.lobby.rematch, over.id, press.person, key=once)
        return over.game, lambda place: again(own_thread=place.channel, number=place.number)
    key, options = await press.tables.lobby.offered(number(press.id.rest))
    return key, lambda place: _open(press, key, options, place, once)


def typed(key: str, option: str, text: str) -> str:
    """The value of an option that was typed in, in whatever width; empty is the usual one. Refusals: those of
    the game, which say what is wrong, option_text {example}."""
    narrow = unicodedata.normalize("NFKC", text).strip()
    try:
        value = registry.game(key).typed(option, narrow) if narrow else ""
        options_from(key, {option: value})
    except Refusal as refusal:
        if refusal.code == "bad_options":
            raise Refusal("option_text", example=_example(key, option)) from None
        raise shortened(refusal) from None
    return value


def shortened(refusal: Refusal) -> Refusal:
    """A refusal that repeats what somebody has typed only as far as there is room in a sentence."""
    return Refusal(refusal.code, **{name: _repeated(what) for name, what in refusal.data.items()})


def _example(key: str, option: str) -> str:
    texts = [item for item in registry.game(key).info.options if isinstance(item, Text)]
    return next(one_line(item.example) for item in texts if item.key == option)


def _repeated(what: str | int) -> str | int:
    """What somebody has typed, as long as it may stand in a sentence."""
    return cut(what, _REPEATED) if isinstance(what, str) else what


def options_from(key: str, chosen: dict[str, Any]) -> Options:
    """The options of a game from plain values; refuses with `bad_options` what lies outside the limits."""
    rule = registry.game(key)
    try:
        return msgspec.convert(chosen, rule.options_type)
    except msgspec.ValidationError:
        raise Refusal("bad_options") from None


def check_channel(call: Call) -> None:
    """Refuses where no table can be: `only_in_server`, or `cannot_post` with the rights we lack there."""
    if call.interaction.guild_id is None:
        raise Refusal("only_in_server")
    threaded = isinstance(call.interaction.channel, discord.Thread)
    missing = _missing(call, IN_A_THREAD if threaded else NEEDED)
    if missing:
        raise Refusal("cannot_post", missing=missing)


async def refuse_elsewhere(call: Call) -> None:
    """Refuses in channels where the server wants no games; a thread counts as its channel."""
    allowed = (await call.tables.servers.settings(call.interaction.guild_id)).channels
    channel = call.interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else call.channel
    if allowed and parent not in allowed:
        places = call.words.all_of(f"<#{each}>" for each in allowed)
        raise Refusal("channel_not_allowed", channels=Marked(places))


def server_says(interaction: discord.Interaction[Any]) -> str | None:
    """The language a server has chosen; Discord says en-US also of those that never could choose."""
    told = interaction.guild_locale
    chooses = interaction.guild is not None and "COMMUNITY" in interaction.guild.features
    return None if told is None or (told is discord.Locale.american_english and not chooses) else told.value


def here(call: Call) -> Place:
    """Where a call was made."""
    channel = call.interaction.channel
    if not isinstance(channel, discord.Thread):
        return Place(call.channel)
    own = call.app.user is not None and channel.owner_id == call.app.user.id
    return Place(call.channel, Thread.OWN if own else Thread.FOREIGN)


async def _open(call: Call, key: str, options: Options, place: Place, once: str) -> Table:
    return await call.tables.lobby.open(
        key,
        options,
        call.person,
        guild=call.interaction.guild_id,
        channel=place.channel,
        locale=await language_of_posts(call),
        key=once,
        thread=place.thread,
        number=place.number,
    )


async def language_of_posts(call: Call) -> str:
    """The language of what is posted in the server of a call."""
    return await call.app.locale_of(call.interaction.guild_id, server_says(call.interaction))


def _room_for_threads(call: Call) -> discord.TextChannel | None:
    """The channel of an interaction if it is an ordinary one: threads, posts of forums, voice channels and
    announcements have no room for a thread like ours."""
    channel = call.interaction.channel
    return channel if isinstance(channel, discord.TextChannel) and not channel.is_news() else None


def check_for_thread(call: Call) -> None:
    """Refuses where there can be no thread for a table: no_threads_here, cannot_open_thread {missing}."""
    if _room_for_threads(call) is None:
        raise Refusal("no_threads_here")
    missing = _missing(call, FOR_A_THREAD)
    if missing:
        raise Refusal("cannot_open_thread", missing=missing)


def _missing(call: Call, needed: Iterable[str]) -> str:
    """The rights that we lack in this channel, as a list in words; empty if there are none."""
    allowed = call.interaction.app_permissions
    return call.words.all_of(call.words(f"kit.right.{name}") for name in needed if not getattr(allowed, name))


async def new_thread(call: Call, key: str, table: int = 0) -> Place:
    """A new public thread of this channel for a table of a game, one to come if it has no number yet; named
    after both in the language of its posts. Refusals: no_threads_here, thread_failed, and
    for a table to come server_full, channel_full, hosts_enough."""
    channel = _room_for_threads(call)
    if channel is None:
        raise Refusal("no_threads_here")
    if not table:
        await _check_room(call)
        table = await call.tables.threads.number(call.interaction.guild_id)
    speak = words(await language_of_posts(call))
    try:
        with outcomes():
            thread = await channel.create_thread(
                name=cut(speak("lobby.thread_name", game=catalog.name(key, speak), table=table), NAME),
                type=discord.ChannelType.public_thread,
                auto_archive_duration=LONGEST,
            )
    except Undelivered as error:
        raise Refusal("thread_failed") from error
    return Place(thread.id, Thread.OWN, table)
