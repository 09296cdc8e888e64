"""`/games`: what can be played here, the rules to read, and a person's tables on all servers."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.games.contract import Refusal
from bot.games.registry import AnyGame
from bot.tables.model import Status, Table
from bot.text import Page, Words, jump_url, plain
from bot.text import words as words_of
from cogs.kit import router, shelf
from cogs.kit.content import Button, Content, Entry, Menu, Row, in_rows
from cogs.kit.paging import window
from cogs.kit.router import Call, Press, on
from cogs.kit.scenes import rules
from cogs.kit.translator import command, group

MOST_TABLES = 20
"""Lines of `/games mine`, so that the message stays below Discord's length."""


class Games(commands.GroupCog, **group("games")):
    """The commands that belong to no single table."""

    @command("games.list")
    async def all_games(self, interaction: discord.Interaction[Any]) -> None:
        """All games, with a menu that leads to their rules and buttons that open tables."""
        await router.command(interaction, _tell_games)

    @command("games.rules")
    async def rules(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """The rules of the named game, else of the one that is played in this channel."""
        await router.command(interaction, lambda call: _open_rules(call, game))

    @rules.autocomplete("game")
    async def _games_so_far(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        words = words_of(str(interaction.locale))
        return [
            app_commands.Choice(name=shelf.title(game, words), value=game.info.key)
            for game in shelf.matching(current)[:25]
        ]

    @command("games.mine")
    async def mine(self, interaction: discord.Interaction[Any]) -> None:
        """The tables at which somebody sits, and whose turn it is there."""
        await router.command(interaction, _tell_mine)


async def _tell_games(call: Call) -> None:
    speak = call.words
    texts = (speak("games.list.title"), *(_presented(game, speak) for game in shelf.games()))
    entries = tuple(Entry(shelf.title(game, speak), game.info.key) for game in shelf.games())
    menu = Menu("games.rules", speak("games.list.menu"), entries)
    await call.reply.private(Content(texts, rows=(menu, *_opening(call))))


def _opening(call: Call) -> tuple[Row, ...]:
    """A button for each game that opens a table, where there can be one."""
    if call.interaction.guild_id is None:
        return ()
    speak = call.words
    buttons = [
        Button("lobby.open", speak("games.list.open", game=shelf.name(game.info.key, speak)), game.info.key)
        for game in shelf.games()
    ]
    return in_rows(buttons)


def _presented(game: AnyGame, speak: Words) -> str:
    info = game.info
    low, high = info.seats
    lines = [
        f"### {shelf.title(game, speak)}",
        speak("games.list.numbers", low=low, high=high, minutes=info.minutes),
        speak("games.list.makers", designers=speak.all_of(info.designers), publisher=info.publisher),
        " · ".join(f"[{urlsplit(url).netloc}]({url})" for url in info.links),
    ]
    return "\n".join(line for line in lines if line)


async def _open_rules(call: Call, named: str | None) -> None:
    key = shelf.find(named) if named else await _played_here(call)
    if named and key is None:
        raise Refusal("no_such_game")
    if key is None:
        await _tell_games(call)
        return
    await call.reply.private(_page(key, 0, call.words))


async def _played_here(call: Call) -> str | None:
    """The game of this channel's table; where only one game is known, that one."""
    table = await call.app.tables.table_in(call.channel)
    if table is not None:
        return table.game
    offered = shelf.games()
    return offered[0].info.key if len(offered) == 1 else None


@on("games.rules")
async def _turn_to(press: Press) -> None:
    """**Rules** of a board (the table says which), a game of the list, or a page of the rules."""
    key, _, page = press.id.rest.partition("/")
    if not key:
        key = press.values[0] if press.values else (await press.app.tables.table(press.id.table)).game
    elif press.values:
        page = press.values[0]
    if shelf.find(key) != key:
        raise Refusal("no_such_game")
    await press.reply.show(_page(key, int(page or 0), press.words))


def _page(key: str, at: int, speak: Words) -> Content:
    found = shelf.rules(key, speak.locale)
    at = min(max(at, 0), len(found) - 1)
    game, section = shelf.name(key, speak), _heading(found[at], speak)
    # The first page is headed by the game's own name.
    heading = f"## {game}" if section == game else speak("games.rules.title", game=game, heading=section)
    foot = f"-# {speak('games.rules.page', page=at + 1, pages=len(found))}"
    entries = tuple(Entry(_heading(found[n], speak), str(n), chosen=n == at) for n in window(at, len(found)))
    turning = (
        Button("games.rules", speak("games.rules.previous"), f"{key}/{at - 1}", disabled=at == 0),
        Button("games.rules", speak("games.rules.next"), f"{key}/{at + 1}", disabled=at == len(found) - 1),
    )
    sections = Menu("games.rules", speak("games.rules.menu"), entries, rest=key)
    return Content((heading, found[at].body, foot), rows=(sections, turning))


def _heading(page: Page, speak: Words) -> str:
    if page.parts == 1:
        return page.heading
    return speak("games.rules.part", heading=page.heading, part=page.part, parts=page.parts)


async def _tell_mine(call: Call) -> None:
    speak = call.words
    tables = await call.app.tables.tables_of(call.person.id)
    if not tables:
        await call.reply.private(Content((speak("games.mine.none"),)))
        return
    lines = [await _line(call, table) for table in tables[:MOST_TABLES]]
    if len(tables) > MOST_TABLES:
        lines.append(speak("games.mine.more", n=len(tables) - MOST_TABLES))
    await call.reply.private(Content((speak("games.mine.title"), "\n".join(lines))))


async def _line(call: Call, table: Table) -> str:
    address = jump_url(table.guild, table.channel)
    speak, state = call.words, await _state(call, table)
    title = speak("table.which.entry", game=shelf.name(table.game, speak), table=table.id)
    return speak("games.mine.line", title=title, address=address, state=state)


async def _state(call: Call, table: Table) -> str:
    speak = call.words
    if table.status is Status.LOBBY:
        return speak("games.mine.lobby", n=len(table.sitters))
    if table.paused:
        return speak("games.mine.paused")
    moment = await call.app.tables.now_at(table.id)
    waiting = rules(table).decisions(moment.state)
    if table.seat_of(call.person.id) in waiting:
        return speak("games.mine.you")
    names = speak.all_of(plain(sitter.name) for sitter in table.sitters if sitter.seat in waiting)
    return speak("games.mine.waiting", names=names)


async def setup(app: App) -> None:
    """Called when the cog is loaded."""
    await app.add_cog(Games())
