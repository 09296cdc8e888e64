"""`/table deadline`, `/table pause` and `/table resume`: how much time decisions have."""

from bot.discord import lobby, table_words
from bot.discord.at_table import at_table
from bot.discord.content import Button, Content, Row, note, number
from bot.discord.router import Call, on
from bot.discord.table_words import time_lines
from bot.games.contract import Refusal, Seat
from bot.tables.model import Status, Table
from bot.text import plain, words


@at_table("time.pause", command="pause")
async def pause(call: Call, table: Table) -> Content:
    paused = await call.tables.deadlines.pause(table.id, call.person, key=call.key)
    again = Button("time.resume", call.words("waiting.resume"))
    return note(call.words("waiting.paused.done"), again, table=paused.id)


@at_table("time.resume", command="resume")
async def resume(call: Call, table: Table) -> Content:
    resumed = await call.tables.deadlines.resume(table.id, call.person, key=call.key)
    return note(call.words("waiting.resumed.done"), table=resumed.id)


@at_table("time.panel", command="deadline")
async def show(call: Call, table: Table) -> Content:
    """The time that decisions have at a table; the host sets it, players may ask for more."""
    if not table.status.active:
        raise Refusal("over")
    return _panel(call, table)


@on("time.deadline")
async def _set(call: Call) -> Content:
    hours = number(call.value)
    table = await call.tables.deadlines.set_deadline(call.id.table, call.person, hours, key=call.key)
    among_options = call.id.rest == table_words.AMONG_OPTIONS and table.status is Status.LOBBY
    return lobby.options_panel(call, table) if among_options else _panel(call, table)


def _panel(call: Call, table: Table) -> Content:
    speak = call.words
    texts = (
        speak("waiting.deadline.title", table=table.id),
        table_words.deadline_line(table, speak),
        "\n".join(time_lines(table, speak)),
    )
    rows: list[Row] = []
    if table.host == call.person.id:
        rows.append(table_words.deadline_menu(table, speak))
    if table.settings.limit and table.status is Status.PLAYING and table.seat_of(call.person.id) is not None:
        rows.append((Button("time.more", speak("waiting.more")),))
    return Content(texts, rows=tuple(rows), table=table.id)


@on("time.more", answers="private")
async def _more(call: Call) -> Content:
    table = await call.tables.deadlines.more_time(call.id.table, call.person, key=call.key)
    seat = table.seat_of(call.person.id)
    noted = seat is not None and table.sitters[seat].pace.wants_time
    said = call.words("waiting.more.noted" if noted else "waiting.more.given")
    return Content((said, "\n".join(time_lines(table, call.words))), table=table.id)


# What is asked about a player becomes the answer, for everybody to read -------------------------------


@on("time.wait", answers="in_place")
async def _wait(call: Call) -> Content:
    seat = _seat(call)
    table = await call.tables.deadlines.keep_waiting(call.id.table, call.person, seat, key=call.key)
    return _decided(call, "waiting.question.kept", table, name=plain(table.sitters[seat].name))


@on("time.free", answers="in_place")
async def _free(call: Call) -> Content:
    changed = await _replace_missing(call, None)
    ask = Button("table.call", words(changed.locale)("table.call.button"))
    name = plain(changed.sitters[_seat(call)].away_name)
    return _decided(call, "waiting.question.freed", changed, ask, name=name)


@on("time.computer", answers="in_place")
async def _computer(call: Call) -> Content:
    changed = await _replace_missing(call, call.value)
    sitter = changed.sitters[_seat(call)]
    names = {"computer": plain(sitter.name), "name": plain(sitter.away_name)}
    return _decided(call, "waiting.question.replaced", changed, **names)


async def _replace_missing(call: Call, level: str | None) -> Table:
    table = await call.tables.queries.table(call.id.table)
    return await call.tables.deadlines.replace_missing(
        table.id, call.person, _seat(call), level, lobby.naming(table), key=call.key
    )


def _decided(call: Call, key: str, table: Table, *buttons: Button, **names: str) -> Content:
    text = words(table.locale)(key, who=plain(call.person.name), **names)
    return note(text, *buttons, table=table.id)


def _seat(call: Call) -> Seat:
    return Seat(number(call.id.rest.partition("/")[0]))
