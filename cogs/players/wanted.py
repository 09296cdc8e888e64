"""`/games wanted`: what somebody would like to play, with how many and until when; and who else would."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bot.discord import catalog
from bot.discord.content import Button, Content, Entry, Menu
from bot.discord.opening import check_channel, language_of_posts, refuse_elsewhere
from bot.discord.people import NAME, server_of
from bot.discord.router import Call, on
from bot.games.contract import Refusal
from bot.games.registry import AnyGame
from bot.tables.match_requests import NUMBERS, SEASONS, Wanted, wanted_of
from bot.tables.model import WantedRow
from bot.text import Marked, Words, cut, plain, stamp

NAMED = 5
"""So many of those who want a game are named."""


async def show(call: Call) -> None:
    """The panel. Refusals: players_in_server."""
    await call.reply.private(await _panel(call))


@on("wanted.panel")
async def _open(press: Call) -> None:
    """**Change my wishes** below an invitation, and **Refresh**."""
    await press.reply.show(await _panel(press))


@on("wanted.games")
async def _games(press: Call) -> None:
    """The games that somebody would play."""
    chosen = tuple(game.info.key for game in catalog.games() if game.info.key in press.values)
    await _choose(press, lambda wanted: replace(wanted, games=chosen))


@on("wanted.numbers")
async def _numbers(press: Call) -> None:
    """With how many."""
    chosen = tuple(n for n in NUMBERS if str(n) in press.values)
    await _choose(press, lambda wanted: replace(wanted, numbers=chosen))


@on("wanted.season")
async def _season(press: Call) -> None:
    """Until when."""
    season = next((season for season in SEASONS if season == press.value), None)
    if season is None:
        raise Refusal("bad_options")
    await _choose(press, lambda wanted: replace(wanted, season=season))


@on("wanted.seen")
async def _seen(press: Call) -> None:
    """Whether others see who it is."""
    await _choose(press, lambda wanted: replace(wanted, seen=press.id.rest == "on"))


@on("wanted.look")
async def _look(press: Call) -> None:
    """**Look for players**. Refusals: players_in_server, cannot_post, channel_not_allowed, nothing_wanted,
    never_enough {games}."""
    guild = server_of(press, "players_in_server")
    check_channel(press)
    await refuse_elsewhere(press)
    locale = await language_of_posts(press)
    try:
        await press.tables.matchmaking.look(guild, press.person, channel=press.channel, locale=locale)
    except Refusal as refusal:
        raise _named(refusal, press.words) from None
    await press.reply.show(await _panel(press))


@on("wanted.withdraw")
async def _withdraw(press: Call) -> None:
    """**Withdraw**: nobody is looked for any more."""
    await press.tables.matchmaking.withdraw(server_of(press, "players_in_server"), press.person.id)
    await press.reply.show(await _panel(press))


async def _choose(press: Call, change: Callable[[Wanted], Wanted]) -> None:
    """Refusals: players_in_server, and those of `_look` where somebody looks for players already."""
    guild, locale = server_of(press, "players_in_server"), await language_of_posts(press)
    try:
        await press.tables.matchmaking.choose(
            guild, press.person, change, channel=press.channel, locale=locale
        )
    except Refusal as refusal:
        raise _named(refusal, press.words) from None
    await press.reply.show(await _panel(press))


def _named(refusal: Refusal, speak: Words) -> Refusal:
    """The same refusal; one of what no game can do says what each of these games can."""
    if refusal.code != "never_enough":
        return refusal
    keys = str(refusal.data["games"]).split()
    chosen = [_takes(game, speak) for game in catalog.games() if game.info.key in keys]
    return Refusal(refusal.code, games=Marked(speak.all_of(chosen)))


def _takes(game: AnyGame, speak: Words) -> str:
    """With how many a game is played, if not alone."""
    low, high = game.info.seats
    return speak("games.wanted.takes", game=catalog.title(game, speak), low=max(low, NUMBERS[0]), high=high)


async def _panel(call: Call) -> Content:
    guild, speak = server_of(call, "players_in_server"), call.words
    row = await call.tables.matchmaking.wanted(guild, call.person.id)
    wanted = wanted_of(row)
    looking = row is not None and row.since is not None
    others = [one for one in await call.tables.matchmaking.looking(guild) if one.user != call.person.id]
    texts = (
        speak("games.wanted.title"),
        _state(row, speak),
        speak("games.wanted.is_seen" if wanted.seen else "games.wanted.is_unseen"),
        _others(others, speak),
    )
    seen = "off" if wanted.seen else "on"
    begin = Button("wanted.look", speak("games.wanted.look"), style="primary", disabled=not wanted.games)
    buttons = (
        Button("wanted.withdraw", speak("games.wanted.withdraw")) if looking else begin,
        Button("wanted.seen", speak(f"games.wanted.seen_{seen}"), seen),
        Button("games.tables", speak("games.tables.button")),
        Button("wanted.panel", speak("kit.refresh")),
    )
    menus = (_games_menu(wanted, speak), _numbers_menu(wanted, speak), _seasons(wanted, speak))
    return Content(texts, rows=(*menus, buttons))


def _state(row: WantedRow | None, speak: Words) -> str:
    """Whether somebody looks for others, and until when."""
    if row is None or row.since is None:
        return speak("games.wanted.idle")
    if row.until is None:
        return speak("games.wanted.always")
    return speak("games.wanted.until", when=stamp(row.until, "f"), left=stamp(row.until))


def _others(rows: Sequence[WantedRow], speak: Words) -> str:
    """Who else wants which game: by name those who like it, the others as a number."""
    lines = [speak("games.wanted.others")]
    for game in catalog.games():
        wanting = [row for row in rows if game.info.key in wanted_of(row).games]
        if wanting:
            lines.append(
                speak("games.wanted.line", game=catalog.title(game, speak), people=_people(wanting, speak))
            )
    return "\n".join(lines) if len(lines) > 1 else speak("games.wanted.nobody")


def _people(rows: Sequence[WantedRow], speak: Words) -> str:
    named = [plain(cut(row.name, NAME)) for row in rows if wanted_of(row).seen][:NAMED]
    unnamed = len(rows) - len(named)
    if not named:
        return speak("games.wanted.somebody", n=unnamed)
    return speak.all_of([*named, speak("games.wanted.more", n=unnamed)] if unnamed else named)


def _games_menu(wanted: Wanted, speak: Words) -> Menu:
    entries = tuple(
        Entry(catalog.title(game, speak), game.info.key, chosen=game.info.key in wanted.games)
        for game in catalog.games()
    )
    return Menu("wanted.games", speak("games.wanted.games"), entries, most=len(entries))


def _numbers_menu(wanted: Wanted, speak: Words) -> Menu:
    entries = tuple(
        Entry(speak("games.wanted.number", n=n), str(n), chosen=n in wanted.numbers) for n in NUMBERS
    )
    return Menu("wanted.numbers", speak("games.wanted.numbers"), entries, most=len(entries))


def _seasons(wanted: Wanted, speak: Words) -> Menu:
    entries = tuple(
        Entry(speak(f"games.wanted.season.{season}"), season, chosen=season == wanted.season)
        for season in SEASONS
    )
    return Menu("wanted.season", speak("games.wanted.season"), entries)
