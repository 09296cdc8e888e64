"""The diary: a line and some stars from each player of a finished game; `/games diary` with all of them."""

from collections.abc import Callable
from dataclasses import replace

import discord

from bot.discord import catalog
from bot.discord.channels import LOOKED_UP, find_channel, sees, server_of
from bot.discord.content import Button, Content, CustomId, Field, Form, number
from bot.discord.discord_api import Trouble, Undelivered
from bot.discord.presenter import presenter_of
from bot.discord.rate_limit import PICTURE, spend
from bot.discord.router import Call, at_once, on, prepare
from bot.discord.view_models import view_model
from bot.games.contract import Refusal
from bot.tables.model import DiaryEntry
from bot.text import cut, mention, one_line, plain, stamp

STARS = 5
LONGEST = 150


@on("diary.open")
async def _open(call: Call) -> Content:
    return await _own(call, await call.tables.diary.entry(call.id.table, call.person.id))


@on("diary.stars")
async def _stars(call: Call) -> Content:
    """So many stars; those that were given are taken away by the same press."""
    given = min(number(call.id.rest), STARS)
    return await _write(call, lambda entry: replace(entry, stars=0 if entry.stars == given else given))


@on("diary.line", answers=at_once)
async def _line(call: Call) -> Content:
    entry = await call.tables.diary.entry(call.id.table, call.person.id)
    return await _own(call, entry, call.words("kit.once_more"))


@on("diary.written")
async def _written(call: Call) -> Content:
    line = cut(one_line(call.fields.get("line", "")), LONGEST)
    return await _write(call, lambda entry: replace(entry, line=line))


async def _write(call: Call, change: Callable[[DiaryEntry], DiaryEntry]) -> Content:
    return await _own(call, await call.tables.diary.write(call.id.table, call.person.id, change))


async def _own(call: Call, entry: DiaryEntry, note: str = "") -> Content:
    speak, table = call.words, await call.tables.queries.table(call.id.table)
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
    stars = "★" * entry.stars + "☆" * (STARS - entry.stars) if entry.stars else ""
    return " ".join(part for part in (stars, plain(entry.line)) if part)


@on("diary.turn")
async def _turn_to(call: Call) -> Content:
    user, _, table = call.id.rest.partition("/")
    return await page(call, number(user) or None, number(table))


async def page(call: Call, user: int | None, wanted: int = 0) -> Content:
    """A past game of the server, or of a person there; the newest if the wanted one is not there."""
    spend(call, PICTURE)
    speak, guild = call.words, server_of(call, "statistics_in_server")
    if user not in (None, call.person.id) and not (await call.tables.preferences.of(user)).listed:
        raise Refusal("statistics_hidden", name=mention(user))
    found = await _shown(call, guild, user)
    if not found:
        return Content((speak("diary.none"),))
    at = found.index(wanted) if wanted in found else 0
    moment = await call.tables.queries.now_at(found[at])
    table, last = moment.table, view_model(moment, None, speak)
    ended, board = presenter_of(table.game).ended(last), presenter_of(table.game).page(last)
    where = speak("diary.where", when=stamp(table.updated, "D"), at=at + 1, n=len(found))
    names = {sitter.user: sitter.name for sitter in table.sitters}
    lines = [
        speak("diary.entry", name=plain(names[each.user]), said=_said(each))
        for each in await call.tables.diary.written(table.id)
        if each.user == call.person.id or (await call.tables.preferences.of(each.user)).listed
    ]
    title = speak("diary.page", game=catalog.name(table.game, speak), table=table.id)
    row: list[Button] = []
    for which, beside, label in (("newer", at - 1, "diary.newer"), ("older", at + 1, "diary.older")):
        there = 0 <= beside < len(found)
        # A button that leads nowhere still needs a name of its own.
        rest = f"{user or 0}/{found[beside] if there else which}"
        row.append(Button("diary.turn", speak(label), rest, disabled=not there))
    if call.person.id in names:
        row.append(Button("diary.open", speak("diary.line")))
    if table.tournament is not None:
        row.append(Button("cup.story", speak("cup.story.of"), str(table.tournament)))
    drawings = (*board.drawings[:1], *ended.drawings)
    foot = ("\n".join(lines),)
    return Content((title, where, *ended.texts), drawings, (tuple(row),), table=table.id, foot=foot)


async def _shown(call: Call, guild: int, user: int | None) -> tuple[int, ...]:
    """The games, newest first, that the reader has played or whose channel they may look into."""
    found = await call.tables.diary.past_games(guild, user)
    own = {game.table for game in await call.tables.diary.past_games(guild, call.person.id)}
    homes = {game.channel: game.parent for game in found if game.table not in own}
    server = call.interaction.guild
    known = {channel for channel in homes if server and server.get_channel_or_thread(channel)}
    unknown = [channel for channel, parent in homes.items() if parent is None and channel not in known]
    # The games in others are found the next time.
    for channel in unknown[:LOOKED_UP]:
        homes[channel] = await _home(call, server, channel) if server else None
    seen = {channel for channel, parent in homes.items() if sees(call, channel, parent)}
    return tuple(game.table for game in found if game.table in own or game.channel in seen)


async def _home(call: Call, guild: discord.Guild, channel: int) -> int | None:
    """The channel of a thread that has been archived, 0 if it can't be known; Discord is asked once."""
    home = 0
    try:
        found = await find_channel(guild, channel)
    except Undelivered as error:
        if error.trouble is not Trouble.CHANNEL_GONE:
            return None
    else:
        if isinstance(found, discord.Thread) and not found.is_private():
            home = found.parent_id
    await call.tables.threads.stands_below(channel, home)
    return home
