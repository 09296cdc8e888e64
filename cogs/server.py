"""`/games server`: what is set for a server, in one private panel in which who manages it can change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import structs

from bot.discord.content import Button, Channels, Content, Entry, Field, Form, Menu, Row
from bot.discord.ids import number
from bot.discord.people import manages, server_of
from bot.discord.router import Call, on
from bot.discord.settings import hours_in_words
from bot.discord.zones import EXAMPLE, home, zone_meant
from bot.games.contract import Refusal
from bot.tables.servers import ServerSettings
from bot.tables.settings import DEADLINES
from bot.text import Words, locales
from render.palettes import PALETTES

TOLD = "told"
"""The line of the menu of languages that stands for what Discord says of the server."""
ENDING = ("host", "moderators", "managers")
MOST_TABLES = (0, 1, 2, 3, 5, 10, 20, 50)
"""The numbers of tables that are offered; 0 is any."""


async def show(call: Call) -> None:
    """The panel; for whoever may not manage the server only its words. Refusals: settings_in_server."""
    guild = _server(call)
    await call.reply.private(await _panel(call, await call.tables.servers.settings(guild)))


@on("server.channels")
async def _channels(press: Call) -> None:
    """Where tables may be opened; none chosen means everywhere."""
    await _set(press, channels=tuple(number(value) for value in press.values))


@on("server.language")
async def _language(press: Call) -> None:
    """The language of new posts, or again what Discord says."""
    chosen = press.value
    await _set(press, language=chosen if chosen in locales() else "")


@on("server.deadline")
async def _deadline(press: Call) -> None:
    """With which deadline tables begin."""
    await _set(press, deadline=_one_of(DEADLINES, number(press.value)))


@on("server.ending")
async def _ending(press: Call) -> None:
    """Who may end tables."""
    await _set(press, ending=_one_of(ENDING, press.value))


@on("server.tables")
async def _tables(press: Call) -> None:
    """How many tables may be open at the same time."""
    await _set(press, tables=_one_of(MOST_TABLES, number(press.value)))


@on("server.palette")
async def _palette(press: Call) -> None:
    """The colours of boards."""
    await _set(press, palette=_one_of(PALETTES, press.value))


@on("server.which_zone", answers="form")
async def _ask_zone(press: Call) -> None:
    """**Time zone**: asks for its name."""
    field = Field("zone", press.words("server.zone.how"), placeholder=EXAMPLE)
    await press.reply.form(Form("server.zone", press.words("personal.zone"), (field,)))


@on("server.zone")
async def _zone(press: Call) -> None:
    """The time zone was typed in. Refusals: no_such_zone {example}."""
    await _set(press, zone=zone_meant(press.fields.get("zone", "")))


async def _set(press: Call, **wished: Any) -> None:
    """Changes something and shows the panel again. Refusals: settings_in_server, not_manager."""
    guild = _server(press)
    if not manages(press, guild):
        raise Refusal("not_manager")
    changed = await press.tables.servers.change(
        guild, lambda now: structs.replace(now, **wished), by=press.person.id
    )
    await press.reply.show(await _panel(press, changed))


def _server(call: Call) -> int:
    return server_of(call, "settings_in_server")


def _one_of(offered: Iterable[Any], chosen: Any) -> Any:
    if chosen not in offered:
        raise Refusal("bad_options")
    return chosen


async def _panel(call: Call, now: ServerSettings) -> Content:
    speak, zone = call.words, await home(call)
    lines = [
        _places(now, speak),
        speak("server.language.is", language=speak.language(now.language))
        if now.language
        else speak("server.language.told.is"),
        speak("server.zone.is", zone=zone.key, time=f"{call.app.now().astimezone(zone):%H:%M}"),
        speak("server.deadline.is", time=hours_in_words(now.deadline, speak))
        if now.deadline
        else speak("server.deadline.none"),
        speak(f"server.ending.{now.ending}.is"),
        speak("server.tables.is", n=now.tables) if now.tables else speak("server.tables.any"),
        speak(f"server.palette.{now.palette}.is"),
    ]
    texts = (speak("server.title"), "\n".join(f"- {line}" for line in lines))
    if not manages(call, call.interaction.guild_id):
        return Content((*texts, speak("server.read_only")))
    return Content(texts, rows=_rows(call, now))


def _places(now: ServerSettings, speak: Words) -> str:
    if not now.channels:
        return speak("server.channels.all")
    return speak("server.channels.some", channels=speak.all_of(f"<#{each}>" for each in now.channels))


def _rows(call: Call, now: ServerSettings) -> tuple[Row, ...]:
    speak, guild = call.words, call.interaction.guild
    there = tuple(each for each in now.channels if guild is None or guild.get_channel(each))
    return (
        Channels("server.channels", speak("server.channels"), there),
        _menu(
            "language",
            (TOLD, *locales()),
            now.language or TOLD,
            speak,
            lambda value: speak("server.language.told") if value == TOLD else speak.language(value),
        ),
        _menu("deadline", DEADLINES, now.deadline, speak, lambda hours: hours_in_words(hours, speak)),
        _menu("ending", ENDING, now.ending, speak),
        _menu(
            "tables",
            sorted({*MOST_TABLES, now.tables}),
            now.tables,
            speak,
            lambda most: speak("server.tables.most", n=most) if most else speak("server.tables.none"),
        ),
        _menu("palette", PALETTES, now.palette, speak),
        (Button("server.which_zone", speak("personal.zone")),),
    )


def _menu(
    key: str,
    values: Iterable[Any],
    now: Any,
    speak: Words,
    named: Callable[[Any], str] | None = None,
) -> Menu:
    """The menu of a setting; each line says what is set by it."""
    label = speak(f"server.{key}")
    named = named or (lambda value: speak(f"server.{key}.{value}"))
    entries = tuple(
        Entry(speak("lobby.option", option=label, value=named(value)), str(value), chosen=value == now)
        for value in values
    )
    return Menu(f"server.{key}", label, entries)
