"""Opening a table: in the channel of the command or, where one is open already, in a thread of its own."""

from __future__ import annotations

import unicodedata
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec

from bot.discord import catalog
from bot.discord.channels import (
    Place,
    check_channel,
    check_for_thread,
    here,
    language_of_posts,
    new_thread,
    one_thread_for_each,
    refuse_elsewhere,
    refuse_if_crowded,
    room_for_threads,
)
from bot.discord.content import Button, Content, note
from bot.discord.ids import number
from bot.discord.rate_limit import TABLE, spend
from bot.discord.router import Call, Outdated, on, refused
from bot.games import registry
from bot.games.contract import Options, Refusal, Text
from bot.tables.model import Table
from bot.text import cut, one_line

NO_THREAD = ("cannot_open_thread", "no_threads_here", "thread_failed")
"""The refusals where a table can have no thread of its own, but perhaps the channel."""
_REPEATED = 40
"""Characters that are repeated of what was typed and not understood."""


async def open_table(call: Call, key: str, options: Options, *, thread: bool = False) -> None:
    """Opens a lobby in the channel of a call; the dispatcher posts it. Where the channel is
    taken, the answer has a button that opens a thread. With `thread` the lobby gets a thread of its own;
    where there can be none, the answer says why and it stands in the channel.

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
        texts = (refused(call.words, refusal), call.words("lobby.opened", table=table.id))
    else:
        table = await _open(call, key, options, place, call.key)
        texts = (call.words("lobby.opened_in_thread", table=table.id, channel=table.channel),)
    await call.reply.private(Content(texts))


async def open_again(call: Call) -> None:
    """Opens a lobby with the people of a table that is over, where it was or else in a thread, as above.
    Refusals: no_table, not_seated, not_over, channel_busy, channel_not_allowed, channel_full, server_full,
    hosts_enough, cool_down."""
    spend(call, TABLE)
    over = call.id.table
    await _open_here(call, lambda: call.tables.lobby.rematch(over, call.person, key=call.key), over=over)


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
        if refusal.code != "channel_busy" or room_for_threads(call) is None:
            raise
        offer = str(await call.tables.lobby.offer(*asked)) if asked else ""
        thread = Button("lobby.thread", call.words("lobby.thread"), offer, style="primary")
        await call.reply.private(note(refused(call.words, refusal), thread, table=over))
    else:
        await call.reply.private(note(call.words("lobby.opened", table=table.id)))


@on("lobby.open", answers="private")
async def open_usual(call: Call) -> None:
    """**Open a table** in the list of games: a lobby with the usual options of the game. Refusals:
    no_such_game and those of `open_table`."""
    key = call.id.rest
    if catalog.find(key) != key:
        raise Refusal("no_such_game")
    await open_table(call, key, catalog.usual(key))


@on("lobby.thread")
async def open_in_thread(call: Call) -> None:
    """**Open a thread**: the lobby or the rematch that was asked for, in a new thread of this channel.
    Refusals: cannot_open_thread, no_threads_here, thread_failed, offer_gone, bad_options, no_table,
    channel_not_allowed, channel_full, server_full, hosts_enough, cool_down."""
    message = call.interaction.message
    if message is None:
        raise Outdated
    once = f"thread {message.id}"
    key, opened_in = await _asked_for(call, once)
    await refuse_elsewhere(call)
    check_for_thread(call)
    spend(call, TABLE)
    async with one_thread_for_each(message.id):
        table = await call.tables.queries.known_by(once)
        if table is None:
            table = await opened_in(await new_thread(call, key))
    await call.reply.show(note(call.words("lobby.opened_in_thread", table=table.id, channel=table.channel)))


async def _asked_for(call: Call, once: str) -> tuple[str, Callable[[Place], Awaitable[Table]]]:
    """The game, and what opens its lobby in a thread: a rematch where the button belongs to a table."""
    if call.id.table:
        over = await call.tables.queries.table(call.id.table)
        again = partial(call.tables.lobby.rematch, over.id, call.person, key=once)
        return over.game, lambda place: again(own_thread=place.channel, number=place.number)
    key, options = await call.tables.lobby.offered(number(call.id.rest))
    return key, lambda place: _open(call, key, options, place, once)


def typed(key: str, option: str, text: str) -> str:
    """The value of an option that was typed in, in whatever width; empty is the usual one. Refusals: those of
    the game, which say what is wrong, option_text {example}."""
    narrow = unicodedata.normalize("NFKC", text).strip()
    try:
        value = registry.game(key).typed(option, narrow) if narrow else ""
        options_from(key, {option: value})
    except Refusal as refusal:
        if refusal.code != "bad_options":
            raise shortened(refusal) from None
        texts = [item for item in registry.game(key).info.options if isinstance(item, Text)]
        example = next(item.example for item in texts if item.key == option)
        raise Refusal("option_text", example=one_line(example)) from None
    return value


def shortened(refusal: Refusal) -> Refusal:
    """A refusal that repeats what was typed only as far as there is room in a sentence."""
    data = {
        name: cut(what, _REPEATED) if isinstance(what, str) else what for name, what in refusal.data.items()
    }
    return Refusal(refusal.code, **data)


def options_from(key: str, chosen: dict[str, Any]) -> Options:
    """The options of a game from plain values; refuses with `bad_options` what lies outside the limits."""
    rule = registry.game(key)
    try:
        return msgspec.convert(chosen, rule.options_type)
    except msgspec.ValidationError:
        raise Refusal("bad_options") from None


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
