"""`/games`: what can be played here, the rules to read, and the commands that belong to no single table."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import discord
from discord import app_commands

from bot.app import App
from bot.discord import catalog, router
from bot.discord.content import Button, Content, Entry, Menu, Row, chosen, in_rows, turning, window
from bot.discord.ids import number
from bot.discord.layout import suggestions
from bot.discord.router import Call, on
from bot.discord.translator import command, group, plain_command
from bot.games.contract import Refusal
from bot.games.registry import AnyGame
from bot.text import Page, Words
from cogs import diary, personal_data, players, settings, statistics

Interaction = discord.Interaction[Any]
Lines = list[app_commands.Choice[str]]


@command("games.list")
async def list_(
    interaction: Interaction,
    players: app_commands.Range[int, 1, catalog.MOST_PLAYERS] | None = None,
    minutes: app_commands.Range[int, 1, catalog.MOST_MINUTES] | None = None,
) -> None:
    """All games, or those that fit so many players and so much time."""
    await router.command(interaction, lambda call: _show_games(call, players or 0, minutes or 0))


@command("games.rules")
async def rules(interaction: Interaction, game: str | None = None) -> None:
    """The rules of the named game, else of the one that is played in this channel."""
    await router.command(interaction, lambda call: _open_rules(call, game))


@command("games.statistics")
async def statistics_(
    interaction: Interaction, game: str | None = None, person: discord.User | None = None
) -> None:
    """What the named person, else the one who asks, did in the games of this server."""
    user = person.id if person else interaction.user.id
    await router.command(interaction, lambda call: statistics.show_person(call, user, game))


@command("games.leaderboard")
async def leaderboard(interaction: Interaction, game: str) -> None:
    """Who plays a game best in this server."""
    await router.command(interaction, lambda call: statistics.show_leaderboard(call, game))


@command("games.diary")
async def diary_(interaction: Interaction, person: discord.User | None = None) -> None:
    """The finished games of this server, or those of the named person."""
    user = person.id if person else None
    await router.command(interaction, lambda call: diary.show(call, user))


@command("games.settings")
async def settings_(interaction: Interaction, zone: str | None = None) -> None:
    """What a person has set for all tables; with a time zone, this is set at once."""
    await router.command(interaction, lambda call: settings.show(call, zone))


@leaderboard.autocomplete("game")
@statistics_.autocomplete("game")
@rules.autocomplete("game")
async def games_so_far(interaction: Interaction, current: str) -> Lines:
    """The games that may be meant, in the words of the person."""

    async def matching(call: Call) -> Lines:
        found = catalog.matching(current)
        return suggestions((catalog.title(game, call.words), game.info.key) for game in found)

    return await router.suggest(interaction, matching)


@settings_.autocomplete("zone")
async def zones_so_far(interaction: Interaction, current: str) -> Lines:
    """The time zones that may be meant."""
    return suggestions((name, name) for name in settings.zones_like(current))


async def setup(app: App) -> None:
    """Called when the cog is loaded."""
    games = group("games")
    for declared in (
        list_,
        plain_command("games.tables", players.open_tables),
        plain_command("games.wanted", players.wanted),
        rules,
        plain_command("games.mine", players.mine),
        statistics_,
        leaderboard,
        diary_,
        plain_command("games.privacy", personal_data.show_privacy),
        plain_command("games.export", personal_data.export),
        plain_command("games.forget_me", personal_data.forget),
        plain_command("games.audit", personal_data.show_audit),
        settings_,
        plain_command("games.server", settings.show_server),
    ):
        games.add_command(declared)
    app.tree.add_command(games)


# The games ---------------------------------------------------------------------------------------------


async def _show_games(call: Call, players: int = 0, minutes: int = 0) -> None:
    """The games for so many players that take no longer than so many minutes (0: any), best suited first,
    with a menu that leads to their rules and buttons that open tables."""
    speak, found = call.words, catalog.fitting(players, minutes)
    title = _title(players, minutes, speak)
    if not found:
        await call.reply.private(Content((title, speak("games.list.nothing"))))
        return
    entries = tuple(Entry(catalog.title(game, speak), game.info.key) for game in found)
    menu = Menu("games.rules", speak("games.list.menu"), entries)
    texts = (title, *(_presented(game, speak) for game in found))
    await call.reply.private(Content(texts, rows=(menu, *_opening(call, found))))


def _title(players: int, minutes: int, speak: Words) -> str:
    if players and minutes:
        return speak("games.list.title_both", n=players, minutes=minutes)
    if players:
        return speak("games.list.title_players", n=players)
    return speak("games.list.title_minutes", minutes=minutes) if minutes else speak("games.list.title")


def _presented(game: AnyGame, speak: Words) -> str:
    info = game.info
    low, high = info.seats
    texts = [
        f"### {catalog.title(game, speak)}",
        speak("games.list.numbers", low=low, high=high, minutes=info.minutes),
        speak("games.list.makers", designers=speak.all_of(info.designers), publisher=info.publisher),
        " · ".join(f"[{urlsplit(url).netloc}]({url})" for url in info.links),
    ]
    return "\n".join(text for text in texts if text)


def _opening(call: Call, found: tuple[AnyGame, ...]) -> tuple[Row, ...]:
    """A button for each game that opens a table, and below them where others are found; none of them where
    there can be no table."""
    if call.interaction.guild_id is None:
        return ()
    speak = call.words
    buttons = [
        Button("lobby.open", speak("games.list.open", game=catalog.title(game, speak)), game.info.key)
        for game in found
    ]
    others = (
        Button("games.tables", speak("games.tables.button")),
        Button("wanted.panel", speak("games.wanted.button")),
    )
    return (*in_rows(buttons), others)


# Their rules -------------------------------------------------------------------------------------------


async def _open_rules(call: Call, named: str | None) -> None:
    key = catalog.find(named) if named else await _played_here(call)
    if named and key is None:
        raise Refusal("no_such_game")
    if key is None:
        await _show_games(call)
    else:
        await call.reply.private(_page(key, 0, call.words))


async def _played_here(call: Call) -> str | None:
    """The game of this channel's table; where only one game is known, that one."""
    table = await call.tables.queries.table_in(call.channel)
    if table is not None:
        return table.game
    offered = catalog.games()
    return offered[0].info.key if len(offered) == 1 else None


@on("games.rules")
async def _turn_to(call: Call) -> None:
    """**Rules** of a board (the table says which), a game of the list, or a page of the rules."""
    key, _, page = call.id.rest.partition("/")
    if not key:
        key = call.value if call.values else (await call.tables.queries.table(call.id.table)).game
    elif call.values:
        page = call.value
    if catalog.find(key) != key:
        raise Refusal("no_such_game")
    await call.reply.show(_page(key, number(page), call.words))


def _page(key: str, at: int, speak: Words) -> Content:
    found = catalog.rules(key, speak.locale)
    at = min(max(at, 0), len(found) - 1)
    game, section = catalog.name(key, speak), _heading(found[at], speak)
    # The first page is headed by the game's own name.
    heading = f"## {game}" if section == game else speak("games.rules.title", game=game, heading=section)
    foot = f"-# {speak('games.rules.page', page=at + 1, pages=len(found))}"
    headings = (Entry(_heading(found[page], speak), str(page)) for page in window(at, len(found)))
    sections = Menu("games.rules", speak("games.rules.menu"), chosen(headings, at), rest=key)
    pager = turning(
        "games.rules",
        (speak("games.rules.previous"), speak("games.rules.next")),
        at,
        len(found),
        f"{key}/",
    )
    return Content((heading, found[at].body, foot), rows=(sections, pager))


def _heading(page: Page, speak: Words) -> str:
    if page.parts == 1:
        return page.heading
    return speak("games.rules.part", heading=page.heading, part=page.part, parts=page.parts)
