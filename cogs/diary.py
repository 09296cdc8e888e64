"""The diary: a line and some stars from each player of a finished game; `/games diary` with all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import discord

from bot.discord import catalog
from bot.discord.channels import LOOKED_UP, find_channel, sees, server_of
from bot.discord.content import Button, Content, Field, Form
from bot.discord.discord_api import Trouble, Undelivered
from bot.discord.ids import CustomId, number
from bot.discord.presenter import presenter_of
from bot.discord.rate_limit import PICTURE, spend
from bot.discord.router import Call, at_once, on, prepare, prepared
from bot.discord.view_models import view_model
from bot.games.contract import Refusal
from bot.tables.model import DiaryEntry, Table
from bot.text import Words, cut, mention, one_line, plain, stamp

_Change = Callable[[DiaryEntry], DiaryEntry]
STARS = 5
LONGEST = 150
"""Characters of a line."""


async def show(call: Call, user: int | None) -> None:
    """The newest game of the server, or of a person there. Refusals: statistics_in_server,
    statistics_hidden, cool_down."""
    await call.reply.private(await _page(call, user, 0))


@on("diary.turn")
async def _turn_to(call: Call) -> None:
    """**Newer** and **Older**: the person, or 0 for all, and the table are named."""
    user, _, table = call.id.rest.partition("/")
    await call.reply.show(await _page(call, number(user) or None, number(table)))


@on("diary.open")
async def _open(call: Call) -> None:
    """**Diary** below a ranking. Refusals: not_over, not_seated."""
    table = await call.tables.queries.table(call.id.table)
    entry = await call.tables.diary.entry(table.id, call.person.id)
    await call.reply.show(_own(call, table, entry))


@on("diary.stars")
async def _stars(call: Call) -> None:
    """So many stars; those that were given are taken away by the same press."""
    given = min(number(call.id.rest), STARS)
    await _write(call, lambda entry: replace(entry, stars=0 if entry.stars == given else given))


@on("diary.line", answers=at_once)
async def _line(call: Call) -> None:
    """A form for the line. Refusals, where none is ready: not_over, not_seated."""
    form = prepared(call)
    if form is not None:
        await call.reply.form(form)
        return
    table = await call.tables.queries.table(call.id.table)
    entry = await call.tables.diary.entry(table.id, call.person.id)
    await call.reply.show(_own(call, table, entry, call.words("kit.once_more")))


@on("diary.written")
async def _written(call: Call) -> None:
    """The line that was filled in; an empty one takes it out."""
    line = cut(one_line(call.fields.get("line", "")), LONGEST)
    await _write(call, lambda entry: replace(entry, line=line))


async def _write(call: Call, change: _Change) -> None:
    entry = await call.tables.diary.write(call.id.table, call.person.id, change)
    await call.reply.show(_own(call, await call.tables.queries.table(call.id.table), entry))


def _own(call: Call, table: Table, entry: DiaryEntry, note: str = "") -> Content:
    """What a person has written so far, with the controls that change it."""
    speak = call.words
    field = Field("line", speak("diary.form"), entry.line, longest=LONGEST, optional=True)
    form = Form("diary.written", speak("diary.form"), (field,), table=table.id)
    prepare(call, CustomId("diary.line", table.id), form)
    title = speak("diary.write", game=catalog.name(table.game, speak), table=table.id)
    stars = tuple(
        Button("diary.stars", "★" * n, str(n), style="primary" if n == entry.stars else "secondary")
        for n in range(1, STARS + 1)
    )
    line = (Button("diary.line", speak("diary.line")),)
    texts = (note, title, _said(entry) or speak("diary.none_yet"), speak("diary.about"))
    return Content(texts, rows=(stars, line), table=table.id)


def _said(entry: DiaryEntry) -> str:
    """Stars and line, whatever there is of it."""
    stars = "★" * entry.stars + "☆" * (STARS - entry.stars) if entry.stars else ""
    return " ".join(part for part in (stars, plain(entry.line)) if part)


async def _page(call: Call, user: int | None, wanted: int) -> Content:
    """A past game: what became of it, its last board, what was written by those who may be seen; the newest
    if it is not there."""
    spend(call, PICTURE)
    speak, guild = call.words, server_of(call, "statistics_in_server")
    other = user if user != call.person.id else None
    if other is not None and not (await call.tables.preferences.of(other)).listed:
        raise Refusal("statistics_hidden", name=mention(other))
    found = await _shown(call, guild, user)
    if not found:
        return Content((speak("diary.none"),))
    at = found.index(wanted) if wanted in found else 0
    moment = await call.tables.queries.now_at(found[at])
    table, last = moment.table, view_model(moment, None, speak)
    ended = presenter_of(table.game).ended(last)
    board = presenter_of(table.game).page(last)
    where = speak("diary.where", when=stamp(table.updated, "D"), at=at + 1, n=len(found))
    names = {sitter.user: sitter.name for sitter in table.sitters}
    lines = [
        speak("diary.entry", name=plain(names[each.user]), said=_said(each))
        for each in await call.tables.diary.written(table.id)
        if each.user == call.person.id or (await call.tables.preferences.of(each.user)).listed
    ]
    title = speak("diary.page", game=catalog.name(table.game, speak), table=table.id)
    turning = [_turning("newer", user, found, at - 1, speak), _turning("older", user, found, at + 1, speak)]
    own = [Button("diary.open", speak("diary.line"))] if call.person.id in names else []
    return Content(
        (title, where, *ended.texts),
        (*board.drawings[:1], *ended.drawings),
        ((*turning, *own),),
        table=table.id,
        foot=("\n".join(lines),),
    )


async def _shown(call: Call, guild: int, user: int | None) -> tuple[int, ...]:
    """The games of a server, or of a person there, whose channel the reader may look into, and those that
    they have finished themselves; newest first."""
    found = await call.tables.diary.past_games(guild, user)
    own = {game.table for game in await call.tables.diary.past_games(guild, call.person.id)}
    homes = {game.channel: game.parent for game in found if game.table not in own}
    server = call.interaction.guild
    known = {channel for channel in homes if server and server.get_channel_or_thread(channel)}
    unknown = [channel for channel, parent in homes.items() if parent is None and channel not in known]
    # The games in others are found the next time.
    for channel in unknown[:LOOKED_UP]:
        homes[channel] = await _home(call, channel)
    seen = {channel for channel, parent in homes.items() if sees(call, channel, parent)}
    return tuple(game.table for game in found if game.table in own or game.channel in seen)


async def _home(call: Call, channel: int) -> int | None:
    """The channel of a thread that has been archived, 0 if it can't be known; Discord is asked once."""
    guild = call.interaction.guild
    if guild is None:
        return None
    try:
        found = await find_channel(guild, channel)
    except Undelivered as error:
        if error.trouble is not Trouble.CHANNEL_GONE:
            return None
        home = 0
    else:
        home = found.parent_id if isinstance(found, discord.Thread) and not found.is_private() else 0
    await call.tables.threads.stands_below(channel, home)
    return home


def _turning(which: str, user: int | None, found: tuple[int, ...], at: int, speak: Words) -> Button:
    there = 0 <= at < len(found)
    # A button that leads nowhere still needs a name of its own.
    rest = f"{user or 0}/{found[at] if there else which}"
    label = speak("diary.newer") if which == "newer" else speak("diary.older")
    return Button("diary.turn", label, rest, disabled=not there)
