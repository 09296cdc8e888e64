"""Opening a table: in the channel of the command or, where one is open already, in a thread of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any

import discord
import msgspec

from bot.games import registry
from bot.games.contract import Choice, Number, Options, Refusal, Text
from bot.tables.locks import Locks
from bot.tables.model import Table
from bot.text import cut, one_line, words
from cogs.kit import shelf
from cogs.kit.content import Button, Content
from cogs.kit.delivery import Undelivered, outcomes
from cogs.kit.router import Call, Press, on, refused

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""What we must be allowed to do in a channel before a table is opened there."""
IN_A_THREAD = tuple("send_messages_in_threads" if name == "send_messages" else name for name in NEEDED)
"""The same in a thread."""
FOR_A_THREAD = ("create_public_threads", *IN_A_THREAD)
"""What we must be allowed to do in a channel before we open a thread for a table."""
QUIET_DAYS = 7
"""Days without a word after which Discord folds such a thread up; the next post unfolds it."""
NAME = 100
"""Characters of the name of a thread."""
_one_thread_for_each = Locks()
"""By the message with the button: two quick presses open one thread."""


async def open_table(call: Call, key: str, options: Options) -> None:
    """Opens a lobby in the channel of a call; the courier posts it. A channel that is taken is told
    together with a button that opens a thread. Refusals: channel_busy, cannot_post, only_in_server."""
    check_channel(call)
    await _open_here(call, _open(call, key, options, call.channel, call.key), asked=packed(key, options))


async def open_again(press: Press) -> None:
    """Opens a lobby with the people of a table that is over, where it was or else in a thread, as above.
    Refusals: no_table, not_seated, not_over, channel_busy."""
    over = press.id.table
    await _open_here(press, press.app.tables.rematch(over, press.person, key=press.key), over=over)


async def _open_here(call: Call, opening: Awaitable[Table], *, asked: str = "", over: int = 0) -> None:
    try:
        table = await opening
    except Refusal as refusal:
        if refusal.code != "channel_busy" or _room_for_threads(call) is None:
            raise
        thread = Button("lobby.thread", call.words("lobby.thread"), asked, style="primary")
        await call.reply.private(Content((refused(call.words, refusal),), rows=((thread,),), table=over))
        return
    await call.reply.private(Content((call.words("lobby.opened", table=table.id),)))


@on("lobby.open")
async def open_usual(press: Press) -> None:
    """**Open a table** in the list of games: a lobby with the usual options of the game. Refusals:
    no_such_game and those of `open_table`."""
    key = press.id.rest
    if shelf.find(key) != key:
        raise Refusal("no_such_game")
    await open_table(press, key, registry.game(key).options_type())


@on("lobby.thread")
async def open_in_thread(press: Press) -> None:
    """**Open a thread**: the lobby or the rematch that was asked for, in a new thread of this channel.
    Refusals: cannot_open_thread, thread_failed, bad_options, no_such_game, no_table."""
    message = press.interaction.message
    assert message is not None, "a button sits on a message"
    once = f"thread {message.id}"
    key, opened_in = await _asked_for(press, once)
    _check_for_thread(press)
    await press.reply.before_show()
    async with _one_thread_for_each(message.id):
        table = await press.app.tables.known_by(once)
        if table is None:
            thread = await _new_thread(press, key)
            table = await opened_in(thread)
    told = press.words("lobby.opened_in_thread", table=table.id, channel=table.channel)
    await press.reply.show(Content((told,)))


async def _asked_for(press: Press, once: str) -> tuple[str, Callable[[int], Awaitable[Table]]]:
    """The game, and what opens its lobby in a channel: a rematch where the button belongs to a table."""
    if press.id.table:
        over = await press.app.tables.table(press.id.table)
        again = partial(press.app.tables.rematch, over.id, press.person, key=once)
        return over.game, lambda channel: again(channel=channel)
    key, options = unpacked(press.id.rest)
    return key, lambda channel: _open(press, key, options, channel, once)


def options_from(key: str, chosen: dict[str, Any]) -> Options:
    """The options of a game from plain values; refuses with `bad_options` what lies outside the limits."""
    rule = registry.game(key)
    try:
        return msgspec.convert(chosen, rule.options_type)
    except msgspec.ValidationError:
        raise Refusal("bad_options") from None


def packed(key: str, options: Options) -> str:
    """A game and its options in the few characters that a button has for them."""
    now = msgspec.to_builtins(options)
    numbers = (
        item.values.index(now[item.key]) if isinstance(item, Choice) else now[item.key]
        for item in registry.game(key).info.options
    )
    return "/".join(map(str, (key, *numbers)))


def unpacked(text: str) -> tuple[str, Options]:
    """What `packed` has written. Refusals, after a change of the games: no_such_game, bad_options."""
    key, *values = text.split("/")
    if shelf.find(key) != key:
        raise Refusal("no_such_game")
    try:
        described = zip(registry.game(key).info.options, values, strict=True)
        chosen = {item.key: _unpacked(item, written) for item, written in described}
    except (ValueError, IndexError):
        raise Refusal("bad_options") from None
    return key, options_from(key, chosen)


def _unpacked(item: Choice | Number | Text, written: str) -> str | int:
    if isinstance(item, Text):
        return written
    return item.values[int(written)] if isinstance(item, Choice) else int(written)


def check_channel(call: Call) -> None:
    """Refuses where no table can be: `only_in_server`, or `cannot_post` with the rights we lack there."""
    if call.interaction.guild_id is None:
        raise Refusal("only_in_server")
    threaded = isinstance(call.interaction.channel, discord.Thread)
    missing = _missing(call, IN_A_THREAD if threaded else NEEDED)
    if missing:
        raise Refusal("cannot_post", missing=missing)


def server_says(interaction: discord.Interaction[Any]) -> str | None:
    """The language a server has chosen; Discord says en-US also of those that never could choose."""
    told = interaction.guild_locale
    chooses = interaction.guild is not None and "COMMUNITY" in interaction.guild.features
    return None if told is None or (told is discord.Locale.american_english and not chooses) else told.value


async def _open(call: Call, key: str, options: Options, channel: int, once: str) -> Table:
    return await call.app.tables.open(
        key,
        options,
        call.person,
        guild=call.interaction.guild_id,
        channel=channel,
        locale=await _language(call),
        key=once,
    )


async def _language(call: Call) -> str:
    return await call.app.locale_of(call.interaction.guild_id, server_says(call.interaction))


def _room_for_threads(call: Call) -> discord.TextChannel | None:
    """The channel of an interaction if it is an ordinary one: threads, posts of forums, voice channels and
    announcements have no room for a thread like ours."""
    channel = call.interaction.channel
    return channel if isinstance(channel, discord.TextChannel) and not channel.is_news() else None


def _check_for_thread(call: Call) -> None:
    missing = _missing(call, FOR_A_THREAD)
    if missing:
        raise Refusal("cannot_open_thread", missing=missing)


def _missing(call: Call, needed: Iterable[str]) -> str:
    """The rights that we lack in this channel, as a list in words; empty if there are none."""
    allowed = call.interaction.app_permissions
    return call.words.all_of(call.words(f"kit.right.{name}") for name in needed if not getattr(allowed, name))


async def _new_thread(press: Press, key: str) -> int:
    """The id of a new public thread, named in the language of its posts."""
    channel = _room_for_threads(press)
    if channel is None:
        raise Refusal("thread_failed")
    speak = words(await _language(press))
    name = speak("lobby.thread_name", game=shelf.name(key, speak), host=one_line(press.person.name))
    try:
        with outcomes():
            thread = await channel.create_thread(
                name=cut(name, NAME),
                type=discord.ChannelType.public_thread,
                auto_archive_duration=QUIET_DAYS * 24 * 60,
            )
    except Undelivered as error:
        raise Refusal("thread_failed") from error
    return thread.id
