"""`/games settings` and `/games server`: one private panel each."""

import unicodedata
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import discord
from msgspec import structs

from bot.discord import called_role
from bot.discord.channels import Locks, language_of_posts, managed_server, manages, server_of
from bot.discord.content import Button, Channels, Content, Entry, Field, Form, Menu, Roles, chosen, number
from bot.discord.discord_api import Undelivered, outcomes
from bot.discord.router import Call, on, one_of
from bot.discord.table_words import hours_in_words, setting_menu
from bot.games.contract import Refusal
from bot.tables.policy import VACATION
from bot.tables.settings import DEADLINES, Hours, PersonSettings, ServerSettings, zones
from bot.text import Words, locales, stamp, words
from render.palettes import PALETTES
from render.seats import ICONS

V = TypeVar("V")
CLIENT, DISCORD = "client", "told"
"""The lines of the menus of languages that stand for the language of the client, and for what Discord says of
the server."""
SEAT = "seat"
"""The line of the menu of icons that stands for the symbol of each seat."""
QUIET: tuple[Hours, ...] = ((0, 0), (20, 8), (21, 7), (22, 6), (22, 8), (23, 7), (23, 9), (0, 8), (1, 9))
REMINDING = ("dm", "channel", "off")
ENDING = ("host", "moderators", "managers")
MOST_TABLES = (0, 1, 2, 3, 5, 10, 20, 50)
"""The numbers of tables that are offered; 0 is any."""
EXAMPLE = "Europe/Berlin"
_one_role = Locks()
"""By server: two quick presses make one role."""


def _language(call: Call) -> str:
    """The chosen language; empty for the one that stands where none is set."""
    return call.value if call.value in locales() else ""


def _switch(call: Call) -> bool:
    return call.id.rest == "on"


def _ask_zone(scope: str, prefix: str) -> None:

    @on(f"{scope}.which_zone", answers="form")
    async def ask(call: Call) -> Form:
        field = Field("zone", call.words(f"{prefix}.zone.how"), placeholder=EXAMPLE)
        return Form(f"{scope}.zone", call.words("personal.zone"), (field,))


_ask_zone("me", "personal")
_ask_zone("server", "server")


# Time zones --------------------------------------------------------------------------------------------


def zones_like(typed: str) -> list[str]:
    """The time zones whose name holds what was typed, first those whose city begins with it."""
    wanted = _folded(typed)
    found = [name for name in zones() if wanted in _folded(name)]
    return sorted(found, key=lambda name: not _folded(name.rpartition("/")[2]).startswith(wanted))


def zone_meant(typed: str) -> str:
    """The time zone that was typed or chosen. Refusals: no_such_zone {example}."""
    found = zones_like(typed)
    exact = [name for name in found if _folded(typed) in (_folded(name), _folded(name.rpartition("/")[2]))]
    if typed.strip() and (exact or len(found) == 1):
        return (exact or found)[0]
    raise Refusal("no_such_zone", example=EXAMPLE)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip().replace(" ", "_")


async def _home(call: Call) -> ZoneInfo:
    guild = call.interaction.guild_id
    locale = call.words.locale if guild is None else await language_of_posts(call)
    return (await call.tables.servers.settings(guild)).time_zone(locale)


def _time_in(call: Call, zone: ZoneInfo) -> str:
    return f"{call.app.now().astimezone(zone):%H:%M}"


# A person ----------------------------------------------------------------------------------------------


async def show(call: Call, zone: str | None = None) -> Content:
    """The panel of the person; a time zone that was typed is set before. Refusals: no_such_zone {example}."""
    if zone is not None:
        await _change(call, zone=zone_meant(zone))
    return await _panel(call, call.words)


async def _change(call: Call, **wished: Any) -> None:
    await call.tables.preferences.change(call.person.id, lambda wishes: structs.replace(wishes, **wished))


def _quiet(call: Call) -> Hours:
    first, _, last = call.value.partition("-")
    return number(first) % 24, number(last) % 24


def _personal(key: str, read: Callable[[Call], Any]) -> None:

    @on(f"me.{key}")
    async def change(call: Call) -> Content:
        await _change(call, **{key: read(call)})
        return await show(call)


_personal("quiet", _quiet)
_personal("reminders", lambda call: one_of(REMINDING, call.value))
_personal("palette", lambda call: one_of(PALETTES, call.value))
_personal("icon", lambda call: one_of((SEAT, *ICONS), call.value).removeprefix(SEAT))
_personal("digest", _switch)
_personal("listed", _switch)
_personal("confirm", _switch)
_personal("puzzles", _switch)
_personal("zone", lambda call: zone_meant(call.fields.get("zone", "")))


@on("me.language")
async def _speak(call: Call) -> Content:
    """A language, or again that of the client; the panel is in it."""
    await _change(call, language=_language(call))
    call.app.look_up_again(call.person.id)
    return await _panel(call, await call.app.words_for(call.person.id))


@on("me.dm")
async def _direct_messages(call: Call) -> Content:
    await call.tables.preferences.want_messages(call.person.id, wanted=_switch(call))
    return await show(call)


@on("me.until_when", answers="form")
async def _ask_away(call: Call) -> Form:
    field = Field("day", call.words("personal.away.how"), placeholder="YYYY-MM-DD", longest=10)
    return Form("me.away", call.words("personal.away"), (field,))


@on("me.away")
async def _go_away(call: Call) -> Content:
    zone = (await call.tables.preferences.of(call.person.id)).time_zone(await _home(call))
    today = call.app.now().astimezone(zone).date()
    try:
        day = date.fromisoformat(unicodedata.normalize("NFKC", call.fields.get("day", "")).strip())
    except ValueError:
        day = today
    if not today < day <= today + VACATION:
        raise Refusal("bad_day", days=VACATION.days)
    await call.tables.reminders.go_away(call.person.id, datetime.combine(day, time(), zone).astimezone(UTC))
    return await show(call)


@on("me.back")
async def _come_back(call: Call) -> Content:
    await call.tables.reminders.go_away(call.person.id, None)
    return await show(call)


async def _panel(call: Call, speak: Words) -> Content:
    wishes = await call.tables.preferences.of(call.person.id)
    messages = await call.tables.preferences.takes_messages(call.person.id)
    # Which time zone counts: the own one, else at each table that of its server.
    zone = wishes.time_zone(await _home(call))
    key = "personal.zone.now" if wishes.zone == zone.key else "personal.zone.server"
    each = wishes.zone != zone.key and not call.in_server
    states = [
        speak("personal.zone.each") if each else speak(key, zone=zone.key, time=_time_in(call, zone)),
        speak("personal.digest.is_on" if wishes.digest else "personal.digest.is_off"),
        speak("table.more.dm_is_on" if messages else "table.more.dm_is_off"),
        speak("personal.listed" if wishes.listed else "statistics.hidden"),
        speak("personal.confirm.is_on" if wishes.confirm else "personal.confirm.is_off"),
        speak("personal.puzzles.is_on" if wishes.puzzles else "personal.puzzles.is_off"),
    ]
    leaving = Button("me.until_when", speak("personal.away"))
    if wishes.away is not None and wishes.away > call.app.now():
        states.append(speak("personal.away.until", day=stamp(wishes.away, "D")))
        leaving = Button("me.back", speak("personal.away.back"), style="primary")
    now_on = (wishes.digest, messages, wishes.listed, wishes.confirm, wishes.puzzles)
    digest, dm, listed, confirm, puzzles = ("off" if on_now else "on" for on_now in now_on)
    switches = (
        Button("me.which_zone", speak("personal.zone")),
        Button("me.digest", speak(f"personal.digest_{digest}"), digest),
        Button("me.dm", speak(f"table.more.dm_{dm}"), dm),
        leaving,
        Button("me.listed", speak("statistics.hide" if wishes.listed else "statistics.unhide"), listed),
    )
    more = (
        Button("me.confirm", speak(f"personal.confirm_{confirm}"), confirm),
        Button("me.puzzles", speak(f"personal.puzzles_{puzzles}"), puzzles),
    )
    texts = (speak("personal.title"), "\n".join(states))
    return Content(texts, rows=(*_personal_menus(wishes, speak), switches, more))


def _personal_menus(wishes: PersonSettings, speak: Words) -> tuple[Menu, ...]:
    def hours(first: int, last: int) -> str:
        if first == last:
            return speak("personal.quiet.none")
        return speak("personal.quiet.hours", first=f"{first}:00", last=f"{last}:00")

    languages = [Entry(speak("personal.language.client"), CLIENT)]
    languages += [
        Entry(speak("personal.language.spoken", language=speak.language(each)), each) for each in locales()
    ]
    quiet = [Entry(hours(*each), f"{each[0]}-{each[1]}") for each in dict.fromkeys((*QUIET, wishes.quiet))]
    reminders = [Entry(speak(f"personal.reminders.{each}"), each) for each in REMINDING]
    palettes = [Entry(speak(f"personal.palette.{each}"), each) for each in PALETTES]
    icons = [
        Entry(speak("personal.icon.line", icon=speak(f"personal.icon.{each}")), each)
        for each in (SEAT, *ICONS)
    ]
    now = f"{wishes.quiet[0]}-{wishes.quiet[1]}"
    return (
        Menu("me.language", speak("personal.language"), chosen(languages, wishes.language or CLIENT)),
        Menu("me.quiet", speak("personal.quiet"), chosen(quiet, now)),
        Menu("me.reminders", speak("personal.reminders"), chosen(reminders, wishes.reminders)),
        Menu("me.palette", speak("personal.palette"), chosen(palettes, wishes.palette)),
        Menu("me.icon", speak("personal.icon"), chosen(icons, wishes.icon or SEAT)),
    )


# A server ----------------------------------------------------------------------------------------------


async def show_server(call: Call) -> Content:
    """The panel of the server; for people who may not manage it only its words."""
    guild = server_of(call, "settings_in_server")
    return await _server_panel(call, await call.tables.servers.settings(guild))


def _of_server(key: str, read: Callable[[Call], Any]) -> None:

    @on(f"server.{key}")
    async def change(call: Call) -> Content:
        value, guild = read(call), managed_server(call, "settings_in_server")
        changed = await call.tables.servers.change(
            guild, lambda now: structs.replace(now, **{key: value}), by=call.person.id
        )
        return await _server_panel(call, changed)


_of_server("channels", lambda call: tuple(number(value) for value in call.values))
_of_server("language", _language)
_of_server("deadline", lambda call: one_of(DEADLINES, number(call.value)))
_of_server("ending", lambda call: one_of(ENDING, call.value))
_of_server("tables", lambda call: one_of(MOST_TABLES, number(call.value)))
_of_server("palette", lambda call: one_of(PALETTES, call.value))
_of_server("zone", lambda call: zone_meant(call.fields.get("zone", "")))


def _role(call: Call) -> int:
    """The chosen role, 0 for none. Refusals: role_unfit, role_above where it is not the person's to give."""
    guild, person = call.interaction.guild, call.interaction.user
    role = guild.get_role(number(call.value)) if guild and call.values else None
    if role is None:
        return 0
    if not called_role.is_fit(role):
        raise Refusal("role_unfit")
    owns = role.guild.owner_id == person.id
    above = isinstance(person, discord.Member) and role < person.top_role
    if not call.interaction.permissions.manage_roles or not (owns or above):
        raise Refusal("role_above")
    return role.id


_of_server("role", _role)


@on("server.make_role")
async def _make_role(call: Call) -> Content:
    """A role of the bot's own making, which may do nothing and which everybody may mention."""
    server, guild = server_of(call, "settings_in_server"), call.interaction.guild
    if not manages(call, server) or guild is None:
        raise Refusal("not_manager")
    async with _one_role.of(server):
        now = await call.tables.servers.settings(server)
        if await called_role.chosen_role(call.app, server) is None:
            name = words(await language_of_posts(call))("server.role.name")
            try:
                with outcomes():
                    role = await guild.create_role(
                        name=name,
                        permissions=discord.Permissions.none(),
                        mentionable=True,
                        reason=called_role.WHY,
                    )
            except Undelivered as error:
                raise Refusal("role_barred") from error
            now = await call.tables.servers.change(
                server, lambda now: structs.replace(now, role=role.id), by=call.person.id
            )
    return await _server_panel(call, now)


def _of_role(role: discord.Role | None, speak: Words) -> list[str]:
    """Whom open calls mention, and what the bot still lacks for it."""
    if role is None:
        return [speak("server.role.none")]
    mention = called_role.may_mention(role)
    told = [speak("server.role.is" if mention else "server.role.silent", role=role.mention)]
    if not called_role.may_give(role):
        told.append(speak("server.role.kept", role=role.mention))
    return told


async def _server_panel(call: Call, now: ServerSettings) -> Content:
    speak, zone, guild = call.words, await _home(call), call.interaction.guild
    role = await called_role.chosen_role(call.app, guild.id if guild else None)
    shown = speak.all_of(f"<#{each}>" for each in now.channels)
    spoken, hours = now.language and speak.language(now.language), hours_in_words(now.deadline, speak)
    states = (
        speak("server.channels.some", channels=shown) if now.channels else speak("server.channels.all"),
        speak("server.language.is", language=spoken) if spoken else speak("server.language.told.is"),
        speak("server.zone.is", zone=zone.key, time=_time_in(call, zone)),
        speak("server.deadline.is", time=hours) if now.deadline else speak("server.deadline.none"),
        speak(f"server.ending.{now.ending}.is"),
        speak("server.tables.is", n=now.tables) if now.tables else speak("server.tables.any"),
        speak(f"server.palette.{now.palette}.is"),
        *_of_role(role, speak),
    )
    texts = (speak("server.title"), "\n".join(f"- {line}" for line in states))
    if not manages(call, call.interaction.guild_id):
        return Content((*texts, speak("server.read_only")))

    def menu(key: str, values: Iterable[V], now: V, named: Callable[[V], str] | None = None) -> Menu:
        """The menu of a setting; each line says what is set by it."""
        named = named or (lambda value: speak(f"server.{key}.{value}"))
        entries = [Entry(named(value), str(value)) for value in values]
        return setting_menu(f"server.{key}", speak(f"server.{key}"), entries, now, speak)

    def language(tag: str) -> str:
        return speak("server.language.told") if tag == DISCORD else speak.language(tag)

    def most(tables: int) -> str:
        return speak("server.tables.most", n=tables) if tables else speak("server.tables.none")

    there = tuple(each for each in now.channels if guild is None or guild.get_channel(each))
    makes = role is None and call.interaction.app_permissions.manage_roles
    rows = (
        Roles("server.role", speak("server.role"), role.id if role else 0),
        Channels("server.channels", speak("server.channels"), there),
        menu("language", (DISCORD, *locales()), now.language or DISCORD, language),
        menu("deadline", DEADLINES, now.deadline, lambda hours: hours_in_words(hours, speak)),
        menu("ending", ENDING, now.ending),
        menu("tables", sorted({*MOST_TABLES, now.tables}), now.tables, most),
        menu("palette", PALETTES, now.palette),
        (
            Button("server.which_zone", speak("personal.zone")),
            *((Button("server.make_role", speak("server.role.make")),) if makes else ()),
        ),
    )
    return Content(texts, rows=rows)
