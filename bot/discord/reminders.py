"""Reminders of decisions that others wait for: what they say, and the buttons that turn them off."""

from collections.abc import Sequence

from msgspec import structs

from bot.discord import App, catalog
from bot.discord.at_table import entry_of
from bot.discord.content import MENU, Button, Content, Entry, Menu, Row, note, number
from bot.discord.lobby import levels
from bot.discord.router import Call, on
from bot.tables.deadlines import Waiting
from bot.tables.model import Notice, NoticeKind, PersonRow
from bot.tables.policy import MISSED
from bot.tables.settings import PersonSettings, preferences_of
from bot.text import Words, jump_url, mention, plain, stamp, words


async def direct_reminder(app: App, notice: Notice, user: int, person: PersonRow | None) -> Content | None:
    """The reminder by direct message, of one table or of all that wait; None if nothing is owed."""
    waiting, speak = await app.tables.reminders.waiting_for(user), app.words_of(person)
    here = tuple(one for one in waiting if one.table.id == notice.table)
    if notice.kind is NoticeKind.WARNING:
        due = waiting = [one for one in here if one.duty.warned]
    elif preferences_of(person).digest:
        due = [one for one in waiting if one.duty.reminders]
    else:
        due = waiting = [one for one in here if one.duty.reminders]
    if not due:
        return None
    if len(waiting) > 1:
        return _digest(notice, waiting, speak)
    one, table = due[0], due[0].table
    text = speak("waiting.letter", game=catalog.name(table.game, speak), since=stamp(one.duty.since))
    head = speak("table.head", table=table.id, channel=table.channel)
    return Content((text, *_until(one, speak), head), rows=_rows(notice, one, speak), table=table.id)


async def public_reminder(app: App, notice: Notice, user: int) -> Content | None:
    """The reminder for the channel of the table, where others read it too; None if nothing is owed."""
    for one in await app.tables.reminders.waiting_for(user):
        if one.table.id == notice.table and (one.duty.reminders or one.duty.warned):
            speak, table = words(one.table.locale), one.table.id
            text = speak("waiting.call", who=mention(user), table=table, since=stamp(one.duty.since))
            rows = _rows(notice, one, speak)
            return Content((text, *_until(one, speak)), rows=rows, mentions=(user,), table=table)
    return None


def _until(one: Waiting, speak: Words) -> tuple[str, ...]:
    until = one.duty.deadline
    return (speak("waiting.then", when=stamp(until, "f"), left=stamp(until)),) if until else ()


def _rows(notice: Notice, one: Waiting, speak: Words) -> tuple[Row, ...]:
    """The notice's number makes these controls those of this reminder and of no other."""
    more = (Button("time.more", speak("waiting.more"), str(notice.id)),) if one.duty.deadline else ()
    row = (
        Button("table.move", speak("table.move"), style="primary"),
        *more,
        Button("wait.turn", speak("waiting.turn"), f"{notice.id}/{one.duty.post}"),
        Button("wait.table", speak("waiting.table"), str(notice.id)),
        Button("wait.never", speak("waiting.never"), str(notice.id)),
    )
    return (row,)


def _digest(notice: Notice, waiting: Sequence[Waiting], speak: Words) -> Content:
    lines, entries, rest = [speak("waiting.digest", n=len(waiting))], list[Entry](), str(notice.id)
    for one in waiting[:MENU]:
        title, address = entry_of(one.table, speak), jump_url(one.table.guild, one.table.channel)
        since = stamp(one.duty.since)
        lines.append(speak("waiting.digest.line", title=title, address=address, since=since))
        entries.append(Entry(title, str(one.table.id)))
    rows = (
        Menu("table.move", speak("waiting.open"), tuple(entries), rest=rest),
        Menu("wait.table", speak("waiting.mute"), tuple(entries), rest=rest),
        (
            Button("wait.turn", speak("waiting.turns"), rest),
            Button("wait.never", speak("waiting.never"), rest),
        ),
    )
    return Content(("\n".join(lines),), rows=rows)


async def question(app: App, notice: Notice) -> Content | None:
    """What the others are asked about a player who has missed several deadlines; None if that is settled."""
    table = await app.tables.queries.table(notice.table)
    sitter = next((sitter for sitter in table.sitters if sitter.seat == notice.seat), None)
    if sitter is None or sitter.pace.missed < MISSED or not table.status.active:
        return None
    speak, rest = words(table.locale), f"{sitter.seat}/{notice.id}"
    buttons = (
        Button("time.wait", speak("waiting.question.wait"), rest),
        Button("time.free", speak("waiting.question.free"), rest),
    )
    entries = levels(table, speak)
    menu = (Menu("time.computer", speak("waiting.question.computer"), entries, rest=rest),) if entries else ()
    text = speak("waiting.question", name=plain(sitter.name), n=sitter.pace.missed)
    return Content((text,), rows=(*menu, buttons), table=table.id)


@on("wait.turn")
async def not_this_turn(call: Call) -> Content:
    """**Not for this turn**, or in a digest for none of those that wait."""
    if call.id.table:
        posts = [(call.id.table, number(call.id.rest.partition("/")[2]))]
    else:
        waiting = await call.tables.reminders.waiting_for(call.person.id)
        posts = [(one.table.id, one.duty.post) for one in waiting]
    for table, post in posts:
        await call.tables.reminders.mute_post(table, call.person.id, post)
    return _done(call, "waiting.turn.done" if call.id.table else "waiting.turns.done", call.id.table)


@on("wait.table")
async def not_this_table(call: Call) -> Content:
    """**Not at this table**, or the one chosen in a digest."""
    table = call.id.table or number(call.value)
    await call.tables.reminders.mute(table, call.person.id, muted=True)
    return _done(call, "waiting.table.done", table, Button("wait.again", call.words("waiting.again")))


@on("wait.never")
async def never(call: Call) -> Content:
    """**Never**: no reminders of any table."""
    before = (await call.tables.preferences.of(call.person.id)).reminders
    await call.tables.preferences.change(
        call.person.id, lambda wishes: structs.replace(wishes, reminders="off")
    )
    again = Button("wait.always", call.words("waiting.again"), "channel" if before == "channel" else "")
    return _done(call, "waiting.never.done", 0, again)


@on("wait.again")
async def again(call: Call) -> Content:
    """**Remind me again**, of this table."""
    await call.tables.reminders.mute(call.id.table, call.person.id, muted=False)
    return _done(call, "waiting.again.done", call.id.table)


@on("wait.always")
async def always(call: Call) -> Content:
    """**Remind me again**, of every table, in the way that the button names, unless they are on already."""
    way = "channel" if call.id.rest == "channel" else "dm"

    def again(wishes: PersonSettings) -> PersonSettings:
        return structs.replace(wishes, reminders=way) if wishes.reminders == "off" else wishes

    await call.tables.preferences.change(call.person.id, again)
    return _done(call, "waiting.again.done", call.id.table)


def _done(call: Call, key: str, table: int, *buttons: Button) -> Content:
    move = Button("table.move", call.words("table.move"), style="primary")
    return note(call.words(key, table=table), move, *buttons, table=table)
