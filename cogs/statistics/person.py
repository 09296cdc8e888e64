"""`/games statistics`: what somebody did in the finished games of a server. Whoever doesn't want to be seen
by others says so on the own page."""

from __future__ import annotations

from datetime import timedelta

from msgspec.structs import replace

from bot.discord import catalog
from bot.discord.content import Button, Content, Entry, Menu, Row
from bot.discord.ids import number
from bot.discord.people import NAME
from bot.discord.presenter import presenter_of
from bot.discord.router import Call, on
from bot.games import registry
from bot.games.contract import Refusal, Text
from bot.tables.statistics import Record
from bot.tables.tally import Variant
from bot.text import Words, cut, mention, plain, signed
from cogs.statistics.asking import known, server
from cogs.statistics.standing import ACTION as LEADERBOARD

ACTION = "games.statistics"
ALL = "all"
"""Stands for no game in particular."""
MOST_VARIANTS = 8
Options = tuple[tuple[str, str], ...]
"""Rows of label and value."""


async def show(call: Call, user: int, game: str | None) -> None:
    """The statistics of a person, of all games or the one that is meant.

    Refusals: statistics_in_server, no_such_game, statistics_hidden.
    """
    await call.reply.private(await _page(call, user, known(game) if game else ALL))


@on(ACTION)
async def _turn_to(press: Call) -> None:
    """The menu chooses a game; a button names it behind the person."""
    user, _, game = press.id.rest.partition("/")
    chosen = press.value if press.values else game
    await press.reply.show(await _page(press, number(user), ALL if chosen == ALL else known(chosen)))


@on("games.listed")
async def _list_or_hide(press: Call) -> None:
    """**Hide me** and **Show me again** on the own page."""
    wanted = press.id.rest == "on"
    await press.tables.preferences.change(press.person.id, lambda wishes: replace(wishes, listed=wanted))
    await press.reply.show(await _page(press, press.person.id, ALL))


async def _page(call: Call, user: int, game: str) -> Content:
    speak, own = call.words, user == call.person.id
    guild = server(call)
    listed = (await call.tables.preferences.of(user)).listed
    if not (own or listed):
        raise Refusal("statistics_hidden", name=mention(user))
    records = await call.tables.statistics.records(guild, user)
    hidden = "" if listed else speak("statistics.hidden")
    if not records:
        none = speak("statistics.none_own") if own else speak("statistics.none", name=mention(user))
        return Content((none, hidden), rows=(_listing(listed, speak),) if own else ())
    name = plain(cut(records[-1].tally.name, NAME))
    title = speak("statistics.own") if own else speak("statistics.of", name=name)
    if game == ALL:
        sections = [_section(record, speak) for record in records]
    else:
        sections = [await _detailed(call, guild, records, user, game)]
    about = speak("statistics.about")
    return Content((title, *sections, hidden, about), rows=_rows(records, user, game, own, listed, speak))


def _rows(
    records: tuple[Record, ...], user: int, game: str, own: bool, listed: bool, speak: Words
) -> tuple[Row, ...]:
    entries = [Entry(speak("statistics.all"), ALL, chosen=game == ALL)]
    entries += [
        Entry(catalog.name(each.game, speak), each.game, chosen=each.game == game) for each in records
    ]
    menu = Menu(ACTION, speak("statistics.menu"), tuple(entries), str(user))
    board = [] if game == ALL else [Button(LEADERBOARD, speak("statistics.board"), f"{game}/0")]
    buttons = (*board, *(_listing(listed, speak) if own else ()))
    return (menu, buttons) if buttons else (menu,)


def _listing(listed: bool, speak: Words) -> tuple[Button, ...]:
    if listed:
        return (Button("games.listed", speak("statistics.hide"), "off"),)
    return (Button("games.listed", speak("statistics.unhide"), "on"),)


async def _detailed(call: Call, guild: int, records: tuple[Record, ...], user: int, game: str) -> str:
    """The section of one game with all that is known about it."""
    speak = call.words
    record = next((each for each in records if each.game == game), None)
    if record is None:
        return speak("statistics.none_of_game", game=catalog.name(game, speak))
    pace = await call.tables.statistics.usual_answer(guild, game, user)
    lines = [_section(record, speak)]
    if pace is not None:
        lines.append(speak("statistics.pace", time=_time(pace, speak)))
    variants = _variants(record, speak)
    if len(variants) > 1:
        lines += [speak("statistics.variants"), *variants]
    return "\n".join(lines)


def _section(record: Record, speak: Words) -> str:
    tally, rating = record.tally, record.rating
    rated = (
        speak(
            "statistics.rating",
            points=rating.points,
            certainty=speak(f"statistics.certainty.{rating.certainty}"),
        )
        if rating
        else speak("statistics.unrated")
    )
    against = (
        speak("statistics.games", n=tally.games, wins=tally.wins),
        speak("statistics.place", place=f"{tally.place:.1f}", seats=f"{tally.seats:.1f}"),
    )
    lines = (
        f"### {catalog.name(record.game, speak)}",
        *(against if tally.games else ()),
        *((speak("statistics.alone", n=tally.alone),) if tally.alone else ()),
        speak("statistics.points", points=f"{tally.points:.1f}", best=signed(tally.best)),
        rated,
    )
    return "\n".join(lines)


def _variants(record: Record, speak: Words) -> list[str]:
    """A line for each way in which the game was played, told by the options in which they differ."""
    ways: dict[Options, list[Variant]] = {}
    for variant in record.tally.variants:
        ways.setdefault(_options(record.game, variant.options, speak), []).append(variant)
    everywhere = [row for way in ways for row in set(way)]
    lines: list[str] = []
    for way, variants in sorted(ways.items(), key=lambda pair: -sum(each.games for each in pair[1])):
        differing = [row for row in way if everywhere.count(row) < len(ways)] or way
        names = [speak("lobby.option", option=label, value=value) for label, value in differing]
        best = (min if record.tally.lowest_wins else max)(each.best for each in variants)
        games = speak("statistics.count", n=sum(each.games for each in variants))
        variant = " · ".join(names)
        lines.append(speak("statistics.variant", variant=variant, best=signed(best), games=games))
    return lines[:MOST_VARIANTS]


def _options(game: str, options: bytes, speak: Words) -> Options:
    """The options in words, without those that are typed in: these make no variant."""
    rules = registry.game(game)
    typed = {speak(f"{game}.option.{item.key}") for item in rules.info.options if isinstance(item, Text)}
    rows = presenter_of(game).options(rules.decode_options(options), speak)
    return tuple(row for row in rows if row[0] not in typed) or rows


def _time(time: timedelta, speak: Words) -> str:
    """A span of time in the unit that suits it."""
    minutes = max(round(time.total_seconds() / 60), 1)
    if minutes < 60:
        return speak("statistics.minutes", n=minutes)
    hours = round(minutes / 60)
    if hours < 48:
        return speak("statistics.hours", n=hours)
    return speak("statistics.days", n=round(hours / 24))
