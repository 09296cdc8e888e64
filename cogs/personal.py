"""`/games settings`: what a person sets for all tables, in one private panel."""

from __future__ import annotations

import unicodedata
from datetime import UTC, date, datetime, time
from typing import Any

from msgspec import structs

from bot.discord.content import Button, Content, Entry, Field, Form, Menu
from bot.discord.ids import number
from bot.discord.people import takes_messages, want_messages
from bot.discord.router import Call, on
from bot.discord.zones import EXAMPLE, home, zone_meant
from bot.games.contract import Refusal
from bot.tables.policy import VACATION
from bot.tables.preferences import PersonSettings
from bot.tables.quiet_hours import Hours
from bot.text import Words, locales, stamp
from render.palettes import PALETTES

CLIENT = "client"
"""The line of the menu of languages that stands for the language of the client."""
QUIET: tuple[Hours, ...] = ((0, 0), (20, 8), (21, 7), (22, 6), (22, 8), (23, 7), (23, 9), (0, 8), (1, 9))
"""The quiet hours that are offered."""
REMINDING = ("dm", "channel", "off")


async def show(call: Call, zone: str | None = None) -> None:
    """The panel; a time zone that was typed is set before. Refusals: no_such_zone {example}."""
    if zone is not None:
        await _wish(call, zone=zone_meant(zone))
    await _show(call)


@on("me.language")
async def _language(press: Call) -> None:
    """A language, or again that of the client."""
    chosen = press.value
    await _wish(press, language=chosen if chosen in locales() else "")
    press.app.look_up_again(press.person.id)
    known = await press.app.words_for(press.person.id)
    await press.reply.show(await _panel(press, known))


@on("me.quiet")
async def _quiet(press: Call) -> None:
    """Quiet hours from the menu."""
    first, _, last = press.value.partition("-")
    await _wish(press, quiet=(number(first) % 24, number(last) % 24))
    await _show(press)


@on("me.reminders")
async def _reminders(press: Call) -> None:
    """Where reminders come, if at all."""
    if press.value not in REMINDING:
        raise Refusal("bad_options")
    await _wish(press, reminders=press.value)
    await _show(press)


@on("me.palette")
async def _palette(press: Call) -> None:
    """The colours of what only this person sees."""
    if press.value not in PALETTES:
        raise Refusal("bad_options")
    await _wish(press, palette=press.value)
    await _show(press)


@on("me.digest")
async def _digest(press: Call) -> None:
    """One message for all tables, or one for each."""
    await _wish(press, digest=press.id.rest == "on")
    await _show(press)


@on("me.dm")
async def _direct_messages(press: Call) -> None:
    """Whether the bot writes when it is the person's turn."""
    await want_messages(press.app, press.person.id, wanted=press.id.rest == "on")
    await _show(press)


@on("me.listed")
async def _listed(press: Call) -> None:
    """Whether others see the person in statistics and leaderboards."""
    await _wish(press, listed=press.id.rest == "on")
    await _show(press)


@on("me.which_zone", answers="form")
async def _ask_zone(press: Call) -> None:
    """**Time zone**: asks for its name."""
    field = Field("zone", press.words("personal.zone.how"), placeholder=EXAMPLE)
    await press.reply.form(Form("me.zone", press.words("personal.zone"), (field,)))


@on("me.zone")
async def _set_zone(press: Call) -> None:
    await show(press, press.fields.get("zone", ""))


@on("me.until_when", answers="form")
async def _ask_away(press: Call) -> None:
    """**Vacation**: asks for the day of coming back."""
    field = Field("day", press.words("personal.away.how"), placeholder="YYYY-MM-DD", longest=10)
    await press.reply.form(Form("me.away", press.words("personal.away"), (field,)))


@on("me.away")
async def _go_away(press: Call) -> None:
    """The day of coming back was typed in. Refusals: bad_day {days}."""
    wishes = await press.tables.preferences.of(press.person.id)
    zone = wishes.time_zone(await home(press))
    today = press.app.now().astimezone(zone).date()
    day = _day(press.fields.get("day", ""))
    if day is None or not today < day <= today + VACATION:
        raise Refusal("bad_day", days=VACATION.days)
    until = datetime.combine(day, time(), zone).astimezone(UTC)
    await press.tables.reminders.go_away(press.person.id, until)
    await _show(press)


@on("me.back")
async def _come_back(press: Call) -> None:
    """**I am back**: earlier than planned."""
    await press.tables.reminders.go_away(press.person.id, None)
    await _show(press)


async def _wish(call: Call, **wished: Any) -> None:
    await call.tables.preferences.change(call.person.id, lambda wishes: structs.replace(wishes, **wished))


async def _show(call: Call) -> None:
    await call.reply.show(await _panel(call, call.words))


async def _panel(call: Call, speak: Words) -> Content:
    wishes = await call.tables.preferences.of(call.person.id)
    messages = await takes_messages(call.app, call.person.id)
    now = call.app.now()
    away = wishes.away if wishes.away is not None and wishes.away > now else None
    lines = [
        await _zone(call, wishes, speak),
        speak("personal.digest.is_on" if wishes.digest else "personal.digest.is_off"),
        speak("table.more.dm_is_on" if messages else "table.more.dm_is_off"),
        speak("personal.listed" if wishes.listed else "statistics.hidden"),
    ]
    if away is not None:
        lines.append(speak("personal.away.until", day=stamp(away, "D")))
    digest, dm, listed = ("off" if on_now else "on" for on_now in (wishes.digest, messages, wishes.listed))
    switches = (
        Button("me.which_zone", speak("personal.zone")),
        Button("me.digest", speak(f"personal.digest_{digest}"), digest),
        Button("me.dm", speak(f"table.more.dm_{dm}"), dm),
        Button("me.until_when", speak("personal.away"))
        if away is None
        else Button("me.back", speak("personal.away.back"), style="primary"),
        Button("me.listed", speak("statistics.hide" if wishes.listed else "statistics.unhide"), listed),
    )
    return Content(
        (speak("personal.title"), "\n".join(lines)),
        rows=(
            _languages(wishes, speak),
            _quiet_hours(wishes, speak),
            _reminding(wishes, speak),
            _palettes(wishes, speak),
            switches,
        ),
    )


async def _zone(call: Call, wishes: PersonSettings, speak: Words) -> str:
    """Which time zone counts: the own one, else at each table that of its server."""
    zone = wishes.time_zone(await home(call))
    own = wishes.zone == zone.key
    if not own and call.interaction.guild_id is None:
        return speak("personal.zone.each")
    time = f"{call.app.now().astimezone(zone):%H:%M}"
    return speak("personal.zone.now" if own else "personal.zone.server", zone=zone.key, time=time)


def _languages(wishes: PersonSettings, speak: Words) -> Menu:
    entries = tuple(
        Entry(label, value, chosen=value == (wishes.language or CLIENT))
        for value, label in (
            (CLIENT, speak("personal.language.client")),
            *((each, speak("personal.language.spoken", language=speak.language(each))) for each in locales()),
        )
    )
    return Menu("me.language", speak("personal.language"), entries)


def _quiet_hours(wishes: PersonSettings, speak: Words) -> Menu:
    entries = tuple(
        Entry(_hours(hours, speak), f"{hours[0]}-{hours[1]}", chosen=hours == wishes.quiet)
        for hours in dict.fromkeys((*QUIET, wishes.quiet))
    )
    return Menu("me.quiet", speak("personal.quiet"), entries)


def _hours(hours: Hours, speak: Words) -> str:
    first, last = hours
    if first == last:
        return speak("personal.quiet.none")
    return speak("personal.quiet.hours", first=f"{first}:00", last=f"{last}:00")


def _reminding(wishes: PersonSettings, speak: Words) -> Menu:
    entries = tuple(
        Entry(speak(f"personal.reminders.{value}"), value, chosen=value == wishes.reminders)
        for value in REMINDING
    )
    return Menu("me.reminders", speak("personal.reminders"), entries)


def _palettes(wishes: PersonSettings, speak: Words) -> Menu:
    entries = tuple(
        Entry(speak(f"personal.palette.{value}"), value, chosen=value == wishes.palette) for value in PALETTES
    )
    return Menu("me.palette", speak("personal.palette"), entries)


def _day(typed: str) -> date | None:
    try:
        return date.fromisoformat(unicodedata.normalize("NFKC", typed).strip())
    except ValueError:
        return None
