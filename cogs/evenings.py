"""`/games evening`: people of a server are invited to play at a time, and say whether they come."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.discord import catalog, channels
from bot.discord.channels import manages, server_of
from bot.discord.content import Button, Content, CustomId, Entry, Field, Form, Menu, Row, note, number
from bot.discord.evenings import named, panel, title
from bot.discord.events import asks_for_right
from bot.discord.presenter import Given, Line
from bot.discord.rate_limit import POST, spend
from bot.discord.router import Call, on, prepare
from bot.games.contract import Refusal
from bot.store.evenings import EveningState
from bot.tables.evenings import Evening
from bot.text import Marked, cut, one_line, words

LONGEST = 300
"""Characters of what somebody writes about an evening."""
EXAMPLE = "20:00"
HOURS = (time(20), time(19), time(18), time(21))
AHEAD = 7
"""Days that are offered."""
DAY = r"(?:(?P<year>\d{4})[-/.])?(?P<month>\d{1,2})[-/.](?P<day>\d{1,2})[ T]+"
TIME = re.compile(rf"(?:{DAY})?(?P<hour>\d{{1,2}})[:.](?P<minute>\d{{2}})")


async def evening(call: Call, given: Given) -> Content:
    """Calls for an evening at the time that was typed; without one, what is to come. Refusals: cannot_post,
    channel_not_allowed, no_such_game, those of a time and of an evening."""
    guild = server_of(call, "players_in_server")
    if not given["when"]:
        return await _coming(call, guild)
    starts = time_meant(given["when"], call.app.now(), await _zone(call))
    named = [part for part in re.split(r"[,、;]", given["games"] or "") if part.strip()]
    games = tuple(dict.fromkeys(catalog.key_of(one_line(each)) for each in named))
    channels.check_channel(call)
    await channels.refuse_elsewhere(call)
    spend(call, POST)
    called = await call.tables.evenings.call(
        call.person,
        guild=guild,
        channel=call.channel,
        locale=await channels.language_of_posts(call),
        starts=starts,
        games=games,
        text=cut(one_line(given["text"] or ""), LONGEST),
        key=call.key,
    )
    return await _own(call, called, call.words("evening.called"))


async def times_like(call: Call, typed: str) -> list[Line]:
    """The next days, at the hour that was typed or at usual ones."""
    found = dict.fromkeys(_times(typed, call.app.now(), await _zone(call)))
    return [
        (f"{call.words.weekday(each.weekday())} {each:%Y-%m-%d %H:%M}", f"{each:%Y-%m-%d %H:%M}")
        for each in found
    ]


def _times(typed: str, now: datetime, zone: ZoneInfo) -> Iterator[datetime]:
    try:
        meant = time_meant(typed, now, zone).astimezone(zone)
    except Refusal:
        hours = HOURS
    else:
        yield meant
        hours = (meant.time(),)
    today = now.astimezone(zone).date()
    for hour in hours:
        for ahead in range(AHEAD):
            at = datetime.combine(today + timedelta(days=ahead), hour, zone)
            if at > now:
                yield at


def time_meant(typed: str, now: datetime, zone: ZoneInfo) -> datetime:
    """The time that was typed, where the server is at home: a time of day alone is the next such one.
    Refusals: no_time {example}."""
    found = TIME.fullmatch(unicodedata.normalize("NFKC", typed).strip())
    if found is None:
        raise Refusal("no_time", example=Marked(EXAMPLE))
    local = now.astimezone(zone)
    try:
        hour = time(int(found["hour"]), int(found["minute"]))
        if found["month"] is None:
            at = datetime.combine(local.date(), hour, zone)
            return at if at > local else datetime.combine(local.date() + timedelta(days=1), hour, zone)
        day = date(int(found["year"] or local.year), int(found["month"]), int(found["day"]))
        if found["year"] is None and day < local.date():
            day = day.replace(year=day.year + 1)
        return datetime.combine(day, hour, zone)
    except ValueError:
        raise Refusal("no_time", example=Marked(EXAMPLE)) from None


async def _zone(call: Call) -> ZoneInfo:
    settings = await call.tables.servers.settings(call.interaction.guild_id)
    return settings.time_zone(await channels.language_of_posts(call))


async def _coming(call: Call, guild: int) -> Content:
    speak, found = call.words, await call.tables.evenings.of_guild(guild)
    if not found:
        return note(speak("evening.none"))
    entries = tuple(
        Entry(cut(title(each.row, speak), 100), str(each.number), _entry_of(each)) for each in found
    )
    lines = [
        f"- {' · '.join(filter(None, (panel(each, speak).texts[0].splitlines()[1], named(each.row, speak))))}"
        for each in found
    ]
    menu = Menu("evening.more", speak("evening.which"), entries)
    return Content((speak("evening.list"), "\n".join(lines)), rows=(menu,))


def _entry_of(each: Evening) -> str:
    return cut(one_line(each.host.text), 100) if each.host else ""


# What people press -------------------------------------------------------------------------------------


async def _meant(call: Call) -> Evening:
    """The evening of a control, of this server. Refusals: no_evening."""
    guild = server_of(call, "players_in_server")
    here = call.value if call.values else call.id.rest.partition("/")[0]
    found = await call.tables.evenings.evening(number(here))
    if found.row.guild != guild:
        raise Refusal("no_evening")
    return found


@on("evening.come", answers="in_place")
async def _come(call: Call) -> Content:
    """**I'm coming**."""
    return await _said(call, comes=True)


@on("evening.stay", answers="in_place")
async def _stay(call: Call) -> Content:
    """**I can't come**."""
    return await _said(call, comes=False)


async def _said(call: Call, *, comes: bool) -> Content:
    found = await _meant(call)
    if not _is_over(found):
        found = await call.tables.evenings.come(found.number, call.person, comes=comes)
    return await _own(call, found) if call.reply.in_private else panel(found, words(found.row.locale))


@on("evening.back")
@on("evening.more", answers="private")
async def _more(call: Call) -> Content:
    """What whoever has called for it, or manages the server, may do."""
    return await _own(call, await _meant(call))


async def _own(call: Call, found: Evening, done: str = "") -> Content:
    shown, speak, here = panel(found, call.words), call.words, str(found.number)
    said = next((row for row in shown.rows if isinstance(row, tuple)), ())
    # Details leads here.
    said = tuple(each for each in said if not (isinstance(each, Button) and each.action == "evening.more"))
    rows: list[Row] = [said] if said else []
    texts = [done, *shown.texts]
    if _directs(call, found) and shown.rows:
        prepare(call, CustomId("evening.change", rest=here), await _filled(call, found))
        change = Button("evening.change", speak("evening.change"), here)
        rows.append((change, Button("evening.cancel", speak("evening.cancel"), here, style="danger")))
        texts.append(asks_for_right(call.interaction.guild, speak))
    return Content(tuple(texts), rows=tuple(rows))


def _is_over(found: Evening) -> bool:
    """Whether there is nothing to press any more: an older panel then shows so itself."""
    return found.row.state not in (EveningState.OPEN, EveningState.BEGUN)


def _directs(call: Call, found: Evening) -> bool:
    own = found.host is not None and found.host.user == call.person.id
    return own or manages(call, found.row.guild)


async def _directed(call: Call) -> Evening:
    found = await _meant(call)
    if not _directs(call, found):
        raise Refusal("not_inviting")
    return found


@on("evening.change", answers="form")
async def _ask(call: Call) -> Form:
    """**Change**; empty where an earlier run has shown the panel: what is left empty stays."""
    return _form(call, call.id.rest)


async def _filled(call: Call, found: Evening) -> Form:
    starts = found.row.starts.astimezone(await _zone(call))
    text = found.host.text if found.host else ""
    return _form(call, f"{found.number}/{starts.timestamp():.0f}", f"{starts:%Y-%m-%d %H:%M}", text)


def _form(call: Call, here: str, when: str = "", text: str = "") -> Form:
    speak = call.words
    fields = (
        Field("when", speak("evening.change.when"), when, EXAMPLE, longest=20, optional=True),
        Field("text", speak("evening.change.text"), text, longest=LONGEST, optional=True),
    )
    return Form("evening.changed", speak("evening.change"), fields, rest=here)


@on("evening.changed")
async def _change(call: Call) -> Content:
    found, when, text = await _directed(call), call.fields.get("when", ""), call.fields.get("text", "")
    if _is_over(found):
        return await _own(call, found)
    starts = time_meant(when, call.app.now(), await _zone(call)) if when.strip() else None
    if starts and f"{starts.timestamp():.0f}" == call.id.rest.partition("/")[2]:
        starts = None  # it was not touched; somebody else may have moved the evening since
    spend(call, POST)
    changed = await call.tables.evenings.change(
        found.number, call.person.id, starts=starts, text=one_line(text) or None
    )
    return await _own(call, changed)


@on("evening.cancel")
async def _cancel(call: Call) -> Content:
    """**Call off**; asks first, since whoever comes is called."""
    found, speak = await _directed(call), call.words
    here, _, sure = call.id.rest.partition("/")
    if not _is_over(found) and not sure:
        yes = Button("evening.cancel", speak("evening.cancel"), f"{here}/yes", style="danger")
        return note(speak("evening.cancel.sure"), yes, Button("evening.back", speak("kit.back"), here))
    if not _is_over(found):
        found = await call.tables.evenings.cancel(found.number, call.person.id)
    return await _own(call, found)
