"""`/table deadline`, `/table pause` and `/table resume`: how much time decisions have, more of it, what
becomes of whoever misses several, and games that rest."""

from __future__ import annotations

from bot.discord import deadlines, lobby, settings
from bot.discord.computers import naming
from bot.discord.content import Button, Content, Row
from bot.discord.ids import number
from bot.discord.router import Call, on
from bot.games.contract import Refusal, Seat
from bot.tables.model import Status, Table
from bot.text import plain, words
from cogs.tables.finding import table_of


async def pause(call: Call, table: Table) -> None:
    """Lets the game rest. Refusals: those of `Pauses.pause`."""
    paused = await call.tables.pauses.pause(table.id, call.person, key=call.key)
    resume = Button("time.resume", call.words("waiting.resume"))
    await call.reply.show(Content((call.words("waiting.paused.done"),), rows=((resume,),), table=paused.id))


async def resume(call: Call, table: Table) -> None:
    """Lets it go on. Refusals: those of `Pauses.resume`."""
    resumed = await call.tables.pauses.resume(table.id, call.person, key=call.key)
    await call.reply.show(Content((call.words("waiting.resumed.done"),), table=resumed.id))


@on("time.pause")
async def _paused(press: Call) -> None:
    await pause(press, await table_of(press))


@on("time.resume")
async def _resumed(press: Call) -> None:
    await resume(press, await table_of(press))


async def show(call: Call, table: Table) -> None:
    """The time that decisions have at a table; the host sets it, who sits there may ask for more.
    Refusals: over."""
    if not table.status.active:
        raise Refusal("over")
    await call.reply.show(_panel(call, table))


@on("time.panel")
async def _shown(press: Call) -> None:
    await show(press, await table_of(press))


@on("time.deadline")
async def _set(press: Call) -> None:
    """The host has chosen a time, among the options of the lobby or in the panel."""
    table = await press.tables.deadlines.set_deadline(
        press.id.table, press.person, number(press.value), key=press.key
    )
    among_options = press.id.rest == settings.AMONG_OPTIONS and table.status is Status.LOBBY
    await press.reply.show(lobby.options_panel(press, table) if among_options else _panel(press, table))


@on("time.more", answers="private")
async def _more(press: Call) -> None:
    """**More time**: given at once, or noted until enough people want it."""
    table = await press.tables.deadlines.more_time(press.id.table, press.person, key=press.key)
    seat = table.seat_of(press.person.id)
    noted = seat is not None and table.sitters[seat].pace.wants_time
    told = press.words("waiting.more.noted" if noted else "waiting.more.given")
    lines = deadlines.lines(table, press.words)
    await press.reply.private(Content((told, "\n".join(lines)), table=table.id))


@on("time.wait", answers="in_place")
async def _wait(press: Call) -> None:
    """**Wait**: everything goes on as before."""
    seat = _seat(press)
    table = await press.tables.deadlines.keep_waiting(press.id.table, press.person, seat, key=press.key)
    await _decided(press, "waiting.question.kept", table, name=plain(table.sitters[seat].name))


@on("time.free", answers="in_place")
async def _free(press: Call) -> None:
    """**Free the seat**: somebody else can take it."""
    table, seat = await press.tables.queries.table(press.id.table), _seat(press)
    changed = await press.tables.deadlines.replace_missing(
        table.id, press.person, seat, None, naming(table), key=press.key
    )
    call = Button("table.call", words(changed.locale)("table.call.button"))
    name = plain(changed.sitters[seat].away_name)
    await _decided(press, "waiting.question.freed", changed, (call,), name=name)


@on("time.computer", answers="in_place")
async def _computer(press: Call) -> None:
    """A computer of the chosen level plays on there."""
    table, seat = await press.tables.queries.table(press.id.table), _seat(press)
    changed = await press.tables.deadlines.replace_missing(
        table.id, press.person, seat, press.value, naming(table), key=press.key
    )
    sitter = changed.sitters[seat]
    computer, name = plain(sitter.name), plain(sitter.away_name)
    await _decided(press, "waiting.question.replaced", changed, computer=computer, name=name)


async def _decided(press: Call, key: str, table: Table, *rows: Row, **data: str) -> None:
    """The question becomes the answer, for everybody to read."""
    told = words(table.locale)(key, who=plain(press.person.name), **data)
    await press.reply.update(Content((told,), rows=rows, table=table.id))


def _seat(press: Call) -> Seat:
    return Seat(number(press.id.rest.partition("/")[0]))


def _panel(call: Call, table: Table) -> Content:
    speak = call.words
    title = speak("waiting.deadline.title", table=table.id)
    rows: list[Row] = []
    if table.host == call.person.id:
        rows.append(settings.deadline_menu(table, speak))
    if table.settings.limit and table.status is Status.PLAYING and table.seat_of(call.person.id) is not None:
        rows.append((Button("time.more", speak("waiting.more")),))
    said = settings.deadline_line(table, speak)
    return Content((title, said, "\n".join(deadlines.lines(table, speak))), rows=tuple(rows), table=table.id)
