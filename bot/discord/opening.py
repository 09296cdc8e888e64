"""Opening a table: in the channel of the command or, where one is open already, in a thread of its own."""

import unicodedata
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec

from bot.discord import catalog, channels
from bot.discord.channels import Place
from bot.discord.content import Button, Content, note, number
from bot.discord.rate_limit import TABLE, spend
from bot.discord.router import Call, Outdated, on, refused
from bot.games import registry
from bot.games.contract import Options, Refusal, Text
from bot.tables.model import Status, Table
from bot.text import cut, one_line

NO_THREAD = ("cannot_open_thread", "no_threads_here", "thread_failed")
"""The refusals where a table can have no thread of its own, but perhaps the channel."""
_REPEATED = 40
"""Characters that are repeated of what was typed and not understood."""


Begin = Callable[[Table], Awaitable[None]]
"""What is done with a table as soon as it is open."""


async def open_table(
    call: Call, key: str, options: Options | None = None, *, thread: bool = False, begin: Begin | None = None
) -> Content:
    """Opens a lobby in the channel of a call, with the usual options if none are given; the dispatcher posts
    it. Where the channel is taken, the answer has a button that opens a thread. With `thread` the lobby gets
    one at once; where there can be none, the answer says why and it stands in the channel."""
    wanted = registry.game(key).options_type() if options is None else options
    channels.check_channel(call)
    spend(call, TABLE)
    here = partial(_open, call, key, wanted, channels.here(call), call.key)
    if not thread:
        return await _open_here(call, here, asked=(key, wanted), begin=begin)
    await channels.refuse_elsewhere(call)
    try:
        channels.check_for_thread(call)
        place = await channels.new_thread(call, key)
    except Refusal as refusal:
        there = await call.tables.queries.table_in(call.channel)
        if refusal.code not in NO_THREAD or (there is not None and there.status.active):
            raise
        await channels.refuse_if_crowded(call)
        table = await here()
        return Content((refused(call.words, refusal), call.words("lobby.opened", table=table.id)))
    return _in_thread(call, await _open(call, key, wanted, place, call.key))


@on("table.rematch", answers="private")
async def open_again(call: Call) -> Content:
    """**Rematch**: a lobby with the people of a table that is over, where it was or else in a thread."""
    spend(call, TABLE)
    over = call.id.table
    again = partial(call.tables.lobby.rematch, over, call.person, key=call.key)
    return await _open_here(call, again, over=over)


async def _open_here(
    call: Call,
    opening: Callable[[], Awaitable[Table]],
    *,
    asked: tuple[str, Options] | None = None,
    over: int = 0,
    begin: Begin | None = None,
) -> Content:
    await channels.refuse_elsewhere(call)
    await channels.refuse_if_crowded(call)
    try:
        table = await opening()
    except Refusal as refusal:
        if refusal.code != "channel_busy":
            raise
        refusal = await _open_already(call, refusal)
        here = over and refusal.code == "lobby_yours"
        if here or channels.room_for_threads(call) is None:
            raise refusal from None
        offer = str(await call.tables.lobby.offer(*asked)) if asked else ""
        thread = Button("lobby.thread", call.words("lobby.thread"), offer, style="primary")
        return note(refused(call.words, refusal), thread, table=over)
    if begin is None:
        return note(call.words("lobby.opened", table=table.id))
    await begin(table)
    return note(call.words("lobby.begun", table=table.id))


async def _open_already(call: Call, busy: Refusal) -> Refusal:
    """Why a channel is taken: by a lobby that can be joined, by one of the person's own, or by a game."""
    table = await call.tables.queries.table_in(call.channel)
    if table is None or table.status is not Status.LOBBY:
        return busy
    seated = table.seat_of(call.person.id) is not None
    return Refusal("lobby_yours" if seated else "lobby_here", table=table.id)


def _in_thread(call: Call, table: Table) -> Content:
    return note(call.words("lobby.opened_in_thread", table=table.id, channel=table.channel))


@on("lobby.open", answers="private")
async def open_usual(call: Call) -> Content:
    """**Open a table** in the list of games: a lobby with the usual options of the game."""
    return await open_table(call, catalog.offered(call.id.rest))


@on("lobby.thread")
async def open_in_thread(call: Call) -> Content:
    """**Open a thread**: the lobby that was asked for, or the rematch, in a new thread of this channel."""
    message = call.interaction.message
    if message is None:
        raise Outdated
    once = f"thread {message.id}"
    if call.id.table:
        over = await call.tables.queries.table(call.id.table)
        key, options = over.game, None
    else:
        key, options = await call.tables.lobby.offered(number(call.id.rest))
    await channels.refuse_elsewhere(call)
    channels.check_for_thread(call)
    spend(call, TABLE)
    async with channels.one_thread_for_each.of(message.id):
        table = await call.tables.queries.known_by(once)
        if table is None:
            place = await channels.new_thread(call, key)
            if options is not None:
                table = await _open(call, key, options, place, once)
            else:
                table = await call.tables.lobby.rematch(
                    call.id.table, call.person, key=once, own_thread=place.channel, number=place.number
                )
    return _in_thread(call, table)


def typed(key: str, option: str, text: str) -> str:
    """The value of an option that was typed in. Refusals: the game's own, option_text {example}."""
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
    try:
        return msgspec.convert(chosen, registry.game(key).options_type)
    except msgspec.ValidationError:
        raise Refusal("bad_options") from None


async def _open(call: Call, key: str, options: Options, place: Place, once: str) -> Table:
    return await call.tables.lobby.open(
        key,
        options,
        call.person,
        guild=call.interaction.guild_id,
        channel=place.channel,
        locale=await channels.language_of_posts(call),
        key=once,
        thread=place.thread,
        number=place.number,
    )
