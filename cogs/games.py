"""`/games`: what can be played here, the rules to read, and the commands that belong to no single table."""

from dataclasses import replace
from urllib.parse import urlsplit

import discord
from discord import app_commands

from bot.app import App
from bot.discord import catalog, lessons
from bot.discord.commands import declared, group, plain_command
from bot.discord.content import Button, Content, Entry, Menu, Row, chosen, number, turning, window
from bot.discord.first_meeting import pictures, ways_to_play
from bot.discord.presenter import Given, Line, Param
from bot.discord.router import Call, on
from bot.discord.view_models import rules
from bot.text import Page, Words
from cogs import (
    challenges,
    circles,
    diary,
    evenings,
    personal_data,
    players,
    puzzles,
    settings,
    shelf,
    solo,
    statistics,
    suggestions,
    tournaments,
)
from render.primer import example, primer


async def _games_like(call: Call, typed: str) -> list[Line]:
    return [(call.words.title(game.info), game.info.key) for game in catalog.matching(typed)]


async def _zones_like(call: Call, typed: str) -> list[Line]:
    return [(name, name) for name in settings.zones_like(typed)]


_GAME = Param("game", required=False, offers=_games_like)
_ANY_GAME = Param("game", offers=shelf.games_like)
_CIRCLE = Param("circle", required=False, offers=circles.circles_like)
_PERSON = Param("person", discord.User, required=False)
_PLAYERS = Param("players", app_commands.Range[int, 1, catalog.MOST_PLAYERS], required=False)
_MINUTES = Param("minutes", app_commands.Range[int, 1, catalog.MOST_MINUTES], required=False)


async def setup(app: App) -> None:
    games = group("games", everywhere=True)
    for command in (
        declared("games.list", lambda call, given: _listed(call, **given), _PLAYERS, _MINUTES),
        plain_command("games.tables", players.open_tables),
        declared("games.page", lambda call, given: shelf.of_named(call, given["game"]), _ANY_GAME),
        declared("games.shelf", _shelf, _PERSON),
        declared(
            "games.suggest",
            lambda call, given: suggestions.suggest(call, given["people"] or "", given["time"] or 0),
            Param("people", required=False),
            replace(_MINUTES, name="time"),
        ),
        plain_command("games.wanted", players.wanted),
        declared("games.rules", lambda call, given: _rules_of(call, given["game"]), _GAME),
        declared("games.learn", lambda call, given: _learn(call, given["game"]), _GAME),
        plain_command("games.mine", players.mine),
        declared("games.statistics", _statistics, _GAME, _PERSON),
        declared("games.leaderboard", _leaderboard, replace(_GAME, required=True), _CIRCLE),
        declared("games.circle", lambda call, given: circles.show(call, given["circle"]), _CIRCLE),
        declared("games.diary", _diary, _PERSON),
        declared(
            "games.evening",
            evenings.evening,
            Param("when", required=False, offers=evenings.times_like),
            Param("games", required=False, offers=_games_like),
            Param("text", required=False),
        ),
        declared("games.tournament", tournaments.tournament, _GAME, *tournaments.PARAMS),
        declared("games.challenge", challenges.show, Param("line", required=False)),
        plain_command("games.puzzle", puzzles.show),
        plain_command("games.solo", solo.show),
        plain_command("games.privacy", personal_data.show_privacy),
        plain_command("games.export", personal_data.export),
        plain_command("games.forget_me", personal_data.forget),
        plain_command("games.audit", personal_data.show_audit),
        declared(
            "games.settings",
            lambda call, given: settings.show(call, given["zone"]),
            Param("zone", required=False, offers=_zones_like),
        ),
        plain_command("games.server", settings.show_server),
    ):
        games.add_command(command)
    app.tree.add_command(games)


async def _statistics(call: Call, given: Given) -> Content:
    """What the named person, else the one who asks, did in the games of this server."""
    user = given["person"].id if given["person"] else call.person.id
    key = catalog.key_of(given["game"]) if given["game"] else statistics.ALL
    return await statistics.of_person(call, user, key)


async def _leaderboard(call: Call, given: Given) -> Content:
    circle = await circles.named(call, given["circle"]) if given["circle"] else 0
    return await statistics.best_of(call, catalog.key_of(given["game"]), circle=circle)


async def _shelf(call: Call, given: Given) -> Content:
    """What the named person, else the one who asks, owns, has played and would like to play."""
    return await shelf.of_person(call, given["person"].id if given["person"] else call.person.id)


async def _diary(call: Call, given: Given) -> Content:
    """The finished games of this server, or those of the named person."""
    return await diary.page(call, given["person"].id if given["person"] else None)


async def _listed(call: Call, players: int | None = None, minutes: int | None = None) -> Content:
    """The games for so many players and minutes, with ways to their rules and tables."""
    speak, found = call.words, catalog.fitting(players or 0, minutes or 0)
    if players and minutes:
        title = speak("games.list.title_both", n=players, minutes=minutes)
    elif players:
        title = speak("games.list.title_players", n=players)
    else:
        title = speak("games.list.title_minutes", minutes=minutes) if minutes else speak("games.list.title")
    if not found:
        return Content((title, speak("games.list.nothing")))
    drawn, texts = pictures(found, speak), list[str]()
    titles = {game.info.key: speak.title(game.info) for game in found}
    for info in (game.info for game in found):
        low, high = info.seats
        weight = f"{info.key}.weight"
        said = "" if drawn or weight not in speak else f"{speak(weight)}\n"  # a picture says it
        small = (
            speak("games.list.numbers", low=low, high=high, minutes=info.minutes),
            speak("games.list.makers", designers=speak.designers(info), publisher=info.publisher),
            *(f"[{urlsplit(url).netloc}]({url})" for url in info.links),
        )
        texts.append(f"### {titles[info.key]}\n{said}-# {' · '.join(small)}")
    entries = tuple(Entry(title, key) for key, title in titles.items())
    rows: list[Row] = [Menu("games.rules", speak("games.list.menu"), entries)]
    rows += lessons.menu([game.info.key for game in found], speak)
    if call.in_server:
        tables = Button("games.tables", speak("games.tables.button"))
        wanted, own = (
            Button("wanted.panel", speak("games.wanted.button")),
            Button("shelf.own", speak("shelf.button")),
        )
        rows = [
            *ways_to_play(found, speak),
            *rows,
            Menu("shelf.page", speak("shelf.list_menu"), entries),
            (tables, wanted, own),
        ]
    return Content((title,), drawn, tuple(rows), foot=tuple(texts))


@on("games.all", answers="private")
async def _all(call: Call) -> Content:
    return await _listed(call)


@on("games.play", answers="private")
async def _play(call: Call) -> Content:
    """**Play** of the first meeting: what begins at once, and what others can join."""
    return Content((call.words("games.play.how"),), rows=ways_to_play(catalog.games(), call.words))


async def _learn(call: Call, named: str | None) -> Content:
    """The guided first game of the named game, else of this channel's table; else a choice."""
    if named:
        return await lessons.learn(call, catalog.key_of(named))
    table = await call.tables.queries.table_in(call.channel)
    return await lessons.learn(call, table.game) if table else lessons.choice(call)


async def _rules_of(call: Call, named: str | None) -> Content:
    """The rules of the named game, else of this channel's table or the only game; else all games."""
    if named:
        return _page(catalog.key_of(named), 0, call.words)
    table, offered = await call.tables.queries.table_in(call.channel), catalog.games()
    if table is not None:
        return await _asked(call, table.id)
    return _page(offered[0].info.key, 0, call.words) if len(offered) == 1 else await _listed(call)


@on("games.rules")
async def _turn_to(call: Call) -> Content:
    """**Rules** of a board (the table says which), a game of the list, or a page of the rules."""
    key, _, page = call.id.rest.partition("/")
    if not key and not call.values:
        return await _asked(call, call.id.table)
    if not key:
        key = call.value
    elif call.values:
        page = call.value
    return _page(catalog.offered(key), number(page), call.words)


async def _asked(call: Call, meant: int) -> Content:
    """The page that tells of what this person has to decide at a table, else the first one."""
    table, moment = await call.tables.queries.present(meant)
    seat = table.seat_of(call.person.id)
    owed = rules(table).decisions(moment.state).get(seat) if moment and seat is not None else None
    at = catalog.page_of(table.game, call.words.locale, owed.kind) if owed else 0
    return _page(table.game, at, call.words)


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
    drawn = primer(key, speak) if not at else None
    if found[at].example:
        drawn = example(key, found[at].example, speak)
    return Content((heading, found[at].body, foot), (drawn,) if drawn else (), (sections, pager))


def _heading(page: Page, speak: Words) -> str:
    if page.parts == 1:
        return page.heading
    return speak("games.rules.part", heading=page.heading, part=page.part, parts=page.parts)
