"""`/games statistics` of a person and `/games leaderboard` of a game, in a server."""

from dataclasses import replace as replace_content
from datetime import timedelta

from msgspec.structs import replace

from bot.discord import catalog
from bot.discord.channels import language_of_posts, server_of
from bot.discord.content import Button, Content, Entry, Menu, Row, chosen, number, page_of, turning
from bot.discord.layout import NAME
from bot.discord.presenter import presenter_of
from bot.discord.rate_limit import PICTURE, spend
from bot.discord.router import Call, on
from bot.discord.shown_posts import show_everybody
from bot.discord.table_words import points
from bot.games import registry
from bot.games.contract import Refusal, Text
from bot.tables.stats import Record, Variant
from bot.text import Words, cut, mention, one_line, plain, words
from cogs import circles
from render.leaderboard import LeaderboardCard, Ranked, leaderboard, told
from render.ranking import signed
from render.year import YearCard, year

STATISTICS, LEADERBOARD = "games.statistics", "games.leaderboard"
ALL = "all"
"""Stands for no game in particular."""
MOST_VARIANTS = 8
ROWS = 10
MOST_GAMES = 5
Options = tuple[tuple[str, str], ...]


@on(STATISTICS)
async def _turn_to(call: Call) -> Content:
    user, _, game = call.id.rest.partition("/")
    wanted = call.value if call.values else game
    return await of_person(call, number(user), ALL if wanted == ALL else catalog.key_of(wanted))


@on("games.listed")
async def _list_or_hide(call: Call) -> Content:
    listed = call.id.rest == "on"
    await call.tables.preferences.change(call.person.id, lambda wishes: replace(wishes, listed=listed))
    return await of_person(call, call.person.id, ALL)


async def of_person(call: Call, user: int, game: str) -> Content:
    """The statistics of a person, of one game or `ALL`. Refusals: statistics_in_server, statistics_hidden."""
    speak, own = call.words, user == call.person.id
    guild = server_of(call, "statistics_in_server")
    listed = (await call.tables.preferences.of(user)).listed
    if not (own or listed):
        raise Refusal("statistics_hidden", name=mention(user))
    records = await call.tables.statistics.records(guild, user)
    hide = Button("games.listed", speak("statistics.hide"), "off")
    unhide = Button("games.listed", speak("statistics.unhide"), "on")
    listing = (hide if listed else unhide,) if own else ()
    mine = (Button("games.year", speak("statistics.year")),) if own else ()
    hidden = "" if listed else speak("statistics.hidden")
    if not records:
        none = speak("statistics.none_own") if own else speak("statistics.none", name=mention(user))
        return Content((none, hidden), rows=(listing,) if own else ())
    name = plain(cut(records[-1].tally.name, NAME))
    title = speak("statistics.own") if own else speak("statistics.of", name=name)
    if game == ALL:
        sections = [_section(record, speak) for record in records]
    else:
        sections = [await _detailed(call, guild, records, user, game)]
    games = (Entry(catalog.name(each.game, speak), each.game) for each in records)
    entries = chosen((Entry(speak("statistics.all"), ALL), *games), game)
    rows: list[Row] = [Menu(STATISTICS, speak("statistics.menu"), entries, str(user))]
    board = () if game == ALL else (Button(LEADERBOARD, speak("statistics.board"), f"{game}/0"),)
    if board or listing:
        rows.append((*board, *mine, *listing))
    return Content((title, *sections, hidden, speak("statistics.about")), rows=tuple(rows))


@on("games.year", answers="private")
async def _year(call: Call) -> Content:
    """The person's own year as a picture, for themselves; a button shows it to others."""
    shown = await _own_year(call, call.words)
    return replace_content(shown, rows=((Button("games.year_shown", call.words("statistics.year.show")),),))


@on("games.year_shown", answers="in_place")
async def _show_year(call: Call) -> None:
    """Shows it to everybody in the channel, because its person wants to."""
    speak = words(await language_of_posts(call))
    by = speak("table.shared", name=plain(call.person.name))
    shown = await _own_year(call, speak)
    await show_everybody(call, replace_content(shown, texts=(by,)), speak)


async def _own_year(call: Call, speak: Words) -> Content:
    """Refusals: statistics_in_server, no_year."""
    spend(call, PICTURE)
    guild = server_of(call, "statistics_in_server")
    locale = await language_of_posts(call)
    zone = (await call.tables.servers.settings(guild)).time_zone(locale)
    found = await call.tables.statistics.year(guild, call.person.id, call.app.now(), zone)
    if found is None:
        raise Refusal("no_year")
    favourites, months = found.favourites[:MOST_GAMES], found.months
    numbers = (found.games, found.wins, found.companions)
    card = YearCard(found.year, found.name, *numbers, months, favourites, found.closest)
    return Content((), (year(card, speak),))


async def _detailed(call: Call, guild: int, records: tuple[Record, ...], user: int, game: str) -> str:
    speak = call.words
    record = next((each for each in records if each.game == game), None)
    if record is None:
        return speak("statistics.none_of_game", game=catalog.name(game, speak))
    pace = await call.tables.statistics.usual_answer(guild, game, user)
    texts = [_section(record, speak)]
    if pace is not None:
        texts.append(speak("statistics.pace", time=_time(pace, speak)))
    variants = _variants(record, speak)
    if len(variants) > 1:
        texts += [speak("statistics.variants"), *variants]
    return "\n".join(texts)


def _section(record: Record, speak: Words) -> str:
    tally, rating = record.tally, record.rating
    texts = [f"### {catalog.name(record.game, speak)}"]
    if tally.games:
        texts.append(speak("statistics.games", n=tally.games, wins=tally.wins))
        texts.append(speak("statistics.place", place=f"{tally.place:.1f}", seats=f"{tally.seats:.1f}"))
    if tally.alone:
        texts.append(speak("statistics.alone", n=tally.alone))
    texts.append(speak("statistics.points", points=points(tally.points), best=signed(tally.best)))
    if rating:
        certainty = speak(f"statistics.certainty.{rating.certainty}")
        texts.append(speak("statistics.rating", points=rating.points, certainty=certainty))
    else:
        texts.append(speak("statistics.unrated"))
    return "\n".join(texts)


def _variants(record: Record, speak: Words) -> list[str]:
    """A line for each way in which the game was played, named by the options in which they differ."""
    rules = registry.game(record.game)
    typed = {
        speak(f"{record.game}.option.{item.key}") for item in rules.info.options if isinstance(item, Text)
    }
    ways: dict[Options, list[Variant]] = {}
    for variant in record.tally.variants:
        rows = presenter_of(record.game).options(rules.decode_options(variant.options), speak)
        way = tuple(row for row in rows if row[0] not in typed) or rows
        ways.setdefault(way, []).append(variant)
    everywhere = [row for way in ways for row in set(way)]
    texts: list[str] = []
    for way, variants in sorted(ways.items(), key=lambda pair: -sum(each.games for each in pair[1])):
        differing = [row for row in way if everywhere.count(row) < len(ways)] or way
        names = [speak("lobby.option", option=label, value=value) for label, value in differing]
        best = (min if record.tally.lowest_wins else max)(each.best for each in variants)
        games = speak("statistics.count", n=sum(each.games for each in variants))
        variant = " · ".join(names)
        texts.append(speak("statistics.variant", variant=variant, best=signed(best), games=games))
    return texts[:MOST_VARIANTS]


def _time(time: timedelta, speak: Words) -> str:
    minutes = max(round(time.total_seconds() / 60), 1)
    if minutes < 60:
        return speak("statistics.minutes", n=minutes)
    hours = round(minutes / 60)
    if hours < 48:
        return speak("statistics.hours", n=hours)
    return speak("statistics.days", n=round(hours / 24))


@on(LEADERBOARD)
async def _turn_leaderboard(call: Call) -> Content:
    game, page, circle, *_ = (*call.id.rest.split("/"), "", "")
    game = call.value if call.values else game
    return await best_of(call, catalog.key_of(game), number(page), number(circle))


async def best_of(call: Call, game: str, page: int = 0, circle: int = 0) -> Content:
    """A page of who plays a game best, in the server or in a circle of it. Refusals: statistics_in_server,
    no_circle, cool_down."""
    spend(call, PICTURE)
    speak, guild = call.words, server_of(call, "statistics_in_server")
    title, ways = speak("statistics.leaderboard", game=catalog.name(game, speak)), list[Button]()
    if circle:
        name = (await circles.view_of(call, circle)).circle.name
        title = speak("statistics.leaderboard_of", game=catalog.name(game, speak), circle=plain(name))
        ways.append(Button("circle.page", speak("kit.back"), str(circle)))
    found = await call.tables.statistics.leaderboard(guild, game, circle)
    shown, page, pages = page_of(found, page, ROWS)
    rows = tuple(
        Ranked(
            place=each.place,
            name=one_line(each.tally.name),
            rating=each.rating.points,
            games=each.tally.games,
            wins=each.tally.wins,
            average=each.tally.place,
            certainty=speak(f"statistics.certainty.{each.rating.certainty}"),
            provisional=each.rating.certainty == "provisional",
            own=each.tally.user == call.person.id,
        )
        for each in shown
    )
    card = LeaderboardCard(game, rows, len(found), page, pages)
    worded = [told(row, speak, plain(cut(row.name, NAME))) for row in rows]
    mine = Button(STATISTICS, speak("statistics.mine"), f"{call.person.id}/{game}")
    labels, tail = (speak("statistics.previous"), speak("statistics.next")), f"/{circle}" if circle else ""
    pager = turning(LEADERBOARD, labels, page, pages, f"{game}/", tail)
    return Content(
        (title,),
        (leaderboard(card, speak),),
        ((*(pager if pages > 1 else ()), mine, *ways),),
        foot=("\n".join(worded), speak("statistics.leaderboard_about")),
    )
