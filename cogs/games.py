"""`/games`: what can be played here, the rules to read, and the commands that belong to no single table."""

from typing import Any
from urllib.parse import urlsplit

import discord
from discord import app_commands

from bot.app import App
from bot.discord import catalog, router
from bot.discord.content import Button, Content, Entry, Menu, Row, chosen, in_rows, number, turning, window
from bot.discord.layout import suggestions
from bot.discord.router import Call, on
from bot.discord.translator import command, group, plain_command
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
    await router.command(interaction, lambda call: _listed(call, players or 0, minutes or 0))


@command("games.rules")
async def rules(interaction: Interaction, game: str | None = None) -> None:
    """The rules of the named game, else of the one that is played in this channel."""
    await router.command(interaction, lambda call: _rules_of(call, game))


@command("games.statistics")
async def statistics_(
    interaction: Interaction, game: str | None = None, person: discord.User | None = None
) -> None:
    """What the named person, else the one who asks, did in the games of this server."""
    user = person.id if person else interaction.user.id
    await router.command(
        interaction,
        lambda call: statistics.of_person(call, user, catalog.key_of(game) if game else statistics.ALL),
    )


@command("games.leaderboard")
async def leaderboard(interaction: Interaction, game: str) -> None:
    """Who plays a game best in this server."""
    await router.command(interaction, lambda call: statistics.best_of(call, catalog.key_of(game)))


@command("games.diary")
async def diary_(interaction: Interaction, person: discord.User | None = None) -> None:
    """The finished games of this server, or those of the named person."""
    await router.command(interaction, lambda call: diary.page(call, person.id if person else None))


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
        return suggestions((call.words.title(game.info), game.info.key) for game in found)

    return await router.suggest(interaction, matching)


@settings_.autocomplete("zone")
async def zones_so_far(interaction: Interaction, current: str) -> Lines:
    """The time zones that may be meant."""
    return suggestions((name, name) for name in settings.zones_like(current))


async def setup(app: App) -> None:
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


async def _listed(call: Call, players: int = 0, minutes: int = 0) -> Content:
    """The games for so many players and minutes (0: any), with ways to their rules and tables."""
    speak, found = call.words, catalog.fitting(players, minutes)
    if players and minutes:
        title = speak("games.list.title_both", n=players, minutes=minutes)
    elif players:
        title = speak("games.list.title_players", n=players)
    else:
        title = speak("games.list.title_minutes", minutes=minutes) if minutes else speak("games.list.title")
    if not found:
        return Content((title, speak("games.list.nothing")))
    titles, texts = {game.info.key: speak.title(game.info) for game in found}, [title]
    for info in (game.info for game in found):
        low, high = info.seats
        lines = (
            f"### {titles[info.key]}",
            speak("games.list.numbers", low=low, high=high, minutes=info.minutes),
            speak("games.list.makers", designers=speak.designers(info), publisher=info.publisher),
            " · ".join(f"[{urlsplit(url).netloc}]({url})" for url in info.links),
        )
        texts.append("\n".join(filter(None, lines)))
    entries = tuple(Entry(title, key) for key, title in titles.items())
    rows: list[Row] = [Menu("games.rules", speak("games.list.menu"), entries)]
    if not call.by_message:
        opening = [
            Button("lobby.open", speak("games.list.open", game=title), key) for key, title in titles.items()
        ]
        tables = Button("games.tables", speak("games.tables.button"))
        rows += [*in_rows(opening), (tables, Button("wanted.panel", speak("games.wanted.button")))]
    return Content(tuple(texts), rows=tuple(rows))


async def _rules_of(call: Call, named: str | None) -> Content:
    """The rules of the named game, else of this channel's table or the only game; else all games."""
    if named:
        return _page(catalog.key_of(named), 0, call.words)
    table, offered = await call.tables.queries.table_in(call.channel), catalog.games()
    if table is None and len(offered) != 1:
        return await _listed(call)
    return _page(table.game if table else offered[0].info.key, 0, call.words)


@on("games.rules")
async def _turn_to(call: Call) -> Content:
    """**Rules** of a board (the table says which), a game of the list, or a page of the rules."""
    key, _, page = call.id.rest.partition("/")
    if not key:
        key = call.value if call.values else (await call.tables.queries.table(call.id.table)).game
    elif call.values:
        page = call.value
    return _page(catalog.offered(key), number(page), call.words)


def _page(key: str, at: int, speak: Words) -> Content:
    found = catalog.rules(key, speak.locale)
    at = min(max(at, 0), len(found) - 1)
    game, section = catalog.name(key, speak), _heading(found[at], speak)
    # The first page is headed by the game's own name.
    heading = f"## {game}" if section == game else speak("games.rules.title", game=game, heading=section)
    foot = f"-# {speak('games.rules.page', page=at + 1, pages=len(found))}"
    headings = (Entry(_heading(found[page], speak), str(page)) for page in window(at, len(found)))
    sections = Menu("games.rules", speak("games.rules.menu"), chosen(headings, at), rest=key)
    labels = speak("games.rules.previous"), speak("games.rules.next")
    pager = turning("games.rules", labels, at, len(found), f"{key}/")
    return Content((heading, found[at].body, foot), rows=(sections, pager))


def _heading(page: Page, speak: Words) -> str:
    if page.parts == 1:
        return page.heading
    return speak("games.rules.part", heading=page.heading, part=page.part, parts=page.parts)
